prelude
import ProofCheck.Group
import ProofCheck.Instances
import ProofCheck.Discount
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Instances: the rational numbers, with chances and discount factors

Fractions of natural numbers are an ordered monoid, their differences an ordered group: the
rational numbers.  Multiplication by a fraction is a scaling.  So laws and discount factors exist.
-/

noncomputable section

/-- The fraction `num / (below + 1)`. -/
structure Fraction where
  num : Nat
  below : Nat

namespace Fraction

/-- The denominator. -/
abbrev den (a : Fraction) : Nat := a.below.succ

/-- `a / b <= c / d` means `a d <= c b`. -/
def le (a b : Fraction) : Prop := Nat.le (a.num.mul b.den) (b.num.mul a.den)

/-- `a / b + c / d = (a d + c b) / (b d)`. -/
def add (a b : Fraction) : Fraction where
  num := (a.num.mul b.den).add (b.num.mul a.den)
  below := (a.den.mul b.below).add a.below

/-- `0 / 1`. -/
def zero : Fraction := { num := .zero, below := .zero }

theorem le_refl (a : Fraction) : a.le a := Nat.le.refl

/-- Equal numerators and denominators. -/
theorem le_of_eq {a b : Fraction} (n : Eq a.num b.num) (d : Eq a.den b.den) : a.le b :=
  Eq.subst (motive := fun (z : Nat) => Nat.le (a.num.mul b.den) z)
    ((congrArg (fun (z : Nat) => z.mul b.den) n).trans (congrArg b.num.mul d.symm)) Nat.le.refl

theorem le_trans {a b c : Fraction} (h : a.le b) (k : b.le c) : a.le c :=
  have first : Nat.le ((a.num.mul c.den).mul b.den) ((b.num.mul c.den).mul a.den) :=
    Eq.subst (motive := fun (z : Nat) => Nat.le z ((b.num.mul c.den).mul a.den))
      (Nat.mul_right_comm a.num b.den c.den)
      (Eq.subst (motive := fun (z : Nat) => Nat.le ((a.num.mul b.den).mul c.den) z)
        (Nat.mul_right_comm b.num a.den c.den) (Nat.mul_le_mul_right c.den h))
  have second : Nat.le ((b.num.mul c.den).mul a.den) ((c.num.mul a.den).mul b.den) :=
    Eq.subst (motive := fun (z : Nat) => Nat.le ((b.num.mul c.den).mul a.den) z)
      (Nat.mul_right_comm c.num b.den a.den) (Nat.mul_le_mul_right a.den k)
  Nat.le_of_mul_le_mul_right b.below (Nat.le_trans first second)

theorem add_comm (a b : Fraction) : (a.add b).le (b.add a) :=
  le_of_eq (Nat.add_comm _ _) (Nat.mul_comm a.den b.den)

theorem add_assoc (a b c : Fraction) : ((a.add b).add c).le (a.add (b.add c)) :=
  have first : Eq ((a.num.mul b.den).mul c.den) (a.num.mul (b.den.mul c.den)) :=
    Nat.mul_assoc _ _ _
  have second : Eq ((b.num.mul a.den).mul c.den) ((b.num.mul c.den).mul a.den) :=
    Nat.mul_right_comm _ _ _
  have third : Eq (c.num.mul (a.den.mul b.den)) ((c.num.mul b.den).mul a.den) :=
    (congrArg c.num.mul (Nat.mul_comm a.den b.den)).trans (Nat.mul_assoc _ _ _).symm
  have left : Eq ((a.add b).add c).num
      (((a.num.mul (b.den.mul c.den)).add ((b.num.mul c.den).mul a.den)).add
        ((c.num.mul b.den).mul a.den)) :=
    (congrArg (fun (z : Nat) => z.add (c.num.mul (a.den.mul b.den)))
      ((Nat.right_distrib _ _ _).trans
        ((congrArg (fun (z : Nat) => z.add ((b.num.mul a.den).mul c.den)) first).trans
          (congrArg (a.num.mul (b.den.mul c.den)).add second)))).trans
      (congrArg (Nat.add _) third)
  have right : Eq (a.add (b.add c)).num
      ((a.num.mul (b.den.mul c.den)).add
        (((b.num.mul c.den).mul a.den).add ((c.num.mul b.den).mul a.den))) :=
    congrArg (a.num.mul (b.den.mul c.den)).add (Nat.right_distrib _ _ _)
  le_of_eq (left.trans ((Nat.add_assoc _ _ _).trans right.symm))
    (Nat.mul_assoc a.den b.den c.den)

