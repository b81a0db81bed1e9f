prelude
import ProofCheck.Sound
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Combining obligations

The obligations of one family, one for each template and region, together say that the cone is
closed under an operator; those of the claims, that all claims follow from it.  The regions
`x = 0, ..., x = r - 1, x >= r` cover all `x`.  The propositions `ForTemplates` and `Each` list
exactly the obligations that are needed, in the order of the data, so that a missing, repeated or
misplaced one is a type error.
-/

noncomputable section

/-! ## What is to be shown -/

/-- Routing preserves the cone. -/
def Problem.RoutingClosed (p : Problem) : Prop :=
  ∀ (S : OrderedMonoid) (f g : Nat → Nat → S.carrier),
    p.Cone S f → Routed S p.m f g → p.Cone S g

/-- Event `e` preserves the cone. -/
def Problem.EventClosed (p : Problem) (e : Nat) : Prop :=
  ∀ (S : OrderedMonoid) (f : Nat → Nat → S.carrier), p.Cone S f → p.Cone S ((p.event e).apply S f)

/-- The cost lies in the cone. -/
def Problem.CostClosed (p : Problem) : Prop :=
  ∀ (S : OrderedMonoid) (u : S.carrier), S.le S.zero u → p.Cone S (p.cost.apply S u)

/-- Sums of scalings of members of the cone lie in the cone. -/
def Problem.SumClosed (p : Problem) : Prop :=
  ∀ (S : OrderedMonoid) (s t : Scaling S) (f h : Nat → Nat → S.carrier),
    p.Cone S f → p.Cone S h → p.Cone S (s.combine t f h)

/-- The listed claims are true of `f`. -/
def Claim.AllHold (S : OrderedMonoid) (f : Nat → Nat → S.carrier) : List Claim → Prop
  | .nil => True
  | .cons q l =>
    And (∀ x, Template.AllHoldAt S f x q.given → q.goal.Holds S f x) (AllHold S f l)

/-- All claims of the problem follow from the cone. -/
def Problem.ClaimsHold (p : Problem) : Prop :=
  ∀ (S : OrderedMonoid) (f : Nat → Nat → S.carrier), p.Cone S f → Claim.AllHold S f p.claims

/-- Routing preserves the reduction inequalities. -/
def Problem.ReductionRoutingClosed (p : Problem) : Prop :=
  ∀ (S : OrderedMonoid) (f g : Nat → Nat → S.carrier),
    p.Cone S f → p.Reduction S f → Routed S p.m f g → p.Reduction S g

/-- The sum of the listed events, applied to a routed function, satisfies the reduction
inequalities. -/
def Problem.ReductionRateClosed (p : Problem) (es : List Nat) : Prop :=
  ∀ (S : OrderedMonoid) (f g : Nat → Nat → S.carrier),
    p.Cone S f → p.Cone S g → p.Reduction S f → p.Reduction S g → Routed S p.m f g →
      p.Reduction S (Event.sum S (p.eventList es) g)

/-- The cost satisfies the reduction inequalities. -/
def Problem.ReductionCostClosed (p : Problem) : Prop :=
  ∀ (S : OrderedMonoid) (u : S.carrier), S.le S.zero u → p.Reduction S (p.cost.apply S u)

/-! ## From which obligations -/

/-- `count` single values from `start` on, then all larger ones. -/
def Region.list (start : Nat) : Nat → List Region
  | .zero => .cons (.tail start) .nil
  | .succ count => .cons (.fixed start) (list start.succ count)

/-- The obligations of one template, in all listed regions. -/
def Obligation.Everywhere (p : Problem) (o : Region → Obligation) : List Region → Prop
  | .nil => True
  | .cons r l => And ((o r).Statement p) (Everywhere p o l)

/-- The obligations `o k r` of the listed templates, numbered from `k` on, with regions
`x = 0, ..., x = base - 1, x >= base`. -/
def Obligation.ForTemplates (p : Problem) (o : Nat → Region → Obligation) (base k : Nat) :
    List Template → Prop
  | .nil => True
  | .cons _ l =>
    And (Everywhere p (o k) (Region.list .zero base)) (ForTemplates p o base k.succ l)

/-- The obligations `o k` of the listed templates or claims, numbered from `k` on. -/
def Obligation.Each (p : Problem) (o : Nat → Obligation) (k : Nat) {α : Type} : List α → Prop
  | .nil => True
  | .cons _ l => And ((o k).Statement p) (Each p o k.succ l)

/-! ## Proofs -/

