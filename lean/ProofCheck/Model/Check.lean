prelude
import ProofCheck.Model.Derivation
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The checker for models

`Model.check m o c` decides whether the certificate `c` proves the obligation `o` of the model `m`.

The states of a region are `s = n + a`: the entry of a free coordinate is `n_i + a_i` with `n_i`
arbitrary, the entry of the others is `a_i`.  The checker computes with `a` alone.  It may do so
where nothing depends on `n`: such places are called *steady*, and the checker refuses the others.
In one obligation, `n` is the same in all states.
-/

noncomputable section

namespace Model

/-! ## Atoms -/

/-- What is added up: the values of functions, the parameters, and their multiples by `n_i`. -/
inductive Atom where
  /-- the value of `fn` at `n + a` -/
  | value (fn : Fn) (a : State)
  /-- parameter `p` -/
  | parameter (p : Nat)
  /-- `n_i` times parameter `p` -/
  | multiple (p i : Nat)

/-- Equality of vectors. -/
def sameState (a b : State) : Bool :=
  List.rec (motive := fun _ => State → Bool)
    (fun b => List.rec (motive := fun _ => Bool) true (fun _ _ _ => false) b)
    (fun x _ sameRest b =>
      List.rec (motive := fun _ => Bool) false (fun y l _ => and (Nat.beq x y) (sameRest l)) b) a b

/-- Equality of function names. -/
def Fn.same : Fn → Fn → Bool
  | .f, b => match b with | .f => true | .g => false | .given _ => false
  | .g, b => match b with | .f => false | .g => true | .given _ => false
  | .given j, b => match b with | .f => false | .g => false | .given k => Nat.beq j k

/-- Equality of atoms. -/
def Atom.same : Atom → Atom → Bool
  | .value fn a, y =>
    match y with
    | .value gn b => and (Fn.same fn gn) (sameState a b)
    | .parameter _ => false
    | .multiple _ _ => false
  | .parameter p, y =>
    match y with
    | .value _ _ => false
    | .parameter q => Nat.beq p q
    | .multiple _ _ => false
  | .multiple p i, y =>
    match y with
    | .value _ _ => false
    | .parameter _ => false
    | .multiple q j => and (Nat.beq p q) (Nat.beq i j)

/-! ## What does not depend on `n` -/

/-- There is no value. -/
def absent {α : Type} : Option α → Bool
  | .none => true
  | .some _ => false

/-- Free coordinates are unbounded. -/
def steadyState : State → List Bool → List (Option Nat) → Bool
  | .nil, _, _ => true
  | .cons _ a, free, tops =>
    and (cond (first true free) (absent (first .none tops)) true)
      (steadyState a (rest free) (rest tops))

/-- A free entry `n + a` lies within the bounds for every `n` or for none. -/
def steadyEntry (low : Nat) (high : Option Nat) (a : Nat) : Bool :=
  match high with
  | .none => atLeast low a
  | .some h => Nat.ble h.succ a

/-- Membership in a box does not depend on `n`. -/
def steadyBox : State → List Bool → List Nat → List (Option Nat) → Bool
  | .nil, _, _, _ => true
  | .cons x a, free, low, high =>
    and (cond (first true free) (steadyEntry (first .zero low) (first .none high) x) true)
      (steadyBox a (rest free) (rest low) (rest high))

/-- A free entry `n + a` can be moved for every `n`. -/
def steadyStep (top : Option Nat) (a : Nat) : Move → Bool
  | .up _ => absent top
  | .down k => atLeast k a

/-- Whether and where the move leads does not depend on `n`. -/
def steadyMoves : State → List Bool → List (Option Nat) → List Move → Bool
  | .nil, _, _, _ => true
  | .cons x a, free, tops, moves =>
    and (cond (first true free) (steadyStep (first .none tops) x (first (.up .zero) moves)) true)
      (steadyMoves a (rest free) (rest tops) (rest moves))

/-- A linear function does not depend on `n`. -/
def steadySlopes : List Bool → List Nat → Bool
  | _, .nil => true
  | free, .cons k slopes =>
    and (cond (first true free) (Nat.beq k .zero) true) (steadySlopes (rest free) slopes)

/-- A weight does not depend on `n`. -/
def steadyWeight (free : List Bool) (w : Weight) : Bool :=
  and (steadySlopes free w.plus.slopes) (steadySlopes free w.minus.slopes)

/-! ## Sums -/

section
variable (tops : List (Option Nat)) (free : List Bool) (a : State)

/-- Weights and moves of the terms do not depend on `n`. -/
def Term.steady : List Term → Bool
  | .nil => true
  | .cons t l =>
    and (and (steadyMoves a free tops t.move) (steadyWeight free t.weight)) (steady l)

/-- The action exists for every `n` or for none, with the same weights and moves. -/
def Action.steady (k : Action) : Bool :=
  and (steadyBox a free k.box.low k.box.high) (Term.steady tops free a k.form.terms)

