prelude
import ProofCheck.Threshold
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# One fast and `m` slow servers: what the cone alone gives

The conditions (K1)-(K6) for any number `m` of slow servers, and what follows from them for one
function: convexity in `x` and a threshold policy.  Everything here is conditional on the cone.  For
`m = 1, 2` every iterate of value iteration lies in it (`TwoServer`, `ThreeServer`); for `m >= 3`
nothing here says so: for `m = 3` the routing minimisation does not preserve this cone (the problem
`many_server` has refuted obligations), and whether the iterates have thresholds is open.
-/

noncomputable section

namespace ManyServer

/-- The conditions (K1)-(K6) for modes `0..m`, for all `x >= 0`.  Not preserved by routing when
`m = 3`. -/
structure Cone (S : OrderedMonoid) (m : Nat) (f : Nat → Nat → S.carrier) : Prop where
  /-- (K1) `f(x, y) <= f(x+1, y)` -/
  k1 : ∀ x y : Nat, Nat.le y m →
    S.le (f x y) (f (x.add 1) y)
  /-- (K2) `f(x, y) <= f(x, y+1)` -/
  k2 : ∀ x y : Nat, Nat.le (y.add 1) m →
    S.le (f x y) (f x (y.add 1))
  /-- (K3) `f(x+1, y) + f(x, y+1) <= f(x, y) + f(x+1, y+1)` -/
  k3 : ∀ x y : Nat, Nat.le (y.add 1) m →
    S.le (S.add (f (x.add 1) y) (f x (y.add 1))) (S.add (f x y) (f (x.add 1) (y.add 1)))
  /-- (K4) `f(x+1, y) + f(x+1, y+1) <= f(x+2, y) + f(x, y+1)` -/
  k4 : ∀ x y : Nat, Nat.le (y.add 1) m →
    S.le (S.add (f (x.add 1) y) (f (x.add 1) (y.add 1))) (S.add (f (x.add 2) y) (f x (y.add 1)))
  /-- (K5) `2 f(x, y+1) <= f(x, y) + f(x, y+2)` -/
  k5 : ∀ x y : Nat, Nat.le (y.add 2) m →
    S.le (S.add (f x (y.add 1)) (f x (y.add 1))) (S.add (f x y) (f x (y.add 2)))
  /-- (K6) `2 f(x+1, y+1) <= f(x+2, y) + f(x, y+2)` -/
  k6 : ∀ x y : Nat, Nat.le (y.add 2) m →
    S.le (S.add (f (x.add 1) (y.add 1)) (f (x.add 1) (y.add 1)))
      (S.add (f (x.add 2) y) (f x (y.add 2)))

variable {S : OrderedMonoid} {m : Nat} {f : Nat → Nat → S.carrier} {x y a b : Nat}

/-- **Convexity in `x`** where a slow server is idle, from (K3) and (K4):
`2 f(x+1, y) <= f(x, y) + f(x+2, y)`. -/
theorem convex (c : Cone S m f) (x y : Nat) (hy : Nat.le (y.add 1) m) :
    S.le (S.add (f (x.add 1) y) (f (x.add 1) y)) (S.add (f x y) (f (x.add 2) y)) :=
  S.add_cancel (S.add (f x (y.add 1)) (f (x.add 1) (y.add 1)))
    (OrderedMonoid.Same.le
      (OrderedMonoid.add_swap (f (x.add 1) y) (f (x.add 1) y) (f x (y.add 1))
        (f (x.add 1) (y.add 1)))
      (((OrderedMonoid.Same.refl _).add (OrderedMonoid.add_same_comm _ _)).trans
        (OrderedMonoid.add_swap (f x y) (f (x.add 2) y) (f (x.add 1) (y.add 1))
          (f x (y.add 1))))
      (OrderedMonoid.add_le (c.k3 x y hy) (c.k4 x y hy)))

/-- All that a threshold policy needs. -/
theorem pays_in_order (c : Cone S m f) : PaysInOrder S m f := PaysInOrder.of_cone c.k4 c.k6

/-- **Threshold policy, for every `m`, for a function of the cone.**  If sending at least `k` jobs
is optimal in `(x, y)`, it is optimal in `(x+d, y)`. -/
theorem threshold (c : Cone S m f) (k d : Nat)
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S m f x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S m f (x.add d) y a) :=
  (pays_in_order c).threshold k d opt

/-- **Exchange, for every `m`, for a function of the cone.**  If `a` is optimal in `(x, y)`, `b` is
optimal in `(x+1, y)` and `b <= a`, then `a` is optimal in `(x+1, y)` too, and `b` in `(x, y)`. -/
theorem exchange (c : Cone S m f) (here : Optimal S m f x y a)
    (next : Optimal S m f (x.add 1) y b) (fewer : Nat.le b a) :
    And (Optimal S m f (x.add 1) y a) (Optimal S m f x y b) :=
  Superconvex.exchange c.k4 here next fewer

/-! ## Costs by position -/

/-- The cost `p x + q y`: a job costs `p` in the queue or at the fast server, `q` at a slow one. -/
def affine (p q : S.carrier) (x y : Nat) : S.carrier := S.add (S.times x p) (S.times y q)

/-- `k p <= (k + 1) p` if `p >= 0`. -/
theorem multiple_grows {p : S.carrier} (hp : S.le S.zero p) (k : Nat) :
    S.le (S.times k p) (S.times k.succ p) :=
  S.le_trans (OrderedMonoid.zero_add_same (S.times k p)).right
    (S.le_trans (S.add_mono (S.times k p) hp) (OrderedMonoid.times_succ k p).right)

/-- `2 (k + 1) p <= (k + 2) p + k p`. -/
theorem multiple_linear (p : S.carrier) (k : Nat) :
    S.le (S.add (S.times k.succ p) (S.times k.succ p))
      (S.add (S.times k.succ.succ p) (S.times k p)) :=
  (((OrderedMonoid.times_succ k p).add (OrderedMonoid.Same.refl _)).trans
    ((OrderedMonoid.add_right_comm _ _ _).trans
      ((OrderedMonoid.times_succ k.succ p).symm.add (OrderedMonoid.Same.refl _)))).left

/-- Inequalities between sums of two parts. -/
theorem both_parts {a b c d p q r s : S.carrier} (h : S.le (S.add a b) (S.add c d))
    (k : S.le (S.add p q) (S.add r s)) :
    S.le (S.add (S.add a p) (S.add b q)) (S.add (S.add c r) (S.add d s)) :=
  OrderedMonoid.Same.le (OrderedMonoid.add_swap a p b q) (OrderedMonoid.add_swap c r d s)
    (OrderedMonoid.add_le h k)

/-- **The cost `p x + q y` lies in the cone, for every `m`**, if `p, q >= 0`. -/
theorem affine_mem {p q : S.carrier} (hp : S.le S.zero p) (hq : S.le S.zero q) :
    Cone S m (affine p q) where
  k1 := fun x y _ => S.add_mono (S.times y q) (multiple_grows hp x)
  k2 := fun x y _ => OrderedMonoid.add_le (S.le_refl (S.times x p)) (multiple_grows hq y)
  k3 := fun _ _ _ => both_parts (S.add_comm _ _) (S.le_refl _)
  k4 := fun x _ _ => both_parts (multiple_linear p x) (S.le_refl _)
  k5 := fun _ y _ =>
    both_parts (S.le_refl _) (S.le_trans (multiple_linear q y) (S.add_comm _ _))
  k6 := fun x y _ =>
    both_parts (multiple_linear p x) (S.le_trans (multiple_linear q y) (S.add_comm _ _))

end ManyServer
