prelude
import ProofCheck.Servers
import ProofCheck.Generated.TwoServer
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Two servers: one fast, one slow

The two-server model (Lin and Kumar; Koole's proof), which the paper generalises, in plain terms:
a state `(x, y)` has `x` jobs in the queue and at the fast server and `y` busy slow servers, `y <=
1`.  No statement here refers to certificates; the proofs come from the checked obligations of
`two_server`, whose cone is the cone below by unfolding (`Cone.toData`, `Cone.ofData`).
-/

noncomputable section

namespace TwoServer

/-- The two-server cone, for all `x >= 0` and every `y` for which all states occur. -/
structure Cone (S : OrderedMonoid) (f : Nat → Nat → S.carrier) : Prop where
  /-- (K1), I(1): `f(x, y) <= f(x+1, y)`: increasing in `x` -/
  k1 : ∀ x y : Nat, Nat.le y 1 →
    S.le (f x y) (f (x.add 1) y)
  /-- (K2), I(2): `f(x, y) <= f(x, y+1)`: increasing in `y` -/
  k2 : ∀ x y : Nat, Nat.le (y.add 1) 1 →
    S.le (f x y) (f x (y.add 1))
  /-- (K3), Super(1,2): `f(x+1, y) + f(x, y+1) <= f(x, y) + f(x+1, y+1)`: supermodular -/
  k3 : ∀ x y : Nat, Nat.le (y.add 1) 1 →
    S.le (S.add (f (x.add 1) y) (f x (y.add 1))) (S.add (f x y) (f (x.add 1) (y.add 1)))
  /-- (K4), SuperC(1,2): `f(x+1, y) + f(x+1, y+1) <= f(x+2, y) + f(x, y+1)`: superconvex -/
  k4 : ∀ x y : Nat, Nat.le (y.add 1) 1 →
    S.le (S.add (f (x.add 1) y) (f (x.add 1) (y.add 1))) (S.add (f (x.add 2) y) (f x (y.add 1)))
  /-- (Cx), Cx(1): `2 f(x+1, y) <= f(x, y) + f(x+2, y)`: convex in `x` -/
  convex : ∀ x y : Nat, Nat.le y 1 →
    S.le (S.add (f (x.add 1) y) (f (x.add 1) y)) (S.add (f x y) (f (x.add 2) y))

/-! ## The plain cone is the cone of the problem data -/

variable {S : OrderedMonoid} {f g h : Nat → Nat → S.carrier}

/-- Modes `0..1`. -/
theorem upTo1 {P : Nat → Prop} (h0 : P 0) (h1 : P 1) (y : Nat) (h : Nat.le y 1) : P y :=
  match y, h with
  | .zero, _ => h0
  | .succ .zero, _ => h1
  | .succ (.succ _), h => (Nat.not_succ_le_zero (Nat.le_of_succ_le_succ h)).elim

/-- Modes `y` with `y + 1 <= 1`. -/
theorem upTo0 {P : Nat → Prop} (h0 : P 0) (y : Nat) (h : Nat.le (y.add 1) 1) : P y :=
  match y, h with
  | .zero, _ => h0
  | .succ _, h => (Nat.not_succ_le_zero (Nat.le_of_succ_le_succ h)).elim

/-- `n <= m`, decided by computation. -/
theorem within {n m : Nat} (h : Eq (Nat.ble n m) true) : Nat.le n m := Nat.le_of_ble_eq_true h

theorem Cone.toData (c : Cone S f) : two_server.Cone S f :=
  And.intro (fun x => c.k1 x 0 (within rfl)) (And.intro (fun x => c.k1 x 1 (within rfl))
  (And.intro (fun x => c.k2 x 0 (within rfl)) (And.intro (fun x => c.k3 x 0 (within rfl))
  (And.intro (fun x => c.k4 x 0 (within rfl))
  (And.intro (fun x => c.convex x 0 (within rfl))
  (And.intro (fun x => c.convex x 1 (within rfl)) True.intro))))))

theorem Cone.ofData (d : two_server.Cone S f) : Cone S f where
  k1 := fun x => upTo1 (d.left x) (d.right.left x)
  k2 := fun x => upTo0 (d.right.right.left x)
  k3 := fun x => upTo0 (d.right.right.right.left x)
  k4 := fun x => upTo0 (d.right.right.right.right.left x)
  convex := fun x => upTo1 (d.right.right.right.right.right.left x)
    (d.right.right.right.right.right.right.left x)

/-- The cone depends on the modes `0..1` only. -/
theorem Cone.congr (e : ∀ x y, Nat.le y 1 → S.Same (f x y) (g x y)) (c : Cone S f) : Cone S g :=
  Cone.ofData (Problem.Cone.congr two_server rfl e c.toData)

theorem reduced_toData (r : Reduced S 1 f) : two_server.Reduction S f :=
  And.intro (r 0 (within rfl)) True.intro

theorem reduced_ofData (d : two_server.Reduction S f) : Reduced S 1 f :=
  upTo0 (P := fun y => S.le (f 1 y) (f 0 (y.add 1))) d.left

/-! ## Routing -/

/-- **Two-server form, routing.**  The routing minimisation preserves the cone. -/
theorem routing_preserves (c : Cone S f) (r : Routed S 1 f g) : Cone S g :=
  Cone.ofData (two_server_routing S f g c.toData r)

/-! ## Events, costs, combinations, value iteration -/

/-- The events and the cost of the problem data are those of the model. -/
theorem arrival_same (x y : Nat) (hy : Nat.le y 1) :
    S.Same ((two_server.event 0).apply S f x y) (arrival f x y) :=
  upTo1 (P := fun y => S.Same ((two_server.event 0).apply S f x y) (arrival f x y))
    (OrderedMonoid.Same.refl (f (x.add 1) 0)) (OrderedMonoid.Same.refl (f (x.add 1) 1)) y hy

theorem fast_same (x y : Nat) (hy : Nat.le y 1) :
    S.Same ((two_server.event 1).apply S f x y) (fast f x y) :=
  have e (z : Nat) : S.Same (f ((Move.down 1).apply x) z) (f (x.sub 1) z) :=
    OrderedMonoid.Same.of_eq (congrArg (fun (x : Nat) => f x z) (Move.down_one x))
  upTo1 (P := fun y => S.Same ((two_server.event 1).apply S f x y) (fast f x y))
    (e 0) (e 1) y hy

theorem slow_same (x y : Nat) (hy : Nat.le y 1) :
    S.Same ((two_server.event 2).apply S f x y) (slow 1 f x y) :=
  upTo1 (P := fun y => S.Same ((two_server.event 2).apply S f x y) (slow 1 f x y))
    (OrderedMonoid.zero_add_same (f x 0)).symm (OrderedMonoid.add_zero_same (f x 0)).symm y hy

theorem holding_same (u : S.carrier) (x y : Nat) :
    S.Same (two_server.cost.apply S u x y) (holding u x y) :=
  OrderedMonoid.Same.of_eq (congrArg (fun (k : Nat) => S.times k u) (Cost.count_sum x y))

/-- **Two-server form, arrivals**: they preserve the cone. -/
theorem arrival_preserves (c : Cone S f) : Cone S (arrival f) :=
  Cone.congr arrival_same (Cone.ofData (two_server_event_0 S f c.toData))

/-- **Two-server form, departures from the fast server**: they preserve the cone. -/
theorem fast_preserves (c : Cone S f) : Cone S (fast f) :=
  Cone.congr fast_same (Cone.ofData (two_server_event_1 S f c.toData))

/-- **Two-server form, departures from the slow server**: they preserve the cone. -/
theorem slow_preserves (c : Cone S f) : Cone S (slow 1 f) :=
  Cone.congr slow_same (Cone.ofData (two_server_event_2 S f c.toData))

/-- **Two-server form, costs.**  The holding cost `x + y` lies in the cone. -/
theorem holding_mem {u : S.carrier} (hu : S.le S.zero u) : Cone S (holding u) :=
  Cone.congr (fun x y _ => holding_same u x y) (Cone.ofData (two_server_cost S u hu))

/-- **Two-server form, combinations.**  Sums of monotone additive scalings of members
lie in the cone. -/
theorem combination_preserves (s t : Scaling S) (c : Cone S f) (d : Cone S h) :
    Cone S (s.combine t f h) :=
  Cone.ofData (two_server_closure S s t f h c.toData d.toData)

/-- Sums of members lie in the cone. -/
theorem sum_preserves (c : Cone S f) (d : Cone S h) : Cone S (fun x y => S.add (f x y) (h x y)) :=
  combination_preserves (Scaling.identity S) (Scaling.identity S) c d

/-- Scalings of members lie in the cone. -/
theorem scaling_preserves (s : Scaling S) (c : Cone S f) : Cone S (fun x y => s.map (f x y)) :=
  Cone.ofData (Template.AllHold.scaled s two_server.templates c.toData)

/-- The cone is closed under every operator of the model. -/
theorem closed (S : OrderedMonoid) : Closed S 1 (Cone S) where
  congr := fun _ _ => Cone.congr
  routing := fun _ _ => routing_preserves
  arrival := fun _ => arrival_preserves
  fast := fun _ => fast_preserves
  slow := fun _ => slow_preserves
  holding := fun _ => holding_mem
  combination := fun s t _ _ => combination_preserves s t

/-- **Two-server form, value iteration.**  Every iterate of `f -> c + beta (lam A g +
mu1 D1 g + mu2 D2 g)`, `g` routed from `f`, started at zero, lies in the cone. -/
theorem iterates_mem {r : Rates S} {u : S.carrier} {f g : Nat → Nat → Nat → S.carrier}
    (v : ValueIteration S 1 r u f g) (n : Nat) : Cone S (f n) :=
  ((closed S).iterates v n).left

/-! ## Thresholds -/

/-- **Two-server form, one job (K4).**  If sending a job from `(x+1, y)` is at least as good as
keeping it, it is so from `(x+2, y)`.  (Claim `send_one`.) -/
theorem send_next (c : Cone S f) (x y : Nat) (hy : Nat.le (y.add 1) 1)
    (pays : S.le (f x (y.add 1)) (f (x.add 1) y)) :
    S.le (f (x.add 1) (y.add 1)) (f (x.add 2) y) :=
  have d := two_server_claims S f c.toData
  upTo0 (P := fun y => S.le (f x (y.add 1)) (f (x.add 1) y) →
      S.le (f (x.add 1) (y.add 1)) (f (x.add 2) y))
    (fun w => d.left x (And.intro w True.intro)) y hy pays

/-- All that a threshold policy needs; there is no second slow server. -/
theorem pays_in_order (c : Cone S f) : PaysInOrder S 1 f where
  next := send_next c
  first := fun _ _ hy => (Nat.not_succ_le_zero (Nat.le_of_succ_le_succ hy)).elim

/-- **Two-server form, monotone.**  If `a` jobs are optimal in `(x, y)`, sending `a` from `(x+1, y)`
is at least as good as sending fewer. -/
theorem fewer_not_better (c : Cone S f) (x y a b : Nat) (opt : Optimal S 1 f x y a)
    (fewer : Nat.lt b a) : S.le (f (x.succ.sub a) (y.add a)) (f (x.succ.sub b) (y.add b)) :=
  (pays_in_order c).fewer_not_better opt fewer

/-- **Two-server theorem: threshold policies.**  If sending at least `k` jobs is optimal in `(x,
y)`, it is optimal in `(x+d, y)`. -/
theorem threshold (c : Cone S f) (k d : Nat) {x y : Nat}
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 1 f x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 1 f (x.add d) y a) :=
  (pays_in_order c).threshold k d opt

