prelude
import ProofCheck.Task
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Soundness of tasks

If the premises of a task are true and `Task.verify` accepts a certificate, the goal is true.
-/

noncomputable section

/-- The premises of a task, for the functions `env` at the base point `n`. -/
structure Task.Premises (t : Task) (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier)
    (n : Nat) : Prop where
  /-- only `n = 0`, if the task says so -/
  exact : Eq t.exact true → Eq n .zero
  /-- the functions said to be in the cone are -/
  cone : ∀ fn, Eq (t.inCone fn) true → t.problem.Cone S (env fn)
  /-- `g` is routed from `f`, if the task says so -/
  routed : Eq t.routed true → Routed S t.problem.m (env .f) (env .g)
  /-- the assumed inequalities hold -/
  assumed : ∀ j r, Eq (nth t.assumed j) (.some r) → r.Holds S env n

/-- The distinguished action attains the minimum. -/
def Choice.Attains (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier) (n : Nat) (s : Choice) :
    Prop :=
  S.le (s.after.value S env n) (s.before.value S env n)

/-- All choices made attain their minima. -/
def Choice.AllAttain (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier) (n : Nat) :
    List Choice → Prop
  | .nil => True
  | .cons s l => And (s.Attains S env n) (AllAttain S env n l)

/-- Some feasible action from the pending one on attains the minimum. -/
def Choice.Covers (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier) (n m : Nat)
    (s : Choice) : Prop :=
  Exists fun a =>
    And (Nat.le s.action a)
      (And (Nat.le a s.offset)
        (And (Nat.le (s.mode.add a) m)
          (Choice.Attains S env n { offset := s.offset, mode := s.mode, action := a })))

/-- The meaning of the pending argument of `Task.verify`. -/
def Choice.Pending (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier) (n m : Nat) :
    Option Choice → Prop
  | .none => True
  | .some s => s.Covers S env n m

variable {t : Task} {S : OrderedMonoid} {env : Fn → Nat → Nat → S.carrier} {n : Nat}

theorem Choice.same_sound {s t : Choice} (h : Eq (s.same t) true) : Eq s t :=
  match s, t, h with
  | .mk _ _ _, .mk _ _ _, h =>
    (congrArg (fun i => Choice.mk i _ _) (Nat.eq_of_beq_eq_true (and_left h))).trans
      ((congrArg (fun y => Choice.mk _ y _) (Nat.eq_of_beq_eq_true (and_left (and_right h)))).trans
        (congrArg (fun a => Choice.mk _ _ a) (Nat.eq_of_beq_eq_true (and_right (and_right h)))))

/-- A choice among those that attain their minima attains it. -/
theorem Choice.among_sound {s : Choice} {made : List Choice} (h : Choice.AllAttain S env n made)
    (k : Eq (s.among made) true) : s.Attains S env n :=
  match made, h, k with
  | .nil, _, k => (Bool.false_ne_true k).elim
  | .cons r l, h, k =>
    have key : (c : Bool) → Eq (s.same r) c → Eq (cond c true (s.among l)) true →
        s.Attains S env n :=
      fun c e k =>
        match c, e, k with
        | true, e, _ =>
          Eq.subst (motive := fun (x : Choice) => x.Attains S env n) (Choice.same_sound e).symm
            h.left
        | false, _, k => among_sound h.right k
    key (s.same r) rfl k

/-- The atoms of a template at `n + i` have the values of its points there. -/
theorem Point.values_atoms (fn : Fn) (i : Nat) (l : List Point) :
    Eq (Atom.values S env n (Point.atoms fn i l)) (Point.values S (env fn) (n.add i) l) :=
  match l with
  | .nil => rfl
  | .cons q l =>
    (congrArg (fun x => List.cons (env fn x q.mode) (Atom.values S env n (Point.atoms fn i l)))
      (Nat.add_assoc n i q.offset).symm).trans
      (congrArg (fun z => List.cons (env fn ((n.add i).add q.offset) q.mode) z)
        (values_atoms fn i l))

