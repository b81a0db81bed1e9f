prelude
import ProofCheck.Sound
set_option genInjectivity false
set_option genSizeOf false
set_option genCtorIdx false
set_option bootstrap.genMatcherCode false

/-!
# Well-formed problems

`Problem.wellFormed` decides whether the data refer to the modes `0..m` only.  Soundness does not
need it; it keeps slips in the data from making statements trivial, and it makes the cone depend
only on the values of a function in the modes `0..m` (`Problem.Cone.congr`).
-/

noncomputable section

/-- All modes are at most `m`. -/
def Point.allWithin (m : Nat) : List Point → Bool
  | .nil => true
  | .cons q l => and (Nat.ble q.mode m) (allWithin m l)

/-- All points of all templates have modes at most `m`, and no side is empty. -/
def Template.allWithin (m : Nat) : List Template → Bool
  | .nil => true
  | .cons t l =>
    and (and (Nat.ble (.succ .zero) (Point.number t.lesser)) (Point.allWithin m t.lesser))
      (and (and (Nat.ble (.succ .zero) (Point.number t.greater)) (Point.allWithin m t.greater))
        (allWithin m l))

/-- All points of all claims have modes at most `m`, and no side is empty. -/
def Claim.allWithin (m : Nat) : List Claim → Bool
  | .nil => true
  | .cons q l =>
    and (Template.allWithin m (.cons q.goal q.given)) (allWithin m l)

/-- All targets are at most `m`. -/
def Term.allWithin (m : Nat) : List Term → Bool
  | .nil => true
  | .cons t l => and (Nat.ble t.target m) (allWithin m l)

/-- There are `count` modes, each with targets at most `m`. -/
def Event.within (m : Nat) : Event → Nat → Bool
  | .nil, count => Nat.beq count .zero
  | .cons ts e, count =>
    and (Nat.ble (.succ .zero) count) (and (Term.allWithin m ts) (within m e count.pred))

/-- All events list the modes `0..m`. -/
def Event.allWithin (m : Nat) : List Event → Bool
  | .nil => true
  | .cons e l => and (e.within m m.succ) (allWithin m l)

/-- There are templates, all points lie in the modes `0..m`, and every event covers exactly these.
-/
def Problem.wellFormed (p : Problem) : Bool :=
  match p.templates with
  | .nil => false
  | .cons t l =>
    and (Template.allWithin p.m (.cons t l))
      (and (Template.allWithin p.m p.reduction)
        (and (Claim.allWithin p.m p.claims) (Event.allWithin p.m p.events)))

variable {S : OrderedMonoid} {f g : Nat → Nat → S.carrier} {m : Nat}

theorem Point.total_congr (h : ∀ x y, Nat.le y m → S.Same (f x y) (g x y)) (x : Nat)
    (l : List Point) (w : Eq (Point.allWithin m l) true) :
    S.Same (S.total (Point.values S f x l)) (S.total (Point.values S g x l)) :=
  match l, w with
  | .nil, _ => OrderedMonoid.Same.refl S.zero
  | .cons q l, w =>
    (OrderedMonoid.total_cons _ _).trans
      (((h (x.add q.offset) q.mode (Nat.le_of_ble_eq_true (and_left w))).add
          (total_congr h x l (and_right w))).trans
        (OrderedMonoid.total_cons _ _).symm)

/-- Templates depend only on the values in the modes `0..m`. -/
theorem Template.AllHold.congr (h : ∀ x y, Nat.le y m → S.Same (f x y) (g x y)) (l : List Template)
    (w : Eq (Template.allWithin m l) true) (k : Template.AllHold S f l) : Template.AllHold S g l :=
  match l, w, k with
  | .nil, _, _ => True.intro
  | .cons q l, w, k =>
    And.intro
      (fun x =>
        OrderedMonoid.le_of_same (Point.total_congr h x q.lesser (and_right (and_left w)))
          (Point.total_congr h x q.greater (and_right (and_left (and_right w)))) (k.left x))
      (AllHold.congr h l (and_right (and_right w)) k.right)

/-- The cone of a well-formed problem depends only on the values in the modes `0..m`. -/
theorem Problem.Cone.congr (p : Problem) (w : Eq (Template.allWithin p.m p.templates) true)
    (h : ∀ x y, Nat.le y p.m → S.Same (f x y) (g x y)) (k : p.Cone S f) : p.Cone S g :=
  Template.AllHold.congr h p.templates w k
