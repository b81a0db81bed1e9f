prelude
import ProofCheck.Model.Consistent
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Value iteration exists

The theorems on iterates speak of functions `f 0, f 1, ...`, each made from the one before by the
operators of the model.  Where the order can be decided, as in the integers, a total operator has
an image of every function, so such functions exist: what is proved of them is not empty.
-/

noncomputable section

namespace Model

/-- A test for the order. -/
structure Decider (S : OrderedMonoid) where
  test : S.carrier → S.carrier → Bool
  yes : ∀ a b, Eq (test a b) true → S.le a b
  no : ∀ a b, Eq (test a b) false → S.le b a

/-- The order of the integers is decided. -/
def integerDecider : Decider OrderedMonoid.integers where
  test := integerLe
  yes := fun _ _ => integerLe_sound
  no := fun a b e =>
    match OrderedMonoid.integers.le_total a b with
    | .inl h => (Bool.false_ne_true (e.symm.trans (integerLe_complete h))).elim
    | .inr h => h

section
variable {S : OrderedMonoid} (d : Decider S)

/-- `a` is chosen before `b`. -/
def Choose.test (c : Choose) (a b : S.carrier) : Bool :=
  match c with
  | .min => d.test a b
  | .max => d.test b a

theorem Choose.test_yes (c : Choose) {a b : S.carrier} (h : Eq (c.test d a b) true) :
    c.Before S a b :=
  match c, h with
  | .min, h => d.yes a b h
  | .max, h => d.yes b a h

theorem Choose.test_no (c : Choose) {a b : S.carrier} (h : Eq (c.test d a b) false) :
    c.Before S b a :=
  match c, h with
  | .min, h => d.no a b h
  | .max, h => d.no b a h

variable (tops : List (Option Nat)) (w : World S) (f : State → S.carrier) (s : State)

/-- The better of a value and of another one, if there is one. -/
def Choose.better (c : Choose) (v : S.carrier) : Option S.carrier → S.carrier
  | .none => v
  | .some y => cond (c.test d v y) v y

/-- The best value of the feasible actions, if there is one. -/
def Choose.bestOf (c : Choose) : List Action → Option S.carrier
  | .nil => .none
  | .cons a l =>
    cond (a.feasible tops s) (.some (c.better d (a.form.value S tops w f s) (bestOf c l)))
      (bestOf c l)

/-- What it means to be the best value, or none. -/
def Choose.IsBest (c : Choose) (l : List Action) : Option S.carrier → Prop
  | .none => Each (fun a => Eq (a.feasible tops s) true → False) l
  | .some y => Operator.Best S tops w f s c l y

theorem Choose.bestOf_is (c : Choose) (l : List Action) :
    c.IsBest tops w f s l (c.bestOf d tops w f s l) :=
  match l with
  | .nil => True.intro
  | .cons a l =>
    let v := a.form.value S tops w f s
    have key : (b : Bool) → Eq (a.feasible tops s) b → (o : Option S.carrier) →
        c.IsBest tops w f s l o →
        c.IsBest tops w f s (.cons a l) (cond b (.some (c.better d v o)) o) :=
      fun b e o h =>
        match b, e, o, h with
        | false, e, .none, none =>
          And.intro (fun yes => Bool.false_ne_true (e.symm.trans yes)) none
        | false, e, .some _, best => Operator.Best.skip e best
        | true, e, .none, none => Operator.Best.alone e none
        | true, e, .some y, best =>
          have choice : (t : Bool) → Eq (c.test d v y) t →
              Operator.Best S tops w f s c (.cons a l) (cond t v y) :=
            fun t r =>
              match t, r with
              | true, r => Operator.Best.replace e best (c.test_yes d r)
              | false, r => Operator.Best.keep best (c.test_no d r)
          choice (c.test d v y) rfl
    key (a.feasible tops s) rfl (c.bestOf d tops w f s l) (bestOf_is c l)

/-- The image of a function under an operator. -/
def Operator.image (o : Operator) (s : State) : S.carrier :=
  (o.choose.bestOf d tops w f s o.actions).getD S.zero

