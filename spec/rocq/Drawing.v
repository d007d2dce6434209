(** How many cards has each hand when cards are dealt, or drawn after a trick?

    Whoever draws in whatever order, each seat gets just what is due to it. Clauses: ZS-DEAL-3, ZS-DRAW-1 to ZS-DRAW-5, HO-DRAW-6. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Rules Table Tricks Conservation.
Import ListNotations.

Section Drawing.
Variable r : rules.
Hypothesis some_players : 0 < players r.

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

(** *** What a seat gets *)

Lemma seats_differ : forall first a b, a < players r -> b < players r ->
  (first + a) mod players r = (first + b) mod players r -> a = b.
Proof.
  intros first a b A B E.
  pose proof (Nat.div_mod_eq (first + a) (players r)) as Q. pose proof (Nat.div_mod_eq (first + b) (players r)) as Q'.
  rewrite E in Q. destruct (Nat.lt_trichotomy ((first + a) / players r) ((first + b) / players r)) as [L|[L|L]]; nia.
Qed.

Lemma order_perm : forall first, Permutation (order r first) (seq 0 (players r)).
Proof.
  intros first. apply NoDup_Permutation_bis.
  - unfold order. apply distinct_map.
    + intros a b A B E. apply in_seq in A, B. apply (seats_differ first); [lia|lia|exact E].
    + apply seq_NoDup.
  - unfold order. now rewrite map_length.
  - intros seat I. apply in_seq. apply order_below in I; [lia|assumption].
Qed.

Lemma every_seat : forall first seat, seat < players r -> exists turn, turn < players r /\ (first + turn) mod players r = seat.
Proof.
  intros first seat L. assert (I : In seat (order r first)).
  { apply (Permutation_in seat (Permutation_sym (order_perm first))), in_seq. lia. }
  unfold order in I. apply in_map_iff in I as [turn [E I]]. apply in_seq in I. exists turn. split; [lia|exact E].
Qed.

Lemma order_got : forall first f seat, seat < players r -> got seat (map (fun s => (s, f s)) (order r first)) = f seat.
Proof.
  intros first f seat H. unfold got. rewrite map_map. simpl.
  rewrite (sum_perm _ (map (fun x => if x =? seat then f x else 0) (seq 0 (players r)))) by (apply Permutation_map, order_perm).
  now apply sum_of_one.
Qed.

Lemma got_of_rounds : forall (A : Type) (rounds : list A) f seat,
  got seat (flat_map f rounds) = list_sum (map (fun round => got seat (f round)) rounds).
Proof.
  intros A rounds f seat. unfold got. induction rounds as [|x l IH]; [reflexivity|].
  simpl. now rewrite map_app, list_sum_app, IH.
Qed.

Lemma portions_got : forall first counts seat, seat < players r -> got seat (portions r first counts) = nth seat counts 0.
Proof.
  intros first counts seat H. unfold portions. destruct (draw r).
  - exact (order_got first (fun s => nth s counts 0) seat H).
  - rewrite got_of_rounds. rewrite (map_ext _ (fun turn => if turn <? nth seat counts 0 then 1 else 0)).
    + rewrite sum_below. apply Nat.min_l. destruct (Nat.lt_ge_cases seat (length counts)) as [L|L].
      * pose proof (proj1 (list_max_le counts (list_max counts)) (le_n _)) as F. rewrite Forall_forall in F. apply F, nth_In, L.
      * rewrite nth_overflow by assumption. lia.
    + intros turn. exact (order_got first (fun s => if turn <? nth s counts 0 then 1 else 0) seat H).
Qed.

Lemma batches_got : forall dealer seat, seat < players r -> got seat (batches r dealer) = list_sum (deal r).
Proof.
  intros dealer seat H. unfold batches. rewrite got_of_rounds. f_equal. rewrite <- (map_id (deal r)) at 2. apply map_ext.
  intros batch. exact (order_got (dealer + 1) (fun _ => batch) seat H).
Qed.

Lemma sum_of_portions : forall ps, (forall portion, In portion ps -> fst portion < players r) ->
  list_sum (map snd ps) = list_sum (map (fun seat => got seat ps) (seq 0 (players r))).
Proof.
  induction ps as [|[seat count] more IH]; intros H.
  - unfold got. simpl. induction (seq 0 (players r)); simpl; auto.
  - simpl. change (fold_right Nat.add 0 (map snd more)) with (list_sum (map snd more)). rewrite IH by (intros; apply H; now right).
    unfold got at 2. simpl.
    rewrite (list_sum_both (fun other => if seat =? other then count else 0) (fun other => got other more)).
    rewrite (map_ext (fun other => if seat =? other then count else 0) (fun other => if other =? seat then count else 0))
      by (intros; now rewrite Nat.eqb_sym).
    rewrite (sum_of_one (players r) (fun _ => count)) by (apply (H (seat, count)); now left). reflexivity.
Qed.

(** *** What is due can be had, and everybody gets it *)

Lemma due_length : forall hs rest, length hs = players r -> length (due r hs rest) = players r.
Proof. intros. unfold due. destruct (_ <? _); [apply repeat_length|now rewrite map_length]. Qed.

Lemma due_suffices : forall hs rest, list_sum (due r hs rest) <= length rest.
Proof.
  intros. unfold due. destruct (Nat.ltb_spec (length rest) (list_sum (map (fun cards => hand r - length cards) hs))) as [L|L]; [|exact L].
  rewrite sum_of_repeat. apply Nat.mul_div_le. lia.
Qed.

Lemma draw_sizes : forall first hs rest, length hs = players r ->
  length (snd (draw_equally r first hs rest)) = length rest - list_sum (due r hs rest) /\
  forall seat, seat < players r ->
    length (nth seat (fst (draw_equally r first hs rest)) []) = length (nth seat hs []) + nth seat (due r hs rest) 0.
Proof.
  intros first hs rest H. unfold draw_equally. set (counts := due r hs rest).
  assert (B : forall portion, In portion (portions r first counts) -> fst portion < players r)
    by (intros; now apply portions_below with first counts).
  assert (E : list_sum (map snd (portions r first counts)) = list_sum counts).
  { rewrite sum_of_portions by exact B. rewrite <- (sum_of_list counts), <- (due_length hs rest H) at 1. fold counts.
    f_equal. apply map_ext_in. intros seat I. apply in_seq in I. apply portions_got.
    unfold counts in I. rewrite due_length in I; [lia|assumption]. }
  destruct (share_out_sizes (portions r first counts) hs rest) as [T S].
  - intros portion I. rewrite H. now apply B.
  - rewrite E. apply due_suffices.
  - split; [now rewrite T, E|]. intros seat L. now rewrite S, portions_got.
Qed.

Lemma dealt_sizes : forall dealer deck, players r * list_sum (deal r) <= length deck ->
  length (talon (dealt r dealer deck)) = length deck - players r * list_sum (deal r) /\
  forall seat, seat < players r -> length (hand_of (dealt r dealer deck) seat) = list_sum (deal r).
Proof.
  intros dealer deck L. unfold dealt, hand_of.
  assert (E : list_sum (map snd (batches r dealer)) = players r * list_sum (deal r)).
  { rewrite sum_of_portions by (intros; now apply batches_below with dealer).
    rewrite (map_ext_in _ (fun _ => list_sum (deal r))) by (intros seat I; apply in_seq in I; apply batches_got; lia).
    apply sum_of_same. }
  destruct (share_out_sizes (batches r dealer) (repeat [] (players r)) deck) as [T S].
  - intros portion I. rewrite repeat_length. now apply batches_below with dealer.
  - now rewrite E.
  - destruct (share_out _ _ _) as [hs rest]. simpl in *. split; [now rewrite T, E|].
    intros seat B. rewrite S, batches_got by assumption.
    destruct (nth_in_or_default seat (repeat (@nil card) (players r)) []) as [I|E']; [apply repeat_spec in I as ->|rewrite E']; reflexivity.
Qed.

End Drawing.
