prelude
import ProofCheck.Lists
import ProofCheck.Order
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Problems: data and meaning

A state is `(x, y)` with `x >= 0` unbounded and a mode `y` in `0..m`.  A function of the state is
a map `f : Nat -> Nat -> S` into an ordered monoid `S`.  A `Problem` is plain data; this file
gives the data its meaning: when a function satisfies a template, what an event does to a
function, which function is the cost, and what it means that `g` is obtained from `f` by optimal
routing.
-/

noncomputable section

/-! ## Templates: linear inequalities that hold for all `x` -/

/-- The state `(x + offset, mode)`, relative to a variable `x`. -/
structure Point where
  offset : Nat
  mode : Nat

/-- `sum of f over lesser <= sum of f over greater`; a point listed twice counts twice. -/
structure Template where
  lesser : List Point
  greater : List Point

/-- The values of `f` at the given points. -/
def Point.values (S : OrderedMonoid) (f : Nat → Nat → S.carrier) (x : Nat) :
    List Point → List S.carrier
  | .nil => .nil
  | .cons q l => .cons (f (x.add q.offset) q.mode) (values S f x l)

/-- `f` satisfies the template at `x`. -/
def Template.Holds (S : OrderedMonoid) (f : Nat → Nat → S.carrier) (x : Nat) (t : Template) :
    Prop :=
  S.le (S.total (Point.values S f x t.lesser)) (S.total (Point.values S f x t.greater))

/-- `f` satisfies every listed template at every `x`. -/
def Template.AllHold (S : OrderedMonoid) (f : Nat → Nat → S.carrier) : List Template → Prop
  | .nil => True
  | .cons t l => And (∀ x, t.Holds S f x) (AllHold S f l)

/-- `f` satisfies every listed template at this `x`. -/
def Template.AllHoldAt (S : OrderedMonoid) (f : Nat → Nat → S.carrier) (x : Nat) :
    List Template → Prop
  | .nil => True
  | .cons t l => And (t.Holds S f x) (AllHoldAt S f x l)

/-- The claim that, wherever the given inequalities hold, the goal holds. -/
structure Claim where
  given : List Template
  goal : Template

/-! ## Events: linear operators -/

/-- A move of the unbounded coordinate. -/
inductive Move where
  /-- `x + k` -/
  | up (k : Nat)
  /-- `x - k`, but `x` stays where it is when `x < k` -/
  | down (k : Nat)

/-- `x - k` if `k <= x`, otherwise `stay`. -/
def Move.lower (stay k x : Nat) : Nat :=
  match k with
  | .zero => x
  | .succ k =>
    match x with
    | .zero => stay
    | .succ x => lower stay k x

/-- Where the move leads from `x`. -/
def Move.apply : Move → Nat → Nat
  | .up k, x => x.add k
  | .down k, x => Move.lower x k x

/-- `times` copies of the value at `(move x, target)`. -/
structure Term where
  times : Nat
  move : Move
  target : Nat

/-- An event: entry number `y` lists the terms of its value in mode `y`. -/
abbrev Event : Type := List (List Term)

/-- The terms in mode `y`; none if `y` is beyond the list. -/
def Event.terms (e : Event) (y : Nat) : List Term := (nth e y).getD .nil

/-- `k` copies of `a` in front of `l`. -/
def copies {α : Type} (a : α) (l : List α) : Nat → List α
  | .zero => l
  | .succ k => .cons a (copies a l k)

/-- The values of `f` that the terms refer to, from `x`. -/
def Term.values (S : OrderedMonoid) (f : Nat → Nat → S.carrier) (x : Nat) :
    List Term → List S.carrier
  | .nil => .nil
  | .cons t l => copies (f (t.move.apply x) t.target) (values S f x l) t.times

/-- The event operator: `(E f)(x, y)` is the sum of the terms of mode `y`. -/
def Event.apply (S : OrderedMonoid) (e : Event) (f : Nat → Nat → S.carrier) (x y : Nat) :
    S.carrier :=
  S.total (Term.values S f x (e.terms y))

/-! ## Cost -/

/-- The affine cost `perX * x + perY * y + fixed`. -/
structure Cost where
  perX : Nat
  perY : Nat
  fixed : Nat

/-- The number of units of cost in state `(x, y)`. -/
def Cost.count (c : Cost) (x y : Nat) : Nat :=
  ((c.perX.mul x).add (c.perY.mul y)).add c.fixed

/-- The cost function, in multiples of a unit `u`. -/
def Cost.apply (S : OrderedMonoid) (c : Cost) (u : S.carrier) (x y : Nat) : S.carrier :=
  S.times (c.count x y) u

/-! ## Routing -/

/-- `g` is the pointwise minimum of `f` over the feasible actions: in state `(x, y)` send any
number `a` of jobs with `a <= x` and `y + a <= m`, which leads to `(x - a, y + a)`. -/
structure Routed (S : OrderedMonoid) (m : Nat) (f g : Nat → Nat → S.carrier) : Prop where
  /-- `g` is at most the value after each feasible action -/
  upper : ∀ x y a, Nat.le a x → Nat.le (y.add a) m → S.le (g x y) (f (x.sub a) (y.add a))
  /-- some feasible action attains it -/
  attained : ∀ x y, Nat.le y m →
    Exists fun a =>
      And (Nat.le a x) (And (Nat.le (y.add a) m) (S.le (f (x.sub a) (y.add a)) (g x y)))

/-! ## Problems -/

/-- A control problem with its proposed invariant. -/
structure Problem where
  /-- the modes are `0..m` -/
  m : Nat
  /-- the inequalities of the cone, for all `x` -/
  templates : List Template
  /-- the event operators -/
  events : List Event
  /-- the running cost -/
  cost : Cost
  /-- further inequalities, claimed at `x = 0` only -/
  reduction : List Template
  /-- consequences of the cone, at the same `x` as what is given -/
  claims : List Claim

/-- The empty inequality `0 <= 0`. -/
def Template.trivial : Template := { lesser := .nil, greater := .nil }

/-- Template number `k` of a list; the trivial one beyond its end. -/
def Template.get (l : List Template) (k : Nat) : Template := (nth l k).getD .trivial

/-- The claim of `0 <= 0`. -/
def Claim.trivial : Claim := { given := .nil, goal := .trivial }

/-- Template number `k` of the cone. -/
def Problem.template (p : Problem) (k : Nat) : Template := Template.get p.templates k

/-- Claim number `j`; the trivial one beyond the end of the list. -/
def Problem.claim (p : Problem) (j : Nat) : Claim := (nth p.claims j).getD .trivial

/-- Event number `e`; the zero operator beyond the end of the list. -/
def Problem.event (p : Problem) (e : Nat) : Event := (nth p.events e).getD .nil

/-- `f` lies in the cone of the problem. -/
def Problem.Cone (S : OrderedMonoid) (p : Problem) (f : Nat → Nat → S.carrier) : Prop :=
  Template.AllHold S f p.templates

/-- `f` satisfies the reduction inequalities of the problem (at `x = 0`). -/
def Problem.Reduction (S : OrderedMonoid) (p : Problem) (f : Nat → Nat → S.carrier) : Prop :=
  Template.AllHoldAt S f .zero p.reduction
