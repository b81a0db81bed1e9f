prelude
import ProofCheck.Generated.ThreeServer
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# What the checker rejects

Certificates that are wrong in one respect, each beside a right one.  The kernel computes the
verdict. `K1` below is template `0`, `f(x, 0) <= f(x+1, 0)`; `K4` is template `7`, `f(x+1, 0) +
f(x+1, 1) <= f(x+2, 0) + f(x, 1)`; `K5` is template `9`, `2 f(x, 1) <= f(x, 0) + f(x, 2)`.
-/

noncomputable section

namespace Rejections

/-- The verdict on a certificate for the three-server problem. -/
abbrev verdict (o : Obligation) (c : Certificate) : Bool := check three_server o c

/-- Multiples of one. -/
abbrev one (h : Hypothesis) : Use := { times := 1, hypothesis := h }

/-! ## Routing, `K1` at `x = 0`: distinguish the action in `(1, 0)` -/

/-- The obligation. -/
abbrev k1 : Obligation := .routing 0 (.fixed 0)

/-- Keep the job: `g(0,0) <= f(0,0) <= f(1,0) <= g(1,0)`. -/
abbrev keep : Certificate :=
  .leaf 1 (.cons (one (.cone .f 0 0))
    (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 0)) .nil)))

/-- Send the job: `g(0,0) <= f(0,0) <= f(0,1) <= g(1,0)`. -/
abbrev send : Certificate :=
  .leaf 1 (.cons (one (.cone .f 3 0))
    (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 1)) .nil)))

/-- Accepted: both cases, in order. -/
theorem accepted : Eq (verdict k1 (.split 1 0 (.case keep (.case send .done)))) true := rfl

/-- A case is missing. -/
theorem dropped_case : Eq (verdict k1 (.split 1 0 (.case keep .done))) false := rfl

/-- All cases are missing. -/
theorem no_case : Eq (verdict k1 (.split 1 0 .done)) false := rfl

/-- A case for an infeasible action. -/
theorem extra_case :
    Eq (verdict k1 (.split 1 0 (.case keep (.case send (.case send .done))))) false := rfl

/-- The cases are in the wrong order. -/
theorem swapped_cases : Eq (verdict k1 (.split 1 0 (.case send (.case keep .done)))) false := rfl

/-- The list of cases is not closed. -/
theorem unclosed_cases : Eq (verdict k1 (.split 1 0 (.case keep send))) false := rfl

/-- A leaf in place of the cases. -/
theorem leaf_for_cases : Eq (verdict k1 (.split 1 0 keep)) false := rfl

/-- A case outside any split. -/
theorem case_without_split : Eq (verdict k1 (.case keep (.case send .done))) false := rfl

/-- Nothing at all. -/
theorem done_at_root : Eq (verdict k1 .done) false := rfl

/-- The attained action is used without a split. -/
theorem attained_without_split : Eq (verdict k1 keep) false := rfl

/-- The attained action of another state is used. -/
theorem attained_elsewhere :
    Eq (verdict k1 (.split 0 0 (.case keep .done))) false := rfl

/-- A changed multiplier. -/
theorem changed_multiplier :
    Eq (verdict k1 (.split 1 0 (.case
      (.leaf 1 (.cons { times := 2, hypothesis := .cone .f 0 0 }
        (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 0)) .nil))))
      (.case send .done)))) false := rfl

/-- A changed multiple of the goal. -/
theorem changed_scale :
    Eq (verdict k1 (.split 1 0 (.case
      (.leaf 2 (.cons (one (.cone .f 0 0))
        (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 0)) .nil))))
      (.case send .done)))) false := rfl

/-- Zero times the goal. -/
theorem zero_scale :
    Eq (verdict k1 (.split 1 0 (.case (.leaf 0 .nil) (.case send .done)))) false := rfl

