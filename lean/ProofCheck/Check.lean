prelude
import ProofCheck.Task
import ProofCheck.Obligation
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The checker

`check p o c` decides whether the certificate `c` proves the obligation `o` of the problem `p`.
It turns the obligation into a task: the goal is rebuilt from the problem, relative to `x = n +
base`, and the available hypotheses are those of the obligation's statement.
-/

noncomputable section

/-! ## Goals -/

/-- The move can be carried out on the offset: it stays at `x >= 0` for every `n`, or `n = 0`. -/
def Move.fits (exact : Bool) (i : Nat) : Move → Bool
  | .up _ => true
  | .down k => cond exact true (Nat.ble k i)

/-- All terms can be carried out from offset `i`. -/
def Term.allFit (exact : Bool) (i : Nat) : List Term → Bool
  | .nil => true
  | .cons t l => and (t.move.fits exact i) (allFit exact i l)

/-- All listed events can be carried out in mode `y` from offset `i`. -/
def Event.allFit (exact : Bool) (i y : Nat) : List Event → Bool
  | .nil => true
  | .cons e l => and (Term.allFit exact i (e.terms y)) (allFit exact i y l)

/-- The events can be carried out at all points of a list. -/
def Point.allFit (exact : Bool) (es : List Event) (i : Nat) : List Point → Bool
  | .nil => true
  | .cons q l => and (Event.allFit exact (i.add q.offset) q.mode es) (allFit exact es i l)

/-- The atoms of the terms at offset `i`, followed by `rest`. -/
def Term.atoms (fn : Fn) (i : Nat) (rest : List Atom) : List Term → List Atom
  | .nil => rest
  | .cons t l =>
    copies { fn := fn, offset := t.move.apply i, mode := t.target } (atoms fn i rest l) t.times

/-- The atoms of several events in mode `y` at offset `i`, followed by `rest`. -/
def Event.atoms (fn : Fn) (i y : Nat) (rest : List Atom) : List Event → List Atom
  | .nil => rest
  | .cons e l => Term.atoms fn i (atoms fn i y rest l) (e.terms y)

/-- The atoms of the sum of several events at the points of a list. -/
def Point.eventAtoms (fn : Fn) (es : List Event) (i : Nat) : List Point → List Atom
  | .nil => .nil
  | .cons q l => Event.atoms fn (i.add q.offset) q.mode (eventAtoms fn es i l) es

/-- The row of a template for the sum of several events applied to `fn`. -/
def Template.eventRow (fn : Fn) (es : List Event) (i : Nat) (t : Template) : Row :=
  { lesser := Point.eventAtoms fn es i t.lesser, greater := Point.eventAtoms fn es i t.greater }

/-- The events can be carried out at all points of the template. -/
def Template.fits (exact : Bool) (es : List Event) (i : Nat) (t : Template) : Bool :=
  and (Point.allFit exact es i t.lesser) (Point.allFit exact es i t.greater)

/-- The atoms of `f + h` at the points of a list. -/
def Point.sumAtoms : List Point → List Atom
  | .nil => .nil
  | .cons q l =>
    .cons { fn := .f, offset := q.offset, mode := q.mode }
      (.cons { fn := .h, offset := q.offset, mode := q.mode } (sumAtoms l))

/-- The row of a template for `f + h`. -/
def Template.sumRow (t : Template) : Row :=
  { lesser := Point.sumAtoms t.lesser, greater := Point.sumAtoms t.greater }

/-! ## Assumptions -/

/-- The rows of the templates for `fn` at `x = n`, followed by `rest`. -/
def Template.rows (fn : Fn) (rest : List Row) : List Template → List Row
  | .nil => rest
  | .cons t l => .cons (t.row fn .zero) (rows fn rest l)

/-! ## Costs -/

/-- The total cost of the points at `x = 0`, in units. -/
def Cost.weight (c : Cost) : List Point → Nat
  | .nil => .zero
  | .cons q l => (weight c l).add (c.count q.offset q.mode)

/-- The number of points. -/
def Point.number : List Point → Nat
  | .nil => .zero
  | .cons _ l => (number l).succ

/-- The cost satisfies the template at `x = 0`. -/
def Template.costAtZero (c : Cost) (t : Template) : Bool :=
  Nat.ble (c.weight t.lesser) (c.weight t.greater)

/-- The cost satisfies the template at every `x`: it does at `x = 0`, and it grows no faster on
the smaller side. -/
def Template.costEverywhere (c : Cost) (t : Template) : Bool :=
  and (t.costAtZero c) (Nat.ble (Point.number t.lesser) (Point.number t.greater))

