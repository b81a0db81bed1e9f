prelude
import ProofCheck.Basis
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Ordered monoids

All inequalities of the project are stated for values in an `OrderedMonoid`: a commutative monoid
with a total preorder that addition respects and cancels.  Equality is not used; `a ~ b` means `a
<= b` and `b <= a`, and the algebraic laws are stated in that sense.  Every ordered abelian group
(the integers, the rationals, the reals) is an instance.
-/

noncomputable section

/-- A totally preordered commutative monoid with order-cancellative addition. -/
structure OrderedMonoid where
  /-- the values -/
  carrier : Type
  /-- neutral element -/
  zero : carrier
  /-- addition -/
  add : carrier → carrier → carrier
  /-- the order `a <= b` -/
  le : carrier → carrier → Prop
  /-- `a <= a` -/
  le_refl : ∀ a, le a a
  /-- `a <= b` and `b <= c` give `a <= c` -/
  le_trans : ∀ {a b c}, le a b → le b c → le a c
  /-- `a <= b` or `b <= a` -/
  le_total : ∀ a b, Or (le a b) (le b a)
  /-- `a + b <= b + a` -/
  add_comm : ∀ a b, le (add a b) (add b a)
  /-- `(a + b) + c <= a + (b + c)` -/
  add_assoc : ∀ a b c, le (add (add a b) c) (add a (add b c))
  /-- `a + 0 <= a` -/
  add_zero_le : ∀ a, le (add a zero) a
  /-- `a <= a + 0` -/
  le_add_zero : ∀ a, le a (add a zero)
  /-- `a <= b` gives `a + c <= b + c` -/
  add_mono : ∀ {a b} c, le a b → le (add a c) (add b c)
  /-- `a + c <= b + c` gives `a <= b` -/
  add_cancel : ∀ {a b} c, le (add a c) (add b c) → le a b

namespace OrderedMonoid

/-- `a ~ b`: each is at most the other. -/
def Same (S : OrderedMonoid) (a b : S.carrier) : Prop := And (S.le a b) (S.le b a)

/-- `a + (b + (c + ...))` for a nonempty list given by head and tail. -/
def totalFrom (S : OrderedMonoid) (a : S.carrier) : List S.carrier → S.carrier
  | .nil => a
  | .cons b l => S.add a (totalFrom S b l)

/-- The sum of a list; the sum of `[a]` is `a` itself, without a trailing zero. -/
def total (S : OrderedMonoid) : List S.carrier → S.carrier
  | .nil => S.zero
  | .cons a l => S.totalFrom a l

/-- `a + ... + a` with `k + 1` summands. -/
def timesFrom (S : OrderedMonoid) (a : S.carrier) : Nat → S.carrier
  | .zero => a
  | .succ k => S.add a (timesFrom S a k)

/-- `a + ... + a` with `k` summands: `k * a`. -/
def times (S : OrderedMonoid) (k : Nat) (a : S.carrier) : S.carrier :=
  match k with
  | .zero => S.zero
  | .succ k => S.timesFrom a k

variable {S : OrderedMonoid}

/-! ## The equivalence `~` -/

theorem Same.refl (a : S.carrier) : S.Same a a := And.intro (S.le_refl a) (S.le_refl a)

theorem Same.symm {a b : S.carrier} (h : S.Same a b) : S.Same b a := And.intro h.right h.left

theorem Same.trans {a b c : S.carrier} (h : S.Same a b) (k : S.Same b c) : S.Same a c :=
  And.intro (S.le_trans h.left k.left) (S.le_trans k.right h.right)

theorem Same.of_eq {a b : S.carrier} (h : Eq a b) : S.Same a b :=
  Eq.subst (motive := fun x => S.Same a x) h (Same.refl a)

/-- `~` may be replaced on both sides of an inequality. -/
theorem Same.le {a b c d : S.carrier} (h : S.Same a b) (k : S.Same c d) (hle : S.le b d) :
    S.le a c :=
  S.le_trans h.left (S.le_trans hle k.right)

/-- Inequalities between sums with the same values are the same. -/
theorem le_of_same {a b c d : S.carrier} (h : S.Same a b) (k : S.Same c d)
    (hle : S.le a c) : S.le b d := Same.le h.symm k.symm hle

/-! ## Sums of two and of four -/

theorem add_same_comm (a b : S.carrier) : S.Same (S.add a b) (S.add b a) :=
  And.intro (S.add_comm a b) (S.add_comm b a)

