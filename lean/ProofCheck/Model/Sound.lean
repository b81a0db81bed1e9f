prelude
import ProofCheck.Model.SumSound
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Soundness of the checker for models

`Model.sound`: a certificate that `Model.check` accepts proves the statement of its obligation.
-/

noncomputable section

namespace Model

variable {S : OrderedMonoid} {m : Model} {w : World S} {f g : State → S.carrier} {free : List Bool}
  {n : List Nat} {tops : List (Option Nat)} {a : State}

/-! ## Actions -/

theorem Term.possible_place (l : List Term) (h : Eq (Term.steady tops free a l) true) :
    Eq (Term.possible tops (place a free n) l) (Term.possible tops a l) :=
  match l, h with
  | .nil, _ => rfl
  | .cons t l, h =>
    have weight : Eq (t.weight.at (place a free n)) (t.weight.at a) :=
      weight_place a free t.weight n (and_right (and_left h))
    have target : Eq (present (t.target tops (place a free n))) (present (t.target tops a)) :=
      (congrArg present (arrive_place t.boundary a free tops t.move n (and_left (and_left h)))).trans
        (present_mapped _ _)
    and_congr
      ((congrArg (fun k => cond (Nat.beq k .zero) true (present (t.target tops (place a free n))))
          weight).trans
        (congrArg (fun c => cond (Nat.beq (t.weight.at a) .zero) true c) target))
      (possible_place l (and_right h))

theorem Action.feasible_place {k : Action} (h : Eq (k.steady tops free a) true) :
    Eq (k.feasible tops (place a free n)) (k.feasible tops a) :=
  and_congr (between_place a free k.box.low k.box.high n (and_left h))
    (Term.possible_place k.form.terms (and_right h))

/-- `Before` speaks of values up to equality. -/
theorem Choose.before_same (c : Choose) {x y x' y' : S.carrier} (h : S.Same x x') (k : S.Same y y')
    (b : c.Before S x y) : c.Before S x' y' :=
  match c, b with
  | .min, b => OrderedMonoid.le_of_same h k b
  | .max, b => OrderedMonoid.le_of_same k h b

theorem Choose.row_holds (c : Choose) {v : Atom → S.carrier} (x y : List (Summand Atom)) :
    Eq (Row.Holds S v (c.row x y)) (c.Before S (Summand.total S v x) (Summand.total S v y)) :=
  match c with
  | .min => rfl
  | .max => rfl

theorem Action.sum_value {k : Action} (h : Eq (k.steady tops free a) true) :
    S.Same (Summand.total S (Atom.denote w f g free n) (k.form.sum tops free a))
      (k.form.value S tops w f (place a free n)) :=
  Form.sum_value k.form (and_right h)

/-! ## Hypotheses -/

theorem templates_hold (A : m.Admits S w) {inCone : Bool} (C : Eq inCone true → m.Cone S f)
    (fn : Fn) : Each (Template.Holds S m.tops (fn.function w f g)) (m.templates inCone fn) :=
  match fn, inCone, C with
  | .f, true, C => C rfl
  | .f, false, _ => True.intro
  | .g, _, _ => True.intro
  | .given j, _, _ => A.known j

theorem Template.row_sound {fn : Fn} {l : List Template} {k : Nat}
    (h : Each (Template.Holds S m.tops (fn.function w f g)) l) {r : Row Atom}
    (e : Eq (Template.row m free fn a (nth l k)) (.some r)) :
    r.Holds S (Atom.denote w f g free n) :=
  have key : (o : Option Template) → Eq (nth l k) o →
      Eq (Template.row m free fn a o) (.some r) → r.Holds S (Atom.denote w f g free n) :=
    fun o i e =>
      match o, i, e with
      | .none, _, e => (none_ne_some e).elim
      | .some q, i, e =>
        have t := onlyIf_sound e
        have inside := h.nth k q i (place a free n)
          ((isState_place a free m.tops n (and_left (and_right t.left))).trans (and_left t.left))
          ((between_place a free q.box.low q.box.high n
              (and_left (and_right (and_right t.left)))).trans
            (and_right (and_right (and_right t.left))))
        Eq.subst (motive := fun (r : Row Atom) => r.Holds S (Atom.denote w f g free n)) t.right
          (cast (Sides.row_holds fn a q.sides).symm inside)
  key (nth l k) rfl e

/-- A state of the region is a state for every `n`. -/
theorem isState_everywhere
    (h : Eq (and (isState a tops) (steadyState a free tops)) true) :
    Eq (isState (place a free n) tops) true :=
  (isState_place a free tops n (and_right h)).trans (and_left h)