/-- **Two-server theorem, for a function of the cone: exchange.**  If `a` is optimal in `(x, y)`,
`b` is optimal in `(x+1, y)` and `b <= a`, then `a` is optimal in `(x+1, y)` too, and `b` in
`(x, y)`.  So neither the smallest nor the largest optimal number decreases in `x`, as the next two
say.  No function `a(x, y)` that chooses an optimal number is constructed, because `<=` is not
assumed decidable. -/
theorem exchange (c : Cone S f) {x y a b : Nat} (here : Optimal S 1 f x y a)
    (next : Optimal S 1 f (x.add 1) y b) (fewer : Nat.le b a) :
    And (Optimal S 1 f (x.add 1) y a) (Optimal S 1 f x y b) :=
  Superconvex.exchange c.k4 here next fewer

/-- **Two-server theorem, for a function of the cone: the smallest optimal number never decreases in
`x`.** -/
theorem smallest_grows (c : Cone S f) {x y a b : Nat} (here : Optimal S 1 f x y a)
    (smallest : ∀ d, Optimal S 1 f x y d → Nat.le a d) (next : Optimal S 1 f (x.add 1) y b) :
    Nat.le a b :=
  Superconvex.smallest_grows c.k4 here smallest next

/-- **Two-server theorem, for a function of the cone: the largest optimal number never decreases in
`x`.** -/
theorem largest_grows (c : Cone S f) {x y a b : Nat} (here : Optimal S 1 f x y a)
    (next : Optimal S 1 f (x.add 1) y b)
    (largest : ∀ d, Optimal S 1 f (x.add 1) y d → Nat.le d b) : Nat.le a b :=
  Superconvex.largest_grows c.k4 here next largest

