prelude
import ProofCheck.Balance
import ProofCheck.Model.Statement
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Certificates, and what they derive

A certificate derives one inequality, the goal, from hypotheses.  It is a tree.  A leaf writes a
positive multiple of the goal as a sum of multiples of hypotheses.  An inner node distinguishes
which feasible action attains the value of the operator in one state; it has one subtree for every
feasible action, in the order of the operator.

States are relative to the variables of the region: an entry `i` of an unbounded coordinate means
`n + i`.
-/

noncomputable section

namespace Model

/-- The functions that occur in an obligation. -/
inductive Fn where
  | f
  /-- the image of `f` under the operator -/
  | g
  /-- a given function -/
  | given (j : Nat)

/-- A hypothesis that a leaf may use. -/
inductive Hypothesis where
  /-- inequality number `k` known of the function `fn`, at a state -/
  | cone (fn : Fn) (k : Nat) (at_ : State)
  /-- feasible action number `a` is not better than the operator in the state -/
  | bound (at_ : State) (a : Nat)
  /-- the action distinguished above is as good as the operator; `i` counts the splits from the
  nearest one -/
  | attained (i : Nat)
  /-- the only feasible action is as good as the operator in the state -/
  | sole (at_ : State)
  /-- assumption `j` on the parameters, once or `n_i` times -/
  | assumed (j : Nat) (times : Option Nat)
  /-- given inequality `j` of a claim -/
  | given (j : Nat)

/-- A multiple of a hypothesis. -/
structure Use where
  times : Nat
  hypothesis : Hypothesis

/-- A certificate.  `split s (case c0 (case c1 (... done)))` distinguishes the action in state
`s`. -/
inductive Certificate where
  /-- `scale * goal = sum of the uses`, with `scale > 0` -/
  | leaf (scale : Nat) (uses : List Use)
  /-- distinguish the action in a state -/
  | split (at_ : State) (cases : Certificate)
  /-- the case of the next feasible action, then the remaining ones -/
  | case (this others : Certificate)
  /-- no feasible action remains -/
  | done

/-- What a certificate is checked against: the hypotheses, the case distinctions and the goal,
all rebuilt from the model. -/
structure Task (α : Type) where
  /-- which atoms are equal -/
  same : α → α → Bool
  /-- the inequality of a hypothesis, if that is available (`attained` is not looked up here) -/
  row : Hypothesis → Option (Row α)
  /-- the inequalities of which one holds, if the state may be distinguished -/
  cases : State → Option (List (Row α))
  /-- the inequality to derive -/
  goal : Row α

variable {α : Type}

/-- Add a sum, `l` times on the left and `r` times on the right. -/
def Summand.pour (same : α → α → Bool) (l r : Nat) (sum : List (Summand α)) :
    Balance α → Balance α :=
  List.rec (motive := fun _ => Balance α → Balance α) (fun b => b)
    (fun q _ pourRest b => pourRest (b.insert same q.atom (l.mul q.times) (r.mul q.times))) sum

/-- Put `k` times the row on the balance, as a hypothesis. -/
def Row.weigh (same : α → α → Bool) (k : Nat) (r : Row α) (b : Balance α) : Balance α :=
  Summand.pour same .zero k r.lesser (Summand.pour same k .zero r.greater b)

/-- The row of a hypothesis, given the cases distinguished above. -/
def Task.find (t : Task α) (made : List (Row α)) (h : Hypothesis) : Option (Row α) :=
  match h with
  | .attained i => nth made i
  | .cone _ _ _ => t.row h
  | .bound _ _ => t.row h
  | .sole _ => t.row h
  | .assumed _ _ => t.row h
  | .given _ => t.row h

/-- The sum of the uses, on top of `b`, levels the balance. -/
def Task.settles (t : Task α) (made : List (Row α)) (us : List Use) : Balance α → Bool :=
  List.rec (motive := fun _ => Balance α → Bool) Balance.level
    (fun u _ settlesRest b =>
      Option.rec (motive := fun _ => Bool) false (fun r => settlesRest (r.weigh t.same u.times b))
        (t.find made u.hypothesis)) us

