prelude
import ProofCheck.Discount
import ProofCheck.Group
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Model 1: the index, and why it is monotone

A queue of size `K` was filled `tau` slots ago; `tau` is its age.  `E tau` is the expected backlog
left at age `tau`, and `E 0 = K`.  A probe at age `tau` earns `K - E tau` and fills the queue
again.  Idling for a slot earns a subsidy.  The subsidy at which the thresholds `tau - 1` and `tau`
are equally good is

    W(tau) = [ (1 - beta^tau) (K - E(tau-1)) - (beta - beta^tau) (K - E(tau)) ] / (1 - beta).

Here the division is carried out, `(1 - beta^n) / (1 - beta) = 1 + beta + ... + beta^(n-1)`, so
that nothing need be divided; `W_printed` is the formula above multiplied by `1 - beta`.

Values lie in an ordered group, the discount factor is a monotone additive map.  About `E` nothing
is assumed but what a theorem says: `Backlog.lean` proves that it is decreasing and convex, for
every departure law.
-/

noncomputable section

/-- A queue that is probed: its size, the expected backlog by age, the discount factor. -/
structure Probed (G : OrderedGroup) where
  /-- the size `K` -/
  K : G.carrier
  /-- the expected backlog `E tau` at age `tau` -/
  E : Nat → G.carrier
  /-- the discount factor -/
  beta : Scaling G.values

namespace Probed

variable {G : OrderedGroup} (q : Probed G)

/-- `W(tau)` for `tau >= 1`, as above:
`(1 + ... + beta^t) (K - E t) - beta (1 + ... + beta^(t-1)) (K - E(t+1))` for `tau = t + 1`.
There is no `W(0)`; it is set to zero. -/
def W : Nat → G.carrier
  | .zero => G.zero
  | .succ t =>
    G.sub ((q.beta.geometric t.succ).map (G.sub q.K (q.E t)))
      (q.beta.map ((q.beta.geometric t).map (G.sub q.K (q.E t.succ))))

/-- `E` is decreasing. -/
def Decreasing : Prop := ∀ tau : Nat, G.le (q.E tau.succ) (q.E tau)

/-- `E` is convex: the decrease `E tau - E(tau+1)` is non-increasing. -/
def Convex : Prop :=
  ∀ tau : Nat, G.le (G.sub (q.E tau.succ) (q.E tau.succ.succ)) (G.sub (q.E tau) (q.E tau.succ))

/-- `(1 - beta) a`. -/
def complement (a : G.carrier) : G.carrier := G.sub a (q.beta.map a)

/-- `(1 - beta^n) a`. -/
def complementPower (n : Nat) (a : G.carrier) : G.carrier := G.sub a ((q.beta.power n).map a)

/-! ## Identities -/

/-- `(1 - beta) (1 + ... + beta^(n-1)) = 1 - beta^n`. -/
theorem complement_geometric (n : Nat) (a : G.carrier) :
    G.Same (q.complement ((q.beta.geometric n).map a)) (q.complementPower n a) :=
  have h : G.Same (G.add ((q.beta.geometric n).map a) ((q.beta.power n).map a))
      (G.add a (q.beta.map ((q.beta.geometric n).map a))) := q.beta.telescope n a
  Linear.same_by
    (.cons ((q.beta.geometric n).map a) (.cons ((q.beta.power n).map a)
      (.cons a (.cons (q.beta.map ((q.beta.geometric n).map a)) .nil))))
    (.sub (.atom 0) (.atom 3)) (.sub (.atom 2) (.atom 1))
    (.add (.atom 0) (.atom 1)) (.add (.atom 2) (.atom 3)) rfl h

/-- `1 - beta` respects `~`. -/
theorem complement_same {a b : G.carrier} (h : G.Same a b) :
    G.Same (q.complement a) (q.complement b) :=
  OrderedGroup.sub_same h (q.beta.same h)

/-- `(1 - beta) (a - b) = (1 - beta) a - (1 - beta) b`. -/
theorem complement_sub (a b : G.carrier) :
    G.Same (q.complement (G.sub a b)) (G.sub (q.complement a) (q.complement b)) :=
  (OrderedGroup.sub_same (OrderedMonoid.Same.refl _) (q.beta.map_sub a b)).trans
    (Linear.same
      (.cons a (.cons b (.cons (q.beta.map a) (.cons (q.beta.map b) .nil))))
      (.sub (.sub (.atom 0) (.atom 1)) (.sub (.atom 2) (.atom 3)))
      (.sub (.sub (.atom 0) (.atom 2)) (.sub (.atom 1) (.atom 3))) rfl)

