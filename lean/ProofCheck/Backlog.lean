prelude
import ProofCheck.IndexMonotone
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The expected backlog, for every departure law and every queue size

In each slot `d` jobs depart with chance `p_d`, or all there are, if fewer: from `i` jobs, `i - d`
remain, cut off at zero.  A chance is a monotone additive map, and the chances sum to one.  A law
is a finite list `p_0, ..., p_n`; for a queue of at most `n` jobs, `p_n` is the chance of `n` or
more, so this is every law on the natural numbers, Poisson's among them.

`left h tau i` is the expectation of `h` of the backlog `tau` slots after there were `i` jobs; with
`h i = i` it is the expected backlog.  If the expected decrease in one slot never falls with the
backlog, the expectation is convex in the age, because the backlog only falls
(`convex_of_decrease`).  The backlog itself satisfies that (`convex`), and so the index is monotone
with no assumption on `E` (`index_monotone`).
-/

noncomputable section

/-- `p_0 (f 0) + p_1 (f 1) + ...` for a list `p_0, p_1, ...`. -/
def weighted {S : OrderedMonoid} : List (Scaling S) → (Nat → S.carrier) → S.carrier
  | .nil, _ => S.zero
  | .cons p l, f => S.add (p.map (f 0)) (weighted l (fun d => f d.succ))

/-- A departure law: the chances of no departure, and of one, two, and so on.  They sum to one. -/
structure Law (S : OrderedMonoid) where
  /-- the chance `p_0` of no departure -/
  none : Scaling S
  /-- the chances `p_1, p_2, ...` -/
  some : List (Scaling S)
  /-- `p_0 a + p_1 a + ... = a` -/
  sum : ∀ a, S.Same (weighted (.cons none some) (fun _ => a)) a

/-! ## Weighted sums -/

section
variable {S : OrderedMonoid}

theorem weighted_le (l : List (Scaling S)) {f g : Nat → S.carrier} (h : ∀ d, S.le (f d) (g d)) :
    S.le (weighted l f) (weighted l g) :=
  match l with
  | .nil => S.le_refl S.zero
  | .cons p l => OrderedMonoid.add_le (p.mono (h 0)) (weighted_le l (fun d => h d.succ))

theorem weighted_same (l : List (Scaling S)) {f g : Nat → S.carrier}
    (h : ∀ d, S.Same (f d) (g d)) : S.Same (weighted l f) (weighted l g) :=
  And.intro (weighted_le l (fun d => (h d).left)) (weighted_le l (fun d => (h d).right))

theorem weighted_add (l : List (Scaling S)) (f g : Nat → S.carrier) :
    S.Same (weighted l (fun d => S.add (f d) (g d))) (S.add (weighted l f) (weighted l g)) :=
  match l with
  | .nil => (OrderedMonoid.zero_add_same S.zero).symm
  | .cons p l =>
    ((p.additive (f 0) (g 0)).add
      (weighted_add l (fun d => f d.succ) (fun d => g d.succ))).trans
      (OrderedMonoid.add_swap _ _ _ _)

theorem weighted_zero (l : List (Scaling S)) : S.Same (weighted l (fun _ => S.zero)) S.zero :=
  match l with
  | .nil => OrderedMonoid.Same.refl S.zero
  | .cons p l => (p.zero.add (weighted_zero l)).trans (OrderedMonoid.zero_add_same S.zero)

theorem weighted_times (l : List (Scaling S)) (k : Nat) (f : Nat → S.carrier) :
    S.Same (weighted l (fun d => S.times k (f d))) (S.times k (weighted l f)) :=
  match k with
  | .zero => weighted_zero l
  | .succ k =>
    (weighted_same l (fun d => OrderedMonoid.times_succ k (f d))).trans
      ((weighted_add l f (fun d => S.times k (f d))).trans
        (((OrderedMonoid.Same.refl _).add (weighted_times l k f)).trans
          (OrderedMonoid.times_succ k (weighted l f)).symm))
end

namespace Law

variable {S : OrderedMonoid} (law : Law S)

/-- The expectation of `f` of the number of departures. -/
def mean (f : Nat → S.carrier) : S.carrier := weighted (.cons law.none law.some) f

