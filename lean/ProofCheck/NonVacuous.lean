prelude
import ProofCheck.ThreeServer
import ProofCheck.TwoServer
import ProofCheck.Instances
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# The hypotheses of the two- and three-server theorems are satisfiable

Over the natural numbers: the function `x + y` lies in both cones, satisfies the reduction
inequality and is its own routed image; so does, without being degenerate, `x x + 3 y`, for which
keeping the job is strictly better at `x = 1` and sending one at `x = 3`; every function has a
routed image; and value iteration exists, with rates for which `mu1 = mu2 + delta`, `delta` zero or
not, and with any costs and start.  So no lemma of `TwoServer` and `ThreeServer` speaks about
nothing.  For models see `Model/Existence.lean` and the end of `Model/Unfolding.lean`, for the index
theorems `NonVacuousIndex.lean`.
-/

noncomputable section

namespace NonVacuous

open OrderedMonoid (naturals)

/-- The function `x + y`. -/
def jobs (x y : Nat) : Nat := x.add y

theorem le_of_eq {a b : Nat} (h : Eq a b) : Nat.le a b :=
  Eq.subst (motive := fun (z : Nat) => Nat.le a z) h Nat.le.refl

/-- Sending jobs does not change their number. -/
theorem jobs_send (x y a : Nat) (h : Nat.le a x) : Eq (jobs (x.sub a) (y.add a)) (jobs x y) :=
  match Nat.exists_add_of_le h with
  | .intro k e =>
    Eq.subst (motive := fun (x : Nat) => Eq (jobs (x.sub a) (y.add a)) (jobs x y)) e.symm
      ((congrArg (fun (z : Nat) => z.add (y.add a)) (Nat.add_sub_cancel k a)).trans
        ((congrArg k.add (Nat.add_comm y a)).trans (Nat.add_assoc k a y).symm))

/-- `x + y` is its own routed image, for any number of slow servers. -/
theorem jobs_routed (m : Nat) : Routed naturals m jobs jobs where
  upper := fun x y a h _ => le_of_eq (jobs_send x y a h).symm
  attained := fun x y h =>
    Exists.intro Nat.zero (And.intro (Nat.zero_le x) (And.intro h (Nat.le.refl (n := jobs x y))))

/-- For `x + y` every feasible action is optimal, so the premises of the threshold lemmas hold. -/
theorem jobs_optimal (m x y a : Nat) (hx : Nat.le a x) (hm : Nat.le (y.add a) m) :
    Optimal naturals m jobs x y a where
  jobs := hx
  servers := hm
  best := fun b hb _ => le_of_eq ((jobs_send x y a hx).trans (jobs_send x y b hb).symm)

/-- `x + y` is the holding cost in units of one. -/
theorem jobs_holding (x y : Nat) :
    naturals.Same (holding (S := naturals) (Nat.succ .zero) x y) (jobs x y) :=
  have count (k : Nat) : naturals.Same (naturals.times k (Nat.succ .zero)) k :=
    Nat.rec (motive := fun (k : Nat) => naturals.Same (naturals.times k (Nat.succ .zero)) k)
      (OrderedMonoid.Same.refl (S := naturals) Nat.zero)
      (fun k ih =>
        (OrderedMonoid.times_succ (S := naturals) k (Nat.succ .zero)).trans
          (((OrderedMonoid.Same.refl (S := naturals) (Nat.succ .zero)).add ih).trans
            (OrderedMonoid.add_same_comm (S := naturals) (Nat.succ .zero) k))) k
  count (x.add y)

/-- `x + y` lies in the three-server cone. -/
theorem jobs_threeServer : ThreeServer.Cone naturals jobs :=
  ThreeServer.Cone.congr (fun x y _ => jobs_holding x y)
    (ThreeServer.holding_mem (Nat.zero_le (Nat.succ .zero)))

/-- `x + y` lies in the two-server cone. -/
theorem jobs_twoServer : TwoServer.Cone naturals jobs :=
  TwoServer.Cone.congr (fun x y _ => jobs_holding x y)
    (TwoServer.holding_mem (Nat.zero_le (Nat.succ .zero)))

/-- `x + y` satisfies the reduction inequality. -/
theorem jobs_reduced (m : Nat) : Reduced naturals m jobs :=
  fun y _ => le_of_eq ((Nat.add_comm 1 y).trans (Nat.zero_add (y.add 1)).symm)

/-! ## A function for which sending depends on the state -/

/-- The square. -/
def square (x : Nat) : Nat := x.mul x

