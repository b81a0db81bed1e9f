prelude
import ProofCheck.Model.State
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Models: data and meaning

A model is plain data: the state space, unknown real parameters with what is assumed about them,
given functions of the state of which only inequalities are known, a cone of functions described
by inequalities, operators, costs, and claims.  An operator is a minimum or a maximum over
finitely many actions; the value of an action is a nonnegative combination of values of `f`, of
values of given functions, and of parameters.

This file says what each part means for functions into an ordered monoid `S`, and what each
obligation states.  It refers to no certificate.
-/

noncomputable section

namespace Model

/-! ## Sums and inequalities between sums -/

/-- `times` times an atom. -/
structure Summand (α : Type) where
  times : Nat
  atom : α

/-- `sum of lesser <= sum of greater`. -/
structure Row (α : Type) where
  lesser : List (Summand α)
  greater : List (Summand α)

/-- The values of the summands, where `v` gives those of the atoms. -/
def Summand.values {α : Type} (S : OrderedMonoid) (v : α → S.carrier) :
    List (Summand α) → List S.carrier
  | .nil => .nil
  | .cons q l => .cons (S.times q.times (v q.atom)) (values S v l)

/-- The value of a sum. -/
def Summand.total {α : Type} (S : OrderedMonoid) (v : α → S.carrier) (l : List (Summand α)) :
    S.carrier := S.total (Summand.values S v l)

/-- The inequality that a row states. -/
def Row.Holds {α : Type} (S : OrderedMonoid) (v : α → S.carrier) (r : Row α) : Prop :=
  S.le (Summand.total S v r.lesser) (Summand.total S v r.greater)

/-! ## Inequalities for functions of the state -/

/-- An inequality at a state `s` between sums of values at `s + d`; the `d` are the atoms. -/
abbrev Sides : Type := Row (List Nat)

/-- The inequality holds for `f` at `s`. -/
def Sides.Holds (S : OrderedMonoid) (f : State → S.carrier) (s : State) (q : Sides) : Prop :=
  Row.Holds S (fun d => f (plus s d)) q

/-- An inequality for all states of a box. -/
structure Template where
  box : Box
  sides : Sides

/-- `f` satisfies the template. -/
def Template.Holds (S : OrderedMonoid) (tops : List (Option Nat)) (f : State → S.carrier)
    (q : Template) : Prop :=
  ∀ s, Eq (isState s tops) true → Eq (q.box.has s) true → Sides.Holds S f s q.sides

/-! ## Operators -/

/-- A function whose values an operator may use. -/
inductive Source where
  /-- the function the operator is applied to -/
  | f
  /-- a given function -/
  | given (j : Nat)

/-- `weight(s)` times the value after a move. -/
structure Term where
  source : Source
  weight : Weight
  move : List Move
  boundary : Boundary

/-- `amount(s)` times a parameter. -/
structure Price where
  parameter : Nat
  amount : Linear

/-- A sum of terms and prices. -/
structure Form where
  terms : List Term
  prices : List Price

/-- An action: it exists in a box, if all its moves can be made. -/
structure Action where
  box : Box
  form : Form

/-- Whether the least or the greatest value is chosen. -/
inductive Choose where
  | min
  | max

/-- An operator: the best of finitely many actions. -/
structure Operator where
  choose : Choose
  actions : List Action

/-- Values of the parameters and of the given functions. -/
structure World (S : OrderedMonoid) where
  parameter : Nat → S.carrier
  given : Nat → State → S.carrier

section
variable (S : OrderedMonoid) (tops : List (Option Nat)) (w : World S) (f g : State → S.carrier)
  (s : State)

/-- The function that a source names. -/
def Source.function : Source → State → S.carrier
  | .f => f
  | .given j => w.given j

/-- Where the term's move leads, if it can be made. -/
def Term.target (t : Term) : Option State := t.boundary.arrive s tops t.move

/-- `k` times the value at a target; zero if there is none. -/
def valueAt (k : Nat) (h : State → S.carrier) : Option State → S.carrier
  | .none => S.zero
  | .some u => S.times k (h u)

/-- The values of the terms in state `s`. -/
def Term.values : List Term → List S.carrier
  | .nil => .nil
  | .cons t l =>
    .cons (valueAt S (t.weight.at s) (t.source.function S w f) (t.target tops s)) (values l)

/-- The values of the prices in state `s`. -/
def Price.values : List Price → List S.carrier
  | .nil => .nil
  | .cons q l => .cons (S.times (q.amount.at s) (w.parameter q.parameter)) (values l)

/-- The value of a form in state `s`. -/
def Form.value (a : Form) : S.carrier :=
  S.total (join (Term.values S tops w f s a.terms) (Price.values S w s a.prices))

/-- All moves of the terms can be made; a term of weight zero does not matter. -/
def Term.possible : List Term → Bool
  | .nil => true
  | .cons t l =>
    and (cond (Nat.beq (t.weight.at s) .zero) true (present (t.target tops s))) (possible l)

/-- The action exists in state `s`. -/
def Action.feasible (a : Action) : Bool :=
  and (a.box.has s) (Term.possible tops s a.form.terms)

/-- `a` is chosen before `b`, or both are equally good. -/
def Choose.Before (c : Choose) (a b : S.carrier) : Prop :=
  match c with
  | .min => S.le a b
  | .max => S.le b a

