prelude
import ProofCheck.ManyServer
import ProofCheck.Servers
import ProofCheck.Generated.ThreeServer
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Three servers: one fast, two identical slow

The statements of the paper "Threshold policies extend to three-server queues", in plain terms: a
state `(x, y)` has `x` jobs in the queue and at the fast server and `y` busy slow servers, `y <= 2`.
No statement here refers to certificates; the proofs come from the checked obligations of
`three_server`, whose cone is the cone below by unfolding (`Cone.toData`, `Cone.ofData`).

The cone, with the standard names of event-based dynamic programming (Koole):

|    | inequality, for all `x >= 0`                           | `y`    | standard name             |
|----|--------------------------------------------------------|--------|---------------------------|
| K1 | `f(x, y) <= f(x+1, y)`                                 | `0..2` | I(1)                      |
| K2 | `f(x, y) <= f(x, y+1)`                                 | `0..1` | I(2)                      |
| K3 | `f(x+1, y) + f(x, y+1) <= f(x, y) + f(x+1, y+1)`       | `0..1` | Super(1,2)                |
| K4 | `f(x+1, y) + f(x+1, y+1) <= f(x+2, y) + f(x, y+1)`     | `0..1` | SuperC(1,2)               |
| K5 | `2 f(x, y+1) <= f(x, y) + f(x, y+2)`                   | `0`    | Cx(2)                     |
| K6 | `2 f(x+1, y+1) <= f(x+2, y) + f(x, y+2)`               | `0`    | convex along fixed total  |

The paper labels its conditions (K1)-(K6) and speaks of key lemmas; this list of conditions and the
wording of the lemmas are the reading that this project fixed.

| statement of the paper; in `docs/mathematics.md`    | here                                     |
|-----------------------------------------------------|------------------------------------------|
| key lemma: minimising over routings keeps the cone; | `routing_preserves`                      |
| routing                                             |                                          |
| key lemma: the dynamic program keeps the cone;      | `arrival_preserves`, `fast_preserves`,   |
| events, cost, closure                               | `slow_preserves`, `holding_mem`,         |
|                                                     | `combination_preserves`                  |
| the same, along value iteration; induction          | `iterates_mem`                           |
| convexity in `x` for `y < 2`, from K3 and K4        | `convex`                                 |
| one job (K4), second job (K6); claims               | `send_next`, `second_implies_first`,     |
|                                                     | `two_not_one`, `two_not_none`            |
| main theorem: threshold policies, for a function of | `threshold`, `exchange`,                 |
| the cone; thresholds                                | `smallest_grows`, `largest_grows`        |
| main theorem, along value iteration                 | `iterates_threshold`,                    |
|                                                     | `iterates_exchange`,                     |
|                                                     | `iterates_smallest_grows`,               |
|                                                     | `iterates_largest_grows`                 |
| (not in the paper) costs `p x + q y`; costs by      | `costs_by_position`                      |
| position                                            |                                          |
| key lemma: reduction, the fast server is used       | `reduction`, `last_job_stays`            |
| first, if `mu1 >= mu2`; reduction lemma             |                                          |

The words that occur in hypotheses and conclusions:

