prelude
import ProofCheck.PassiveSet
import ProofCheck.Fractions
import ProofCheck.HalfDiscount
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The index theorems speak about something; and two printed statements that fail

Over the rational numbers, with `beta = 1/2` and one departure with chance `1/2` in a queue of size
one: the index rises strictly, the subsidy `1/2` has the threshold 2, and a value function of the
threshold policy exists, so it solves Bellman's equation.  There are policies that satisfy all that
Theorem 5 asks for, with `beta = 1/2` exactly.

In the same queue `E(1) - E(0) = -1/2 < -1/4 = E(2) - E(1)`: Lemma 1 as printed, that `E(tau) -
E(tau-1)` is non-increasing, is false.  And Proposition 2 fails if its two policies are exchanged.
-/

noncomputable section

namespace NonVacuousIndex

open OrderedMonoid (rationals)
open Rational (half halves)

/-- One departure, or none, with chance `1/2` each. -/
def coin : Law rationals.values where
  none := half
  some := .cons half .nil
  sum := fun a =>
    ((OrderedMonoid.Same.refl (S := rationals.values) _).add (OrderedMonoid.add_zero_same _)).trans
      (halves a)

/-- One job. -/
def one : rationals.carrier := Rational.of 1 0

theorem one_nonnegative : rationals.le rationals.zero one := Nat.zero_le _

/-- A queue of size one, discounted by `1/2`. -/
def queue : Probed rationals := coin.queue half one 1

/-- A comparison of two rational numbers, decided by the kernel. -/
theorem decide {a b : Nat} (h : Eq (Nat.ble a b) true) : Nat.le a b := Nat.le_of_ble_eq_true h

/-- The refutation of a comparison, decided by the kernel. -/
theorem refute {a b : Nat} (le : Nat.le a b) (h : Eq (Nat.ble a b) false) : False :=
  Bool.false_ne_true (h.symm.trans (Nat.ble_eq_true_of_le le))

/-! ## Model 1 -/

/-- `W(2) = 3/8`. -/
theorem W_two : rationals.Same (queue.W 2) (Rational.of 3 7) :=
  And.intro (decide rfl) (decide rfl)

/-- `W(3) = 21/32`. -/
theorem W_three : rationals.Same (queue.W 3) (Rational.of 21 31) :=
  And.intro (decide rfl) (decide rfl)

/-- The index rises strictly: `W(2) <= W(1)` fails. -/
theorem index_rises : Not (rationals.le (queue.W 2) (queue.W 1)) :=
  fun le => refute le rfl

/-- The subsidy `1/2`. -/
def subsidy : rationals.carrier := Rational.of 1 1

/-- `W(2) <= 1/2 <= W(3)`: the threshold is 2. -/
theorem threshold : queue.Threshold subsidy 2 where
  above := decide rfl
  below := decide rfl

/-- The value of the policy that probes from age 2 on: `V(1) = 7/6`. -/
def value : Nat → rationals.carrier
  | .zero => rationals.add subsidy (half.map (Rational.of 7 5))
  | .succ .zero => Rational.of 7 5
  | .succ (.succ t) => queue.probing (Rational.of 7 5) t.succ.succ

theorem value_threshold : queue.ThresholdValue subsidy 2 value where
  late := fun tau late =>
    match tau, late with
    | .zero, late => (Nat.not_succ_le_zero late).elim
    | .succ .zero, late => (Nat.not_succ_le_zero (Nat.le_of_succ_le_succ late)).elim
    | .succ (.succ _), _ => OrderedMonoid.Same.refl (S := rationals.values) _
  early := fun tau early =>
    match tau, early with
    | .zero, _ => OrderedMonoid.Same.refl (S := rationals.values) _
    | .succ .zero, _ => And.intro (decide rfl) (decide rfl)
    | .succ (.succ _), early =>
      (Nat.not_succ_le_zero (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ early))).elim

/-- Bellman's equation has this solution. -/
theorem value_optimal : queue.Bellman subsidy value :=
  coin.threshold_optimal Rational.half_atMostOne one_nonnegative 1 threshold value_threshold

/-! ## Lemma 1 as printed -/

