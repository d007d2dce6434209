(** What is a position worth, and can that be two things at once?

    Two sides play against each other, all cards are seen, and an end of a deal is what one of them wants or not. Proved: one side can be
    sure of what it wants, or the other can be sure to prevent it, and never both. So a number that is counted at the end has one value.
    Calls are left out, as they change nothing. *)
From Coq Require Import List Arith Lia Permutation Bool Wf_nat.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress.
Import ListNotations.

Section Values.
Variable r : rules.
Hypothesis some_players : 0 < players r.
Hypothesis some_cards : 0 < hand r.
Hypothesis one_round : flip r || spice r = true -> continuation r = Never.

(** A side can be sure of an end that it wants, whatever the others do. *)
Inductive sure (mine : nat -> bool) (wanted : table -> bool) : table -> Prop :=
| sure_at_the_end : forall t, over r t = true -> wanted t = true -> sure mine wanted t
| sure_by_an_action : forall t a t', over r t = false -> mine (turn r t) = true -> step r t a t' -> is_call a = false ->
    sure mine wanted t' -> sure mine wanted t
| sure_by_all : forall t, over r t = false -> mine (turn r t) = false ->
    (forall a t', step r t a t' -> is_call a = false -> sure mine wanted t') -> sure mine wanted t.

Definition others (mine : nat -> bool) : nat -> bool := fun seat => negb (mine seat).
Definition unwanted (wanted : table -> bool) : table -> bool := fun t => negb (wanted t).

(** A deal that play can come to. *)
Definition playable (t : table) : Prop := well r t /\ ready r t.

Lemma playable_step : forall t a t', playable t -> step r t a t' -> playable t'.
Proof.
  intros t a t' [W K] S. split; [now apply (step_keeps_cards r some_players t a t')|].
  now apply (step_keeps_ready r some_players some_cards one_round t a t').
Qed.

(** All actions that are not calls are among finitely many. *)
Lemma conceivable_all : forall t a t', step r t a t' -> is_call a = false -> In a (conceivable r t).
Proof.
  intros t a t' S C. destruct (not_refused r t a t' S) as [E _]. unfold conceivable. apply in_or_app.
  destruct a as [c| | | |]; [left; now apply in_map, card_is_held|right; simpl; tauto..|discriminate].
Qed.

Lemma conceivable_no_call : forall t a, In a (conceivable r t) -> is_call a = false.
Proof.
  intros t a I. unfold conceivable in I. apply in_app_or in I as [I|I].
  - apply in_map_iff in I as [c [<- _]]. reflexivity.
  - simpl in I. destruct I as [<-|[<-|[<-|[]]]]; reflexivity.
Qed.

Lemma some_or_all : forall (P Q : action -> Prop) l, (forall a, In a l -> P a \/ Q a) ->
  (exists a, In a l /\ P a) \/ (forall a, In a l -> Q a).
Proof.
  induction l as [|a l IH]; intros H; [right; easy|].
  destruct (H a (or_introl eq_refl)) as [p|q]; [left; exists a; split; [now left|exact p]|].
  destruct IH as [[b [I p]]|A]; [intros b I; apply H; now right|left; exists b; split; [now right|exact p]|].
  right. intros b [<-|I]; auto.
Qed.

Theorem one_side_can_be_sure : forall mine wanted t, playable t ->
  sure mine wanted t \/ sure (others mine) (unwanted wanted) t.
