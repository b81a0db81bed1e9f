prelude
import ProofCheck.Problem
import ProofCheck.Numbers
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Optimal actions and thresholds

In state `(x, y)` an action `a` is optimal for `f` if it is feasible and `f (x - a, y + a)` is
smallest.  Two comparisons of neighbouring actions, `PaysInOrder`, suffice for a threshold policy:
the optimal number of jobs to send grows with `x` (`PaysInOrder.threshold`).  They follow from the
conditions (K4) and (K6), for every number `m` of slow servers (`PaysInOrder.of_cone`).  From (K4)
alone, neither the smallest nor the largest optimal number decreases in `x`
(`Superconvex.smallest_grows`, `Superconvex.largest_grows`).
-/

noncomputable section

/-- `a` is a feasible action in `(x, y)` after which `f` is smallest. -/
structure Optimal (S : OrderedMonoid) (m : Nat) (f : Nat → Nat → S.carrier) (x y a : Nat) :
    Prop where
  /-- there are `a` jobs to send -/
  jobs : Nat.le a x
  /-- there are `a` idle slow servers -/
  servers : Nat.le (y.add a) m
  /-- no feasible action is better -/
  best : ∀ b, Nat.le b x → Nat.le (y.add b) m → S.le (f (x.sub a) (y.add a)) (f (x.sub b) (y.add b))

variable {S : OrderedMonoid} {m : Nat} {f : Nat → Nat → S.carrier} {x y : Nat}

/-! ## Every state has an optimal action -/

/-- A feasible action that is best among those up to `n`. -/
theorem Optimal.exists_upTo (room : Nat.le y m) (n : Nat) :
    Exists fun (a : Nat) =>
      And (Nat.le a x) (And (Nat.le (y.add a) m)
        (∀ b, Nat.le b n → Nat.le b x → Nat.le (y.add b) m →
          S.le (f (x.sub a) (y.add a)) (f (x.sub b) (y.add b)))) :=
  match n with
  | .zero =>
    Exists.intro .zero (And.intro (Nat.zero_le x) (And.intro room (fun b hb _ _ =>
      Eq.subst (motive := fun (b : Nat) => S.le (f x y) (f (x.sub b) (y.add b)))
        (Nat.le_antisymm (Nat.zero_le b) hb) (S.le_refl (f x y)))))
  | .succ n =>
    match exists_upTo room n with
    | .intro a w =>
      have keep (k : Nat.le n.succ x → Nat.le (y.add n.succ) m →
          S.le (f (x.sub a) (y.add a)) (f (x.sub n.succ) (y.add n.succ))) :
          Exists fun (a : Nat) =>
            And (Nat.le a x) (And (Nat.le (y.add a) m)
              (∀ b, Nat.le b n.succ → Nat.le b x → Nat.le (y.add b) m →
                S.le (f (x.sub a) (y.add a)) (f (x.sub b) (y.add b)))) :=
        Exists.intro a (And.intro w.left (And.intro w.right.left (fun b hb jobs servers =>
          match Nat.le_or_lt n.succ b with
          | .inr less => w.right.right b (Nat.le_of_succ_le_succ less) jobs servers
          | .inl ge =>
            have e : Eq n.succ b := Nat.le_antisymm ge hb
            Eq.subst
              (motive := fun (b : Nat) => Nat.le b x → Nat.le (y.add b) m →
                S.le (f (x.sub a) (y.add a)) (f (x.sub b) (y.add b))) e k jobs servers)))
      match Nat.le_or_lt n.succ x, Nat.le_or_lt (y.add n.succ) m with
      | .inr short, _ => keep fun jobs _ => (Nat.not_lt_of_le jobs short).elim
      | _, .inr full => keep fun _ servers => (Nat.not_lt_of_le servers full).elim
      | .inl jobs, .inl servers =>
        match S.le_total (f (x.sub a) (y.add a)) (f (x.sub n.succ) (y.add n.succ)) with
        | .inl le => keep fun _ _ => le
        | .inr ge =>
          Exists.intro n.succ (And.intro jobs (And.intro servers (fun b hb jb sb =>
            match Nat.le_or_lt n.succ b with
            | .inr less => S.le_trans ge (w.right.right b (Nat.le_of_succ_le_succ less) jb sb)
            | .inl above =>
              Eq.subst
                (motive := fun (b : Nat) =>
                  S.le (f (x.sub n.succ) (y.add n.succ)) (f (x.sub b) (y.add b)))
                (Nat.le_antisymm above hb) (S.le_refl _))))