/-- The row of a template says that the template holds. -/
theorem Template.row_iff (fn : Fn) (i : Nat) (q : Template) :
    Eq ((q.row fn i).Holds S env n) (q.Holds S (env fn) (n.add i)) :=
  (congrArg (fun z => S.le (S.total z) (S.total (Atom.values S env n (Point.atoms fn i q.greater))))
    (Point.values_atoms fn i q.lesser)).trans
    (congrArg (fun z => S.le (S.total (Point.values S (env fn) (n.add i) q.lesser)) (S.total z))
      (Point.values_atoms fn i q.greater))

/-- A list of templates that hold contains only templates that hold. -/
theorem Template.allHold_nth {f : Nat → Nat → S.carrier} {l : List Template} {k : Nat}
    {q : Template} (h : Template.AllHold S f l) (e : Eq (nth l k) (.some q)) (x : Nat) :
    q.Holds S f x :=
  match l, k, h, e with
  | .nil, _, _, e => (none_ne_some e).elim
  | .cons _ _, .zero, h, e =>
    Eq.subst (motive := fun (r : Template) => r.Holds S f x) (some_inj e) (h.left x)
  | .cons _ l, .succ k, h, e => allHold_nth (l := l) (k := k) h.right e x

/-- What passed a test is the tested row, and the test is true. -/
theorem Row.when_sound {c : Bool} {r q : Row} (h : Eq (Row.when c r) (.some q)) :
    And (Eq c true) (Eq r q) :=
  match c, h with
  | true, h => And.intro rfl (some_inj h)
  | false, h => (none_ne_some h).elim

/-- The value after a feasible action, with the subtraction carried out on the offset. -/
theorem Choice.after_value {s : Choice} (h : Nat.le s.action s.offset) :
    Eq (env .f ((n.add s.offset).sub s.action) (s.mode.add s.action)) (s.after.value S env n) :=
  congrArg (fun x => env .f x (s.mode.add s.action)) (Nat.add_sub_assoc n h)

theorem Task.coneRow_sound (P : t.Premises S env n) {fn : Fn} {k i : Nat} {r : Row}
    (h : Eq (t.coneRow fn i (nth t.problem.templates k)) (.some r)) : r.Holds S env n :=
  have key : (o : Option Template) → Eq (nth t.problem.templates k) o →
      Eq (t.coneRow fn i o) (.some r) → r.Holds S env n :=
    fun o e h =>
      match o, e, h with
      | .none, _, h => (none_ne_some h).elim
      | .some q, e, h =>
        have w := Row.when_sound h
        Eq.subst (motive := fun (r : Row) => r.Holds S env n) w.right
          (cast (Template.row_iff fn i q).symm
            (Template.allHold_nth (P.cone fn w.left) e (n.add i)))
  key (nth t.problem.templates k) rfl h

/-- Every available hypothesis is true. -/
theorem Task.row_sound (P : t.Premises S env n) {made : List Choice}
    (hm : Choice.AllAttain S env n made) {y : Hypothesis} {r : Row}
    (h : Eq (t.row made y) (.some r)) : r.Holds S env n :=
  match y, h with
  | .cone _ _ _, h => Task.coneRow_sound P h
  | .upper i y a, h =>
    have w := Row.when_sound h
    have le := Nat.le_of_ble_eq_true (and_left (and_right w.left))
    have up := (P.routed (and_left w.left)).upper (n.add i) y a
      (Nat.le_trans le (Nat.le_add_left i n)) (Nat.le_of_ble_eq_true (and_right (and_right w.left)))
    Eq.subst (motive := fun (r : Row) => r.Holds S env n) w.right
      (Eq.subst (motive := fun (z : S.carrier) => S.le (env .g (n.add i) y) z)
        (Choice.after_value (s := { offset := i, mode := y, action := a }) le) up)
  | .attained _ _ _, h =>
    have w := Row.when_sound h
    Eq.subst (motive := fun (r : Row) => r.Holds S env n) w.right (Choice.among_sound hm w.left)
  | .assumed j, h => P.assumed j r h