/-- A leaf is accepted: `scale > 0` and `scale * goal = sum of the uses`. -/
def Task.leaf (t : Task α) (made : List (Row α)) (scale : Nat) (uses : List Use) : Bool :=
  and (Nat.ble (.succ .zero) scale)
    (t.settles made uses
      (Summand.pour t.same scale .zero t.goal.lesser
        (Summand.pour t.same .zero scale t.goal.greater .empty)))

/-- The certificate derives the goal.  `made` lists the cases distinguished above this node,
the nearest first; `pending` are the cases of an open split that are still to come. -/
def Task.verify (t : Task α) : Certificate → List (Row α) → Option (List (Row α)) → Bool
  | .leaf scale uses, made, pending =>
    match pending with
    | .none => t.leaf made scale uses
    | .some _ => false
  | .split s cases, made, pending =>
    match pending with
    | .none =>
      match t.cases s with
      | .none => false
      | .some rows => verify t cases made (.some rows)
    | .some _ => false
  | .case this others, made, pending =>
    match pending with
    | .none => false
    | .some rows =>
      match rows with
      | .nil => false
      | .cons r rows =>
        and (verify t this (.cons r made) .none) (verify t others made (.some rows))
  | .done, _, pending =>
    match pending with
    | .none => false
    | .some rows =>
      match rows with
      | .nil => true
      | .cons _ _ => false

/-- The certificate proves the task. -/
def Task.check (t : Task α) (c : Certificate) : Bool := t.verify c .nil .none

/-! ## Soundness -/

/-- The premises of a task, where `v` gives the values of the atoms. -/
structure Task.Premises (t : Task α) (S : OrderedMonoid) (v : α → S.carrier) : Prop where
  /-- equal atoms have equal values -/
  same : ∀ a b, Eq (t.same a b) true → Eq (v a) (v b)
  /-- available hypotheses are true -/
  row : ∀ h r, Eq (t.row h) (.some r) → r.Holds S v
  /-- case distinctions are exhaustive -/
  cases : ∀ s rows, Eq (t.cases s) (.some rows) → Any (Row.Holds S v) rows

variable {S : OrderedMonoid} {v : α → S.carrier} {t : Task α}

/-- An entry of a list of which `P` holds throughout. -/
theorem Each.nth {β : Type} {P : β → Prop} {l : List β} (h : Each P l) (j : Nat) (a : β)
    (e : Eq (nth l j) (.some a)) : P a :=
  match l, j, h, e with
  | .nil, _, _, e => (none_ne_some e).elim
  | .cons _ _, .zero, h, e => Eq.subst (motive := P) (some_inj e) h.left
  | .cons _ l, .succ j, h, e => Each.nth (l := l) h.right j a e

/-- `k (l a) ~ (k l) a`. -/
theorem _root_.OrderedMonoid.times_mul (k l : Nat) (a : S.carrier) :
    S.Same (S.times (k.mul l) a) (S.times k (S.times l a)) :=
  match l with
  | .zero => (OrderedMonoid.times_zero k).symm
  | .succ l =>
    (OrderedMonoid.times_add k (k.mul l) a).trans
      (((OrderedMonoid.Same.refl (S.times k a)).add (times_mul k l a)).trans
        ((OrderedMonoid.times_distrib k a (S.times l a)).symm.trans
          (OrderedMonoid.Same.times k (OrderedMonoid.times_succ l a).symm)))

theorem _root_.Pan.pick_mul (p : Pan) (l r k : Nat) :
    Eq (p.pick (l.mul k) (r.mul k)) ((p.pick l r).mul k) :=
  match p with
  | .left => rfl
  | .right => rfl

