prelude
import ProofCheck.NonVacuousIndex
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The obligations of `cases/model1`, one theorem each

A theorem is named after the obligation it proves; a `*` stands for any number, as in
`model1.K*.convex`, which holds for every queue size `K`.  `proofcheck check-all` compares these
names with the obligations that `check_model1.py` lists, both ways.  Where an obligation is
expected to be refuted, the theorem is its refutation.

`tau = t + 1` wherever an age must be at least one, and a threshold is `s = t + 1`.
-/

noncomputable section

variable {G : OrderedGroup} (q : Probed G)

/-! ## The index -/

/-- `(1 - beta) (W(tau+1) - W(tau))` is
`(1 - beta^tau) [ (E(tau-1) - E(tau)) - beta (E(tau) - E(tau+1)) ]`, where `(1 - beta) W(tau)` is
`(1 - beta^tau) (K - E(tau-1)) - beta (1 - beta^(tau-1)) (K - E(tau))`. -/
theorem «model1.index.identity» (t : Nat) :
    And
      (G.Same (q.complement (q.W t.succ))
        (G.sub (q.complementPower t.succ (G.sub q.K (q.E t)))
          (q.beta.map (q.complementPower t (G.sub q.K (q.E t.succ))))))
      (G.Same (q.complement (G.sub (q.W t.succ.succ) (q.W t.succ)))
        (q.complementPower t.succ
          (G.sub (G.sub (q.E t) (q.E t.succ))
            (q.beta.map (G.sub (q.E t.succ) (q.E t.succ.succ)))))) :=
  And.intro (q.W_printed t) (q.W_step_printed t)

/-- `W(1) = 0`. -/
theorem «model1.index.first» (full : G.Same (q.E 0) q.K) : G.Same (q.W 1) G.zero :=
  q.W_first full

/-- `K - W(tau) = E(tau-1) + beta (1 + ... + beta^(tau-2)) (E(tau-1) - E(tau))`. -/
theorem «model1.index.shortfall» (t : Nat) :
    G.Same (G.sub q.K (q.W t.succ))
      (G.add (q.E t) (q.beta.map ((q.beta.geometric t).map (G.sub (q.E t) (q.E t.succ))))) :=
  q.W_shortfall t

/-- `W(tau+1) - W(tau) >= (1 - beta^tau) (E(tau) - E(tau+1))` if `E` is convex. -/
theorem «model1.index.step» (convex : q.Convex) (t : Nat) :
    G.le (q.complementPower t.succ (G.sub (q.E t.succ) (q.E t.succ.succ)))
      (G.sub (q.W t.succ.succ) (q.W t.succ)) :=
  q.W_step_at_least convex t

/-- `W(tau) <= W(tau+1)` if `beta <= 1` and `E` is decreasing and convex. -/
theorem «model1.index.monotone» (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) (t : Nat) : G.le (q.W t.succ) (q.W t.succ.succ) :=
  q.W_monotone discount decreasing convex t

/-! ## Thresholds -/

variable {c : G.carrier} {t : Nat} {V : Nat → G.carrier}

/-- `gain(s) >= 0` if `c <= W(s+1)`. -/
theorem «model1.threshold.probe» (h : q.ThresholdValue c t.succ V)
    (below : G.le c (q.W t.succ.succ)) : G.le G.zero (q.gain c (V 1) t.succ) :=
  q.gain_at_nonnegative h below

/-- `gain(s-1) <= 0` if `W(s) <= c`. -/
theorem «model1.threshold.idle» (h : q.ThresholdValue c t.succ V) (above : G.le (q.W t.succ) c) :
    G.le (q.gain c (V 1) t) G.zero :=
  q.gain_before_nonpositive h above

/-- `gain(tau) <= gain(tau+1)` if `E` is decreasing and convex. -/
theorem «model1.threshold.rising» (discount : AtMostOne q.beta) (decreasing : q.Decreasing)
    (convex : q.Convex) (c v : G.carrier) (tau : Nat) :
    G.le (q.gain c v tau) (q.gain c v tau.succ) :=
  q.gain_rises discount decreasing convex c v tau

