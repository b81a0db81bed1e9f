prelude
import ProofCheck.Model.Consistent
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# What the checker of models accepts and rejects, and what a statement says

Certificates that are wrong in one respect, each beside a right one; the kernel computes the
verdict.  The model has an unbounded coordinate `x` and a mode `y` in `0..1`; parameter `0` is the
unit, parameter `1` a price `c >= 0`; one given function increases in `x`.
-/

noncomputable section

namespace Model.Rejections

/-! ## The model -/

/-- A box without bounds. -/
abbrev all : Box := { low := .nil, high := .nil }

/-- The constant weight `k`. -/
abbrev weight (k : Nat) : Weight :=
  { plus := { constant := k, slopes := .nil }, minus := { constant := 0, slopes := .nil } }

/-- Once the value of `f` after a move of `x`. -/
abbrev jump (v : Move) (b : Boundary) : Term :=
  { source := .f, weight := weight 1, move := .cons v .nil, boundary := b }

/-- An action with one term. -/
abbrev action (box : Box) (v : Move) (b : Boundary) (prices : List Price) : Action :=
  { box := box, form := { terms := .cons (jump v b) .nil, prices := prices } }

/-- The price `c`, once. -/
abbrev c : List Price := .cons { parameter := 1, amount := { constant := 1, slopes := .nil } } .nil

/-- An inequality between single values. -/
abbrev increasing (box : Box) (d : List Nat) : Template :=
  { box := box, sides := { lesser := .cons (.mk 1 .nil) .nil, greater := .cons (.mk 1 d) .nil } }

/-- `x >= 1`. -/
abbrev busy : Box := { low := .cons 1 .nil, high := .nil }

/-- `x <= 2`. -/
abbrev short : Box := { low := .nil, high := .cons (.some 2) .nil }

/-- `y f(x, y-1) + (1-y) f(x, y)`. -/
abbrev modeChange : Action :=
  .mk all (.mk
    (.cons (.mk .f (.mk (.mk 0 (.cons 0 (.cons 1 .nil))) (.mk 0 .nil))
        (.cons (.up 0) (.cons (.down 1) .nil)) .forbid)
      (.cons (.mk .f (.mk (.mk 1 .nil) (.mk 0 (.cons 0 (.cons 1 .nil)))) .nil .forbid) .nil)) .nil)

/-- `f(x, y) + c <= f` at `(x, y)` plus `d`. -/
abbrev rejecting (d : List Nat) : Comparison :=
  .mk (.mk (.cons (.mk 1 .nil) .nil) (.cons (.mk 1 d) .nil)) (.mk (.cons (.mk 1 1) .nil) .nil)

