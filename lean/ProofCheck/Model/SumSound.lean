prelude
import ProofCheck.Model.Place
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The sums that the checker builds have the right values

`Atom.denote` gives the value of an atom for chosen functions, parameters and `n`.  The sums of
`Check.lean` then have the values of the terms, prices, forms and inequalities at `n + a`.
-/

noncomputable section

namespace Model

/-- The function of a name. -/
def Fn.function {S : OrderedMonoid} (w : World S) (f g : State → S.carrier) :
    Fn → State → S.carrier
  | .f => f
  | .g => g
  | .given j => w.given j

/-- Entry number `i` of `n`; zero beyond the end. -/
def pick (n : List Nat) (i : Nat) : Nat := (nth n i).getD .zero

/-- The value of an atom. -/
def Atom.denote {S : OrderedMonoid} (w : World S) (f g : State → S.carrier) (free : List Bool)
    (n : List Nat) : Atom → S.carrier
  | .value fn a => fn.function w f g (place a free n)
  | .parameter p => w.parameter p
  | .multiple p i => S.times (pick n i) (w.parameter p)

/-! ## Equality of atoms -/

theorem sameState_sound (a b : State) (h : Eq (sameState a b) true) : Eq a b :=
  match a, b, h with
  | .nil, .nil, _ => rfl
  | .nil, .cons _ _, h => (Bool.false_ne_true h).elim
  | .cons _ _, .nil, h => (Bool.false_ne_true h).elim
  | .cons _ a, .cons _ b, h =>
    (congrArg (fun y => List.cons y a) (Nat.eq_of_beq_eq_true (and_left h))).trans
      (congrArg (List.cons _) (sameState_sound a b (and_right h)))

theorem Fn.same_sound (a b : Fn) (h : Eq (Fn.same a b) true) : Eq a b :=
  match a, b, h with
  | .f, .f, _ => rfl
  | .f, .g, h => (Bool.false_ne_true h).elim
  | .f, .given _, h => (Bool.false_ne_true h).elim
  | .g, .f, h => (Bool.false_ne_true h).elim
  | .g, .g, _ => rfl
  | .g, .given _, h => (Bool.false_ne_true h).elim
  | .given _, .f, h => (Bool.false_ne_true h).elim
  | .given _, .g, h => (Bool.false_ne_true h).elim
  | .given _, .given _, h => congrArg Fn.given (Nat.eq_of_beq_eq_true h)

theorem Atom.same_sound (a b : Atom) (h : Eq (Atom.same a b) true) : Eq a b :=
  match a, b, h with
  | .value fn _, .value _ b, h =>
    (congrArg (Atom.value fn) (sameState_sound _ _ (and_right h))).trans
      (congrArg (fun k => Atom.value k b) (Fn.same_sound _ _ (and_left h)))
  | .value _ _, .parameter _, h => (Bool.false_ne_true h).elim
  | .value _ _, .multiple _ _, h => (Bool.false_ne_true h).elim
  | .parameter _, .value _ _, h => (Bool.false_ne_true h).elim
  | .parameter _, .parameter _, h => congrArg Atom.parameter (Nat.eq_of_beq_eq_true h)
  | .parameter _, .multiple _ _, h => (Bool.false_ne_true h).elim
  | .multiple _ _, .value _ _, h => (Bool.false_ne_true h).elim
  | .multiple _ _, .parameter _, h => (Bool.false_ne_true h).elim
  | .multiple p _, .multiple _ j, h =>
    (congrArg (Atom.multiple p) (Nat.eq_of_beq_eq_true (and_right h))).trans
      (congrArg (fun q => Atom.multiple q j) (Nat.eq_of_beq_eq_true (and_left h)))

/-! ## Lists of summands -/

section
variable {S : OrderedMonoid} {α : Type}

