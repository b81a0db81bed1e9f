prelude
import ProofCheck.Basis
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Facts about truth values, options and natural numbers

What the soundness proof needs to turn Boolean tests into propositions: conjunctions, equality and
order of numbers, and the few laws of addition and truncated subtraction.
-/

noncomputable section

/-! ## Truth values -/

/-- `false` is not `true`. -/
theorem Bool.false_ne_true (h : Eq false true) : False :=
  Eq.subst (motive := fun b => cond b False True) h True.intro

theorem and_left {a b : Bool} (h : Eq (and a b) true) : Eq a true :=
  match a, h with
  | true, _ => rfl
  | false, h => (Bool.false_ne_true h).elim

theorem and_right {a b : Bool} (h : Eq (and a b) true) : Eq b true :=
  match a, h with
  | true, h => h
  | false, h => (Bool.false_ne_true h).elim

theorem and_intro {a b : Bool} (h : Eq a true) (k : Eq b true) : Eq (and a b) true :=
  Eq.subst (motive := fun x => Eq (and x b) true) h.symm k

/-- A negation that holds refutes its argument. -/
theorem not_elim {a : Bool} (h : Eq (not a) true) (k : Eq a true) : False :=
  Bool.false_ne_true (Eq.subst (motive := fun x => Eq (not x) true) k h)

/-! ## Options -/

/-- An option cannot be empty and full. -/
theorem none_ne_some {α : Type} {a : α} (h : Eq Option.none (Option.some a)) : False :=
  Eq.subst (motive := fun (o : Option α) => match o with | .none => True | .some _ => False) h
    True.intro

/-- `some` is injective. -/
theorem some_inj {α : Type} {a b : α} (h : Eq (Option.some a) (Option.some b)) : Eq a b :=
  congrArg (fun (o : Option α) => o.getD a) h

namespace Nat

/-! ## Equality and order -/

theorem eq_of_beq_eq_true {n m : Nat} (h : Eq (beq n m) true) : Eq n m :=
  match n, m, h with
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => (Bool.false_ne_true h).elim
  | .succ _, .zero, h => (Bool.false_ne_true h).elim
  | .succ n, .succ m, h => congrArg Nat.succ (eq_of_beq_eq_true (n := n) (m := m) h)

theorem zero_le (n : Nat) : Nat.le .zero n :=
  match n with
  | .zero => Nat.le.refl
  | .succ n => Nat.le.step (zero_le n)

theorem succ_le_succ {n m : Nat} (h : Nat.le n m) : Nat.le n.succ m.succ :=
  Nat.le.rec (motive := fun m _ => Nat.le n.succ m.succ) Nat.le.refl (fun _ ih => Nat.le.step ih) h

