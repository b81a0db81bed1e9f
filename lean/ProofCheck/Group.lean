prelude
import ProofCheck.Numbers
import ProofCheck.Order
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Ordered groups: subtraction, and linear identities by counting

An `OrderedGroup` is an ordered monoid with negatives, so `a - b` makes sense.  The reals are one;
`Instances.lean` builds the integers, `Fractions.lean` the rationals.

An identity between sums and differences is proved by counting: `Linear` is such an expression
over numbered atoms, and two expressions have the same value if every atom occurs as often in the
one as in the other.  The kernel counts.
-/

noncomputable section

/-- A totally preordered commutative group with an order that addition respects. -/
structure OrderedGroup where
  /-- the values, their sum and their order -/
  values : OrderedMonoid
  /-- the negative `-a` -/
  neg : values.carrier → values.carrier
  /-- `a + (-a) ~ 0` -/
  add_neg : ∀ a, values.Same (values.add a (neg a)) values.zero

namespace OrderedGroup

/-- The values. -/
abbrev carrier (G : OrderedGroup) : Type := G.values.carrier

/-- `0`. -/
abbrev zero (G : OrderedGroup) : G.carrier := G.values.zero

/-- `a + b`. -/
abbrev add (G : OrderedGroup) (a b : G.carrier) : G.carrier := G.values.add a b

/-- `a <= b`. -/
abbrev le (G : OrderedGroup) (a b : G.carrier) : Prop := G.values.le a b

/-- `a ~ b`: each is at most the other; for the reals, `a = b`. -/
abbrev Same (G : OrderedGroup) (a b : G.carrier) : Prop := G.values.Same a b

/-- `a - b = a + (-b)`. -/
def sub (G : OrderedGroup) (a b : G.carrier) : G.carrier := G.add a (G.neg b)

/-- `(a - b) + b ~ a`. -/
theorem sub_add {G : OrderedGroup} (a b : G.carrier) : G.Same (G.add (G.sub a b) b) a :=
  (OrderedMonoid.add_same_assoc a (G.neg b) b).trans
    (((OrderedMonoid.Same.refl a).add
      ((OrderedMonoid.add_same_comm (G.neg b) b).trans (G.add_neg b))).trans
      (OrderedMonoid.add_zero_same a))

end OrderedGroup

namespace OrderedMonoid.Same

/-- Cancellation on the right. -/
theorem cancel {S : OrderedMonoid} {a b : S.carrier} (c : S.carrier)
    (h : S.Same (S.add a c) (S.add b c)) : S.Same a b :=
  And.intro (S.add_cancel c h.left) (S.add_cancel c h.right)

end OrderedMonoid.Same

/-! ## Counting -/

/-- How often each atom occurs: entry number `i` belongs to atom number `i`. -/
abbrev Tally : Type := List Nat

/-- One occurrence of atom `i`. -/
def Tally.one : Nat → Tally
  | .zero => .cons 1 .nil
  | .succ i => .cons 0 (one i)

/-- The occurrences of two tallies together. -/
def Tally.join (s : Tally) : Tally → Tally :=
  List.rec (motive := fun _ => Tally → Tally) (fun t => t)
    (fun k _ joinRest t =>
      match t with
      | .nil => .cons k (joinRest .nil)
      | .cons l rest => .cons (k.add l) (joinRest rest)) s

/-- A sum or difference of numbered atoms. -/
inductive Linear where
  | zero
  | atom (i : Nat)
  | add (a b : Linear)
  | sub (a b : Linear)

/-- How often the atoms occur with a plus and with a minus. -/
def Linear.tally : Linear → Prod Tally Tally
  | .zero => .mk .nil .nil
  | .atom i => .mk (Tally.one i) .nil
  | .add a b => .mk (a.tally.fst.join b.tally.fst) (a.tally.snd.join b.tally.snd)
  | .sub a b => .mk (a.tally.fst.join b.tally.snd) (a.tally.snd.join b.tally.fst)

/-- Whether every atom occurs as often on the left as on the right. -/
def Linear.Balanced (l r : Linear) : Prop :=
  Eq (l.tally.fst.join r.tally.snd) (r.tally.fst.join l.tally.snd)

/-! ## Meaning -/

section
variable (G : OrderedGroup)

/-- The value of atom number `i`. -/
def atomAt (env : List G.carrier) : Nat → G.carrier :=
  List.rec (motive := fun _ => Nat → G.carrier) (fun _ => G.zero)
    (fun a _ atRest i => Nat.rec (motive := fun _ => G.carrier) a (fun j _ => atRest j) i) env