/-- `(n d + m a) (b d) = (n b) (d d) + (m d) (a b)`. -/
theorem expand (n m a b d : Nat) :
    Eq (((n.mul d).add (m.mul a)).mul (b.mul d))
      (((n.mul b).mul (d.mul d)).add ((m.mul d).mul (a.mul b))) :=
  (Nat.right_distrib _ _ _).trans
    ((congrArg (fun (z : Nat) => z.add ((m.mul a).mul (b.mul d))) (Nat.mul_swap n d b d)).trans
      (congrArg (Nat.add _)
        ((congrArg (Nat.mul _) (Nat.mul_comm b d)).trans (Nat.mul_swap m a d b))))

/-- `a + c <= b + c`, term by term. -/
theorem add_le_iff (a b c : Fraction) :
    And (Eq ((a.add c).num.mul (b.add c).den)
        (((c.num.mul c.den).mul (a.den.mul b.den)).add
          ((a.num.mul b.den).mul (c.den.mul c.den))))
      (Eq ((b.add c).num.mul (a.add c).den)
        (((c.num.mul c.den).mul (a.den.mul b.den)).add
          ((b.num.mul a.den).mul (c.den.mul c.den)))) :=
  And.intro ((expand a.num c.num a.den b.den c.den).trans (Nat.add_comm _ _))
    ((expand b.num c.num b.den a.den c.den).trans
      ((Nat.add_comm _ _).trans
        (congrArg (fun (z : Nat) => z.add ((b.num.mul a.den).mul (c.den.mul c.den)))
          (congrArg (Nat.mul _) (Nat.mul_comm b.den a.den)))))

theorem add_mono {a b : Fraction} (c : Fraction) (h : a.le b) : (a.add c).le (b.add c) :=
  Eq.subst (motive := fun (z : Nat) => Nat.le z ((b.add c).num.mul (a.add c).den))
    (add_le_iff a b c).left.symm
    (Eq.subst (motive := fun (z : Nat) => Nat.le _ z) (add_le_iff a b c).right.symm
      (Nat.add_le_add_left _ (Nat.mul_le_mul_right (c.den.mul c.den) h)))

theorem add_cancel {a b : Fraction} (c : Fraction) (h : (a.add c).le (b.add c)) : a.le b :=
  Nat.le_of_mul_le_mul_right ((c.den.mul c.below).add c.below)
    (Nat.le_of_add_le_add_left ((c.num.mul c.den).mul (a.den.mul b.den))
      (Eq.subst (motive := fun (z : Nat) => Nat.le z _) (add_le_iff a b c).left
        (Eq.subst (motive := fun (z : Nat) => Nat.le _ z) (add_le_iff a b c).right h)))

/-- The zero changes neither numerator nor denominator. -/
theorem add_zero (a : Fraction) : And (Eq (a.add zero).num a.num) (Eq (a.add zero).den a.den) :=
  have one (n : Nat) : Eq (n.mul 1) n := Nat.zero_add n
  And.intro
    ((congrArg (fun (z : Nat) => z.add (Nat.mul .zero a.den)) (one a.num)).trans
      (congrArg a.num.add (Nat.zero_mul a.den)))
    (one a.den)

end Fraction

namespace OrderedMonoid

/-- The fractions of natural numbers: the nonnegative rational numbers. -/
def fractions : OrderedMonoid where
  carrier := Fraction
  zero := Fraction.zero
  add := Fraction.add
  le := Fraction.le
  le_refl := Fraction.le_refl
  le_trans := Fraction.le_trans
  le_total := fun a b => Nat.le_total (a.num.mul b.den) (b.num.mul a.den)
  add_comm := Fraction.add_comm
  add_assoc := Fraction.add_assoc
  add_zero_le := fun a => Fraction.le_of_eq (Fraction.add_zero a).left (Fraction.add_zero a).right
  le_add_zero := fun a =>
    Fraction.le_of_eq (Fraction.add_zero a).left.symm (Fraction.add_zero a).right.symm
  add_mono := Fraction.add_mono
  add_cancel := Fraction.add_cancel