/-- The model. -/
def toy : Model where
  tops := .cons .none (.cons (.some 1) .nil)
  assumptions :=
    .cons (.mk .nil (.cons (.mk 1 0) .nil)) (.cons (.mk .nil (.cons (.mk 1 1) .nil)) .nil)
  functions := .cons (.cons (increasing all (.cons 1 .nil)) .nil) .nil
  cone :=
    -- 0: `f(x, y) <= f(x+1, y)`
    .cons (increasing all (.cons 1 .nil))
    -- 1: `f(x, 0) <= f(x, 1)`
    (.cons (increasing (.mk .nil (.cons .none (.cons (.some 0) .nil))) (.cons 0 (.cons 1 .nil)))
    -- 2: `0 <= f(x, y)`
    (.cons (.mk all (.mk .nil (.cons (.mk 1 .nil) .nil))) .nil))
  operators :=
    -- 0: reject at the price `c`, or take the job
    .cons (.mk .min (.cons (action all (.up 0) .forbid c) (.cons (action all (.up 1) .forbid .nil) .nil)))
    -- 1: a departure; nothing changes at `x = 0`
    (.cons (.mk .min (.cons (action all (.down 1) .stay .nil) .nil))
    -- 2: wait, or serve if there is a job
    (.cons (.mk .min
      (.cons (action all (.up 0) .forbid .nil) (.cons (action all (.down 1) .forbid .nil) .nil)))
    -- 3: `y f(x, y-1) + (1-y) f(x, y)`
    (.cons (.mk .min (.cons modeChange .nil))
    -- 4: a departure that exists for `x >= 1` only
    (.cons (.mk .min (.cons (action busy (.down 1) .forbid .nil) .nil))
    -- 5: two departures, cut at `0`
    (.cons (.mk .min (.cons (action all (.down 2) .clip .nil) .nil))
    -- 6: the same, but nothing changes where there are not two jobs
    (.cons (.mk .min (.cons (action all (.down 2) .stay .nil) .nil))
    -- 7: the greater of `f(x)` and `f(x+1)`
    (.cons (.mk .max
      (.cons (action all (.up 0) .forbid .nil) (.cons (action all (.up 1) .forbid .nil) .nil)))
    -- 8: wait, or an arrival if `x <= 2`
    (.cons (.mk .min
      (.cons (action all (.up 0) .forbid .nil) (.cons (action short (.up 1) .forbid .nil) .nil)))
      .nil))))))))
  costs :=
    -- 0: `x c`
    .cons (.mk .nil (.cons (.mk 1 (.mk 0 (.cons 1 .nil))) .nil))
    -- 1: the given function
    (.cons (.mk (.cons (.mk (.given 0) (weight 1) .nil .forbid) .nil) .nil) .nil)
  claims :=
    -- where `f(x) + c <= f(x+1)`: `f(x) + c <= f(x+2)`
    .cons (.mk all (.cons (rejecting (.cons 1 .nil)) .nil) (rejecting (.cons 2 .nil))) .nil

/-! ## Shorthand -/

/-- The state `(n + i, y)` or `(i, y)`. -/
abbrev at_ (i y : Nat) : State := .cons i (.cons y .nil)

/-- The region `x = i` in mode `y`. -/
abbrev fixed (i y : Nat) : List Start := .cons (.fixed i) (.cons (.fixed y) .nil)

/-- The region `x = n + i` in mode `y`. -/
abbrev tail (i y : Nat) : List Start := .cons (.tail i) (.cons (.fixed y) .nil)

/-- A leaf that uses three hypotheses once. -/
abbrev three (a b d : Hypothesis) : Certificate :=
  .leaf 1 (.cons (.mk 1 a) (.cons (.mk 1 b) (.cons (.mk 1 d) .nil)))

/-- A leaf that uses two hypotheses once. -/
abbrev two (a b : Hypothesis) : Certificate :=
  .leaf 1 (.cons (.mk 1 a) (.cons (.mk 1 b) .nil))

/-- A leaf that uses one hypothesis once. -/
abbrev one (a : Hypothesis) : Certificate := .leaf 1 (.cons (.mk 1 a) .nil)

/-- Inequality `k` of the cone for `f`. -/
abbrev cone (k : Nat) (s : State) : Hypothesis := .cone .f k s

/-- The verdict on a certificate. -/
abbrev verdict (o : Obligation) (q : Certificate) : Bool := toy.check o q

/-! ## Splits: the operator `0` -/

/-- `g(x, 0) <= g(x+1, 0)` for all `x`. -/
abbrev admission : Obligation := .operator 0 0 (tail 0 0)

/-- Reject: `g(n) <= f(n) + c <= f(n+1) + c <= g(n+1)`. -/
abbrev reject : Certificate := three (.bound (at_ 0 0) 0) (.attained 0) (cone 0 (at_ 0 0))

/-- Take the job: `g(n) <= f(n+1) <= f(n+2) <= g(n+1)`. -/
abbrev admitted : Certificate := three (.bound (at_ 0 0) 1) (.attained 0) (cone 0 (at_ 1 0))

/-- A split in the state `n + 1`. -/
abbrev split (cases : Certificate) : Certificate := .split (at_ 1 0) cases

/-- Accepted: both cases, in order. -/
theorem accepted : Eq (verdict admission (split (.case reject (.case admitted .done)))) true := rfl

/-- A case is missing. -/
theorem dropped_case : Eq (verdict admission (split (.case reject .done))) false := rfl

