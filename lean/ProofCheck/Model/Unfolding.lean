prelude
import ProofCheck.Generated.ModelMm1Admission
import ProofCheck.NonVacuous
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# A generated theorem in plain terms: admission control of the M/M/1 queue

`V i x` is the value with `x` jobs after `i` steps of value iteration, `A` the value after the
decision on an arrival, `D` the value after a departure.  From the recursion written out, without a
word of the model's language, follows what the model claims.

The file ends with numbers at which all hypotheses hold, and at which accepting a job is strictly
better with none there, rejecting it with one.
-/

noncomputable section

namespace Mm1

variable {S : OrderedMonoid}

/-- Value iteration for admission control: rejecting a job costs `c`, a job costs `h` per step. -/
structure Iteration (S : OrderedMonoid) (c h : S.carrier) (lam mu beta : Scaling S)
    (V A D : Nat → Nat → S.carrier) : Prop where
  /-- `V 0 x = 0` -/
  start : ∀ x, S.Same (V 0 x) S.zero
  /-- `A i x <= V i x + c` -/
  reject : ∀ i x, S.le (A i x) (S.add (V i x) c)
  /-- `A i x <= V i (x+1)` -/
  accept : ∀ i x : Nat, S.le (A i x) (V i (x.add 1))
  /-- `A i x` is one of the two -/
  least : ∀ i x : Nat, Or (S.le (S.add (V i x) c) (A i x)) (S.le (V i (x.add 1)) (A i x))
  /-- `D i 0 = V i 0` -/
  idle : ∀ i, S.Same (D i 0) (V i 0)
  /-- `D i (x+1) = V i x` -/
  departure : ∀ i x : Nat, S.Same (D i (x.add 1)) (V i x)
  /-- `V (i+1) x = x h + beta (lam (A i x) + mu (D i x))` -/
  next : ∀ i x : Nat, S.Same (V (i.add 1) x)
    (S.add (S.times x h) (beta.map (S.add (lam.map (A i x)) (mu.map (D i x)))))

/-- The number of jobs in a state of the model. -/
abbrev jobs (s : Model.State) : Nat := Model.first .zero s

/-- The parameters of the model: the unit is not used. -/
def world (c h : S.carrier) : Model.World S where
  parameter := fun p =>
    match p with
    | .zero => S.zero
    | .succ .zero => c
    | .succ (.succ _) => h
  given := fun _ _ => S.zero

/-- The rates of the model, in its order. -/
def rates (lam mu beta : Scaling S) (r : Nat) : Scaling S :=
  match r with
  | .zero => lam
  | .succ .zero => mu
  | .succ (.succ _) => beta

/-- A statement on all states is one on all numbers of jobs. -/
theorem every_state {P : Model.State → Prop} (h : ∀ x, P (.cons x .nil)) (s : Model.State)
    (e : Eq (Model.isState s mm1_admission.tops) true) : P s :=
  match s, e with
  | .nil, e => (Bool.false_ne_true e).elim
  | .cons x .nil, _ => h x
  | .cons _ (.cons _ _), e => (Bool.false_ne_true e).elim

variable {c h : S.carrier} {lam mu beta : Scaling S} {V A D : Nat → Nat → S.carrier}

theorem admission_image (t : Iteration S c h lam mu beta V A D) (i : Nat) :
    (mm1_admission.operator 0).Image S mm1_admission.tops (world c h) (fun s => V i (jobs s))
      (fun s => A i (jobs s)) where
  bound := every_state fun x =>
    And.intro (fun _ => t.reject i x) (And.intro (fun _ => t.accept i x) True.intro)
  attained := every_state fun x =>
    match t.least i x with
    | .inl reject => Or.inl (And.intro rfl reject)
    | .inr accept => Or.inr (Or.inl (And.intro rfl accept))

theorem departure_image (t : Iteration S c h lam mu beta V A D) (i : Nat) :
    (mm1_admission.operator 1).Image S mm1_admission.tops (world c h) (fun s => V i (jobs s))
      (fun s => D i (jobs s)) where
  bound := every_state fun x =>
    match x with
    | .zero => And.intro (fun _ => (t.idle i).left) True.intro
    | .succ x => And.intro (fun _ => (t.departure i x).left) True.intro
  attained := every_state fun x =>
    match x with
    | .zero => Or.inl (And.intro rfl (t.idle i).right)
    | .succ x => Or.inl (And.intro rfl (t.departure i x).right)

