prelude
import ProofCheck.Model.Sound
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Combining the obligations of a model

The regions of a box cover it.  So the obligations of one operator, one for every inequality of
the cone and every region, say together that the operator maps the cone into itself; those of a
cost, that it lies in the cone; those of the claims, that all claims follow.  `Family` lists exactly
the obligations that are needed, in the order of the data: a missing, repeated or misplaced one is
a type error.

An operator is total if every state has a feasible action.  `Operator.total` decides it, region by
region; then every function has a best value at every state.
-/

noncomputable section

namespace Model

/-! ## Regions -/

/-- The single values `b, b + 1, ...`, as many as said. -/
def values (b : Nat) : Nat → List Start
  | .zero => .nil
  | .succ count => .cons (.fixed b) (values b.succ count)

/-- The single values `b, b + 1, ...`, as many as said, then all larger ones. -/
def valuesAndTail (b : Nat) : Nat → List Start
  | .zero => .cons (.tail b) .nil
  | .succ count => .cons (.fixed b) (valuesAndTail b.succ count)

/-- The parts of `low..limit`: single values, and from `low + depth` on all larger ones at once if
there is no limit. -/
def parts (low : Nat) (limit : Option Nat) (depth : Nat) : List Start :=
  match limit with
  | .none => valuesAndTail low depth
  | .some h => values low (h.succ.sub low)

/-- The upper end of a coordinate: that of the box, or else the top. -/
def upperEnd (high top : Option Nat) : Option Nat :=
  match high with
  | .none => top
  | .some h => .some h

/-- The regions that begin with `a`. -/
def startWith (a : Start) : List (List Start) → List (List Start)
  | .nil => .nil
  | .cons r l => .cons (.cons a r) (startWith a l)

/-- The regions that begin with one of the parts. -/
def product (l : List (List Start)) : List Start → List (List Start)
  | .nil => .nil
  | .cons a k => join (startWith a l) (product l k)

/-- The regions of a box, the first coordinate outermost. -/
def regions : List (Option Nat) → List Nat → List (Option Nat) → List Nat → List (List Start)
  | .nil, _, _, _ => .cons .nil .nil
  | .cons top tops, low, high, depth =>
    product (regions tops (rest low) (rest high) (rest depth))
      (parts (first .zero low) (upperEnd (first .none high) top) (first .zero depth))

/-- The obligations of the listed inequalities or claims, numbered from `k` on, in all regions of
their boxes. -/
def Family (m : Model) (o : Nat → List Start → Obligation) (depth : List Nat) {α : Type}
    (box : α → Box) (k : Nat) : List α → Prop
  | .nil => True
  | .cons q l =>
    And (Each (fun r => (o k r).Statement m) (regions m.tops (box q).low (box q).high depth))
      (Family m o depth box k.succ l)

/-! ## What is to be shown -/

/-- Operator `o` maps the cone into itself. -/
def OperatorClosed (m : Model) (o : Nat) : Prop :=
  ∀ (S : OrderedMonoid) (w : World S) (f g : State → S.carrier),
    m.Admits S w → m.Cone S f → (m.operator o).Image S m.tops w f g → m.Cone S g

/-- Cost `c` lies in the cone. -/
def CostInCone (m : Model) (c : Nat) : Prop :=
  ∀ (S : OrderedMonoid) (w : World S), m.Admits S w → m.Cone S (m.costValue S w c)

/-- The claim is true of `f`. -/
def Claim.Holds (S : OrderedMonoid) (tops : List (Option Nat)) (w : World S)
    (f : State → S.carrier) (q : Claim) : Prop :=
  ∀ s, Eq (isState s tops) true → Eq (q.box.has s) true →
    Each (Comparison.Holds S w f s) q.given → q.goal.Holds S w f s

/-- All claims of the model follow from the cone. -/
def ClaimsHold (m : Model) : Prop :=
  ∀ (S : OrderedMonoid) (w : World S) (f : State → S.carrier),
    m.Admits S w → m.Cone S f → Each (Claim.Holds S m.tops w f) m.claims

/-! ## The regions cover the box -/

/-- `x` belongs to the part. -/
def Start.Has (x : Nat) : Start → Prop
  | .fixed c => Eq x c
  | .tail b => Exists fun (n : Nat) => Eq x (n.add b)

theorem Each.of_nth {α : Type} {P : α → Prop} (l : List α)
    (h : ∀ j q, Eq (_root_.nth l j) (.some q) → P q) : Each P l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons q l, h => And.intro (h .zero q rfl) (of_nth l fun j => h j.succ)