/-- A hypothesis is missing. -/
theorem missing_use :
    Eq (verdict k1 (.split 1 0 (.case
      (.leaf 1 (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 0)) .nil)))
      (.case send .done)))) false := rfl

/-- A template number beyond the list. -/
theorem template_beyond_list :
    Eq (verdict k1 (.split 1 0 (.case
      (.leaf 1 (.cons (one (.cone .f 11 0))
        (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 0)) .nil))))
      (.case send .done)))) false := rfl

/-- A template number beyond the list is rejected even with multiplier zero. -/
theorem template_beyond_list_unused :
    Eq (verdict k1 (.split 1 0 (.case
      (.leaf 1 (.cons { times := 0, hypothesis := .cone .f 11 0 } (.cons (one (.cone .f 0 0))
        (.cons (one (.upper 0 0 0)) (.cons (one (.attained 1 0 0)) .nil)))))
      (.case send .done)))) false := rfl

/-- The cone is assumed for the routed function itself. -/
theorem cone_of_goal : Eq (verdict k1 (.leaf 1 (.cons (one (.cone .g 0 0)) .nil))) false := rfl

/-- An assumption where there is none. -/
theorem assumption_beyond_list :
    Eq (verdict k1 (.leaf 1 (.cons (one (.assumed 0)) .nil))) false := rfl

/-- A goal number beyond the list. -/
theorem goal_beyond_list : Eq (verdict (.routing 11 (.fixed 0)) (.leaf 1 .nil)) false := rfl

/-! ## Regions -/

/-- The certificate of `x = 0` does not serve for `x = 1`. -/
theorem other_region :
    Eq (verdict (.routing 0 (.fixed 1)) (.split 1 0 (.case keep (.case send .done)))) false := rfl

/-- It does not serve for all `x >= 0`: the feasible actions in `(n + 1, 0)` depend on `n`. -/
theorem symbolic_region_too_small :
    Eq (verdict (.routing 0 (.tail 0)) (.split 1 0 (.case keep (.case send .done)))) false := rfl

/-- Accepted: `K1` in mode `2` for all `x >= 0`, where only `0` is feasible. -/
theorem accepted_tail :
    Eq (verdict (.routing 2 (.tail 0))
      (.split 1 2 (.case
        (.leaf 1 (.cons (one (.cone .f 2 0))
          (.cons (one (.upper 0 2 0)) (.cons (one (.attained 1 2 0)) .nil))))
        .done))) true := rfl

/-- A mode beyond `m` cannot be distinguished. -/
theorem mode_beyond_m :
    Eq (verdict (.routing 2 (.tail 0)) (.split 1 3 .done)) false := rfl

/-! ## Actions -/

/-- More jobs are sent than there are. -/
theorem too_many_jobs :
    Eq (verdict k1 (.split 1 0 (.case
      (.leaf 1 (.cons (one (.upper 0 0 1)) (.cons (one (.attained 1 0 0)) .nil)))
      (.case send .done)))) false := rfl

/-- Accepted: arrivals keep the reduction inequality, by sending jobs from `(2, 0)`. -/
theorem accepted_upper :
    Eq (verdict (.reductionRate 0 (.cons 0 .nil))
      (.split 1 1 (.case
        (.leaf 1 (.cons (one (.upper 2 0 1)) (.cons (one (.attained 1 1 0)) .nil)))
        (.case (.leaf 1 (.cons (one (.upper 2 0 2)) (.cons (one (.attained 1 1 1)) .nil)))
          .done)))) true := rfl

/-- More slow servers are used than there are. -/
theorem too_many_servers :
    Eq (verdict (.reductionRate 0 (.cons 0 .nil))
      (.split 1 1 (.case
        (.leaf 1 (.cons (one (.upper 3 0 3)) (.cons (one (.attained 1 1 0)) .nil)))
        (.case (.leaf 1 (.cons (one (.upper 2 0 2)) (.cons (one (.attained 1 1 1)) .nil)))
          .done)))) false := rfl