/-- The certificate of an obligation that needs none: a leaf without uses. -/
def Certificate.isEmpty : Certificate → Bool
  | .leaf scale uses =>
    match uses with
    | .nil => Nat.ble (.succ .zero) scale
    | .cons _ _ => false
  | .split _ _ _ => false
  | .case _ _ => false
  | .done => false

/-! ## The check -/

/-- Only `n = 0` is needed. -/
def Region.exact : Region → Bool
  | .fixed _ => true
  | .tail _ => false

/-- The offset of `x`. -/
def Region.base : Region → Nat
  | .fixed c => c
  | .tail r => r

/-- Only `f` is known to lie in the cone. -/
def Fn.onlyF : Fn → Bool
  | .f => true
  | .g => false
  | .h => false

/-- `f` and `g` are known to lie in the cone. -/
def Fn.fAndG : Fn → Bool
  | .f => true
  | .g => true
  | .h => false

/-- `f` and `h` are known to lie in the cone. -/
def Fn.fAndH : Fn → Bool
  | .f => true
  | .g => false
  | .h => true

/-- All listed events exist. -/
def Problem.hasEvents (p : Problem) : List Nat → Bool
  | .nil => true
  | .cons e l =>
    match nth p.events e with
    | .none => false
    | .some _ => hasEvents p l

/-- The certificate proves the task. -/
def Task.check (t : Task) (c : Certificate) : Bool := t.verify c .nil .none

/-- The task of `.routing`, for the template `q`. -/
def Task.ofRouting (p : Problem) (r : Region) (q : Template) : Task :=
  { problem := p, exact := r.exact, inCone := Fn.onlyF, routed := true, assumed := .nil,
    goal := q.row .g r.base }

/-- The task of `.event`. -/
def Task.ofEvent (p : Problem) (e : Nat) (r : Region) (q : Template) : Task :=
  { problem := p, exact := r.exact, inCone := Fn.onlyF, routed := false, assumed := .nil,
    goal := q.eventRow .f (p.eventList (.cons e .nil)) r.base }

/-- The task of `.closure`. -/
def Task.ofClosure (p : Problem) (q : Template) : Task :=
  { problem := p, exact := false, inCone := Fn.fAndH, routed := false, assumed := .nil,
    goal := q.sumRow }

/-- The task of `.claim`, for the claim `q`: the assumptions are what is given. -/
def Task.ofClaim (p : Problem) (q : Claim) : Task :=
  { problem := p, exact := false, inCone := Fn.onlyF, routed := false,
    assumed := Template.rows .f .nil q.given, goal := q.goal.row .f .zero }

/-- The task of `.reductionRouting`. -/
def Task.ofReductionRouting (p : Problem) (q : Template) : Task :=
  { problem := p, exact := true, inCone := Fn.onlyF, routed := true,
    assumed := Template.rows .f .nil p.reduction, goal := q.row .g .zero }

/-- The task of `.reductionRate`: the assumptions are the reduction inequalities for `f`, then for
`g`. -/
def Task.ofReductionRate (p : Problem) (es : List Nat) (q : Template) : Task :=
  { problem := p, exact := true, inCone := Fn.fAndG, routed := true,
    assumed := Template.rows .f (Template.rows .g .nil p.reduction) p.reduction,
    goal := q.eventRow .g (p.eventList es) .zero }

/-- **The checker.** -/
def check (p : Problem) (o : Obligation) (c : Certificate) : Bool :=
  match o with
  | .routing k r => testEntry p.templates k fun q => (Task.ofRouting p r q).check c
  | .event e k r =>
    and (p.hasEvents (.cons e .nil))
      (testEntry p.templates k fun q =>
        and (q.fits r.exact (p.eventList (.cons e .nil)) r.base) ((Task.ofEvent p e r q).check c))
  | .cost k => and c.isEmpty (testEntry p.templates k fun q => q.costEverywhere p.cost)
  | .closure k => testEntry p.templates k fun q => (Task.ofClosure p q).check c
  | .claim j => testEntry p.claims j fun q => (Task.ofClaim p q).check c
  | .reductionRouting j =>
    testEntry p.reduction j fun q => (Task.ofReductionRouting p q).check c
  | .reductionRate j es =>
    and (p.hasEvents es)
      (testEntry p.reduction j fun q =>
        and (q.fits true (p.eventList es) .zero) ((Task.ofReductionRate p es q).check c))
  | .reductionCost j => and c.isEmpty (testEntry p.reduction j fun q => q.costAtZero p.cost)
