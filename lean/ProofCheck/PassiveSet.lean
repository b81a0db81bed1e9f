prelude
import ProofCheck.AgeThreshold
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Model 1: where idling is optimal, and that these ages grow with the subsidy

`AgeThreshold.lean` shows that thresholds rise.  Here the ages at which idling is optimal are
named, ties included: under the subsidy `c` they are exactly the ages `tau` with `W(tau+1) <= c`
(`Law.passive_exactly`).  So `W(tau+1)` is the Whittle index of age `tau`, and no age leaves the
set as the subsidy grows (`Law.indexable`).

That the policy has a value is one equation for `v = V(1)` (`ThresholdValue.of_solution`); over the
real numbers it is solved by division by `1 - beta^s`.
-/

noncomputable section

namespace Probed

variable {G : OrderedGroup} (q : Probed G)

/-- Idling is optimal at age `tau`, ties included, if `V` solves Bellman's equation:
`V(tau) = c + beta V(tau+1)`. -/
def Passive (c : G.carrier) (V : Nat → G.carrier) (tau : Nat) : Prop :=
  G.Same (V tau) (G.add c (q.beta.map (V tau.succ)))

/-- `W` rises, from age to any later age. -/
theorem W_rises_far (monotone : ∀ t : Nat, G.le (q.W t.succ) (q.W t.succ.succ)) (t d : Nat) :
    G.le (q.W t.succ) (q.W (t.add d).succ) :=
  match d with
  | .zero => G.values.le_refl _
  | .succ d => G.values.le_trans (W_rises_far monotone t d) (monotone (t.add d))

/-- Idling is optimal only where probing gains nothing: at `tau >= s`, `gain(tau) <= 0`. -/
theorem gain_of_passive {c : G.carrier} {s : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c s V) {tau : Nat} (late : Nat.le s tau) (passive : q.Passive c V tau) :
    G.le (q.gain c (V 1) tau) G.zero :=
  OrderedGroup.sub_le_zero
    (G.values.le_trans (h.late tau late).right
      (G.values.le_trans passive.left
        ((OrderedMonoid.Same.refl c).add
          (q.beta.same (h.late tau.succ (Nat.le.step late)))).left))

/-- `gain(s) <= 0` gives `W(s+1) <= c`, at the threshold `s = t + 1`. -/
theorem index_of_gain {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) (loss : G.le (q.gain c (V 1) t.succ) G.zero) :
    G.le (q.W t.succ.succ) c :=
  let s := q.beta.geometric t.succ
  have below : G.le (G.sub (q.W t.succ.succ) c) G.zero :=
    G.values.le_trans (q.gain_at h).right (G.values.le_trans (s.mono loss) s.zero.left)
  Linear.le (.cons (q.W t.succ.succ) (.cons c .nil)) (.atom 0) (.atom 1)
    (.sub (.atom 0) (.atom 1)) .zero rfl below

/-- If `W(s+1) <= c`, then `s + 1` is a threshold too, `s = t + 1`. -/
theorem Threshold.next {q : Probed G}
    (monotone : ∀ t : Nat, G.le (q.W t.succ) (q.W t.succ.succ)) {c : G.carrier} {t : Nat}
    (between : q.Threshold c t.succ) (reached : G.le (q.W t.succ.succ) c) :
    q.Threshold c t.succ.succ where
  above := reached
  below := G.values.le_trans between.below (monotone t.succ)

