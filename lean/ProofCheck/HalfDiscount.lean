prelude
import ProofCheck.Discount
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Model 2 for `beta <= 1/2`: Proposition 2 and Theorem 5

A policy has a discounted reward `r`, a discounted active time `A` (slots in which it probes) and a
discounted passive time `P` (slots in which it idles).  Every slot is one or the other, so
`A + P = T`, where `T = 1 + beta T` is the discounted length of all time, `1 / (1 - beta)`.  Times
multiply a subsidy, so they are scalings.  Under a subsidy `c` a policy earns `r + P c`.

*Proposition 2*: if a policy that probes now has at least the active time of one that idles now,
and earns no more under some subsidy, it earns no more under every larger one.  (In print the two
policies are exchanged; `NonVacuousIndex.lean` has times for which that fails.)

*Theorem 5*: for `beta <= 1/2` every policy that probes now has at least the active time of every
policy that idles now, whatever the departures are: the first is active in this slot, `A >= 1`; the
second in the next one at the earliest, `A <= beta T`, and `beta T <= 1`.  So where idling is
optimal under a subsidy, it is optimal under every larger one: the arm is indexable.  Neither the
form of the optimal policy nor derivatives in the subsidy are used.
-/

noncomputable section

namespace Blocking

/-- Discounted time. -/
structure Horizon (S : OrderedMonoid) where
  /-- the discount factor -/
  beta : Scaling S
  /-- the discounted length `T` of all time, `1 / (1 - beta)` -/
  all : Scaling S
  /-- `T = 1 + beta T` -/
  all_time : ∀ a, S.Same (all.map a) (S.add a (beta.map (all.map a)))

/-- A policy, from a given state on: what it earns and how it spends its time.  Which policies a
model has is not said here: the theorems hold for any. -/
structure Policy {S : OrderedMonoid} (h : Horizon S) where
  /-- the discounted reward `r`, without subsidies -/
  reward : S.carrier
  /-- the discounted active time `A` -/
  active : Scaling S
  /-- the discounted passive time `P` -/
  passive : Scaling S
  /-- every slot is active or passive: `A + P = T` -/
  time : ∀ a, S.Same (S.add (active.map a) (passive.map a)) (h.all.map a)

/-- `beta <= 1/2`: twice the discounted value is no more than the value. -/
def AtMostHalf {S : OrderedMonoid} (beta : Scaling S) : Prop :=
  ∀ a, S.le S.zero a → S.le (S.add (beta.map a) (beta.map a)) a

/-- If `beta <= 1/2`, all time from the next slot on weighs no more than this slot: `beta T <= 1`.
-/
theorem Horizon.later_at_most_now {S : OrderedMonoid} (h : Horizon S) (half : AtMostHalf h.beta)
    {a : S.carrier} (ha : S.le S.zero a) : S.le (h.beta.map (h.all.map a)) a :=
  S.add_cancel (h.beta.map (h.all.map a))
    (S.le_trans (half (h.all.map a) (h.all.nonnegative ha)) (h.all_time a).left)

namespace Policy

variable {S : OrderedMonoid} {h : Horizon S}

/-- What the policy earns under the subsidy `c`: `r + P c`. -/
def worth (p : Policy h) (c : S.carrier) : S.carrier := S.add p.reward (p.passive.map c)

/-- `i` is no more active than `p`: `A_i <= A_p`. -/
def NoMoreActive (i p : Policy h) : Prop :=
  ∀ a, S.le S.zero a → S.le (i.active.map a) (p.active.map a)

/-- **Slope**: passive times differ as active times do, `P_i - P_p = A_p - A_i`, written as
`P_i + A_i = P_p + A_p`. -/
theorem slope (p i : Policy h) (a : S.carrier) :
    S.Same (S.add (i.passive.map a) (i.active.map a)) (S.add (p.passive.map a) (p.active.map a)) :=
  ((OrderedMonoid.add_same_comm _ _).trans (i.time a)).trans
    ((p.time a).symm.trans (OrderedMonoid.add_same_comm _ _))