/-- The expectation of `f` of the backlog one slot after there were `i` jobs. -/
def next (f : Nat → S.carrier) (i : Nat) : S.carrier := law.mean (fun d => f (i.sub d))

/-- The expectation of `h` of the backlog `tau` slots after there were `i` jobs. -/
def left (h : Nat → S.carrier) : Nat → Nat → S.carrier
  | .zero => h
  | .succ tau => law.next (left h tau)

theorem mean_le {f g : Nat → S.carrier} (h : ∀ d, S.le (f d) (g d)) :
    S.le (law.mean f) (law.mean g) := weighted_le _ h

theorem mean_add (f g : Nat → S.carrier) :
    S.Same (law.mean (fun d => S.add (f d) (g d))) (S.add (law.mean f) (law.mean g)) :=
  weighted_add _ f g

/-! ## Decreasing in the age, increasing in the number of jobs -/

/-- If `h` is smaller for fewer jobs, so is its expectation at every age. -/
theorem left_monotone (h : Nat → S.carrier) (mono : ∀ i j, Nat.le i j → S.le (h i) (h j))
    (tau i j : Nat) (le : Nat.le i j) : S.le (law.left h tau i) (law.left h tau j) :=
  match tau with
  | .zero => mono i j le
  | .succ tau =>
    law.mean_le (fun d => left_monotone h mono tau (i.sub d) (j.sub d) (Nat.sub_le_sub le d))

/-- **Decreasing**: if `h` is smaller for fewer jobs, its expectation decreases in the age. -/
theorem left_decreasing (h : Nat → S.carrier) (mono : ∀ i j, Nat.le i j → S.le (h i) (h j))
    (tau i : Nat) : S.le (law.left h tau.succ i) (law.left h tau i) :=
  match tau with
  | .zero =>
    S.le_trans (law.mean_le (fun d => mono (i.sub d) i (Nat.sub_le i d))) (law.sum (h i)).left
  | .succ tau => law.mean_le (fun d => left_decreasing h mono tau (i.sub d))

/-! ## Convex in the age -/

/-- The expected decrease of `h` in one slot never falls with the backlog:
`h j - next h j <= h i - next h i` for `j <= i`. -/
def DecreaseGrows (h : Nat → S.carrier) : Prop :=
  ∀ i j, Nat.le j i → S.le (S.add (h j) (law.next h i)) (S.add (h i) (law.next h j))

/-- **Convexity, abstract form.**  If the expected decrease in one slot never falls with the
backlog, the second differences in the age are nonnegative: at every age and backlog
`2 E(tau+1) <= E(tau) + E(tau+2)`. -/
theorem convex_of_decrease (h : Nat → S.carrier) (grows : law.DecreaseGrows h) (tau i : Nat) :
    S.le (S.add (law.left h tau.succ i) (law.left h tau.succ i))
      (S.add (law.left h tau i) (law.left h tau.succ.succ i)) :=
  match tau with
  | .zero =>
    -- average h (i - d) + next h i <= h i + next h (i - d) over d
    have average : S.le
        (S.add (law.mean (fun d => h (i.sub d))) (law.mean (fun _ => law.next h i)))
        (S.add (law.mean (fun _ => h i)) (law.mean (fun d => law.next h (i.sub d)))) :=
      OrderedMonoid.Same.le (law.mean_add _ _).symm (law.mean_add _ _).symm
        (law.mean_le (fun d => grows i (i.sub d) (Nat.sub_le i d)))
    OrderedMonoid.Same.le
      ((OrderedMonoid.Same.refl _).add (law.sum (law.next h i)).symm)
      ((law.sum (h i)).symm.add (OrderedMonoid.Same.refl _)) average
  | .succ tau =>
    let after (k d : Nat) : S.carrier := law.left h k (i.sub d)
    OrderedMonoid.Same.le (law.mean_add (after tau.succ) (after tau.succ)).symm
      (law.mean_add (after tau) (after tau.succ.succ)).symm
      (law.mean_le (fun d => convex_of_decrease h grows tau (i.sub d)))