| name             | meaning                                                       | file        |
|------------------|---------------------------------------------------------------|-------------|
| `OrderedMonoid`  | where values live: addition, a total order that addition      | `Order`     |
|                  | keeps and from which it cancels; the reals, for example       |             |
| `S.Same a b`     | `a ~ b`: `a <= b` and `b <= a`                                | `Order`     |
| `Scaling`        | multiplication by a factor `>= 0`: a monotone additive map    | `Order`     |
| `Routed S m f g` | `g(x, y)` is the minimum of `f(x-a, y+a)` over `a <= x`,      | `Problem`   |
|                  | `y + a <= m`                                                  |             |
| `Rates`          | `lam`, `mu1`, `mu2` and the discount `beta`, as scalings      | `Servers`   |
| `arrival`,       | `A g`, `D1 g`, `D2 g`: the events                             | `Servers`   |
| `fast`, `slow`   |                                                               |             |
| `holding u`      | the cost `x + y`, in units `u`                                | `Servers`   |
| `step`           | `c + beta (lam A g + mu1 D1 g + mu2 D2 g)`                    | `Servers`   |
| `ValueIteration` | `f 0 = 0`, `g n` routed from `f n`, `f (n+1)` one step from   | `Servers`   |
|                  | `g n`, unit of cost `>= 0`                                    |             |
| `Reduced S m f`  | F: `f(1, y) <= f(0, y+1)` for `y < m`                         | `Servers`   |
| `Optimal S m f`  | `Optimal S m f x y a`: in `(x, y)` one may send `a` jobs, and | `Threshold` |
|                  | no feasible number gives a smaller `f(x-a, y+a)`              |             |
| `PaysInOrder`    | the two comparisons of single jobs that give thresholds       | `Threshold` |
| `Cone S f`       | (K1)-(K6) above                                               | here        |

For numbers, `x.add 1` is `x + 1`, `x.sub a` is `x - a` (`0` if `a > x`), `Nat.le` is `<=`, `Nat.lt`
is `<`; for values, `S.add` and `S.le`.  `NonVacuous` shows that every hypothesis can be met.

The main theorem of the paper is about the long-run average cost.  Here it is proved for every
iterate of value iteration, with or without discount; the passage to the limit and the lift to the
states `(q, z, y)` (Lemma 7 of the paper) are not formalised.
-/

noncomputable section

namespace ThreeServer

/-- The value-iteration cone, conditions (K1)-(K6), for all `x >= 0` and every `y` for
which all states occur. -/
structure Cone (S : OrderedMonoid) (f : Nat → Nat → S.carrier) : Prop where
  /-- (K1), I(1): `f(x, y) <= f(x+1, y)`, increasing in `x` -/
  k1 : ∀ x y : Nat, Nat.le y 2 →
    S.le (f x y) (f (x.add 1) y)
  /-- (K2), I(2): `f(x, y) <= f(x, y+1)`, increasing in `y` -/
  k2 : ∀ x y : Nat, Nat.le (y.add 1) 2 →
    S.le (f x y) (f x (y.add 1))
  /-- (K3), Super(1,2): `f(x+1, y) + f(x, y+1) <= f(x, y) + f(x+1, y+1)`, supermodular -/
  k3 : ∀ x y : Nat, Nat.le (y.add 1) 2 →
    S.le (S.add (f (x.add 1) y) (f x (y.add 1))) (S.add (f x y) (f (x.add 1) (y.add 1)))
  /-- (K4), SuperC(1,2): `f(x+1, y) + f(x+1, y+1) <= f(x+2, y) + f(x, y+1)`, superconvex -/
  k4 : ∀ x y : Nat, Nat.le (y.add 1) 2 →
    S.le (S.add (f (x.add 1) y) (f (x.add 1) (y.add 1))) (S.add (f (x.add 2) y) (f x (y.add 1)))
  /-- (K5), Cx(2): `2 f(x, y+1) <= f(x, y) + f(x, y+2)`, convex in `y` -/
  k5 : ∀ x y : Nat, Nat.le (y.add 2) 2 →
    S.le (S.add (f x (y.add 1)) (f x (y.add 1))) (S.add (f x y) (f x (y.add 2)))
  /-- (K6), the kind of condition that the paper adds: `2 f(x+1, y+1) <= f(x+2, y) + f(x, y+2)`, convex in
  `y` where `x + y` is constant -/
  k6 : ∀ x y : Nat, Nat.le (y.add 2) 2 →
    S.le (S.add (f (x.add 1) (y.add 1)) (f (x.add 1) (y.add 1)))
      (S.add (f (x.add 2) y) (f x (y.add 2)))

/-! ## The plain cone is the cone of the problem data -/