/-- Lemma 1 as printed, for values in `G`: for every law, `E(tau) - E(tau-1)` is non-increasing for
`tau >= 1` (`tau = t + 1`). -/
def PrintedLemma1 (G : OrderedGroup) : Prop :=
  ∀ (law : Law G.values) (u : G.carrier), G.le G.zero u → ∀ K t : Nat,
    G.le (G.sub (law.backlog u t.succ.succ K) (law.backlog u t.succ K))
      (G.sub (law.backlog u t.succ K) (law.backlog u t K))

/-- **It is false**, already over the rationals: `E(2) - E(1) = -1/4` is larger than
`E(1) - E(0) = -1/2`. -/
theorem printedLemma1_fails : Not (PrintedLemma1 rationals) :=
  fun h => refute (h coin one one_nonnegative 1 0) rfl

/-! ## Theorem 5 -/

/-- `1 + s`. -/
def onePlus (s : Scaling rationals.values) : Scaling rationals.values where
  map := fun a => rationals.add a (s.map a)
  mono := fun h => OrderedMonoid.add_le h (s.mono h)
  additive := fun a b =>
    ((OrderedMonoid.Same.refl (S := rationals.values) _).add (s.additive a b)).trans
      (OrderedMonoid.add_swap _ _ _ _)

/-- The scaling by one. -/
def unit : Scaling rationals.values := Scaling.identity rationals.values

/-- `1/2 + (1 + 1/2) = 1 + 1`. -/
theorem three_halves (a : rationals.carrier) :
    rationals.Same (rationals.add (half.map a) ((onePlus half).map a)) ((onePlus unit).map a) :=
  (OrderedMonoid.add_left_comm _ _ _).trans
    ((OrderedMonoid.Same.refl (S := rationals.values) a).add (halves a))

/-- With `beta = 1/2` all time weighs 2. -/
def horizon : Blocking.Horizon rationals.values where
  beta := half
  all := onePlus unit
  all_time := fun a =>
    (OrderedMonoid.Same.refl (S := rationals.values) a).add
      ((halves a).symm.trans (half.additive a a).symm)

theorem horizon_half : Blocking.AtMostHalf horizon.beta := fun a _ => (halves a).left

/-- A policy that probes in the first slot only, without reward: active 1, passive 1. -/
def probe : Blocking.Policy horizon where
  reward := rationals.zero
  active := unit
  passive := unit
  time := fun _ => OrderedMonoid.Same.refl (S := rationals.values) _

/-- A policy that probes in the second slot only, without reward: active 1/2, passive 3/2. -/
def idle : Blocking.Policy horizon where
  reward := rationals.zero
  active := half
  passive := onePlus half
  time := three_halves

theorem probe_probes : probe.ProbesNow := fun a _ => rationals.values.le_refl a

theorem idle_idles : idle.IdlesNow :=
  Blocking.Policy.idlesNow_of_rest probe
    (fun a => OrderedMonoid.Same.refl (S := rationals.values) (half.map a))

/-- Theorem 5 applies at `beta = 1/2` exactly: from the subsidy 0 on, idling stays optimal. -/
theorem idle_stays (c : rationals.carrier) (hc : rationals.le rationals.zero c) :
    rationals.le (probe.worth (rationals.add rationals.zero c))
      (idle.worth (rationals.add rationals.zero c)) :=
  Blocking.Policy.half_discount (Probing := fun (p : Blocking.Policy horizon) => Eq probe p)
    horizon_half
    (fun p (e : Eq probe p) =>
      Eq.subst (motive := fun (p : Blocking.Policy horizon) => p.ProbesNow) e probe_probes)
    idle_idles hc
    (fun p (e : Eq probe p) =>
      Eq.subst (motive := fun (p : Blocking.Policy horizon) =>
        rationals.le (p.worth rationals.zero) (idle.worth rationals.zero)) e (decide rfl))
    probe rfl

/-- And idling is strictly better under the subsidy 1. -/
theorem idle_strict : Not (rationals.le (idle.worth one) (probe.worth one)) :=
  fun le => refute le rfl

/-! ## Proposition 2 with its policies exchanged -/

/-- `a + a`. -/
def double (a : rationals.carrier) : rationals.carrier := rationals.add a a

/-- Twice, as a scaling. -/
def twice : Scaling rationals.values := onePlus unit

/-- `s` after `r`. -/
def after (s r : Scaling rationals.values) : Scaling rationals.values where
  map := fun a => s.map (r.map a)
  mono := fun h => s.mono (r.mono h)
  additive := fun a b => (s.same (r.additive a b)).trans (s.additive _ _)