/-- `(x + 1) (x + 1) = x x + (x + (x + 1))`. -/
theorem square_succ (x : Nat) : Eq (square x.succ) ((square x).add (x.add x.succ)) :=
  have row (n : Nat) : Eq (x.succ.mul n) ((x.mul n).add n) :=
    Nat.rec (motive := fun n => Eq (x.succ.mul n) ((x.mul n).add n)) rfl
      (fun n ih =>
        congrArg Nat.succ
          ((congrArg (fun (z : Nat) => z.add x) ih).trans
            ((Nat.add_assoc (x.mul n) n x).trans
              ((congrArg (x.mul n).add (Nat.add_comm n x)).trans
                (Nat.add_assoc (x.mul n) x n).symm)))) n
  (congrArg (fun (z : Nat) => z.add x.succ) (row x)).trans (Nat.add_assoc (square x) x x.succ)

theorem square_grows (x : Nat) : Nat.le (square x) (square x.succ) :=
  Nat.le_trans (Nat.le_add_right (square x) (x.add x.succ)) (le_of_eq (square_succ x).symm)

/-- The square is convex: `2 (x + 1)^2 <= (x + 2)^2 + x^2`. -/
theorem square_convex (x : Nat) :
    naturals.le (naturals.add (square x.succ) (square x.succ))
      (naturals.add (square x.succ.succ) (square x)) :=
  have odd : Nat.le (x.add x.succ) (x.succ.add x.succ.succ) :=
    OrderedMonoid.add_le (S := naturals) (a := x) (b := x.succ) (c := x.succ) (d := x.succ.succ)
      (Nat.le.step Nat.le.refl) (Nat.le.step Nat.le.refl)
  have left : Eq ((square x.succ).add (square x.succ))
      (((square x.succ).add (x.add x.succ)).add (square x)) :=
    (congrArg (square x.succ).add
      ((square_succ x).trans (Nat.add_comm (square x) (x.add x.succ)))).trans
      (Nat.add_assoc (square x.succ) (x.add x.succ) (square x)).symm
  Nat.le_trans (le_of_eq left)
    (naturals.add_mono (square x)
      (Nat.le_trans (Nat.add_le_add_left (square x.succ) odd) (le_of_eq (square_succ x.succ).symm)))

/-- The function `x x + 3 y`. -/
def quadratic (x y : Nat) : Nat := (square x).add (Nat.mul 3 y)

/-- Inequalities between sums of two parts. -/
theorem parts {a b c d p q r s : Nat} (h : naturals.le (naturals.add a b) (naturals.add c d))
    (k : naturals.le (naturals.add p q) (naturals.add r s)) :
    naturals.le (naturals.add (naturals.add a p) (naturals.add b q))
      (naturals.add (naturals.add c r) (naturals.add d s)) :=
  OrderedMonoid.Same.le (OrderedMonoid.add_swap (S := naturals) a p b q)
    (OrderedMonoid.add_swap (S := naturals) c r d s) (OrderedMonoid.add_le h k)

/-- `2 (t + 3) = t + (t + 6)`. -/
theorem linear (t : Nat) :
    naturals.le (naturals.add (t.add 3) (t.add 3)) (naturals.add t (t.add 6)) :=
  le_of_eq (congrArg (fun (z : Nat) => z.add 3) (Nat.add_comm (t.add 3) t))

/-- Over the naturals, `x x + 3 y` satisfies (K1)-(K6), for any number of slow servers. -/
theorem quadratic_manyServer (m : Nat) : ManyServer.Cone naturals m quadratic where
  k1 := fun x y _ => naturals.add_mono (Nat.mul 3 y) (square_grows x)
  k2 := fun x y _ => Nat.add_le_add_left (square x) (Nat.le_add_right (Nat.mul 3 y) 3)
  k3 := fun x y _ =>
    parts (naturals.add_comm (square x.succ) (square x))
      (naturals.le_refl (naturals.add (Nat.mul 3 y) (Nat.mul 3 y.succ)))
  k4 := fun x y _ =>
    parts (square_convex x) (naturals.le_refl (naturals.add (Nat.mul 3 y) (Nat.mul 3 y.succ)))
  k5 := fun x y _ =>
    parts (naturals.le_refl (naturals.add (square x) (square x))) (linear (Nat.mul 3 y))
  k6 := fun x y _ => parts (square_convex x) (linear (Nat.mul 3 y))