/-- Where idling is optimal, the subsidy is at least the index: the ages from `s = t + 1` on. -/
theorem index_of_passive_late (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (between : q.Threshold c t.succ) (h : q.ThresholdValue c t.succ V) (d : Nat)
    (passive : q.Passive c V (t.succ.add d)) : G.le (q.W (t.succ.add d).succ) c :=
  have loss : G.le (q.gain c (V 1) t.succ) G.zero :=
    G.values.le_trans (q.gain_rises_far discount decreasing convex c (V 1) t.succ d)
      (q.gain_of_passive h (Nat.le_add_right t.succ d) passive)
  have reached : G.le (q.W t.succ.succ) c := q.index_of_gain h loss
  match d, passive with
  | .zero, _ => reached
  | .succ d, passive =>
    have e : Eq (t.succ.succ.add d) (t.succ.add d.succ) := Nat.succ_add t.succ d
    Eq.subst (motive := fun (z : Nat) => G.le (q.W z.succ) c) e
      (index_of_passive_late discount decreasing convex
        (between.next (q.W_monotone discount decreasing convex) reached)
        (q.indifferent h (And.intro between.below reached)) d
        (Eq.subst (motive := fun (z : Nat) => q.Passive c V z) e.symm passive))

/-- Where the subsidy is at least the index, idling is optimal: the ages from `s = t + 1` on. -/
theorem passive_of_index_late (monotone : ∀ t : Nat, G.le (q.W t.succ) (q.W t.succ.succ))
    {c : G.carrier} {t : Nat} {V : Nat → G.carrier} (between : q.Threshold c t.succ)
    (h : q.ThresholdValue c t.succ V) (d : Nat) (index : G.le (q.W (t.succ.add d).succ) c) :
    q.Passive c V (t.succ.add d) :=
  have reached : G.le (q.W t.succ.succ) c :=
    G.values.le_trans (q.W_rises_far monotone t.succ d) index
  have after : q.ThresholdValue c t.succ.succ V :=
    q.indifferent h (And.intro between.below reached)
  match d, index with
  | .zero, _ => after.early t.succ Nat.le.refl
  | .succ d, index =>
    have e : Eq (t.succ.succ.add d) (t.succ.add d.succ) := Nat.succ_add t.succ d
    Eq.subst (motive := fun (z : Nat) => q.Passive c V z) e
      (passive_of_index_late monotone (between.next monotone reached) after d
        (Eq.subst (motive := fun (z : Nat) => G.le (q.W z.succ) c) e.symm index))

/-- **Idling is optimal exactly at the ages `tau` with `W(tau+1) <= c`**, ties included, if `E` is
decreasing and convex and `c` has a threshold. -/
theorem passive_exactly (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (between : q.Threshold c t.succ) (h : q.ThresholdValue c t.succ V) (tau : Nat) :
    And (q.Passive c V tau → G.le (q.W tau.succ) c) (G.le (q.W tau.succ) c → q.Passive c V tau) :=
  have monotone : ∀ t : Nat, G.le (q.W t.succ) (q.W t.succ.succ) :=
    q.W_monotone discount decreasing convex
  match Nat.le_or_lt t.succ tau with
  | .inr soon =>
    match Nat.exists_add_of_le (Nat.le_of_succ_le_succ soon) with
    | .intro n e =>
      have here : Eq (tau.add n) t := (Nat.add_comm tau n).trans e.symm
      And.intro
        (fun _ => G.values.le_trans
          (Eq.subst (motive := fun (z : Nat) => G.le (q.W tau.succ) (q.W z.succ)) here
            (q.W_rises_far monotone tau n)) between.above)
        (fun _ => h.early tau soon)
  | .inl late =>
    match Nat.exists_add_of_le late with
    | .intro d e =>
      have here : Eq (t.succ.add d) tau := (Nat.add_comm t.succ d).trans e.symm
      Eq.subst (motive := fun (z : Nat) =>
          And (q.Passive c V z → G.le (q.W z.succ) c) (G.le (q.W z.succ) c → q.Passive c V z)) here
        (And.intro (q.index_of_passive_late discount decreasing convex between h d)
          (q.passive_of_index_late monotone between h d))

/-! ## The value of a threshold policy -/

/-- Idle for `n` slots from age `tau` on, then probe, if a filled queue is worth `v` a slot later. -/
def idleThenProbe (c v : G.carrier) : Nat → Nat → G.carrier
  | .zero, tau => q.probing v tau
  | .succ n, tau => G.add c (q.beta.map (idleThenProbe c v n tau.succ))

/-- **The threshold policy has a value** as soon as one equation has a solution: `v` is the worth
of idling at the ages `1, ..., t` and probing at `s = t + 1`, where a filled queue is worth `v`. -/
theorem ThresholdValue.of_solution {q : Probed G} {c v : G.carrier} {t : Nat}
    (solves : G.Same v (q.idleThenProbe c v t 1)) :
    q.ThresholdValue c t.succ (fun tau => q.idleThenProbe c v (t.succ.sub tau) tau) :=
  have first : Eq (t.succ.sub 1) t := Nat.succ_sub_succ t 0
  have filled : G.Same (q.idleThenProbe c v (t.succ.sub 1) 1) v :=
    (OrderedMonoid.Same.of_eq (congrArg (fun (n : Nat) => q.idleThenProbe c v n 1) first)).trans
      solves.symm
  { late := fun tau late =>
      (OrderedMonoid.Same.of_eq (congrArg (fun (n : Nat) => q.idleThenProbe c v n tau)
        (Nat.sub_eq_zero late))).trans
        ((OrderedMonoid.Same.refl _).add (q.beta.same filled.symm))
    early := fun tau soon =>
      match Nat.exists_add_of_le (Nat.le_of_succ_le_succ soon) with
      | .intro n e =>
        have now : Eq (t.succ.sub tau) n.succ :=
          (congrArg (fun (z : Nat) => z.succ.sub tau) e).trans
            ((congrArg (fun (z : Nat) => z.sub tau) (Nat.succ_add n tau).symm).trans
              (Nat.add_sub_cancel n.succ tau))
        have next : Eq (t.succ.sub tau.succ) n :=
          (Nat.succ_sub_succ t tau).trans
            ((congrArg (fun (z : Nat) => z.sub tau) e).trans (Nat.add_sub_cancel n tau))
        (OrderedMonoid.Same.of_eq (congrArg (fun (n : Nat) => q.idleThenProbe c v n tau)
          now)).trans
          ((OrderedMonoid.Same.refl c).add
            (q.beta.same (OrderedMonoid.Same.of_eq
              (congrArg (fun (n : Nat) => q.idleThenProbe c v n tau.succ) next.symm)))) }

end Probed

namespace Law

variable {G : OrderedGroup}

/-- **The Whittle index, for every departure law and every queue size**: under the subsidy `c`,
idling is optimal exactly at the ages `tau` with `W(tau+1) <= c`. -/
theorem passive_exactly (law : Law G.values) {beta : Scaling G.values} (discount : AtMostOne beta)
    {u : G.carrier} (hu : G.le G.zero u) (K : Nat) {c : G.carrier} {t : Nat}
    {V : Nat → G.carrier} (between : (law.queue beta u K).Threshold c t.succ)
    (h : (law.queue beta u K).ThresholdValue c t.succ V) (tau : Nat) :
    And ((law.queue beta u K).Passive c V tau → G.le ((law.queue beta u K).W tau.succ) c)
      (G.le ((law.queue beta u K).W tau.succ) c → (law.queue beta u K).Passive c V tau) :=
  (law.queue beta u K).passive_exactly discount (law.queue_decreasing beta hu K)
    (law.queue_convex beta hu K) between h tau

/-- **Theorem 2, in terms of states: the arm is indexable**, for every departure law and every
queue size.  An age at which idling is optimal under `c`, ties included, is one under every `d >= c`.
-/
theorem indexable (law : Law G.values) {beta : Scaling G.values} (discount : AtMostOne beta)
    {u : G.carrier} (hu : G.le G.zero u) (K : Nat) {c d : G.carrier} {s t : Nat}
    {V U : Nat → G.carrier} (less : G.le c d)
    (first : (law.queue beta u K).Threshold c s.succ)
    (here : (law.queue beta u K).ThresholdValue c s.succ V)
    (second : (law.queue beta u K).Threshold d t.succ)
    (there : (law.queue beta u K).ThresholdValue d t.succ U) (tau : Nat)
    (passive : (law.queue beta u K).Passive c V tau) : (law.queue beta u K).Passive d U tau :=
  (law.passive_exactly discount hu K second there tau).right
    (G.values.le_trans ((law.passive_exactly discount hu K first here tau).left passive) less)

end Law