/-- `g = T f`: in every state, no feasible action is better than `g`, and one is as good. -/
structure Operator.Image (o : Operator) : Prop where
  /-- no feasible action is better -/
  bound : ∀ s, Eq (isState s tops) true →
    Each (fun a => Eq (a.feasible tops s) true →
      o.choose.Before S (g s) (a.form.value S tops w f s)) o.actions
  /-- some feasible action is as good -/
  attained : ∀ s, Eq (isState s tops) true →
    Any (fun a => And (Eq (a.feasible tops s) true)
      (o.choose.Before S (a.form.value S tops w f s) (g s))) o.actions
end

/-- An inequality at a state between sums of values and of parameters. -/
structure Comparison where
  sides : Sides
  constants : Row Nat

/-- One side of a comparison. -/
def Comparison.side (S : OrderedMonoid) (w : World S) (f : State → S.carrier) (s : State)
    (values : List (Summand (List Nat))) (constants : List (Summand Nat)) : S.carrier :=
  S.total
    (join (Summand.values S (fun d => f (plus s d)) values) (Summand.values S w.parameter constants))

/-- The comparison holds for `f` at `s`. -/
def Comparison.Holds (S : OrderedMonoid) (w : World S) (f : State → S.carrier) (s : State)
    (q : Comparison) : Prop :=
  S.le (Comparison.side S w f s q.sides.lesser q.constants.lesser)
    (Comparison.side S w f s q.sides.greater q.constants.greater)

/-- A consequence of the cone: in the states of the box where the given comparisons hold, the goal
holds. -/
structure Claim where
  box : Box
  given : List Comparison
  goal : Comparison

end Model

/-! ## Models -/

/-- A model with its proposed cone. -/
structure Model where
  /-- the largest value of every coordinate; none where it is unbounded -/
  tops : List (Option Nat)
  /-- what is assumed of the parameters; the atoms are their numbers -/
  assumptions : List (Model.Row Nat)
  /-- for every given function, the inequalities known of it -/
  functions : List (List Model.Template)
  /-- the inequalities of the cone -/
  cone : List Model.Template
  /-- the operators -/
  operators : List Model.Operator
  /-- the cost functions -/
  costs : List Model.Form
  /-- consequences of the cone -/
  claims : List Model.Claim

namespace Model

/-- The inequality `0 <= 0`. -/
def Template.trivial : Template :=
  { box := { low := .nil, high := .nil }, sides := { lesser := .nil, greater := .nil } }

/-- Inequality number `k` of the cone; the trivial one beyond the end of the list. -/
def template (m : Model) (k : Nat) : Template := (nth m.cone k).getD .trivial

/-- The operator without actions; it has no image. -/
def Operator.trivial : Operator := { choose := .min, actions := .nil }

/-- Operator number `o`; the trivial one beyond the end of the list. -/
def operator (m : Model) (o : Nat) : Operator := (nth m.operators o).getD .trivial

/-- The empty sum. -/
def Form.trivial : Form := { terms := .nil, prices := .nil }

/-- Cost function number `c`; zero beyond the end of the list. -/
def cost (m : Model) (c : Nat) : Form := (nth m.costs c).getD .trivial

/-- The claim of `0 <= 0`. -/
def Claim.trivial : Claim :=
  { box := Template.trivial.box, given := .nil,
    goal := { sides := Template.trivial.sides, constants := { lesser := .nil, greater := .nil } } }

/-- Claim number `j`; the trivial one beyond the end of the list. -/
def claim (m : Model) (j : Nat) : Claim := (nth m.claims j).getD .trivial

/-- The inequalities known of given function `j`. -/
def known (m : Model) (j : Nat) : List Template := (nth m.functions j).getD .nil

/-- The parameters are as assumed, and the given functions satisfy their inequalities. -/
structure Admits (S : OrderedMonoid) (m : Model) (w : World S) : Prop where
  assumed : Each (Row.Holds S w.parameter) m.assumptions
  known : ∀ j, Each (Template.Holds S m.tops (w.given j)) (m.known j)

/-- `f` lies in the cone of the model. -/
def Cone (S : OrderedMonoid) (m : Model) (f : State → S.carrier) : Prop :=
  Each (Template.Holds S m.tops f) m.cone

/-- A cost as a function of the state; there is no `f` in it. -/
def costValue (S : OrderedMonoid) (m : Model) (w : World S) (c : Nat) (s : State) : S.carrier :=
  (m.cost c).value S m.tops w (fun _ => S.zero) s

/-! ## Obligations -/

/-- The obligations, by name. -/
inductive Obligation where
  /-- operator `o` preserves inequality `k`, in a region -/
  | operator (o k : Nat) (r : List Start)
  /-- cost `c` satisfies inequality `k`, in a region -/
  | cost (c k : Nat) (r : List Start)
  /-- claim `j` follows from the cone, in a region -/
  | claim (j : Nat) (r : List Start)

/-- What an obligation states. -/
def Obligation.Statement (m : Model) : Obligation → Prop
  | .operator o k r =>
    ∀ (S : OrderedMonoid) (w : World S) (f g : State → S.carrier),
      m.Admits S w → m.Cone S f → (m.operator o).Image S m.tops w f g →
        Everywhere r fun s => Sides.Holds S g s (m.template k).sides
  | .cost c k r =>
    ∀ (S : OrderedMonoid) (w : World S),
      m.Admits S w → Everywhere r fun s => Sides.Holds S (m.costValue S w c) s (m.template k).sides
  | .claim j r =>
    ∀ (S : OrderedMonoid) (w : World S) (f : State → S.carrier),
      m.Admits S w → m.Cone S f →
        Everywhere r fun s => Each (Comparison.Holds S w f s) (m.claim j).given →
          Comparison.Holds S w f s (m.claim j).goal

end Model