theorem Each.map {α : Type} {P Q : α → Prop} {l : List α} (h : Each P l) (k : ∀ a, P a → Q a) :
    Each Q l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons a _, h => And.intro (k a h.left) (Each.map h.right k)

theorem Each.join_left {α : Type} {P : α → Prop} {l k : List α} (h : Each P (join l k)) :
    Each P l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons _ l, h => And.intro h.left (join_left (l := l) h.right)

theorem Each.join_right {α : Type} {P : α → Prop} {l k : List α} (h : Each P (join l k)) :
    Each P k :=
  match l, h with
  | .nil, h => h
  | .cons _ l, h => join_right (l := l) h.right

theorem values_cover (b x count : Nat) (h : Nat.le b x) (k : Nat.lt x (b.add count)) :
    Any (Start.Has x) (values b count) :=
  match count, k with
  | .zero, k => (Nat.not_lt_of_le h k).elim
  | .succ count, k =>
    match Nat.le_or_lt x b with
    | .inl e => Or.inl (Nat.le_antisymm e h)
    | .inr l => Or.inr (values_cover b.succ x count l
        (Eq.subst (motive := fun (y : Nat) => Nat.lt x y) (Nat.succ_add b count).symm k))

theorem valuesAndTail_cover (b x count : Nat) (h : Nat.le b x) :
    Any (Start.Has x) (valuesAndTail b count) :=
  match count with
  | .zero => Or.inl (Nat.exists_add_of_le h)
  | .succ count =>
    match Nat.le_or_lt x b with
    | .inl e => Or.inl (Nat.le_antisymm e h)
    | .inr l => Or.inr (valuesAndTail_cover b.succ x count l)

/-- `b + (c - b) = c` when `b <= c`. -/
theorem add_sub_of_le {b c : Nat} (h : Nat.le b c) : Eq (b.add (c.sub b)) c :=
  match Nat.exists_add_of_le h with
  | .intro k e =>
    Eq.subst (motive := fun (c : Nat) => Eq (b.add (c.sub b)) c) e.symm
      ((congrArg b.add (Nat.add_sub_cancel k b)).trans (Nat.add_comm b k))

theorem parts_cover (low : Nat) (limit : Option Nat) (depth x : Nat)
    (h : Eq (atLeast low x) true) (k : Eq (within limit x) true) :
    Any (Start.Has x) (parts low limit depth) :=
  have lo : Nat.le low x := le_of_atLeast h
  match limit, k with
  | .none, _ => valuesAndTail_cover low x depth lo
  | .some t, k =>
    have hi : Nat.lt x t.succ := Nat.succ_le_succ (Nat.le_of_ble_eq_true k)
    values_cover low x (t.succ.sub low) lo
      (Eq.subst (motive := fun (y : Nat) => Nat.lt x y)
        (add_sub_of_le (Nat.le_trans lo (Nat.le_trans (Nat.le.step Nat.le.refl) hi))).symm hi)

theorem within_upperEnd {high top : Option Nat} {x : Nat} (h : Eq (within high x) true)
    (k : Eq (within top x) true) : Eq (within (upperEnd high top) x) true :=
  match high, h with
  | .none, _ => k
  | .some _, h => h

/-- Fix the first entry of a state. -/
theorem startWith_each {P : State → Prop} {x : Nat} (a : Start) (h : a.Has x)
    (l : List (List Start)) (k : Each (fun r => Everywhere r P) (startWith a l)) :
    Each (fun r => Everywhere r fun s => P (.cons x s)) l :=
  match l, k with
  | .nil, _ => True.intro
  | .cons r l, k =>
    And.intro
      (match a, h, k with
        | .fixed _, h, k =>
          Eq.subst (motive := fun (y : Nat) => Everywhere r fun s => P (.cons y s)) h.symm k.left
        | .tail _, .intro n e, k =>
          Eq.subst (motive := fun (y : Nat) => Everywhere r fun s => P (.cons y s)) e.symm
            (k.left n))
      (startWith_each a h l k.right)

theorem product_each {P : State → Prop} {x : Nat} (l : List (List Start)) (k : List Start)
    (h : Any (Start.Has x) k) (e : Each (fun r => Everywhere r P) (product l k)) :
    Each (fun r => Everywhere r fun s => P (.cons x s)) l :=
  match k, h, e with
  | .nil, h, _ => False.elim h
  | .cons a _, .inl h, e => startWith_each a h l e.join_left
  | .cons _ k, .inr h, e => product_each l k h e.join_right