/-- Every state has an optimal action. -/
theorem Optimal.exists (room : Nat.le y m) : Exists fun (a : Nat) => Optimal S m f x y a :=
  match Optimal.exists_upTo (f := f) room x with
  | .intro a w =>
    Exists.intro a
      { jobs := w.left, servers := w.right.left,
        best := fun b jobs servers => w.right.right b jobs jobs servers }

/-! ## Sending one job more -/

/-- From `(x + 1, y)`, sending a job is at least as good as keeping it. -/
def Pays (S : OrderedMonoid) (f : Nat → Nat → S.carrier) (x y : Nat) : Prop :=
  S.le (f x (y.add 1)) (f (x.add 1) y)

/-- (K4) at `(x, y)`: if sending a job from `(x + 1, y)` pays, so it does from `(x + 2, y)`. -/
theorem Pays.next
    (k4 : S.le (S.add (f (x.add 1) y) (f (x.add 1) (y.add 1)))
      (S.add (f (x.add 2) y) (f x (y.add 1))))
    (pays : Pays S f x y) : Pays S f (x.add 1) y :=
  OrderedMonoid.add_cancel_left (f (x.add 1) y)
    (S.le_trans k4 (S.le_trans (S.add_comm _ _) (S.add_mono (f (x.add 2) y) pays)))

/-- (K6) at `(x, y)`: if sending the second job from `(x + 2, y)` pays, so does the first. -/
theorem Pays.first
    (k6 : S.le (S.add (f (x.add 1) (y.add 1)) (f (x.add 1) (y.add 1)))
      (S.add (f (x.add 2) y) (f x (y.add 2))))
    (pays : Pays S f x (y.add 1)) : Pays S f (x.add 1) y :=
  S.add_cancel (f (x.add 1) (y.add 1))
    (S.le_trans k6 (OrderedMonoid.add_le (S.le_refl (f (x.add 2) y)) pays))

/-- What a threshold policy needs, for modes `0..m`. -/
structure PaysInOrder (S : OrderedMonoid) (m : Nat) (f : Nat → Nat → S.carrier) : Prop where
  /-- if sending a job pays from `(x + 1, y)`, it pays from `(x + 2, y)` -/
  next : ∀ x y : Nat, Nat.le (y.add 1) m → Pays S f x y → Pays S f (x.add 1) y
  /-- if sending the second job pays from `(x + 2, y)`, so does sending the first -/
  first : ∀ x y : Nat, Nat.le (y.add 2) m → Pays S f x (y.add 1) → Pays S f (x.add 1) y

/-- The conditions (K4) and (K6) suffice, for every `m`. -/
theorem PaysInOrder.of_cone
    (k4 : ∀ x y : Nat, Nat.le (y.add 1) m →
      S.le (S.add (f (x.add 1) y) (f (x.add 1) (y.add 1)))
        (S.add (f (x.add 2) y) (f x (y.add 1))))
    (k6 : ∀ x y : Nat, Nat.le (y.add 2) m →
      S.le (S.add (f (x.add 1) (y.add 1)) (f (x.add 1) (y.add 1)))
        (S.add (f (x.add 2) y) (f x (y.add 2)))) : PaysInOrder S m f where
  next := fun x y hy => Pays.next (k4 x y hy)
  first := fun x y hy => Pays.first (k6 x y hy)

/-- `x - a = (x - (a + 1)) + 1` when `a < x`. -/
theorem Nat.sub_eq_succ {a x : Nat} (h : Nat.lt a x) : Eq (x.sub a) (x.sub a.succ).succ :=
  match Nat.exists_add_of_le h with
  | .intro k e =>
    have s : Eq (x.sub a) k.succ :=
      (congrArg (fun (z : Nat) => z.sub a) (e.trans (Nat.succ_add k a).symm)).trans
        (Nat.add_sub_cancel k.succ a)
    s.trans (congrArg (fun (z : Nat) => z.pred.succ) s).symm

/-- In `(x, y)`, sending job number `a + 1` pays: the same in terms of `Pays`. -/
theorem Pays.eq_job {a : Nat} (jobs : Nat.lt a x) :
    Eq (S.le (f (x.sub a.succ) (y.add a.succ)) (f (x.sub a) (y.add a)))
      (Pays S f (x.sub a.succ) (y.add a)) :=
  congrArg (fun (z : Nat) => S.le (f (x.sub a.succ) (y.add a.succ)) (f z (y.add a)))
    (Nat.sub_eq_succ jobs)