/-- All cases are missing. -/
theorem no_case : Eq (verdict admission (split .done)) false := rfl

/-- One case too many. -/
theorem extra_case :
    Eq (verdict admission (split (.case reject (.case admitted (.case admitted .done))))) false := rfl

/-- The cases are in the wrong order. -/
theorem swapped_cases :
    Eq (verdict admission (split (.case admitted (.case reject .done)))) false := rfl

/-- The list of cases is not closed. -/
theorem unclosed_cases : Eq (verdict admission (split (.case reject admitted))) false := rfl

/-- A leaf in place of the cases. -/
theorem leaf_for_cases : Eq (verdict admission (split reject)) false := rfl

/-- A case outside any split. -/
theorem case_without_split : Eq (verdict admission (.case reject (.case admitted .done))) false := rfl

/-- Nothing at all. -/
theorem done_at_root : Eq (verdict admission .done) false := rfl

/-- An attained action without a split. -/
theorem attained_without_split : Eq (verdict admission reject) false := rfl

/-- The action attained in another state. -/
theorem attained_elsewhere :
    Eq (verdict admission (.split (at_ 0 0) (.case reject (.case admitted .done)))) false := rfl

/-- A split in a vector that is no state. -/
theorem split_outside :
    Eq (verdict admission (.split (at_ 1 2) (.case reject (.case admitted .done)))) false := rfl

/-- The attained action is taken for the only one. -/
theorem sole_of_two :
    Eq (verdict admission (three (.bound (at_ 0 0) 0) (.sole (at_ 1 0)) (cone 0 (at_ 0 0)))) false :=
  rfl

/-- An action beyond the list. -/
theorem action_beyond_list :
    Eq (verdict admission (split (.case
      (three (.bound (at_ 0 0) 2) (.attained 0) (cone 0 (at_ 0 0))) (.case admitted .done)))) false := rfl

/-! ## Leaves -/

/-- A changed multiplier. -/
theorem changed_multiplier :
    Eq (verdict admission (split (.case
      (.leaf 1 (.cons (.mk 2 (.bound (at_ 0 0) 0)) (.cons (.mk 1 (.attained 0))
        (.cons (.mk 1 (cone 0 (at_ 0 0))) .nil)))) (.case admitted .done)))) false := rfl

/-- Accepted: all multipliers twice. -/
theorem doubled :
    Eq (verdict admission (split (.case
      (.leaf 2 (.cons (.mk 2 (.bound (at_ 0 0) 0)) (.cons (.mk 2 (.attained 0))
        (.cons (.mk 2 (cone 0 (at_ 0 0))) .nil)))) (.case admitted .done)))) true := rfl

/-- Zero times the goal. -/
theorem zero_scale :
    Eq (verdict admission (split (.case (.leaf 0 .nil) (.case admitted .done)))) false := rfl

/-- A hypothesis is missing. -/
theorem missing_use :
    Eq (verdict admission (split (.case (two (.bound (at_ 0 0) 0) (.attained 0))
      (.case admitted .done)))) false := rfl

/-- An inequality at another state. -/
theorem other_state :
    Eq (verdict admission (split (.case
      (three (.bound (at_ 0 0) 0) (.attained 0) (cone 0 (at_ 1 0))) (.case admitted .done)))) false := rfl

/-- An inequality in another mode. -/
theorem other_mode :
    Eq (verdict admission (split (.case
      (three (.bound (at_ 0 0) 0) (.attained 0) (cone 0 (at_ 0 1))) (.case admitted .done)))) false := rfl

/-- The cone is assumed for the image itself. -/
theorem cone_of_goal : Eq (verdict admission (one (.cone .g 0 (at_ 0 0)))) false := rfl

/-- An inequality beyond the list is rejected even with multiplier zero. -/
theorem beyond_list_unused :
    Eq (verdict admission (split (.case
      (.leaf 1 (.cons (.mk 0 (cone 3 (at_ 0 0))) (.cons (.mk 1 (.bound (at_ 0 0) 0))
        (.cons (.mk 1 (.attained 0)) (.cons (.mk 1 (cone 0 (at_ 0 0))) .nil)))))
      (.case admitted .done)))) false := rfl

