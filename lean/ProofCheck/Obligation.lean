prelude
import ProofCheck.Problem
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Obligations: data and statement

An obligation names one of the finitely many statements that make up the invariance of a cone, its
claimed consequences and the reduction lemma.  `Obligation.Statement` is the statement itself, for
every ordered monoid and all functions; it refers to the problem, never to a certificate.
-/

noncomputable section

/-- The `x` for which an obligation states its inequality. -/
inductive Region where
  /-- `x = c` -/
  | fixed (c : Nat)
  /-- all `x >= r`, as `x = n + r` with `n` arbitrary -/
  | tail (r : Nat)

/-- `P x` for all `x` of the region. -/
def Region.All (P : Nat → Prop) : Region → Prop
  | .fixed c => P c
  | .tail r => ∀ n : Nat, P (n.add r)

/-- The obligations, by name. -/
inductive Obligation where
  /-- routing preserves template `k`, in a region -/
  | routing (k : Nat) (r : Region)
  /-- event `e` preserves template `k`, in a region -/
  | event (e k : Nat) (r : Region)
  /-- the cost satisfies template `k` -/
  | cost (k : Nat)
  /-- sums of scalings preserve template `k` -/
  | closure (k : Nat)
  /-- claim `j` follows from the cone -/
  | claim (j : Nat)
  /-- routing preserves reduction inequality `j` -/
  | reductionRouting (j : Nat)
  /-- the sum of the listed events preserves reduction inequality `j` -/
  | reductionRate (j : Nat) (events : List Nat)
  /-- the cost satisfies reduction inequality `j` -/
  | reductionCost (j : Nat)

/-- The values of several event operators at `(x, y)`. -/
def Event.sumValues (S : OrderedMonoid) (f : Nat → Nat → S.carrier) (x y : Nat) :
    List Event → List S.carrier
  | .nil => .nil
  | .cons e l => .cons (e.apply S f x y) (sumValues S f x y l)

/-- The sum of several event operators. -/
def Event.sum (S : OrderedMonoid) (es : List Event) (f : Nat → Nat → S.carrier) (x y : Nat) :
    S.carrier :=
  S.total (Event.sumValues S f x y es)

/-- The events with the given numbers. -/
def Problem.eventList (p : Problem) : List Nat → List Event
  | .nil => .nil
  | .cons e l => .cons (p.event e) (eventList p l)

/-- `s f + t h`. -/
def Scaling.combine {S : OrderedMonoid} (s t : Scaling S) (f h : Nat → Nat → S.carrier)
    (x y : Nat) : S.carrier :=
  S.add (s.map (f x y)) (t.map (h x y))

/-- What an obligation states. -/
def Obligation.Statement (p : Problem) : Obligation → Prop
  | .routing k r =>
    ∀ (S : OrderedMonoid) (f g : Nat → Nat → S.carrier),
      p.Cone S f → Routed S p.m f g → r.All fun x => (p.template k).Holds S g x
  | .event e k r =>
    ∀ (S : OrderedMonoid) (f : Nat → Nat → S.carrier),
      p.Cone S f → r.All fun x => (p.template k).Holds S ((p.event e).apply S f) x
  | .cost k =>
    ∀ (S : OrderedMonoid) (u : S.carrier),
      S.le S.zero u → ∀ x, (p.template k).Holds S (p.cost.apply S u) x
  | .closure k =>
    ∀ (S : OrderedMonoid) (s t : Scaling S) (f h : Nat → Nat → S.carrier),
      p.Cone S f → p.Cone S h → ∀ x, (p.template k).Holds S (s.combine t f h) x
  | .claim j =>
    ∀ (S : OrderedMonoid) (f : Nat → Nat → S.carrier),
      p.Cone S f → ∀ x, Template.AllHoldAt S f x (p.claim j).given → (p.claim j).goal.Holds S f x
  | .reductionRouting j =>
    ∀ (S : OrderedMonoid) (f g : Nat → Nat → S.carrier),
      p.Cone S f → p.Reduction S f → Routed S p.m f g →
        (Template.get p.reduction j).Holds S g .zero
  | .reductionRate j es =>
    ∀ (S : OrderedMonoid) (f g : Nat → Nat → S.carrier),
      p.Cone S f → p.Cone S g → p.Reduction S f → p.Reduction S g → Routed S p.m f g →
        (Template.get p.reduction j).Holds S (Event.sum S (p.eventList es) g) .zero
  | .reductionCost j =>
    ∀ (S : OrderedMonoid) (u : S.carrier),
      S.le S.zero u → (Template.get p.reduction j).Holds S (p.cost.apply S u) .zero