namespace PaysInOrder

variable {a b : Nat}

/-- In `(x, y)`: if sending job number `a + 1` pays, so does sending job number `a`. -/
theorem jobs_in_order (h : PaysInOrder S m f) (jobs : Nat.lt a x)
    (servers : Nat.le (y.add a.succ) m)
    (pays : S.le (f (x.sub a.succ) (y.add a.succ)) (f (x.sub a) (y.add a))) :
    S.le (f (x.sub a) (y.add a)) (f (x.sub a.pred) (y.add a.pred)) :=
  match a, jobs, servers, pays with
  | .zero, _, _, _ => S.le_refl (f x y)
  | .succ a, jobs, servers, pays =>
    cast (Pays.eq_job (Nat.le_trans (Nat.le.step Nat.le.refl) jobs)).symm
      (Eq.subst (motive := fun (z : Nat) => Pays S f z (y.add a)) (Nat.sub_eq_succ jobs).symm
        (h.first (x.sub a.succ.succ) (y.add a) servers (cast (Pays.eq_job jobs) pays)))

/-- In `(x, y)`: if sending job number `a + 1` pays, sending `a + 1` jobs is at least as good as
sending fewer. -/
theorem all_pay (h : PaysInOrder S m f) (a : Nat) (jobs : Nat.lt a x)
    (servers : Nat.le (y.add a.succ) m)
    (pays : S.le (f (x.sub a.succ) (y.add a.succ)) (f (x.sub a) (y.add a))) (fewer : Nat.le b a) :
    S.le (f (x.sub a.succ) (y.add a.succ)) (f (x.sub b) (y.add b)) :=
  match a, jobs, servers, pays, fewer with
  | .zero, _, _, pays, fewer =>
    Eq.subst (motive := fun (b : Nat) => S.le (f (x.sub 1) (y.add 1)) (f (x.sub b) (y.add b)))
      (Nat.le_antisymm (Nat.zero_le b) fewer) pays
  | .succ a, jobs, servers, pays, fewer =>
    match Nat.le_or_lt a.succ b with
    | .inl same =>
      Eq.subst
        (motive := fun (b : Nat) =>
          S.le (f (x.sub a.succ.succ) (y.add a.succ.succ)) (f (x.sub b) (y.add b)))
        (Nat.le_antisymm same fewer) pays
    | .inr less =>
      S.le_trans pays
        (all_pay h a (Nat.le_trans (Nat.le.step Nat.le.refl) jobs)
          (Nat.le_trans (Nat.le.step Nat.le.refl) servers) (h.jobs_in_order jobs servers pays)
          (Nat.le_of_succ_le_succ less))

/-- In `(x + 1, y)`: a job number that pays in `(x, y)` pays. -/
theorem job_next (h : PaysInOrder S m f) (jobs : Nat.lt a x) (servers : Nat.le (y.add a.succ) m)
    (pays : S.le (f (x.sub a.succ) (y.add a.succ)) (f (x.sub a) (y.add a))) :
    S.le (f (x.succ.sub a.succ) (y.add a.succ)) (f (x.succ.sub a) (y.add a)) :=
  cast (Pays.eq_job (Nat.le.step jobs)).symm
    (Eq.subst (motive := fun (z : Nat) => Pays S f z (y.add a))
      ((Nat.succ_sub_succ x a).trans (Nat.sub_eq_succ jobs)).symm
      (h.next (x.sub a.succ) (y.add a) servers (cast (Pays.eq_job jobs) pays)))

/-- If `a` jobs are optimal in `(x, y)`, sending `a` from `(x + 1, y)` is at least as good as
sending fewer. -/
theorem fewer_not_better (h : PaysInOrder S m f) (opt : Optimal S m f x y a)
    (fewer : Nat.lt b a) : S.le (f (x.succ.sub a) (y.add a)) (f (x.succ.sub b) (y.add b)) :=
  match a, opt, fewer with
  | .zero, _, fewer => (Nat.not_succ_le_zero fewer).elim
  | .succ a, opt, fewer =>
    have one : Nat.le a a.succ := Nat.le.step Nat.le.refl
    h.all_pay a (Nat.le.step opt.jobs) opt.servers
      (h.job_next opt.jobs opt.servers
        (opt.best a (Nat.le_trans one opt.jobs)
          (Nat.le_trans (Nat.add_le_add_left y one) opt.servers)))
      (Nat.le_of_succ_le_succ fewer)

