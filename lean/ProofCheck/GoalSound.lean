prelude
import ProofCheck.Check
import ProofCheck.TaskSound
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Goals and assumptions mean what they should

The rows that `check` builds from a problem state exactly the inequalities of the obligation: for
events, for sums of functions, for the assumptions, and for the cost.
-/

noncomputable section

variable {S : OrderedMonoid} {env : Fn → Nat → Nat → S.carrier} {n : Nat}

/-! ## Events -/

/-- A move down that is made. -/
theorem Move.lower_eq (stay k x : Nat) (h : Nat.le k x) : Eq (Move.lower stay k x) (x.sub k) :=
  match k, x, h with
  | .zero, _, _ => rfl
  | .succ _, .zero, h => (Nat.not_succ_le_zero h).elim
  | .succ k, .succ x, h =>
    (lower_eq stay k x (Nat.le_of_succ_le_succ h)).trans (Nat.succ_sub_succ x k).symm

/-- A move that fits may be carried out on the offset. -/
theorem Move.apply_add {exact : Bool} (hx : Eq exact true → Eq n .zero) (i : Nat) (v : Move)
    (h : Eq (v.fits exact i) true) : Eq (v.apply (n.add i)) (n.add (v.apply i)) :=
  match v, h with
  | .up k, _ => Nat.add_assoc n i k
  | .down k, h =>
    match exact, hx, h with
    | true, hx, _ =>
      Eq.subst
        (motive := fun (z : Nat) =>
          Eq ((Move.down k).apply (z.add i)) (z.add ((Move.down k).apply i)))
        (hx rfl).symm
        ((congrArg (Move.down k).apply (Nat.zero_add i)).trans (Nat.zero_add _).symm)
    | false, _, h =>
      have le := Nat.le_of_ble_eq_true h
      (Move.lower_eq (n.add i) k (n.add i) (Nat.le_trans le (Nat.le_add_left i n))).trans
        ((Nat.add_sub_assoc n le).trans (congrArg n.add (Move.lower_eq i k i le)).symm)

/-- Copies of an atom add a multiple of its value. -/
theorem Atom.total_copies (a : Atom) (l : List Atom) (k : Nat) :
    S.Same (S.total (Atom.values S env n (copies a l k)))
      (S.add (S.times k (a.value S env n)) (S.total (Atom.values S env n l))) :=
  match k with
  | .zero => (OrderedMonoid.zero_add_same _).symm
  | .succ k =>
    (OrderedMonoid.total_cons _ _).trans
      (((OrderedMonoid.Same.refl _).add (total_copies a l k)).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          ((OrderedMonoid.times_succ k (a.value S env n)).symm.add (OrderedMonoid.Same.refl _))))

/-- Copies of a value add a multiple of it. -/
theorem OrderedMonoid.total_copies (a : S.carrier) (l : List S.carrier) (k : Nat) :
    S.Same (S.total (copies a l k)) (S.add (S.times k a) (S.total l)) :=
  match k with
  | .zero => (OrderedMonoid.zero_add_same _).symm
  | .succ k =>
    (OrderedMonoid.total_cons _ _).trans
      (((OrderedMonoid.Same.refl _).add (total_copies a l k)).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          ((OrderedMonoid.times_succ k a).symm.add (OrderedMonoid.Same.refl _))))

theorem Term.total_atoms {exact : Bool} (hx : Eq exact true → Eq n .zero) (fn : Fn) (i : Nat)
    (rest : List Atom) (ts : List Term) (h : Eq (Term.allFit exact i ts) true) :
    S.Same (S.total (Atom.values S env n (Term.atoms fn i rest ts)))
      (S.add (S.total (Term.values S (env fn) (n.add i) ts))
        (S.total (Atom.values S env n rest))) :=
  match ts, h with
  | .nil, _ => (OrderedMonoid.zero_add_same _).symm
  | .cons t l, h =>
    have v : Eq (env fn (n.add (t.move.apply i)) t.target)
        (env fn (t.move.apply (n.add i)) t.target) :=
      congrArg (fun x => env fn x t.target) (Move.apply_add hx i t.move (and_left h)).symm
    (Atom.total_copies { fn := fn, offset := t.move.apply i, mode := t.target } _ t.times).trans
      (((OrderedMonoid.Same.times t.times (OrderedMonoid.Same.of_eq v)).add
          (total_atoms hx fn i rest l (and_right h))).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          ((OrderedMonoid.total_copies _ _ t.times).symm.add (OrderedMonoid.Same.refl _))))