/-- The regions cover all `x >= start`. -/
theorem Region.cover {p : Problem} {o : Region → Obligation} {P : Nat → Prop}
    (use : ∀ r, (o r).Statement p → r.All P) (count start : Nat)
    (h : Obligation.Everywhere p o (Region.list start count)) : ∀ n : Nat, P (n.add start) :=
  match count, h with
  | .zero, h => use (.tail start) h.left
  | .succ count, h => fun n =>
    match n with
    | .zero => Eq.subst (motive := fun (x : Nat) => P x) (Nat.zero_add start).symm
        (use (.fixed start) h.left)
    | .succ n => Eq.subst (motive := fun (x : Nat) => P x) (Nat.succ_add n start).symm
        (cover use count start.succ h.right n)

theorem Obligation.forTemplates_nth {p : Problem} {o : Nat → Region → Obligation} {base : Nat}
    {l : List Template} {k : Nat} (j : Nat) {q : Template}
    (h : Obligation.ForTemplates p o base k l) (e : Eq (nth l j) (.some q)) :
    Obligation.Everywhere p (o (k.add j)) (Region.list .zero base) :=
  match l, j, h, e with
  | .nil, _, _, e => (none_ne_some e).elim
  | .cons _ _, .zero, h, _ => h.left
  | .cons _ l, .succ j, h, e =>
    Eq.subst
      (motive := fun (i : Nat) => Obligation.Everywhere p (o i) (Region.list .zero base))
      (Nat.succ_add k j) (forTemplates_nth (l := l) (k := k.succ) j h.right e)

theorem Obligation.each_nth {p : Problem} {o : Nat → Obligation} {α : Type} {l : List α}
    {k : Nat} (j : Nat) {q : α}
    (h : Obligation.Each p o k l) (e : Eq (nth l j) (.some q)) :
    (o (k.add j)).Statement p :=
  match l, j, h, e with
  | .nil, _, _, e => (none_ne_some e).elim
  | .cons _ _, .zero, h, _ => h.left
  | .cons _ l, .succ j, h, e =>
    Eq.subst (motive := fun (i : Nat) => (o i).Statement p)
      (Nat.succ_add k j) (each_nth (l := l) (k := k.succ) j h.right e)

/-- The template of a number in range. -/
theorem Template.get_of_nth {l : List Template} {k : Nat} {q : Template}
    (e : Eq (nth l k) (.some q)) : Eq (Template.get l k) q :=
  congrArg (fun (o : Option Template) => o.getD Template.trivial) e

/-- A function satisfies a list of templates if it satisfies every entry. -/
theorem Template.allHold_of_nth {S : OrderedMonoid} {f : Nat → Nat → S.carrier} (l : List Template)
    (h : ∀ j q, Eq (nth l j) (.some q) → ∀ x, q.Holds S f x) : Template.AllHold S f l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons q l, h => And.intro (h .zero q rfl) (allHold_of_nth l fun j => h j.succ)

theorem Template.allHoldAt_of_nth {S : OrderedMonoid} {f : Nat → Nat → S.carrier} {x : Nat}
    (l : List Template) (h : ∀ j q, Eq (nth l j) (.some q) → q.Holds S f x) :
    Template.AllHoldAt S f x l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons q l, h => And.intro (h .zero q rfl) (allHoldAt_of_nth l fun j => h j.succ)

/-- Obligations for all templates and regions give membership in the cone. -/
theorem Problem.cone_of_regions {p : Problem} {o : Nat → Region → Obligation} {base : Nat}
    (h : Obligation.ForTemplates p o base .zero p.templates) {S : OrderedMonoid}
    {f : Nat → Nat → S.carrier}
    (use : ∀ k r, (o k r).Statement p → r.All fun x => (p.template k).Holds S f x) : p.Cone S f :=
  Template.allHold_of_nth p.templates fun j _ e =>
    have all : ∀ n : Nat, Template.Holds S f n (p.template (Nat.add .zero j)) :=
      Region.cover (P := fun x => Template.Holds S f x (p.template (Nat.add .zero j)))
        (use (Nat.add .zero j)) base .zero (Obligation.forTemplates_nth j h e)
    Eq.subst (motive := fun (q : Template) => ∀ x, q.Holds S f x) (Template.get_of_nth e)
      (Eq.subst (motive := fun (i : Nat) => ∀ x, (p.template i).Holds S f x) (Nat.zero_add j) all)