/-- If `a` is optimal in `(x, y)`, some optimal action in `(x + 1, y)` is at least `a`. -/
theorem optimal_grows (h : PaysInOrder S m f) (opt : Optimal S m f x y a) :
    Exists fun (b : Nat) => And (Nat.le a b) (Optimal S m f x.succ y b) :=
  match Optimal.exists (f := f) (x := x.succ) (Nat.le_trans (Nat.le_add_right y a) opt.servers) with
  | .intro b w =>
    match Nat.le_or_lt a b with
    | .inl le => Exists.intro b (And.intro le w)
    | .inr lt =>
      Exists.intro a (And.intro Nat.le.refl
        { jobs := Nat.le.step opt.jobs, servers := opt.servers,
          best := fun c jobs servers =>
            S.le_trans (h.fewer_not_better opt lt) (w.best c jobs servers) })

/-- **Threshold policy.**  If sending at least `k` jobs is optimal in `(x, y)`, it is optimal in
`(x + d, y)`. -/
theorem threshold (h : PaysInOrder S m f) (k d : Nat)
    (opt : Exists fun (a : Nat) => And (Nat.le k a) (Optimal S m f x y a)) :
    Exists fun (a : Nat) => And (Nat.le k a) (Optimal S m f (x.add d) y a) :=
  match d with
  | .zero => opt
  | .succ d =>
    match threshold h k d opt with
    | .intro _ w =>
      match h.optimal_grows w.right with
      | .intro b v => Exists.intro b (And.intro (Nat.le_trans w.left v.left) v.right)

end PaysInOrder

/-! ## The smallest and the largest optimal number

Nothing here chooses an optimal action: a function `a (x, y)` would have to compare values, and
`<=` is not assumed decidable.  So "the smallest optimal number" is any number that is optimal and
at most every optimal one. -/

/-- (K4) for one `m` and all states. -/
def Superconvex (S : OrderedMonoid) (m : Nat) (f : Nat → Nat → S.carrier) : Prop :=
  ∀ x y : Nat, Nat.le (y.add 1) m →
    S.le (S.add (f (x.add 1) y) (f (x.add 1) (y.add 1))) (S.add (f (x.add 2) y) (f x (y.add 1)))

namespace Superconvex

variable {a b : Nat}

/-- (K4) summed over `d` jobs:
`f (x + d, y) + f (x + 1, y + d) <= f (x, y + d) + f (x + d + 1, y)`. -/
theorem jobs (k4 : Superconvex S m f) (x y d : Nat) (servers : Nat.le (y.add d) m) :
    S.le (S.add (f (x.add d) y) (f (x.add 1) (y.add d)))
      (S.add (f x (y.add d)) (f ((x.add d).add 1) y)) :=
  match d, servers with
  | .zero, _ => S.le_refl _
  | .succ d, servers =>
    have rest : S.le (S.add (f (x.add d.succ) y) (f (x.add 2) (y.add d)))
        (S.add (f (x.add 1) (y.add d)) (f ((x.add d.succ).add 1) y)) :=
      Eq.subst
        (motive := fun (z : Nat) => S.le (S.add (f z y) (f (x.add 2) (y.add d)))
          (S.add (f (x.add 1) (y.add d)) (f (z.add 1) y)))
        (Nat.succ_add x d)
        (jobs k4 x.succ y d (Nat.le_trans (Nat.le.step Nat.le.refl) servers))
    S.add_cancel (S.add (f (x.add 2) (y.add d)) (f (x.add 1) (y.add d)))
      (OrderedMonoid.Same.le (OrderedMonoid.add_swap _ _ _ _)
        ((OrderedMonoid.add_same_comm _ _).trans (OrderedMonoid.add_swap _ _ _ _))
        (S.le_trans
          (OrderedMonoid.add_le rest (S.le_trans (S.add_comm _ _) (k4 x (y.add d) servers)))
          (S.add_comm _ _)))

