prelude
import ProofCheck.Threshold
import ProofCheck.WellFormed
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# One fast and `m` slow servers

The model, in plain terms.  A state `(x, y)` has `x` jobs in the queue and at the fast server and
`y` busy slow servers, `0 <= y <= m`.  Values lie in an ordered monoid `S`; a rate or the discount
factor is a monotone additive map (`Scaling`), the holding cost is a multiple of a nonnegative
unit `u`.

The file ends with the two inductions over value iteration: a class of functions that is closed
under the operators contains every iterate, and the reduction inequality holds for every iterate.
-/

noncomputable section

/-- Arrival: `(A f)(x, y) = f (x + 1, y)`. -/
def arrival {S : OrderedMonoid} (f : Nat → Nat → S.carrier) (x y : Nat) : S.carrier :=
  f (x.add 1) y

/-- Departure from the fast server: `(D1 f)(x, y) = f (max (x - 1, 0), y)`. -/
def fast {S : OrderedMonoid} (f : Nat → Nat → S.carrier) (x y : Nat) : S.carrier :=
  f (x.sub 1) y

/-- Departures from the slow servers: `(D2 f)(x, y) = y f (x, y - 1) + (m - y) f (x, y)`. -/
def slow {S : OrderedMonoid} (m : Nat) (f : Nat → Nat → S.carrier) (x y : Nat) : S.carrier :=
  S.add (S.times y (f x (y.sub 1))) (S.times (m.sub y) (f x y))

/-- Holding cost: `c (x, y) = x + y`, in units `u`. -/
def holding {S : OrderedMonoid} (u : S.carrier) (x y : Nat) : S.carrier := S.times (x.add y) u

/-- The rates of a model. -/
structure Rates (S : OrderedMonoid) where
  /-- arrival rate -/
  lam : Scaling S
  /-- rate of the fast server -/
  mu1 : Scaling S
  /-- rate of each slow server -/
  mu2 : Scaling S
  /-- discount factor -/
  beta : Scaling S

/-- One step after routing: `c + beta (lam A g + mu1 D1 g + mu2 D2 g)`. -/
def step {S : OrderedMonoid} (m : Nat) (r : Rates S) (u : S.carrier) (g : Nat → Nat → S.carrier)
    (x y : Nat) : S.carrier :=
  S.add (holding u x y)
    (r.beta.map
      (S.add (S.add (r.lam.map (arrival g x y)) (r.mu1.map (fast g x y)))
        (r.mu2.map (slow m g x y))))

/-- The same with any running cost: `c + beta (lam A g + mu1 D1 g + mu2 D2 g)`. -/
def stepWith {S : OrderedMonoid} (m : Nat) (r : Rates S) (c g : Nat → Nat → S.carrier)
    (x y : Nat) : S.carrier :=
  S.add (c x y)
    (r.beta.map
      (S.add (S.add (r.lam.map (arrival g x y)) (r.mu1.map (fast g x y)))
        (r.mu2.map (slow m g x y))))

/-- Value iteration with running cost `c`, from any function `f 0`. -/
structure ValueIterationWith (S : OrderedMonoid) (m : Nat) (r : Rates S)
    (c : Nat → Nat → S.carrier) (f g : Nat → Nat → Nat → S.carrier) : Prop where
  /-- minimisation over the feasible actions -/
  routed : ∀ n, Routed S m (f n) (g n)
  /-- costs and events -/
  next : ∀ n x y, Nat.le y m → S.Same (f (n.add 1) x y) (stepWith m r c (g n) x y)

/-- Value iteration from zero: `f 0 = 0`, `g n` is routed from `f n`, and `f (n + 1)` is one step
from `g n`.  Only states with `y <= m` matter, and `=` is read as `~`. -/
structure ValueIteration (S : OrderedMonoid) (m : Nat) (r : Rates S) (u : S.carrier)
    (f g : Nat → Nat → Nat → S.carrier) : Prop where
  /-- the unit of cost is nonnegative -/
  unit : S.le S.zero u
  /-- the first iterate is zero -/
  start : ∀ x y, Nat.le y m → S.Same (f 0 x y) S.zero
  /-- minimisation over the feasible actions -/
  routed : ∀ n, Routed S m (f n) (g n)
  /-- costs and events -/
  next : ∀ n x y, Nat.le y m → S.Same (f (n.add 1) x y) (step m r u (g n) x y)