/-- What holds everywhere in all regions of a box holds in the box. -/
theorem regions_cover (s : State) (tops : List (Option Nat)) (low : List Nat)
    (high : List (Option Nat)) (depth : List Nat) {P : State → Prop}
    (h : Eq (isState s tops) true) (b : Eq (between s low high) true)
    (e : Each (fun r => Everywhere r P) (regions tops low high depth)) : P s :=
  match s, tops, h, b, e with
  | .nil, .nil, _, _, e => e.left
  | .nil, .cons _ _, h, _, _ => (Bool.false_ne_true h).elim
  | .cons _ _, .nil, h, _, _ => (Bool.false_ne_true h).elim
  | .cons x s, .cons _ tops, h, b, e =>
    regions_cover s tops (rest low) (rest high) (rest depth) (P := fun s => P (.cons x s))
      (and_right h) (and_right b)
      (product_each _ _
        (parts_cover (first .zero low) _ (first .zero depth) x (and_left (and_left b))
          (within_upperEnd (and_right (and_left b)) (and_left h))) e)

/-! ## The combination theorems -/

theorem Family.nth {m : Model} {o : Nat → List Start → Obligation} {depth : List Nat} {α : Type}
    {box : α → Box} {l : List α} {k : Nat} (j : Nat) {q : α} (h : Family m o depth box k l)
    (e : Eq (nth l j) (.some q)) :
    Each (fun r => (o (k.add j) r).Statement m) (regions m.tops (box q).low (box q).high depth) :=
  match l, j, h, e with
  | .nil, _, _, e => (none_ne_some e).elim
  | .cons p _, .zero, h, e =>
    Eq.subst
      (motive := fun (q : α) =>
        Each (fun r => (o k r).Statement m) (regions m.tops (box q).low (box q).high depth))
      (some_inj (a := p) e) h.left
  | .cons _ l, .succ j, h, e =>
    Eq.subst
      (motive := fun (i : Nat) =>
        Each (fun r => (o i r).Statement m) (regions m.tops (box q).low (box q).high depth))
      (Nat.succ_add k j) (Family.nth (l := l) (k := k.succ) j h.right e)

/-- What the obligations of entry `j` state holds at all states of its box. -/
theorem Family.holds {m : Model} {o : Nat → List Start → Obligation} {depth : List Nat} {α : Type}
    {box : α → Box} {l : List α} (h : Family m o depth box .zero l) {j : Nat} {q : α}
    (e : Eq (_root_.nth l j) (.some q)) {P : State → Prop}
    (use : ∀ r, (o j r).Statement m → Everywhere r P) (s : State)
    (a : Eq (isState s m.tops) true) (b : Eq ((box q).has s) true) : P s :=
  regions_cover s m.tops (box q).low (box q).high depth a b
    (Each.map
      (Eq.subst
        (motive := fun (i : Nat) =>
          Each (fun r => (o i r).Statement m) (regions m.tops (box q).low (box q).high depth))
        (Nat.zero_add j) (Family.nth j h e)) use)

/-- The entry of a number in range is what the default makes of it. -/
theorem getD_nth {α : Type} {l : List α} {j : Nat} {q d : α} (e : Eq (nth l j) (.some q)) :
    Eq ((nth l j).getD d) q :=
  congrArg (fun (o : Option α) => o.getD d) e

/-- All obligations of one operator together: it maps the cone into itself. -/
theorem combine_operator (m : Model) (o : Nat) (depth : List Nat)
    (h : Family m (.operator o) depth Template.box .zero m.cone) : m.OperatorClosed o :=
  fun S w f g A C I =>
    Each.of_nth m.cone fun _ _ e =>
      Family.holds h e fun r says =>
        Eq.subst (motive := fun (q : Template) => Everywhere r fun s => Sides.Holds S g s q.sides)
          (getD_nth e) (says S w f g A C I)

/-- All obligations of one cost together: it lies in the cone. -/
theorem combine_cost (m : Model) (c : Nat) (depth : List Nat)
    (h : Family m (.cost c) depth Template.box .zero m.cone) : m.CostInCone c :=
  fun S w A =>
    Each.of_nth m.cone fun _ _ e =>
      Family.holds h e fun r says =>
        Eq.subst
          (motive := fun (q : Template) =>
            Everywhere r fun s => Sides.Holds S (m.costValue S w c) s q.sides)
          (getD_nth e) (says S w A)