theorem iterates (t : Iteration S c h lam mu beta V A D) :
    mm1_admission_step.Iterates mm1_admission S (world c h) (rates lam mu beta)
      (fun i s => V i (jobs s)) :=
  fun i =>
    Exists.intro (mm1_admission.costValue S (world c h) 0)
      (Exists.intro (fun s => beta.map (S.add (lam.map (A i (jobs s))) (mu.map (D i (jobs s)))))
        (And.intro
          (And.intro (fun _ => OrderedMonoid.Same.refl _)
            (Exists.intro (fun s => S.add (lam.map (A i (jobs s))) (mu.map (D i (jobs s))))
              (And.intro
                (Exists.intro (fun s => lam.map (A i (jobs s)))
                  (Exists.intro (fun s => mu.map (D i (jobs s)))
                    (And.intro
                      (And.intro
                        (Exists.intro (fun s => A i (jobs s))
                          (And.intro
                            (Exists.intro (fun s => V i (jobs s))
                              (And.intro (fun _ => OrderedMonoid.Same.refl _)
                                (admission_image t i)))
                            fun _ => OrderedMonoid.Same.refl _))
                        (Exists.intro (fun s => D i (jobs s))
                          (And.intro
                            (Exists.intro (fun s => V i (jobs s))
                              (And.intro (fun _ => OrderedMonoid.Same.refl _)
                                (departure_image t i)))
                            fun _ => OrderedMonoid.Same.refl _)))
                      fun _ => OrderedMonoid.Same.refl _)))
                fun _ => OrderedMonoid.Same.refl _)))
          fun s =>
            have e : Eq (Nat.add .zero ((jobs s).mul 1)) (jobs s) :=
              (Nat.zero_add _).trans (Nat.zero_add _)
            (t.next i (jobs s)).trans
              ((OrderedMonoid.Same.of_eq (congrArg (fun k => S.times k h) e.symm)).add
                (OrderedMonoid.Same.refl _))))

/-- The parameters are as the model assumes. -/
theorem admits (hc : S.le S.zero c) (hh : S.le S.zero h) :
    mm1_admission.Admits S (world c h) where
  assumed := And.intro (S.le_refl S.zero) (And.intro hc (And.intro hh True.intro))
  known := fun _ => True.intro

/-- **Admission control.**  In every step of value iteration: more jobs cost more, and a further
job costs more the more there are; if rejecting is best with `x` jobs, it is with `x + 1`. -/
theorem threshold (hc : S.le S.zero c) (hh : S.le S.zero h)
    (t : Iteration S c h lam mu beta V A D) (i x : Nat) :
    And (S.le (V i x) (V i (x.add 1)))
      (And (S.le (S.add (V i (x.add 1)) (V i (x.add 1))) (S.add (V i x) (V i (x.add 2))))
        (S.le (S.add (V i x) c) (V i (x.add 1)) →
          S.le (S.add (V i (x.add 1)) c) (V i (x.add 2)))) :=
  have cone := mm1_admission_iterates S (world c h) (rates lam mu beta) (fun i s => V i (jobs s))
    (admits hc hh) (fun s => t.start (jobs s)) (iterates t) i
  have claims := mm1_admission_claims_along S (world c h) (rates lam mu beta)
    (fun i s => V i (jobs s)) (admits hc hh) (fun s => t.start (jobs s)) (iterates t) i
  And.intro (cone.left (.cons x .nil) rfl rfl)
    (And.intro (cone.right.left (.cons x .nil) rfl rfl) fun pays =>
      claims.left (.cons x .nil) rfl rfl (And.intro pays True.intro))

/-! ## The hypotheses can be met -/

open OrderedMonoid (naturals)

/-- The cost of rejecting a job. -/
def five : Nat := 5

/-- What a job costs per step. -/
def two : Nat := 2

/-- The values for these costs, and rates that are all one. -/
def values : Nat → Nat → Nat
  | .zero => fun _ => .zero
  | .succ i => fun x =>
    naturals.add (naturals.times x two)
      (naturals.add (NonVacuous.smaller ((values i x).add five) (values i x.succ))
        (values i (x.sub 1)))

/-- They are value iteration. -/
theorem values_iteration :
    Iteration naturals five two (Scaling.identity naturals) (Scaling.identity naturals)
      (Scaling.identity naturals) values
      (fun i x => NonVacuous.smaller ((values i x).add five) (values i x.succ))
      (fun i x => values i (x.sub 1)) where
  start := fun _ => OrderedMonoid.Same.refl (S := naturals) Nat.zero
  reject := fun _ _ => NonVacuous.smaller_le_left _ _
  accept := fun _ _ => NonVacuous.smaller_le_right _ _
  least := fun i x =>
    match NonVacuous.smaller_cases ((values i x).add five) (values i x.succ) with
    | .inl e => Or.inl (NonVacuous.le_of_eq e.symm)
    | .inr e => Or.inr (NonVacuous.le_of_eq e.symm)
  idle := fun i => OrderedMonoid.Same.refl (S := naturals) (values i 0)
  departure := fun i x => OrderedMonoid.Same.refl (S := naturals) (values i x)
  next := fun i x => OrderedMonoid.Same.refl (S := naturals) (values i.succ x)

/-- After two steps accepting is strictly better with no job, `6 < 2 + 5`, and rejecting with one,
`6 + 5 < 12`. -/
theorem values_decide :
    And (Nat.lt (values 2 1) ((values 2 0).add five))
      (Nat.lt ((values 2 1).add five) (values 2 2)) :=
  And.intro (Nat.le_of_ble_eq_true rfl) (Nat.le_of_ble_eq_true rfl)

end Mm1