variable {S : OrderedMonoid} {f g h : Nat → Nat → S.carrier}

/-- No number from `3` on is at most `2`. -/
theorem beyond2 {n : Nat} (h : Nat.le n.succ.succ.succ 2) : False :=
  Nat.not_succ_le_zero (Nat.le_of_succ_le_succ (Nat.le_of_succ_le_succ h))

/-- Modes `0..2`. -/
theorem upTo2 {P : Nat → Prop} (h0 : P 0) (h1 : P 1) (h2 : P 2) (y : Nat) (h : Nat.le y 2) : P y :=
  match y, h with
  | .zero, _ => h0
  | .succ .zero, _ => h1
  | .succ (.succ .zero), _ => h2
  | .succ (.succ (.succ _)), h => (beyond2 h).elim

/-- Modes `y` with `y + 1 <= 2`. -/
theorem upTo1 {P : Nat → Prop} (h0 : P 0) (h1 : P 1) (y : Nat) (h : Nat.le (y.add 1) 2) : P y :=
  match y, h with
  | .zero, _ => h0
  | .succ .zero, _ => h1
  | .succ (.succ _), h => (beyond2 h).elim

/-- Modes `y` with `y + 2 <= 2`. -/
theorem upTo0 {P : Nat → Prop} (h0 : P 0) (y : Nat) (h : Nat.le (y.add 2) 2) : P y :=
  match y, h with
  | .zero, _ => h0
  | .succ _, h => (beyond2 h).elim

/-- `n <= m`, decided by computation. -/
theorem within {n m : Nat} (h : Eq (Nat.ble n m) true) : Nat.le n m := Nat.le_of_ble_eq_true h

theorem Cone.toData (c : Cone S f) : three_server.Cone S f :=
  And.intro (fun x => c.k1 x 0 (within rfl)) (And.intro (fun x => c.k1 x 1 (within rfl))
  (And.intro (fun x => c.k1 x 2 (within rfl))
  (And.intro (fun x => c.k2 x 0 (within rfl)) (And.intro (fun x => c.k2 x 1 (within rfl))
  (And.intro (fun x => c.k3 x 0 (within rfl)) (And.intro (fun x => c.k3 x 1 (within rfl))
  (And.intro (fun x => c.k4 x 0 (within rfl)) (And.intro (fun x => c.k4 x 1 (within rfl))
  (And.intro (fun x => c.k5 x 0 (within rfl))
  (And.intro (fun x => c.k6 x 0 (within rfl)) True.intro))))))))))

theorem Cone.ofData (d : three_server.Cone S f) : Cone S f where
  k1 := fun x => upTo2 (d.left x) (d.right.left x) (d.right.right.left x)
  k2 := fun x => upTo1 (d.right.right.right.left x) (d.right.right.right.right.left x)
  k3 := fun x => upTo1 (d.right.right.right.right.right.left x)
    (d.right.right.right.right.right.right.left x)
  k4 := fun x => upTo1 (d.right.right.right.right.right.right.right.left x)
    (d.right.right.right.right.right.right.right.right.left x)
  k5 := fun x => upTo0 (d.right.right.right.right.right.right.right.right.right.left x)
  k6 := fun x => upTo0 (d.right.right.right.right.right.right.right.right.right.right.left x)

/-- The cone depends on the modes `0..2` only. -/
theorem Cone.congr (e : ∀ x y, Nat.le y 2 → S.Same (f x y) (g x y)) (c : Cone S f) : Cone S g :=
  Cone.ofData (Problem.Cone.congr three_server rfl e c.toData)

theorem reduced_toData (r : Reduced S 2 f) : three_server.Reduction S f :=
  And.intro (r 0 (within rfl)) (And.intro (r 1 (within rfl)) True.intro)

theorem reduced_ofData (d : three_server.Reduction S f) : Reduced S 2 f :=
  upTo1 (P := fun y => S.le (f 1 y) (f 0 (y.add 1))) d.left d.right.left