/-- All obligations of the claims together: every claim follows from the cone. -/
theorem combine_claims (m : Model) (depth : List Nat)
    (h : Family m .claim depth Claim.box .zero m.claims) : m.ClaimsHold :=
  fun S w f A C =>
    Each.of_nth m.claims fun _ _ e =>
      Family.holds h e fun r says =>
        Eq.subst
          (motive := fun (q : Claim) =>
            Everywhere r fun s => Each (Comparison.Holds S w f s) q.given → q.goal.Holds S w f s)
          (getD_nth e) (says S w f A C)

/-! ## Every state has a feasible action -/

/-- Some action of the list is feasible. -/
def Action.someFeasible (tops : List (Option Nat)) (s : State) : List Action → Bool
  | .nil => false
  | .cons k l => cond (k.feasible tops s) true (someFeasible tops s l)

/-- In every region some action is feasible, and this does not depend on `n`. -/
def Operator.totalOn (o : Operator) (tops : List (Option Nat)) : List (List Start) → Bool
  | .nil => true
  | .cons r l =>
    and
      (and (Action.allSteady tops (frees r) (bases r) o.actions)
        (Action.someFeasible tops (bases r) o.actions))
      (totalOn o tops l)

/-- Every state has a feasible action. -/
def Operator.total (o : Operator) (tops : List (Option Nat)) (depth : List Nat) : Bool :=
  o.totalOn tops (regions tops .nil .nil depth)

/-- Every state has a feasible action. -/
def Operator.Total (o : Operator) (tops : List (Option Nat)) : Prop :=
  ∀ s, Eq (isState s tops) true → Any (fun k => Eq (k.feasible tops s) true) o.actions

theorem Action.someFeasible_place {tops : List (Option Nat)} {free : List Bool} {a : State}
    {n : List Nat} (l : List Action) (h : Eq (Action.allSteady tops free a l) true)
    (k : Eq (Action.someFeasible tops a l) true) :
    Any (fun q => Eq (Action.feasible tops (place a free n) q) true) l :=
  match l, h, k with
  | .nil, _, k => (Bool.false_ne_true k).elim
  | .cons q l, h, k =>
    have key : (b : Bool) → Eq (q.feasible tops a) b →
        Eq (cond b true (Action.someFeasible tops a l)) true →
        Any (fun q => Eq (Action.feasible tops (place a free n) q) true) (.cons q l) :=
      fun b e k =>
        match b, e, k with
        | true, e, _ => Or.inl ((Action.feasible_place (and_left h)).trans e)
        | false, _, k => Or.inr (someFeasible_place l (and_right h) k)
    key (q.feasible tops a) rfl k

theorem Operator.totalOn_sound (o : Operator) (tops : List (Option Nat)) (l : List (List Start))
    (h : Eq (o.totalOn tops l) true) :
    Each (fun r => Everywhere r fun s => Any (fun k => Eq (k.feasible tops s) true) o.actions) l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons r l, h =>
    And.intro
      (Everywhere.of_place r fun _ =>
        Action.someFeasible_place o.actions (and_left (and_left h)) (and_right (and_left h)))
      (totalOn_sound o tops l (and_right h))

/-- A box without bounds has every state. -/
theorem between_nil (s : State) : Eq (between s .nil .nil) true :=
  match s with
  | .nil => rfl
  | .cons _ s => between_nil s

/-- **Totality.** -/
theorem Operator.total_sound (o : Operator) (tops : List (Option Nat)) (depth : List Nat)
    (h : Eq (o.total tops depth) true) : o.Total tops :=
  fun s e =>
    regions_cover s tops .nil .nil depth e (between_nil s) (o.totalOn_sound tops _ h)

/-- `y` is the best value of the feasible actions in state `s`. -/
structure Operator.Best (S : OrderedMonoid) (tops : List (Option Nat)) (w : World S)
    (f : State → S.carrier) (s : State) (c : Choose) (l : List Action) (y : S.carrier) : Prop where
  bound : Each (fun a => Eq (a.feasible tops s) true →
    c.Before S y (a.form.value S tops w f s)) l
  attained : Any (fun a => And (Eq (a.feasible tops s) true)
    (c.Before S (a.form.value S tops w f s) y)) l

theorem Choose.before_refl {S : OrderedMonoid} (c : Choose) (a : S.carrier) : c.Before S a a :=
  match c with
  | .min => S.le_refl a
  | .max => S.le_refl a

