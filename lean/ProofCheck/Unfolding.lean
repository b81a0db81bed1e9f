prelude
import ProofCheck.Generated.ThreeServer
import ProofCheck.Generated.TwoServer
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Statements unfold to plain inequalities

For each kind of obligation (routing, event, cost, closure, claim, and the three of the reduction
lemma), at least one statement of the three-server problem beside the inequality a reader expects.
Lean accepts each because the two are equal by unfolding definitions.
-/

noncomputable section

namespace Unfolding

variable (S : OrderedMonoid) (f g h : Nat → Nat → S.carrier)

/-- Routing, (K4) in mode `0`, for all `x = n + 2`. -/
theorem routing_K4 (hf : three_server.Cone S f) (hg : Routed S 2 f g) (n : Nat) :
    S.le (S.add (g (n.add 3) 0) (g (n.add 3) 1)) (S.add (g (n.add 4) 0) (g (n.add 2) 1)) :=
  «three_server.routing.K4.y0.x2+» S f g hf hg n

/-- Routing, (K5) in mode `0`, at `x = 0`. -/
theorem routing_K5 (hf : three_server.Cone S f) (hg : Routed S 2 f g) :
    S.le (S.add (g 0 1) (g 0 1)) (S.add (g 0 0) (g 0 2)) :=
  «three_server.routing.K5.y0.x0» S f g hf hg

/-- Fast departure, (K1) in mode `1`, for all `x = n + 1`. -/
theorem fast_K1 (hf : three_server.Cone S f) (n : Nat) : S.le (f n 1) (f (n.add 1) 1) :=
  «three_server.event.fast_departure.K1.y1.x1+» S f hf n

/-- Slow departures, (K2) in mode `1`, for all `x`. -/
theorem slow_K2 (hf : three_server.Cone S f) (x : Nat) :
    S.le (S.add (f x 0) (f x 1)) (S.add (f x 1) (f x 1)) :=
  «three_server.event.slow_departure.K2.y1.x0+» S f hf x

/-- Sums of scalings, (K1) in mode `0`. -/
theorem closure_K1 (s t : Scaling S) (hf : three_server.Cone S f) (hh : three_server.Cone S h)
    (x : Nat) :
    S.le (S.add (s.map (f x 0)) (t.map (h x 0)))
      (S.add (s.map (f (x.add 1) 0)) (t.map (h (x.add 1) 0))) :=
  «three_server.closure.K1.y0.x0+» S s t f h hf hh x

/-- Claim `send_one` in mode `1`. -/
theorem claim_send_one (hf : three_server.Cone S f) (x : Nat)
    (pays : S.le (f x 2) (f (x.add 1) 1)) : S.le (f (x.add 1) 2) (f (x.add 2) 1) :=
  «three_server.claim.send_one.y1.x0+» S f hf x (And.intro pays True.intro)

/-- Claim `send_two_not_none` in mode `0`. -/
theorem claim_send_two_not_none (hf : three_server.Cone S f) (x : Nat)
    (one : S.le (f x 2) (f (x.add 1) 1))
    (none : S.le (f x 2) (f (x.add 2) 0)) : S.le (f (x.add 1) 2) (f (x.add 3) 0) :=
  «three_server.claim.send_two_not_none.y0.x0+» S f hf x
    (And.intro one (And.intro none True.intro))

/-- Reduction, mode `0`, routing. -/
theorem reduction_routing (hf : three_server.Cone S f)
    (f0 : S.le (f 1 0) (f 0 1)) (f1 : S.le (f 1 1) (f 0 2))
    (hg : Routed S 2 f g) : S.le (g 1 0) (g 0 1) :=
  «three_server.reduction.F.y0.x0.routing» S f g hf (And.intro f0 (And.intro f1 True.intro)) hg

/-- Cost, (K1) in mode `0`, at `x = 3`, in units `u`: `3 u <= 4 u`. -/
theorem cost_K1 (u : S.carrier) (hu : S.le S.zero u) :
    S.le (S.add u (S.add u u)) (S.add u (S.add u (S.add u u))) :=
  «three_server.cost.K1.y0.x0+» S u hu 3

/-- Reduction, mode `0`, cost: `1 u <= 1 u`. -/
theorem reduction_cost (u : S.carrier) (hu : S.le S.zero u) : S.le u u :=
  «three_server.reduction.F.y0.x0.cost» S u hu