theorem Event.total_atoms {exact : Bool} (hx : Eq exact true → Eq n .zero) (fn : Fn) (i y : Nat)
    (rest : List Atom) (es : List Event) (h : Eq (Event.allFit exact i y es) true) :
    S.Same (S.total (Atom.values S env n (Event.atoms fn i y rest es)))
      (S.add (Event.sum S es (env fn) (n.add i) y) (S.total (Atom.values S env n rest))) :=
  match es, h with
  | .nil, _ => (OrderedMonoid.zero_add_same _).symm
  | .cons e l, h =>
    (Term.total_atoms hx fn i _ (e.terms y) (and_left h)).trans
      (((OrderedMonoid.Same.refl _).add (total_atoms hx fn i y rest l (and_right h))).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          ((OrderedMonoid.total_cons (e.apply S (env fn) (n.add i) y) _).symm.add
            (OrderedMonoid.Same.refl _))))

theorem Point.total_eventAtoms {exact : Bool} (hx : Eq exact true → Eq n .zero) (fn : Fn)
    (es : List Event) (i : Nat) (l : List Point) (h : Eq (Point.allFit exact es i l) true) :
    S.Same (S.total (Atom.values S env n (Point.eventAtoms fn es i l)))
      (S.total (Point.values S (Event.sum S es (env fn)) (n.add i) l)) :=
  match l, h with
  | .nil, _ => OrderedMonoid.Same.refl _
  | .cons q l, h =>
    (Event.total_atoms hx fn (i.add q.offset) q.mode _ es (and_left h)).trans
      (((OrderedMonoid.Same.of_eq (congrArg (fun x => Event.sum S es (env fn) x q.mode)
          (Nat.add_assoc n i q.offset).symm)).add
          (total_eventAtoms hx fn es i l (and_right h))).trans
        (OrderedMonoid.total_cons _ _).symm)

/-- The row of events states the template for the sum of the events. -/
theorem Template.eventRow_sound {exact : Bool} (hx : Eq exact true → Eq n .zero) {fn : Fn}
    {es : List Event} {i : Nat} {q : Template} (h : Eq (q.fits exact es i) true)
    (k : (q.eventRow fn es i).Holds S env n) : q.Holds S (Event.sum S es (env fn)) (n.add i) :=
  OrderedMonoid.le_of_same (Point.total_eventAtoms hx fn es i q.lesser (and_left h))
    (Point.total_eventAtoms hx fn es i q.greater (and_right h)) k

/-! ## Scalings and sums -/

theorem Point.total_scaled (s : Scaling S) (f : Nat → Nat → S.carrier) (x : Nat) (l : List Point) :
    S.Same (S.total (Point.values S (fun x y => s.map (f x y)) x l))
      (s.map (S.total (Point.values S f x l))) :=
  match l with
  | .nil => s.zero.symm
  | .cons q l =>
    (OrderedMonoid.total_cons _ _).trans
      (((OrderedMonoid.Same.refl _).add (total_scaled s f x l)).trans
        ((s.additive (f (x.add q.offset) q.mode) _).symm.trans
          (s.same (OrderedMonoid.total_cons (f (x.add q.offset) q.mode)
            (Point.values S f x l)).symm)))

/-- A scaling preserves templates. -/
theorem Template.Holds.scaled (s : Scaling S) {f : Nat → Nat → S.carrier} {x : Nat} {q : Template}
    (h : q.Holds S f x) : q.Holds S (fun x y => s.map (f x y)) x :=
  OrderedMonoid.Same.le (Point.total_scaled s f x q.lesser) (Point.total_scaled s f x q.greater)
    (s.mono h)

theorem Template.AllHold.scaled (s : Scaling S) {f : Nat → Nat → S.carrier} (l : List Template)
    (h : Template.AllHold S f l) : Template.AllHold S (fun x y => s.map (f x y)) l :=
  match l, h with
  | .nil, _ => True.intro
  | .cons _ l, h => And.intro (fun x => (h.left x).scaled s) (AllHold.scaled s l h.right)

theorem Point.total_sumAtoms (l : List Point) :
    S.Same (S.total (Atom.values S env n (Point.sumAtoms l)))
      (S.total (Point.values S (fun x y => S.add (env .f x y) (env .h x y)) n l)) :=
  match l with
  | .nil => OrderedMonoid.Same.refl _
  | .cons q l =>
    (OrderedMonoid.total_cons _ _).trans
      (((OrderedMonoid.Same.refl _).add
          ((OrderedMonoid.total_cons _ _).trans
            ((OrderedMonoid.Same.refl _).add (total_sumAtoms l)))).trans
        ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
          (OrderedMonoid.total_cons
            (S.add (env .f (n.add q.offset) q.mode) (env .h (n.add q.offset) q.mode)) _).symm))

theorem Template.sumRow_sound {q : Template} (h : q.sumRow.Holds S env n) :
    q.Holds S (fun x y => S.add (env .f x y) (env .h x y)) n :=
  OrderedMonoid.le_of_same (Point.total_sumAtoms q.lesser) (Point.total_sumAtoms q.greater) h

/-! ## Assumptions -/

/-- Every row of a list holds. -/
def Row.AllHold (S : OrderedMonoid) (env : Fn → Nat → Nat → S.carrier) (n : Nat) : List Row → Prop
  | .nil => True
  | .cons r l => And (r.Holds S env n) (AllHold S env n l)

