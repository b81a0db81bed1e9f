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

/-- `a <= b` for integers. -/
def integerLe (a b : OrderedMonoid.integers.carrier) : Bool :=
  Nat.ble (Nat.add a.plus b.minus) (Nat.add b.plus a.minus)

theorem integerLe_sound {a b : OrderedMonoid.integers.carrier} (h : Eq (integerLe a b) true) :
    OrderedMonoid.integers.le a b := Nat.le_of_ble_eq_true h

theorem integerLe_complete {a b : OrderedMonoid.integers.carrier}
    (h : OrderedMonoid.integers.le a b) : Eq (integerLe a b) true := Nat.ble_eq_true_of_le h

/-- Entry number `p` of a list of integers; zero beyond its end. -/
def Whole.of (l : List Whole) (p : Nat) : Whole := (nth l p).getD { plus := .zero, minus := .zero }

/-- The values of the parameters from a list. -/
def valuesFrom (l : List Whole) (p : Nat) : OrderedMonoid.integers.carrier := (Whole.of l p).element

/-- The sum of multiples of integers, by multiplication of numbers. -/
def Whole.total (v : Nat → Whole) : List (Summand Nat) → Whole
  | .nil => { plus := .zero, minus := .zero }
  | .cons q l =>
    { plus := Nat.add (q.times.mul (v q.atom).plus) (total v l).plus,
      minus := Nat.add (q.times.mul (v q.atom).minus) (total v l).minus }

/-- `k a` is `k` times its parts. -/
theorem Whole.times (k : Nat) (a : Whole) :
    OrderedMonoid.integers.Same (OrderedMonoid.integers.times k a.element)
      (Whole.element { plus := k.mul a.plus, minus := k.mul a.minus }) :=
  match k with
  | .zero =>
    OrderedMonoid.Same.of_eq
      ((congrArg (fun p => Whole.element { plus := p, minus := .zero })
          (Nat.zero_mul a.plus).symm).trans
        (congrArg (fun m => Whole.element { plus := Nat.mul .zero a.plus, minus := m })
          (Nat.zero_mul a.minus).symm))
  | .succ k =>
    (OrderedMonoid.times_succ k a.element).trans
      ((OrderedMonoid.add_same_comm _ _).trans
        (((Whole.times k a).add (OrderedMonoid.Same.refl a.element)).trans
          (OrderedMonoid.Same.of_eq
            ((congrArg
                (fun p => Whole.element { plus := p, minus := Nat.add (k.mul a.minus) a.minus })
                (Nat.succ_mul k a.plus).symm).trans
              (congrArg (fun m => Whole.element { plus := k.succ.mul a.plus, minus := m })
                (Nat.succ_mul k a.minus).symm)))))

theorem Whole.total_sound (v : Nat → Whole) (l : List (Summand Nat)) :
    OrderedMonoid.integers.Same
      (Summand.total OrderedMonoid.integers (fun p => (v p).element) l) (Whole.total v l).element :=
  match l with
  | .nil => OrderedMonoid.Same.refl OrderedMonoid.integers.zero
  | .cons q l =>
    (Summand.total_cons (fun p => (v p).element) q l).trans
      ((Whole.times q.times (v q.atom)).add (total_sound v l))

/-- All assumptions hold at the given integers. -/
def allTrue (v : Nat → Whole) : List (Row Nat) → Bool
  | .nil => true
  | .cons r l =>
    and (integerLe (Whole.total v r.lesser).element (Whole.total v r.greater).element) (allTrue v l)

/-- The model is as assumed at the listed integers, and the unit is positive. -/
def holdsAt (m : Model) (l : List Whole) : Bool :=
  and (not (integerLe (valuesFrom l .zero) OrderedMonoid.integers.zero))
    (allTrue (Whole.of l) m.assumptions)

theorem allTrue_sound (v : Nat → Whole) (l : List (Row Nat)) (h : Eq (allTrue v l) true) :
    Each (Row.Holds OrderedMonoid.integers fun p => (v p).element) l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons r l, h =>
    And.intro
      (OrderedMonoid.le_of_same (Whole.total_sound v r.lesser).symm
        (Whole.total_sound v r.greater).symm (integerLe_sound (and_left h)))
      (allTrue_sound v l (and_right h))

/-- **Consistency.** -/
theorem consistent (m : Model) (l : List Whole)
    (h : Eq (m.holdsAt l) true) : m.Consistent :=
  Exists.intro { parameter := valuesFrom l, given := fun _ _ => OrderedMonoid.integers.zero }
    (And.intro
      { assumed := allTrue_sound (Whole.of l) m.assumptions (and_right h),
        known := fun j => each_zero OrderedMonoid.integers m.tops (m.known j) }
      (fun le => not_elim (and_left h) (integerLe_complete le)))

end Model