/-- The cone is that of `ManyServer` for two slow servers. -/
theorem Cone.toMany (c : Cone S f) : ManyServer.Cone S 2 f :=
  { k1 := c.k1, k2 := c.k2, k3 := c.k3, k4 := c.k4, k5 := c.k5, k6 := c.k6 }

theorem Cone.ofMany (c : ManyServer.Cone S 2 f) : Cone S f :=
  { k1 := c.k1, k2 := c.k2, k3 := c.k3, k4 := c.k4, k5 := c.k5, k6 := c.k6 }

/-- **Convexity in `x`** where a slow server is idle, `y < 2`, from (K3) and (K4):
`2 f(x+1, y) <= f(x, y) + f(x+2, y)`. -/
theorem convex (c : Cone S f) (x y : Nat) (hy : Nat.le (y.add 1) 2) :
    S.le (S.add (f (x.add 1) y) (f (x.add 1) y)) (S.add (f x y) (f (x.add 2) y)) :=
  ManyServer.convex c.toMany x y hy

/-! ## Key lemma: minimising over routings keeps the cone -/

/-- **Key lemma of the paper, routing** (its case check over minimisers).  If `f` lies in the cone,
so does its minimum over the feasible routings. -/
theorem routing_preserves (c : Cone S f) (r : Routed S 2 f g) : Cone S g :=
  Cone.ofData (three_server_routing S f g c.toData r)

/-! ## Key lemma: the dynamic program keeps the cone -/

/-- The arrivals of the problem data are those of the model; likewise for the next three. -/
theorem arrival_same (x y : Nat) (hy : Nat.le y 2) :
    S.Same ((three_server.event 0).apply S f x y) (arrival f x y) :=
  upTo2 (P := fun y => S.Same ((three_server.event 0).apply S f x y) (arrival f x y))
    (OrderedMonoid.Same.refl (f (x.add 1) 0)) (OrderedMonoid.Same.refl (f (x.add 1) 1))
    (OrderedMonoid.Same.refl (f (x.add 1) 2)) y hy

theorem fast_same (x y : Nat) (hy : Nat.le y 2) :
    S.Same ((three_server.event 1).apply S f x y) (fast f x y) :=
  have e (z : Nat) : S.Same (f ((Move.down 1).apply x) z) (f (x.sub 1) z) :=
    OrderedMonoid.Same.of_eq (congrArg (fun (x : Nat) => f x z) (Move.down_one x))
  upTo2 (P := fun y => S.Same ((three_server.event 1).apply S f x y) (fast f x y))
    (e 0) (e 1) (e 2) y hy

theorem slow_same (x y : Nat) (hy : Nat.le y 2) :
    S.Same ((three_server.event 2).apply S f x y) (slow 2 f x y) :=
  upTo2 (P := fun y => S.Same ((three_server.event 2).apply S f x y) (slow 2 f x y))
    (OrderedMonoid.zero_add_same (S.add (f x 0) (f x 0))).symm
    (OrderedMonoid.Same.refl (S.add (f x 0) (f x 1)))
    (OrderedMonoid.add_zero_same (S.add (f x 1) (f x 1))).symm y hy

theorem holding_same (u : S.carrier) (x y : Nat) :
    S.Same (three_server.cost.apply S u x y) (holding u x y) :=
  OrderedMonoid.Same.of_eq (congrArg (fun (k : Nat) => S.times k u) (Cost.count_sum x y))

/-- **Key lemma of the paper, arrivals**: they preserve the cone. -/
theorem arrival_preserves (c : Cone S f) : Cone S (arrival f) :=
  Cone.congr arrival_same (Cone.ofData (three_server_event_0 S f c.toData))

/-- **Key lemma of the paper, departures from the fast server**: they preserve the cone. -/
theorem fast_preserves (c : Cone S f) : Cone S (fast f) :=
  Cone.congr fast_same (Cone.ofData (three_server_event_1 S f c.toData))