/-- Obligations for all templates give membership in the cone. -/
theorem Problem.cone_of_each {p : Problem} {o : Nat → Obligation}
    (h : Obligation.Each p o .zero p.templates) {S : OrderedMonoid}
    {f : Nat → Nat → S.carrier}
    (use : ∀ k, (o k).Statement p → ∀ x, (p.template k).Holds S f x) : p.Cone S f :=
  Template.allHold_of_nth p.templates fun j _ e =>
    Eq.subst (motive := fun (q : Template) => ∀ x, q.Holds S f x) (Template.get_of_nth e)
      (Eq.subst (motive := fun (i : Nat) => ∀ x, (p.template i).Holds S f x) (Nat.zero_add j)
        (use _ (Obligation.each_nth j h e)))

theorem Problem.reduction_of_each {p : Problem} {o : Nat → Obligation}
    (h : Obligation.Each p o .zero p.reduction) {S : OrderedMonoid}
    {f : Nat → Nat → S.carrier}
    (use : ∀ j, (o j).Statement p → (Template.get p.reduction j).Holds S f .zero) :
    p.Reduction S f :=
  Template.allHoldAt_of_nth p.reduction fun j _ e =>
    Eq.subst (motive := fun (q : Template) => q.Holds S f .zero) (Template.get_of_nth e)
      (Eq.subst (motive := fun (i : Nat) => (Template.get p.reduction i).Holds S f .zero)
        (Nat.zero_add j) (use _ (Obligation.each_nth j h e)))

theorem Claim.allHold_of_nth {S : OrderedMonoid} {f : Nat → Nat → S.carrier} (l : List Claim)
    (h : ∀ j q, Eq (nth l j) (.some q) →
      ∀ x, Template.AllHoldAt S f x q.given → q.goal.Holds S f x) : Claim.AllHold S f l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons q l, h => And.intro (h .zero q rfl) (allHold_of_nth l fun j => h j.succ)

/-! ## The combination theorems -/

/-- All routing obligations together: routing preserves the cone. -/
theorem combine_routing (p : Problem) (base : Nat)
    (h : Obligation.ForTemplates p .routing base .zero p.templates) : p.RoutingClosed :=
  fun S f g hf hg => Problem.cone_of_regions h fun _ _ s => s S f g hf hg

/-- All obligations of one event together: the event preserves the cone. -/
theorem combine_event (p : Problem) (e base : Nat)
    (h : Obligation.ForTemplates p (.event e) base .zero p.templates) : p.EventClosed e :=
  fun S f hf => Problem.cone_of_regions h fun _ _ s => s S f hf

/-- All cost obligations together: the cost lies in the cone. -/
theorem combine_cost (p : Problem) (h : Obligation.Each p .cost .zero p.templates) :
    p.CostClosed :=
  fun S u hu => Problem.cone_of_each h fun _ s => s S u hu

/-- All closure obligations together: the cone is closed under sums of scalings. -/
theorem combine_closure (p : Problem) (h : Obligation.Each p .closure .zero p.templates) :
    p.SumClosed :=
  fun S s t f g hf hg => Problem.cone_of_each h fun _ w => w S s t f g hf hg

/-- All claim obligations together: every claim follows from the cone. -/
theorem combine_claims (p : Problem) (h : Obligation.Each p .claim .zero p.claims) :
    p.ClaimsHold :=
  fun S f hf => Claim.allHold_of_nth p.claims fun j q e =>
    have says : Obligation.Statement p (.claim j) :=
      Eq.subst (motive := fun (i : Nat) => Obligation.Statement p (.claim i)) (Nat.zero_add j)
        (Obligation.each_nth j h e)
    have same : Eq (p.claim j) q :=
      congrArg (fun (o : Option Claim) => o.getD Claim.trivial) e
    Eq.subst
      (motive := fun (q : Claim) => ∀ x, Template.AllHoldAt S f x q.given → q.goal.Holds S f x)
      same (says S f hf)

theorem combine_reductionRouting (p : Problem)
    (h : Obligation.Each p .reductionRouting .zero p.reduction) :
    p.ReductionRoutingClosed :=
  fun S f g hf rf hg => Problem.reduction_of_each h fun _ s => s S f g hf rf hg

theorem combine_reductionRate (p : Problem) (es : List Nat)
    (h : Obligation.Each p (fun j => .reductionRate j es) .zero p.reduction) :
    p.ReductionRateClosed es :=
  fun S f g hf hg rf rg fg => Problem.reduction_of_each h fun _ s => s S f g hf hg rf rg fg

theorem combine_reductionCost (p : Problem)
    (h : Obligation.Each p .reductionCost .zero p.reduction) : p.ReductionCostClosed :=
  fun S u hu => Problem.reduction_of_each h fun _ s => s S u hu
