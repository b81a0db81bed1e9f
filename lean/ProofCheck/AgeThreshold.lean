prelude
import ProofCheck.Backlog
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Model 1: threshold policies are optimal, and thresholds rise with the subsidy

The threshold policy for an age `s >= 1` probes when the age is `s` or more, and idles before.  Its
value `V` satisfies the two lines of `ThresholdValue`.  If the subsidy `c` lies between `W(s)` and
`W(s+1)`, this `V` solves Bellman's equation

    V(tau) = max { K - E(tau) + beta V(1),  c + beta V(tau+1) }   at every age

(`threshold_optimal`), so no policy does better over any number of slots (`no_policy_better`; that
`beta^n V` vanishes as `n` grows is left to the reader's real numbers).  The reason is the sign of

    gain(tau) = R(tau) - (c + beta R(tau+1)),   R(tau) = K - E(tau) + beta V(1):

it rises with the age, and it changes sign between `s - 1` and `s`, since
`(1 + ... + beta^(s-1)) gain(s) = W(s+1) - c` and `(1 + ... + beta^(s-1)) gain(s-1) = W(s) - c`.
Thresholds never fall as the subsidy grows (`thresholds_rise`); `PassiveSet.lean` concludes that the
arm is indexable.  Under the subsidy `W(tau+1)` it does not matter whether one probes at age `tau`
or one slot later (`indifferent`): this is the Whittle index of age `tau`.
-/

noncomputable section

/-- `0 <= (1 + ... + s^n) a` gives `0 <= a`. -/
theorem Scaling.zero_le_of_geometric {S : OrderedMonoid} (s : Scaling S) (n : Nat) {a : S.carrier}
    (h : S.le S.zero ((s.geometric n.succ).map a)) : S.le S.zero a :=
  match S.le_total S.zero a with
  | .inl le => le
  | .inr ge =>
    have tail : S.le (s.map ((s.geometric n).map a)) S.zero :=
      S.le_trans (s.mono (S.le_trans ((s.geometric n).mono ge) (s.geometric n).zero.left))
        s.zero.left
    S.le_trans h (S.le_trans (OrderedMonoid.add_le (S.le_refl a) tail) (S.add_zero_le a))

/-- `(1 + ... + s^n) a <= 0` gives `a <= 0`. -/
theorem Scaling.le_zero_of_geometric {S : OrderedMonoid} (s : Scaling S) (n : Nat) {a : S.carrier}
    (h : S.le ((s.geometric n.succ).map a) S.zero) : S.le a S.zero :=
  match S.le_total a S.zero with
  | .inl le => le
  | .inr ge =>
    have tail : S.le S.zero (s.map ((s.geometric n).map a)) :=
      s.nonnegative ((s.geometric n).nonnegative ge)
    S.le_trans (S.le_trans (S.le_add_zero a) (OrderedMonoid.add_le (S.le_refl a) tail)) h

namespace Probed

variable {G : OrderedGroup} (q : Probed G)

/-- The worth of probing at age `tau`, if a filled queue is worth `v` one slot later:
`R(tau) = K - E(tau) + beta v`. -/
def probing (v : G.carrier) (tau : Nat) : G.carrier :=
  G.add (G.sub q.K (q.E tau)) (q.beta.map v)

/-- What is gained by probing at age `tau` instead of idling once and probing then:
`gain(tau) = R(tau) - (c + beta R(tau+1))`. -/
def gain (c v : G.carrier) (tau : Nat) : G.carrier :=
  G.sub (q.probing v tau) (G.add c (q.beta.map (q.probing v tau.succ)))

/-- `V` is the value of the policy that probes from age `s` on, under subsidy `c`. -/
structure ThresholdValue (c : G.carrier) (s : Nat) (V : Nat → G.carrier) : Prop where
  /-- it probes at age `s` and later -/
  late : ∀ tau : Nat, Nat.le s tau → G.Same (V tau) (q.probing (V 1) tau)
  /-- it idles before -/
  early : ∀ tau : Nat, Nat.lt tau s → G.Same (V tau) (G.add c (q.beta.map (V tau.succ)))

/-- Bellman's equation at every age:
`V(tau) = max { K - E(tau) + beta V(1), c + beta V(tau+1) }`. -/
structure Bellman (c : G.carrier) (V : Nat → G.carrier) : Prop where
  /-- no less than by probing -/
  probe : ∀ tau, G.le (q.probing (V 1) tau) (V tau)
  /-- no less than by idling -/
  idle : ∀ tau : Nat, G.le (G.add c (q.beta.map (V tau.succ))) (V tau)
  /-- and equal to one of the two -/
  attained : ∀ tau : Nat, Or (G.Same (V tau) (q.probing (V 1) tau))
    (G.Same (V tau) (G.add c (q.beta.map (V tau.succ))))

/-- `s` is a threshold for the subsidy `c`: `W(s) <= c <= W(s+1)`. -/
structure Threshold (c : G.carrier) (s : Nat) : Prop where
  /-- `W(s) <= c` -/
  above : G.le (q.W s) c
  /-- `c <= W(s+1)` -/
  below : G.le c (q.W s.succ)

/-! ## The value of a filled queue -/

/-- `n` slots before the threshold `s`:
`V = (1 + ... + beta^(n-1)) c + beta^n R(s)`. -/
theorem ThresholdValue.before {q : Probed G} {c : G.carrier} {s : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c s V) (n tau : Nat) (e : Eq (tau.add n) s) :
    G.Same (V tau)
      (G.add ((q.beta.geometric n).map c) ((q.beta.power n).map (q.probing (V 1) s))) :=
  match n with
  | .zero =>
    ((h.late tau (Eq.subst (motive := fun (z : Nat) => Nat.le z tau) e Nat.le.refl)).trans
      (OrderedMonoid.Same.of_eq (congrArg (q.probing (V 1)) e))).trans
      (OrderedMonoid.zero_add_same _).symm
  | .succ n =>
    have soon : Nat.lt tau s :=
      Eq.subst (motive := fun (z : Nat) => Nat.lt tau z) e
        (Nat.succ_le_succ (Nat.le_add_right tau n))
    (h.early tau soon).trans
      (((OrderedMonoid.Same.refl c).add
        ((q.beta.same (before h n tau.succ ((Nat.succ_add tau n).trans e))).trans
          (q.beta.additive _ _))).trans
        (OrderedMonoid.add_same_assoc _ _ _).symm)

/-- **The equation for `v = V(1)`** under the threshold `s = t + 1`, discounted once:
`beta v = beta (1 + ... + beta^(t-1)) c + (beta^s (K - E(s)) + beta^s beta v)`. -/
theorem ThresholdValue.filled {q : Probed G} {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) :
    G.Same (q.beta.map (V 1))
      (G.add (q.beta.map ((q.beta.geometric t).map c))
        (G.add ((q.beta.power t.succ).map (G.sub q.K (q.E t.succ)))
          ((q.beta.power t.succ).map (q.beta.map (V 1))))) :=
  (q.beta.same (h.before t 1 (Nat.add_comm 1 t))).trans
    ((q.beta.additive _ _).trans
      ((OrderedMonoid.Same.refl _).add ((q.beta.power t.succ).additive _ _)))

/-! ## The gain at the threshold -/

/-- `(1 + ... + beta^(n-1)) gain`, term by term. -/
theorem scaled_gain (c v : G.carrier) (n tau : Nat) :
    G.Same ((q.beta.geometric n).map (q.gain c v tau))
      (G.sub
        (G.add ((q.beta.geometric n).map (G.sub q.K (q.E tau)))
          ((q.beta.geometric n).map (q.beta.map v)))
        (G.add ((q.beta.geometric n).map c)
          (G.add (q.beta.map ((q.beta.geometric n).map (G.sub q.K (q.E tau.succ))))
            (q.beta.map ((q.beta.geometric n).map (q.beta.map v)))))) :=
  let s := q.beta.geometric n
  have later : G.Same (s.map (q.beta.map (q.probing v tau.succ)))
      (G.add (q.beta.map (s.map (G.sub q.K (q.E tau.succ))))
        (q.beta.map (s.map (q.beta.map v)))) :=
    (q.beta.geometric_comm n _).trans
      ((q.beta.same (s.additive _ _)).trans (q.beta.additive _ _))
  (s.map_sub _ _).trans
    (OrderedGroup.sub_same (s.additive _ _)
      ((s.additive _ _).trans ((OrderedMonoid.Same.refl _).add later)))

/-- **The gain at the threshold** `s = t + 1`:
`(1 + ... + beta^(s-1)) gain(s) = W(s+1) - c`. -/
theorem gain_at {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) :
    G.Same ((q.beta.geometric t.succ).map (q.gain c (V 1) t.succ))
      (G.sub (q.W t.succ.succ) c) :=
  let s := q.beta.geometric t.succ
  let p := q.beta.power t.succ
  let here := G.sub q.K (q.E t.succ)
  let after := G.sub q.K (q.E t.succ.succ)
  let w := q.beta.map (V 1)
  have known : G.Same
      (G.add (G.add (s.map here) (p.map here)) (G.add (G.add (s.map w) (p.map w)) w))
      (G.add (G.add here (q.beta.map (s.map here))) (G.add (G.add w (q.beta.map (s.map w)))
        (G.add (q.beta.map ((q.beta.geometric t).map c)) (G.add (p.map here) (p.map w))))) :=
    (q.beta.telescope t.succ here).add ((q.beta.telescope t.succ w).add h.filled)
  -- atoms: s here, beta s here, s w, beta s w, c, beta (1 + ... + beta^(t-1)) c, here, p here, w,
  -- p w, beta s after
  (q.scaled_gain c (V 1) t.succ t.succ).trans
    (Linear.same_by
      (.cons (s.map here) (.cons (q.beta.map (s.map here)) (.cons (s.map w)
        (.cons (q.beta.map (s.map w)) (.cons c
          (.cons (q.beta.map ((q.beta.geometric t).map c)) (.cons here (.cons (p.map here)
            (.cons w (.cons (p.map w) (.cons (q.beta.map (s.map after)) .nil)))))))))))
      (.sub (.add (.atom 0) (.atom 2))
        (.add (.add (.atom 4) (.atom 5)) (.add (.atom 10) (.atom 3))))
      (.sub (.sub (.add (.atom 6) (.atom 1)) (.atom 10)) (.atom 4))
      (.add (.add (.atom 0) (.atom 7)) (.add (.add (.atom 2) (.atom 9)) (.atom 8)))
      (.add (.add (.atom 6) (.atom 1))
        (.add (.add (.atom 8) (.atom 3)) (.add (.atom 5) (.add (.atom 7) (.atom 9)))))
      rfl known)

/-- **The gain just before the threshold** `s = t + 1`:
`(1 + ... + beta^(s-1)) gain(s-1) = W(s) - c`. -/
theorem gain_before {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) :
    G.Same ((q.beta.geometric t.succ).map (q.gain c (V 1) t)) (G.sub (q.W t.succ) c) :=
  let s := q.beta.geometric t.succ
  let p := q.beta.power t.succ
  let before := G.sub q.K (q.E t)
  let here := G.sub q.K (q.E t.succ)
  let w := q.beta.map (V 1)
  let shorter := q.beta.map ((q.beta.geometric t).map here)
  have split : G.Same (G.add shorter (p.map here)) (q.beta.map (s.map here)) :=
    (q.beta.additive _ _).symm.trans (q.beta.same (q.beta.telescope t here))
  have known : G.Same
      (G.add (G.add shorter (p.map here)) (G.add (G.add (s.map w) (p.map w)) w))
      (G.add (q.beta.map (s.map here)) (G.add (G.add w (q.beta.map (s.map w)))
        (G.add (q.beta.map ((q.beta.geometric t).map c)) (G.add (p.map here) (p.map w))))) :=
    split.add ((q.beta.telescope t.succ w).add h.filled)
  -- atoms: s before, beta s here, s w, beta s w, c, beta (1 + ... + beta^(t-1)) c, shorter, p here,
  -- w, p w
  (q.scaled_gain c (V 1) t.succ t).trans
    (Linear.same_by
      (.cons (s.map before) (.cons (q.beta.map (s.map here)) (.cons (s.map w)
        (.cons (q.beta.map (s.map w)) (.cons c
          (.cons (q.beta.map ((q.beta.geometric t).map c)) (.cons shorter (.cons (p.map here)
            (.cons w (.cons (p.map w) .nil))))))))))
      (.sub (.add (.atom 0) (.atom 2))
        (.add (.add (.atom 4) (.atom 5)) (.add (.atom 1) (.atom 3))))
      (.sub (.sub (.atom 0) (.atom 6)) (.atom 4))
      (.add (.add (.atom 6) (.atom 7)) (.add (.add (.atom 2) (.atom 9)) (.atom 8)))
      (.add (.atom 1)
        (.add (.add (.atom 8) (.atom 3)) (.add (.atom 5) (.add (.atom 7) (.atom 9)))))
      rfl known)

/-- **Probing pays at the threshold**: `c <= W(s+1)` gives `gain(s) >= 0` (`s = t + 1`). -/
theorem gain_at_nonnegative {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) (below : G.le c (q.W t.succ.succ)) :
    G.le G.zero (q.gain c (V 1) t.succ) :=
  q.beta.zero_le_of_geometric t
    (G.values.le_trans (OrderedGroup.zero_le_sub below) (q.gain_at h).right)

/-- **Idling pays just before it**: `W(s) <= c` gives `gain(s-1) <= 0` (`s = t + 1`). -/
theorem gain_before_nonpositive {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) (above : G.le (q.W t.succ) c) :
    G.le (q.gain c (V 1) t) G.zero :=
  q.beta.le_zero_of_geometric t
    (G.values.le_trans (q.gain_before h).left (OrderedGroup.sub_le_zero above))

/-! ## The gain at other ages -/

/-- **The gain rises with the age**, if `E` is decreasing and convex. -/
theorem gain_rises (discount : AtMostOne q.beta) (decreasing : q.Decreasing) (convex : q.Convex)
    (c v : G.carrier) (tau : Nat) : G.le (q.gain c v tau) (q.gain c v tau.succ) :=
  let r := q.probing v
  let decrease (k : Nat) := G.sub (q.E k) (q.E k.succ)
  have up (k : Nat) : G.Same (G.sub (r k.succ) (r k)) (decrease k) :=
    Linear.same (.cons q.K (.cons (q.E k) (.cons (q.E k.succ) (.cons (q.beta.map v) .nil))))
      (.sub (.add (.sub (.atom 0) (.atom 2)) (.atom 3)) (.add (.sub (.atom 0) (.atom 1)) (.atom 3)))
      (.sub (.atom 1) (.atom 2)) rfl
  have slower : G.le (q.beta.map (decrease tau.succ)) (decrease tau) :=
    G.values.le_trans (discount _ (OrderedGroup.zero_le_sub (decreasing tau.succ))) (convex tau)
  have known : G.le (G.sub (q.beta.map (r tau.succ.succ)) (q.beta.map (r tau.succ)))
      (G.sub (r tau.succ) (r tau)) :=
    OrderedMonoid.Same.le ((q.beta.map_sub _ _).symm.trans (q.beta.same (up tau.succ))) (up tau)
      slower
  Linear.le
    (.cons (r tau) (.cons (r tau.succ) (.cons c (.cons (q.beta.map (r tau.succ))
      (.cons (q.beta.map (r tau.succ.succ)) .nil)))))
    (.sub (.atom 0) (.add (.atom 2) (.atom 3))) (.sub (.atom 1) (.add (.atom 2) (.atom 4)))
    (.sub (.atom 4) (.atom 3)) (.sub (.atom 1) (.atom 0)) rfl known

/-- The gain rises, from age to any later age. -/
theorem gain_rises_far (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) (c v : G.carrier) (tau d : Nat) :
    G.le (q.gain c v tau) (q.gain c v (tau.add d)) :=
  match d with
  | .zero => G.values.le_refl _
  | .succ d =>
    G.values.le_trans (gain_rises_far discount decreasing convex c v tau d)
      (q.gain_rises discount decreasing convex c v (tau.add d))

/-- **Waiting, the recursion.**  If waiting is worth `ahead` more than probing at age `tau + 1`, it
is worth `beta ahead - gain(tau)` more at age `tau`:
`c + beta (R(tau+1) + ahead) - R(tau) = beta ahead - gain(tau)`. -/
theorem waiting_recursion (c v ahead : G.carrier) (tau : Nat) :
    G.Same (G.sub (G.add c (q.beta.map (G.add (q.probing v tau.succ) ahead))) (q.probing v tau))
      (G.sub (q.beta.map ahead) (q.gain c v tau)) :=
  (OrderedGroup.sub_same ((OrderedMonoid.Same.refl c).add (q.beta.additive _ _))
    (OrderedMonoid.Same.refl _)).trans
    (Linear.same
      (.cons c (.cons (q.beta.map (q.probing v tau.succ)) (.cons (q.beta.map ahead)
        (.cons (q.probing v tau) .nil))))
      (.sub (.add (.atom 0) (.add (.atom 1) (.atom 2))) (.atom 3))
      (.sub (.atom 2) (.sub (.atom 3) (.add (.atom 0) (.atom 1)))) rfl)

/-- **Waiting pays, from age to age**: if waiting is worth `ahead >= 0` more than probing at age
`tau + 1`, and `gain(tau) <= 0`, waiting is worth no less than probing at age `tau`:
`beta ahead - gain(tau) >= 0`. -/
theorem waiting_pays (c v : G.carrier) {ahead : G.carrier} {tau : Nat}
    (later : G.le G.zero ahead) (loss : G.le (q.gain c v tau) G.zero) :
    G.le G.zero (G.sub (q.beta.map ahead) (q.gain c v tau)) :=
  OrderedGroup.zero_le_sub (G.values.le_trans loss (q.beta.nonnegative later))

/-- Waiting pays at every age before the threshold `s = t + 1`: `R(tau) <= V(tau)`. -/
theorem waiting_pays_early (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) (above : G.le (q.W t.succ) c) (n tau : Nat)
    (e : Eq (tau.add n) t.succ) : G.le (q.probing (V 1) tau) (V tau) :=
  match n with
  | .zero =>
    (h.late tau (Eq.subst (motive := fun (z : Nat) => Nat.le z tau) e Nat.le.refl)).right
  | .succ n =>
    let ahead := G.sub (V tau.succ) (q.probing (V 1) tau.succ)
    have short : Eq (tau.add n) t := congrArg Nat.pred e
    have later : G.le G.zero ahead :=
      OrderedGroup.zero_le_sub
        (waiting_pays_early discount decreasing convex h above n tau.succ
          ((Nat.succ_add tau n).trans e))
    have loss : G.le (q.gain c (V 1) tau) G.zero :=
      G.values.le_trans
        (Eq.subst (motive := fun (z : Nat) => G.le (q.gain c (V 1) tau) (q.gain c (V 1) z)) short
          (q.gain_rises_far discount decreasing convex c (V 1) tau n))
        (q.gain_before_nonpositive h above)
    have soon : Nat.lt tau t.succ :=
      Nat.succ_le_succ (Eq.subst (motive := fun (z : Nat) => Nat.le tau z) short
        (Nat.le_add_right tau n))
    have value : G.Same (V tau)
        (G.add c (q.beta.map (G.add (q.probing (V 1) tau.succ) ahead))) :=
      (h.early tau soon).trans
        ((OrderedMonoid.Same.refl c).add (q.beta.same
          ((OrderedGroup.sub_add _ _).symm.trans (OrderedMonoid.add_same_comm _ _))))
    G.values.le_trans
      (OrderedGroup.le_of_zero_le_sub
        (G.values.le_trans (q.waiting_pays c (V 1) later loss)
          (q.waiting_recursion c (V 1) ahead tau).right))
      value.right

/-- Probing pays at every age from the threshold `s = t + 1` on: `c + beta V(tau+1) <= V(tau)`. -/
theorem probing_pays_late (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) (below : G.le c (q.W t.succ.succ)) (d : Nat) :
    G.le (G.add c (q.beta.map (V (t.succ.add d).succ))) (V (t.succ.add d)) :=
  let tau := t.succ.add d
  have gained : G.le G.zero (q.gain c (V 1) tau) :=
    G.values.le_trans (q.gain_at_nonnegative h below)
      (q.gain_rises_far discount decreasing convex c (V 1) t.succ d)
  OrderedMonoid.Same.le
    ((OrderedMonoid.Same.refl c).add
      (q.beta.same (h.late tau.succ (Nat.le.step (Nat.le_add_right t.succ d)))))
    (h.late tau (Nat.le_add_right t.succ d)) (OrderedGroup.le_of_zero_le_sub gained)

/-! ## The theorems -/

/-- **Theorem 1: the threshold policy is optimal.**  Let `E` be decreasing and convex, `beta <= 1`,
and `W(s) <= c <= W(s+1)` with `s = t + 1`.  Then the value of the policy that probes from age `s`
on solves Bellman's equation at every age. -/
theorem threshold_optimal (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (between : q.Threshold c t.succ) (h : q.ThresholdValue c t.succ V) : q.Bellman c V where
  probe := fun tau =>
    match Nat.le_or_lt t.succ tau with
    | .inl late => (h.late tau late).right
    | .inr soon =>
      match Nat.exists_add_of_le soon with
      | .intro n e =>
        q.waiting_pays_early discount decreasing convex h between.above n.succ tau
          ((congrArg Nat.succ (Nat.add_comm tau n)).trans e.symm)
  idle := fun tau =>
    match Nat.le_or_lt t.succ tau with
    | .inr soon => (h.early tau soon).right
    | .inl late =>
      match Nat.exists_add_of_le late with
      | .intro d e =>
        Eq.subst (motive := fun (z : Nat) => G.le (G.add c (q.beta.map (V z.succ))) (V z))
          ((Nat.add_comm t.succ d).trans e.symm)
          (q.probing_pays_late discount decreasing convex h between.below d)
  attained := fun tau =>
    match Nat.le_or_lt t.succ tau with
    | .inl late => Or.inl (h.late tau late)
    | .inr soon => Or.inr (h.early tau soon)

/-- What a sequence of decisions earns from age `tau` on, `true` for probing, if `V` is what the age
after the last of them is worth. -/
def earns (c : G.carrier) (V : Nat → G.carrier) : List Bool → Nat → G.carrier
  | .nil, tau => V tau
  | .cons true rest, tau => G.add (G.sub q.K (q.E tau)) (q.beta.map (earns c V rest 1))
  | .cons false rest, tau => G.add c (q.beta.map (earns c V rest tau.succ))

/-- **No policy does better**: whatever is decided in the next `n` slots, with `beta^n V` for the
age after them, it earns no more than `V(tau)`.  (So `V` is the optimal value once `beta^n V`
vanishes.) -/
theorem Bellman.no_policy_better {q : Probed G} {c : G.carrier} {V : Nat → G.carrier}
    (h : q.Bellman c V) (decisions : List Bool) (tau : Nat) :
    G.le (q.earns c V decisions tau) (V tau) :=
  match decisions with
  | .nil => G.values.le_refl (V tau)
  | .cons true rest =>
    G.values.le_trans
      (OrderedMonoid.add_le (G.values.le_refl _) (q.beta.mono (no_policy_better h rest 1)))
      (h.probe tau)
  | .cons false rest =>
    G.values.le_trans
      (OrderedMonoid.add_le (G.values.le_refl c) (q.beta.mono (no_policy_better h rest tau.succ)))
      (h.idle tau)

/-- **What the index means**: under the subsidy `W(s+1)` the thresholds `s` and `s + 1` are equally
good, `s = t + 1`.  The value of the one is the value of the other. -/
theorem indifferent {c : G.carrier} {t : Nat} {V : Nat → G.carrier}
    (h : q.ThresholdValue c t.succ V) (at_index : G.Same c (q.W t.succ.succ)) :
    q.ThresholdValue c t.succ.succ V :=
  have gained : G.Same (q.gain c (V 1) t.succ) G.zero :=
    And.intro
      (q.beta.le_zero_of_geometric t
        (G.values.le_trans (q.gain_at h).left (OrderedGroup.sub_le_zero at_index.right)))
      (q.gain_at_nonnegative h at_index.left)
  have equal : G.Same (q.probing (V 1) t.succ)
      (G.add c (q.beta.map (q.probing (V 1) t.succ.succ))) :=
    (OrderedGroup.sub_add _ _).symm.trans
      ((gained.add (OrderedMonoid.Same.refl _)).trans (OrderedMonoid.zero_add_same _))
  { late := fun tau late => h.late tau (Nat.le_trans (Nat.le.step Nat.le.refl) late)
    early := fun tau early =>
      match Nat.le_or_lt t.succ tau with
      | .inr soon => h.early tau soon
      | .inl reached =>
        have e : Eq t.succ tau := Nat.le_antisymm reached (Nat.le_of_succ_le_succ early)
        Eq.subst (motive := fun (tau : Nat) =>
            G.Same (V tau) (G.add c (q.beta.map (V tau.succ)))) e
          ((h.late t.succ Nat.le.refl).trans
            (equal.trans ((OrderedMonoid.Same.refl c).add
              (q.beta.same (h.late t.succ.succ (Nat.le.step Nat.le.refl)).symm)))) }

/-- **Theorem 2: thresholds rise with the subsidy.**  If `s` is a threshold for `d`, a later `t` one
for `c`, and the index is monotone, then `d <= c`: a larger subsidy never has a smaller threshold.
-/
theorem thresholds_rise (monotone : ∀ t : Nat, G.le (q.W t.succ) (q.W t.succ.succ))
    {c d : G.carrier} {s t : Nat} (first : q.Threshold d s) (second : q.Threshold c t)
    (later : Nat.lt s t) : G.le d c :=
  match Nat.exists_add_of_le later with
  | .intro k e =>
    have rise : G.le (q.W s.succ) (q.W (s.add k).succ) :=
      Nat.rec (motive := fun (k : Nat) => G.le (q.W s.succ) (q.W (s.add k).succ))
        (G.values.le_refl (q.W s.succ)) (fun k ih => G.values.le_trans ih (monotone (s.add k))) k
    have here : Eq (s.add k).succ t := (congrArg Nat.succ (Nat.add_comm s k)).trans e.symm
    G.values.le_trans first.below
      (G.values.le_trans
        (Eq.subst (motive := fun (z : Nat) => G.le (q.W s.succ) (q.W z)) here rise) second.above)

end Probed

namespace Law

variable {G : OrderedGroup}

/-- **Theorem 1, for every departure law and every queue size**: nothing is assumed about `E`. -/
theorem threshold_optimal (law : Law G.values) {beta : Scaling G.values}
    (discount : AtMostOne beta) {u : G.carrier} (hu : G.le G.zero u) (K : Nat) {c : G.carrier}
    {t : Nat} {V : Nat → G.carrier} (between : (law.queue beta u K).Threshold c t.succ)
    (h : (law.queue beta u K).ThresholdValue c t.succ V) : (law.queue beta u K).Bellman c V :=
  (law.queue beta u K).threshold_optimal discount (law.queue_decreasing beta hu K)
    (law.queue_convex beta hu K) between h

/-- **Theorem 2, for every departure law and every queue size**: thresholds rise with the subsidy.
-/
theorem thresholds_rise (law : Law G.values) {beta : Scaling G.values}
    (discount : AtMostOne beta) {u : G.carrier} (hu : G.le G.zero u) (K : Nat) {c d : G.carrier}
    {s t : Nat} (first : (law.queue beta u K).Threshold d s)
    (second : (law.queue beta u K).Threshold c t) (later : Nat.lt s t) : G.le d c :=
  (law.queue beta u K).thresholds_rise (law.index_monotone discount hu K) first second later

end Law