/-- All actions are steady. -/
def Action.allSteady : List Action → Bool
  | .nil => true
  | .cons k l => and (k.steady tops free a) (allSteady l)

/-- The name of a source in a certificate. -/
def Source.fn : Source → Fn
  | .f => .f
  | .given j => .given j

/-- A value times its weight; nothing, if there is no target. -/
def targetSum (k : Nat) (fn : Fn) : Option State → List (Summand Atom)
  | .none => .nil
  | .some b => .cons { times := k, atom := .value fn b } .nil

/-- The sum of the terms. -/
def Term.sum : List Term → List (Summand Atom)
  | .nil => .nil
  | .cons t l => join (targetSum (t.weight.at a) t.source.fn (t.target tops a)) (sum l)

/-- The part of `slopes . (n + a)` times parameter `p` that comes from `n`, from coordinate `i`
on. -/
def multiples (p : Nat) : List Nat → State → Nat → List Bool → List (Summand Atom)
  | .nil, _, _, _ => .nil
  | .cons k slopes, a, i, free =>
    match a with
    | .nil => .nil
    | .cons _ a =>
      join (cond (first true free) (.cons { times := k, atom := .multiple p i } .nil) .nil)
        (multiples p slopes a i.succ (rest free))

/-- The sum of the prices. -/
def Price.sum : List Price → List (Summand Atom)
  | .nil => .nil
  | .cons q l =>
    .cons { times := q.amount.at a, atom := .parameter q.parameter }
      (join (multiples q.parameter q.amount.slopes a .zero free) (sum l))

/-- The sum of a form. -/
def Form.sum (f : Form) : List (Summand Atom) :=
  join (Term.sum tops a f.terms) (Price.sum free a f.prices)
end

/-- `k` times a sum. -/
def Summand.scale {α : Type} (k : Nat) : List (Summand α) → List (Summand α)
  | .nil => .nil
  | .cons q l => .cons { times := k.mul q.times, atom := q.atom } (scale k l)

/-- The values of `fn` at the points of one side, around `n + a`. -/
def pointSum (fn : Fn) (a : State) : List (Summand (List Nat)) → List (Summand Atom)
  | .nil => .nil
  | .cons q l => .cons { times := q.times, atom := .value fn (plus a q.atom) } (pointSum fn a l)

/-- The values of a form at the points of one side, around `n + a`. -/
def formSum (tops : List (Option Nat)) (free : List Bool) (f : Form) (a : State) :
    List (Summand (List Nat)) → List (Summand Atom)
  | .nil => .nil
  | .cons q l =>
    join (Summand.scale q.times (f.sum tops free (plus a q.atom))) (formSum tops free f a l)

/-- The form's terms are steady at the points of one side. -/
def formSteady (tops : List (Option Nat)) (free : List Bool) (f : Form) (a : State) :
    List (Summand (List Nat)) → Bool
  | .nil => true
  | .cons q l =>
    and (Term.steady tops free (plus a q.atom) f.terms) (formSteady tops free f a l)

/-- Parameters, each once or `n_i` times. -/
def parameterSum (i : Option Nat) : List (Summand Nat) → List (Summand Atom)
  | .nil => .nil
  | .cons q l =>
    .cons
      { times := q.times,
        atom :=
          match i with
          | .none => .parameter q.atom
          | .some i => .multiple q.atom i }
      (parameterSum i l)

/-! ## Rows -/

/-- The row of an inequality, for `fn` at `n + a`. -/
def Sides.row (fn : Fn) (a : State) (q : Sides) : Row Atom :=
  { lesser := pointSum fn a q.lesser, greater := pointSum fn a q.greater }

/-- `x` is chosen before `y`. -/
def Choose.row (c : Choose) (x y : List (Summand Atom)) : Row Atom :=
  match c with
  | .min => { lesser := x, greater := y }
  | .max => { lesser := y, greater := x }

/-- The value of the operator at `n + a`. -/
def imageSum (a : State) : List (Summand Atom) :=
  .cons { times := .succ .zero, atom := .value .g a } .nil

section
variable (m : Model) (free : List Bool)

/-- The inequality of a list entry, at a state of its box. -/
def Template.row (fn : Fn) (a : State) : Option Template → Option (Row Atom)
  | .none => .none
  | .some q =>
    onlyIf
      (and (isState a m.tops)
        (and (steadyState a free m.tops)
          (and (steadyBox a free q.box.low q.box.high) (q.box.has a))))
      (q.sides.row fn a)

/-- The inequalities known of a function; `inCone` says whether `f` is known to lie in the cone. -/
def templates (inCone : Bool) : Fn → List Template
  | .f => cond inCone m.cone .nil
  | .g => .nil
  | .given j => m.known j