/-! ## Events -/

/-- Accepted: arrivals preserve `K1`. -/
theorem accepted_arrival :
    Eq (verdict (.event 0 0 (.tail 0)) (.leaf 1 (.cons (one (.cone .f 0 1)) .nil))) true := rfl

/-- The inequality of the wrong place. -/
theorem wrong_offset :
    Eq (verdict (.event 0 0 (.tail 0)) (.leaf 1 (.cons (one (.cone .f 0 0)) .nil))) false := rfl

/-- No routed function occurs in an event obligation. -/
theorem routing_in_event :
    Eq (verdict (.event 0 0 (.tail 0))
      (.leaf 1 (.cons (one (.cone .f 0 1))
        (.cons { times := 0, hypothesis := .upper 0 0 0 } .nil)))) false := rfl

/-- Accepted: fast departures preserve `K1`, for `x = 0` and for `x >= 1`. -/
theorem accepted_fast : Eq (and (verdict (.event 1 0 (.fixed 0)) (.leaf 1 .nil))
    (verdict (.event 1 0 (.tail 1)) (.leaf 1 (.cons (one (.cone .f 0 0)) .nil)))) true := rfl

/-- The boundary of the fast departure cannot be treated for all `x >= 0` at once. -/
theorem boundary_in_tail :
    Eq (and (not (verdict (.event 1 0 (.tail 0)) (.leaf 1 .nil)))
      (not (verdict (.event 1 0 (.tail 0)) (.leaf 1 (.cons (one (.cone .f 0 0)) .nil)))))
      true := rfl

/-- An event beyond the list. -/
theorem event_beyond_list : Eq (verdict (.event 3 0 (.tail 0)) (.leaf 1 .nil)) false := rfl

/-! ## Costs, sums, reduction -/

/-- Accepted: the cost satisfies `K1`. -/
theorem accepted_cost : Eq (verdict (.cost 0) (.leaf 1 .nil)) true := rfl

/-- A cost certificate with uses. -/
theorem cost_with_uses :
    Eq (verdict (.cost 0) (.leaf 1 (.cons (one (.cone .f 0 0)) .nil))) false := rfl

/-- A cost that violates its template: `K1` turned round. -/
theorem cost_violation :
    Eq (check
      { three_server with
        templates := .cons (.mk (.cons (.mk 1 0) .nil) (.cons (.mk 0 0) .nil)) .nil }
      (.cost 0) (.leaf 1 .nil)) false := rfl

/-- Accepted: sums preserve `K5`. -/
theorem accepted_sum :
    Eq (verdict (.closure 9)
      (.leaf 1 (.cons (one (.cone .f 9 0)) (.cons (one (.cone .h 9 0)) .nil)))) true := rfl

/-- One summand is missing. -/
theorem missing_summand :
    Eq (verdict (.closure 9) (.leaf 1 (.cons (one (.cone .f 9 0)) .nil))) false := rfl

/-- A reduction inequality beyond the list. -/
theorem reduction_beyond_list : Eq (verdict (.reductionCost 2) (.leaf 1 .nil)) false := rfl

/-- An event beyond the list in a rate. -/
theorem rate_beyond_list :
    Eq (verdict (.reductionRate 0 (.cons 3 .nil)) (.leaf 1 .nil)) false := rfl

/-! ## Claims

Claim `0` is `send_one` in mode `0`: given `f(x, 1) <= f(x+1, 0)`, it says `f(x+1, 1) <= f(x+2, 0)`.
Claim `4` is `send_two_not_none`: given `f(x, 2) <= f(x+1, 1)` and `f(x, 2) <= f(x+2, 0)`, it says
`f(x+1, 2) <= f(x+3, 0)`. -/

/-- Accepted: `send_one`, by `K4` and what is given. -/
theorem accepted_claim :
    Eq (verdict (.claim 0)
      (.leaf 1 (.cons (one (.cone .f 7 0)) (.cons (one (.assumed 0)) .nil)))) true := rfl