/-- No more active means no less passive. -/
theorem no_less_passive {p i : Policy h} (more : NoMoreActive i p) {a : S.carrier}
    (ha : S.le S.zero a) : S.le (p.passive.map a) (i.passive.map a) :=
  S.add_cancel (i.active.map a)
    (S.le_trans (OrderedMonoid.add_le (S.le_refl (p.passive.map a)) (more a ha))
      (slope p i a).right)

/-- **Proposition 2, with the policies in the right order.**  If `i` is no more active than `p` and
earns no less under the subsidy `c`, it earns no less under `c + d`, `d >= 0`. -/
theorem stays_better {p i : Policy h} (more : NoMoreActive i p) {c d : S.carrier}
    (hd : S.le S.zero d) (here : S.le (p.worth c) (i.worth c)) :
    S.le (p.worth (S.add c d)) (i.worth (S.add c d)) :=
  have regroup (p : Policy h) :
      S.Same (p.worth (S.add c d)) (S.add (p.worth c) (p.passive.map d)) :=
    ((OrderedMonoid.Same.refl p.reward).add (p.passive.additive c d)).trans
      (OrderedMonoid.add_same_assoc p.reward (p.passive.map c) (p.passive.map d)).symm
  OrderedMonoid.Same.le (regroup p) (regroup i)
    (OrderedMonoid.add_le here (no_less_passive more hd))

/-- The policy probes now, so this slot is active: `A >= 1`. -/
def ProbesNow (p : Policy h) : Prop := ∀ a, S.le S.zero a → S.le a (p.active.map a)

/-- The policy idles now, so it is active from the next slot on at the earliest: `A <= beta T`, that
is `A <= beta / (1 - beta)`. -/
def IdlesNow (i : Policy h) : Prop :=
  ∀ a, S.le S.zero a → S.le (i.active.map a) (h.beta.map (h.all.map a))

/-- A policy whose active time is this slot and, discounted, a later active time, probes now. -/
theorem probesNow_of_rest {p : Policy h} (later : Scaling S)
    (now : ∀ a, S.Same (p.active.map a) (S.add a (h.beta.map (later.map a)))) : p.ProbesNow :=
  fun a ha =>
    S.le_trans (S.le_add_zero a)
      (S.le_trans
        (OrderedMonoid.add_le (S.le_refl a) (h.beta.nonnegative (later.nonnegative ha)))
        (now a).right)

/-- A policy whose active time is, discounted, that of a policy from the next slot on, idles now. -/
theorem idlesNow_of_rest {i : Policy h} (rest : Policy h)
    (now : ∀ a, S.Same (i.active.map a) (h.beta.map (rest.active.map a))) : i.IdlesNow :=
  fun a ha =>
    have part : S.le (rest.active.map a) (h.all.map a) :=
      S.le_trans (S.le_add_zero (rest.active.map a))
        (S.le_trans (OrderedMonoid.add_le (S.le_refl _) (rest.passive.nonnegative ha))
          (rest.time a).left)
    S.le_trans (now a).left (h.beta.mono part)

/-- **Theorem 5, the active times**: if `beta <= 1/2`, whoever idles now is no more active than
whoever probes now. -/
theorem active_time (half : AtMostHalf h.beta) {p i : Policy h} (probes : p.ProbesNow)
    (idles : i.IdlesNow) : NoMoreActive i p :=
  fun a ha => S.le_trans (idles a ha) (S.le_trans (h.later_at_most_now half ha) (probes a ha))

/-- **Theorem 5: indexable for `beta <= 1/2`.**  Let `Probing` be the policies that probe now, from
some state on, and `i` one that idles now.  If `i` earns no less than all of them under the subsidy
`c`, it earns no less than all of them under `c + d`, `d >= 0`.  So where idling is optimal, it
stays optimal as the subsidy grows. -/
theorem half_discount (half : AtMostHalf h.beta) {Probing : Policy h → Prop}
    (probes : ∀ p, Probing p → p.ProbesNow) {i : Policy h} (idles : i.IdlesNow)
    {c d : S.carrier} (hd : S.le S.zero d)
    (optimal : ∀ p, Probing p → S.le (p.worth c) (i.worth c)) :
    ∀ p, Probing p → S.le (p.worth (S.add c d)) (i.worth (S.add c d)) :=
  fun p hp => stays_better (active_time half (probes p hp) idles) hd (optimal p hp)

end Policy

end Blocking
