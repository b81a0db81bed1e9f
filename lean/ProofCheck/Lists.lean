prelude
import ProofCheck.Numbers
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Entries of lists
-/

noncomputable section

/-- Entry number `k` of a list, counted from `0`. -/
def nth {α : Type} (l : List α) : Nat → Option α :=
  List.rec (motive := fun _ => Nat → Option α) (fun _ => .none)
    (fun a _ nthRest k =>
      Nat.rec (motive := fun _ => Option α) (.some a) (fun j _ => nthRest j) k) l

/-- A test of the list entry with the given number; it fails if there is none. -/
def testEntry {α : Type} (l : List α) (k : Nat) (c : α → Bool) : Bool :=
  match nth l k with
  | .none => false
  | .some a => c a

/-- A list entry that passes a test exists and passes it; so the default `d` is never used. -/
theorem testEntry_sound {α : Type} (d : α) {l : List α} {k : Nat} {c : α → Bool}
    (h : Eq (testEntry l k c) true) : Eq (c ((nth l k).getD d)) true :=
  have key : (o : Option α) →
      Eq (match o with | .none => false | .some a => c a) true → Eq (c (o.getD d)) true :=
    fun o h =>
      match o, h with
      | .none, h => (Bool.false_ne_true h).elim
      | .some _, h => h
  key (nth l k) h
