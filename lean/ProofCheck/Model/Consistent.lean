prelude
import ProofCheck.Instances
import ProofCheck.Model.Step
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The assumptions of a model can be satisfied

A theorem about parameters that cannot exist says nothing.  Here integers are shown at which all
assumptions hold, with parameter `0`, the unit, positive.  The inequalities known of the given
functions hold for the function `0`.
-/

noncomputable section

namespace Model

/-- There are parameters and given functions as the model assumes, in the integers, with a
positive unit. -/
def Consistent (m : Model) : Prop :=
  Exists fun (w : World OrderedMonoid.integers) =>
    And (m.Admits OrderedMonoid.integers w)
      (Not (OrderedMonoid.integers.le (w.parameter .zero) OrderedMonoid.integers.zero))

/-- The integer `plus - minus`. -/
structure Whole where
  plus : Nat
  minus : Nat

/-- The integer as an element of the ordered monoid of integers. -/
def Whole.element (a : Whole) : OrderedMonoid.integers.carrier :=
  OrderedMonoid.Difference.mk (S := OrderedMonoid.naturals) a.plus a.minus

/-- The values of the parameters from a list; zero beyond its end. -/
def valuesFrom (l : List Whole) (p : Nat) : OrderedMonoid.integers.carrier :=
  ((nth l p).getD { plus := .zero, minus := .zero }).element

/-- `a <= b` for integers. -/
def integerLe (a b : OrderedMonoid.integers.carrier) : Bool :=
  Nat.ble (Nat.add a.plus b.minus) (Nat.add b.plus a.minus)

theorem integerLe_sound {a b : OrderedMonoid.integers.carrier} (h : Eq (integerLe a b) true) :
    OrderedMonoid.integers.le a b := Nat.le_of_ble_eq_true h

theorem integerLe_complete {a b : OrderedMonoid.integers.carrier}
    (h : OrderedMonoid.integers.le a b) : Eq (integerLe a b) true := Nat.ble_eq_true_of_le h

/-- All assumptions hold at the given integers. -/
def allTrue (v : Nat → OrderedMonoid.integers.carrier) : List (Row Nat) → Bool
  | .nil => true
  | .cons r l =>
    and
      (integerLe (Summand.total OrderedMonoid.integers v r.lesser)
        (Summand.total OrderedMonoid.integers v r.greater))
      (allTrue v l)

/-- The model is as assumed at the listed integers, and the unit is positive. -/
def holdsAt (m : Model) (l : List Whole) : Bool :=
  and (not (integerLe (valuesFrom l .zero) OrderedMonoid.integers.zero))
    (allTrue (valuesFrom l) m.assumptions)

theorem allTrue_sound (v : Nat → OrderedMonoid.integers.carrier) (l : List (Row Nat))
    (h : Eq (allTrue v l) true) : Each (Row.Holds OrderedMonoid.integers v) l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons _ l, h => And.intro (integerLe_sound (and_left h)) (allTrue_sound v l (and_right h))

/-- **Consistency.** -/
theorem consistent (m : Model) (l : List Whole)
    (h : Eq (m.holdsAt l) true) : m.Consistent :=
  Exists.intro { parameter := valuesFrom l, given := fun _ _ => OrderedMonoid.integers.zero }
    (And.intro
      { assumed := allTrue_sound (valuesFrom l) m.assumptions (and_right h),
        known := fun j => each_zero OrderedMonoid.integers m.tops (m.known j) }
      (fun le => not_elim (and_left h) (integerLe_complete le)))

end Model