/-- The row of an assumption on the parameters. -/
def assumedRow (i : Option Nat) : Option (Row Nat) → Option (Row Atom)
  | .none => .none
  | .some q =>
    .some { lesser := parameterSum i q.lesser, greater := parameterSum i q.greater }

/-- No action is better than the operator. -/
def boundRow (c : Choose) (a : State) : Option Action → Option (Row Atom)
  | .none => .none
  | .some k =>
    onlyIf
      (and (and (isState a m.tops) (steadyState a free m.tops))
        (and (k.steady m.tops free a) (k.feasible m.tops a)))
      (c.row (imageSum a) (k.form.sum m.tops free a))

/-- The rows of the feasible actions: each says that the action is as good as the operator. -/
def attainedRows (c : Choose) (a : State) : List Action → List (Row Atom)
  | .nil => .nil
  | .cons k l =>
    cond (k.feasible m.tops a)
      (.cons (c.row (k.form.sum m.tops free a) (imageSum a)) (attainedRows c a l))
      (attainedRows c a l)

/-- The list is not empty. -/
def nonempty {α : Type} : List α → Bool
  | .nil => false
  | .cons _ _ => true

/-- The cases in which one action of the operator attains the value at `n + a`: refused where
there is none, and where they depend on `n`. -/
def splitRows (o : Operator) (a : State) : Option (List (Row Atom)) :=
  onlyIf
    (and (and (isState a m.tops) (steadyState a free m.tops))
      (and (Action.allSteady m.tops free a o.actions)
        (nonempty (attainedRows m free o.choose a o.actions))))
    (attainedRows m free o.choose a o.actions)

/-- The only case of a state, if there is just one. -/
def onlyRow : Option (List (Row Atom)) → Option (Row Atom)
  | .none => .none
  | .some l =>
    match l with
    | .nil => .none
    | .cons r k => onlyIf (not (nonempty k)) r

/-- The row of a hypothesis, where `extra` is what a claim gives. -/
def hypothesisRow (inCone : Bool) (o : Operator) (extra : List (Row Atom)) :
    Hypothesis → Option (Row Atom)
  | .cone fn k a => Template.row m free fn a (nth (m.templates inCone fn) k)
  | .bound a k => boundRow m free o.choose a (nth o.actions k)
  | .attained _ => .none
  | .sole a => onlyRow (m.splitRows free o a)
  | .assumed j i => assumedRow i (nth m.assumptions j)
  | .given j => nth extra j
end

/-! ## The check -/

/-- Which coordinates of a region are free. -/
def frees : List Start → List Bool
  | .nil => .nil
  | .cons a r =>
    match a with
    | .fixed _ => .cons false (frees r)
    | .tail _ => .cons true (frees r)

/-- The entries `a` of a region. -/
def bases : List Start → State
  | .nil => .nil
  | .cons a r =>
    match a with
    | .fixed c => .cons c (bases r)
    | .tail b => .cons b (bases r)

/-- A task of the model, with the given goal, for the functions of an operator. -/
def task (m : Model) (r : List Start) (inCone : Bool) (o : Operator) (extra : List (Row Atom))
    (goal : Row Atom) :
    Task Atom :=
  { same := Atom.same, row := m.hypothesisRow (frees r) inCone o extra, cases := m.splitRows (frees r) o,
    goal := goal }

/-- The row of a comparison at `n + a`. -/
def Comparison.row (a : State) (q : Comparison) : Row Atom :=
  { lesser := join (pointSum .f a q.sides.lesser) (parameterSum .none q.constants.lesser),
    greater := join (pointSum .f a q.sides.greater) (parameterSum .none q.constants.greater) }

/-- The rows of given comparisons. -/
def givenRows (a : State) : List Comparison → List (Row Atom)
  | .nil => .nil
  | .cons q l => .cons (q.row a) (givenRows a l)

/-- The row of an inequality for a cost. -/
def costRow (m : Model) (r : List Start) (f : Form) (q : Sides) : Row Atom :=
  { lesser := formSum m.tops (frees r) f (bases r) q.lesser,
    greater := formSum m.tops (frees r) f (bases r) q.greater }

/-- **The checker.** -/
def check (m : Model) (o : Obligation) (c : Certificate) : Bool :=
  match o with
  | .operator o k r =>
    testEntry m.operators o fun op =>
      testEntry m.cone k fun q => (m.task r true op .nil (q.sides.row .g (bases r))).check c
  | .cost i k r =>
    testEntry m.costs i fun f =>
      testEntry m.cone k fun q =>
        and
          (and (formSteady m.tops (frees r) f (bases r) q.sides.lesser)
            (formSteady m.tops (frees r) f (bases r) q.sides.greater))
          ((m.task r false Operator.trivial .nil (m.costRow r f q.sides)).check c)
  | .claim j r =>
    testEntry m.claims j fun q =>
      (m.task r true Operator.trivial (givenRows (bases r) q.given) (q.goal.row (bases r))).check c

end Model
