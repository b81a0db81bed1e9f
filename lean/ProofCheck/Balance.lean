prelude
import ProofCheck.Numbers
import ProofCheck.Certificate
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Balances: adding up inequalities

A row is an inequality between two sums of atoms; an atom is the value of one function at one
state `(n + offset, mode)`.  To check that the goal is a sum of hypotheses, all atoms are counted
in a balance with two pans.  The left pan takes the smaller side of the goal and the greater sides
of the hypotheses, the right pan takes the rest.  If both pans hold the same multiple of every
atom, the goal follows by cancellation.

Functions that are computed for every leaf are written with recursors, which take the kernel fewer
steps than compiled pattern matching.
-/

noncomputable section

/-- The value of `fn` at `(n + offset, mode)`. -/
structure Atom where
  fn : Fn
  offset : Nat
  mode : Nat

/-- `sum of lesser <= sum of greater`. -/
structure Row where
  lesser : List Atom
  greater : List Atom

/-- Which pan. -/
inductive Pan where
  | left
  | right

/-- The number that belongs to a pan. -/
def Pan.pick : Pan → Nat → Nat → Nat
  | .left, l, _ => l
  | .right, _, r => r

/-- A list of atoms of some kind, each with its multiple in the left and in the right pan. -/
inductive Balance (α : Type) where
  | empty
  | entry (atom : α) (left right : Nat) (rest : Balance α)

/-- Equality of function names. -/
def Fn.same (a b : Fn) : Bool :=
  match a with
  | .f => match b with | .f => true | .g => false | .h => false
  | .g => match b with | .f => false | .g => true | .h => false
  | .h => match b with | .f => false | .g => false | .h => true

/-- Equality of atoms. -/
def Atom.same (a b : Atom) : Bool :=
  and (Nat.beq a.offset b.offset) (and (Nat.beq a.mode b.mode) (Fn.same a.fn b.fn))

/-- Add `l` copies of the atom on the left and `r` copies on the right; `same` tells which atoms are
equal. -/
def Balance.insert {α : Type} (same : α → α → Bool) (a : α) (l r : Nat) (c : Balance α) : Balance α :=
  Balance.rec (motive := fun _ => Balance α) (.entry a l r .empty)
    (fun b l' r' rest inserted =>
      cond (same a b) (.entry b (l'.add l) (r'.add r) rest) (.entry b l' r' inserted)) c

/-- Add every listed atom, `l` times on the left and `r` times on the right. -/
def Balance.insertAll (l r : Nat) (as : List Atom) : Balance Atom → Balance Atom :=
  List.rec (motive := fun _ => Balance Atom → Balance Atom) (fun b => b)
    (fun a _ insertRest b => insertRest (b.insert Atom.same a l r)) as

/-- Both pans hold the same multiple of every atom. -/
def Balance.level {α : Type} (c : Balance α) : Bool :=
  Balance.rec (motive := fun _ => Bool) true
    (fun _ l r _ levelRest => and (Nat.beq l r) levelRest) c

/-! ## Meaning -/

section
variable (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier) (n : Nat)

/-- The value of an atom. -/
def Atom.value (a : Atom) : S.carrier := env a.fn (n.add a.offset) a.mode

/-- The values of a list of atoms. -/
def Atom.values : List Atom → List S.carrier
  | .nil => .nil
  | .cons a l => .cons (a.value S env n) (values l)

/-- The inequality that a row states. -/
def Row.Holds (r : Row) : Prop :=
  S.le (S.total (Atom.values S env n r.lesser)) (S.total (Atom.values S env n r.greater))

end

/-- The value of a pan, where `v` gives the values of the atoms. -/
def Balance.value {α : Type} (S : OrderedMonoid) (v : α → S.carrier) (p : Pan) : Balance α → S.carrier
  | .empty => S.zero
  | .entry a l r rest => S.add (S.times (p.pick l r) (v a)) (value S v p rest)

/-! ## Soundness -/

theorem Fn.same_sound {a b : Fn} (h : Eq (Fn.same a b) true) : Eq a b :=
  match a, b, h with
  | .f, .f, _ => rfl
  | .f, .g, h => (Bool.false_ne_true h).elim
  | .f, .h, h => (Bool.false_ne_true h).elim
  | .g, .f, h => (Bool.false_ne_true h).elim
  | .g, .g, _ => rfl
  | .g, .h, h => (Bool.false_ne_true h).elim
  | .h, .f, h => (Bool.false_ne_true h).elim
  | .h, .g, h => (Bool.false_ne_true h).elim
  | .h, .h, _ => rfl

section
variable {α : Type} {S : OrderedMonoid} {v : α → S.carrier}

