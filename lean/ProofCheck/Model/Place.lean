prelude
import ProofCheck.Model.Check
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# What is steady does not depend on `n`

`place a free n` is the state `n + a` of a region.  For each test of `Check.lean` that something is
steady, this file proves that it is the same at `place a free n` as at `a`.
-/

noncomputable section

namespace Model

/-- An entry of a state: `k + a` if the coordinate is free, otherwise `a`. -/
def placeEntry (free : Bool) (k a : Nat) : Nat := cond free (k.add a) a

/-- The state `n + a`. -/
def place : State → List Bool → List Nat → State
  | .nil, _, _ => .nil
  | .cons a s, free, n =>
    .cons (placeEntry (first true free) (first .zero n) a) (place s (rest free) (rest n))

/-! ## Regions -/

/-- A region is covered if its inequality holds at `n + a` for every `n`. -/
theorem Everywhere.of_place (r : List Start) {P : State → Prop}
    (h : ∀ n, P (place (bases r) (frees r) n)) : Everywhere r P :=
  match r, h with
  | .nil, h => h .nil
  | .cons (.fixed c) r, h =>
    of_place r (P := fun s => P (.cons c s)) fun n => h (.cons .zero n)
  | .cons (.tail b) r, h => fun k =>
    of_place r (P := fun s => P (.cons (k.add b) s)) fun n => h (.cons k n)

/-! ## Truth values and options -/

/-- A truth value is `true` or `false`. -/
theorem bool_cases (c : Bool) : Or (Eq c true) (Eq c false) :=
  match c with
  | true => Or.inl rfl
  | false => Or.inr rfl

theorem and_false (c : Bool) : Eq (and c false) false :=
  match c with
  | true => rfl
  | false => rfl

theorem and_congr {a b c d : Bool} (h : Eq a b) (k : Eq c d) : Eq (and a c) (and b d) :=
  (congrArg (fun x => and x c) h).trans (congrArg (fun y => and b y) k)

/-- `h` applied to a value, if there is one. -/
def mapped {α β : Type} (h : α → β) : Option α → Option β
  | .none => .none
  | .some a => .some (h a)

theorem mapped_same {α : Type} (o : Option α) : Eq o (mapped (fun a => a) o) :=
  match o with
  | .none => rfl
  | .some _ => rfl

theorem present_mapped {α β : Type} (h : α → β) (o : Option α) :
    Eq (present (mapped h o)) (present o) :=
  match o with
  | .none => rfl
  | .some _ => rfl

theorem mapped_getD {α β : Type} (h : α → β) (o : Option α) (a : α) :
    Eq ((mapped h o).getD (h a)) (h (o.getD a)) :=
  match o with
  | .none => rfl
  | .some _ => rfl

theorem both_mapped (x : Nat → Nat) (s : State → State) (y : State → State)
    (e : ∀ a l, Eq (y (.cons a l)) (.cons (x a) (s l))) (o : Option Nat) (p : Option State) :
    Eq (both (mapped x o) (mapped s p)) (mapped y (both o p)) :=
  match o, p with
  | .none, _ => rfl
  | .some _, .none => rfl
  | .some a, .some l => congrArg Option.some (e a l).symm

theorem onlyIf_true {α : Type} {c : Bool} (h : Eq c true) (a : α) : Eq (onlyIf c a) (.some a) :=
  congrArg (fun c => onlyIf c a) h

/-- What passed a test is what was tested, and the test is true. -/
theorem onlyIf_sound {α : Type} {c : Bool} {a b : α} (h : Eq (onlyIf c a) (.some b)) :
    And (Eq c true) (Eq a b) :=
  match c, h with
  | true, h => And.intro rfl (some_inj h)
  | false, h => (none_ne_some h).elim

/-! ## Numbers -/

theorem ble_false {a b : Nat} (h : Nat.lt b a) : Eq (Nat.ble a b) false :=
  match bool_cases (Nat.ble a b) with
  | .inl e => (Nat.not_lt_of_le (Nat.le_of_ble_eq_true e) h).elim
  | .inr e => e

theorem atLeast_ble (b x : Nat) : Eq (atLeast b x) (Nat.ble b x) :=
  match b, x with
  | .zero, x => (Nat.ble_eq_true_of_le (Nat.zero_le x)).symm
  | .succ _, .zero => rfl
  | .succ b, .succ x => atLeast_ble b x

theorem le_of_atLeast {b x : Nat} (h : Eq (atLeast b x) true) : Nat.le b x :=
  Nat.le_of_ble_eq_true ((atLeast_ble b x).symm.trans h)

theorem atLeast_add {b a : Nat} (k : Nat) (h : Eq (atLeast b a) true) :
    Eq (atLeast b (k.add a)) true :=
  (atLeast_ble b (k.add a)).trans
    (Nat.ble_eq_true_of_le (Nat.le_trans (le_of_atLeast h) (Nat.le_add_left a k)))

/-! ## Single coordinates -/

