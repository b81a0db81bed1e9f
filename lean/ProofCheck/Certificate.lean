prelude
import ProofCheck.Problem
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Certificates: data only

A certificate shows that one inequality, the goal, follows from hypotheses.  It is a tree.  A leaf
writes a positive multiple of the goal as a sum of multiples of hypotheses.  An inner node
distinguishes which feasible action attains the minimum in one state of the routed function; it
has one subtree for every feasible action, in the order `0, 1, 2, ...`.

Coordinates are relative to the variable `n` of the obligation: offset `i` means `x = n + i`.
-/

noncomputable section

/-- The functions that occur in an obligation: `f`, the routed function `g`, and a second `h`. -/
inductive Fn where
  | f
  | g
  | h

/-- A hypothesis that a leaf may use. -/
inductive Hypothesis where
  /-- template number `template` of the cone, for the function `fn`, at `x = n + offset` -/
  | cone (fn : Fn) (template offset : Nat)
  /-- `g (n + offset, mode) <= f (n + offset - action, mode + action)`, for a feasible action -/
  | upper (offset mode action : Nat)
  /-- `f (n + offset - action, mode + action) <= g (n + offset, mode)`, in the case where that
  action was distinguished in this state -/
  | attained (offset mode action : Nat)
  /-- assumption number `index` of the obligation -/
  | assumed (index : Nat)

/-- A multiple of a hypothesis. -/
structure Use where
  times : Nat
  hypothesis : Hypothesis

/-- A certificate.  `split i y (case c0 (case c1 (... done)))` distinguishes the action in `(n +
i, y)`. -/
inductive Certificate where
  /-- `scale * goal = sum of the uses`, with `scale > 0` -/
  | leaf (scale : Nat) (uses : List Use)
  /-- distinguish the minimising action in state `(n + offset, mode)` -/
  | split (offset mode : Nat) (cases : Certificate)
  /-- the case of the next action, then the remaining ones -/
  | case (this others : Certificate)
  /-- no feasible action remains -/
  | done