/-- What a claim gives, where there is no claim. -/
theorem given_without_claim : Eq (verdict admission (one (.given 0))) false := rfl

/-- An inequality beyond the list. -/
theorem goal_beyond_list : Eq (verdict (.operator 0 3 (tail 0 0)) (.leaf 1 .nil)) false := rfl

/-- An operator beyond the list. -/
theorem operator_beyond_list : Eq (verdict (.operator 9 0 (tail 0 0)) (.leaf 1 .nil)) false := rfl

/-! ## Boxes and modes -/

/-- `g(x, 0) <= g(x, 1)` for the departure, at `x = n + 1`. -/
abbrev modes : Obligation := .operator 1 1 (tail 1 0)

/-- Accepted: `f(n, 0) <= f(n, 1)`. -/
theorem inside_box :
    Eq (verdict modes (three (.bound (at_ 1 0) 0) (.sole (at_ 1 1)) (cone 1 (at_ 0 0)))) true := rfl

/-- The inequality is claimed of mode `1`, where there is none. -/
theorem outside_box : Eq (verdict (.operator 1 1 (tail 1 1))
    (three (.bound (at_ 1 1) 0) (.sole (at_ 1 2)) (cone 1 (at_ 0 1)))) false := rfl

/-! ## What depends on `n` -/

/-- `g(x, 0) <= g(x+1, 0)` for the departure. -/
abbrev departure (r : List Start) : Obligation := .operator 1 0 r

/-- Accepted at `x = 0`: `f(0) <= f(0)`. -/
theorem departure_at_zero :
    Eq (verdict (departure (fixed 0 0)) (two (.bound (at_ 0 0) 0) (.sole (at_ 1 0)))) true := rfl

/-- The same for all `x`: at `x = 0` the job stays, at others it leaves. -/
theorem departure_everywhere :
    Eq (verdict (departure (tail 0 0)) (two (.bound (at_ 0 0) 0) (.sole (at_ 1 0)))) false := rfl

/-- The value at `x = 0` is used at all `x >= 1`. -/
theorem departure_stays :
    Eq (verdict (departure (tail 1 0)) (two (.bound (at_ 1 0) 0) (.sole (at_ 2 0)))) false := rfl

/-- Accepted for all `x >= 1`. -/
theorem departure_beyond :
    Eq (verdict (departure (tail 1 0))
      (three (.bound (at_ 1 0) 0) (.sole (at_ 2 0)) (cone 0 (at_ 0 0)))) true := rfl

/-- `g(x, 0) <= g(x+1, 0)` for operator `2`. -/
abbrev service (r : List Start) : Obligation := .operator 2 0 r

/-- Accepted at `x = n + 1`: two cases in `n + 2`. -/
theorem service_beyond :
    Eq (verdict (service (tail 1 0)) (.split (at_ 2 0)
      (.case (three (.bound (at_ 1 0) 0) (.attained 0) (cone 0 (at_ 1 0)))
        (.case (three (.bound (at_ 1 0) 1) (.attained 0) (cone 0 (at_ 0 0))) .done)))) true := rfl

/-- Service in the state `n + 0`: it is not feasible for `n = 0`. -/
theorem infeasible_bound :
    Eq (verdict (service (tail 0 0)) (.split (at_ 1 0)
      (.case (three (.bound (at_ 0 0) 0) (.attained 0) (cone 0 (at_ 0 0)))
        (.case (two (.bound (at_ 0 0) 1) (.attained 0)) .done)))) false := rfl

/-- A split in the state `n + 0`, where one action is feasible for some `n` only. -/
theorem unsteady_split :
    Eq (verdict (.operator 2 2 (tail 0 0)) (.split (at_ 0 0)
      (.case (two (.attained 0) (cone 2 (at_ 0 0))) .done))) false := rfl