theorem add_zero_same (a : S.carrier) : S.Same (S.add a S.zero) a :=
  And.intro (S.add_zero_le a) (S.le_add_zero a)

theorem zero_add_same (a : S.carrier) : S.Same (S.add S.zero a) a :=
  (add_same_comm S.zero a).trans (add_zero_same a)

/-- `a <= b` and `c <= d` give `a + c <= b + d`. -/
theorem add_le {a b c d : S.carrier} (h : S.le a b) (k : S.le c d) : S.le (S.add a c) (S.add b d) :=
  S.le_trans (S.add_mono c h)
    (S.le_trans (S.add_comm b c) (S.le_trans (S.add_mono b k) (S.add_comm d b)))

theorem Same.add {a b c d : S.carrier} (h : S.Same a b) (k : S.Same c d) :
    S.Same (S.add a c) (S.add b d) :=
  And.intro (add_le h.left k.left) (add_le h.right k.right)

theorem add_same_assoc (a b c : S.carrier) : S.Same (S.add (S.add a b) c) (S.add a (S.add b c)) :=
  And.intro (S.add_assoc a b c)
    (S.le_trans (S.add_comm a (S.add b c))
      (S.le_trans (S.add_assoc b c a)
        (S.le_trans (S.add_comm b (S.add c a))
          (S.le_trans (S.add_assoc c a b) (S.add_comm c (S.add a b))))))

/-- `a + (b + c) ~ b + (a + c)`. -/
theorem add_left_comm (a b c : S.carrier) : S.Same (S.add a (S.add b c)) (S.add b (S.add a c)) :=
  (add_same_assoc a b c).symm.trans
    (((add_same_comm a b).add (Same.refl c)).trans (add_same_assoc b a c))

/-- `(a + b) + (c + d) ~ (a + c) + (b + d)`. -/
theorem add_swap (a b c d : S.carrier) :
    S.Same (S.add (S.add a b) (S.add c d)) (S.add (S.add a c) (S.add b d)) :=
  (add_same_assoc a b (S.add c d)).trans
    (((Same.refl a).add (add_left_comm b c d)).trans (add_same_assoc a c (S.add b d)).symm)

/-- `(a + b) + c ~ (a + c) + b`. -/
theorem add_right_comm (a b c : S.carrier) : S.Same (S.add (S.add a b) c) (S.add (S.add a c) b) :=
  (add_same_assoc a b c).trans
    (((Same.refl a).add (add_same_comm b c)).trans (add_same_assoc a c b).symm)

/-- Cancellation on the left. -/
theorem add_cancel_left {a b : S.carrier} (c : S.carrier) (h : S.le (S.add c a) (S.add c b)) :
    S.le a b :=
  S.add_cancel c (S.le_trans (S.add_comm a c) (S.le_trans h (S.add_comm c b)))

/-! ## Sums of lists -/

theorem total_cons (a : S.carrier) (l : List S.carrier) :
    S.Same (S.total (.cons a l)) (S.add a (S.total l)) :=
  match l with
  | .nil => (add_zero_same a).symm
  | .cons b l => Same.refl (S.add a (S.totalFrom b l))

/-! ## Multiples -/

theorem timesFrom_same (a : S.carrier) (k : Nat) :
    S.Same (S.timesFrom a k) (S.add a (S.times k a)) :=
  match k with
  | .zero => (add_zero_same a).symm
  | .succ k => Same.refl (S.add a (S.timesFrom a k))

/-- `(k + 1) a ~ a + k a`. -/
theorem times_succ (k : Nat) (a : S.carrier) :
    S.Same (S.times k.succ a) (S.add a (S.times k a)) := timesFrom_same a k

/-- `k a + l a ~ (l + k) a`. -/
theorem times_add (k l : Nat) (a : S.carrier) :
    S.Same (S.times (l.add k) a) (S.add (S.times k a) (S.times l a)) :=
  match k with
  | .zero => (zero_add_same (S.times l a)).symm
  | .succ k =>
    (times_succ (l.add k) a).trans
      (((Same.refl a).add (times_add k l a)).trans
        ((add_same_assoc a (S.times k a) (S.times l a)).symm.trans
          ((times_succ k a).symm.add (Same.refl (S.times l a)))))

/-- `(k + l) a ~ k a + l a`. -/
theorem times_join (k l : Nat) (a : S.carrier) :
    S.Same (S.times (k.add l) a) (S.add (S.times k a) (S.times l a)) :=
  (times_add l k a).trans (add_same_comm (S.times l a) (S.times k a))