theorem Pan.pick_add (p : Pan) (l r l' r' : Nat) :
    Eq (p.pick (l'.add l) (r'.add r)) ((p.pick l' r').add (p.pick l r)) :=
  match p with
  | .left => rfl
  | .right => rfl

/-- Inserting an atom adds its multiple to the pan. -/
theorem Balance.value_insert {same : α → α → Bool} (sound : ∀ a b, Eq (same a b) true → Eq (v a) (v b))
    (p : Pan) (a : α) (l r : Nat) (b : Balance α) :
    S.Same ((b.insert same a l r).value S v p)
      (S.add (S.times (p.pick l r) (v a)) (b.value S v p)) :=
  match b with
  | .empty => OrderedMonoid.Same.refl _
  | .entry b l' r' rest =>
    have key : (c : Bool) → Eq (same a b) c →
        S.Same
          (Balance.value S v p
            (cond c (.entry b (l'.add l) (r'.add r) rest) (.entry b l' r' (rest.insert same a l r))))
          (S.add (S.times (p.pick l r) (v a))
            (S.add (S.times (p.pick l' r') (v b)) (rest.value S v p))) :=
      fun c h =>
        match c, h with
        | true, h =>
          ((OrderedMonoid.Same.of_eq (congrArg (fun k => S.times k (v b))
              (Pan.pick_add p l r l' r'))).add
            (OrderedMonoid.Same.refl (rest.value S v p))).trans
            (((OrderedMonoid.times_add (p.pick l r) (p.pick l' r') (v b)).add
                (OrderedMonoid.Same.refl (rest.value S v p))).trans
              ((OrderedMonoid.add_same_assoc _ _ _).trans
                ((OrderedMonoid.Same.of_eq (congrArg (fun z => S.times (p.pick l r) z)
                    (sound a b h).symm)).add (OrderedMonoid.Same.refl _))))
        | false, _ =>
          ((OrderedMonoid.Same.refl (S.times (p.pick l' r') (v b))).add
              (value_insert sound p a l r rest)).trans
            (OrderedMonoid.add_left_comm _ _ _)
    key (same a b) rfl

/-- Level pans have the same value. -/
theorem Balance.level_sound (b : Balance α) (h : Eq b.level true) :
    S.Same (b.value S v .left) (b.value S v .right) :=
  match b, h with
  | .empty, _ => OrderedMonoid.Same.refl S.zero
  | .entry a _ _ rest, h =>
    (OrderedMonoid.Same.of_eq (congrArg (fun k => S.times k (v a))
      (Nat.eq_of_beq_eq_true (and_left h)))).add (level_sound rest (and_right h))
end

variable {S : OrderedMonoid} {env : Fn → Nat → Nat → S.carrier} {n : Nat}

theorem Atom.same_sound {a b : Atom} (h : Eq (Atom.same a b) true) :
    Eq (a.value S env n) (b.value S env n) :=
  (congrArg (fun i => env a.fn (n.add i) a.mode) (Nat.eq_of_beq_eq_true (and_left h))).trans
    ((congrArg (fun y => env a.fn (n.add b.offset) y)
        (Nat.eq_of_beq_eq_true (and_left (and_right h)))).trans
      (congrArg (fun k => env k (n.add b.offset) b.mode) (Fn.same_sound (and_right (and_right h)))))

/-- Inserting a list of atoms adds the multiple of their sum to the pan. -/
theorem Balance.value_insertAll (p : Pan) (l r : Nat) (as : List Atom) (b : Balance Atom) :
    S.Same ((Balance.insertAll l r as b).value S (Atom.value S env n) p)
      (S.add (S.times (p.pick l r) (S.total (Atom.values S env n as))) (b.value S (Atom.value S env n) p)) :=
  match as with
  | .nil =>
    (OrderedMonoid.zero_add_same (b.value S (Atom.value S env n) p)).symm.trans
      ((OrderedMonoid.times_zero (p.pick l r)).symm.add
        (OrderedMonoid.Same.refl (b.value S (Atom.value S env n) p)))
  | .cons a as =>
    (value_insertAll p l r as (b.insert Atom.same a l r)).trans
      (((OrderedMonoid.Same.refl _).add (value_insert (v := Atom.value S env n) (fun _ _ => Atom.same_sound) p a l r b)).trans
        ((OrderedMonoid.add_left_comm _ _ _).trans
          ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
            (((OrderedMonoid.times_distrib (p.pick l r) (a.value S env n)
                (S.total (Atom.values S env n as))).symm.trans
              (OrderedMonoid.Same.times (p.pick l r)
                (OrderedMonoid.total_cons (a.value S env n) (Atom.values S env n as)).symm)).add
              (OrderedMonoid.Same.refl (b.value S (Atom.value S env n) p))))))