/-- Formal differences have negatives. -/
def differencesGroup (S : OrderedMonoid) : OrderedGroup where
  values := differences S
  neg := fun a => { plus := a.minus, minus := a.plus }
  add_neg := differences_inverse

/-- **The rational numbers.** -/
def rationals : OrderedGroup := differencesGroup fractions

end OrderedMonoid

/-! ## Multiplication by a fraction -/

namespace Fraction

/-- `(p / (q + 1)) (n / d) = (p n) / (d (q + 1))`. -/
def times (p q : Nat) (a : Fraction) : Fraction where
  num := p.mul a.num
  below := (a.den.mul q).add a.below

/-- Equal cross products. -/
theorem le_of_cross {a b : Fraction} (h : Eq (a.num.mul b.den) (b.num.mul a.den)) : a.le b :=
  Eq.subst (motive := fun (z : Nat) => Nat.le (a.num.mul b.den) z) h Nat.le.refl

theorem same_of_cross {a b : Fraction} (h : Eq (a.num.mul b.den) (b.num.mul a.den)) :
    OrderedMonoid.fractions.Same a b :=
  And.intro (le_of_cross h) (le_of_cross h.symm)

theorem times_mono (p q : Nat) {a b : Fraction} (h : a.le b) : (times p q a).le (times p q b) :=
  have move (a b : Fraction) : Eq ((times p q a).num.mul (times p q b).den)
      ((a.num.mul b.den).mul (p.mul q.succ)) :=
    (Nat.mul_swap p a.num b.den q.succ).trans
      ((congrArg (fun (z : Nat) => z.mul (a.num.mul q.succ)) (Nat.mul_comm p b.den)).trans
        ((Nat.mul_swap b.den p a.num q.succ).trans
          (congrArg (fun (z : Nat) => z.mul (p.mul q.succ)) (Nat.mul_comm b.den a.num))))
  Eq.subst (motive := fun (z : Nat) => Nat.le z _) (move a b).symm
    (Eq.subst (motive := fun (z : Nat) => Nat.le _ z) (move b a).symm
      (Nat.mul_le_mul_right (p.mul q.succ) h))

/-- `(p/q) (a + b)` and `(p/q) a + (p/q) b` have the same cross products. -/
theorem times_cross (p q : Nat) (a b : Fraction) :
    Eq ((times p q (a.add b)).num.mul ((times p q a).add (times p q b)).den)
      (((times p q a).add (times p q b)).num.mul (times p q (a.add b)).den) :=
  let r := q.succ
  let sum := (a.num.mul b.den).add (b.num.mul a.den)
  -- the numerator on the right is (p sum) r
  have term (n d : Nat) : Eq ((p.mul n).mul (d.mul r)) ((p.mul (n.mul d)).mul r) :=
    (Nat.mul_assoc _ d r).symm.trans
      (congrArg (fun (z : Nat) => z.mul r) (Nat.mul_assoc p n d))
  have right : Eq ((times p q a).add (times p q b)).num ((p.mul sum).mul r) :=
    (congrArg (fun (z : Nat) => z.add ((p.mul b.num).mul (a.den.mul r))) (term a.num b.den)).trans
      ((congrArg (Nat.add _) (term b.num a.den)).trans
        ((Nat.right_distrib _ _ r).symm.trans
          (congrArg (fun (z : Nat) => z.mul r) (Nat.left_distrib p _ _).symm)))
  -- the denominators are ((a b) r) and (a r) (b r) = ((a b) r) r
  have below : Eq ((a.den.mul r).mul (b.den.mul r)) (r.mul ((a.den.mul b.den).mul r)) :=
    (Nat.mul_swap a.den r b.den r).trans
      ((Nat.mul_assoc _ r r).symm.trans (Nat.mul_comm _ r))
  (congrArg (Nat.mul (p.mul sum)) below).trans
    ((Nat.mul_assoc (p.mul sum) r ((a.den.mul b.den).mul r)).symm.trans
      (congrArg (fun (z : Nat) => z.mul ((a.den.mul b.den).mul r)) right.symm))