/-- The number of jobs, in units `u`. -/
def jobs (u : S.carrier) (i : Nat) : S.carrier := S.times i u

theorem jobs_monotone {u : S.carrier} (hu : S.le S.zero u) (i j : Nat) (le : Nat.le i j) :
    S.le (jobs u i) (jobs u j) :=
  match Nat.exists_add_of_le le with
  | .intro k e =>
    Eq.subst (motive := fun (j : Nat) => S.le (S.times i u) (S.times j u)) e.symm
      (S.le_trans (OrderedMonoid.zero_add_same (S.times i u)).right
        (S.le_trans (S.add_mono (S.times i u) (OrderedMonoid.zero_le_times k hu))
          (S.le_trans (S.add_comm _ _) (OrderedMonoid.times_add i k u).right)))

/-- The number of jobs that depart never falls with the backlog. -/
theorem jobs_decreaseGrows {u : S.carrier} (hu : S.le S.zero u) : law.DecreaseGrows (jobs u) :=
  fun i j le =>
    have one (d : Nat) : S.le (S.add (jobs u j) (jobs u (i.sub d)))
        (S.add (jobs u i) (jobs u (j.sub d))) :=
      OrderedMonoid.Same.le (OrderedMonoid.times_add j (i.sub d) u).symm
        (OrderedMonoid.times_add i (j.sub d) u).symm
        (jobs_monotone hu _ _ (Nat.sub_shift le d))
    OrderedMonoid.Same.le
      (((law.sum (jobs u j)).symm.add (OrderedMonoid.Same.refl _)).trans (law.mean_add _ _).symm)
      (((law.sum (jobs u i)).symm.add (OrderedMonoid.Same.refl _)).trans (law.mean_add _ _).symm)
      (law.mean_le one)

/-! ## The expected backlog -/

/-- The expected backlog at age `tau`, from `i` jobs, in units `u`. -/
def backlog (u : S.carrier) (tau i : Nat) : S.carrier := law.left (jobs u) tau i

theorem backlog_monotone {u : S.carrier} (hu : S.le S.zero u) (tau i j : Nat) (le : Nat.le i j) :
    S.le (law.backlog u tau i) (law.backlog u tau j) :=
  law.left_monotone (jobs u) (jobs_monotone hu) tau i j le

/-- **`E` is decreasing**, for every law and every queue size: `E(tau+1) <= E(tau)`. -/
theorem decreasing {u : S.carrier} (hu : S.le S.zero u) (tau i : Nat) :
    S.le (law.backlog u tau.succ i) (law.backlog u tau i) :=
  law.left_decreasing (jobs u) (jobs_monotone hu) tau i

/-- **`E` is convex**, for every law and every queue size:
`2 E(tau+1) <= E(tau) + E(tau+2)`. -/
theorem convex {u : S.carrier} (hu : S.le S.zero u) (tau i : Nat) :
    S.le (S.add (law.backlog u tau.succ i) (law.backlog u tau.succ i))
      (S.add (law.backlog u tau i) (law.backlog u tau.succ.succ i)) :=
  law.convex_of_decrease (jobs u) (law.jobs_decreaseGrows hu) tau i

/-- An empty queue stays empty. -/
theorem backlog_empty (u : S.carrier) (tau : Nat) : S.Same (law.backlog u tau 0) S.zero :=
  match tau with
  | .zero => OrderedMonoid.Same.refl S.zero
  | .succ tau =>
    (weighted_same (.cons law.none law.some) (fun d =>
      (OrderedMonoid.Same.of_eq (congrArg (law.backlog u tau)
        (Nat.le_antisymm (Nat.sub_le 0 d) (Nat.zero_le _)))).trans (backlog_empty u tau))).trans
      (weighted_zero _)

/-- The expected backlog is nonnegative. -/
theorem backlog_nonnegative {u : S.carrier} (hu : S.le S.zero u) (tau i : Nat) :
    S.le S.zero (law.backlog u tau i) :=
  S.le_trans (law.backlog_empty u tau).right (law.backlog_monotone hu tau 0 i (Nat.zero_le i))