/-- `a <= b` gives `k a <= k b`. -/
theorem times_le (k : Nat) {a b : S.carrier} (h : S.le a b) : S.le (S.times k a) (S.times k b) :=
  match k with
  | .zero => S.le_refl S.zero
  | .succ k => Same.le (times_succ k a) (times_succ k b) (add_le h (times_le k h))

theorem Same.times (k : Nat) {a b : S.carrier} (h : S.Same a b) :
    S.Same (S.times k a) (S.times k b) :=
  And.intro (times_le k h.left) (times_le k h.right)

/-- `k (a + b) ~ k a + k b`. -/
theorem times_distrib (k : Nat) (a b : S.carrier) :
    S.Same (S.times k (S.add a b)) (S.add (S.times k a) (S.times k b)) :=
  match k with
  | .zero => (add_zero_same S.zero).symm
  | .succ k =>
    (times_succ k (S.add a b)).trans
      (((Same.refl (S.add a b)).add (times_distrib k a b)).trans
        ((add_swap a b (S.times k a) (S.times k b)).trans
          ((times_succ k a).symm.add (times_succ k b).symm)))

/-- `k 0 ~ 0`. -/
theorem times_zero (k : Nat) : S.Same (S.times k S.zero) S.zero :=
  match k with
  | .zero => Same.refl S.zero
  | .succ k => (times_succ k S.zero).trans ((zero_add_same (S.times k S.zero)).trans (times_zero k))

/-- `k (l a) ~ l (k a)`. -/
theorem times_swap (k l : Nat) (a : S.carrier) :
    S.Same (S.times k (S.times l a)) (S.times l (S.times k a)) :=
  match k with
  | .zero => (times_zero l).symm
  | .succ k =>
    (times_succ k (S.times l a)).trans
      (((Same.refl (S.times l a)).add (times_swap k l a)).trans
        ((times_distrib l a (S.times k a)).symm.trans (Same.times l (times_succ k a).symm)))

/-- Division by a positive number: `(k + 1) a <= (k + 1) b` gives `a <= b`. -/
theorem times_cancel (k : Nat) {a b : S.carrier} (h : S.le (S.times k.succ a) (S.times k.succ b)) :
    S.le a b :=
  match S.le_total a b with
  | .inl hab => hab
  | .inr hba =>
    S.add_cancel (S.times k a)
      (Same.le (times_succ k a).symm (Same.refl (S.add b (S.times k a)))
        (S.le_trans h
          (S.le_trans (times_succ k b).left (add_le (S.le_refl b) (times_le k hba)))))

/-- A multiple of a nonnegative value is nonnegative. -/
theorem zero_le_times (k : Nat) {u : S.carrier} (h : S.le S.zero u) : S.le S.zero (S.times k u) :=
  S.le_trans (times_zero k).right (times_le k h)

end OrderedMonoid

/-! ## Scalings -/

/-- A scaling by a nonnegative factor (a rate, the discount): a monotone and additive map. -/
structure Scaling (S : OrderedMonoid) where
  /-- the map -/
  map : S.carrier → S.carrier
  /-- it is monotone -/
  mono : ∀ {a b}, S.le a b → S.le (map a) (map b)
  /-- it is additive -/
  additive : ∀ a b, S.Same (map (S.add a b)) (S.add (map a) (map b))

/-- The scaling by one. -/
def Scaling.identity (S : OrderedMonoid) : Scaling S where
  map := fun a => a
  mono := fun h => h
  additive := fun a b => OrderedMonoid.Same.refl (S.add a b)

namespace Scaling

variable {S : OrderedMonoid} (s : Scaling S)

theorem same {a b : S.carrier} (h : S.Same a b) : S.Same (s.map a) (s.map b) :=
  And.intro (s.mono h.left) (s.mono h.right)

/-- A scaling maps zero to zero. -/
theorem zero : S.Same (s.map S.zero) S.zero :=
  have h : S.Same (S.add (s.map S.zero) (s.map S.zero)) (S.add S.zero (s.map S.zero)) :=
    (s.additive S.zero S.zero).symm.trans
      ((s.same (OrderedMonoid.add_zero_same S.zero)).trans
        (OrderedMonoid.zero_add_same (s.map S.zero)).symm)
  And.intro (S.add_cancel (s.map S.zero) h.left) (S.add_cancel (s.map S.zero) h.right)

end Scaling