theorem boundRow_sound {o : Operator} (I : o.Image S m.tops w f g) {k : Nat} {r : Row Atom}
    (e : Eq (boundRow m free o.choose a (nth o.actions k)) (.some r)) :
    r.Holds S (Atom.denote w f g free n) :=
  have key : (x : Option Action) → Eq (nth o.actions k) x →
      Eq (boundRow m free o.choose a x) (.some r) → r.Holds S (Atom.denote w f g free n) :=
    fun x i e =>
      match x, i, e with
      | .none, _, e => (none_ne_some e).elim
      | .some q, i, e =>
        have t := onlyIf_sound e
        have steady := and_left (and_right t.left)
        have before := (I.bound (place a free n) (isState_everywhere (and_left t.left))).nth k q i
          ((Action.feasible_place steady).trans (and_right (and_right t.left)))
        Eq.subst (motive := fun (r : Row Atom) => r.Holds S (Atom.denote w f g free n)) t.right
          (cast (Choose.row_holds o.choose _ _).symm
            (o.choose.before_same (OrderedMonoid.Same.refl _) (Action.sum_value steady).symm before))
  key (nth o.actions k) rfl e

/-- One of the feasible actions attains the value. -/
theorem attainedRows_sound (c : Choose) (l : List Action)
    (h : Eq (Action.allSteady m.tops free a l) true)
    (k : Any (fun q => And (Eq (Action.feasible m.tops (place a free n) q) true)
      (c.Before S (Form.value S m.tops w f (place a free n) q.form) (g (place a free n)))) l) :
    Any (Row.Holds S (Atom.denote w f g free n)) (attainedRows m free c a l) :=
  match l, h, k with
  | .nil, _, k => False.elim k
  | .cons q l, h, k =>
    have key : (b : Bool) → Eq (q.feasible m.tops a) b →
        Any (Row.Holds S (Atom.denote w f g free n))
          (cond b (.cons (c.row (q.form.sum m.tops free a) (imageSum a)) (attainedRows m free c a l))
            (attainedRows m free c a l)) :=
      fun b e =>
        match b, k, e with
        | true, .inl now, _ =>
          Or.inl (cast (Choose.row_holds c _ _).symm
            (c.before_same (Action.sum_value (and_left h)).symm (OrderedMonoid.Same.refl _) now.right))
        | true, .inr later, _ => Or.inr (attainedRows_sound c l (and_right h) later)
        | false, .inl now, e =>
          (Bool.false_ne_true
            (e.symm.trans ((Action.feasible_place (and_left h)).symm.trans now.left))).elim
        | false, .inr later, _ => attainedRows_sound c l (and_right h) later
    key (q.feasible m.tops a) rfl

theorem splitRows_sound {o : Operator} (I : Eq (nonempty o.actions) true → o.Image S m.tops w f g)
    {rows : List (Row Atom)} (e : Eq (m.splitRows free o a) (.some rows)) :
    Any (Row.Holds S (Atom.denote w f g free n)) rows :=
  have t := onlyIf_sound e
  match o, I, t with
  | .mk _ .nil, _, t => (Bool.false_ne_true (and_right (and_right t.left))).elim
  | .mk c (.cons k l), I, t =>
    Eq.subst (motive := Any (Row.Holds S (Atom.denote w f g free n))) t.right
      (attainedRows_sound c (.cons k l) (and_left (and_right t.left))
        ((I rfl).attained (place a free n) (isState_everywhere (and_left t.left))))

theorem onlyRow_sound {v : Atom → S.carrier} {o : Option (List (Row Atom))} {r : Row Atom}
    (e : Eq (onlyRow o) (.some r)) (h : ∀ l, Eq o (.some l) → Any (Row.Holds S v) l) :
    r.Holds S v :=
  match o, e, h with
  | .none, e, _ => (none_ne_some e).elim
  | .some .nil, e, _ => (none_ne_some e).elim
  | .some (.cons q .nil), e, h =>
    match h (.cons q .nil) rfl with
    | .inl now => Eq.subst (motive := Row.Holds S v) (onlyIf_sound e).right now
    | .inr later => False.elim later
  | .some (.cons _ (.cons _ _)), e, _ => (none_ne_some e).elim

