(** What is a position with matching tricks worth?

    What [Games.v] proves of any game, of this one. Calls are left out, as they change nothing. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress.
From Aceten Require Export Games.
Import ListNotations.

(** A side can be sure of an end that it wants, whatever the others do; and the value of a number that is counted at the end. *)
Definition sure (r : rules) := Games.sure (step r) (over r) (turn r) is_call.
Definition value (r : rules) := Games.value (step r) (over r) (turn r) is_call.

Section Values.
Variable r : rules.
Hypothesis some_players : 0 < players r.
Hypothesis some_cards : 0 < hand r.
Hypothesis one_round : flip r || spice r = true -> continuation r = Never.

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

Lemma playable_nearer : forall t a t', playable t -> step r t a t' -> is_call a = false -> most_actions r t' < most_actions r t.
Proof. intros t a t' [W _] S C. now apply (nearer_to_the_end r some_players t a t'). Qed.

Lemma playable_act : forall t, playable t -> over r t = false -> exists a t', In a (conceivable r t) /\ step r t a t'.
Proof. intros t [W K] O. now apply somebody_can_act. Qed.

Theorem one_side_can_be_sure : forall mine wanted t, playable t -> sure r mine wanted t \/ sure r (others mine) (unwanted wanted) t.
Proof.
  exact (Games.one_side_can_be_sure _ _ _ _ _ _ _ _ _ _ (apply_is_play r) conceivable_all conceivable_no_call _ playable_step playable_nearer).
Qed.

Theorem never_both : forall mine wanted t, playable t -> sure r mine wanted t -> sure r (others mine) (unwanted wanted) t -> False.
Proof. exact (Games.never_both _ _ _ _ _ _ _ playable_step). Qed.

Theorem value_is_unique : forall mine counted t n m, playable t -> value r mine counted t n -> value r mine counted t m -> n = m.
Proof. exact (Games.value_is_unique _ _ _ _ _ _ _ playable_step). Qed.

Theorem every_value_exists : forall mine counted t most, playable t -> (forall e, counted e <= most) -> exists n, value r mine counted t n.
Proof.
  exact (Games.every_value_exists _ _ _ _ _ _ _ _ _ _ (apply_is_play r) conceivable_all conceivable_no_call _ playable_step playable_nearer
    playable_act).
Qed.

End Values.