/-- Pouring a sum adds its multiple to the pan. -/
theorem Summand.pour_value {same : α → α → Bool} (sound : ∀ a b, Eq (same a b) true → Eq (v a) (v b))
    (p : Pan) (l r : Nat) (sum : List (Summand α)) (b : Balance α) :
    S.Same ((Summand.pour same l r sum b).value S v p)
      (S.add (S.times (p.pick l r) (Summand.total S v sum)) (b.value S v p)) :=
  match sum with
  | .nil =>
    (OrderedMonoid.zero_add_same (b.value S v p)).symm.trans
      ((OrderedMonoid.times_zero (p.pick l r)).symm.add (OrderedMonoid.Same.refl (b.value S v p)))
  | .cons q sum =>
    (pour_value sound p l r sum (b.insert same q.atom (l.mul q.times) (r.mul q.times))).trans
      (((OrderedMonoid.Same.refl _).add
          (Balance.value_insert (v := v) sound p q.atom (l.mul q.times) (r.mul q.times) b)).trans
        ((OrderedMonoid.add_left_comm _ _ _).trans
          ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
            (((((OrderedMonoid.Same.of_eq (congrArg (fun k => S.times k (v q.atom))
                  (Pan.pick_mul p l r q.times))).trans
                (OrderedMonoid.times_mul (p.pick l r) q.times (v q.atom))).add
                (OrderedMonoid.Same.refl (S.times (p.pick l r) (Summand.total S v sum)))).trans
              ((OrderedMonoid.times_distrib (p.pick l r) (S.times q.times (v q.atom))
                  (Summand.total S v sum)).symm.trans
                (OrderedMonoid.Same.times (p.pick l r)
                  (OrderedMonoid.total_cons (S.times q.times (v q.atom))
                    (Summand.values S v sum)).symm))).add
              (OrderedMonoid.Same.refl (b.value S v p))))))

/-- Taking a true hypothesis off the balance keeps the inequality between the pans. -/
theorem Row.weigh_sound {same : α → α → Bool} (sound : ∀ a b, Eq (same a b) true → Eq (v a) (v b))
    {r : Row α} (h : r.Holds S v) (k : Nat) {b : Balance α}
    (w : S.le ((r.weigh same k b).value S v .left) ((r.weigh same k b).value S v .right)) :
    S.le (b.value S v .left) (b.value S v .right) :=
  have left : S.Same ((r.weigh same k b).value S v .left)
      (S.add (S.times k (Summand.total S v r.greater)) (b.value S v .left)) :=
    (Summand.pour_value sound .left .zero k r.lesser _).trans
      ((OrderedMonoid.zero_add_same _).trans (Summand.pour_value sound .left k .zero r.greater b))
  have right : S.Same ((r.weigh same k b).value S v .right)
      (S.add (S.times k (Summand.total S v r.lesser)) (b.value S v .right)) :=
    (Summand.pour_value sound .right .zero k r.lesser _).trans
      ((OrderedMonoid.Same.refl _).add
        ((Summand.pour_value sound .right k .zero r.greater b).trans (OrderedMonoid.zero_add_same _)))
  OrderedMonoid.add_cancel_left (S.times k (Summand.total S v r.greater))
    (S.le_trans (OrderedMonoid.Same.le left.symm right.symm w)
      (S.add_mono (b.value S v .right) (OrderedMonoid.times_le k h)))

/-- Every hypothesis that is found is true. -/
theorem Task.find_sound (P : t.Premises S v) {made : List (Row α)}
    (hm : Each (Row.Holds S v) made) {h : Hypothesis} {r : Row α}
    (e : Eq (t.find made h) (.some r)) : r.Holds S v :=
  match h, e with
  | .attained i, e => hm.nth i r e
  | .cone _ _ _, e => P.row _ r e
  | .bound _ _, e => P.row _ r e
  | .sole _, e => P.row _ r e
  | .assumed _ _, e => P.row _ r e
  | .given _, e => P.row _ r e

theorem Task.settles_sound (P : t.Premises S v) {made : List (Row α)}
    (hm : Each (Row.Holds S v) made) (us : List Use) (b : Balance α)
    (h : Eq (t.settles made us b) true) : S.le (b.value S v .left) (b.value S v .right) :=
  match us, h with
  | .nil, h => (Balance.level_sound b h).left
  | .cons u us, h =>
    have key : (o : Option (Row α)) → Eq (t.find made u.hypothesis) o →
        Eq (Option.rec (motive := fun _ => Bool) false
          (fun r => t.settles made us (r.weigh t.same u.times b)) o) true →
        S.le (b.value S v .left) (b.value S v .right) :=
      fun o e h =>
        match o, e, h with
        | .none, _, h => (Bool.false_ne_true h).elim
        | .some r, e, h =>
          Row.weigh_sound P.same (Task.find_sound P hm e) u.times
            (settles_sound P hm us (r.weigh t.same u.times b) h)
    key (t.find made u.hypothesis) rfl h