/-- Taking a true hypothesis off the balance keeps the inequality between the pans. -/
theorem Row.weigh_sound {r : Row} (h : r.Holds S env n) (k : Nat) {b : Balance Atom}
    (w : S.le ((r.weigh k b).value S (Atom.value S env n) .left) ((r.weigh k b).value S (Atom.value S env n) .right)) :
    S.le (b.value S (Atom.value S env n) .left) (b.value S (Atom.value S env n) .right) :=
  have left : S.Same ((r.weigh k b).value S (Atom.value S env n) .left)
      (S.add (S.times k (S.total (Atom.values S env n r.greater))) (b.value S (Atom.value S env n) .left)) :=
    (Balance.value_insertAll .left .zero k r.lesser (Balance.insertAll k .zero r.greater b)).trans
      ((OrderedMonoid.zero_add_same _).trans (Balance.value_insertAll .left k .zero r.greater b))
  have right : S.Same ((r.weigh k b).value S (Atom.value S env n) .right)
      (S.add (S.times k (S.total (Atom.values S env n r.lesser))) (b.value S (Atom.value S env n) .right)) :=
    (Balance.value_insertAll .right .zero k r.lesser (Balance.insertAll k .zero r.greater b)).trans
      ((OrderedMonoid.Same.refl _).add
        ((Balance.value_insertAll .right k .zero r.greater b).trans
          (OrderedMonoid.zero_add_same _)))
  OrderedMonoid.add_cancel_left (S.times k (S.total (Atom.values S env n r.greater)))
    (S.le_trans (OrderedMonoid.Same.le left.symm right.symm w)
      (S.add_mono (b.value S (Atom.value S env n) .right) (OrderedMonoid.times_le k h)))

theorem Task.settles_sound (P : t.Premises S env n) {made : List Choice}
    (hm : Choice.AllAttain S env n made) (us : List Use) (b : Balance Atom)
    (h : Eq (t.settles made us b) true) :
    S.le (b.value S (Atom.value S env n) .left) (b.value S (Atom.value S env n) .right) :=
  match us, h with
  | .nil, h => (Balance.level_sound b h).left
  | .cons u us, h =>
    have key : (o : Option Row) → Eq (t.row made u.hypothesis) o →
        Eq (Option.rec (motive := fun _ => Bool) false
          (fun r => t.settles made us (r.weigh u.times b)) o) true →
        S.le (b.value S (Atom.value S env n) .left) (b.value S (Atom.value S env n) .right) :=
      fun o e h =>
        match o, e, h with
        | .none, _, h => (Bool.false_ne_true h).elim
        | .some r, e, h =>
          Row.weigh_sound (Task.row_sound P hm e) u.times
            (settles_sound P hm us (r.weigh u.times b) h)
    key (t.row made u.hypothesis) rfl h

/-- An accepted leaf proves the goal. -/
theorem Task.leaf_sound (P : t.Premises S env n) {made : List Choice}
    (hm : Choice.AllAttain S env n made) {scale : Nat} {uses : List Use}
    (h : Eq (t.leaf made scale uses) true) : t.goal.Holds S env n :=
  match scale, h with
  | .zero, h => (Bool.false_ne_true (and_left h)).elim
  | .succ k, h =>
    have left := (Balance.value_insertAll (S := S) (env := env) (n := n) .left k.succ .zero
        t.goal.lesser (Balance.insertAll .zero k.succ t.goal.greater .empty)).trans
      (((OrderedMonoid.Same.refl _).add
        ((Balance.value_insertAll .left .zero k.succ t.goal.greater .empty).trans
          (OrderedMonoid.zero_add_same S.zero))).trans (OrderedMonoid.add_zero_same _))
    have right := (Balance.value_insertAll (S := S) (env := env) (n := n) .right k.succ .zero
        t.goal.lesser (Balance.insertAll .zero k.succ t.goal.greater .empty)).trans
      ((OrderedMonoid.zero_add_same _).trans
        ((Balance.value_insertAll .right .zero k.succ t.goal.greater .empty).trans
          (OrderedMonoid.add_zero_same _)))
    OrderedMonoid.times_cancel k
      (OrderedMonoid.Same.le left.symm right.symm (Task.settles_sound P hm uses _ (and_right h)))