theorem total_join (l k : List S.carrier) :
    S.Same (S.total (join l k)) (S.add (S.total l) (S.total k)) :=
  match l with
  | .nil => (OrderedMonoid.zero_add_same _).symm
  | .cons a l =>
    (OrderedMonoid.total_cons a (join l k)).trans
      (((OrderedMonoid.Same.refl a).add (total_join l k)).trans
        ((OrderedMonoid.add_same_assoc a (S.total l) (S.total k)).symm.trans
          ((OrderedMonoid.total_cons a l).symm.add (OrderedMonoid.Same.refl (S.total k)))))

theorem Summand.total_cons (v : α → S.carrier) (q : Summand α) (l : List (Summand α)) :
    S.Same (Summand.total S v (.cons q l))
      (S.add (S.times q.times (v q.atom)) (Summand.total S v l)) :=
  OrderedMonoid.total_cons _ _

theorem Summand.total_join (v : α → S.carrier) (l k : List (Summand α)) :
    S.Same (Summand.total S v (join l k))
      (S.add (Summand.total S v l) (Summand.total S v k)) :=
  match l with
  | .nil => (OrderedMonoid.zero_add_same _).symm
  | .cons a l =>
    (Summand.total_cons v a (join l k)).trans
      (((OrderedMonoid.Same.refl _).add (total_join v l k)).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          ((Summand.total_cons v a l).symm.add (OrderedMonoid.Same.refl _))))

theorem Summand.total_scale (v : α → S.carrier) (k : Nat) (l : List (Summand α)) :
    S.Same (Summand.total S v (Summand.scale k l)) (S.times k (Summand.total S v l)) :=
  match l with
  | .nil => (OrderedMonoid.times_zero k).symm
  | .cons q l =>
    (Summand.total_cons v { times := k.mul q.times, atom := q.atom } (Summand.scale k l)).trans
      (((OrderedMonoid.times_mul k q.times (v q.atom)).add (total_scale v k l)).trans
        ((OrderedMonoid.times_distrib k _ _).symm.trans
          (OrderedMonoid.Same.times k (Summand.total_cons v q l).symm)))

/-- `k (l a) ~ l (k a)`. -/
theorem times_times (k l : Nat) (a : S.carrier) :
    S.Same (S.times k (S.times l a)) (S.times l (S.times k a)) :=
  match k with
  | .zero => (OrderedMonoid.times_zero l).symm
  | .succ k =>
    (OrderedMonoid.times_succ k (S.times l a)).trans
      (((OrderedMonoid.Same.refl (S.times l a)).add (times_times k l a)).trans
        ((OrderedMonoid.times_distrib l a (S.times k a)).symm.trans
          (OrderedMonoid.Same.times l (OrderedMonoid.times_succ k a).symm)))
end

/-! ## Terms and prices -/

variable {S : OrderedMonoid} {w : World S} {f g : State → S.carrier} {free : List Bool}
  {n : List Nat} {tops : List (Option Nat)} {a : State}

theorem Source.function_fn (q : Source) :
    Eq (q.fn.function w f g) (q.function S w f) :=
  match q with
  | .f => rfl
  | .given _ => rfl

theorem targetSum_value (k : Nat) (fn : Fn) (o : Option State) :
    Eq (Summand.total S (Atom.denote w f g free n) (targetSum k fn o))
      (valueAt S k (fn.function w f g) (mapped (fun s => place s free n) o)) :=
  match o with
  | .none => rfl
  | .some _ => rfl

theorem Term.value_place (t : Term) (h : Eq (steadyMoves a free tops t.move) true)
    (k : Eq (steadyWeight free t.weight) true) :
    Eq (Summand.total S (Atom.denote w f g free n)
        (targetSum (t.weight.at a) t.source.fn (t.target tops a)))
      (valueAt S (t.weight.at (place a free n)) (t.source.function S w f)
        (t.target tops (place a free n))) :=
  (targetSum_value (t.weight.at a) t.source.fn (t.target tops a)).trans
    ((congrArg (valueAt S (t.weight.at a) (t.source.fn.function w f g))
        (arrive_place t.boundary a free tops t.move n h).symm).trans
      ((congrArg (fun i => valueAt S i (t.source.fn.function w f g) (t.target tops (place a free n)))
          (weight_place a free t.weight n k).symm).trans
        (congrArg (fun h => valueAt S (t.weight.at (place a free n)) h
            (t.target tops (place a free n)))
          (Source.function_fn t.source))))