/-- Accepted at `x = 0`, where there is one action. -/
theorem steady_split :
    Eq (verdict (.operator 2 2 (fixed 0 0)) (.split (at_ 0 0)
      (.case (two (.attained 0) (cone 2 (at_ 0 0))) .done))) true := rfl

/-- `0 <= g` for operator `8`, whose second action ends at `x = 2`. -/
abbrev upTo (r : List Start) : Obligation := .operator 8 2 r

/-- Accepted for `x >= 3`: one action. -/
theorem beyond_end :
    Eq (verdict (upTo (tail 3 0)) (two (.sole (at_ 3 0)) (cone 2 (at_ 3 0)))) true := rfl

/-- For `x >= 2`, the second action exists at `x = 2` only. -/
theorem before_end :
    Eq (verdict (upTo (tail 2 0)) (two (.sole (at_ 2 0)) (cone 2 (at_ 2 0)))) false := rfl

/-! ## A feasible action -/

/-- No action of operator `4` is feasible at `x = 0`: no split without cases. -/
theorem no_feasible_action :
    Eq (verdict (.operator 4 2 (fixed 0 0)) (.split (at_ 0 0) .done)) false := rfl

/-- Accepted at `x = 1`. -/
theorem feasible_action :
    Eq (verdict (.operator 4 2 (fixed 1 0))
      (.split (at_ 1 0) (.case (two (.attained 0) (cone 2 (at_ 0 0))) .done))) true := rfl

/-- Operator `4` is not total. -/
theorem not_total : Eq ((toy.operator 4).total toy.tops (.cons 1 .nil)) false := rfl

/-- Operator `2` is. -/
theorem total : Eq ((toy.operator 2).total toy.tops (.cons 1 .nil)) true := rfl

/-- The regions are too coarse to see that it is. -/
theorem total_too_coarse : Eq ((toy.operator 2).total toy.tops .nil) false := rfl

/-! ## Clipping and staying -/

/-- Accepted for the clipped operator at `x = 1`: `f(0) <= f(0)`. -/
theorem clipped_move :
    Eq (verdict (.operator 5 0 (fixed 1 0)) (two (.bound (at_ 1 0) 0) (.sole (at_ 2 0)))) true := rfl

/-- The same for the operator that stays: `f(1) <= f(0)`. -/
theorem stayed_move :
    Eq (verdict (.operator 6 0 (fixed 1 0)) (two (.bound (at_ 1 0) 0) (.sole (at_ 2 0)))) false := rfl

/-- A clipped move in a region where it is cut for some `n` only. -/
theorem clipped_unsteady :
    Eq (verdict (.operator 5 0 (tail 1 0))
      (three (.bound (at_ 1 0) 0) (.sole (at_ 2 0)) (cone 0 (at_ 0 0)))) false := rfl

/-! ## Weights -/

/-- Accepted: in mode `1` the value is `f(x, 0)`. -/
theorem weight_in_mode :
    Eq (verdict (.operator 3 0 (tail 0 1))
      (three (.bound (at_ 0 1) 0) (.sole (at_ 1 1)) (cone 0 (at_ 0 0)))) true := rfl

/-- In mode `1` the value is not `f(x, 1)`. -/
theorem weight_of_other_mode :
    Eq (verdict (.operator 3 0 (tail 0 1))
      (three (.bound (at_ 0 1) 0) (.sole (at_ 1 1)) (cone 0 (at_ 0 1)))) false := rfl

/-- Accepted: in mode `0` the term that leaves the state space has weight zero. -/
theorem weight_zero :
    Eq (verdict (.operator 3 0 (tail 0 0))
      (three (.bound (at_ 0 0) 0) (.sole (at_ 1 0)) (cone 0 (at_ 0 0)))) true := rfl

/-! ## Maxima -/

/-- `g(x, 0) <= g(x+1, 0)` for operator `7`. -/
abbrev greater : Obligation := .operator 7 0 (tail 0 0)

/-- Accepted: the cases are those of the smaller side. -/
theorem max_accepted :
    Eq (verdict greater (.split (at_ 0 0)
      (.case (three (.attained 0) (.bound (at_ 1 0) 0) (cone 0 (at_ 0 0)))
        (.case (three (.attained 0) (.bound (at_ 1 0) 1) (cone 0 (at_ 1 0))) .done)))) true := rfl