/-- Over the naturals, `x x + 3 y` lies in the three-server cone. -/
theorem quadratic_threeServer : ThreeServer.Cone naturals quadratic :=
  ThreeServer.Cone.ofMany (quadratic_manyServer 2)

/-- Over the naturals, `x x + 3 y` lies in the two-server cone. -/
theorem quadratic_twoServer : TwoServer.Cone naturals quadratic where
  k1 := (quadratic_manyServer 1).k1
  k2 := (quadratic_manyServer 1).k2
  k3 := (quadratic_manyServer 1).k3
  k4 := (quadratic_manyServer 1).k4
  convex := fun x y _ =>
    parts (Nat.le_trans (square_convex x) (naturals.add_comm (square x.succ.succ) (square x)))
      (naturals.le_refl (naturals.add (Nat.mul 3 y) (Nat.mul 3 y)))

/-- Over the naturals, `x x + 3 y` satisfies the reduction inequality. -/
theorem quadratic_reduced (m : Nat) : Reduced naturals m quadratic :=
  fun y _ =>
    Nat.le_trans (le_of_eq (Nat.add_comm 1 (Nat.mul 3 y)))
      (Nat.le_trans (Nat.add_le_add_left (Nat.mul 3 y) (Nat.le_of_ble_eq_true (m := 3) rfl))
        (le_of_eq (Nat.zero_add ((Nat.mul 3 y).add 3)).symm))

/-- In state `(1, 0)` keeping the job is strictly better: `1 < 3`. -/
theorem quadratic_keeps : Nat.lt (quadratic 1 0) (quadratic 0 1) := Nat.le_of_ble_eq_true rfl

/-- In state `(3, 0)` sending a job is strictly better: `7 < 9`. -/
theorem quadratic_sends : Nat.lt (quadratic 2 1) (quadratic 3 0) := Nat.le_of_ble_eq_true rfl

/-- So the optimal number of jobs depends on `x`: sending one is not optimal in `(1, 0)`, sending
none is not optimal in `(3, 0)`. -/
theorem quadratic_depends :
    And (Not (Optimal naturals 2 quadratic 1 0 1)) (Not (Optimal naturals 2 quadratic 3 0 0)) :=
  And.intro
    (fun w => Nat.not_lt_of_le (w.best 0 (Nat.zero_le 1) (Nat.zero_le 2)) quadratic_keeps)
    (fun w =>
      Nat.not_lt_of_le
        (w.best 1 (Nat.le_of_ble_eq_true rfl) (Nat.le_of_ble_eq_true rfl)) quadratic_sends)

/-! ## Routing over the naturals is computable -/

/-- The smaller of two numbers. -/
def smaller (a b : Nat) : Nat := cond (Nat.ble a b) a b

theorem smaller_le_left (a b : Nat) : Nat.le (smaller a b) a :=
  match Nat.le_or_lt a b with
  | .inl h => le_of_eq (congrArg (fun (c : Bool) => cond c a b) (Nat.ble_eq_true_of_le h))
  | .inr h =>
    have key : (c : Bool) → Nat.le (cond c a b) a := fun c =>
      match c with
      | true => Nat.le.refl
      | false => Nat.le_trans (Nat.le.step Nat.le.refl) h
    key (Nat.ble a b)

theorem smaller_le_right (a b : Nat) : Nat.le (smaller a b) b :=
  have key : (c : Bool) → Eq (Nat.ble a b) c → Nat.le (cond c a b) b := fun c e =>
    match c, e with
    | true, e => Nat.le_of_ble_eq_true e
    | false, _ => Nat.le.refl
  key (Nat.ble a b) rfl

theorem smaller_cases (a b : Nat) : Or (Eq (smaller a b) a) (Eq (smaller a b) b) :=
  have key : (c : Bool) → Or (Eq (cond c a b) a) (Eq (cond c a b) b) := fun c =>
    match c with
    | true => Or.inl rfl
    | false => Or.inr rfl
  key (Nat.ble a b)

/-- The action is feasible. -/
def feasible (m x y a : Nat) : Bool := and (Nat.ble a x) (Nat.ble (y.add a) m)

/-- The smallest value of `f` after a feasible action up to `n`. -/
def least (m : Nat) (f : Nat → Nat → Nat) (x y : Nat) : Nat → Nat
  | .zero => f x y
  | .succ n =>
    cond (feasible m x y n.succ) (smaller (f (x.sub n.succ) (y.add n.succ)) (least m f x y n))
      (least m f x y n)