/-- **Two-server theorem, along value iteration.**  The optimal actions of every iterate form a
threshold policy: if sending at least `k` jobs is optimal in `(x, y)`, it is optimal in
`(x+d, y)`. -/
theorem iterates_threshold {r : Rates S} {u : S.carrier} {f g : Nat → Nat → Nat → S.carrier}
    (v : ValueIteration S 1 r u f g) (n k d : Nat) {x y : Nat}
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 1 (f n) x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 1 (f n) (x.add d) y a) :=
  threshold (iterates_mem v n) k d opt

/-- **Two-server theorem, along value iteration: exchange.** -/
theorem iterates_exchange {r : Rates S} {u : S.carrier} {f g : Nat → Nat → Nat → S.carrier}
    (v : ValueIteration S 1 r u f g) (n : Nat) {x y a b : Nat} (here : Optimal S 1 (f n) x y a)
    (next : Optimal S 1 (f n) (x.add 1) y b) (fewer : Nat.le b a) :
    And (Optimal S 1 (f n) (x.add 1) y a) (Optimal S 1 (f n) x y b) :=
  exchange (iterates_mem v n) here next fewer

/-- **Two-server theorem, along value iteration: the smallest optimal number never decreases in
`x`.** -/
theorem iterates_smallest_grows {r : Rates S} {u : S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 1 r u f g) (n : Nat) {x y a b : Nat}
    (here : Optimal S 1 (f n) x y a)
    (smallest : ∀ d, Optimal S 1 (f n) x y d → Nat.le a d)
    (next : Optimal S 1 (f n) (x.add 1) y b) : Nat.le a b :=
  smallest_grows (iterates_mem v n) here smallest next

