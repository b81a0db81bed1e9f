prelude
import ProofCheck.Basis
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The arithmetic of the kernel is the declared one

On closed terms the kernel computes by machine arithmetic and does not look at `Basis`.  Here every
left-hand side contains a variable, so it has to unfold the declarations: an equation fails if the
declaration says otherwise.  The equations are those of core Lean; they leave no choice, by
induction on the arguments (`add_unique` and its like below say so).
-/

noncomputable section

namespace Arithmetic

/-! ## Defining equations -/

/-- Zero, with a variable in it: `beq 0 0` and `ble 0 0` would be computed by machine. -/
def zeroAt (_ : Nat) : Nat := .zero

theorem add_zero (n : Nat) : Eq (Nat.add n .zero) n := rfl

theorem add_succ (n m : Nat) : Eq (Nat.add n m.succ) (Nat.add n m).succ := rfl

theorem mul_zero (n : Nat) : Eq (Nat.mul n .zero) .zero := rfl

theorem mul_succ (n m : Nat) : Eq (Nat.mul n m.succ) (Nat.add (Nat.mul n m) n) := rfl

theorem pred_zero : Eq (Nat.pred .zero) .zero := rfl

theorem pred_succ (n : Nat) : Eq (Nat.pred n.succ) n := rfl

theorem sub_zero (n : Nat) : Eq (Nat.sub n .zero) n := rfl

theorem sub_succ (n m : Nat) : Eq (Nat.sub n m.succ) (Nat.pred (Nat.sub n m)) := rfl

theorem beq_zero_zero (v : Nat) : Eq (Nat.beq (zeroAt v) (zeroAt v)) true := rfl

theorem beq_zero_succ (m : Nat) : Eq (Nat.beq .zero m.succ) false := rfl

theorem beq_succ_zero (n : Nat) : Eq (Nat.beq n.succ .zero) false := rfl

theorem beq_succ_succ (n m : Nat) : Eq (Nat.beq n.succ m.succ) (Nat.beq n m) := rfl

theorem ble_zero_zero (v : Nat) : Eq (Nat.ble (zeroAt v) (zeroAt v)) true := rfl

theorem ble_zero_succ (m : Nat) : Eq (Nat.ble .zero m.succ) true := rfl

theorem ble_succ_zero (n : Nat) : Eq (Nat.ble n.succ .zero) false := rfl

theorem ble_succ_succ (n m : Nat) : Eq (Nat.ble n.succ m.succ) (Nat.ble n m) := rfl

/-! ## They leave no choice -/

/-- A function with one value at `0` and one step in the second argument is determined. -/
theorem unique {α : Type} {F G : Nat → Nat → α} (step : Nat → α → α)
    (zero : ∀ n, Eq (F n .zero) (G n .zero))
    (f : ∀ n m, Eq (F n m.succ) (step n (F n m))) (g : ∀ n m, Eq (G n m.succ) (step n (G n m)))
    (n m : Nat) : Eq (F n m) (G n m) :=
  match m with
  | .zero => zero n
  | .succ m =>
    (f n m).trans ((congrArg (step n) (unique step zero f g n m)).trans (g n m).symm)

theorem add_unique (F : Nat → Nat → Nat) (zero : ∀ n, Eq (F n .zero) n)
    (succ : ∀ n m, Eq (F n m.succ) (F n m).succ) (n m : Nat) : Eq (F n m) (Nat.add n m) :=
  unique (F := F) (G := Nat.add) (fun _ => Nat.succ) zero succ add_succ n m

theorem mul_unique (F : Nat → Nat → Nat) (zero : ∀ n, Eq (F n .zero) .zero)
    (succ : ∀ n m, Eq (F n m.succ) (Nat.add (F n m) n)) (n m : Nat) : Eq (F n m) (Nat.mul n m) :=
  unique (F := F) (G := Nat.mul) (fun n k => Nat.add k n) zero succ mul_succ n m

theorem sub_unique (F : Nat → Nat → Nat) (zero : ∀ n, Eq (F n .zero) n)
    (succ : ∀ n m, Eq (F n m.succ) (Nat.pred (F n m))) (n m : Nat) : Eq (F n m) (Nat.sub n m) :=
  unique (F := F) (G := Nat.sub) (fun _ => Nat.pred) zero succ sub_succ n m

/-- A function that is determined when an argument is `0` and otherwise drops to the predecessors
is determined. -/
theorem unique_both {F G : Nat → Nat → Bool} (left : ∀ m, Eq (F .zero m) (G .zero m))
    (right : ∀ n : Nat, Eq (F n.succ .zero) (G n.succ .zero))
    (f : ∀ n m : Nat, Eq (F n.succ m.succ) (F n m)) (g : ∀ n m : Nat, Eq (G n.succ m.succ) (G n m))
    (n m : Nat) : Eq (F n m) (G n m) :=
  match n, m with
  | .zero, m => left m
  | .succ n, .zero => right n
  | .succ n, .succ m => (f n m).trans ((unique_both left right f g n m).trans (g n m).symm)

theorem beq_unique (F : Nat → Nat → Bool) (zz : Eq (F .zero .zero) true)
    (zs : ∀ m : Nat, Eq (F .zero m.succ) false) (sz : ∀ n : Nat, Eq (F n.succ .zero) false)
    (ss : ∀ n m : Nat, Eq (F n.succ m.succ) (F n m)) (n m : Nat) : Eq (F n m) (Nat.beq n m) :=
  unique_both (F := F) (G := Nat.beq)
    (fun m =>
      match m with
      | .zero => zz
      | .succ m => zs m) sz ss beq_succ_succ n m

theorem ble_unique (F : Nat → Nat → Bool) (zz : Eq (F .zero .zero) true)
    (zs : ∀ m : Nat, Eq (F .zero m.succ) true) (sz : ∀ n : Nat, Eq (F n.succ .zero) false)
    (ss : ∀ n m : Nat, Eq (F n.succ m.succ) (F n m)) (n m : Nat) : Eq (F n m) (Nat.ble n m) :=
  unique_both (F := F) (G := Nat.ble)
    (fun m =>
      match m with
      | .zero => zz
      | .succ m => zs m) sz ss ble_succ_succ n m

end Arithmetic