theorem least_upper (m : Nat) (f : Nat → Nat → Nat) (x y n a : Nat) (hn : Nat.le a n)
    (hx : Nat.le a x) (hm : Nat.le (y.add a) m) :
    Nat.le (least m f x y n) (f (x.sub a) (y.add a)) :=
  match n, hn with
  | .zero, hn =>
    Eq.subst (motive := fun (a : Nat) => Nat.le (f x y) (f (x.sub a) (y.add a)))
      (Nat.le_antisymm (Nat.zero_le a) hn) Nat.le.refl
  | .succ n, hn =>
    match Nat.le_or_lt n.succ a with
    | .inl ge =>
      have e : Eq n.succ a := Nat.le_antisymm ge hn
      have ok : Eq (feasible m x y n.succ) true :=
        Eq.subst (motive := fun (a : Nat) => Eq (feasible m x y a) true) e.symm
          (and_intro (Nat.ble_eq_true_of_le hx) (Nat.ble_eq_true_of_le hm))
      Eq.subst (motive := fun (a : Nat) => Nat.le (least m f x y n.succ) (f (x.sub a) (y.add a))) e
        (Eq.subst
          (motive := fun (c : Bool) =>
            Nat.le
              (cond c (smaller (f (x.sub n.succ) (y.add n.succ)) (least m f x y n))
                (least m f x y n))
              (f (x.sub n.succ) (y.add n.succ)))
          ok.symm (smaller_le_left _ _))
    | .inr less =>
      have ih := least_upper m f x y n a (Nat.le_of_succ_le_succ less) hx hm
      have key : (c : Bool) →
          Nat.le
            (cond c (smaller (f (x.sub n.succ) (y.add n.succ)) (least m f x y n)) (least m f x y n))
            (f (x.sub a) (y.add a)) := fun c =>
        match c with
        | true => Nat.le_trans (smaller_le_right _ _) ih
        | false => ih
      key (feasible m x y n.succ)

theorem least_attained (m : Nat) (f : Nat → Nat → Nat) (x y n : Nat) (hy : Nat.le y m) :
    Exists fun (a : Nat) => And (Nat.le a x)
      (And (Nat.le (y.add a) m) (Eq (least m f x y n) (f (x.sub a) (y.add a)))) :=
  match n with
  | .zero => Exists.intro .zero (And.intro (Nat.zero_le x) (And.intro hy rfl))
  | .succ n =>
    have ih := least_attained m f x y n hy
    have key : (c : Bool) → Eq (feasible m x y n.succ) c →
        Exists fun (a : Nat) => And (Nat.le a x) (And (Nat.le (y.add a) m)
          (Eq
            (cond c (smaller (f (x.sub n.succ) (y.add n.succ)) (least m f x y n)) (least m f x y n))
            (f (x.sub a) (y.add a)))) := fun c e =>
      match c, e with
      | false, _ => ih
      | true, e =>
        match smaller_cases (f (x.sub n.succ) (y.add n.succ)) (least m f x y n) with
        | .inl h =>
          Exists.intro n.succ (And.intro (Nat.le_of_ble_eq_true (and_left e))
            (And.intro (Nat.le_of_ble_eq_true (and_right e)) h))
        | .inr h =>
          match ih with
          | .intro a w =>
            Exists.intro a (And.intro w.left (And.intro w.right.left (h.trans w.right.right)))
    key (feasible m x y n.succ) rfl

/-- The routed image of a function. -/
def routedImage (m : Nat) (f : Nat → Nat → Nat) (x y : Nat) : Nat := least m f x y x

/-- Over the naturals every function has a routed image. -/
theorem routedImage_routed (m : Nat) (f : Nat → Nat → Nat) :
    Routed naturals m f (routedImage m f) where
  upper := fun x y a hx hm => least_upper m f x y x a hx hx hm
  attained := fun x y hy =>
    match least_attained m f x y x hy with
    | .intro a w =>
      Exists.intro a (And.intro w.left (And.intro w.right.left (le_of_eq w.right.right.symm)))

/-- The routed image of `x x + 3 y` lies in the three-server cone too. -/
theorem quadratic_routed : ThreeServer.Cone naturals (routedImage 2 quadratic) :=
  ThreeServer.routing_preserves quadratic_threeServer (routedImage_routed 2 quadratic)

/-! ## Value iteration exists -/

/-- The scaling by zero. -/
def zeroScaling : Scaling naturals where
  map := fun _ => Nat.zero
  mono := fun _ => Nat.le.refl
  additive := fun _ _ => OrderedMonoid.Same.refl (S := naturals) Nat.zero

