prelude
import ProofCheck.ThreeServer
import ProofCheck.TwoServer
import ProofCheck.Instances
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Every hypothesis is satisfiable

Over the natural numbers: the function `x + y` lies in both cones, satisfies the reduction
inequality and is its own routed image; every function has a routed image; and value iteration
exists, with rates for which `mu1 = mu2 + delta`.  So no lemma of the project speaks about
nothing.
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

/-- The iterates. -/
def iterate (m : Nat) : Nat → Nat → Nat → Nat
  | .zero => fun _ _ => .zero
  | .succ n =>
    step (S := naturals) m unitRates (Nat.succ .zero) (routedImage m (iterate m n))

/-- Value iteration over the naturals. -/
theorem iterate_valueIteration (m : Nat) :
    ValueIteration naturals m unitRates (Nat.succ .zero) (iterate m)
      (fun n => routedImage m (iterate m n)) where
  unit := Nat.zero_le (Nat.succ .zero)
  start := fun _ _ _ => OrderedMonoid.Same.refl (S := naturals) Nat.zero
  routed := fun n => routedImage_routed m (iterate m n)
  next := fun _ _ _ _ => OrderedMonoid.Same.refl (S := naturals) _

/-- The fast server is at least as fast as a slow one: `mu1 = mu2 + 0`. -/
theorem unitRates_faster (a : naturals.carrier) :
    naturals.Same (unitRates.mu1.map a) (naturals.add (unitRates.mu2.map a) (zeroScaling.map a)) :=
  OrderedMonoid.Same.refl (S := naturals) a

/-- So the hypotheses of the reduction lemma are satisfiable, and its conclusion holds here. -/
theorem iterate_reduced (n : Nat) : Reduced naturals 2 (iterate 2 n) :=
  ThreeServer.reduction unitRates_faster (iterate_valueIteration 2) n

end NonVacuous
