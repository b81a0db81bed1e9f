prelude
import ProofCheck.Discount
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Model 2 for `beta <= 1/2`: Proposition 2 and Theorem 5

At a boundary state both actions are optimal for some subsidy.  Two policies begin there: one
probes now and one idles now, and both go on optimally.  Each has a discounted active time `A`
(slots in which it probes) and a discounted passive time `P` (slots in which it idles).  Every slot
is one or the other, so `A + P = T`, where `T = 1 + beta T` is the discounted length of all time,
`1 / (1 - beta)`.  Times multiply a subsidy, so they are scalings.  Under a subsidy `c` a policy
earns `r + P c`, where `r` is its reward.

*Proposition 2*: if the active time after probing is at least the active time after idling, then
idling stays optimal when the subsidy grows.  (In print the two policies are exchanged.
`NonVacuousIndex.lean` has times for which the printed order fails.)

*Theorem 5*: for `beta <= 1/2` this holds whatever the departures are.  The one that probes is
active now: `A >= 1`.  The one that idles is active from the next slot on at the earliest:
`A <= beta T`, and `beta T <= 1`.
-/

noncomputable section

/-- Discounted active and passive times of the two policies at a boundary state. -/
structure Times (S : OrderedMonoid) where
  /-- the discount factor -/
  beta : Scaling S
  /-- the discounted length of all time, `1 / (1 - beta)` -/
  all : Scaling S
  /-- the active time after probing -/
  activeProbing : Scaling S
  /-- the passive time after probing -/
  passiveProbing : Scaling S
  /-- the active time after idling -/
  activeIdling : Scaling S
  /-- the passive time after idling -/
  passiveIdling : Scaling S
  /-- `T = 1 + beta T` -/
  all_time : ∀ a, S.Same (all.map a) (S.add a (beta.map (all.map a)))
  /-- after probing, every slot is active or passive -/
  probing : ∀ a, S.Same (S.add (activeProbing.map a) (passiveProbing.map a)) (all.map a)
  /-- after idling, every slot is active or passive -/
  idling : ∀ a, S.Same (S.add (activeIdling.map a) (passiveIdling.map a)) (all.map a)

namespace Times

variable {S : OrderedMonoid} (t : Times S)

/-- The active time after probing is at least the active time after idling. -/
def ProbingIsMoreActive : Prop :=
  ∀ a, S.le S.zero a → S.le (t.activeIdling.map a) (t.activeProbing.map a)

/-- The passive time after idling is at least the passive time after probing. -/
def IdlingIsMorePassive : Prop :=
  ∀ a, S.le S.zero a → S.le (t.passiveProbing.map a) (t.passiveIdling.map a)

/-- **Slope**: passive times differ as active times do, `P_i - P_p = A_p - A_i`, written as
`P_i + A_i = P_p + A_p`. -/
theorem slope (a : S.carrier) :
    S.Same (S.add (t.passiveIdling.map a) (t.activeIdling.map a))
      (S.add (t.passiveProbing.map a) (t.activeProbing.map a)) :=
  ((OrderedMonoid.add_same_comm _ _).trans (t.idling a)).trans
    ((t.probing a).symm.trans (OrderedMonoid.add_same_comm _ _))

/-- More active after probing means more passive after idling. -/
theorem more_passive (h : t.ProbingIsMoreActive) : t.IdlingIsMorePassive :=
  fun a ha =>
    S.add_cancel (t.activeIdling.map a)
      (S.le_trans (OrderedMonoid.add_le (S.le_refl (t.passiveProbing.map a)) (h a ha))
        (t.slope a).right)

/-- **Proposition 2, with the policies in the right order.**  Let the active time after probing be
at least the active time after idling.  If idling earns no less than probing under the subsidy
`c`, it earns no less under `c + d`, `d >= 0`: `r_p + P_p c <= r_i + P_i c` gives
`r_p + P_p (c + d) <= r_i + P_i (c + d)`. -/
theorem idling_stays_optimal (h : t.ProbingIsMoreActive)
    {rewardProbing rewardIdling c d : S.carrier} (hd : S.le S.zero d)
    (here : S.le (S.add rewardProbing (t.passiveProbing.map c))
      (S.add rewardIdling (t.passiveIdling.map c))) :
    S.le (S.add rewardProbing (t.passiveProbing.map (S.add c d)))
      (S.add rewardIdling (t.passiveIdling.map (S.add c d))) :=
  have regroup (p : Scaling S) (r : S.carrier) :
      S.Same (S.add r (p.map (S.add c d))) (S.add (S.add r (p.map c)) (p.map d)) :=
    ((OrderedMonoid.Same.refl r).add (p.additive c d)).trans
      (OrderedMonoid.add_same_assoc r (p.map c) (p.map d)).symm
  OrderedMonoid.Same.le (regroup t.passiveProbing rewardProbing)
    (regroup t.passiveIdling rewardIdling) (OrderedMonoid.add_le here (t.more_passive h d hd))