/-- What sending `a` jobs gains over sending `b <= a` does not decrease from `(x, y)` to
`(x + 1, y)`. -/
theorem gain_grows (k4 : Superconvex S m f) (enough : Nat.le a x)
    (servers : Nat.le (y.add a) m) (fewer : Nat.le b a) :
    S.le (S.add (f (x.sub b) (y.add b)) (f (x.succ.sub a) (y.add a)))
      (S.add (f (x.sub a) (y.add a)) (f (x.succ.sub b) (y.add b))) :=
  match Nat.exists_add_of_le fewer, Nat.exists_add_of_le enough with
  | .intro d ed, .intro z ez =>
    have y_a : Eq ((y.add b).add d) (y.add a) :=
      (Nat.add_assoc y b d).trans (congrArg y.add ((Nat.add_comm b d).trans ed.symm))
    have x_b : Eq x ((z.add d).add b) :=
      (ez.trans (congrArg z.add ed)).trans (Nat.add_assoc z d b).symm
    have less (n k i : Nat) (e : Eq n (k.add i)) : Eq (n.sub i) k :=
      (congrArg (fun (n : Nat) => n.sub i) e).trans (Nat.add_sub_cancel k i)
    have next (k i : Nat) (e : Eq x (k.add i)) : Eq (x.succ.sub i) k.succ :=
      less x.succ k.succ i ((congrArg Nat.succ e).trans (Nat.succ_add k i).symm)
    have at_state (n k i j : Nat) (e : Eq n k) (e' : Eq i j) : S.Same (f n i) (f k j) :=
      (OrderedMonoid.Same.of_eq (congrArg (fun (n : Nat) => f n i) e)).trans
        (OrderedMonoid.Same.of_eq (congrArg (f k) e'))
    OrderedMonoid.Same.le
      ((at_state _ _ _ _ (less x _ b x_b) rfl).add (at_state _ _ _ _ (next _ a ez) y_a.symm))
      ((at_state _ _ _ _ (less x _ a ez) y_a.symm).add
        (at_state _ _ _ _ (next _ b x_b) rfl))
      (k4.jobs z (y.add b) d
        (Eq.subst (motive := fun (n : Nat) => Nat.le n m) y_a.symm servers))

/-- **Exchange.**  If `a` is optimal in `(x, y)`, `b` is optimal in `(x + 1, y)` and `b <= a`, then
`a` is optimal in `(x + 1, y)` too, and `b` in `(x, y)`. -/
theorem exchange (k4 : Superconvex S m f) (here : Optimal S m f x y a)
    (next : Optimal S m f x.succ y b) (fewer : Nat.le b a) :
    And (Optimal S m f x.succ y a) (Optimal S m f x y b) :=
  have gain := k4.gain_grows here.jobs here.servers fewer
  have b_jobs : Nat.le b x := Nat.le_trans fewer here.jobs
  have a_next : S.le (f (x.succ.sub a) (y.add a)) (f (x.succ.sub b) (y.add b)) :=
    OrderedMonoid.add_cancel_left (f (x.sub b) (y.add b))
      (S.le_trans gain (S.add_mono _ (here.best b b_jobs next.servers)))
  have b_this : S.le (f (x.sub b) (y.add b)) (f (x.sub a) (y.add a)) :=
    S.add_cancel (f (x.succ.sub a) (y.add a))
      (S.le_trans gain
        (OrderedMonoid.add_le (S.le_refl _)
          (next.best a (Nat.le.step here.jobs) here.servers)))
  And.intro
    { jobs := Nat.le.step here.jobs, servers := here.servers
      best := fun c jobs servers => S.le_trans a_next (next.best c jobs servers) }
    { jobs := b_jobs, servers := next.servers
      best := fun c jobs servers => S.le_trans b_this (here.best c jobs servers) }

/-- **The smallest optimal number never decreases in `x`.**  If `a` is the smallest optimal number
in `(x, y)`, no smaller number is optimal in `(x + 1, y)`. -/
theorem smallest_grows (k4 : Superconvex S m f) (here : Optimal S m f x y a)
    (smallest : ∀ c, Optimal S m f x y c → Nat.le a c) (next : Optimal S m f x.succ y b) :
    Nat.le a b :=
  match Nat.le_total a b with
  | .inl le => le
  | .inr fewer => smallest b (k4.exchange here next fewer).right

/-- **The largest optimal number never decreases in `x`.**  If `b` is the largest optimal number in
`(x + 1, y)`, no larger number is optimal in `(x, y)`. -/
theorem largest_grows (k4 : Superconvex S m f) (here : Optimal S m f x y a)
    (next : Optimal S m f x.succ y b) (largest : ∀ c, Optimal S m f x.succ y c → Nat.le c b) :
    Nat.le a b :=
  match Nat.le_total a b with
  | .inl le => le
  | .inr fewer => largest a (k4.exchange here next fewer).left

end Superconvex