/-! ## Classes of functions closed under the operators -/

/-- A class `C` of functions that every operator of the model preserves. -/
structure Closed (S : OrderedMonoid) (m : Nat) (C : (Nat → Nat → S.carrier) → Prop) : Prop where
  /-- only the values in the modes `0..m` matter -/
  congr : ∀ f g, (∀ x y, Nat.le y m → S.Same (f x y) (g x y)) → C f → C g
  routing : ∀ f g, C f → Routed S m f g → C g
  arrival : ∀ f, C f → C (arrival f)
  fast : ∀ f, C f → C (fast f)
  slow : ∀ f, C f → C (slow m f)
  holding : ∀ u, S.le S.zero u → C (holding u)
  /-- `s f + t h` for scalings `s` and `t` -/
  combination : ∀ (s t : Scaling S) f h, C f → C h → C (s.combine t f h)

namespace Closed

variable {S : OrderedMonoid} {m : Nat} {C : (Nat → Nat → S.carrier) → Prop}

/-- The zero function is the holding cost in units of zero. -/
theorem zero (c : Closed S m C) (f : Nat → Nat → S.carrier)
    (h : ∀ x y, Nat.le y m → S.Same (f x y) S.zero) : C f :=
  c.congr (_root_.holding S.zero) f
    (fun x y hy => (OrderedMonoid.times_zero (x.add y)).trans (h x y hy).symm)
    (c.holding S.zero (S.le_refl S.zero))

/-- One step preserves the class, with any cost in it. -/
theorem stepWith (c : Closed S m C) (r : Rates S) {k : Nat → Nat → S.carrier} (hk : C k)
    (g : Nat → Nat → S.carrier) (hg : C g) : C (stepWith m r k g) :=
  c.combination (Scaling.identity S) r.beta _ _ hk
    (c.combination (Scaling.identity S) r.mu2 _ _
      (c.combination r.lam r.mu1 _ _ (c.arrival g hg) (c.fast g hg)) (c.slow g hg))

/-- One step preserves the class. -/
theorem step (c : Closed S m C) (r : Rates S) {u : S.carrier} (hu : S.le S.zero u)
    (g : Nat → Nat → S.carrier) (hg : C g) : C (step m r u g) :=
  c.stepWith r (c.holding u hu) g hg

/-- **Induction over value iteration, with any cost and any start in the class**: every iterate lies
in it. -/
theorem iterates_with (c : Closed S m C) {r : Rates S} {k : Nat → Nat → S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIterationWith S m r k f g) (hk : C k)
    (start : C (f 0)) (n : Nat) : C (f n) :=
  match n with
  | .zero => start
  | .succ n =>
    c.congr _ (f n.succ) (fun x y hy => (v.next n x y hy).symm)
      (c.stepWith r hk (g n)
        (c.routing (f n) (g n) (iterates_with c v hk start n) (v.routed n)))

/-- **Induction over value iteration**: every iterate lies in the class, before and after routing.
-/
theorem iterates (c : Closed S m C) {r : Rates S} {u : S.carrier}
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S m r u f g) (n : Nat) :
    And (C (f n)) (C (g n)) :=
  match n with
  | .zero =>
    have hf : C (f .zero) := c.zero (f .zero) v.start
    And.intro hf (c.routing (f .zero) (g .zero) hf (v.routed .zero))
  | .succ n =>
    have hf : C (f n.succ) :=
      c.congr _ (f n.succ) (fun x y hy => (v.next n x y hy).symm)
        (c.step r v.unit (g n) (iterates c v n).right)
    And.intro hf (c.routing (f n.succ) (g n.succ) hf (v.routed n.succ))

end Closed

/-! ## The reduction inequality -/

/-- `F`: `f (1, y) <= f (0, y + 1)`: the last job is not better placed at a slow server. -/
def Reduced (S : OrderedMonoid) (m : Nat) (f : Nat → Nat → S.carrier) : Prop :=
  ∀ y : Nat, Nat.le (y.add 1) m → S.le (f 1 y) (f 0 (y.add 1))