/-- A certificate for a minimum. -/
theorem max_as_min :
    Eq (verdict greater (.split (at_ 1 0)
      (.case (three (.bound (at_ 0 0) 0) (.attained 0) (cone 0 (at_ 0 0)))
        (.case (three (.bound (at_ 0 0) 1) (.attained 0) (cone 0 (at_ 1 0))) .done)))) false := rfl

/-! ## Costs, parameters, given functions -/

/-- Accepted: `x c <= (x + 1) c`, as `0 <= c`. -/
theorem cost_increasing :
    Eq (verdict (.cost 0 0 (tail 0 0)) (one (.assumed 1 .none))) true := rfl

/-- The unit is not the price. -/
theorem cost_other_parameter :
    Eq (verdict (.cost 0 0 (tail 0 0)) (one (.assumed 0 .none))) false := rfl

/-- Nothing is assumed. -/
theorem cost_without_assumption : Eq (verdict (.cost 0 0 (tail 0 0)) (.leaf 1 .nil)) false := rfl

/-- Accepted: `0 <= (n + 1) c`, from `0 <= c` once and `n` times. -/
theorem cost_nonnegative :
    Eq (verdict (.cost 0 2 (tail 1 0)) (two (.assumed 1 .none) (.assumed 1 (.some 0)))) true := rfl

/-- `0 <= (n + 1) c`, from `0 <= c` once. -/
theorem cost_once : Eq (verdict (.cost 0 2 (tail 1 0)) (one (.assumed 1 .none))) false := rfl

/-- The wrong coordinate. -/
theorem cost_other_coordinate :
    Eq (verdict (.cost 0 2 (tail 1 0)) (two (.assumed 1 .none) (.assumed 1 (.some 1)))) false := rfl

/-- An assumption beyond the list. -/
theorem assumption_beyond_list :
    Eq (verdict (.cost 0 0 (tail 0 0)) (one (.assumed 2 .none))) false := rfl

/-- A cost is not assumed to lie in the cone. -/
theorem cone_for_cost : Eq (verdict (.cost 1 1 (tail 0 0)) (one (cone 1 (at_ 0 0)))) false := rfl

/-- Accepted: the given function increases in `x`. -/
theorem given_function :
    Eq (verdict (.cost 1 0 (tail 0 0)) (one (.cone (.given 0) 0 (at_ 0 0)))) true := rfl

/-- Another given function. -/
theorem other_given_function :
    Eq (verdict (.cost 1 0 (tail 0 0)) (one (.cone (.given 1) 0 (at_ 0 0)))) false := rfl

/-- What is known of `f` is not known of the given function. -/
theorem cone_of_given :
    Eq (verdict (.cost 1 1 (tail 0 0)) (one (.cone (.given 0) 1 (at_ 0 0)))) false := rfl

/-! ## Claims -/

/-- Accepted: `f(x) + c <= f(x+1) <= f(x+2)`. -/
theorem claim_accepted :
    Eq (verdict (.claim 0 (tail 0 0)) (two (.given 0) (cone 0 (at_ 1 0)))) true := rfl

/-- Without what is given. -/
theorem claim_without_given :
    Eq (verdict (.claim 0 (tail 0 0)) (two (cone 0 (at_ 0 0)) (cone 0 (at_ 1 0)))) false := rfl

/-- Beyond what is given. -/
theorem claim_beyond_given :
    Eq (verdict (.claim 0 (tail 0 0)) (two (.given 1) (cone 0 (at_ 1 0)))) false := rfl

/-- There is no operator in a claim. -/
theorem bound_in_claim :
    Eq (verdict (.claim 0 (tail 0 0)) (two (.bound (at_ 0 0) 0) (cone 0 (at_ 1 0)))) false := rfl

/-! ## Assumptions -/

/-- Accepted: the unit `1` and the price `2`. -/
theorem consistent_at :
    Eq (toy.holdsAt (.cons (.mk 1 0) (.cons (.mk 2 0) .nil))) true := rfl