/-- `W(1) = 0`, because `E 0 = K`. -/
theorem W_first (full : G.Same (q.E 0) q.K) : G.Same (q.W 1) G.zero :=
  have none : G.Same (G.sub q.K (q.E 0)) G.zero :=
    (OrderedGroup.sub_same full.symm (OrderedMonoid.Same.refl (q.E 0))).trans
      (Linear.same (.cons (q.E 0) .nil) (.sub (.atom 0) (.atom 0)) .zero rfl)
  (OrderedGroup.sub_same
    (((q.beta.geometric 1).same none).trans (q.beta.geometric 1).zero) q.beta.zero).trans
    (Linear.same .nil (.sub .zero .zero) .zero rfl)

/-- A scaled decrease is a difference of scaled rewards:
`s (E i - E j) = s (K - E j) - s (K - E i)`. -/
theorem scaled_decrease (s : Scaling G.values) (i j : Nat) :
    G.Same (s.map (G.sub (q.E i) (q.E j)))
      (G.sub (s.map (G.sub q.K (q.E j))) (s.map (G.sub q.K (q.E i)))) :=
  (s.same (Linear.same (.cons q.K (.cons (q.E i) (.cons (q.E j) .nil)))
    (.sub (.atom 1) (.atom 2)) (.sub (.sub (.atom 0) (.atom 2)) (.sub (.atom 0) (.atom 1)))
    rfl)).trans (s.map_sub _ _)

/-- **The identity for `W(tau+1) - W(tau)`**, at `tau = t + 1`:
`(1 + ... + beta^(tau-1)) [ (E(tau-1) - E(tau)) - beta (E(tau) - E(tau+1)) ]`. -/
theorem W_step (t : Nat) :
    G.Same (G.sub (q.W t.succ.succ) (q.W t.succ))
      ((q.beta.geometric t.succ).map
        (G.sub (G.sub (q.E t) (q.E t.succ))
          (q.beta.map (G.sub (q.E t.succ) (q.E t.succ.succ))))) :=
  let s := q.beta.geometric t.succ
  let before := G.sub q.K (q.E t)
  let here := G.sub q.K (q.E t.succ)
  let after := G.sub q.K (q.E t.succ.succ)
  have later : G.Same (s.map (q.beta.map (G.sub (q.E t.succ) (q.E t.succ.succ))))
      (G.sub (q.beta.map (s.map after)) (q.beta.map (s.map here))) :=
    (q.beta.geometric_comm t.succ _).trans
      ((q.beta.same (q.scaled_decrease s t.succ t.succ.succ)).trans (q.beta.map_sub _ _))
  -- atoms: here, beta (1 + ... + beta^(t-1)) here, s before, beta s here, beta s after
  (Linear.same
    (.cons here (.cons (q.beta.map ((q.beta.geometric t).map here)) (.cons (s.map before)
      (.cons (q.beta.map (s.map here)) (.cons (q.beta.map (s.map after)) .nil)))))
    (.sub (.sub (.add (.atom 0) (.atom 3)) (.atom 4)) (.sub (.atom 2) (.atom 1)))
    (.sub (.sub (.add (.atom 0) (.atom 1)) (.atom 2)) (.sub (.atom 4) (.atom 3))) rfl).trans
    ((OrderedGroup.sub_same (q.scaled_decrease s t t.succ) later).symm.trans (s.map_sub _ _).symm)

/-- The printed form of `W`, at `tau = t + 1`:
`(1 - beta) W(tau) = (1 - beta^tau) (K - E(tau-1)) - (beta - beta^tau) (K - E(tau))`, with
`(beta - beta^tau) a` written as `beta (1 - beta^(tau-1)) a`. -/
theorem W_printed (t : Nat) :
    G.Same (q.complement (q.W t.succ))
      (G.sub (q.complementPower t.succ (G.sub q.K (q.E t)))
        (q.beta.map (q.complementPower t (G.sub q.K (q.E t.succ))))) :=
  have inner (a : G.carrier) : G.Same (q.complement (q.beta.map a)) (q.beta.map (q.complement a)) :=
    (q.beta.map_sub a (q.beta.map a)).symm
  (q.complement_sub _ _).trans
    (OrderedGroup.sub_same (q.complement_geometric t.succ _)
      ((inner _).trans (q.beta.same (q.complement_geometric t _))))