/-- **Key lemma of the paper, departures from the slow servers**: they preserve the cone. -/
theorem slow_preserves (c : Cone S f) : Cone S (slow 2 f) :=
  Cone.congr slow_same (Cone.ofData (three_server_event_2 S f c.toData))

/-- **Key lemma of the paper, costs.**  The holding cost `x + y` lies in the cone. -/
theorem holding_mem {u : S.carrier} (hu : S.le S.zero u) : Cone S (holding u) :=
  Cone.congr (fun x y _ => holding_same u x y) (Cone.ofData (three_server_cost S u hu))

/-- **Key lemma of the paper, combinations.**  Sums of monotone additive scalings (rates, discount)
of members lie in the cone. -/
theorem combination_preserves (s t : Scaling S) (c : Cone S f) (d : Cone S h) :
    Cone S (s.combine t f h) :=
  Cone.ofData (three_server_closure S s t f h c.toData d.toData)

/-- Key lemma of the paper, combinations: sums of members lie in the cone. -/
theorem sum_preserves (c : Cone S f) (d : Cone S h) : Cone S (fun x y => S.add (f x y) (h x y)) :=
  combination_preserves (Scaling.identity S) (Scaling.identity S) c d

/-- Key lemma of the paper, combinations: scalings of members lie in the cone. -/
theorem scaling_preserves (s : Scaling S) (c : Cone S f) : Cone S (fun x y => s.map (f x y)) :=
  Cone.ofData (Template.AllHold.scaled s three_server.templates c.toData)

/-- Key lemma of the paper, all parts: the cone is closed under every operator of the model. -/
theorem closed (S : OrderedMonoid) : Closed S 2 (Cone S) where
  congr := fun _ _ => Cone.congr
  routing := fun _ _ => routing_preserves
  arrival := fun _ => arrival_preserves
  fast := fun _ => fast_preserves
  slow := fun _ => slow_preserves
  holding := fun _ => holding_mem
  combination := fun s t _ _ => combination_preserves s t

/-- **Key lemma of the paper, value iteration.**  Every iterate of
`f -> c + beta (lam A g + mu1 D1 g + mu2 D2 g)`, `g` routed from `f`, started at zero, lies in the
cone. -/
theorem iterates_mem {r : Rates S} {u : S.carrier} {f g : Nat → Nat → Nat → S.carrier}
    (v : ValueIteration S 2 r u f g) (n : Nat) : Cone S (f n) :=
  ((closed S).iterates v n).left

/-! ## Main theorem: thresholds

The first four are the claims of the problem data, in plain terms; the rest follows from the first
two (`PaysInOrder`). -/

/-- **Towards the main theorem, one job (K4).**  If sending a job from `(x+1, y)` is at least as
good as keeping it, it is so from `(x+2, y)`.  (Claim `send_one`.) -/
theorem send_next (c : Cone S f) (x y : Nat) (hy : Nat.le (y.add 1) 2)
    (pays : S.le (f x (y.add 1)) (f (x.add 1) y)) :
    S.le (f (x.add 1) (y.add 1)) (f (x.add 2) y) :=
  have d := three_server_claims S f c.toData
  upTo1 (P := fun y => S.le (f x (y.add 1)) (f (x.add 1) y) →
      S.le (f (x.add 1) (y.add 1)) (f (x.add 2) y))
    (fun w => d.left x (And.intro w True.intro))
    (fun w => d.right.left x (And.intro w True.intro)) y hy pays

/-- **Towards the main theorem, second job (K6).**  If sending the second job from `(x+2, y)` pays,
so does sending the first.  (Claim `second_after_first`.) -/
theorem second_implies_first (c : Cone S f) (x y : Nat) (hy : Nat.le (y.add 2) 2)
    (pays : S.le (f x (y.add 2)) (f (x.add 1) (y.add 1))) :
    S.le (f (x.add 1) (y.add 1)) (f (x.add 2) y) :=
  have d := three_server_claims S f c.toData
  upTo0 (P := fun y => S.le (f x (y.add 2)) (f (x.add 1) (y.add 1)) →
      S.le (f (x.add 1) (y.add 1)) (f (x.add 2) y))
    (fun w => d.right.right.left x (And.intro w True.intro)) y hy pays

