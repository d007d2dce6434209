(** In which order do seats play, and how do they get cards?

    What both kinds of games have in common: the round of seats, and cards that are shared out from the top, as
    spec/aceten_spec/plain/dealing.py has it. Proved: no card is lost, and each seat gets just what is meant for it. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums.
Import ListNotations.

(** Seats get so many cards from the top, one after the other. *)
Fixpoint share_out (portions : list (nat * nat)) (hs : list (list card)) (cards : list card) : list (list card) * list card :=
  match portions with
  | [] => (hs, cards)
  | (seat, count) :: rest =>
      share_out rest (with_part seat (nth seat hs [] ++ firstn count cards) hs) (skipn count cards)
  end.

Lemma share_out_hands : forall portions hs rest, length (fst (share_out portions hs rest)) = length hs.
Proof. induction portions as [|[seat count] more IH]; intros; simpl; [reflexivity|]. now rewrite IH, with_part_length. Qed.

Lemma share_out_cards : forall portions hs rest, (forall portion, In portion portions -> fst portion < length hs) ->
  Permutation (concat (fst (share_out portions hs rest)) ++ snd (share_out portions hs rest)) (concat hs ++ rest).
Proof.
  induction portions as [|[seat count] more IH]; intros hs rest H; simpl; [reflexivity|].
  rewrite IH by (intros; rewrite with_part_length; apply H; now right).
  rewrite concat_more by (apply (H (seat, count)); now left).
  rewrite <- app_assoc, perm_swap_app. now rewrite firstn_skipn.
Qed.

(** What a seat gets of some portions. *)
Definition got (seat : nat) (ps : list (nat * nat)) : nat :=
  list_sum (map (fun portion => if fst portion =? seat then snd portion else 0) ps).

Lemma share_out_sizes : forall ps hs rest,
  (forall portion, In portion ps -> fst portion < length hs) -> list_sum (map snd ps) <= length rest ->
  length (snd (share_out ps hs rest)) = length rest - list_sum (map snd ps) /\
  forall seat, length (nth seat (fst (share_out ps hs rest)) []) = length (nth seat hs []) + got seat ps.
Proof.
  induction ps as [|[seat count] more IH]; intros hs rest H L; simpl in *; [split; intros; unfold got; simpl; lia|].
  change (fold_right Nat.add 0 (map snd more)) with (list_sum (map snd more)) in *.
  destruct (IH (with_part seat (nth seat hs [] ++ firstn count rest) hs) (skipn count rest)) as [T S].
  - intros portion I. rewrite with_part_length. apply H. now right.
  - rewrite skipn_length. lia.
  - split; [rewrite T, skipn_length; lia|]. intros other. rewrite S, with_part_nth by (apply (H (seat, count)); now left).
    unfold got. simpl. rewrite (Nat.eqb_sym other seat). destruct (seat =? other) eqn:E; [|lia].
    apply Nat.eqb_eq in E as ->. rewrite app_length, firstn_length. lia.
Qed.

Lemma got_of_rounds : forall (A : Type) (rounds : list A) f seat,
  got seat (flat_map f rounds) = list_sum (map (fun round => got seat (f round)) rounds).
Proof.
  intros A rounds f seat. unfold got. induction rounds as [|x l IH]; [reflexivity|].
  simpl. now rewrite map_app, list_sum_app, IH.
Qed.

Section Dealing.
Variable players : nat.

(** All seats in the order of play, one of them first. Clauses: ZS-DEAL-6. *)
Definition order (first : nat) : list nat := map (fun turn => (first + turn) mod players) (seq 0 players).

(** Batches of cards for everybody, the player after the dealer first. Clauses: ZS-DEAL-3 to ZS-DEAL-6. *)
Definition batches (deal : list nat) (dealer : nat) : list (nat * nat) :=
  flat_map (fun batch => map (fun seat => (seat, batch)) (order (dealer + 1))) deal.

Hypothesis some_players : 0 < players.

Lemma order_below : forall first seat, In seat (order first) -> seat < players.
Proof. intros first seat H. unfold order in H. apply in_map_iff in H as [turn [<- _]]. apply Nat.mod_upper_bound; lia. Qed.

(** *** What a seat gets *)

Lemma seats_differ : forall first a b, a < players -> b < players ->
  (first + a) mod players = (first + b) mod players -> a = b.
Proof.
  intros first a b A B E.
  pose proof (Nat.div_mod_eq (first + a) players) as Q. pose proof (Nat.div_mod_eq (first + b) players) as Q'.
  rewrite E in Q. destruct (Nat.lt_trichotomy ((first + a) / players) ((first + b) / players)) as [L|[L|L]]; nia.
Qed.

Lemma order_perm : forall first, Permutation (order first) (seq 0 players).
Proof.
  intros first. apply NoDup_Permutation_bis.
  - unfold order. apply distinct_map.
    + intros a b A B E. apply in_seq in A, B. apply (seats_differ first); [lia|lia|exact E].
    + apply seq_NoDup.
  - unfold order. now rewrite map_length.
  - intros seat I. apply in_seq. apply order_below in I. lia.
Qed.

Lemma every_seat : forall first seat, seat < players -> exists turn, turn < players /\ (first + turn) mod players = seat.
Proof.
  intros first seat L. assert (I : In seat (order first)).
  { apply (Permutation_in seat (Permutation_sym (order_perm first))), in_seq. lia. }
  unfold order in I. apply in_map_iff in I as [turn [E I]]. apply in_seq in I. exists turn. split; [lia|exact E].
Qed.

Lemma order_got : forall first f seat, seat < players -> got seat (map (fun s => (s, f s)) (order first)) = f seat.
Proof.
  intros first f seat H. unfold got. rewrite map_map. simpl.
  rewrite (sum_perm _ (map (fun x => if x =? seat then f x else 0) (seq 0 players))) by (apply Permutation_map, order_perm).
  now apply sum_of_one.
Qed.

Lemma batches_below : forall deal dealer portion, In portion (batches deal dealer) -> fst portion < players.
Proof.
  intros deal dealer portion H. unfold batches in H. apply in_flat_map in H as [batch [_ H]].
  apply in_map_iff in H as [seat [<- I]]. now apply order_below in I.
Qed.

Lemma batches_got : forall deal dealer seat, seat < players -> got seat (batches deal dealer) = list_sum deal.
Proof.
  intros deal dealer seat H. unfold batches. rewrite got_of_rounds. f_equal. rewrite <- (map_id deal) at 2. apply map_ext.
  intros batch. exact (order_got (dealer + 1) (fun _ => batch) seat H).
Qed.

Lemma sum_of_portions : forall ps, (forall portion, In portion ps -> fst portion < players) ->
  list_sum (map snd ps) = list_sum (map (fun seat => got seat ps) (seq 0 players)).
Proof.
  induction ps as [|[seat count] more IH]; intros H.
  - unfold got. simpl. induction (seq 0 players); simpl; auto.
  - simpl. change (fold_right Nat.add 0 (map snd more)) with (list_sum (map snd more)). rewrite IH by (intros; apply H; now right).
    unfold got at 2. simpl.
    rewrite (list_sum_both (fun other => if seat =? other then count else 0) (fun other => got other more)).
    rewrite (map_ext (fun other => if seat =? other then count else 0) (fun other => if other =? seat then count else 0))
      by (intros; now rewrite Nat.eqb_sym).
    rewrite (sum_of_one players (fun _ => count)) by (apply (H (seat, count)); now left). reflexivity.
Qed.


End Dealing.