/-- The image of a function under a total operator is one. -/
theorem Operator.image_is (o : Operator) (t : o.Total tops) :
    o.Image S tops w f (o.image d tops w f) :=
  have best (s : State) (e : Eq (isState s tops) true) :
      Operator.Best S tops w f s o.choose o.actions (o.image d tops w f s) :=
    have key : (x : Option S.carrier) → o.choose.IsBest tops w f s o.actions x →
        Operator.Best S tops w f s o.choose o.actions (x.getD S.zero) :=
      fun x h =>
        match x, h with
        | .none, none => (Any.not_none (t s e) none).elim
        | .some _, best => best
    key _ (o.choose.bestOf_is d tops w f s o.actions)
  { bound := fun s e => (best s e).bound, attained := fun s e => (best s e).attained }
end

/-- Every operator of the step is total. -/
def Step.Total (m : Model) : Step → Prop
  | .current => True
  | .cost _ => True
  | .operator o a => And ((m.operator o).Total m.tops) (Total m a)
  | .scaled _ a => Total m a
  | .sum a b => And (Total m a) (Total m b)

section
variable {S : OrderedMonoid} (d : Decider S) (m : Model) (w : World S) (rate : Nat → Scaling S)

/-- What the step makes of a function. -/
def Step.run : Step → (State → S.carrier) → State → S.carrier
  | .current, f => f
  | .cost c, _ => m.costValue S w c
  | .operator o a, f => (m.operator o).image d m.tops w (run a f)
  | .scaled r a, f => fun s => (rate r).map (run a f s)
  | .sum a b, f => fun s => S.add (run a f s) (run b f s)

theorem Step.run_result (a : Step) (t : a.Total m) (f : State → S.carrier) :
    a.Result m S w rate f (a.run d m w rate f) :=
  match a, t with
  | .current, _ => fun s => OrderedMonoid.Same.refl (f s)
  | .cost c, _ => fun s => OrderedMonoid.Same.refl (m.costValue S w c s)
  | .operator o a, t =>
    Exists.intro (a.run d m w rate f)
      (And.intro (run_result a t.right f) ((m.operator o).image_is d m.tops w _ t.left))
  | .scaled _ a, t =>
    Exists.intro (a.run d m w rate f)
      (And.intro (run_result a t f) fun _ => OrderedMonoid.Same.refl _)
  | .sum a b, t =>
    Exists.intro (a.run d m w rate f)
      (Exists.intro (b.run d m w rate f)
        (And.intro (And.intro (run_result a t.left f) (run_result b t.right f))
          fun _ => OrderedMonoid.Same.refl _))

/-- The iterates from `0`. -/
def Step.iterate (a : Step) : Nat → State → S.carrier
  | .zero => fun _ => S.zero
  | .succ i => a.run d m w rate (iterate a i)

theorem Step.iterate_iterates (a : Step) (t : a.Total m) :
    a.Iterates m S w rate (a.iterate d m w rate) :=
  fun i => a.run_result d m w rate t (a.iterate d m w rate i)
end

/-- The assumptions can be met, and value iteration from `0` exists in the integers, for *all* values
of the parameters and given functions, those as the model assumes among them, and for all rates. -/
def IterationExists (m : Model) (a : Step) : Prop :=
  And m.Consistent
    (∀ (w : World OrderedMonoid.integers) (rate : Nat → Scaling OrderedMonoid.integers),
      Exists fun f =>
        And (SameFunction OrderedMonoid.integers (f .zero) fun _ => OrderedMonoid.integers.zero)
          (a.Iterates m OrderedMonoid.integers w rate f))

/-- **Existence.** -/
theorem exists_of_total (m : Model) (a : Step) (h : m.Consistent) (t : a.Total m) :
    m.IterationExists a :=
  And.intro h fun w rate =>
    Exists.intro (a.iterate integerDecider m w rate)
      (And.intro (fun _ => OrderedMonoid.Same.refl _)
        (a.iterate_iterates integerDecider m w rate t))

end Model