/-- `1/2 + 1/4 = 3/4`. -/
def threeQuarters : Scaling rationals.values where
  map := fun a => rationals.add (half.map a) (half.map (half.map a))
  mono := fun h => OrderedMonoid.add_le (half.mono h) (half.mono (half.mono h))
  additive := fun a b =>
    ((half.additive a b).add ((half.same (half.additive a b)).trans (half.additive _ _))).trans
      (OrderedMonoid.add_swap _ _ _ _)

/-- Half of twice is once. -/
theorem half_twice (a : rationals.carrier) : rationals.Same (half.map (double a)) a :=
  (half.additive a a).trans (halves a)

/-- `3/4` of 4 is `2 + 1`. -/
theorem threeQuarters_four (a : rationals.carrier) :
    rationals.Same (threeQuarters.map (double (double a))) (rationals.add (double a) a) :=
  (half_twice (double a)).add ((half.same (half_twice (double a))).trans (half_twice a))

/-- `4 = 1 + (2 + 1)`. -/
theorem four (a : rationals.carrier) :
    rationals.Same (double (double a)) (rationals.add a (rationals.add (double a) a)) :=
  (OrderedMonoid.add_same_assoc a a (double a)).trans
    ((OrderedMonoid.Same.refl (S := rationals.values) a).add (OrderedMonoid.add_same_comm _ _))

/-- With `beta = 3/4` all time weighs 4. -/
def longHorizon : Blocking.Horizon rationals.values where
  beta := threeQuarters
  all := after twice twice
  all_time := fun a =>
    (four a).trans
      ((OrderedMonoid.Same.refl (S := rationals.values) a).add (threeQuarters_four a).symm)

/-- `2 + 1`, as a scaling. -/
def thrice : Scaling rationals.values where
  map := fun a => rationals.add (double a) a
  mono := fun h => OrderedMonoid.add_le (OrderedMonoid.add_le h h) h
  additive := fun a b =>
    ((twice.additive a b).add (OrderedMonoid.Same.refl _)).trans
      (OrderedMonoid.add_swap _ _ _ _)

/-- A policy that probes in the first slot only: active 1, passive 3. -/
def probeOnce : Blocking.Policy longHorizon where
  reward := rationals.zero
  active := unit
  passive := thrice
  time := fun a => (four a).symm

/-- A policy that idles in the first slot only: active 3, passive 1. -/
def idleOnce : Blocking.Policy longHorizon where
  reward := rationals.zero
  active := thrice
  passive := unit
  time := fun a => (OrderedMonoid.add_same_comm _ _).trans (four a).symm

theorem probeOnce_probes : probeOnce.ProbesNow := fun a _ => rationals.values.le_refl a

theorem idleOnce_idles : idleOnce.IdlesNow := fun a _ => (threeQuarters_four a).right

theorem probeOnce_lessActive : Blocking.Policy.NoMoreActive probeOnce idleOnce := fun a ha =>
  rationals.values.le_trans (OrderedMonoid.zero_add_same (S := rationals.values) a).right
    (OrderedMonoid.add_le
      (rationals.values.le_trans ha
        (rationals.values.le_trans (rationals.values.le_add_zero a)
          (OrderedMonoid.add_le (rationals.values.le_refl a) ha)))
      (rationals.values.le_refl a))

/-- Proposition 2 with its two policies exchanged, for values in `S`: `i`, which idles now and is no
*less* active than `p`, which probes now, stays better. -/
def ExchangedProposition2 (S : OrderedMonoid) : Prop :=
  ∀ (h : Blocking.Horizon S) (p i : Blocking.Policy h),
    p.ProbesNow → i.IdlesNow → Blocking.Policy.NoMoreActive p i →
      ∀ c d : S.carrier, S.le S.zero d →
        S.le (p.worth c) (i.worth c) → S.le (p.worth (S.add c d)) (i.worth (S.add c d))

/-- **It is false**, already over the rationals: without a subsidy both earn nothing, and under the
subsidy 1 probing once earns 3, idling once 1. -/
theorem exchangedProposition2_fails : Not (ExchangedProposition2 rationals.values) :=
  fun h =>
    refute
      (h longHorizon probeOnce idleOnce probeOnce_probes idleOnce_idles
        probeOnce_lessActive rationals.zero one one_nonnegative (decide rfl)) rfl

end NonVacuousIndex
