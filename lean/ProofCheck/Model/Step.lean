prelude
import ProofCheck.Model.Combine
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Value iteration

One step of value iteration is an expression: sums with nonnegative rates and compositions of
operators and costs.  If every operator in it maps the cone into itself and every cost in it lies in
the cone, so does the step, by induction over the expression; and then every iterate lies in the
cone, whatever function of the cone the iteration starts from.
-/

noncomputable section

namespace Model

/-- What one step makes of a function. -/
inductive Step where
  /-- the function itself -/
  | current
  /-- cost `c` -/
  | cost (c : Nat)
  /-- operator `o`, applied to what a step gives -/
  | operator (o : Nat) (of_ : Step)
  /-- what a step gives, times rate `r` -/
  | scaled (r : Nat) (of_ : Step)
  /-- the sum of what two steps give -/
  | sum (a b : Step)

/-- Two functions have the same values. -/
def SameFunction (S : OrderedMonoid) (f g : State → S.carrier) : Prop := ∀ s, S.Same (f s) (g s)

/-- `g` is what the step makes of `f`; `rate r` is the scaling by rate number `r`. -/
def Step.Result (m : Model) (S : OrderedMonoid) (w : World S) (rate : Nat → Scaling S) :
    Step → (State → S.carrier) → (State → S.carrier) → Prop
  | .current, f, g => SameFunction S g f
  | .cost c, _, g => SameFunction S g (m.costValue S w c)
  | .operator o a, f, g =>
    Exists fun h => And (Result m S w rate a f h) ((m.operator o).Image S m.tops w h g)
  | .scaled r a, f, g =>
    Exists fun h => And (Result m S w rate a f h) (SameFunction S g fun s => (rate r).map (h s))
  | .sum a b, f, g =>
    Exists fun h => Exists fun k =>
      And (And (Result m S w rate a f h) (Result m S w rate b f k))
        (SameFunction S g fun s => S.add (h s) (k s))

/-- Every operator of the step maps the cone into itself, and every cost of it lies in the cone. -/
def Step.Closed (m : Model) : Step → Prop
  | .current => True
  | .cost c => m.CostInCone c
  | .operator o a => And (m.OperatorClosed o) (Closed m a)
  | .scaled _ a => Closed m a
  | .sum a b => And (Closed m a) (Closed m b)

/-- `f 0, f 1, ...` are iterates of the step. -/
def Step.Iterates (m : Model) (S : OrderedMonoid) (w : World S) (rate : Nat → Scaling S)
    (a : Step) (f : Nat → State → S.carrier) : Prop :=
  ∀ i : Nat, a.Result m S w rate (f i) (f i.succ)

/-! ## The cone is closed under sums and scalings -/

variable {S : OrderedMonoid} {f g h : State → S.carrier}

theorem total_same {α : Type} {u v : α → S.carrier} (e : ∀ a, S.Same (u a) (v a))
    (l : List (Summand α)) : S.Same (Summand.total S u l) (Summand.total S v l) :=
  match l with
  | .nil => OrderedMonoid.Same.refl S.zero
  | .cons q l =>
    (Summand.total_cons u q l).trans
      (((OrderedMonoid.Same.times q.times (e q.atom)).add (total_same e l)).trans
        (Summand.total_cons v q l).symm)

theorem total_zero {α : Type} (l : List (Summand α)) :
    S.Same (Summand.total S (fun _ => S.zero) l) S.zero :=
  match l with
  | .nil => OrderedMonoid.Same.refl S.zero
  | .cons q l =>
    (Summand.total_cons (fun _ => S.zero) q l).trans
      (((OrderedMonoid.times_zero q.times).add (total_zero l)).trans
        (OrderedMonoid.add_zero_same S.zero))

theorem total_add {α : Type} (u v : α → S.carrier) (l : List (Summand α)) :
    S.Same (Summand.total S (fun a => S.add (u a) (v a)) l)
      (S.add (Summand.total S u l) (Summand.total S v l)) :=
  match l with
  | .nil => (OrderedMonoid.add_zero_same S.zero).symm
  | .cons q l =>
    (Summand.total_cons (fun a => S.add (u a) (v a)) q l).trans
      (((OrderedMonoid.times_distrib q.times (u q.atom) (v q.atom)).add (total_add u v l)).trans
        ((OrderedMonoid.add_swap _ _ _ _).trans
          ((Summand.total_cons u q l).symm.add (Summand.total_cons v q l).symm)))

/-- A scaling commutes with multiples. -/
theorem _root_.Scaling.times (s : Scaling S) (k : Nat) (a : S.carrier) :
    S.Same (s.map (S.times k a)) (S.times k (s.map a)) :=
  match k with
  | .zero => s.zero
  | .succ k =>
    (s.same (OrderedMonoid.times_succ k a)).trans
      ((s.additive a (S.times k a)).trans
        (((OrderedMonoid.Same.refl (s.map a)).add (s.times k a)).trans
          (OrderedMonoid.times_succ k (s.map a)).symm))