/-- All rates one. -/
def unitRates : Rates naturals where
  lam := Scaling.identity naturals
  mu1 := Scaling.identity naturals
  mu2 := Scaling.identity naturals
  beta := Scaling.identity naturals

/-- The scaling by two. -/
def doubling : Scaling naturals where
  map := fun a => naturals.add a a
  mono := fun h => OrderedMonoid.add_le h h
  additive := fun a b => OrderedMonoid.add_swap (S := naturals) a b a b

/-- The fast server twice as fast as a slow one, the other rates one. -/
def doubleRates : Rates naturals where
  lam := Scaling.identity naturals
  mu1 := doubling
  mu2 := Scaling.identity naturals
  beta := Scaling.identity naturals

/-- The iterates, with given rates. -/
def iterateOf (r : Rates naturals) (m : Nat) : Nat → Nat → Nat → Nat
  | .zero => fun _ _ => .zero
  | .succ n => step (S := naturals) m r (Nat.succ .zero) (routedImage m (iterateOf r m n))

/-- The iterates, with all rates one. -/
def iterate (m : Nat) : Nat → Nat → Nat → Nat := iterateOf unitRates m

/-- Value iteration over the naturals, with any rates. -/
theorem iterateOf_valueIteration (r : Rates naturals) (m : Nat) :
    ValueIteration naturals m r (Nat.succ .zero) (iterateOf r m)
      (fun n => routedImage m (iterateOf r m n)) where
  unit := Nat.zero_le (Nat.succ .zero)
  start := fun _ _ _ => OrderedMonoid.Same.refl (S := naturals) Nat.zero
  routed := fun n => routedImage_routed m (iterateOf r m n)
  next := fun _ _ _ _ => OrderedMonoid.Same.refl (S := naturals) _

/-- Value iteration over the naturals. -/
theorem iterate_valueIteration (m : Nat) :
    ValueIteration naturals m unitRates (Nat.succ .zero) (iterate m)
      (fun n => routedImage m (iterate m n)) :=
  iterateOf_valueIteration unitRates m

/-- The iterates with running cost `c`, from `h`. -/
def iterateWith (r : Rates naturals) (m : Nat) (c h : Nat → Nat → Nat) : Nat → Nat → Nat → Nat
  | .zero => h
  | .succ n => stepWith (S := naturals) m r c (routedImage m (iterateWith r m c h n))

/-- Value iteration over the naturals, with any rates, any running cost and any start. -/
theorem iterateWith_valueIteration (r : Rates naturals) (m : Nat) (c h : Nat → Nat → Nat) :
    ValueIterationWith naturals m r c (iterateWith r m c h)
      (fun n => routedImage m (iterateWith r m c h n)) where
  routed := fun n => routedImage_routed m (iterateWith r m c h n)
  next := fun _ _ _ _ => OrderedMonoid.Same.refl (S := naturals) _

/-- The fast server is at least as fast as a slow one: `mu1 = mu2 + 0`. -/
theorem unitRates_faster (a : naturals.carrier) :
    naturals.Same (unitRates.mu1.map a) (naturals.add (unitRates.mu2.map a) (zeroScaling.map a)) :=
  OrderedMonoid.Same.refl (S := naturals) a

/-- So the hypotheses of the reduction lemma are satisfiable, and its conclusion holds here. -/
theorem iterate_reduced (n : Nat) : Reduced naturals 2 (iterate 2 n) :=
  ThreeServer.reduction unitRates_faster (iterate_valueIteration 2) n

/-- `mu1 = mu2 + delta` with `delta` the identity. -/
theorem doubleRates_faster (a : naturals.carrier) :
    naturals.Same (doubleRates.mu1.map a)
      (naturals.add (doubleRates.mu2.map a) ((Scaling.identity naturals).map a)) :=
  OrderedMonoid.Same.refl (S := naturals) (naturals.add a a)

/-- Here the fast server is strictly faster: `delta 1 <= 0` fails. -/
theorem doubleRates_strict :
    Not (naturals.le ((Scaling.identity naturals).map (Nat.succ .zero)) naturals.zero) :=
  OrderedMonoid.naturals_nontrivial

/-- The conclusion of the reduction lemma with `delta` not zero. -/
theorem doubleRates_reduced (n : Nat) : Reduced naturals 2 (iterateOf doubleRates 2 n) :=
  ThreeServer.reduction doubleRates_faster (iterateOf_valueIteration doubleRates 2) n

end NonVacuous