/-- An accepted leaf proves the goal. -/
theorem Task.leaf_sound (P : t.Premises S v) {made : List (Row α)}
    (hm : Each (Row.Holds S v) made) {scale : Nat} {uses : List Use}
    (h : Eq (t.leaf made scale uses) true) : t.goal.Holds S v :=
  match scale, h with
  | .zero, h => (Bool.false_ne_true (and_left h)).elim
  | .succ k, h =>
    have left := (Summand.pour_value (S := S) P.same .left k.succ .zero t.goal.lesser
        (Summand.pour t.same .zero k.succ t.goal.greater .empty)).trans
      (((OrderedMonoid.Same.refl _).add
        ((Summand.pour_value P.same .left .zero k.succ t.goal.greater .empty).trans
          (OrderedMonoid.zero_add_same S.zero))).trans (OrderedMonoid.add_zero_same _))
    have right := (Summand.pour_value (S := S) P.same .right k.succ .zero t.goal.lesser
        (Summand.pour t.same .zero k.succ t.goal.greater .empty)).trans
      ((OrderedMonoid.zero_add_same _).trans
        ((Summand.pour_value P.same .right .zero k.succ t.goal.greater .empty).trans
          (OrderedMonoid.add_zero_same _)))
    OrderedMonoid.times_cancel k
      (OrderedMonoid.Same.le left.symm right.symm (Task.settles_sound P hm uses _ (and_right h)))

/-- The meaning of the pending argument of `Task.verify`. -/
def Task.Pending (S : OrderedMonoid) (v : α → S.carrier) : Option (List (Row α)) → Prop
  | .none => True
  | .some rows => Any (Row.Holds S v) rows

/-- **Soundness of a task.**  An accepted certificate proves the goal from the premises. -/
theorem Task.verify_sound (P : t.Premises S v) (c : Certificate) (made : List (Row α))
    (pending : Option (List (Row α))) (hm : Each (Row.Holds S v) made)
    (hp : Task.Pending S v pending) (h : Eq (t.verify c made pending) true) : t.goal.Holds S v :=
  match c, pending, hp, h with
  | .leaf _ _, .none, _, h => Task.leaf_sound P hm h
  | .leaf _ _, .some _, _, h => (Bool.false_ne_true h).elim
  | .split s cases, .none, _, h =>
    have key : (o : Option (List (Row α))) → Eq (t.cases s) o →
        Eq (match o with | .none => false | .some rows => t.verify cases made (.some rows)) true →
        t.goal.Holds S v :=
      fun o e h =>
        match o, e, h with
        | .none, _, h => (Bool.false_ne_true h).elim
        | .some rows, e, h => verify_sound P cases made (.some rows) hm (P.cases s rows e) h
    key (t.cases s) rfl h
  | .split _ _, .some _, _, h => (Bool.false_ne_true h).elim
  | .case _ _, .none, _, h => (Bool.false_ne_true h).elim
  | .case _ _, .some .nil, hp, _ => False.elim hp
  | .case this others, .some (.cons r rows), hp, h =>
    match hp with
    | .inl now => verify_sound P this (.cons r made) .none (And.intro now hm) True.intro (and_left h)
    | .inr later => verify_sound P others made (.some rows) hm later (and_right h)
  | .done, .none, _, h => (Bool.false_ne_true h).elim
  | .done, .some .nil, hp, _ => False.elim hp
  | .done, .some (.cons _ _), _, h => (Bool.false_ne_true h).elim

/-- An accepted certificate proves the goal. -/
theorem Task.check_sound (P : t.Premises S v) {c : Certificate} (h : Eq (t.check c) true) :
    t.goal.Holds S v := Task.verify_sound P c .nil .none True.intro True.intro h

end Model