theorem Term.sum_value (l : List Term) (h : Eq (Term.steady tops free a l) true) :
    S.Same (Summand.total S (Atom.denote w f g free n) (Term.sum tops a l))
      (S.total (Term.values S tops w f (place a free n) l)) :=
  match l, h with
  | .nil, _ => OrderedMonoid.Same.refl S.zero
  | .cons t l, h =>
    (Summand.total_join _ _ _).trans
      (((OrderedMonoid.Same.of_eq
            (Term.value_place t (and_left (and_left h)) (and_right (and_left h)))).add
          (sum_value l (and_right h))).trans
        (OrderedMonoid.total_cons _ _).symm)

theorem pick_zero (n : List Nat) : Eq (first .zero n) (pick n .zero) :=
  match n with
  | .nil => rfl
  | .cons _ _ => rfl

theorem pick_rest (n : List Nat) (j : Nat) : Eq (pick (rest n) j) (pick n j.succ) :=
  match n with
  | .nil => rfl
  | .cons _ _ => rfl

/-- One coordinate of `slopes . (n + a)`. -/
theorem multiple_value (p i c x k : Nat) (b : Bool) (e : Eq k (pick n i)) :
    S.Same (S.times ((placeEntry b k x).mul c) (w.parameter p))
      (S.add (S.times (x.mul c) (w.parameter p))
        (Summand.total S (Atom.denote w f g free n)
          (cond b (.cons { times := c, atom := .multiple p i } .nil) .nil))) :=
  match b with
  | false => (OrderedMonoid.add_zero_same _).symm
  | true =>
    (OrderedMonoid.times_mul (k.add x) c (w.parameter p)).trans
      ((OrderedMonoid.times_add x k (S.times c (w.parameter p))).trans
        ((OrderedMonoid.times_mul x c (w.parameter p)).symm.add
          ((times_times k c (w.parameter p)).trans
            (OrderedMonoid.Same.of_eq
              (congrArg (fun z => S.times c (S.times z (w.parameter p))) e)))))

/-- The part of `slopes . (n + a)` that comes from `n`. -/
theorem multiples_value (p : Nat) (a : State) (i : Nat) (b : List Bool) (slopes k : List Nat)
    (e : ∀ j, Eq (pick k j) (pick n (i.add j))) :
    S.Same (S.times (dot (place a b k) slopes) (w.parameter p))
      (S.add (S.times (dot a slopes) (w.parameter p))
        (Summand.total S (Atom.denote w f g free n) (multiples p slopes a i b))) :=
  match slopes, a with
  | .nil, _ => (OrderedMonoid.add_zero_same S.zero).symm
  | .cons _ _, .nil => (OrderedMonoid.add_zero_same _).symm
  | .cons c slopes, .cons x a =>
    (OrderedMonoid.times_add _ _ (w.parameter p)).trans
      (((multiples_value p a i.succ (rest b) slopes (rest k) fun j =>
            (pick_rest k j).trans
              ((e j.succ).trans (congrArg (pick n) (Nat.succ_add i j).symm))).add
          (multiple_value (f := f) (g := g) (free := free) p i c x (first .zero k)
            (first true b) ((pick_zero k).trans (e .zero)))).trans
        ((OrderedMonoid.add_swap _ _ _ _).trans
          ((OrderedMonoid.times_add _ _ (w.parameter p)).symm.add
            ((OrderedMonoid.add_same_comm _ _).trans (Summand.total_join _ _ _).symm))))

