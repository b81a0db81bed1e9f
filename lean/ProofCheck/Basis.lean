prelude
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Basis: what core Lean would give

The project imports nothing, so that it can be checked with the bare Lean kernel as well as with a
full toolchain.  This file declares the few notions that are used, with the names, argument order
and universe order of core Lean.

This file belongs to the trusted base.  On numerals the kernel computes `Nat.succ`, `Nat.add`,
`Nat.sub`, `Nat.mul`, `Nat.beq` and `Nat.ble` by machine arithmetic, whatever is declared under
these names, so the functions must be the same as those of core Lean (`Init/Prelude.lean`): a
different one would make the kernel inconsistent.  Some clauses are written otherwise (`.zero` for
`0`, a recursor for a match).  `Arithmetic.lean` proves, for all arguments, the equations that
determine the functions.  The other functions with machine arithmetic (`div`, `mod`, `gcd`, `pow`,
`log2`, `land`, `lor`, `xor`, `shiftLeft`, `shiftRight`) are not declared and must not be, save as
in core.

The two `unsafe` constants are markers which the code generator asks for by name.  They are
unsafe, so no theorem can use them.
-/

universe u v w

unsafe axiom lcErased : Type
unsafe axiom lcAny : Type

noncomputable section

set_option bootstrap.inductiveCheckResultingUniverse false in
/-- The one-element type. -/
inductive PUnit : Sort u where
  | unit : PUnit

/-- The one-element type, as data. -/
abbrev Unit : Type := PUnit

/-- Its element. -/
@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit

/-- Pairs of two types. -/
structure Prod (α : Type u) (β : Type v) where
  mk ::
  fst : α
  snd : β

set_option bootstrap.inductiveCheckResultingUniverse false in
/-- Pairs of two sorts; used by structural recursion. -/
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β

/-- The true proposition. -/
inductive True : Prop where
  | intro : True

/-- The false proposition. -/
inductive False : Prop

/-- From falsity anything follows. -/
def False.elim {C : Sort u} (h : False) : C := False.rec (fun _ => C) h

/-- Negation. -/
def Not (a : Prop) : Prop := a → False

/-- Equality. -/
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a

/-- Transport along an equality. -/
abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α}
    (h : Eq a b) : motive b := Eq.rec (motive := fun b _ => motive b) m h

/-- Reflexivity with implicit argument. -/
theorem rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a

/-- Replace equals by equals in a proposition. -/
theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) :
    motive b := Eq.ndrec h₂ h₁

/-- Symmetry. -/
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a :=
  Eq.subst (motive := fun x => Eq x a) h (Eq.refl a)

/-- Transitivity. -/
theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c :=
  Eq.subst (motive := fun x => Eq a x) h₂ h₁

/-- Transport of an element along an equality of types. -/
def cast {α β : Sort u} (h : Eq α β) (a : α) : β := Eq.ndrec (motive := fun x => x) a h

/-- Functions respect equality. -/
theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) :
    Eq (f a₁) (f a₂) := Eq.subst (motive := fun x => Eq (f a₁) (f x)) h (Eq.refl (f a₁))

/-- Equality of elements of possibly different types; used by pattern matching. -/
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a

/-- A heterogeneous equality within one type is an equality. -/
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  have : (α β : Sort u) → (a : α) → (b : β) → HEq a b → (h : Eq α β) → Eq (cast h a) b :=
    fun _ _ _ _ h₁ => h₁.rec (fun _ => rfl)
  this α α a a' h rfl

/-- An equality is a heterogeneous equality. -/
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' :=
  Eq.subst (motive := fun x => HEq a x) h (HEq.refl a)

/-- The identity. -/
def id {α : Sort u} (a : α) : α := a

/-- Conjunction. -/
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b

/-- Disjunction. -/
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b

/-- Existence. -/
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

/-- Truth values. -/
inductive Bool : Type where
  | false : Bool
  | true : Bool

export Bool (false true)

/-- Choice by a truth value. -/
def cond {α : Sort u} (c : Bool) (x y : α) : α := Bool.rec (motive := fun _ => α) y x c

/-- Boolean conjunction; the second argument is looked at only if the first is true. -/
def and (x y : Bool) : Bool := Bool.rec (motive := fun _ => Bool) false y x

/-- Boolean negation. -/
def not (x : Bool) : Bool :=
  match x with
  | true => false
  | false => true

/-- The natural numbers. -/
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat

/-- Numerals. -/
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α

/-- A natural numeral is the number itself. -/
instance instOfNatNat (n : Nat) : OfNat Nat n where
  ofNat := n

/-- An optional value. -/
inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α

/-- The value of an option, or a default. -/
def Option.getD {α : Type u} (opt : Option α) (dflt : α) : α :=
  match opt with
  | .some x => x
  | .none => dflt

/-- Finite lists. -/
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α

/-- Addition. -/
protected def Nat.add : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)

/-- Multiplication. -/
protected def Nat.mul : Nat → Nat → Nat
  | _, .zero => .zero
  | n, .succ m => Nat.add (Nat.mul n m) n

/-- Predecessor, `0` for `0`. -/
def Nat.pred : Nat → Nat
  | .zero => .zero
  | .succ n => n

/-- Truncated subtraction. -/
protected def Nat.sub : Nat → Nat → Nat
  | n, .zero => n
  | n, .succ m => Nat.pred (Nat.sub n m)

/-- Boolean equality. -/
def Nat.beq : Nat → Nat → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.beq n m

/-- Boolean order. -/
def Nat.ble : Nat → Nat → Bool
  | .zero, .zero => true
  | .zero, .succ _ => true
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.ble n m

/-- The order of the natural numbers. -/
protected inductive Nat.le (n : Nat) : Nat → Prop
  | refl : Nat.le n n
  | step {m} : Nat.le n m → Nat.le n (.succ m)

/-- The strict order of the natural numbers. -/
protected def Nat.lt (n m : Nat) : Prop := Nat.le (.succ n) m

/-! ## Addition as the unifier writes it

Lean's unifier expresses successors of natural numbers through the classes of `+`. -/

/-- Marks a parameter that instance search determines. -/
@[reducible] def outParam (α : Sort u) : Sort u := α

/-- Heterogeneous `+`. -/
class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ

/-- Homogeneous `+`. -/
class Add (α : Type u) where
  add : α → α → α

/-- Homogeneous `+` is a heterogeneous one. -/
@[reducible] instance instHAdd {α : Type u} [Add α] : HAdd α α α where
  hAdd a b := Add.add a b

/-- `+` of natural numbers. -/
instance instAddNat : Add Nat where
  add := Nat.add