/-- The share that is left never falls with the backlog at the beginning:
`E_i / i <= E_{i+1} / (i + 1)`, that is `(i + 1) E_i <= i E_{i+1}`. -/
theorem share_grows {u : S.carrier} (hu : S.le S.zero u) (tau i : Nat) :
    S.le (S.times i.succ (law.backlog u tau i)) (S.times i (law.backlog u tau i.succ)) :=
  match tau with
  | .zero => (OrderedMonoid.times_swap i.succ i u).left
  | .succ tau =>
    have one (d : Nat) : S.le (S.times i.succ (law.backlog u tau (i.sub d)))
        (S.times i (law.backlog u tau (i.succ.sub d))) :=
      match Nat.le_or_lt d i with
      | .inl le =>
        match Nat.exists_add_of_le le with
        | .intro j e =>
          -- i = j + d: (j + 1) E_j + d E_j <= j E_{j+1} + d E_{j+1}
          have split : S.le
              (S.add (S.times j.succ (law.backlog u tau j)) (S.times d (law.backlog u tau j)))
              (S.add (S.times j (law.backlog u tau j.succ))
                (S.times d (law.backlog u tau j.succ))) :=
            OrderedMonoid.add_le (share_grows hu tau j)
              (OrderedMonoid.times_le d
                (law.backlog_monotone hu tau j j.succ (Nat.le.step Nat.le.refl)))
          have joined : S.le (S.times (j.succ.add d) (law.backlog u tau j))
              (S.times (j.add d) (law.backlog u tau j.succ)) :=
            OrderedMonoid.Same.le (OrderedMonoid.times_join j.succ d _)
              (OrderedMonoid.times_join j d _) split
          have here : Eq ((j.add d).sub d) j := Nat.add_sub_cancel j d
          have next : Eq ((j.add d).succ.sub d) j.succ :=
            (congrArg (fun (z : Nat) => z.sub d) (Nat.succ_add j d).symm).trans
              (Nat.add_sub_cancel j.succ d)
          Eq.subst (motive := fun (i : Nat) =>
              S.le (S.times i.succ (law.backlog u tau (i.sub d)))
                (S.times i (law.backlog u tau (i.succ.sub d)))) e.symm
            (OrderedMonoid.Same.le
              ((OrderedMonoid.Same.of_eq (congrArg (fun (z : Nat) =>
                  S.times (j.add d).succ (law.backlog u tau z)) here)).trans
                (OrderedMonoid.Same.of_eq (congrArg (fun (z : Nat) =>
                  S.times z (law.backlog u tau j)) (Nat.succ_add j d).symm)))
              (OrderedMonoid.Same.of_eq (congrArg (fun (z : Nat) =>
                S.times (j.add d) (law.backlog u tau z)) next)) joined)
      | .inr lt =>
        have empty : S.Same (law.backlog u tau (i.sub d)) S.zero :=
          (OrderedMonoid.Same.of_eq (congrArg (law.backlog u tau)
            (Nat.sub_eq_zero (Nat.le_trans (Nat.le.step Nat.le.refl) lt)))).trans
            (law.backlog_empty u tau)
        S.le_trans (OrderedMonoid.times_le i.succ empty.left)
          (S.le_trans (OrderedMonoid.times_zero i.succ).left
            (OrderedMonoid.zero_le_times i (law.backlog_nonnegative hu tau _)))
    OrderedMonoid.Same.le (weighted_times _ i.succ _).symm (weighted_times _ i _).symm
      (law.mean_le one)