/-- **Towards the main theorem, two jobs against one.**  If sending two is at least as good as one
and as none from `(x+2, y)`, it is at least as good as one from `(x+3, y)`.  (Claim
`send_two_not_one`.) -/
theorem two_not_one (c : Cone S f) (x y : Nat) (hy : Nat.le (y.add 2) 2)
    (one : S.le (f x (y.add 2)) (f (x.add 1) (y.add 1)))
    (none : S.le (f x (y.add 2)) (f (x.add 2) y)) :
    S.le (f (x.add 1) (y.add 2)) (f (x.add 2) (y.add 1)) :=
  have d := three_server_claims S f c.toData
  upTo0 (P := fun y => S.le (f x (y.add 2)) (f (x.add 1) (y.add 1)) →
      S.le (f x (y.add 2)) (f (x.add 2) y) → S.le (f (x.add 1) (y.add 2)) (f (x.add 2) (y.add 1)))
    (fun v w => d.right.right.right.left x (And.intro v (And.intro w True.intro))) y hy one none

/-- **Towards the main theorem, two jobs against none.**  If sending two is at least as good as one
and as none from `(x+2, y)`, it is at least as good as none from `(x+3, y)`.  (Claim
`send_two_not_none`.) -/
theorem two_not_none (c : Cone S f) (x y : Nat) (hy : Nat.le (y.add 2) 2)
    (one : S.le (f x (y.add 2)) (f (x.add 1) (y.add 1)))
    (none : S.le (f x (y.add 2)) (f (x.add 2) y)) :
    S.le (f (x.add 1) (y.add 2)) (f (x.add 3) y) :=
  have d := three_server_claims S f c.toData
  upTo0 (P := fun y => S.le (f x (y.add 2)) (f (x.add 1) (y.add 1)) →
      S.le (f x (y.add 2)) (f (x.add 2) y) → S.le (f (x.add 1) (y.add 2)) (f (x.add 3) y))
    (fun v w => d.right.right.right.right.left x (And.intro v (And.intro w True.intro))) y hy
    one none

/-- Towards the main theorem: all that a threshold policy needs. -/
theorem pays_in_order (c : Cone S f) : PaysInOrder S 2 f where
  next := send_next c
  first := second_implies_first c

/-- **Towards the main theorem, order.**  In any state: if sending job number `a + 1` pays, so does
sending job number `a`. -/
theorem jobs_in_order (c : Cone S f) (x y a : Nat) (jobs : Nat.lt a x)
    (servers : Nat.le (y.add a.succ) 2)
    (pays : S.le (f (x.sub a.succ) (y.add a.succ)) (f (x.sub a) (y.add a))) :
    S.le (f (x.sub a) (y.add a)) (f (x.sub a.pred) (y.add a.pred)) :=
  (pays_in_order c).jobs_in_order jobs servers pays

/-- **Towards the main theorem, monotone.**  If `a` jobs are optimal in `(x, y)`, sending `a` from
`(x+1, y)` is at least as good as sending fewer. -/
theorem fewer_not_better (c : Cone S f) (x y a b : Nat) (opt : Optimal S 2 f x y a)
    (fewer : Nat.lt b a) : S.le (f (x.succ.sub a) (y.add a)) (f (x.succ.sub b) (y.add b)) :=
  (pays_in_order c).fewer_not_better opt fewer

/-- **Main theorem of the paper, for a function of the cone: threshold policies.**  If sending at
least `k` jobs is optimal in `(x, y)`, it is optimal in `(x+d, y)`. -/
theorem threshold (c : Cone S f) (k d : Nat) {x y : Nat}
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 2 f x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 2 f (x.add d) y a) :=
  (pays_in_order c).threshold k d opt