theorem le_trans {n m k : Nat} (h : Nat.le n m) (h' : Nat.le m k) : Nat.le n k :=
  Nat.le.rec (motive := fun k _ => Nat.le n k) h (fun _ ih => Nat.le.step ih) h'

theorem le_of_ble_eq_true {n m : Nat} (h : Eq (ble n m) true) : Nat.le n m :=
  match n, m, h with
  | .zero, m, _ => zero_le m
  | .succ _, .zero, h => (Bool.false_ne_true h).elim
  | .succ n, .succ m, h => succ_le_succ (le_of_ble_eq_true (n := n) (m := m) h)

theorem ble_refl (n : Nat) : Eq (ble n n) true :=
  match n with
  | .zero => rfl
  | .succ n => ble_refl n

theorem ble_succ {n m : Nat} (h : Eq (ble n m) true) : Eq (ble n m.succ) true :=
  match n, m, h with
  | .zero, _, _ => rfl
  | .succ _, .zero, h => (Bool.false_ne_true h).elim
  | .succ n, .succ m, h => ble_succ (n := n) (m := m) h

theorem ble_eq_true_of_le {n m : Nat} (h : Nat.le n m) : Eq (ble n m) true :=
  Nat.le.rec (motive := fun m _ => Eq (ble n m) true) (ble_refl n) (fun _ ih => ble_succ ih) h

theorem le_of_succ_le_succ {n m : Nat} (h : Nat.le n.succ m.succ) : Nat.le n m :=
  le_of_ble_eq_true (ble_eq_true_of_le (n := n.succ) (m := m.succ) h)

theorem not_succ_le_zero {n : Nat} (h : Nat.le n.succ .zero) : False :=
  Bool.false_ne_true (ble_eq_true_of_le h)

theorem le_total (n m : Nat) : Or (Nat.le n m) (Nat.le m n) :=
  match n, m with
  | .zero, m => Or.inl (zero_le m)
  | .succ n, .zero => Or.inr (zero_le n.succ)
  | .succ n, .succ m =>
    match le_total n m with
    | .inl h => Or.inl (succ_le_succ h)
    | .inr h => Or.inr (succ_le_succ h)

/-- `n <= m` or `m < n`. -/
theorem le_or_lt (n m : Nat) : Or (Nat.le n m) (Nat.lt m n) :=
  match n, m with
  | .zero, m => Or.inl (zero_le m)
  | .succ n, .zero => Or.inr (succ_le_succ (zero_le n))
  | .succ n, .succ m =>
    match le_or_lt n m with
    | .inl h => Or.inl (succ_le_succ h)
    | .inr h => Or.inr (succ_le_succ h)

theorem not_succ_le_self (n : Nat) (h : Nat.le n.succ n) : False :=
  match n, h with
  | .zero, h => not_succ_le_zero h
  | .succ n, h => not_succ_le_self n (le_of_succ_le_succ h)

theorem not_lt_of_le {n m : Nat} (h : Nat.le n m) (k : Nat.lt m n) : False :=
  not_succ_le_self m (le_trans k h)

/-- `n <= m` and `m <= n` give `n = m`. -/
theorem le_antisymm {n m : Nat} (h : Nat.le n m) (k : Nat.le m n) : Eq n m :=
  match n, m, h, k with
  | .zero, .zero, _, _ => rfl
  | .zero, .succ _, _, k => (not_succ_le_zero k).elim
  | .succ _, .zero, h, _ => (not_succ_le_zero h).elim
  | .succ n, .succ m, h, k =>
    congrArg Nat.succ
      (le_antisymm (n := n) (m := m) (le_of_succ_le_succ h) (le_of_succ_le_succ k))

/-! ## Addition and subtraction -/

theorem zero_add (n : Nat) : Eq (Nat.add .zero n) n :=
  match n with
  | .zero => rfl
  | .succ n => congrArg Nat.succ (zero_add n)

theorem succ_add (n m : Nat) : Eq (n.succ.add m) (n.add m).succ :=
  match m with
  | .zero => rfl
  | .succ m => congrArg Nat.succ (succ_add n m)

theorem add_comm (n m : Nat) : Eq (n.add m) (m.add n) :=
  match m with
  | .zero => (zero_add n).symm
  | .succ m => (congrArg Nat.succ (add_comm n m)).trans (succ_add m n).symm

theorem add_assoc (n m k : Nat) : Eq ((n.add m).add k) (n.add (m.add k)) :=
  match k with
  | .zero => rfl
  | .succ k => congrArg Nat.succ (add_assoc n m k)

theorem le_add_left (n m : Nat) : Nat.le n (m.add n) :=
  match n with
  | .zero => zero_le m
  | .succ n => succ_le_succ (le_add_left n m)

theorem le_add_right (n m : Nat) : Nat.le n (n.add m) :=
  match m with
  | .zero => Nat.le.refl
  | .succ m => Nat.le.step (le_add_right n m)

theorem add_le_add_left {n m : Nat} (k : Nat) (h : Nat.le n m) : Nat.le (k.add n) (k.add m) :=
  Nat.le.rec (motive := fun m _ => Nat.le (k.add n) (k.add m)) Nat.le.refl
    (fun _ ih => Nat.le.step ih) h

theorem le_of_add_le_add_left (k : Nat) {n m : Nat} (h : Nat.le (k.add n) (k.add m)) : Nat.le n m :=
  match k with
  | .zero =>
    Eq.subst (motive := fun x => Nat.le x m) (zero_add n)
      (Eq.subst (motive := fun x => Nat.le (Nat.add .zero n) x) (zero_add m) h)
  | .succ k =>
    le_of_add_le_add_left k
      (le_of_succ_le_succ
        (Eq.subst (motive := fun x => Nat.le x (k.add m).succ) (succ_add k n)
          (Eq.subst (motive := fun x => Nat.le (k.succ.add n) x) (succ_add k m) h)))

/-- `n <= m` means `m = k + n` for some `k`. -/
theorem exists_add_of_le {n m : Nat} (h : Nat.le n m) : Exists fun (k : Nat) => Eq m (k.add n) :=
  Nat.le.rec (motive := fun m _ => Exists fun (k : Nat) => Eq m (k.add n))
    (Exists.intro .zero (zero_add n).symm)
    (fun _ ih =>
      match ih with
      | .intro k e => Exists.intro k.succ ((congrArg Nat.succ e).trans (succ_add k n).symm)) h

theorem succ_sub_succ (n m : Nat) : Eq (n.succ.sub m.succ) (n.sub m) :=
  match m with
  | .zero => rfl
  | .succ m => congrArg Nat.pred (succ_sub_succ n m)

theorem add_sub_cancel (n m : Nat) : Eq ((n.add m).sub m) n :=
  match m with
  | .zero => rfl
  | .succ m => (succ_sub_succ (n.add m) m).trans (add_sub_cancel n m)

theorem pred_le (n : Nat) : Nat.le n.pred n :=
  match n with
  | .zero => Nat.le.refl
  | .succ _ => Nat.le.step Nat.le.refl

theorem pred_le_pred {n m : Nat} (h : Nat.le n m) : Nat.le n.pred m.pred :=
  match n, m, h with
  | .zero, m, _ => zero_le m.pred
  | .succ _, .zero, h => (not_succ_le_zero h).elim
  | .succ _, .succ _, h => le_of_succ_le_succ h

/-- `n - d <= n`. -/
theorem sub_le (n d : Nat) : Nat.le (n.sub d) n :=
  match d with
  | .zero => Nat.le.refl
  | .succ d => le_trans (pred_le (n.sub d)) (sub_le n d)

/-- `n <= d` gives `n - d = 0`. -/
theorem sub_eq_zero {n d : Nat} (h : Nat.le n d) : Eq (n.sub d) .zero :=
  match d, n, h with
  | .zero, n, h => le_antisymm h (zero_le n)
  | .succ d, .zero, _ => le_antisymm (sub_le .zero d.succ) (zero_le _)
  | .succ d, .succ n, h =>
    (succ_sub_succ n d).trans (sub_eq_zero (n := n) (d := d) (le_of_succ_le_succ h))

/-- `n <= m` gives `n - d <= m - d`. -/
theorem sub_le_sub {n m : Nat} (h : Nat.le n m) (d : Nat) : Nat.le (n.sub d) (m.sub d) :=
  match d with
  | .zero => h
  | .succ d => pred_le_pred (sub_le_sub h d)

/-- Cutting off at zero loses no more from the larger number: `n <= m` gives
`n + (m - d) <= m + (n - d)` (written with the second summand first). -/
theorem sub_shift {n m : Nat} (h : Nat.le n m) (d : Nat) :
    Nat.le ((m.sub d).add n) ((n.sub d).add m) :=
  match d, n, m, h with
  | .zero, n, m, _ =>
    Eq.subst (motive := fun (z : Nat) => Nat.le z (n.add m)) (add_comm n m) Nat.le.refl
  | .succ d, .zero, m, _ =>
    Eq.subst (motive := fun (z : Nat) => Nat.le (m.sub d.succ) z)
      (add_comm m (Nat.sub .zero d.succ)) (le_trans (sub_le m d.succ) (le_add_right m _))
  | .succ _, .succ _, .zero, h => (not_succ_le_zero h).elim
  | .succ d, .succ n, .succ m, h =>
    Eq.subst (motive := fun (z : Nat) => Nat.le (z.add n.succ) ((n.succ.sub d.succ).add m.succ))
      (succ_sub_succ m d).symm
      (Eq.subst (motive := fun (z : Nat) => Nat.le ((m.sub d).add n.succ) (z.add m.succ))
        (succ_sub_succ n d).symm (succ_le_succ (sub_shift (le_of_succ_le_succ h) d)))

/-- `(n + i) - a = n + (i - a)` when `a <= i`. -/
theorem add_sub_assoc (n : Nat) {i a : Nat} (h : Nat.le a i) :
    Eq ((n.add i).sub a) (n.add (i.sub a)) :=
  match exists_add_of_le h with
  | .intro k e =>
    Eq.subst (motive := fun (i : Nat) => Eq ((n.add i).sub a) (n.add (i.sub a))) e.symm
      ((congrArg (fun z => Nat.sub z a) (add_assoc n k a).symm).trans
        ((add_sub_cancel (n.add k) a).trans (congrArg n.add (add_sub_cancel k a).symm)))

/-- `k (n + i) = k n + k i`. -/
theorem left_distrib (k n i : Nat) : Eq (k.mul (n.add i)) ((k.mul n).add (k.mul i)) :=
  match i with
  | .zero => rfl
  | .succ i =>
    (congrArg (fun z => Nat.add z k) (left_distrib k n i)).trans (add_assoc (k.mul n) (k.mul i) k)

/-! ## Multiplication -/

theorem zero_mul (n : Nat) : Eq (Nat.mul .zero n) .zero :=
  match n with
  | .zero => rfl
  | .succ n => zero_mul n

theorem add_right_comm (n m k : Nat) : Eq ((n.add m).add k) ((n.add k).add m) :=
  (add_assoc n m k).trans ((congrArg n.add (add_comm m k)).trans (add_assoc n k m).symm)

theorem succ_mul (n m : Nat) : Eq (n.succ.mul m) ((n.mul m).add m) :=
  match m with
  | .zero => rfl
  | .succ m =>
    congrArg Nat.succ
      ((congrArg (fun (z : Nat) => z.add n) (succ_mul n m)).trans (add_right_comm (n.mul m) m n))

theorem mul_comm (n m : Nat) : Eq (n.mul m) (m.mul n) :=
  match m with
  | .zero => (zero_mul n).symm
  | .succ m => (congrArg (fun (z : Nat) => z.add n) (mul_comm n m)).trans (succ_mul m n).symm

theorem mul_assoc (n m k : Nat) : Eq ((n.mul m).mul k) (n.mul (m.mul k)) :=
  match k with
  | .zero => rfl
  | .succ k =>
    (congrArg (fun (z : Nat) => z.add (n.mul m)) (mul_assoc n m k)).trans
      (left_distrib n (m.mul k) m).symm

theorem mul_right_comm (n m k : Nat) : Eq ((n.mul m).mul k) ((n.mul k).mul m) :=
  (mul_assoc n m k).trans ((congrArg n.mul (mul_comm m k)).trans (mul_assoc n k m).symm)

/-- `(a b) (c d) = (a c) (b d)`. -/
theorem mul_swap (a b c d : Nat) : Eq ((a.mul b).mul (c.mul d)) ((a.mul c).mul (b.mul d)) :=
  (mul_assoc (a.mul b) c d).symm.trans
    ((congrArg (fun (z : Nat) => z.mul d) (mul_right_comm a b c)).trans
      (mul_assoc (a.mul c) b d))

theorem right_distrib (n m k : Nat) : Eq ((n.add m).mul k) ((n.mul k).add (m.mul k)) :=
  (mul_comm (n.add m) k).trans
    ((left_distrib k n m).trans
      ((congrArg (fun (z : Nat) => z.add (k.mul m)) (mul_comm k n)).trans
        (congrArg (n.mul k).add (mul_comm k m))))

theorem mul_le_mul_right {n m : Nat} (k : Nat) (h : Nat.le n m) : Nat.le (n.mul k) (m.mul k) :=
  match exists_add_of_le h with
  | .intro j e =>
    Eq.subst (motive := fun (m : Nat) => Nat.le (n.mul k) (m.mul k)) e.symm
      (Eq.subst (motive := fun (z : Nat) => Nat.le (n.mul k) z) (right_distrib j n k).symm
        (le_add_left (n.mul k) (j.mul k)))

/-- Division by a positive number. -/
theorem le_of_mul_le_mul_right (k : Nat) {n m : Nat} (h : Nat.le (n.mul k.succ) (m.mul k.succ)) :
    Nat.le n m :=
  match le_or_lt n m with
  | .inl le => le
  | .inr lt =>
    have more : Nat.le (m.succ.mul k.succ) (n.mul k.succ) := mul_le_mul_right k.succ lt
    have most : Nat.le ((m.mul k.succ).add k.succ) (m.mul k.succ) :=
      Eq.subst (motive := fun (z : Nat) => Nat.le z (m.mul k.succ)) (succ_mul m k.succ)
        (le_trans more h)
    (not_succ_le_self (m.mul k.succ)
      (le_trans (succ_le_succ (le_add_right (m.mul k.succ) k)) most)).elim

end Nat