/-- **Multiplication by `p / (q + 1)` is a scaling** of the fractions. -/
def scaling (p q : Nat) : Scaling OrderedMonoid.fractions where
  map := times p q
  mono := times_mono p q
  additive := fun a b => same_of_cross (times_cross p q a b)

/-- Halves make a whole: `a / 2 + a / 2 = a`. -/
theorem halves (a : Fraction) :
    OrderedMonoid.fractions.Same ((times 1 1 a).add (times 1 1 a)) a :=
  let d := a.den
  have two (n : Nat) : Eq (n.mul 2) (n.add n) :=
    congrArg (fun (z : Nat) => z.add n) (Nat.zero_add n)
  have one : Eq (Nat.mul 1 a.num) a.num := (Nat.mul_comm 1 a.num).trans (Nat.zero_add a.num)
  -- (n 2d + n 2d) d = n (2d 2d)
  have sum : Eq ((times 1 1 a).add (times 1 1 a)).num ((a.num.mul (d.mul 2)).mul 2) :=
    (congrArg (fun (n : Nat) => (n.mul (d.mul 2)).add (n.mul (d.mul 2))) one).trans (two _).symm
  have below : Eq (((d.mul 2).mul 2).mul d) ((d.mul 2).mul (d.mul 2)) :=
    (Nat.mul_assoc (d.mul 2) 2 d).trans (congrArg (Nat.mul (d.mul 2)) (Nat.mul_comm 2 d))
  same_of_cross
    ((congrArg (fun (z : Nat) => z.mul d) sum).trans
      ((congrArg (fun (z : Nat) => z.mul d) (Nat.mul_assoc a.num (d.mul 2) 2)).trans
        ((Nat.mul_assoc a.num ((d.mul 2).mul 2) d).trans (congrArg a.num.mul below))))

end Fraction

/-- A scaling of the values is one of their formal differences. -/
def Scaling.onDifferences {S : OrderedMonoid} (s : Scaling S) :
    Scaling (OrderedMonoid.differences S) where
  map := fun a => { plus := s.map a.plus, minus := s.map a.minus }
  mono := fun {a b} h =>
    OrderedMonoid.Same.le (S := S) (s.additive a.plus b.minus).symm (s.additive b.plus a.minus).symm
      (s.mono h)
  additive := fun a b =>
    OrderedMonoid.differences_same (s.additive a.plus b.plus) (s.additive a.minus b.minus)

namespace Rational

open OrderedMonoid (rationals)

/-- The rational number `p / (q + 1)`. -/
def of (p q : Nat) : rationals.carrier :=
  OrderedMonoid.Difference.mk (S := OrderedMonoid.fractions) { num := p, below := q } Fraction.zero

/-- Multiplication by `p / (q + 1)`. -/
def scaling (p q : Nat) : Scaling rationals.values := (Fraction.scaling p q).onDifferences

/-- One is not at most zero. -/
theorem nontrivial : Not (rationals.le (of 1 0) rationals.zero) := Nat.not_succ_le_zero

/-- One half of a rational number. -/
abbrev half : Scaling rationals.values := scaling 1 1

/-- Two halves make a whole. -/
theorem halves (a : rationals.carrier) :
    rationals.Same (rationals.add (half.map a) (half.map a)) a :=
  OrderedMonoid.differences_same (Fraction.halves a.plus) (Fraction.halves a.minus)

/-- `1/2 <= 1`. -/
theorem half_atMostOne (a : rationals.carrier) (h : rationals.le rationals.zero a) :
    rationals.le (half.map a) a :=
  rationals.values.le_trans
    (rationals.values.le_trans (rationals.values.le_add_zero _)
      (OrderedMonoid.add_le (rationals.values.le_refl _) (half.nonnegative h)))
    (halves a).left

end Rational