/-- A negative price. -/
theorem negative_price :
    Eq (toy.holdsAt (.cons (.mk 1 0) (.cons (.mk 0 2) .nil))) false := rfl

/-- The unit is zero. -/
theorem unit_zero : Eq (toy.holdsAt (.cons (.mk 0 0) (.cons (.mk 2 0) .nil))) false := rfl

/-! ## Statements unfold to plain inequalities -/

variable (S : OrderedMonoid) (w : World S) (f g : State → S.carrier)

/-- The statement on operator `0`. -/
theorem admission_says (A : toy.Admits S w) (C : toy.Cone S f)
    (I : (toy.operator 0).Image S toy.tops w f g) (x : Nat) :
    S.le (g (at_ x 0)) (g (at_ (x.add 1) 0)) :=
  sound toy admission (split (.case reject (.case admitted .done))) rfl S w f g A C I x

/-- The image under operator `0` is at most the value of each action. -/
theorem admission_bound (I : (toy.operator 0).Image S toy.tops w f g) (x : Nat) :
    And (S.le (g (at_ x 0)) (S.add (f (at_ x 0)) (w.parameter 1)))
      (S.le (g (at_ x 0)) (f (at_ (x.add 1) 0))) :=
  have b := I.bound (at_ x 0) rfl
  And.intro (b.left rfl) (b.right.left rfl)

/-- It is at least the value of one action. -/
theorem admission_attained (I : (toy.operator 0).Image S toy.tops w f g) (x : Nat) :
    Or (S.le (S.add (f (at_ x 0)) (w.parameter 1)) (g (at_ x 0)))
      (S.le (f (at_ (x.add 1) 0)) (g (at_ x 0))) :=
  match I.attained (at_ x 0) rfl with
  | .inl reject => Or.inl reject.right
  | .inr (.inl admitted) => Or.inr admitted.right

/-- A departure: `g(x + 1, 1) = f(x, 1)` and `g(0, 1) = f(0, 1)`. -/
theorem departure_value (I : (toy.operator 1).Image S toy.tops w f g) (x : Nat) :
    And (S.Same (g (at_ (x.add 1) 1)) (f (at_ x 1))) (S.Same (g (at_ 0 1)) (f (at_ 0 1))) :=
  And.intro
    (And.intro ((I.bound (at_ (x.add 1) 1) rfl).left rfl)
      (match I.attained (at_ (x.add 1) 1) rfl with
        | .inl it => it.right))
    (And.intro ((I.bound (at_ 0 1) rfl).left rfl)
      (match I.attained (at_ 0 1) rfl with
        | .inl it => it.right))

/-- The cone says what its inequalities say. -/
theorem cone_says (C : toy.Cone S f) (x : Nat) :
    And (S.le (f (at_ x 1)) (f (at_ (x.add 1) 1)))
      (And (S.le (f (at_ x 0)) (f (at_ x 1))) (S.le S.zero (f (at_ x 0)))) :=
  And.intro (C.left (at_ x 1) rfl rfl)
    (And.intro (C.right.left (at_ x 0) rfl rfl) (C.right.right.left (at_ x 0) rfl rfl))

/-- The cost `x c`, at `x = 3`. -/
theorem cost_value : Eq (toy.costValue S w 0 (at_ 3 0))
    (S.add (w.parameter 1) (S.add (w.parameter 1) (w.parameter 1))) := rfl

/-- The claim. -/
theorem claim_says (A : toy.Admits S w) (C : toy.Cone S f) (x : Nat)
    (h : S.le (S.add (f (at_ x 0)) (w.parameter 1)) (f (at_ (x.add 1) 0))) :
    S.le (S.add (f (at_ x 0)) (w.parameter 1)) (f (at_ (x.add 2) 0)) :=
  sound toy (.claim 0 (tail 0 0)) (two (.given 0) (cone 0 (at_ 1 0))) rfl S w f A C x
    (And.intro h True.intro)

end Model.Rejections
