prelude
import ProofCheck.Problem
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# States of a model

A state is a vector of natural numbers, one for each coordinate.  A coordinate is unbounded or has
a largest value, its top.  This file says which vectors are states, what a box of states is, where
a move leads, and what happens to a move that leads out of the state space.

Lists that are too short are read as if they went on with the harmless value: no upper limit, the
limit `0` from below, the move that stays.
-/

noncomputable section

namespace Model

/-- A vector of natural numbers, one for each coordinate. -/
abbrev State : Type := List Nat

/-! ## Lists -/

/-- The first entry of a list; `d` if there is none. -/
def first {α : Type} (d : α) : List α → α
  | .nil => d
  | .cons a _ => a

/-- What follows the first entry. -/
def rest {α : Type} : List α → List α
  | .nil => .nil
  | .cons _ l => l

/-- `P` holds for every entry. -/
def Each {α : Type} (P : α → Prop) : List α → Prop
  | .nil => True
  | .cons a l => And (P a) (Each P l)

/-- `P` holds for some entry. -/
def Any {α : Type} (P : α → Prop) : List α → Prop
  | .nil => False
  | .cons a l => Or (P a) (Any P l)

/-- One list after the other. -/
def join {α : Type} (l k : List α) : List α :=
  List.rec (motive := fun _ => List α) k (fun a _ joined => .cons a joined) l

/-- `a`, if `c` is true. -/
def onlyIf {α : Type} (c : Bool) (a : α) : Option α := cond c (.some a) .none

/-- There is a value. -/
def present {α : Type} : Option α → Bool
  | .none => false
  | .some _ => true

/-! ## The state space -/

/-- `x` is at most the limit, if there is one. -/
def within (limit : Option Nat) (x : Nat) : Bool :=
  match limit with
  | .none => true
  | .some t => Nat.ble x t

/-- `x` is at least the bound; `x + 2` is at least `2` whatever `x` is. -/
def atLeast : Nat → Nat → Bool
  | .zero, _ => true
  | .succ bound, x =>
    match x with
    | .zero => false
    | .succ x => atLeast bound x

/-- The vector has one entry for every coordinate, none above its top. -/
def isState : State → List (Option Nat) → Bool
  | .nil, tops =>
    match tops with
    | .nil => true
    | .cons _ _ => false
  | .cons x s, tops =>
    match tops with
    | .nil => false
    | .cons t tops => and (within t x) (isState s tops)

/-- Bounds for every coordinate: `low <= s <= high`. -/
structure Box where
  low : List Nat
  high : List (Option Nat)

/-- `low <= s <= high`, coordinate by coordinate. -/
def between : State → List Nat → List (Option Nat) → Bool
  | .nil, _, _ => true
  | .cons x s, low, high =>
    and (and (atLeast (first .zero low) x) (within (first .none high) x))
      (between s (rest low) (rest high))

/-- The state lies in the box. -/
def Box.has (b : Box) (s : State) : Bool := between s b.low b.high

/-- `s + d`. -/
def plus : State → List Nat → State
  | .nil, _ => .nil
  | .cons x s, d => .cons (x.add (first .zero d)) (plus s (rest d))

/-! ## Moves -/

/-- Where one coordinate gets, if it stays within `0..top`. -/
def step (top : Option Nat) (x : Nat) : Move → Option Nat
  | .up k => onlyIf (within top (x.add k)) (x.add k)
  | .down k => onlyIf (atLeast k x) (x.sub k)

/-- Where one coordinate gets, cut to `0..top`. -/
def clippedStep (top : Option Nat) (x : Nat) : Move → Nat
  | .up k => (step top x (.up k)).getD (top.getD x)
  | .down k => x.sub k

/-- An entry before a vector, if both exist. -/
def both (x : Option Nat) (s : Option State) : Option State :=
  match x with
  | .none => .none
  | .some x =>
    match s with
    | .none => .none
    | .some s => .some (.cons x s)

/-- The state after a move, if it is one. -/
def reach : State → List (Option Nat) → List Move → Option State
  | .nil, _, _ => .some .nil
  | .cons x s, tops, moves =>
    both (step (first .none tops) x (first (.up .zero) moves)) (reach s (rest tops) (rest moves))

/-- The state nearest to the end of a move. -/
def clipped : State → List (Option Nat) → List Move → State
  | .nil, _, _ => .nil
  | .cons x s, tops, moves =>
    .cons (clippedStep (first .none tops) x (first (.up .zero) moves))
      (clipped s (rest tops) (rest moves))

/-- What becomes of a move that leads out of the state space. -/
inductive Boundary where
  /-- it cannot be made -/
  | forbid
  /-- the state stays as it is -/
  | stay
  /-- every coordinate is cut to the nearest possible value -/
  | clip

/-- Where a move leads, if it can be made. -/
def Boundary.arrive (b : Boundary) (s : State) (tops : List (Option Nat)) (moves : List Move) :
    Option State :=
  match b with
  | .forbid => reach s tops moves
  | .stay => .some ((reach s tops moves).getD s)
  | .clip => .some (clipped s tops moves)

/-! ## Linear functions of the state -/

/-- `constant + slopes . s`. -/
structure Linear where
  constant : Nat
  slopes : List Nat

/-- `slopes . s`. -/
def dot : State → List Nat → Nat
  | _, .nil => .zero
  | s, .cons k slopes => ((first .zero s).mul k).add (dot (rest s) slopes)

/-- The value in a state. -/
def Linear.at (l : Linear) (s : State) : Nat := l.constant.add (dot s l.slopes)

/-- The difference of two linear functions, where it is not negative. -/
structure Weight where
  plus : Linear
  minus : Linear

/-- The weight in a state; zero where the difference is negative. -/
def Weight.at (w : Weight) (s : State) : Nat := (w.plus.at s).sub (w.minus.at s)

/-! ## Regions -/

/-- The values of one coordinate in a region. -/
inductive Start where
  /-- the value `c` -/
  | fixed (c : Nat)
  /-- all values from `b` on, as `n + b` with `n` arbitrary -/
  | tail (b : Nat)

/-- `P s` for all `s` of the region. -/
def Everywhere : List Start → (State → Prop) → Prop
  | .nil, P => P .nil
  | .cons a r, P =>
    match a with
    | .fixed c => Everywhere r fun s => P (.cons c s)
    | .tail b => ∀ n : Nat, Everywhere r fun s => P (.cons (n.add b) s)

end Model