/-- What is given is not used. -/
theorem claim_without_given :
    Eq (verdict (.claim 0) (.leaf 1 (.cons (one (.cone .f 7 0)) .nil))) false := rfl

/-- An assumption beyond what is given. -/
theorem claim_given_beyond_list :
    Eq (verdict (.claim 0)
      (.leaf 1 (.cons (one (.cone .f 7 0)) (.cons (one (.assumed 1)) .nil)))) false := rfl

/-- The problem does not give what the certificate assumes. -/
theorem claim_given_dropped :
    Eq (check
      { three_server with
        claims := .cons (.mk .nil (.mk (.cons (.mk 1 1) .nil) (.cons (.mk 2 0) .nil))) .nil }
      (.claim 0) (.leaf 1 (.cons (one (.cone .f 7 0)) (.cons (one (.assumed 0)) .nil)))) false :=
  rfl

/-- The certificate of the claim in another mode. -/
theorem claim_of_other_mode :
    Eq (verdict (.claim 1)
      (.leaf 1 (.cons (one (.cone .f 7 0)) (.cons (one (.assumed 0)) .nil)))) false := rfl

/-- A claim beyond the list. -/
theorem claim_beyond_list : Eq (verdict (.claim 5) (.leaf 1 .nil)) false := rfl

/-- Accepted: `send_two_not_none`, by `K4` twice and the second inequality given. -/
theorem accepted_second_given :
    Eq (verdict (.claim 4)
      (.leaf 1 (.cons (one (.assumed 1))
        (.cons (one (.cone .f 8 0)) (.cons (one (.cone .f 7 1)) .nil))))) true := rfl

/-- The first inequality given in place of the second. -/
theorem wrong_given :
    Eq (verdict (.claim 4)
      (.leaf 1 (.cons (one (.assumed 0))
        (.cons (one (.cone .f 8 0)) (.cons (one (.cone .f 7 1)) .nil))))) false := rfl

/-- What is given is used a wrong number of times. -/
theorem given_twice :
    Eq (verdict (.claim 4)
      (.leaf 1 (.cons { times := 2, hypothesis := .assumed 1 }
        (.cons (one (.cone .f 8 0)) (.cons (one (.cone .f 7 1)) .nil))))) false := rfl

/-- No routed function occurs in a claim. -/
theorem routing_in_claim :
    Eq (verdict (.claim 0)
      (.leaf 1 (.cons (one (.cone .f 7 0)) (.cons (one (.assumed 0))
        (.cons { times := 0, hypothesis := .upper 0 0 0 } .nil))))) false := rfl

/-! ## Problems -/

/-- A template with a mode beyond `m` makes a problem ill-formed. -/
theorem ill_formed_mode :
    Eq (Problem.wellFormed
      { three_server with
        templates := .cons (.mk (.cons (.mk 0 3) .nil) (.cons (.mk 1 3) .nil)) .nil }) false := rfl

/-- So does a claim that is given an inequality with such a mode. -/
theorem ill_formed_claim :
    Eq (Problem.wellFormed
      { three_server with
        claims := .cons (.mk (.cons (.mk (.cons (.mk 0 3) .nil) (.cons (.mk 1 0) .nil)) .nil)
          (.mk (.cons (.mk 0 0) .nil) (.cons (.mk 1 0) .nil))) .nil }) false := rfl

/-- So does an event that forgets a mode. -/
theorem ill_formed_event :
    Eq (Problem.wellFormed
      { three_server with
        events := .cons (.cons (.cons (.mk 1 (.up 1) 0) .nil) .nil) .nil }) false := rfl

/-- So does an empty list of templates. -/
theorem ill_formed_empty :
    Eq (Problem.wellFormed { three_server with templates := .nil }) false := rfl

end Rejections