/-- **Two-server theorem, along value iteration: the largest optimal number never decreases in
`x`.** -/
theorem iterates_largest_grows {r : Rates S} {u : S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 1 r u f g) (n : Nat) {x y a b : Nat}
    (here : Optimal S 1 (f n) x y a)
    (next : Optimal S 1 (f n) (x.add 1) y b)
    (largest : ∀ d, Optimal S 1 (f n) (x.add 1) y d → Nat.le d b) : Nat.le a b :=
  largest_grows (iterates_mem v n) here next largest

/-! ## Reduction -/

theorem rate_mu2_same (x y : Nat) (hy : Nat.le y 1) :
    S.Same (Event.sum S (two_server.eventList (.cons 1 (.cons 2 .nil))) g x y)
      (S.add (fast g x y) (slow 1 g x y)) :=
  (fast_same (f := g) x y hy).add (slow_same (f := g) x y hy)

/-- The parts of the reduction lemma. -/
theorem reduction_closed (S : OrderedMonoid) : ReductionClosed S 1 (Cone S) where
  routing := fun f g c r fg =>
    reduced_ofData (two_server_reductionRouting S f g c.toData (reduced_toData r) fg)
  lam := fun f g c d r s fg =>
    Reduced.congr arrival_same (reduced_ofData (two_server_reductionRate_0 S f g c.toData d.toData
      (reduced_toData r) (reduced_toData s) fg))
  mu2 := fun f g c d r s fg =>
    Reduced.congr rate_mu2_same (reduced_ofData (two_server_reductionRate_1_2 S f g c.toData
      d.toData (reduced_toData r) (reduced_toData s) fg))
  delta := fun f g c d r s fg =>
    Reduced.congr fast_same (reduced_ofData (two_server_reductionRate_1 S f g c.toData d.toData
      (reduced_toData r) (reduced_toData s) fg))

/-- **Two-server form of the reduction lemma.**  Hypothesis: the fast server is at least as fast as
the slow one, `mu1 >= mu2`, stated as `mu1 = mu2 + delta` with a scaling `delta` (so `delta >= 0`).
Conclusion: every iterate of value iteration satisfies `f(1, y) <= f(0, y+1)`. -/
theorem reduction {r : Rates S} {delta : Scaling S} {u : S.carrier}
    (faster : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a)))
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 1 r u f g) (n : Nat) :
    Reduced S 1 (f n) :=
  (reduction_closed S).iterates (closed S) faster v n

/-- **Two-server form of the reduction lemma, consequence: the fast server is used first.**  Under
the same hypothesis `mu1 = mu2 + delta`, for every iterate and in every state with a job,
`(x+1, y)`, some optimal action sends at most `x` jobs and so leaves one for the fast server. -/
theorem last_job_stays {r : Rates S} {delta : Scaling S} {u : S.carrier}
    (faster : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a)))
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 1 r u f g) (n x y : Nat)
    (hy : Nat.le y 1) :
    Exists fun (a : Nat) => And (Nat.le a x) (Optimal S 1 (f n) (x.add 1) y a) :=
  (reduction faster v n).keep x y hy

end TwoServer
