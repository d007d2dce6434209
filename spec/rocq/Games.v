(** What is a position of any game worth, and does a certificate prove it?

    A game is here what one can act in until it is over: nothing is said of cards. Two sides play against each other, everything is seen,
    and an end is what one of them wants or not. Proved: one side can be sure of what it wants, or the other can be sure to prevent it, and
    never both; so a number that is counted at the end has one value. And whatever the checker of certificates accepts is true.

    Actions that change nothing, such as calls, are left out: [quiet] says which. *)
From Coq Require Import List Arith Lia Bool Wf_nat PArith ZArith FMapPositive.
Import ListNotations.

Section Games.
Variables table action code : Type.
Variable apply : table -> action -> table + code.
Variable step : table -> action -> table -> Prop.
Variable over : table -> bool.
Variable turn : table -> nat.
Variable quiet : action -> bool.
Variable conceivable : table -> list action.
Variable most_actions : table -> nat.

Hypothesis apply_is_step : forall t a t', step t a t' <-> apply t a = inl t'.
Hypothesis all_are_conceivable : forall t a t', step t a t' -> quiet a = false -> In a (conceivable t).
Hypothesis none_is_quiet : forall t a, In a (conceivable t) -> quiet a = false.

(** A side can be sure of an end that it wants, whatever the others do. *)
Inductive sure (mine : nat -> bool) (wanted : table -> bool) : table -> Prop :=
| sure_at_the_end : forall t, over t = true -> wanted t = true -> sure mine wanted t
| sure_by_an_action : forall t a t', over t = false -> mine (turn t) = true -> step t a t' -> quiet a = false ->
    sure mine wanted t' -> sure mine wanted t