theorem Row.AllHold.nth {l : List Row} (h : Row.AllHold S env n l) (j : Nat) (r : Row)
    (e : Eq (nth l j) (.some r)) : r.Holds S env n :=
  match l, j, h, e with
  | .nil, _, _, e => (none_ne_some e).elim
  | .cons _ _, .zero, h, e =>
    Eq.subst (motive := fun (r : Row) => r.Holds S env n) (some_inj e) h.left
  | .cons _ l, .succ j, h, e => AllHold.nth (l := l) h.right j r e

theorem Template.rows_hold {fn : Fn} {rest : List Row} (l : List Template)
    (h : Template.AllHoldAt S (env fn) n l) (k : Row.AllHold S env n rest) :
    Row.AllHold S env n (Template.rows fn rest l) :=
  match l, h with
  | .nil, _ => k
  | .cons q l, h =>
    And.intro (cast (Template.row_iff fn .zero q).symm h.left) (rows_hold l h.right k)

/-! ## Costs -/

/-- The cost at `x + i` is that at `i` plus the growth over `x` steps. -/
theorem Cost.apply_add (c : Cost) (u : S.carrier) (x i y : Nat) :
    S.Same (c.apply S u (x.add i) y)
      (S.add (S.times (c.perX.mul x) u) (S.times (c.count i y) u)) :=
  have e : Eq (c.count (x.add i) y) ((c.perX.mul x).add (c.count i y)) :=
    (congrArg (fun (z : Nat) => (z.add (c.perY.mul y)).add c.fixed)
      (Nat.left_distrib c.perX x i)).trans
      ((congrArg (fun (z : Nat) => z.add c.fixed) (Nat.add_assoc _ _ _)).trans
        (Nat.add_assoc _ _ _))
  (OrderedMonoid.Same.of_eq (congrArg (fun k => S.times k u) e)).trans
    ((OrderedMonoid.times_add (c.count i y) (c.perX.mul x) u).trans
      (OrderedMonoid.add_same_comm _ _))

/-- The cost of a list of points: its weight, plus the growth once for each point. -/
theorem Cost.total_values (c : Cost) (u : S.carrier) (x : Nat) (l : List Point) :
    S.Same (S.total (Point.values S (c.apply S u) x l))
      (S.add (S.times (Point.number l) (S.times (c.perX.mul x) u)) (S.times (c.weight l) u)) :=
  match l with
  | .nil => (OrderedMonoid.add_zero_same S.zero).symm
  | .cons q l =>
    (OrderedMonoid.total_cons _ _).trans
      (((c.apply_add u x q.offset q.mode).add (total_values c u x l)).trans
        ((OrderedMonoid.add_swap _ _ _ _).trans
          ((OrderedMonoid.times_succ (Point.number l) _).symm.add
            (OrderedMonoid.times_add (c.count q.offset q.mode) (c.weight l) u).symm)))

/-- More copies of a nonnegative value are larger. -/
theorem OrderedMonoid.times_le_times {u : S.carrier} (h : S.le S.zero u) {k l : Nat}
    (hkl : Nat.le k l) : S.le (S.times k u) (S.times l u) :=
  match Nat.exists_add_of_le hkl with
  | .intro d e =>
    Eq.subst (motive := fun (l : Nat) => S.le (S.times k u) (S.times l u)) e.symm
      (S.le_trans (S.le_add_zero _)
        (S.le_trans (OrderedMonoid.add_le (S.le_refl _) (OrderedMonoid.zero_le_times d h))
          (OrderedMonoid.times_add k d u).right))

theorem Template.costEverywhere_sound {c : Cost} {u : S.carrier} (hu : S.le S.zero u) {q : Template}
    (h : Eq (q.costEverywhere c) true) (x : Nat) : q.Holds S (c.apply S u) x :=
  OrderedMonoid.Same.le (c.total_values u x q.lesser) (c.total_values u x q.greater)
    (OrderedMonoid.add_le
      (OrderedMonoid.times_le_times (OrderedMonoid.zero_le_times _ hu)
        (Nat.le_of_ble_eq_true (and_right h)))
      (OrderedMonoid.times_le_times hu (Nat.le_of_ble_eq_true (and_left h))))

theorem Template.costAtZero_sound {c : Cost} {u : S.carrier} (hu : S.le S.zero u) {q : Template}
    (h : Eq (q.costAtZero c) true) : q.Holds S (c.apply S u) .zero :=
  have grow (k : Nat) (v : S.carrier) : S.Same (S.add (S.times k (S.times .zero u)) v) v :=
    ((OrderedMonoid.times_zero k).add (OrderedMonoid.Same.refl v)).trans
      (OrderedMonoid.zero_add_same v)
  OrderedMonoid.Same.le ((c.total_values u .zero q.lesser).trans (grow _ _))
    ((c.total_values u .zero q.greater).trans (grow _ _))
    (OrderedMonoid.times_le_times hu (Nat.le_of_ble_eq_true h))