/-- **Main theorem of the paper, for a function of the cone: exchange.**  If `a` is optimal in `(x,
y)`, `b` is optimal in `(x+1, y)` and `b <= a`, then `a` is optimal in `(x+1, y)` too, and `b` in
`(x, y)`. So neither the smallest nor the largest optimal number decreases in `x`, as the next two
say. No function `a(x, y)` that chooses an optimal number is constructed, because `<=` is not
assumed decidable. -/
theorem exchange (c : Cone S f) {x y a b : Nat} (here : Optimal S 2 f x y a)
    (next : Optimal S 2 f (x.add 1) y b) (fewer : Nat.le b a) :
    And (Optimal S 2 f (x.add 1) y a) (Optimal S 2 f x y b) :=
  Superconvex.exchange c.k4 here next fewer

/-- **Main theorem of the paper, for a function of the cone: the smallest optimal number never
decreases in `x`.** -/
theorem smallest_grows (c : Cone S f) {x y a b : Nat} (here : Optimal S 2 f x y a)
    (smallest : ∀ d, Optimal S 2 f x y d → Nat.le a d) (next : Optimal S 2 f (x.add 1) y b) :
    Nat.le a b :=
  Superconvex.smallest_grows c.k4 here smallest next

/-- **Main theorem of the paper, for a function of the cone: the largest optimal number never
decreases in `x`.** -/
theorem largest_grows (c : Cone S f) {x y a b : Nat} (here : Optimal S 2 f x y a)
    (next : Optimal S 2 f (x.add 1) y b)
    (largest : ∀ d, Optimal S 2 f (x.add 1) y d → Nat.le d b) : Nat.le a b :=
  Superconvex.largest_grows c.k4 here next largest

/-- **Main theorem of the paper, along value iteration.**  The optimal actions of every iterate form
a threshold policy: if sending at least `k` jobs is optimal in `(x, y)`, it is optimal in
`(x+d, y)`. -/
theorem iterates_threshold {r : Rates S} {u : S.carrier} {f g : Nat → Nat → Nat → S.carrier}
    (v : ValueIteration S 2 r u f g) (n k d : Nat) {x y : Nat}
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 2 (f n) x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 2 (f n) (x.add d) y a) :=
  threshold (iterates_mem v n) k d opt

/-- **Main theorem of the paper, along value iteration: exchange.** -/
theorem iterates_exchange {r : Rates S} {u : S.carrier} {f g : Nat → Nat → Nat → S.carrier}
    (v : ValueIteration S 2 r u f g) (n : Nat) {x y a b : Nat} (here : Optimal S 2 (f n) x y a)
    (next : Optimal S 2 (f n) (x.add 1) y b) (fewer : Nat.le b a) :
    And (Optimal S 2 (f n) (x.add 1) y a) (Optimal S 2 (f n) x y b) :=
  exchange (iterates_mem v n) here next fewer

/-- **Main theorem of the paper, along value iteration: the smallest optimal number never decreases
in `x`.** -/
theorem iterates_smallest_grows {r : Rates S} {u : S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 2 r u f g) (n : Nat) {x y a b : Nat}
    (here : Optimal S 2 (f n) x y a)
    (smallest : ∀ d, Optimal S 2 (f n) x y d → Nat.le a d)
    (next : Optimal S 2 (f n) (x.add 1) y b) : Nat.le a b :=
  smallest_grows (iterates_mem v n) here smallest next

/-- **Main theorem of the paper, along value iteration: the largest optimal number never decreases
in `x`.** -/
theorem iterates_largest_grows {r : Rates S} {u : S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 2 r u f g) (n : Nat) {x y a b : Nat}
    (here : Optimal S 2 (f n) x y a)
    (next : Optimal S 2 (f n) (x.add 1) y b)
    (largest : ∀ d, Optimal S 2 (f n) (x.add 1) y d → Nat.le d b) : Nat.le a b :=
  largest_grows (iterates_mem v n) here next largest

