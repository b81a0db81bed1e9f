prelude
import ProofCheck.Order
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Discounting: powers of a factor and their sums

A discount factor `beta` is a `Scaling`.  Its powers are scalings, and so are the sums
`1 + beta + ... + beta^(n-1)`, which papers write `(1 - beta^n) / (1 - beta)`.  Nothing is divided
here; `Scaling.telescope` is the reason why the two are the same.
-/

noncomputable section

namespace Scaling

variable {S : OrderedMonoid} (s : Scaling S)

/-- `s^n`: scaling `n` times. -/
def power : Nat → Scaling S
  | .zero => Scaling.identity S
  | .succ n =>
    { map := fun a => s.map ((power n).map a)
      mono := fun h => s.mono ((power n).mono h)
      additive := fun a b =>
        (s.same ((power n).additive a b)).trans (s.additive ((power n).map a) ((power n).map b)) }

/-- `1 + s + ... + s^(n-1)`; zero for `n = 0`. -/
def geometric : Nat → Scaling S
  | .zero =>
    { map := fun _ => S.zero
      mono := fun _ => S.le_refl S.zero
      additive := fun _ _ => (OrderedMonoid.zero_add_same S.zero).symm }
  | .succ n =>
    { map := fun a => S.add a (s.map ((geometric n).map a))
      mono := fun h => OrderedMonoid.add_le h (s.mono ((geometric n).mono h))
      additive := fun a b =>
        ((OrderedMonoid.Same.refl (S.add a b)).add
          ((s.same ((geometric n).additive a b)).trans (s.additive _ _))).trans
          (OrderedMonoid.add_swap a b _ _) }

/-- `s^n s = s s^n`. -/
theorem power_comm (n : Nat) (a : S.carrier) :
    S.Same ((s.power n).map (s.map a)) (s.map ((s.power n).map a)) :=
  match n with
  | .zero => OrderedMonoid.Same.refl (s.map a)
  | .succ n => s.same (power_comm n a)

/-- `(1 + ... + s^(n-1)) s = s (1 + ... + s^(n-1))`. -/
theorem geometric_comm (n : Nat) (a : S.carrier) :
    S.Same ((s.geometric n).map (s.map a)) (s.map ((s.geometric n).map a)) :=
  match n with
  | .zero => s.zero.symm
  | .succ n =>
    ((OrderedMonoid.Same.refl (s.map a)).add (s.same (geometric_comm n a))).trans
      (s.additive a (s.map ((s.geometric n).map a))).symm

/-- `(1 + ... + s^(n-1)) + s^n = 1 + ... + s^n`. -/
theorem telescope (n : Nat) (a : S.carrier) :
    S.Same (S.add ((s.geometric n).map a) ((s.power n).map a)) ((s.geometric n.succ).map a) :=
  match n with
  | .zero =>
    (OrderedMonoid.zero_add_same a).trans
      ((OrderedMonoid.add_zero_same a).symm.trans ((OrderedMonoid.Same.refl a).add s.zero.symm))
  | .succ n =>
    (OrderedMonoid.add_same_assoc a (s.map ((s.geometric n).map a))
        (s.map ((s.power n).map a))).trans
      ((OrderedMonoid.Same.refl a).add
        ((s.additive _ _).symm.trans (s.same (telescope n a))))

/-- A scaling of a nonnegative value is nonnegative. -/
theorem nonnegative {a : S.carrier} (h : S.le S.zero a) : S.le S.zero (s.map a) :=
  S.le_trans s.zero.right (s.mono h)

end Scaling

/-- `beta <= 1`: no nonnegative value grows. -/
def AtMostOne {S : OrderedMonoid} (beta : Scaling S) : Prop :=
  ∀ a, S.le S.zero a → S.le (beta.map a) a