/-- `(a + b) + c ~ (a + c) + b`. -/
theorem add_right_comm (a b c : S.carrier) :
    S.Same (S.add (S.add a b) c) (S.add (S.add a c) b) :=
  (OrderedMonoid.add_same_assoc a b c).trans
    (((OrderedMonoid.Same.refl a).add (OrderedMonoid.add_same_comm b c)).trans
      (OrderedMonoid.add_same_assoc a c b).symm)

theorem Price.value_place (q : Price) :
    S.Same (S.times (q.amount.at (place a free n)) (w.parameter q.parameter))
      (S.add (S.times (q.amount.at a) (w.parameter q.parameter))
        (Summand.total S (Atom.denote w f g free n)
          (multiples q.parameter q.amount.slopes a .zero free))) :=
  (OrderedMonoid.times_add _ q.amount.constant (w.parameter q.parameter)).trans
    (((multiples_value q.parameter a .zero free q.amount.slopes n fun j =>
          congrArg (pick n) (Nat.zero_add j).symm).add (OrderedMonoid.Same.refl _)).trans
      ((add_right_comm _ _ _).trans
        ((OrderedMonoid.times_add _ q.amount.constant (w.parameter q.parameter)).symm.add
          (OrderedMonoid.Same.refl _))))

theorem Price.sum_value (l : List Price) :
    S.Same (Summand.total S (Atom.denote w f g free n) (Price.sum free a l))
      (S.total (Price.values S w (place a free n) l)) :=
  match l with
  | .nil => OrderedMonoid.Same.refl S.zero
  | .cons q l =>
    (Summand.total_cons _ _ _).trans
      (((OrderedMonoid.Same.refl _).add (Summand.total_join _ _ _)).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          (((Price.value_place q).symm.add (sum_value l)).trans
            (OrderedMonoid.total_cons _ _).symm)))

/-- The sum of a form has its value. -/
theorem Form.sum_value (q : Form) (h : Eq (Term.steady tops free a q.terms) true) :
    S.Same (Summand.total S (Atom.denote w f g free n) (q.sum tops free a))
      (q.value S tops w f (place a free n)) :=
  (Summand.total_join _ _ _).trans
    (((Term.sum_value q.terms h).add (Price.sum_value q.prices)).trans (total_join _ _).symm)

/-! ## Inequalities -/

theorem pointSum_values (fn : Fn) (a : State) (l : List (Summand (List Nat))) :
    Eq (Summand.values S (Atom.denote w f g free n) (pointSum fn a l))
      (Summand.values S (fun d => fn.function w f g (plus (place a free n) d)) l) :=
  match l with
  | .nil => rfl
  | .cons q l =>
    (congrArg (fun s => List.cons (S.times q.times (fn.function w f g s))
        (Summand.values S (Atom.denote w f g free n) (pointSum fn a l)))
      (plus_place a free q.atom n)).trans
      (congrArg
        (List.cons (S.times q.times (fn.function w f g (plus (place a free n) q.atom))))
        (pointSum_values fn a l))

/-- The row of an inequality says that the inequality holds. -/
theorem Sides.row_holds (fn : Fn) (a : State) (q : Sides) :
    Eq (Row.Holds S (Atom.denote w f g free n) (q.row fn a))
      (q.Holds S (fn.function w f g) (place a free n)) :=
  (congrArg (fun l => S.le (S.total l)
      (Summand.total S (Atom.denote w f g free n) (pointSum fn a q.greater)))
    (pointSum_values fn a q.lesser)).trans
    (congrArg (fun l => S.le
        (Summand.total S (fun d => fn.function w f g (plus (place a free n) d)) q.lesser)
        (S.total l))
      (pointSum_values fn a q.greater))