/-- `c + beta (R(tau+1) + D) - R(tau) = beta D - gain(tau)`. -/
theorem «model1.threshold.recursion» (c v ahead : G.carrier) (tau : Nat) :
    G.Same (G.sub (G.add c (q.beta.map (G.add (q.probing v tau.succ) ahead))) (q.probing v tau))
      (G.sub (q.beta.map ahead) (q.gain c v tau)) :=
  q.waiting_recursion c v ahead tau

/-- `beta D - gain(tau) >= 0` if `D >= 0` and `gain(tau) <= 0`. -/
theorem «model1.threshold.waiting» (c v ahead : G.carrier) (tau : Nat)
    (later : G.le G.zero ahead) (loss : G.le (q.gain c v tau) G.zero) :
    G.le G.zero (G.sub (q.beta.map ahead) (q.gain c v tau)) :=
  q.waiting_pays c v later loss

/-- A threshold `s` at `d` and a later threshold `t` at `c` give `d <= c`, if the index is monotone.
-/
theorem «model1.threshold.indexable» (monotone : ∀ t : Nat, G.le (q.W t.succ) (q.W t.succ.succ))
    (c d : G.carrier) (s t : Nat) (first : q.Threshold d s) (second : q.Threshold c t)
    (later : Nat.lt s t) : G.le d c :=
  q.thresholds_rise monotone first second later

/-! ## The expected backlog, for every law -/

variable {S : OrderedMonoid} (law : Law S) {u : S.carrier}

/-- `E(tau+1) <= E(tau)`. -/
theorem «model1.K*.decreasing» (hu : S.le S.zero u) (K tau : Nat) :
    S.le (law.backlog u tau.succ K) (law.backlog u tau K) :=
  law.decreasing hu tau K

/-- `2 E(tau+1) <= E(tau) + E(tau+2)`. -/
theorem «model1.K*.convex» (hu : S.le S.zero u) (K tau : Nat) :
    S.le (S.add (law.backlog u tau.succ K) (law.backlog u tau.succ K))
      (S.add (law.backlog u tau K) (law.backlog u tau.succ.succ K)) :=
  law.convex hu tau K

/-- `K E(tau+1) + E(tau) <= K E(tau) + p_0 E(tau)`, for `K = k + 1`. -/
theorem «model1.K*.vanishing» (hu : S.le S.zero u) (k tau : Nat) :
    S.le
      (S.add (S.times k.succ (law.backlog u tau.succ k.succ)) (law.backlog u tau k.succ))
      (S.add (S.times k.succ (law.backlog u tau k.succ))
        (law.none.map (law.backlog u tau k.succ))) :=
  law.vanishing hu tau k

/-- Lemma 1 as printed is false, already over the rationals. -/
theorem «model1.lemma1.printed» :
    Not (NonVacuousIndex.PrintedLemma1 OrderedMonoid.rationals) :=
  NonVacuousIndex.printedLemma1_fails

/-! ## Theorem 5 -/

variable {h : Blocking.Horizon S} (p i : Blocking.Policy h)

/-- `P_i + A_i = P_p + A_p`. -/
theorem «model2.theorem5.slope» (a : S.carrier) :
    S.Same (S.add (i.passive.map a) (i.active.map a)) (S.add (p.passive.map a) (p.active.map a)) :=
  Blocking.Policy.slope p i a

/-- `A_i <= A_p` if `beta <= 1/2`, `p` probes now and `i` idles now. -/
theorem «model2.theorem5.active_time» (half : Blocking.AtMostHalf h.beta) (probes : p.ProbesNow)
    (idles : i.IdlesNow) : Blocking.Policy.NoMoreActive i p :=
  Blocking.Policy.active_time half probes idles
