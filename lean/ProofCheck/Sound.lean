prelude
import ProofCheck.GoalSound
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Soundness of the checker

`sound`: a certificate that `check` accepts proves the statement of its obligation.
-/

noncomputable section

/-- Three functions, by name. -/
def Fn.env {S : OrderedMonoid} (f g h : Nat → Nat → S.carrier) : Fn → Nat → Nat → S.carrier
  | .f => f
  | .g => g
  | .h => h

/-- A region is covered if its inequality holds at `n + base`, for `n = 0` or for all `n`. -/
theorem Region.all_of_base {P : Nat → Prop} (r : Region)
    (h : ∀ n : Nat, (Eq r.exact true → Eq n .zero) → P (n.add r.base)) : r.All P :=
  match r, h with
  | .fixed c, h =>
    Eq.subst (motive := fun (x : Nat) => P x) (Nat.zero_add c) (h .zero (fun _ => rfl))
  | .tail _, h => fun n => h n (fun e => (Bool.false_ne_true e).elim)

variable {S : OrderedMonoid} {f g h : Nat → Nat → S.carrier} {n : Nat}

/-- `check` starts `verify` without choices. -/
theorem Task.check_sound (t : Task) (env : Fn → Nat → Nat → S.carrier) {c : Certificate}
    (P : t.Premises S env n) (h : Eq (t.check c) true) : t.goal.Holds S env n :=
  Task.verify_sound P c .nil .none True.intro True.intro h

/-- Nothing but `f` is claimed to lie in the cone. -/
theorem Fn.onlyF_sound {p : Problem} (hf : p.Cone S f) (fn : Fn) (e : Eq fn.onlyF true) :
    p.Cone S (Fn.env f g h fn) :=
  match fn, e with
  | .f, _ => hf
  | .g, e => (Bool.false_ne_true e).elim
  | .h, e => (Bool.false_ne_true e).elim

theorem Fn.fAndG_sound {p : Problem} (hf : p.Cone S f) (hg : p.Cone S g) (fn : Fn)
    (e : Eq fn.fAndG true) : p.Cone S (Fn.env f g h fn) :=
  match fn, e with
  | .f, _ => hf
  | .g, _ => hg
  | .h, e => (Bool.false_ne_true e).elim

theorem Fn.fAndH_sound {p : Problem} (hf : p.Cone S f) (hh : p.Cone S h) (fn : Fn)
    (e : Eq fn.fAndH true) : p.Cone S (Fn.env f g h fn) :=
  match fn, e with
  | .f, _ => hf
  | .g, e => (Bool.false_ne_true e).elim
  | .h, _ => hh

/-- No assumption. -/
theorem Row.AllHold.nil {env : Fn → Nat → Nat → S.carrier} : Row.AllHold S env n .nil := True.intro

variable {p : Problem} {c : Certificate}

theorem routing_sound {k : Nat} {r : Region} (e : Eq (check p (.routing k r) c) true) :
    Obligation.Statement p (.routing k r) :=
  fun _ f g hf hg =>
    Region.all_of_base r fun _ hn =>
      cast (Template.row_iff (env := Fn.env f g f) .g r.base (p.template k))
        (Task.check_sound (Task.ofRouting p r (p.template k)) (Fn.env f g f)
          { exact := hn, cone := Fn.onlyF_sound hf, routed := fun _ => hg,
            assumed := Row.AllHold.nil.nth } (testEntry_sound Template.trivial e))

theorem event_sound {k e : Nat} {r : Region} (w : Eq (check p (.event e k r) c) true) :
    Obligation.Statement p (.event e k r) :=
  fun _ f hf =>
    Region.all_of_base r fun _ hn =>
      have t := testEntry_sound Template.trivial (and_right w)
      Template.eventRow_sound (env := Fn.env f f f) (es := p.eventList (.cons e .nil)) hn
        (and_left t)
        (Task.check_sound (Task.ofEvent p e r (p.template k)) (Fn.env f f f)
          { exact := hn, cone := Fn.onlyF_sound hf, routed := fun b => (Bool.false_ne_true b).elim,
            assumed := Row.AllHold.nil.nth } (and_right t))

