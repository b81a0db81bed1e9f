prelude
import ProofCheck.Balance
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Tasks: the checker proper

A task is one inequality (the goal) to be derived, at every `x = n + offset`, from what is known
about the functions `f`, `g`, `h`: which of them lie in the cone, whether `g` is routed from `f`,
and a list of assumed inequalities.  `Task.verify` decides whether a certificate derives the goal.
Every hypothesis is rebuilt here from the problem; the certificate only names it.
-/

noncomputable section

/-- What is to be derived from what. -/
structure Task where
  /-- the problem, for its templates and its number of modes -/
  problem : Problem
  /-- the goal is needed for `n = 0` only -/
  exact : Bool
  /-- the functions known to lie in the cone -/
  inCone : Fn → Bool
  /-- `g` is routed from `f` -/
  routed : Bool
  /-- further known inequalities -/
  assumed : List Row
  /-- the inequality to derive -/
  goal : Row

/-- A distinguished action in a state `(n + offset, mode)`. -/
structure Choice where
  offset : Nat
  mode : Nat
  action : Nat

/-- The action is feasible for every `n` (for `n = 0`, and then for all larger ones). -/
def Choice.feasible (m : Nat) (s : Choice) : Bool :=
  and (Nat.ble s.action s.offset) (Nat.ble (s.mode.add s.action) m)

/-- The next action in the same state. -/
def Choice.next (s : Choice) : Choice :=
  { offset := s.offset, mode := s.mode, action := s.action.succ }

/-- Equality of choices. -/
def Choice.same (s t : Choice) : Bool :=
  and (Nat.beq s.offset t.offset) (and (Nat.beq s.mode t.mode) (Nat.beq s.action t.action))

/-- The choice is among those made on the way to this leaf. -/
def Choice.among (s : Choice) : List Choice → Bool
  | .nil => false
  | .cons t l => cond (s.same t) true (among s l)

/-- The value of `f` after the action. -/
def Choice.after (s : Choice) : Atom :=
  { fn := .f, offset := s.offset.sub s.action, mode := s.mode.add s.action }

/-- The value of `g` in the state. -/
def Choice.before (s : Choice) : Atom := { fn := .g, offset := s.offset, mode := s.mode }

/-- The atoms of the points of a template, for `fn` at `x = n + i`. -/
def Point.atoms (fn : Fn) (i : Nat) (l : List Point) : List Atom :=
  List.rec (motive := fun _ => List Atom) .nil
    (fun q _ atomsRest => .cons { fn := fn, offset := i.add q.offset, mode := q.mode } atomsRest) l

/-- The row of a template, for `fn` at `x = n + i`. -/
def Template.row (fn : Fn) (i : Nat) (t : Template) : Row :=
  { lesser := Point.atoms fn i t.lesser, greater := Point.atoms fn i t.greater }

/-- The row, if the test is passed. -/
def Row.when (c : Bool) (r : Row) : Option Row := cond c (.some r) .none

/-- The row of a cone template, if the template exists and the function is known to satisfy it. -/
def Task.coneRow (t : Task) (fn : Fn) (i : Nat) (entry : Option Template) : Option Row :=
  match entry with
  | .none => .none
  | .some q => Row.when (t.inCone fn) (q.row fn i)

/-- The row that a hypothesis stands for, given the choices made; none if it is not available. -/
def Task.row (t : Task) (made : List Choice) : Hypothesis → Option Row
  | .cone fn k i => t.coneRow fn i (nth t.problem.templates k)
  | .upper i y a =>
    let s : Choice := { offset := i, mode := y, action := a }
    Row.when (and t.routed (s.feasible t.problem.m))
      { lesser := .cons s.before .nil, greater := .cons s.after .nil }
  | .attained i y a =>
    let s : Choice := { offset := i, mode := y, action := a }
    Row.when (s.among made) { lesser := .cons s.after .nil, greater := .cons s.before .nil }
  | .assumed j => nth t.assumed j

/-- Put `k` times the row on the balance, as a hypothesis. -/
def Row.weigh (k : Nat) (r : Row) (b : Balance Atom) : Balance Atom :=
  Balance.insertAll .zero k r.lesser (Balance.insertAll k .zero r.greater b)

/-- The sum of the uses, on top of `b`, levels the balance. -/
def Task.settles (t : Task) (made : List Choice) (us : List Use) : Balance Atom → Bool :=
  List.rec (motive := fun _ => Balance Atom → Bool) Balance.level
    (fun u _ settlesRest b =>
      Option.rec (motive := fun _ => Bool) false (fun r => settlesRest (r.weigh u.times b))
        (t.row made u.hypothesis)) us

/-- A leaf is accepted: `scale > 0` and `scale * goal = sum of the uses`. -/
def Task.leaf (t : Task) (made : List Choice) (scale : Nat) (uses : List Use) : Bool :=
  and (Nat.ble (.succ .zero) scale)
    (t.settles made uses
      (Balance.insertAll scale .zero t.goal.lesser
        (Balance.insertAll .zero scale t.goal.greater .empty)))

/-- The action in `(n + i, y)` may be distinguished: `g` is routed, the mode exists, and the
feasible actions are the same for every `n`, which holds if only `n = 0` is needed or if `m - y <=
i`. -/
def Task.splittable (t : Task) (i y : Nat) : Bool :=
  and t.routed
    (and (Nat.ble y t.problem.m) (cond t.exact true (Nat.ble t.problem.m (y.add i))))

/-- The certificate derives the goal.  `made` lists the choices above this node; `pending` is the
choice from which on the cases of an open split are still to come. -/
def Task.verify (t : Task) : Certificate → List Choice → Option Choice → Bool
  | .leaf scale uses, made, pending =>
    match pending with
    | .none => t.leaf made scale uses
    | .some _ => false
  | .split i y cases, made, pending =>
    match pending with
    | .none =>
      and (t.splittable i y)
        (verify t cases made (.some { offset := i, mode := y, action := .zero }))
    | .some _ => false
  | .case this others, made, pending =>
    match pending with
    | .none => false
    | .some s =>
      and (s.feasible t.problem.m)
        (and (verify t this (.cons s made) .none) (verify t others made (.some s.next)))
  | .done, _, pending =>
    match pending with
    | .none => false
    | .some s => not (s.feasible t.problem.m)