/-- **Costs by position.**  With running costs `p x + q y` and terminal costs `p' x + q' y`, none of
`p, q, p', q'` negative, the optimal actions of every iterate form a threshold policy.  (With three
slow servers this is false: `docs/frontier.md`.) -/
theorem costs_by_position {r : Rates S} {p q p' q' : S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (hp : S.le S.zero p) (hq : S.le S.zero q)
    (hp' : S.le S.zero p') (hq' : S.le S.zero q')
    (start : ∀ x y, Nat.le y 2 → S.Same (f 0 x y) (ManyServer.affine p' q' x y))
    (v : ValueIterationWith S 2 r (ManyServer.affine p q) f g) (n k d : Nat) {x y : Nat}
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 2 (f n) x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S 2 (f n) (x.add d) y a) :=
  have first : Cone S (f 0) :=
    Cone.congr (fun x y hy => (start x y hy).symm) (Cone.ofMany (ManyServer.affine_mem hp' hq'))
  threshold ((closed S).iterates_with v (Cone.ofMany (ManyServer.affine_mem hp hq)) first n) k d opt

/-! ## Key lemma: reduction, the fast server is used first -/

theorem rate_mu2_same (x y : Nat) (hy : Nat.le y 2) :
    S.Same (Event.sum S (three_server.eventList (.cons 1 (.cons 2 .nil))) g x y)
      (S.add (fast g x y) (slow 2 g x y)) :=
  (fast_same (f := g) x y hy).add (slow_same (f := g) x y hy)

/-- Reduction lemma of the paper, one step, for each coefficient of the rates. -/
theorem reduction_closed (S : OrderedMonoid) : ReductionClosed S 2 (Cone S) where
  routing := fun f g c r fg =>
    reduced_ofData (three_server_reductionRouting S f g c.toData (reduced_toData r) fg)
  lam := fun f g c d r s fg =>
    Reduced.congr arrival_same (reduced_ofData (three_server_reductionRate_0 S f g c.toData d.toData
      (reduced_toData r) (reduced_toData s) fg))
  mu2 := fun f g c d r s fg =>
    Reduced.congr rate_mu2_same (reduced_ofData (three_server_reductionRate_1_2 S f g c.toData
      d.toData (reduced_toData r) (reduced_toData s) fg))
  delta := fun f g c d r s fg =>
    Reduced.congr fast_same (reduced_ofData (three_server_reductionRate_1 S f g c.toData d.toData
      (reduced_toData r) (reduced_toData s) fg))

/-- **Reduction lemma of the paper.**  Hypothesis: the fast server is at least as fast as a slow
one, `mu1 >= mu2`, stated as `mu1 = mu2 + delta` with a scaling `delta` (so `delta >= 0`).
Conclusion: every iterate of value iteration satisfies `f(1, y) <= f(0, y+1)`. -/
theorem reduction {r : Rates S} {delta : Scaling S} {u : S.carrier}
    (faster : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a)))
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 2 r u f g) (n : Nat) :
    Reduced S 2 (f n) :=
  (reduction_closed S).iterates (closed S) faster v n

/-- **Reduction lemma of the paper, consequence: the fast server is used first.**  Under the same
hypothesis `mu1 = mu2 + delta`, for every iterate and in every state with a job, `(x+1, y)`, some
optimal action sends at most `x` jobs and so leaves one for the fast server.  (Another optimal
action may send all `x+1`, if it costs the same.) -/
theorem last_job_stays {r : Rates S} {delta : Scaling S} {u : S.carrier}
    (faster : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a)))
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S 2 r u f g) (n x y : Nat)
    (hy : Nat.le y 2) :
    Exists fun (a : Nat) => And (Nat.le a x) (Optimal S 2 (f n) (x.add 1) y a) :=
  (reduction faster v n).keep x y hy

end ThreeServer