theorem closure_sound {k : Nat} (w : Eq (check p (.closure k) c) true) :
    Obligation.Statement p (.closure k) :=
  fun _ s t f h hf hh x =>
    let sf := fun x y => s.map (f x y)
    let env := Fn.env sf sf (fun x y => t.map (h x y))
    Template.sumRow_sound (env := env)
      (Task.check_sound (Task.ofClosure p (p.template k)) env (n := x)
        { exact := fun b => (Bool.false_ne_true b).elim,
          cone := Fn.fAndH_sound (Template.AllHold.scaled s _ hf) (Template.AllHold.scaled t _ hh),
          routed := fun b => (Bool.false_ne_true b).elim,
          assumed := Row.AllHold.nil.nth } (testEntry_sound Template.trivial w))

theorem claim_sound {j : Nat} (w : Eq (check p (.claim j) c) true) :
    Obligation.Statement p (.claim j) :=
  fun _ f hf x given =>
    cast (Template.row_iff (env := Fn.env f f f) (n := x) .f .zero (p.claim j).goal)
      (Task.check_sound (Task.ofClaim p (p.claim j)) (Fn.env f f f)
        { exact := fun b => (Bool.false_ne_true b).elim, cone := Fn.onlyF_sound hf,
          routed := fun b => (Bool.false_ne_true b).elim,
          assumed :=
            (Template.rows_hold (env := Fn.env f f f) (fn := .f) (p.claim j).given given
              Row.AllHold.nil).nth }
        (testEntry_sound Claim.trivial w))

theorem reductionRouting_sound {j : Nat} (w : Eq (check p (.reductionRouting j) c) true) :
    Obligation.Statement p (.reductionRouting j) :=
  fun _ f g hf rf hg =>
    cast (Template.row_iff (env := Fn.env f g f) (n := .zero) .g .zero (Template.get p.reduction j))
      (Task.check_sound (Task.ofReductionRouting p (Template.get p.reduction j)) (Fn.env f g f)
        { exact := fun _ => rfl, cone := Fn.onlyF_sound hf, routed := fun _ => hg,
          assumed :=
            (Template.rows_hold (env := Fn.env f g f) (fn := .f) p.reduction rf
              Row.AllHold.nil).nth }
        (testEntry_sound Template.trivial w))

theorem reductionRate_sound {j : Nat} {es : List Nat}
    (w : Eq (check p (.reductionRate j es) c) true) :
    Obligation.Statement p (.reductionRate j es) :=
  fun _ f g hf hg rf rg fg =>
    have t := testEntry_sound Template.trivial (and_right w)
    Template.eventRow_sound (env := Fn.env f g f) (n := .zero) (fn := .g) (i := .zero)
      (fun _ => rfl) (and_left t)
      (Task.check_sound (Task.ofReductionRate p es (Template.get p.reduction j)) (Fn.env f g f)
        { exact := fun _ => rfl, cone := Fn.fAndG_sound hf hg, routed := fun _ => fg,
          assumed :=
            (Template.rows_hold (env := Fn.env f g f) (fn := .f) p.reduction rf
              (Template.rows_hold (env := Fn.env f g f) (fn := .g) p.reduction rg
                Row.AllHold.nil)).nth }
        (and_right t))

/-- **Soundness.**  If the checker accepts a certificate for an obligation of a problem, the
obligation's statement is true: for every ordered monoid, all functions and all states. -/
theorem sound (p : Problem) (o : Obligation) (c : Certificate) (w : Eq (check p o c) true) :
    o.Statement p :=
  match o, w with
  | .routing _ _, w => routing_sound w
  | .event _ _ _, w => event_sound w
  | .cost _, w => fun _ _ hu x =>
    Template.costEverywhere_sound hu (testEntry_sound Template.trivial (and_right w)) x
  | .closure _, w => closure_sound w
  | .claim _, w => claim_sound w
  | .reductionRouting _, w => reductionRouting_sound w
  | .reductionRate _ _, w => reductionRate_sound w
  | .reductionCost _, w => fun _ _ hu =>
    Template.costAtZero_sound hu (testEntry_sound Template.trivial (and_right w))