Proof.
  intros mine wanted t. induction t as [t IH] using (well_founded_induction (well_founded_ltof _ (most_actions r))).
  intros D. destruct (over r t) eqn:O.
  - destruct (wanted t) eqn:W; [left|right]; apply sure_at_the_end; try assumption. unfold unwanted. now rewrite W.
  - assert (N : forall a t', step r t a t' -> is_call a = false ->
      sure mine wanted t' \/ sure (others mine) (unwanted wanted) t').
    { intros a t' S C. apply IH; [|now apply playable_step with t a]. unfold ltof. destruct D as [W _].
      now apply (nearer_to_the_end r some_players t a t'). }
    destruct (mine (turn r t)) eqn:M.
    + destruct (some_or_all (fun a => exists t', step r t a t' /\ sure mine wanted t')
        (fun a => forall t', step r t a t' -> sure (others mine) (unwanted wanted) t') (conceivable r t)) as [[a [I [t' [S F]]]]|A].
      * intros a I. destruct (apply r t a) as [t'|c] eqn:E.
        -- assert (S : step r t a t') by now apply apply_is_play.
           destruct (N a t' S (conceivable_no_call t a I)) as [F|F]; [left; eauto|right].
           intros x X. apply apply_is_play in X. rewrite E in X. injection X as <-. exact F.
        -- right. intros x X. apply apply_is_play in X. congruence.
      * left. apply sure_by_an_action with a t'; try assumption. now apply conceivable_no_call with t.
      * right. apply sure_by_all; [exact O|unfold others; now rewrite M|]. intros a t' S C.
        apply A with a; [now apply conceivable_all with t'|exact S].
    + destruct (some_or_all (fun a => exists t', step r t a t' /\ sure (others mine) (unwanted wanted) t')
        (fun a => forall t', step r t a t' -> sure mine wanted t') (conceivable r t)) as [[a [I [t' [S F]]]]|A].
      * intros a I. destruct (apply r t a) as [t'|c] eqn:E.
        -- assert (S : step r t a t') by now apply apply_is_play.
           destruct (N a t' S (conceivable_no_call t a I)) as [F|F]; [right|left; eauto].
           intros x X. apply apply_is_play in X. rewrite E in X. injection X as <-. exact F.
        -- right. intros x X. apply apply_is_play in X. congruence.
      * right. apply sure_by_an_action with a t'; try assumption; [unfold others; now rewrite M|now apply conceivable_no_call with t].
      * left. apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A with a; [now apply conceivable_all with t'|exact S].
Qed.

Theorem never_both : forall mine wanted t, playable t -> sure mine wanted t -> sure (others mine) (unwanted wanted) t -> False.
Proof.
  intros mine wanted t D F. induction F as [t O W|t a t' O M S C F IH|t O M A IH]; intros G.
  - inversion G; subst; [unfold unwanted in *; rewrite W in *; discriminate|congruence|congruence].
  - apply (IH (playable_step t a t' D S)). inversion G as [? O'|? ? ? ? M'|? ? ? A]; subst;
      [congruence|unfold others in M'; rewrite M in M'; discriminate|].
    now apply A with a.
  - inversion G as [? O'|? a t' ? ? S C G'|? ? M']; subst; [congruence| |unfold others in M'; rewrite M in M'; discriminate].
    exact (IH a t' S C (playable_step t a t' D S) G').
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

Theorem value_is_unique : forall mine counted t n m, playable t -> value mine counted t n -> value mine counted t m -> n = m.
Proof.
  assert (H : forall mine counted t n m, playable t -> value mine counted t n -> value mine counted t m -> n <= m).
  { intros mine counted t n m D [A _] [_ B]. destruct (Nat.le_gt_cases n m) as [L|L]; [exact L|exfalso].
    apply (never_both mine (fun e => n <=? counted e) t D A). apply wanting_less with (fun e => counted e <=? m); [|exact B].
    intros e E. unfold unwanted. apply Nat.leb_le in E. apply negb_true_iff, Nat.leb_gt. lia. }
  intros mine counted t n m D A B. apply Nat.le_antisymm; eauto.
Qed.

(** Nobody is sure of what cannot be. *)
Lemma not_of_what_cannot_be : forall mine wanted t, playable t -> (forall e, wanted e = false) -> sure mine wanted t -> False.
Proof.
  intros mine wanted t D N F. induction F as [t O W|t a t' O M S C F IH|t O M A IH].
  - rewrite N in W. discriminate.
  - exact (IH (playable_step t a t' D S)).
  - destruct (somebody_can_act r some_players some_cards t (proj1 D) (proj2 D) O) as [a [t' [I S]]].
    exact (IH a t' S (conceivable_no_call t a I) (playable_step t a t' D S)).
Qed.

Theorem every_value_exists : forall mine counted t most, playable t -> (forall e, counted e <= most) -> exists n, value mine counted t n.
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

End Values.