/-- The identity as printed, at `tau = t + 1`: `(1 - beta) (W(tau+1) - W(tau)) =
(1 - beta^tau) [ (E(tau-1) - E(tau)) - beta (E(tau) - E(tau+1)) ]`. -/
theorem W_step_printed (t : Nat) :
    G.Same (q.complement (G.sub (q.W t.succ.succ) (q.W t.succ)))
      (q.complementPower t.succ
        (G.sub (G.sub (q.E t) (q.E t.succ))
          (q.beta.map (G.sub (q.E t.succ) (q.E t.succ.succ))))) :=
  (q.complement_same (q.W_step t)).trans (q.complement_geometric t.succ _)

/-- The form that is stable near `K`, at `tau = t + 1`:
`K - W(tau) = E(tau-1) + beta (1 + ... + beta^(t-1)) (E(tau-1) - E(tau))`. -/
theorem W_shortfall (t : Nat) :
    G.Same (G.sub q.K (q.W t.succ))
      (G.add (q.E t) (q.beta.map ((q.beta.geometric t).map (G.sub (q.E t) (q.E t.succ))))) :=
  let s := q.beta.geometric t
  let before := G.sub q.K (q.E t)
  let here := G.sub q.K (q.E t.succ)
  -- atoms: K, E t, beta s before, beta s here; W(tau) = (before + beta s before) - beta s here
  (Linear.same
    (.cons q.K (.cons (q.E t) (.cons (q.beta.map (s.map before))
      (.cons (q.beta.map (s.map here)) .nil))))
    (.sub (.atom 0) (.sub (.add (.sub (.atom 0) (.atom 1)) (.atom 2)) (.atom 3)))
    (.add (.atom 1) (.sub (.atom 3) (.atom 2))) rfl).trans
    ((OrderedMonoid.Same.refl (q.E t)).add
      ((q.beta.same (q.scaled_decrease s t t.succ)).trans (q.beta.map_sub _ _)).symm)

/-! ## Monotonicity -/

/-- **The step is at least a decrease of `E`**: if `E` is convex, then, at `tau = t + 1`,
`W(tau+1) - W(tau) >= (1 - beta^tau) (E(tau) - E(tau+1))`. -/
theorem W_step_at_least (convex : q.Convex) (t : Nat) :
    G.le (q.complementPower t.succ (G.sub (q.E t.succ) (q.E t.succ.succ)))
      (G.sub (q.W t.succ.succ) (q.W t.succ)) :=
  let s := q.beta.geometric t.succ
  let decrease := G.sub (q.E t.succ) (q.E t.succ.succ)
  have scaled : G.Same (q.complementPower t.succ decrease)
      (s.map (G.sub decrease (q.beta.map decrease))) :=
    (q.complement_geometric t.succ decrease).symm.trans
      ((OrderedGroup.sub_same (OrderedMonoid.Same.refl _)
        (q.beta.geometric_comm t.succ decrease).symm).trans
        (s.map_sub decrease (q.beta.map decrease)).symm)
  OrderedMonoid.Same.le scaled (q.W_step t)
    (s.mono (OrderedGroup.sub_le (convex t) (G.values.le_refl (q.beta.map decrease))))

/-- **The index is monotone**: if `beta <= 1` and `E` is decreasing and convex, then
`W(tau) <= W(tau+1)` for all `tau >= 1` (`tau = t + 1`). -/
theorem W_monotone (discount : AtMostOne q.beta) (decreasing : q.Decreasing) (convex : q.Convex)
    (t : Nat) : G.le (q.W t.succ) (q.W t.succ.succ) :=
  let s := q.beta.geometric t.succ
  let decrease := G.sub (q.E t.succ) (q.E t.succ.succ)
  have positive : G.le G.zero decrease := OrderedGroup.zero_le_sub (decreasing t.succ)
  have small : G.le (q.beta.map decrease) (G.sub (q.E t) (q.E t.succ)) :=
    G.values.le_trans (discount decrease positive) (convex t)
  have step : G.le G.zero (s.map (G.sub (G.sub (q.E t) (q.E t.succ)) (q.beta.map decrease))) :=
    s.nonnegative (OrderedGroup.zero_le_sub small)
  OrderedGroup.le_of_zero_le_sub (G.values.le_trans step (q.W_step t).right)

end Probed