theorem total_scaled {α : Type} (s : Scaling S) (u : α → S.carrier) (l : List (Summand α)) :
    S.Same (Summand.total S (fun a => s.map (u a)) l) (s.map (Summand.total S u l)) :=
  match l with
  | .nil => s.zero.symm
  | .cons q l =>
    (Summand.total_cons (fun a => s.map (u a)) q l).trans
      (((s.times q.times (u q.atom)).symm.add (total_scaled s u l)).trans
        ((s.additive _ _).symm.trans (s.same (Summand.total_cons u q l).symm)))

/-- Membership in the cone is that of each inequality. -/
theorem Cone.map {m : Model} (C : m.Cone S f)
    (k : ∀ s (q : Sides), q.Holds S f s → q.Holds S g s) : m.Cone S g :=
  Each.map C fun q holds s a b => k s q.sides (holds s a b)

theorem Cone.same {m : Model} (e : SameFunction S g f) (C : m.Cone S f) : m.Cone S g :=
  Cone.map C fun s q =>
    OrderedMonoid.le_of_same (total_same (fun d => (e (plus s d))) q.lesser).symm
      (total_same (fun d => (e (plus s d))) q.greater).symm

theorem Cone.scaled {m : Model} (s : Scaling S) (C : m.Cone S f) :
    m.Cone S fun t => s.map (f t) :=
  Cone.map C fun t q holds =>
    OrderedMonoid.le_of_same (total_scaled s (fun d => f (plus t d)) q.lesser).symm
      (total_scaled s (fun d => f (plus t d)) q.greater).symm (s.mono holds)

theorem each_both {α : Type} {P Q R : α → Prop} {l : List α} (h : Each P l) (k : Each Q l)
    (e : ∀ a, P a → Q a → R a) : Each R l :=
  match l, h, k with
  | .nil, _, _ => True.intro
  | .cons a _, h, k => And.intro (e a h.left k.left) (each_both h.right k.right e)

theorem Cone.add {m : Model} (C : m.Cone S f) (D : m.Cone S h) :
    m.Cone S fun s => S.add (f s) (h s) :=
  each_both C D fun q p r s a b =>
    OrderedMonoid.le_of_same
      (total_add (fun d => f (plus s d)) (fun d => h (plus s d)) q.sides.lesser).symm
      (total_add (fun d => f (plus s d)) (fun d => h (plus s d)) q.sides.greater).symm
      (OrderedMonoid.add_le (p s a b) (r s a b))

/-- The function `0` satisfies all inequalities. -/
theorem each_zero (S : OrderedMonoid) (tops : List (Option Nat)) (l : List Template) :
    Each (Template.Holds S tops fun _ => S.zero) l :=
  Each.of_nth l fun _ q _ _ _ _ =>
    OrderedMonoid.le_of_same (total_zero q.sides.lesser).symm (total_zero q.sides.greater).symm
      (S.le_refl S.zero)

/-- `0` lies in the cone. -/
theorem Cone.zero (m : Model) (S : OrderedMonoid) : m.Cone S fun _ => S.zero :=
  each_zero S m.tops m.cone

/-! ## The induction -/

variable {m : Model} {w : World S} {rate : Nat → Scaling S}

/-- A closed step maps the cone into itself. -/
theorem Step.result_mem (a : Step) (closed : a.Closed m) (A : m.Admits S w) {f g : State → S.carrier}
    (C : m.Cone S f) (r : a.Result m S w rate f g) : m.Cone S g :=
  match a, closed, r with
  | .current, _, r => C.same r
  | .cost _, closed, r => (closed S w A).same r
  | .operator _ a, closed, .intro h r =>
    closed.left S w h g A (result_mem a closed.right A C r.left) r.right
  | .scaled i a, closed, .intro _ r =>
    ((result_mem a closed A C r.left).scaled (rate i)).same r.right
  | .sum a b, closed, .intro _ (.intro _ r) =>
    ((result_mem a closed.left A C r.left.left).add
      (result_mem b closed.right A C r.left.right)).same r.right

/-- **Value iteration.**  Every iterate of a closed step lies in the cone, if the first function
does. -/
theorem Step.iterates_mem (a : Step) (closed : a.Closed m) (A : m.Admits S w)
    {f : Nat → State → S.carrier} (start : m.Cone S (f .zero)) (next : a.Iterates m S w rate f)
    (i : Nat) : m.Cone S (f i) :=
  match i with
  | .zero => start
  | .succ i => a.result_mem closed A (iterates_mem a closed A start next i) (next i)

/-- The iterates from `0` lie in the cone. -/
theorem Step.iterates_from_zero (a : Step) (closed : a.Closed m) (A : m.Admits S w)
    {f : Nat → State → S.carrier} (start : SameFunction S (f .zero) fun _ => S.zero)
    (next : a.Iterates m S w rate f) (i : Nat) : m.Cone S (f i) :=
  a.iterates_mem closed A ((Cone.zero m S).same start) next i

/-- The claims hold along value iteration. -/
theorem Step.claims_along (a : Step) (closed : a.Closed m) (claims : m.ClaimsHold)
    (A : m.Admits S w) {f : Nat → State → S.carrier}
    (start : SameFunction S (f .zero) fun _ => S.zero) (next : a.Iterates m S w rate f) (i : Nat) :
    Each (Claim.Holds S m.tops w (f i)) m.claims :=
  claims S w (f i) A (a.iterates_from_zero closed A start next i)

end Model