theorem Choose.before_trans {S : OrderedMonoid} (c : Choose) {a b d : S.carrier}
    (h : c.Before S a b) (k : c.Before S b d) : c.Before S a d :=
  match c, h, k with
  | .min, h, k => S.le_trans h k
  | .max, h, k => S.le_trans k h

theorem Choose.before_total {S : OrderedMonoid} (c : Choose) (a b : S.carrier) :
    Or (c.Before S a b) (c.Before S b a) :=
  match c with
  | .min => S.le_total a b
  | .max => S.le_total b a

section
variable {S : OrderedMonoid} {tops : List (Option Nat)} {w : World S} {f : State → S.carrier}
  {s : State} {c : Choose} {a : Action} {l : List Action} {y : S.carrier}

/-- An infeasible action changes nothing. -/
theorem Operator.Best.skip (no : Eq (a.feasible tops s) false)
    (best : Operator.Best S tops w f s c l y) : Operator.Best S tops w f s c (.cons a l) y where
  bound := And.intro (fun e => (Bool.false_ne_true (no.symm.trans e)).elim) best.bound
  attained := Or.inr best.attained

/-- The only feasible action is best. -/
theorem Operator.Best.alone (yes : Eq (a.feasible tops s) true)
    (none : Each (fun a => Eq (a.feasible tops s) true → False) l) :
    Operator.Best S tops w f s c (.cons a l) (a.form.value S tops w f s) where
  bound := And.intro (fun _ => c.before_refl _) (none.map fun _ no e => (no e).elim)
  attained := Or.inl (And.intro yes (c.before_refl _))

/-- A better action is best. -/
theorem Operator.Best.replace (yes : Eq (a.feasible tops s) true)
    (best : Operator.Best S tops w f s c l y) (first : c.Before S (a.form.value S tops w f s) y) :
    Operator.Best S tops w f s c (.cons a l) (a.form.value S tops w f s) where
  bound :=
    And.intro (fun _ => c.before_refl _) (best.bound.map fun _ b e => c.before_trans first (b e))
  attained := Or.inl (And.intro yes (c.before_refl _))

/-- An action that is not better changes nothing. -/
theorem Operator.Best.keep (best : Operator.Best S tops w f s c l y)
    (second : c.Before S y (a.form.value S tops w f s)) :
    Operator.Best S tops w f s c (.cons a l) y where
  bound := And.intro (fun _ => second) best.bound
  attained := Or.inr best.attained
end

/-- No action of a list is feasible, or one is best. -/
theorem Operator.none_or_best {S : OrderedMonoid} {tops : List (Option Nat)} {w : World S}
    {f : State → S.carrier} {s : State} (c : Choose) (l : List Action) :
    Or (Each (fun a => Eq (a.feasible tops s) true → False) l)
      (Exists (Operator.Best S tops w f s c l)) :=
  match l with
  | .nil => Or.inl True.intro
  | .cons a l =>
    match bool_cases (a.feasible tops s), none_or_best (f := f) (w := w) c l with
    | .inr no, .inl none =>
      Or.inl (And.intro (fun e => Bool.false_ne_true (no.symm.trans e)) none)
    | .inr no, .inr (.intro y best) => Or.inr (Exists.intro y (best.skip no))
    | .inl yes, .inl none => Or.inr (Exists.intro _ (Operator.Best.alone yes none))
    | .inl yes, .inr (.intro y best) =>
      match c.before_total (a.form.value S tops w f s) y with
      | .inl first => Or.inr (Exists.intro _ (best.replace yes first))
      | .inr second => Or.inr (Exists.intro y (best.keep second))

/-- Not all entries of a list fail where one does not. -/
theorem Any.not_none {α : Type} {P : α → Prop} {l : List α} (h : Any P l)
    (k : Each (fun a => P a → False) l) : False :=
  match l, h, k with
  | .nil, h, _ => h
  | .cons _ _, .inl h, k => k.left h
  | .cons _ l, .inr h, k => not_none (l := l) h k.right

/-- A total operator has a best value for every function at every state: its images exist, state
by state. -/
theorem Operator.best_exists (o : Operator) (tops : List (Option Nat)) (h : o.Total tops)
    (S : OrderedMonoid) (w : World S) (f : State → S.carrier) (s : State)
    (e : Eq (isState s tops) true) :
    Exists (Operator.Best S tops w f s o.choose o.actions) :=
  match Operator.none_or_best (f := f) (w := w) o.choose o.actions with
  | .inl none => (Any.not_none (h s e) none).elim
  | .inr best => best

end Model