/-- `beta <= 1/2`: twice the discounted value is no more than the value. -/
def AtMostHalf (beta : Scaling S) : Prop :=
  ∀ a, S.le S.zero a → S.le (S.add (beta.map a) (beta.map a)) a

/-- The policy that probes is active now: `A_p >= 1`. -/
def ProbesNow : Prop := ∀ a, S.le S.zero a → S.le a (t.activeProbing.map a)

/-- The policy that idles is active from the next slot on at the earliest: `A_i <= beta T`, that is
`A_i <= beta / (1 - beta)`. -/
def IdlesNow : Prop := ∀ a, S.le S.zero a → S.le (t.activeIdling.map a) (t.beta.map (t.all.map a))

/-- What makes a policy one that probes now: this slot is active, the rest is discounted. -/
theorem probesNow_of_rest (rest : Scaling S)
    (now : ∀ a, S.Same (t.activeProbing.map a) (S.add a (t.beta.map (rest.map a)))) : t.ProbesNow :=
  fun a ha =>
    S.le_trans (S.le_add_zero a)
      (S.le_trans
        (OrderedMonoid.add_le (S.le_refl a) (t.beta.nonnegative (rest.nonnegative ha)))
        (now a).right)

/-- What makes a policy one that idles now: this slot is passive, and of the rest, discounted, a
part is active and a part passive. -/
theorem idlesNow_of_rest (active passive : Scaling S)
    (rest : ∀ a, S.Same (S.add (active.map a) (passive.map a)) (t.all.map a))
    (now : ∀ a, S.Same (t.activeIdling.map a) (t.beta.map (active.map a))) : t.IdlesNow :=
  fun a ha =>
    have part : S.le (active.map a) (t.all.map a) :=
      S.le_trans (S.le_add_zero (active.map a))
        (S.le_trans (OrderedMonoid.add_le (S.le_refl _) (passive.nonnegative ha)) (rest a).left)
    S.le_trans (now a).left (t.beta.mono part)

/-- If `beta <= 1/2`, all time from the next slot on weighs no more than this slot: `beta T <= 1`.
-/
theorem later_at_most_now (half : AtMostHalf t.beta) {a : S.carrier} (ha : S.le S.zero a) :
    S.le (t.beta.map (t.all.map a)) a :=
  S.add_cancel (t.beta.map (t.all.map a))
    (S.le_trans (half (t.all.map a) (t.all.nonnegative ha)) (t.all_time a).left)

/-- **Theorem 5, the active times**: if `beta <= 1/2`, the active time after probing is at least the
active time after idling. -/
theorem active_time (half : AtMostHalf t.beta) (probes : t.ProbesNow) (idles : t.IdlesNow) :
    t.ProbingIsMoreActive :=
  fun a ha =>
    S.le_trans (idles a ha) (S.le_trans (t.later_at_most_now half ha) (probes a ha))

/-- **Theorem 5**: if `beta <= 1/2`, then idling, once it earns no less than probing, earns no less
under every larger subsidy. -/
theorem half_discount (half : AtMostHalf t.beta) (probes : t.ProbesNow) (idles : t.IdlesNow)
    {rewardProbing rewardIdling c d : S.carrier} (hd : S.le S.zero d)
    (here : S.le (S.add rewardProbing (t.passiveProbing.map c))
      (S.add rewardIdling (t.passiveIdling.map c))) :
    S.le (S.add rewardProbing (t.passiveProbing.map (S.add c d)))
      (S.add rewardIdling (t.passiveIdling.map (S.add c d))) :=
  t.idling_stays_optimal (t.active_time half probes idles) hd here

end Times
