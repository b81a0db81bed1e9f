prelude
import ProofCheck.Numbers
import ProofCheck.Order
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Instances: naturals, differences, integers

The ordered monoids are not an empty notion.  The natural numbers are one; for every ordered
monoid the formal differences `plus - minus` are one in which every element has an inverse; the
differences of naturals are the integers.
-/

noncomputable section

namespace OrderedMonoid

/-- The natural numbers. -/
def naturals : OrderedMonoid where
  carrier := Nat
  zero := .zero
  add := Nat.add
  le := Nat.le
  le_refl := fun _ => Nat.le.refl
  le_trans := Nat.le_trans
  le_total := Nat.le_total
  add_comm := fun a b =>
    Eq.subst (motive := fun (x : Nat) => Nat.le (a.add b) x) (Nat.add_comm a b) Nat.le.refl
  add_assoc := fun a b c =>
    Eq.subst (motive := fun (x : Nat) => Nat.le ((a.add b).add c) x) (Nat.add_assoc a b c)
      Nat.le.refl
  add_zero_le := fun _ => Nat.le.refl
  le_add_zero := fun _ => Nat.le.refl
  add_mono := fun {a b} c h =>
    Eq.subst (motive := fun (x : Nat) => Nat.le x (b.add c)) (Nat.add_comm c a)
      (Eq.subst (motive := fun (x : Nat) => Nat.le (c.add a) x) (Nat.add_comm c b)
        (Nat.add_le_add_left c h))
  add_cancel := fun {a b} c h =>
    Nat.le_of_add_le_add_left c
      (Eq.subst (motive := fun (x : Nat) => Nat.le x (c.add b)) (Nat.add_comm a c)
        (Eq.subst (motive := fun (x : Nat) => Nat.le (a.add c) x) (Nat.add_comm b c) h))

/-- The naturals are not trivial: `1 <= 0` fails. -/
theorem naturals_nontrivial : Not (naturals.le (Nat.succ .zero) Nat.zero) := Nat.not_succ_le_zero

/-- A formal difference `plus - minus`. -/
structure Difference (S : OrderedMonoid) where
  plus : S.carrier
  minus : S.carrier

variable {S : OrderedMonoid}

/-- `(a + b) + (c + d) ~ (a + d) + (c + b)`. -/
theorem add_swap_right (a b c d : S.carrier) :
    S.Same (S.add (S.add a b) (S.add c d)) (S.add (S.add a d) (S.add c b)) :=
  ((Same.refl (S.add a b)).add (add_same_comm c d)).trans
    ((add_swap a b d c).trans ((Same.refl (S.add a d)).add (add_same_comm b c)))

/-- `a - a' <= b - b'` means `a + b' <= b + a'`. -/
def differences (S : OrderedMonoid) : OrderedMonoid where
  carrier := Difference S
  zero := { plus := S.zero, minus := S.zero }
  add := fun a b => { plus := S.add a.plus b.plus, minus := S.add a.minus b.minus }
  le := fun a b => S.le (S.add a.plus b.minus) (S.add b.plus a.minus)
  le_refl := fun a => S.le_refl (S.add a.plus a.minus)
  le_trans := fun {a b c} h k =>
    S.add_cancel (S.add b.plus b.minus)
      (Same.le
        (add_swap_right a.plus c.minus b.plus b.minus)
        ((add_swap_right c.plus a.minus b.plus b.minus).trans (add_same_comm _ _))
        (add_le h k))
  le_total := fun a b => S.le_total (S.add a.plus b.minus) (S.add b.plus a.minus)
  add_comm := fun a b => add_le (S.add_comm a.plus b.plus) (S.add_comm b.minus a.minus)
  add_assoc := fun a b c =>
    add_le (S.add_assoc a.plus b.plus c.plus) (add_same_assoc a.minus b.minus c.minus).right
  add_zero_le := fun a => add_le (S.add_zero_le a.plus) (S.le_add_zero a.minus)
  le_add_zero := fun a => add_le (S.le_add_zero a.plus) (S.add_zero_le a.minus)
  add_mono := fun {a b} c h =>
    Same.le (add_swap a.plus c.plus b.minus c.minus) (add_swap b.plus c.plus a.minus c.minus)
      (S.add_mono (S.add c.plus c.minus) h)
  add_cancel := fun {a b} c h =>
    S.add_cancel (S.add c.plus c.minus)
      (Same.le (add_swap a.plus b.minus c.plus c.minus) (add_swap b.plus a.minus c.plus c.minus) h)

/-- Differences are equivalent if their parts are. -/
theorem differences_same {a b : Difference S} (plus : S.Same a.plus b.plus)
    (minus : S.Same a.minus b.minus) : (differences S).Same a b :=
  And.intro (add_le plus.left minus.right) (add_le plus.right minus.left)

/-- The integers. -/
def integers : OrderedMonoid := differences naturals

/-- Every difference has an inverse: `(a - b) + (b - a) ~ 0`. -/
theorem differences_inverse (a : Difference S) :
    (differences S).Same ((differences S).add a { plus := a.minus, minus := a.plus })
      (differences S).zero :=
  have e : S.Same (S.add (S.add a.plus a.minus) S.zero) (S.add S.zero (S.add a.minus a.plus)) :=
    (add_zero_same _).trans ((add_same_comm _ _).trans (zero_add_same _).symm)
  And.intro e.left e.right

/-- The integers are not trivial, and they have negative elements: `0 <= -1` fails. -/
theorem integers_nontrivial :
    Not (integers.le integers.zero (Difference.mk (S := naturals) Nat.zero (Nat.succ .zero))) :=
  Nat.not_succ_le_zero

/-- `-1 <= 0`. -/
theorem integers_negative :
    integers.le (Difference.mk (S := naturals) Nat.zero (Nat.succ .zero)) integers.zero :=
  Nat.zero_le (Nat.succ .zero)

end OrderedMonoid