theorem formSum_value (q : Form) (a : State) (l : List (Summand (List Nat)))
    (h : Eq (formSteady tops free q a l) true) :
    S.Same (Summand.total S (Atom.denote w f g free n) (formSum tops free q a l))
      (Summand.total S (fun d => q.value S tops w f (plus (place a free n) d)) l) :=
  match l, h with
  | .nil, _ => OrderedMonoid.Same.refl S.zero
  | .cons p l, h =>
    (Summand.total_join _ _ _).trans
      ((((Summand.total_scale _ p.times _).trans
            (OrderedMonoid.Same.times p.times
              ((Form.sum_value q (and_left h)).trans
                (OrderedMonoid.Same.of_eq
                  (congrArg (q.value S tops w f) (plus_place a free p.atom n)))))).add
          (formSum_value q a l (and_right h))).trans
        (Summand.total_cons (fun d => q.value S tops w f (plus (place a free n) d)) p l).symm)

/-! ## Parameters -/

/-- The factor of an assumption: one, or an entry of `n`. -/
def factor (n : List Nat) : Option Nat → Nat
  | .none => .succ .zero
  | .some i => pick n i

theorem parameterSum_value (i : Option Nat) (l : List (Summand Nat)) :
    S.Same (Summand.total S (Atom.denote w f g free n) (parameterSum i l))
      (S.times (factor n i) (Summand.total S w.parameter l)) :=
  match l with
  | .nil => (OrderedMonoid.times_zero (factor n i)).symm
  | .cons q l =>
    have atom : Eq
        (S.times q.times (Atom.denote w f g free n
          (match i with | .none => .parameter q.atom | .some i => .multiple q.atom i)))
        (S.times q.times (S.times (factor n i) (w.parameter q.atom))) :=
      match i with
      | .none => rfl
      | .some _ => rfl
    (Summand.total_cons _ _ _).trans
      ((((OrderedMonoid.Same.of_eq atom).trans
            (times_times q.times (factor n i) (w.parameter q.atom))).add
          (parameterSum_value i l)).trans
        ((OrderedMonoid.times_distrib (factor n i) _ _).symm.trans
          (OrderedMonoid.Same.times (factor n i) (Summand.total_cons w.parameter q l).symm)))

/-! ## Claims -/

/-- The sum of one side of a comparison has its value. -/
theorem Comparison.side_value (a : State) (l : List (Summand (List Nat))) (k : List (Summand Nat)) :
    S.Same (Summand.total S (Atom.denote w f g free n) (join (pointSum .f a l) (parameterSum .none k)))
      (Comparison.side S w f (place a free n) l k) :=
  (Summand.total_join _ _ _).trans
    (((OrderedMonoid.Same.of_eq (congrArg S.total (pointSum_values .f a l))).add
        (parameterSum_value .none k)).trans
      (total_join _ _).symm)

theorem Comparison.row_sound (a : State) (q : Comparison)
    (h : Row.Holds S (Atom.denote w f g free n) (q.row a)) :
    q.Holds S w f (place a free n) :=
  OrderedMonoid.le_of_same (Comparison.side_value a q.sides.lesser q.constants.lesser)
    (Comparison.side_value a q.sides.greater q.constants.greater) h

theorem Comparison.row_holds (a : State) (q : Comparison) (h : q.Holds S w f (place a free n)) :
    Row.Holds S (Atom.denote w f g free n) (q.row a) :=
  OrderedMonoid.le_of_same (Comparison.side_value a q.sides.lesser q.constants.lesser).symm
    (Comparison.side_value a q.sides.greater q.constants.greater).symm h

theorem givenRows_hold (a : State) (l : List Comparison)
    (h : Each (Comparison.Holds S w f (place a free n)) l) :
    Each (Row.Holds S (Atom.denote w f g free n)) (givenRows a l) :=
  match l, h with
  | .nil, _ => True.intro
  | .cons q l, h => And.intro (Comparison.row_holds a q h.left) (givenRows_hold a l h.right)

end Model
