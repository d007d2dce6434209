(** Which card wins a trick?

    The last one, or the first one, of those behind the lead that match it; the lead where none does. Clauses: ZS-PLAY-4, ZS-MULTI-7,
    HO-MULTI-10, RL-PLAY-4. *)
From Coq Require Import List Arith Lia Bool Sorted.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks.
Import ListNotations.

Section Winning.
Variable r : rules.

(** A card that lies behind the lead and matches it. *)
Definition fits (trick : list card) (place : nat) : Prop :=
  deciding_lead r trick < place < length trick /\ matches r trick (card_at trick place) (deciding_lead r trick) place = true.

Inductive wins (trick : list card) : nat -> Prop :=
| wins_unmatched : (forall place, ~ fits trick place) -> wins trick (deciding_lead r trick)
| wins_as_last : forall place, taken_by r = LastMatch -> fits trick place -> (forall other, fits trick other -> other <= place) ->
    wins trick place
| wins_as_first : forall place, taken_by r = FirstMatch -> fits trick place -> (forall other, fits trick other -> place <= other) ->
    wins trick place.

Lemma matching_spec : forall trick place, In place (matching r trick) <-> fits trick place.
Proof.
  intros trick place. unfold matching, fits. rewrite filter_In, in_seq. split; intros [H M]; (split; [lia|exact M]).
Qed.

Lemma filter_sorted : forall (f : nat -> bool) l, StronglySorted lt l -> StronglySorted lt (filter f l).
Proof.
  intros f l S. induction S as [|x l S IH F]; simpl; [constructor|]. destruct (f x); [|exact IH]. constructor; [exact IH|].
  rewrite Forall_forall in *. intros y I. apply filter_In in I as [I _]. now apply F.
Qed.

Lemma seq_sorted : forall n from, StronglySorted lt (seq from n).
Proof.
  induction n as [|n IH]; intros from; simpl; constructor; [apply IH|]. apply Forall_forall. intros x I. apply in_seq in I. lia.
Qed.

Lemma last_is_most : forall l none, StronglySorted lt l -> l <> [] -> In (last l none) l /\ forall x, In x l -> x <= last l none.
Proof.
  intros l none S. induction S as [|x l S IH F]; intros N; [contradiction|]. destruct l as [|y l].
  - simpl. split; [now left|]. intros z [<-|[]]. lia.
  - destruct IH as [I M]; [discriminate|]. change (last (x :: y :: l) none) with (last (y :: l) none). split; [now right|].
    intros z [<-|J]; [|now apply M]. rewrite Forall_forall in F. specialize (F _ I). lia.
Qed.

Theorem best_place_wins : forall trick, wins trick (best_place r trick).
Proof.
  intros trick. assert (S : StronglySorted lt (matching r trick)) by apply filter_sorted, seq_sorted.
  unfold best_place. destruct (matching r trick) as [|first more] eqn:M.
  - assert (N : forall place, ~ fits trick place) by (intros place F; apply matching_spec in F; now rewrite M in F).
    destruct (taken_by r); now apply wins_unmatched.
  - destruct (taken_by r) eqn:T.
    + destruct (last_is_most (first :: more) (deciding_lead r trick) S) as [I L]; [discriminate|]. rewrite <- M in *.
      apply wins_as_last; [exact T|now apply matching_spec|]. intros other F. now apply L, matching_spec.
    + apply wins_as_first; [exact T|apply matching_spec; rewrite M; now left|]. intros other F. apply matching_spec in F. rewrite M in F.
      inversion S as [|x l _ A]; subst. rewrite Forall_forall in A. destruct F as [<-|F]; [simpl; lia|specialize (A _ F); simpl; lia].
Qed.

Theorem one_card_wins : forall trick a b, wins trick a -> wins trick b -> a = b.
Proof.
  intros trick a b A B. destruct A as [N|a T F M|a T F M], B as [N'|b T' F' M'|b T' F' M']; try congruence.
  - now destruct (N b).
  - now destruct (N b).
  - now destruct (N' a).
  - specialize (M b F'). specialize (M' a F). lia.
  - now destruct (N' a).
  - specialize (M b F'). specialize (M' a F). lia.
Qed.

End Winning.