| sure_by_all : forall t, over t = false -> mine (turn t) = false ->
    (forall a t', step t a t' -> quiet a = false -> sure mine wanted t') -> sure mine wanted t.

Definition others (mine : nat -> bool) : nat -> bool := fun seat => negb (mine seat).
Definition unwanted (wanted : table -> bool) : table -> bool := fun t => negb (wanted t).

(** What play keeps, by which it ends and somebody can act. *)
Variable fine : table -> Prop.
Hypothesis stays_fine : forall t a t', fine t -> step t a t' -> fine t'.
Hypothesis nearer_to_the_end : forall t a t', fine t -> step t a t' -> quiet a = false -> most_actions t' < most_actions t.
Hypothesis somebody_can_act : forall t, fine t -> over t = false -> exists a t', In a (conceivable t) /\ step t a t'.

Lemma some_or_all : forall (P Q : action -> Prop) l, (forall a, In a l -> P a \/ Q a) ->
  (exists a, In a l /\ P a) \/ (forall a, In a l -> Q a).
Proof.
  induction l as [|a l IH]; intros H; [right; easy|].
  destruct (H a (or_introl eq_refl)) as [p|q]; [left; exists a; split; [now left|exact p]|].
  destruct IH as [[b [I p]]|A]; [intros b I; apply H; now right|left; exists b; split; [now right|exact p]|].
  right. intros b [<-|I]; auto.
Qed.

Theorem one_side_can_be_sure : forall mine wanted t, fine t ->
  sure mine wanted t \/ sure (others mine) (unwanted wanted) t.
Proof.
  intros mine wanted t. induction t as [t IH] using (well_founded_induction (well_founded_ltof _ most_actions)).
  intros D. destruct (over t) eqn:O.
  - destruct (wanted t) eqn:W; [left|right]; apply sure_at_the_end; try assumption. unfold unwanted. now rewrite W.
  - assert (N : forall a t', step t a t' -> quiet a = false ->
      sure mine wanted t' \/ sure (others mine) (unwanted wanted) t').
    { intros a t' S C. apply IH; [|now apply stays_fine with t a]. unfold ltof.
      now apply nearer_to_the_end with a. }
    destruct (mine (turn t)) eqn:M.
    + destruct (some_or_all (fun a => exists t', step t a t' /\ sure mine wanted t')
        (fun a => forall t', step t a t' -> sure (others mine) (unwanted wanted) t') (conceivable t)) as [[a [I [t' [S F]]]]|A].
      * intros a I. destruct (apply t a) as [t'|c] eqn:E.
        -- assert (S : step t a t') by now apply apply_is_step.
           destruct (N a t' S (none_is_quiet t a I)) as [F|F]; [left; eauto|right].
           intros x X. apply apply_is_step in X. rewrite E in X. injection X as <-. exact F.
        -- right. intros x X. apply apply_is_step in X. congruence.
      * left. apply sure_by_an_action with a t'; try assumption. now apply none_is_quiet with t.
      * right. apply sure_by_all; [exact O|unfold others; now rewrite M|]. intros a t' S C.
        apply A with a; [now apply all_are_conceivable with t'|exact S].
    + destruct (some_or_all (fun a => exists t', step t a t' /\ sure (others mine) (unwanted wanted) t')
        (fun a => forall t', step t a t' -> sure mine wanted t') (conceivable t)) as [[a [I [t' [S F]]]]|A].
      * intros a I. destruct (apply t a) as [t'|c] eqn:E.
        -- assert (S : step t a t') by now apply apply_is_step.
           destruct (N a t' S (none_is_quiet t a I)) as [F|F]; [right|left; eauto].
           intros x X. apply apply_is_step in X. rewrite E in X. injection X as <-. exact F.
        -- right. intros x X. apply apply_is_step in X. congruence.
      * right. apply sure_by_an_action with a t'; try assumption; [unfold others; now rewrite M|now apply none_is_quiet with t].
      * left. apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A with a; [now apply all_are_conceivable with t'|exact S].
Qed.

Theorem never_both : forall mine wanted t, fine t -> sure mine wanted t -> sure (others mine) (unwanted wanted) t -> False.
Proof.
  intros mine wanted t D F. induction F as [t O W|t a t' O M S C F IH|t O M A IH]; intros G.
  - inversion G; subst; [unfold unwanted in *; rewrite W in *; discriminate|congruence|congruence].
  - apply (IH (stays_fine t a t' D S)). inversion G as [? O'|? ? ? ? M'|? ? ? A]; subst;
      [congruence|unfold others in M'; rewrite M in M'; discriminate|].
    now apply A with a.
  - inversion G as [? O'|? a t' ? ? S C G'|? ? M']; subst; [congruence| |unfold others in M'; rewrite M in M'; discriminate].
    exact (IH a t' S C (stays_fine t a t' D S) G').
Qed.

(** Who is content with more ends is sure of them at least as soon. *)
Theorem wanting_less : forall mine wanted more t, (forall e, wanted e = true -> more e = true) -> sure mine wanted t -> sure mine more t.
Proof.
  intros mine wanted more t H F. induction F as [t O W|t a t' O M S C F IH|t O M A IH].
  - apply sure_at_the_end; auto.
  - now apply sure_by_an_action with a t'.
  - now apply sure_by_all.
Qed.

(** The value of a number that is counted at the end: one side can be sure of so much, and the others that it is no more. *)
Definition value (mine : nat -> bool) (counted : table -> nat) (t : table) (n : nat) : Prop :=
  sure mine (fun e => n <=? counted e) t /\ sure (others mine) (fun e => counted e <=? n) t.

Theorem value_is_unique : forall mine counted t n m, fine t -> value mine counted t n -> value mine counted t m -> n = m.
Proof.
  assert (H : forall mine counted t n m, fine t -> value mine counted t n -> value mine counted t m -> n <= m).
  { intros mine counted t n m D [A _] [_ B]. destruct (Nat.le_gt_cases n m) as [L|L]; [exact L|exfalso].
    apply (never_both mine (fun e => n <=? counted e) t D A). apply wanting_less with (fun e => counted e <=? m); [|exact B].
    intros e E. unfold unwanted. apply Nat.leb_le in E. apply negb_true_iff, Nat.leb_gt. lia. }
  intros mine counted t n m D A B. apply Nat.le_antisymm; eauto.
Qed.

(** Nobody is sure of what cannot be. *)
Lemma not_of_what_cannot_be : forall mine wanted t, fine t -> (forall e, wanted e = false) -> sure mine wanted t -> False.
Proof.
  intros mine wanted t D N F. induction F as [t O W|t a t' O M S C F IH|t O M A IH].
  - rewrite N in W. discriminate.
  - exact (IH (stays_fine t a t' D S)).
  - destruct (somebody_can_act t D O) as [a [t' [I S]]].
    exact (IH a t' S (none_is_quiet t a I) (stays_fine t a t' D S)).
Qed.

Theorem every_value_exists : forall mine counted t most, fine t -> (forall e, counted e <= most) -> exists n, value mine counted t n.
Proof.
  intros mine counted t most D B.
  assert (H : forall n, sure mine (fun e => n <=? counted e) t \/ exists m, value mine counted t m).
  { induction n as [|n [A|V]]; [| |now right].
    - left. destruct (one_side_can_be_sure mine (fun e => 0 <=? counted e) t D) as [A|A]; [exact A|].
      now destruct (not_of_what_cannot_be (others mine) _ t D (fun e => eq_refl) A).
    - destruct (one_side_can_be_sure mine (fun e => S n <=? counted e) t D) as [A'|A']; [now left|right].
      exists n. split; [exact A|]. apply wanting_less with (unwanted (fun e => S n <=? counted e)); [|exact A'].
      intros e E. unfold unwanted in E. apply negb_true_iff, Nat.leb_gt in E. apply Nat.leb_le. lia. }
  destruct (H (S most)) as [A|V]; [exfalso|exact V].
  apply (not_of_what_cannot_be mine (fun e => S most <=? counted e) t D); [|exact A].
  intros e. specialize (B e). apply Nat.leb_gt. lia.
Qed.

(** *** What cannot fail any more *)

(** Where all that can come is wanted, each side is sure of it. *)
Lemma sure_of_all_that_comes : forall mine wanted (safe : table -> Prop),
  (forall t a t', fine t -> safe t -> step t a t' -> safe t') -> (forall t, safe t -> over t = true -> wanted t = true) ->
  forall t, fine t -> safe t -> sure mine wanted t.
Proof.
  intros mine wanted safe K E t. induction t as [t IH] using (well_founded_induction (well_founded_ltof _ most_actions)). intros D S.
  assert (N : forall a t', step t a t' -> quiet a = false -> sure mine wanted t').
  { intros a t' X C. apply IH; [now apply nearer_to_the_end with a|now apply stays_fine with t a|now apply K with t a]. }
  destruct (over t) eqn:O; [apply sure_at_the_end; auto|]. destruct (mine (turn t)) eqn:M; [|now apply sure_by_all].
  destruct (somebody_can_act t D O) as [a [t' [I X]]]. assert (C := none_is_quiet t a I).
  apply sure_by_an_action with a t'; try assumption. now apply N with a.
Qed.

(** *** Certificates

    As docs/certificates.rst has them. A certificate tells which action one side takes, by its number, wherever a walk comes to a choice of
    that side; the walk tries all actions of the others, and remembers what it has proved. *)

Section Certificates.
Variable mine : nat -> bool.
Variable wanted : table -> bool.

(** The actions among which there is a choice: one of all that do the same, in their order. *)
Variable choices : table -> list action.

(** Where nothing is left to be proved, before the end. *)
Variable certain : table -> bool.

(** What positions of one class have in common. *)
Variable class : Type.
Variable class_of : table -> class.
Variable class_eq_dec : forall a b : class, {a = b} + {a <> b}.

(** What is remembered: proved classes, with what bears on the claim beside, such as the points that are captured. One mark [covers]
    another where a proof of the first is one of the second. *)
Variable mark : Type.
Variable mark_of : table -> mark.
Variable covers : mark -> mark -> bool.

(** Remembered classes are found by a number. Any number does; a good one saves time. *)
Variable number : class -> positive.
Definition memory := PositiveMap.t (list (class * mark)).

Definition found (known : memory) (s : class) : list (class * mark) :=
  match PositiveMap.find (number s) known with Some proved => proved | None => [] end.

Definition remembered (known : memory) (s : class) (m : mark) : bool :=
  existsb (fun proved => if class_eq_dec (fst proved) s then covers (snd proved) m else false) (found known s).

Definition remember (known : memory) (s : class) (m : mark) : memory := PositiveMap.add (number s) ((s, m) :: found known s) known.

(** How far a walk is: the moves that are left, what is remembered, and how many positions were walked. *)
Record walked := Walked { left_to_tell : list nat; proved : memory; positions : nat }.

(** Where it fails, and why. *)
Inductive fault := EndsOtherwise (t : table) | NoMove (t : table) | NoSuchMove (t : table) (move : nat) | TooMany (t : table) | MovesLeft
| NotOfPlay.

Definition outcome := (walked + fault)%type.

(** The actions that are tried at a position: the one that is told, where the side that proves has a choice, or else all. *)
Definition tried (w : walked) (t : table) : list action * list nat + fault :=
  let all := choices t in
  if mine (turn t) && (1 <? length all)
  then match left_to_tell w with
       | [] => inr (NoMove t)
       | move :: rest => match nth_error all move with Some a => inl ([a], rest) | None => inr (NoSuchMove t move) end
       end
  else inl (all, left_to_tell w).

(** A position that an action has led to needs a walk of its own where it is neither an end, nor certain, nor remembered. *)
Definition enter (visit : walked -> table -> class -> mark -> outcome) (w : walked) (t : table) : outcome :=
  if over t then if wanted t then inl w else inr (EndsOtherwise t)
  else if certain t then inl w
  else
    let s := class_of t in
    let m := mark_of t in
    if remembered (proved w) s m then inl w else visit w t s m.

Fixpoint each (visit : walked -> table -> outcome) (w : walked) (t : table) (actions : list action) : outcome :=
  match actions with
  | [] => inl w
  | a :: rest =>
      match apply t a with
      | inl after => match visit w after with inl w' => each visit w' t rest | inr f => inr f end
      | inr _ => inr NotOfPlay
      end
  end.

Variable most : nat.

Fixpoint visit (fuel : nat) (w : walked) (t : table) (s : class) (m : mark) : outcome :=
  match fuel with
  | 0 => inr (TooMany t)
  | S less =>
      if most <=? positions w then inr (TooMany t)
      else
        match tried w t with
        | inr f => inr f
        | inl (actions, rest) =>
            match each (enter (visit less)) (Walked rest (proved w) (S (positions w))) t actions with
            | inl after => inl (Walked (left_to_tell after) (remember (proved after) s m) (positions after))
            | inr f => inr f
            end
        end
  end.

Variable is_fine : table -> bool.

(** How many positions a certificate takes, if it proves its claim: its position is one of play, its walk comes through, and all moves that
    were told are taken. *)
Definition checked (told : list nat) (t : table) : nat + fault :=
  if is_fine t
  then match enter (visit (S (most_actions t))) (Walked told (PositiveMap.empty _) 0) t with
       | inl (Walked [] _ count) => inl count
       | inl _ => inr MovesLeft
       | inr f => inr f
       end
  else inr NotOfPlay.

(** *** What is accepted is true *)

Hypothesis fine_is_right : forall t, is_fine t = true -> fine t.
Hypothesis choices_are_loud : forall t a, In a (choices t) -> quiet a = false.
Hypothesis choices_are_all : forall t a t', fine t -> step t a t' -> quiet a = false ->
  exists b, In b (choices t) /\ forall t'', step t b t'' -> sure mine wanted t'' -> sure mine wanted t'.
Hypothesis certain_is_right : forall t, fine t -> over t = false -> certain t = true -> sure mine wanted t.
Hypothesis covers_is_right : forall t u, class_of t = class_of u -> covers (mark_of t) (mark_of u) = true -> fine t -> fine u ->
  over t = false -> over u = false -> sure mine wanted t -> sure mine wanted u.

(** All that is remembered was proved of some table. *)
Definition true_memory (known : memory) : Prop := forall s remembered, In remembered (found known s) ->
  exists t, fine t /\ over t = false /\ sure mine wanted t /\ remembered = (class_of t, mark_of t).

Lemma remembered_is_sure : forall known t, true_memory known -> fine t -> over t = false ->
  remembered known (class_of t) (mark_of t) = true -> sure mine wanted t.
Proof.
  intros known t K W O R. apply existsb_exists in R as [p [I E]]. destruct (K _ _ I) as [u [V [N [S ->]]]].
  cbn [fst snd] in E. destruct (class_eq_dec _ _) as [Q|]; [|discriminate]. now apply covers_is_right with u.
Qed.

Lemma remember_true : forall known t, true_memory known -> fine t -> over t = false -> sure mine wanted t ->
  true_memory (remember known (class_of t) (mark_of t)).
Proof.
  intros known t K W O S s p I. unfold remember, found in I. destruct (Pos.eq_dec (number s) (number (class_of t))) as [Q|Q].
  - rewrite Q, PositiveMap.gss in I. destruct I as [<-|I]; [now exists t|]. exact (K (class_of t) p I).
  - rewrite PositiveMap.gso in I by exact Q. exact (K s p I).
Qed.

(** What a part of the walk shows of the tables that it comes to. *)
Definition shows (come : walked -> outcome) (right : Prop) : Prop := forall w w', true_memory (proved w) -> come w = inl w' ->
  true_memory (proved w') /\ right.

Lemma enter_shows : forall visit t, fine t ->
  (over t = false -> shows (fun w => visit w t (class_of t) (mark_of t)) (sure mine wanted t)) -> shows (fun w => enter visit w t) (sure mine wanted t).
Proof.
  intros visit t W V w w' K E. unfold enter in E. destruct (over t) eqn:O.
  { destruct (wanted t) eqn:Y; [|discriminate]. injection E as <-. split; [exact K|now apply sure_at_the_end]. }
  destruct (certain t) eqn:C; [injection E as <-; split; [exact K|now apply certain_is_right]|].
  destruct (remembered _ _ _) eqn:R; [injection E as <-; split; [exact K|now apply remembered_is_sure with (proved w)]|].
  now apply (V eq_refl w).
Qed.

Lemma each_shows : forall visit t actions, (forall t', (exists a, step t a t') -> shows (fun w => visit w t') (sure mine wanted t')) ->
  shows (fun w => each visit w t actions) (forall a, In a actions -> exists t', step t a t' /\ sure mine wanted t').
Proof.
  intros visit t actions V. induction actions as [|a rest IH]; intros w w' K E; simpl in E; [injection E as <-; now split|].
  destruct (apply t a) as [after|] eqn:A; [|discriminate]. apply apply_is_step in A. destruct (visit w after) as [w1|] eqn:F; [|discriminate].
  destruct (V after (ex_intro _ a A) w w1 K F) as [K1 S]. destruct (IH w1 w' K1 E) as [K' R].
  split; [exact K'|]. intros b [<-|I]; [now exists after|now apply R].
Qed.

Lemma visit_shows : forall fuel t, fine t -> over t = false ->
  shows (fun w => visit fuel w t (class_of t) (mark_of t)) (sure mine wanted t).
Proof.
  induction fuel as [|less IH]; intros t W O w w' K E; simpl in E; [discriminate|]. destruct (most <=? _); [discriminate|].
  destruct (tried w t) as [[actions rest]|] eqn:T; [|discriminate].
  destruct (each _ _ t actions) as [after|] eqn:V; [|discriminate]. injection E as <-. cbn [proved].
  assert (X : forall t', (exists a, step t a t') -> shows (fun w => enter (visit less) w t') (sure mine wanted t')).
  { intros t' [a S]. assert (W' : fine t') by now apply stays_fine with t a. apply enter_shows; auto. }
  destruct (each_shows _ _ _ X (Walked rest (proved w) (S (positions w))) after K V) as [K1 A].
  assert (G : sure mine wanted t); [|split; [now apply remember_true|exact G]].
  assert (L : forall a, In a actions -> In a (choices t)).
  { intros a I. unfold tried in T. destruct (_ && _); [|now injection T as <- _]. destruct (left_to_tell w) as [|move told]; [discriminate|].
    destruct (nth_error _ _) as [b|] eqn:N; [|discriminate]. injection T as <- _. destruct I as [<-|[]]. now apply nth_error_In with move. }
  destruct (mine (turn t)) eqn:M.
  - assert (I : exists a, In a actions).
    { unfold tried in T. rewrite M in T. cbn [andb] in T. destruct (1 <? _).
      - destruct (left_to_tell w); [discriminate|]. destruct (nth_error _ _) as [b|]; [|discriminate]. injection T as <- _. exists b. now left.
      - injection T as <- _. destruct (somebody_can_act t W O) as [a [t' [I S]]].
        destruct (choices_are_all t a t' W S (none_is_quiet t a I)) as [b [J _]]. now exists b. }
    destruct I as [a I]. destruct (A a I) as [t' [S F]]. apply sure_by_an_action with a t'; try assumption. now apply choices_are_loud with t, L.
  - apply sure_by_all; [exact O|exact M|]. intros a t' S C. destruct (choices_are_all t a t' W S C) as [b [I F]].
    unfold tried in T. rewrite M in T. injection T as <- _. destruct (A b I) as [t'' [S' F']]. now apply (F t'').
Qed.

Theorem what_is_accepted_is_true : forall told t count, checked told t = inl count -> sure mine wanted t.
Proof.
  intros told t count E. unfold checked in E. destruct (is_fine t) eqn:W; [|discriminate]. apply fine_is_right in W.
  destruct (enter _ _ t) as [w|] eqn:V; [|discriminate].
  refine (proj2 (enter_shows _ t W (visit_shows _ t W) _ _ _ V)).
  intros s p I. unfold found in I. cbn [proved] in I. now rewrite PositiveMap.gempty in I.
Qed.

End Certificates.

End Games.

(** *** Choices *)

(** Lists of numbers in their order, as words are. *)
Fixpoint compared (a b : list nat) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: a, y :: b => match Nat.compare x y with Eq => compared a b | other => other end
  end.

Lemma compared_equal : forall a b, compared a b = Eq -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|]. simpl in E.
  destruct (Nat.compare_spec x y) as [->| |]; try discriminate. now rewrite (IH b E).
Qed.

Section Choices.
Variable action : Type.
Variable key : action -> list nat.

Fixpoint put_in (a : action) (l : list action) : list action :=
  match l with
  | [] => [a]
  | first :: rest => match compared (key a) (key first) with Lt => a :: l | Eq => l | Gt => first :: put_in a rest end
  end.

(** One action for each key, in the order of keys. *)
Definition one_of_each (l : list action) : list action := fold_right put_in [] l.

Lemma put_in_spec : forall a l, (forall x, In x (put_in a l) -> x = a \/ In x l) /\ (forall x, In x l -> In x (put_in a l))
  /\ exists b, In b (put_in a l) /\ key b = key a.
Proof.
  intros a l. induction l as [|y l [A [B [b [I E]]]]]; simpl.
  - split; [intros x [->|[]]; now left|]. split; [easy|]. exists a. split; [now left|reflexivity].
  - destruct (compared (key a) (key y)) eqn:C.
    + apply compared_equal in C. split; [auto|]. split; [auto|]. exists y. split; [now left|now symmetry].
    + split; [intros x [->|I']; auto|]. split; [intros x I'; now right|]. exists a. split; [now left|reflexivity].
    + split; [intros x [->|I']; [right; now left|]; destruct (A x I'); auto|]. split; [intros x [->|I']; [now left|right; auto]|].
      exists b. split; [now right|exact E].
Qed.

Lemma one_of_each_spec : forall l, (forall a, In a (one_of_each l) -> In a l)
  /\ forall a, In a l -> exists b, In b (one_of_each l) /\ key b = key a.
Proof.
  induction l as [|x l [A B]]; simpl; [split; [easy|now intros a []]|]. destruct (put_in_spec x (one_of_each l)) as [P [Q R]]. split.
  - intros a I. destruct (P a I) as [->|J]; [now left|right; now apply A].
  - intros a [<-|I]; [exact R|]. destruct (B a I) as [b [J E]]. exists b. split; [now apply Q|exact E].
Qed.

End Choices.

(** *** What is claimed *)

(** One side is sure of so much at least, or the other that the first has no more. *)
Inductive half := AtLeast | AtMost.

(** What is counted at the end of a deal, for side 0. *)
Inductive measure := Points | Deal | GamePoints.

Definition keeps (h : half) (claimed found : Z) : bool := match h with AtLeast => claimed <=? found | AtMost => found <=? claimed end%Z.

(** The side that proves a claim. *)
Definition proves (h : half) (side : nat) : bool := match h with AtLeast => side =? 0 | AtMost => negb (side =? 0) end.

Definition measured (m : measure) (points winners scores : list nat) : Z :=
  match m with
  | Points => Z.of_nat (nth 0 points 0)
  | Deal => match winners with [0] => 1 | [1] => -1 | _ => 0 end
  | GamePoints => Z.of_nat (nth 0 scores 0) - Z.of_nat (nth 1 scores 0)
  end.

Arguments sure {table action}.
Arguments value {table action}.
Arguments unwanted {table}.
Arguments checked {table action code}.