/-- **`E` vanishes**, for every law and every queue size `K = k + 1`:
`K E(tau+1) <= (K - 1 + p_0) E(tau)`, written as `K E(tau+1) + E(tau) <= K E(tau) + p_0 E(tau)`.
So `E` tends to zero if `p_0 < 1`. -/
theorem vanishing {u : S.carrier} (hu : S.le S.zero u) (tau k : Nat) :
    S.le
      (S.add (S.times k.succ (law.backlog u tau.succ k.succ)) (law.backlog u tau k.succ))
      (S.add (S.times k.succ (law.backlog u tau k.succ))
        (law.none.map (law.backlog u tau k.succ))) :=
  let full := law.backlog u tau k.succ
  let stay := law.none.map full
  let rest := weighted law.some (fun _ => full)
  let moved := weighted law.some (fun d => law.backlog u tau (k.succ.sub d.succ))
  have one (d : Nat) : S.le (S.times k.succ (law.backlog u tau (k.succ.sub d.succ)))
      (S.times k full) :=
    S.le_trans (OrderedMonoid.times_le k.succ (law.backlog_monotone hu tau _ k
      (Eq.subst (motive := fun (z : Nat) => Nat.le z k) (Nat.succ_sub_succ k d).symm
        (Nat.sub_le k d)))) (law.share_grows hu tau k)
  have loses : S.le (S.times k.succ moved) (S.times k rest) :=
    OrderedMonoid.Same.le (weighted_times law.some k.succ _).symm
      (weighted_times law.some k _).symm (weighted_le law.some one)
  have whole : S.Same full (S.add stay rest) := (law.sum full).symm
  have less : S.le (S.add (S.add (S.times k.succ stay) (S.times k.succ moved)) full)
      (S.add (S.add (S.times k.succ stay) (S.times k rest)) (S.add stay rest)) :=
    OrderedMonoid.add_le (OrderedMonoid.add_le (S.le_refl _) loses) whole.left
  OrderedMonoid.Same.le
    ((OrderedMonoid.times_distrib k.succ stay moved).add (OrderedMonoid.Same.refl full))
    (((OrderedMonoid.Same.times k.succ whole).trans
      (OrderedMonoid.times_distrib k.succ stay rest)).add (OrderedMonoid.Same.refl stay))
    (S.le_trans less
      ((OrderedMonoid.add_swap _ _ _ _).trans
        (((OrderedMonoid.Same.refl _).add
          ((OrderedMonoid.add_same_comm _ _).trans (OrderedMonoid.times_succ k rest).symm)).trans
          (OrderedMonoid.add_right_comm _ _ _))).left)

/-! ## The index, for every departure law and every queue size -/

/-- The queue of size `K` with this law: `E(tau)` is the expected backlog from `K` jobs. -/
def queue {G : OrderedGroup} (law : Law G.values) (beta : Scaling G.values) (u : G.carrier)
    (K : Nat) : Probed G where
  K := G.values.times K u
  E := fun tau => law.backlog u tau K
  beta := beta

variable {G : OrderedGroup}

theorem queue_full (law : Law G.values) (beta : Scaling G.values) (u : G.carrier) (K : Nat) :
    G.Same ((law.queue beta u K).E 0) (law.queue beta u K).K := OrderedMonoid.Same.refl _

theorem queue_decreasing (law : Law G.values) (beta : Scaling G.values) {u : G.carrier}
    (hu : G.le G.zero u) (K : Nat) : (law.queue beta u K).Decreasing :=
  fun tau => law.decreasing hu tau K

theorem queue_convex (law : Law G.values) (beta : Scaling G.values) {u : G.carrier}
    (hu : G.le G.zero u) (K : Nat) : (law.queue beta u K).Convex :=
  fun tau =>
    Linear.le
      (.cons (law.backlog u tau K) (.cons (law.backlog u tau.succ K)
        (.cons (law.backlog u tau.succ.succ K) .nil)))
      (.sub (.atom 1) (.atom 2)) (.sub (.atom 0) (.atom 1))
      (.add (.atom 1) (.atom 1)) (.add (.atom 0) (.atom 2)) rfl (law.convex hu tau K)

/-- **The index is monotone, for every departure law, every queue size and every discount factor
`beta <= 1`**: `W(tau) <= W(tau+1)` for all `tau >= 1` (`tau = t + 1`). -/
theorem index_monotone (law : Law G.values) {beta : Scaling G.values} (discount : AtMostOne beta)
    {u : G.carrier} (hu : G.le G.zero u) (K t : Nat) :
    G.le ((law.queue beta u K).W t.succ) ((law.queue beta u K).W t.succ.succ) :=
  (law.queue beta u K).W_monotone discount (law.queue_decreasing beta hu K)
    (law.queue_convex beta hu K) t

end Law