theorem assumedRow_sound (A : m.Admits S w) {j : Nat} {i : Option Nat} {r : Row Atom}
    (e : Eq (assumedRow i (nth m.assumptions j)) (.some r)) :
    r.Holds S (Atom.denote w f g free n) :=
  have key : (o : Option (Row Nat)) → Eq (nth m.assumptions j) o →
      Eq (assumedRow i o) (.some r) → r.Holds S (Atom.denote w f g free n) :=
    fun o k e =>
      match o, k, e with
      | .none, _, e => (none_ne_some e).elim
      | .some q, k, e =>
        Eq.subst (motive := fun (r : Row Atom) => r.Holds S (Atom.denote w f g free n)) (some_inj e)
          (OrderedMonoid.le_of_same (parameterSum_value i q.lesser).symm
            (parameterSum_value i q.greater).symm
            (OrderedMonoid.times_le (factor n i) (A.assumed.nth j q k)))
  key (nth m.assumptions j) rfl e

/-- The premises of a task are true, where `n` is arbitrary. -/
theorem task_premises {r : List Start} {inCone : Bool} {o : Operator} {extra : List (Row Atom)}
    {goal : Row Atom} (A : m.Admits S w) (C : Eq inCone true → m.Cone S f)
    (I : Eq (nonempty o.actions) true → o.Image S m.tops w f g)
    (E : Each (Row.Holds S (Atom.denote w f g (frees r) n)) extra) :
    (m.task r inCone o extra goal).Premises S (Atom.denote w f g (frees r) n) where
  same := fun x y h => congrArg (Atom.denote w f g (frees r) n) (Atom.same_sound x y h)
  row := fun y q e =>
    match y, e with
    | .cone fn _ _, e => Template.row_sound (templates_hold A C fn) e
    | .bound _ k, e =>
      match o, I, k, e with
      | .mk _ .nil, _, _, e => (none_ne_some e).elim
      | .mk _ (.cons _ _), I, _, e => boundRow_sound (I rfl) e
    | .attained _, e => (none_ne_some e).elim
    | .sole _, e => onlyRow_sound e fun _ => splitRows_sound I
    | .assumed _ _, e => assumedRow_sound A e
    | .given j, e => E.nth j q e
  cases := fun _ _ => splitRows_sound I

/-! ## The theorem -/

variable {c : Certificate}

theorem operator_sound {o k : Nat} {r : List Start}
    (e : Eq (m.check (.operator o k r) c) true) : Obligation.Statement m (.operator o k r) :=
  fun _ _ _ _ A C I =>
    Everywhere.of_place r fun n =>
      have found := testEntry_sound (l := m.operators) Operator.trivial e
      have t := testEntry_sound (l := m.cone) Template.trivial found
      cast (Sides.row_holds .g (bases r) (m.template k).sides)
        (Task.check_sound (task_premises (n := n) (extra := .nil) A (fun _ => C) (fun _ => I) True.intro) t)

theorem cost_sound {i k : Nat} {r : List Start} (e : Eq (m.check (.cost i k r) c) true) :
    Obligation.Statement m (.cost i k r) :=
  fun S _ A =>
    Everywhere.of_place r fun n =>
      have found := testEntry_sound (l := m.costs) Form.trivial e
      have t := testEntry_sound (l := m.cone) Template.trivial found
      OrderedMonoid.le_of_same
        (formSum_value (f := fun _ => S.zero) (g := fun _ => S.zero) (m.cost i) (bases r)
          (m.template k).sides.lesser (and_left (and_left t)))
        (formSum_value (m.cost i) (bases r) (m.template k).sides.greater (and_right (and_left t)))
        (Task.check_sound
          (task_premises (n := n) (o := Operator.trivial) (extra := .nil) A (fun b => (Bool.false_ne_true b).elim)
            (fun b => (Bool.false_ne_true b).elim) True.intro) (and_right t))

theorem claim_sound {j : Nat} {r : List Start} (e : Eq (m.check (.claim j r) c) true) :
    Obligation.Statement m (.claim j r) :=
  fun _ _ f A C =>
    Everywhere.of_place r fun _ h =>
      Comparison.row_sound (g := f) (bases r) (m.claim j).goal
        (Task.check_sound
          (task_premises (o := Operator.trivial) A (fun _ => C) (fun b => (Bool.false_ne_true b).elim)
            (givenRows_hold (bases r) (m.claim j).given h))
          (testEntry_sound Claim.trivial e))

/-- **Soundness.**  If the checker accepts a certificate for an obligation of a model, the
obligation's statement is true: for every ordered monoid, all parameters and functions that are as
assumed, and all states of the region. -/
theorem sound (m : Model) (o : Obligation) (c : Certificate) (e : Eq (m.check o c) true) :
    o.Statement m :=
  match o, e with
  | .operator _ _ _, e => operator_sound e
  | .cost _ _ _, e => cost_sound e
  | .claim _ _, e => claim_sound e

end Model