theorem within_absent {top : Option Nat} (h : Eq (absent top) true) (x : Nat) :
    Eq (within top x) true :=
  match top, h with
  | .none, _ => rfl
  | .some _, h => (Bool.false_ne_true h).elim

theorem within_place {top : Option Nat} {free : Bool} (h : Eq (cond free (absent top) true) true)
    (k a : Nat) : Eq (within top (placeEntry free k a)) (within top a) :=
  match free, h with
  | true, h => (within_absent h _).trans (within_absent h a).symm
  | false, _ => rfl

theorem entry_place {low : Nat} {high : Option Nat} {free : Bool} {a : Nat}
    (h : Eq (cond free (steadyEntry low high a) true) true) (k : Nat) :
    Eq (and (atLeast low (placeEntry free k a)) (within high (placeEntry free k a)))
      (and (atLeast low a) (within high a)) :=
  match free, high, h with
  | false, _, _ => rfl
  | true, .none, h => and_congr ((atLeast_add k h).trans h.symm) rfl
  | true, .some b, h =>
    have lt : Nat.lt b a := Nat.le_of_ble_eq_true h
    have lt' : Nat.lt b (k.add a) := Nat.le_trans lt (Nat.le_add_left a k)
    ((congrArg (fun c => and (atLeast low (k.add a)) c) (ble_false lt')).trans (and_false _)).trans
      ((congrArg (fun c => and (atLeast low a) c) (ble_false lt)).trans (and_false _)).symm

theorem step_place {top : Option Nat} {free : Bool} {a : Nat} {v : Move}
    (h : Eq (cond free (steadyStep top a v) true) true) (k : Nat) :
    Eq (step top (placeEntry free k a) v) (mapped (placeEntry free k) (step top a v)) :=
  match free, v, h with
  | false, v, _ => mapped_same (step top a v)
  | true, .up j, h =>
    (onlyIf_true (within_absent h _) _).trans
      ((congrArg Option.some (Nat.add_assoc k a j)).trans
        (congrArg (mapped (Nat.add k)) (onlyIf_true (within_absent h _) (a.add j))).symm)
  | true, .down j, h =>
    (onlyIf_true (atLeast_add k h) _).trans
      ((congrArg Option.some (Nat.add_sub_assoc k (le_of_atLeast h))).trans
        (congrArg (mapped (Nat.add k)) (onlyIf_true h (a.sub j))).symm)

theorem getD_step {top : Option Nat} (h : Eq (absent top) true) (a j d : Nat) :
    Eq ((step top a (.up j)).getD d) (a.add j) :=
  congrArg (fun (o : Option Nat) => o.getD d) (onlyIf_true (within_absent h (a.add j)) (a.add j))

theorem clippedStep_place {top : Option Nat} {free : Bool} {a : Nat} {v : Move}
    (h : Eq (cond free (steadyStep top a v) true) true) (k : Nat) :
    Eq (clippedStep top (placeEntry free k a) v) (placeEntry free k (clippedStep top a v)) :=
  match free, v, h with
  | false, _, _ => rfl
  | true, .up j, h =>
    (getD_step h (k.add a) j _).trans
      ((Nat.add_assoc k a j).trans (congrArg k.add (getD_step h a j (top.getD a))).symm)
  | true, .down _, h => Nat.add_sub_assoc k (le_of_atLeast h)

theorem entry_add (free : Bool) (k a d : Nat) :
    Eq (placeEntry free k (a.add d)) ((placeEntry free k a).add d) :=
  match free with
  | true => (Nat.add_assoc k a d).symm
  | false => rfl

theorem mul_place {free : Bool} {c : Nat} (h : Eq (cond free (Nat.beq c .zero) true) true)
    (k a : Nat) : Eq ((placeEntry free k a).mul c) (a.mul c) :=
  match free, h with
  | false, _ => rfl
  | true, h =>
    Eq.subst (motive := fun (c : Nat) => Eq ((k.add a).mul c) (a.mul c))
      (Nat.eq_of_beq_eq_true h).symm rfl

/-! ## States -/

theorem isState_place (a : State) (free : List Bool) (tops : List (Option Nat)) (n : List Nat)
    (h : Eq (steadyState a free tops) true) :
    Eq (isState (place a free n) tops) (isState a tops) :=
  match a, tops, h with
  | .nil, _, _ => rfl
  | .cons _ _, .nil, _ => rfl
  | .cons x a, .cons _ tops, h =>
    and_congr (within_place (and_left h) (first .zero n) x)
      (isState_place a (rest free) tops (rest n) (and_right h))

theorem between_place (a : State) (free : List Bool) (low : List Nat) (high : List (Option Nat))
    (n : List Nat) (h : Eq (steadyBox a free low high) true) :
    Eq (between (place a free n) low high) (between a low high) :=
  match a, h with
  | .nil, _ => rfl
  | .cons _ a, h =>
    and_congr (entry_place (and_left h) (first .zero n))
      (between_place a (rest free) (rest low) (rest high) (rest n) (and_right h))

theorem plus_place (a : State) (free : List Bool) (d n : List Nat) :
    Eq (place (plus a d) free n) (plus (place a free n) d) :=
  match a with
  | .nil => rfl
  | .cons x a =>
    (congrArg (fun y => List.cons y (place (plus a (rest d)) (rest free) (rest n)))
      (entry_add (first true free) (first .zero n) x (first .zero d))).trans
      (congrArg (fun s => List.cons
          ((placeEntry (first true free) (first .zero n) x).add (first .zero d)) s)
        (plus_place a (rest free) (rest d) (rest n)))

theorem reach_place (a : State) (free : List Bool) (tops : List (Option Nat)) (moves : List Move)
    (n : List Nat) (h : Eq (steadyMoves a free tops moves) true) :
    Eq (reach (place a free n) tops moves)
      (mapped (fun s => place s free n) (reach a tops moves)) :=
  match a, h with
  | .nil, _ => rfl
  | .cons x a, h =>
    (congrArg (fun o => both o (reach (place a (rest free) (rest n)) (rest tops) (rest moves)))
      (step_place (and_left h) (first .zero n))).trans
      ((congrArg (fun o => both (mapped (placeEntry (first true free) (first .zero n))
            (step (first .none tops) x (first (.up .zero) moves))) o)
          (reach_place a (rest free) (rest tops) (rest moves) (rest n) (and_right h))).trans
        (both_mapped _ _ (fun s => place s free n) (fun _ _ => rfl) _ _))

theorem clipped_place (a : State) (free : List Bool) (tops : List (Option Nat)) (moves : List Move)
    (n : List Nat) (h : Eq (steadyMoves a free tops moves) true) :
    Eq (clipped (place a free n) tops moves) (place (clipped a tops moves) free n) :=
  match a, h with
  | .nil, _ => rfl
  | .cons x a, h =>
    (congrArg (fun y => List.cons y (clipped (place a (rest free) (rest n)) (rest tops) (rest moves)))
      (clippedStep_place (and_left h) (first .zero n))).trans
      (congrArg (fun s => List.cons (placeEntry (first true free) (first .zero n)
          (clippedStep (first .none tops) x (first (.up .zero) moves))) s)
        (clipped_place a (rest free) (rest tops) (rest moves) (rest n) (and_right h)))

theorem arrive_place (b : Boundary) (a : State) (free : List Bool) (tops : List (Option Nat))
    (moves : List Move) (n : List Nat) (h : Eq (steadyMoves a free tops moves) true) :
    Eq (b.arrive (place a free n) tops moves)
      (mapped (fun s => place s free n) (b.arrive a tops moves)) :=
  match b with
  | .forbid => reach_place a free tops moves n h
  | .stay =>
    congrArg Option.some
      ((congrArg (fun (o : Option State) => o.getD (place a free n))
          (reach_place a free tops moves n h)).trans
        (mapped_getD (fun s => place s free n) (reach a tops moves) a))
  | .clip => congrArg Option.some (clipped_place a free tops moves n h)

theorem first_place {free : Bool} {c : Nat} (b : List Bool) (e : Eq (first true b) free)
    (h : Eq (cond free (Nat.beq c .zero) true) true) (a n : List Nat) :
    Eq ((first .zero (place a b n)).mul c) ((first .zero a).mul c) :=
  match a with
  | .nil => rfl
  | .cons x _ =>
    Eq.subst (motive := fun (f : Bool) => Eq ((placeEntry f (first .zero n) x).mul c) (x.mul c))
      e.symm (mul_place h (first .zero n) x)

theorem rest_place (a : State) (free : List Bool) (n : List Nat) :
    Eq (rest (place a free n)) (place (rest a) (rest free) (rest n)) :=
  match a with
  | .nil => rfl
  | .cons _ _ => rfl

theorem dot_place (a : State) (free : List Bool) (slopes n : List Nat)
    (h : Eq (steadySlopes free slopes) true) : Eq (dot (place a free n) slopes) (dot a slopes) :=
  match slopes, h with
  | .nil, _ => rfl
  | .cons k slopes, h =>
    (congrArg (fun (y : Nat) => y.add (dot (rest (place a free n)) slopes))
      (first_place free rfl (and_left h) a n)).trans
      (congrArg (fun (y : Nat) => Nat.add ((first Nat.zero a).mul k) y)
        ((congrArg (fun s => dot s slopes) (rest_place a free n)).trans
          (dot_place (rest a) (rest free) slopes (rest n) (and_right h))))

theorem weight_place (a : State) (free : List Bool) (w : Weight) (n : List Nat)
    (h : Eq (steadyWeight free w) true) : Eq (w.at (place a free n)) (w.at a) :=
  (congrArg (fun (y : Nat) => (w.plus.constant.add y).sub (w.minus.at (place a free n)))
    (dot_place a free w.plus.slopes n (and_left h))).trans
    (congrArg (fun (y : Nat) => (w.plus.at a).sub (w.minus.constant.add y))
      (dot_place a free w.minus.slopes n (and_right h)))

end Model