/-- What the reduction lemma needs of a class of functions `C`: with `g` routed from `f`, both in
`C`, the inequality passes from `f` to `g`, and from `f` and `g` to the parts of one step, where
the fast rate is split as `mu1 = mu2 + delta`. -/
structure ReductionClosed (S : OrderedMonoid) (m : Nat) (C : (Nat → Nat → S.carrier) → Prop) :
    Prop where
  /-- routing -/
  routing : ∀ f g, C f → Reduced S m f → Routed S m f g → Reduced S m g
  /-- the coefficient of `lam` -/
  lam : ∀ f g, C f → C g → Reduced S m f → Reduced S m g → Routed S m f g → Reduced S m (arrival g)
  /-- the coefficient of `mu2` -/
  mu2 : ∀ f g, C f → C g → Reduced S m f → Reduced S m g → Routed S m f g →
    Reduced S m (fun x y => S.add (fast g x y) (slow m g x y))
  /-- the coefficient of `delta` -/
  delta : ∀ f g, C f → C g → Reduced S m f → Reduced S m g → Routed S m f g → Reduced S m (fast g)

/-- The inequality depends on the modes `0..m` only. -/
theorem Reduced.congr {S : OrderedMonoid} {m : Nat} {f g : Nat → Nat → S.carrier}
    (e : ∀ x y : Nat, Nat.le y m → S.Same (f x y) (g x y)) (h : Reduced S m f) : Reduced S m g :=
  fun y hy =>
    OrderedMonoid.le_of_same (e 1 y (Nat.le_trans (Nat.le_add_right y 1) hy))
      (e 0 (y.add 1) hy) (h y hy)

/-- The fast departure of the problem data is `max (x - 1, 0)`. -/
theorem Move.down_one (x : Nat) : Eq ((Move.down 1).apply x) (x.sub 1) :=
  match x with
  | .zero => rfl
  | .succ _ => rfl

/-- The cost `1 * x + 1 * y + 0` of the problem data is `x + y`. -/
theorem Cost.count_sum (x y : Nat) :
    Eq (Cost.count { perX := 1, perY := 1, fixed := 0 } x y) (x.add y) :=
  have one (n : Nat) : Eq (Nat.mul 1 n) n :=
    Nat.rec (motive := fun n => Eq (Nat.mul 1 n) n) rfl (fun _ ih => congrArg Nat.succ ih) n
  (congrArg (fun (z : Nat) => z.add (Nat.mul 1 y)) (one x)).trans (congrArg x.add (one y))

namespace ReductionClosed

variable {S : OrderedMonoid} {m : Nat} {C : (Nat → Nat → S.carrier) → Prop}

/-- `lam a + mu1 b + mu2 d ~ lam a + (mu2 (b + d) + delta b)` when `mu1 = mu2 + delta`. -/
theorem regroup {r : Rates S} {delta : Scaling S}
    (split : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a))) (a b d : S.carrier) :
    S.Same (S.add (S.add a (r.mu1.map b)) (r.mu2.map d))
      (S.add a (S.add (r.mu2.map (S.add b d)) (delta.map b))) :=
  (OrderedMonoid.add_same_assoc a (r.mu1.map b) (r.mu2.map d)).trans
    ((OrderedMonoid.Same.refl a).add
      (((split b).add (OrderedMonoid.Same.refl (r.mu2.map d))).trans
        ((OrderedMonoid.add_same_assoc _ _ _).trans
          (((OrderedMonoid.Same.refl (r.mu2.map b)).add (OrderedMonoid.add_same_comm _ _)).trans
            ((OrderedMonoid.add_same_assoc _ _ _).symm.trans
              ((r.mu2.additive b d).symm.add (OrderedMonoid.Same.refl (delta.map b))))))))