/-- The value of an expression. -/
def Linear.value (env : List G.carrier) : Linear → G.carrier
  | .zero => G.zero
  | .atom i => atomAt G env i
  | .add a b => G.add (a.value env) (b.value env)
  | .sub a b => G.sub (a.value env) (b.value env)

/-- The sum of all counted atoms. -/
def Tally.value (t : Tally) : List G.carrier → G.carrier :=
  List.rec (motive := fun _ => List G.carrier → G.carrier) (fun _ => G.zero)
    (fun k _ valueRest env =>
      match env with
      | .nil => G.zero
      | .cons a rest => G.add (G.values.times k a) (valueRest rest)) t
end

variable {G : OrderedGroup}

theorem Tally.value_one (i : Nat) (env : List G.carrier) :
    G.Same (Tally.value G (Tally.one i) env) (atomAt G env i) :=
  match i, env with
  | .zero, .nil => OrderedMonoid.Same.refl G.zero
  | .succ _, .nil => OrderedMonoid.Same.refl G.zero
  | .zero, .cons a _ => OrderedMonoid.add_zero_same a
  | .succ i, .cons _ rest => (OrderedMonoid.zero_add_same _).trans (value_one i rest)

theorem Tally.value_join (s t : Tally) (env : List G.carrier) :
    G.Same (Tally.value G (s.join t) env) (G.add (Tally.value G s env) (Tally.value G t env)) :=
  match s, t, env with
  | .nil, t, env => (OrderedMonoid.zero_add_same (Tally.value G t env)).symm
  | .cons _ _, .nil, .nil => (OrderedMonoid.zero_add_same G.zero).symm
  | .cons _ _, .cons _ _, .nil => (OrderedMonoid.zero_add_same G.zero).symm
  | .cons k s, .nil, .cons a env =>
    ((OrderedMonoid.Same.refl (G.values.times k a)).add (value_join s .nil env)).trans
      (OrderedMonoid.add_same_assoc _ _ _).symm
  | .cons k s, .cons l t, .cons a env =>
    (((OrderedMonoid.times_add l k a).trans (OrderedMonoid.add_same_comm _ _)).add
      (value_join s t env)).trans (OrderedMonoid.add_swap _ _ _ _)

/-- An expression and its minuses together have the value of its pluses. -/
theorem Linear.value_tally (env : List G.carrier) (e : Linear) :
    G.Same (G.add (e.value G env) (Tally.value G e.tally.snd env))
      (Tally.value G e.tally.fst env) :=
  match e with
  | .zero => OrderedMonoid.zero_add_same G.zero
  | .atom i => (OrderedMonoid.add_zero_same _).trans (Tally.value_one i env).symm
  | .add a b =>
    ((OrderedMonoid.Same.refl _).add (Tally.value_join a.tally.snd b.tally.snd env)).trans
      ((OrderedMonoid.add_swap _ _ _ _).trans
        (((value_tally env a).add (value_tally env b)).trans
          (Tally.value_join a.tally.fst b.tally.fst env).symm))
  | .sub a b =>
    have minus : G.Same
        (G.add (G.neg (b.value G env)) (Tally.value G b.tally.fst env))
        (Tally.value G b.tally.snd env) :=
      ((OrderedMonoid.Same.refl _).add (value_tally env b).symm).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          ((((OrderedMonoid.add_same_comm _ _).trans (G.add_neg _)).add
            (OrderedMonoid.Same.refl _)).trans (OrderedMonoid.zero_add_same _)))
    ((OrderedMonoid.Same.refl _).add (Tally.value_join a.tally.snd b.tally.fst env)).trans
      ((OrderedMonoid.add_swap _ _ _ _).trans
        (((value_tally env a).add minus).trans
          (Tally.value_join a.tally.fst b.tally.snd env).symm))