/-- In a splittable state some feasible action attains the minimum, and the feasible actions are
those of the offset. -/
theorem Task.splittable_sound (P : t.Premises S env n) {i y : Nat}
    (h : Eq (t.splittable i y) true) :
    Choice.Covers S env n t.problem.m { offset := i, mode := y, action := .zero } :=
  match (P.routed (and_left h)).attained (n.add i) y
    (Nat.le_of_ble_eq_true (and_left (and_right h))) with
  | .intro a w =>
    have inside : Nat.le a i :=
      have key : (c : Bool) → Eq t.exact c →
          Eq (cond c true (Nat.ble t.problem.m (y.add i))) true → Nat.le a i :=
        fun c e h =>
          match c, e, h with
          | true, e, _ =>
            Eq.subst (motive := fun (x : Nat) => Nat.le a x) (Nat.zero_add i)
              (Eq.subst (motive := fun (x : Nat) => Nat.le a (x.add i)) (P.exact e) w.left)
          | false, _, h =>
            Nat.le_of_add_le_add_left y (Nat.le_trans w.right.left (Nat.le_of_ble_eq_true h))
      key t.exact rfl (and_right (and_right h))
    Exists.intro a
      (And.intro (Nat.zero_le a)
        (And.intro inside
          (And.intro w.right.left
            (Eq.subst (motive := fun (z : S.carrier) => S.le z (env .g (n.add i) y))
              (Choice.after_value (s := { offset := i, mode := y, action := a }) inside)
              w.right.right))))

/-- The pending actions are the next one and those after it. -/
theorem Choice.covers_step {m : Nat} {s : Choice} (h : s.Covers S env n m) :
    Or (s.Attains S env n) (s.next.Covers S env n m) :=
  match h with
  | .intro a w =>
    match Nat.le_or_lt s.action.succ a with
    | .inl lt => Or.inr (Exists.intro a (And.intro lt w.right))
    | .inr ge =>
      Or.inl
        (Eq.subst
          (motive := fun (a : Nat) =>
            Choice.Attains S env n { offset := s.offset, mode := s.mode, action := a })
          (Nat.le_antisymm w.left (Nat.le_of_succ_le_succ ge)).symm w.right.right.right)

/-- Pending actions include a feasible one. -/
theorem Choice.covers_feasible {m : Nat} {s : Choice} (h : s.Covers S env n m) :
    Eq (s.feasible m) true :=
  match h with
  | .intro _ w =>
    and_intro (Nat.ble_eq_true_of_le (Nat.le_trans w.left w.right.left))
      (Nat.ble_eq_true_of_le
        (Nat.le_trans (Nat.add_le_add_left s.mode w.left) w.right.right.left))

/-- **Soundness of a task.**  An accepted certificate proves the goal from the premises. -/
theorem Task.verify_sound (P : t.Premises S env n) (c : Certificate) (made : List Choice)
    (pending : Option Choice) (hm : Choice.AllAttain S env n made)
    (hp : Choice.Pending S env n t.problem.m pending) (h : Eq (t.verify c made pending) true) :
    t.goal.Holds S env n :=
  match c, pending, hp, h with
  | .leaf _ _, .none, _, h => Task.leaf_sound P hm h
  | .leaf _ _, .some _, _, h => (Bool.false_ne_true h).elim
  | .split _ _ cases, .none, _, h =>
    verify_sound P cases made (.some _) hm (Task.splittable_sound P (and_left h)) (and_right h)
  | .split _ _ _, .some _, _, h => (Bool.false_ne_true h).elim
  | .case _ _, .none, _, h => (Bool.false_ne_true h).elim
  | .case this others, .some s, hp, h =>
    match Choice.covers_step hp with
    | .inl now =>
      verify_sound P this (.cons s made) .none (And.intro now hm) True.intro
        (and_left (and_right h))
    | .inr later => verify_sound P others made (.some s.next) hm later (and_right (and_right h))
  | .done, .none, _, h => (Bool.false_ne_true h).elim
  | .done, .some _, hp, h => (not_elim h (Choice.covers_feasible hp)).elim