/-- One step preserves the reduction inequality, when the fast server is at least as fast as a
slow one. -/
theorem step (k : ReductionClosed S m C) {r : Rates S} {delta : Scaling S}
    (split : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a))) (u : S.carrier)
    {f g : Nat → Nat → S.carrier} (hf : C f) (hg : C g) (rf : Reduced S m f) (fg : Routed S m f g) :
    Reduced S m (step m r u g) :=
  fun y hy =>
    have rg := k.routing f g hf rf fg
    have cost : S.le (holding u 1 y) (holding u 0 (y.add 1)) :=
      (OrderedMonoid.Same.of_eq (congrArg (fun (i : Nat) => S.times i u)
        ((Nat.add_comm 1 y).trans (Nat.zero_add (y.add 1)).symm))).left
    OrderedMonoid.add_le cost
      (r.beta.mono
        (OrderedMonoid.Same.le (regroup split _ _ _) (regroup split _ _ _)
          (OrderedMonoid.add_le (r.lam.mono (k.lam f g hf hg rf rg fg y hy))
            (OrderedMonoid.add_le (r.mu2.mono (k.mu2 f g hf hg rf rg fg y hy))
              (delta.mono (k.delta f g hf hg rf rg fg y hy))))))

/-- **Reduction lemma.**  With `mu1 = mu2 + delta`, every iterate satisfies the reduction
inequality. -/
theorem iterates (k : ReductionClosed S m C) (c : Closed S m C) {r : Rates S} {u : S.carrier}
    {delta : Scaling S}
    (split : ∀ a, S.Same (r.mu1.map a) (S.add (r.mu2.map a) (delta.map a)))
    {f g : Nat → Nat → Nat → S.carrier} (v : ValueIteration S m r u f g) (n : Nat) :
    Reduced S m (f n) :=
  match n with
  | .zero => fun y hy =>
    ((v.start 1 y (Nat.le_trans (Nat.le_add_right y 1) hy)).trans
      (v.start 0 (y.add 1) hy).symm).left
  | .succ n => fun y hy =>
    OrderedMonoid.Same.le
      (v.next n 1 y (Nat.le_trans (Nat.le_add_right y 1) hy))
      (v.next n 0 (y.add 1) hy)
      (k.step split u (c.iterates v n).left (c.iterates v n).right (iterates k c split v n)
        (v.routed n) y hy)

end ReductionClosed

/-- `(x + 1) - (x + 1) = 0`. -/
theorem Nat.none_left (x : Nat) : Eq (x.succ.sub x.succ) 0 :=
  (congrArg (fun (z : Nat) => z.sub x.succ) (Nat.zero_add x.succ).symm).trans
    (Nat.add_sub_cancel 0 x.succ)

/-- `(x + 1) - x = 1`. -/
theorem Nat.one_left (x : Nat) : Eq (x.succ.sub x) 1 :=
  (congrArg (fun (z : Nat) => z.sub x)
    ((Nat.zero_add x.succ).symm.trans (Nat.succ_add 0 x).symm)).trans (Nat.add_sub_cancel 1 x)

/-- With the reduction inequality, in every state with a job, `(x + 1, y)`, some optimal action
sends at most `x` jobs and so leaves one for the fast server: sending all `x + 1` is not needed. -/
theorem Reduced.keep {S : OrderedMonoid} {m : Nat} {f : Nat → Nat → S.carrier} (h : Reduced S m f)
    (x y : Nat) (hy : Nat.le y m) :
    Exists fun (a : Nat) => And (Nat.le a x) (Optimal S m f (x.add 1) y a) :=
  match Optimal.exists (f := f) (x := x.succ) hy with
  | .intro a w =>
    match Nat.le_or_lt a x with
    | .inl le => Exists.intro a (And.intro le w)
    | .inr lt =>
      have all : Optimal S m f x.succ y x.succ :=
        Eq.subst (motive := fun (b : Nat) => Optimal S m f x.succ y b)
          (Nat.le_antisymm w.jobs lt) w
      have better : S.le (f (x.succ.sub x) (y.add x)) (f (x.succ.sub x.succ) (y.add x.succ)) :=
        OrderedMonoid.Same.le
          (OrderedMonoid.Same.of_eq
            (congrArg (fun (z : Nat) => f z (y.add x)) (Nat.one_left x)))
          (OrderedMonoid.Same.of_eq
            (congrArg (fun (z : Nat) => f z (y.add x.succ)) (Nat.none_left x)))
          (h (y.add x) all.servers)
      Exists.intro x (And.intro Nat.le.refl
        { jobs := Nat.le.step Nat.le.refl
          servers := Nat.le_trans (Nat.le.step Nat.le.refl) all.servers
          best := fun b jobs servers => S.le_trans better (all.best b jobs servers) })