/-- Reduction, mode `1`, cost: `2 u <= 2 u`. -/
theorem reduction_cost_mode_1 (u : S.carrier) (hu : S.le S.zero u) :
    S.le (S.add u u) (S.add u u) :=
  «three_server.reduction.F.y1.x0.cost» S u hu

/-- Reduction, mode `0`, the coefficient of `lam`: arrivals, event `0`. -/
theorem reduction_lam (hf : three_server.Cone S f) (hg : three_server.Cone S g)
    (f0 : S.le (f 1 0) (f 0 1)) (f1 : S.le (f 1 1) (f 0 2)) (g0 : S.le (g 1 0) (g 0 1))
    (g1 : S.le (g 1 1) (g 0 2)) (fg : Routed S 2 f g) : S.le (g 2 0) (g 1 1) :=
  «three_server.reduction.F.y0.x0.lam» S f g hf hg (And.intro f0 (And.intro f1 True.intro))
    (And.intro g0 (And.intro g1 True.intro)) fg

/-- Reduction, mode `0`, the coefficient of `mu2` when `mu1 = mu2 + delta`: fast and slow
departures, events `1` and `2`; the departure from an idle server leaves the state as it is. -/
theorem reduction_mu2 (hf : three_server.Cone S f) (hg : three_server.Cone S g)
    (f0 : S.le (f 1 0) (f 0 1)) (f1 : S.le (f 1 1) (f 0 2)) (g0 : S.le (g 1 0) (g 0 1))
    (g1 : S.le (g 1 1) (g 0 2)) (fg : Routed S 2 f g) :
    S.le (S.add (g 0 0) (S.add (g 1 0) (g 1 0))) (S.add (g 0 1) (S.add (g 0 0) (g 0 1))) :=
  «three_server.reduction.F.y0.x0.mu2» S f g hf hg (And.intro f0 (And.intro f1 True.intro))
    (And.intro g0 (And.intro g1 True.intro)) fg

/-- Reduction, mode `0`, the coefficient of `delta = mu1 - mu2`: fast departures, event `1`. -/
theorem reduction_delta (hf : three_server.Cone S f) (hg : three_server.Cone S g)
    (f0 : S.le (f 1 0) (f 0 1)) (f1 : S.le (f 1 1) (f 0 2)) (g0 : S.le (g 1 0) (g 0 1))
    (g1 : S.le (g 1 1) (g 0 2)) (fg : Routed S 2 f g) : S.le (g 0 0) (g 0 1) :=
  «three_server.reduction.F.y0.x0.mu1-mu2» S f g hf hg (And.intro f0 (And.intro f1 True.intro))
    (And.intro g0 (And.intro g1 True.intro)) fg

/-! ## All claims, as equations between propositions -/

/-- `send_one` (modes `0`, `1`), `second_after_first`, `send_two_not_one`, `send_two_not_none`. -/
theorem claims_three_server :
    Eq (Claim.AllHold S f three_server.claims)
      (And (∀ x : Nat, And (S.le (f x 1) (f (x.add 1) 0)) True →
        S.le (f (x.add 1) 1) (f (x.add 2) 0))
      (And (∀ x : Nat, And (S.le (f x 2) (f (x.add 1) 1)) True →
        S.le (f (x.add 1) 2) (f (x.add 2) 1))
      (And (∀ x : Nat, And (S.le (f x 2) (f (x.add 1) 1)) True →
        S.le (f (x.add 1) 1) (f (x.add 2) 0))
      (And (∀ x : Nat,
        And (S.le (f x 2) (f (x.add 1) 1)) (And (S.le (f x 2) (f (x.add 2) 0)) True) →
          S.le (f (x.add 1) 2) (f (x.add 2) 1))
      (And (∀ x : Nat,
        And (S.le (f x 2) (f (x.add 1) 1)) (And (S.le (f x 2) (f (x.add 2) 0)) True) →
          S.le (f (x.add 1) 2) (f (x.add 3) 0)) True))))) := rfl

/-- The one claim of the two-server problem, `send_one`. -/
theorem claims_two_server :
    Eq (Claim.AllHold S f two_server.claims)
      (And (∀ x : Nat, And (S.le (f x 1) (f (x.add 1) 0)) True →
        S.le (f (x.add 1) 1) (f (x.add 2) 0)) True) := rfl

end Unfolding