/-- **Linear identities by counting.**  If every atom occurs as often in `l` as in `r`, with its
sign, the two have the same value. -/
theorem Linear.same (env : List G.carrier) (l r : Linear) (h : Linear.Balanced l r) :
    G.Same (l.value G env) (r.value G env) :=
  have pans : G.Same
      (G.add (Tally.value G l.tally.fst env) (Tally.value G r.tally.snd env))
      (G.add (Tally.value G r.tally.fst env) (Tally.value G l.tally.snd env)) :=
    (Tally.value_join l.tally.fst r.tally.snd env).symm.trans
      ((OrderedMonoid.Same.of_eq (congrArg (fun (t : Tally) => Tally.value G t env) h)).trans
        (Tally.value_join r.tally.fst l.tally.snd env))
  OrderedMonoid.Same.cancel
    (G.add (Tally.value G l.tally.snd env) (Tally.value G r.tally.snd env))
    ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
      (((value_tally env l).add (OrderedMonoid.Same.refl _)).trans
        (pans.trans
          (((value_tally env r).symm.add (OrderedMonoid.Same.refl _)).trans
            ((OrderedMonoid.add_same_assoc _ _ _).trans
              ((OrderedMonoid.Same.refl _).add (OrderedMonoid.add_same_comm _ _)))))))

/-- **Linear inequalities by counting.**  If `x <= y`, and `l + y` has the atoms of `r + x`, then
`l <= r`. -/
theorem Linear.le (env : List G.carrier) (l r x y : Linear)
    (h : Linear.Balanced (.add l y) (.add r x)) (known : G.le (x.value G env) (y.value G env)) :
    G.le (l.value G env) (r.value G env) :=
  G.values.add_cancel (y.value G env)
    (G.values.le_trans (same env (.add l y) (.add r x) h).left
      (OrderedMonoid.add_le (G.values.le_refl _) known))

/-- If `x ~ y`, and `l + y` has the atoms of `r + x`, then `l ~ r`. -/
theorem Linear.same_by (env : List G.carrier) (l r x y : Linear)
    (h : Linear.Balanced (.add l y) (.add r x)) (known : G.Same (x.value G env) (y.value G env)) :
    G.Same (l.value G env) (r.value G env) :=
  OrderedMonoid.Same.cancel (y.value G env)
    ((same env (.add l y) (.add r x) h).trans ((OrderedMonoid.Same.refl _).add known))

namespace OrderedGroup

/-- `a + b ~ c` gives `a ~ c - b`. -/
theorem same_sub {a b c : G.carrier} (h : G.Same (G.add a b) c) : G.Same a (G.sub c b) :=
  OrderedMonoid.Same.cancel b (h.trans (sub_add c b).symm)

/-- Differences of equivalent values are equivalent. -/
theorem sub_same {a b c d : G.carrier} (h : G.Same a b) (k : G.Same c d) :
    G.Same (G.sub a c) (G.sub b d) :=
  same_sub (((OrderedMonoid.Same.refl _).add k.symm).trans ((sub_add a c).trans h))

/-- `a <= b` and `d <= c` give `a - c <= b - d`. -/
theorem sub_le {a b c d : G.carrier} (h : G.le a b) (k : G.le d c) : G.le (G.sub a c) (G.sub b d) :=
  Linear.le (.cons a (.cons b (.cons c (.cons d .nil)))) (.sub (.atom 0) (.atom 2))
    (.sub (.atom 1) (.atom 3)) (.add (.atom 0) (.atom 3)) (.add (.atom 1) (.atom 2)) rfl
    (OrderedMonoid.add_le h k)

/-- `a <= b` gives `0 <= b - a`. -/
theorem zero_le_sub {a b : G.carrier} (h : G.le a b) : G.le G.zero (G.sub b a) :=
  Linear.le (.cons a (.cons b .nil)) .zero (.sub (.atom 1) (.atom 0)) (.atom 0) (.atom 1) rfl h

/-- `a <= b` gives `a - b <= 0`. -/
theorem sub_le_zero {a b : G.carrier} (h : G.le a b) : G.le (G.sub a b) G.zero :=
  Linear.le (.cons a (.cons b .nil)) (.sub (.atom 0) (.atom 1)) .zero (.atom 0) (.atom 1) rfl h

/-- `0 <= b - a` gives `a <= b`. -/
theorem le_of_zero_le_sub {a b : G.carrier} (h : G.le G.zero (G.sub b a)) : G.le a b :=
  Linear.le (.cons a (.cons b .nil)) (.atom 0) (.atom 1) .zero (.sub (.atom 1) (.atom 0)) rfl h

end OrderedGroup

/-- A scaling maps differences to differences. -/
theorem Scaling.map_sub (s : Scaling G.values) (a b : G.carrier) :
    G.Same (s.map (G.sub a b)) (G.sub (s.map a) (s.map b)) :=
  OrderedGroup.same_sub
    ((s.additive (G.sub a b) b).symm.trans (s.same (OrderedGroup.sub_add a b)))
