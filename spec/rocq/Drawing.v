(** How many cards has each hand when cards are dealt, or drawn after a trick?

    Whoever draws in whatever order, each seat gets just what is due to it. Clauses: ZS-DEAL-3, ZS-DRAW-1 to ZS-DRAW-5, HO-DRAW-6. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Conservation.
Import ListNotations.

Section Drawing.
Variable r : rules.
Hypothesis some_players : 0 < players r.

Lemma portions_got : forall first counts seat, seat < players r -> got seat (portions r first counts) = nth seat counts 0.
Proof.
  intros first counts seat H. unfold portions. destruct (draw r).
  - exact (order_got (players r) some_players first (fun s => nth s counts 0) seat H).
  - rewrite got_of_rounds. rewrite (map_ext _ (fun turn => if turn <? nth seat counts 0 then 1 else 0)).
    + rewrite sum_below. apply Nat.min_l. destruct (Nat.lt_ge_cases seat (length counts)) as [L|L].
      * pose proof (proj1 (list_max_le counts (list_max counts)) (le_n _)) as F. rewrite Forall_forall in F. apply F, nth_In, L.
      * rewrite nth_overflow by assumption. lia.
    + intros turn. exact (order_got (players r) some_players first (fun s => if turn <? nth s counts 0 then 1 else 0) seat H).
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
  { rewrite (sum_of_portions (players r)) by exact B. rewrite <- (sum_of_list counts), <- (due_length hs rest H) at 1. fold counts.
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
  assert (E : list_sum (map snd (batches (players r) (deal r) dealer)) = players r * list_sum (deal r)).
  { rewrite (sum_of_portions (players r)) by (intros; now apply batches_below with (deal r) dealer).
    rewrite (map_ext_in _ (fun _ => list_sum (deal r))) by (intros seat I; apply in_seq in I; apply batches_got; lia).
    apply sum_of_same. }
  destruct (share_out_sizes (batches (players r) (deal r) dealer) (repeat [] (players r)) deck) as [T S].
  - intros portion I. rewrite repeat_length. now apply batches_below with (deal r) dealer.
  - now rewrite E.
  - destruct (share_out _ _ _) as [hs rest]. simpl in *. split; [now rewrite T, E|].
    intros seat B. rewrite S, batches_got by assumption.
    destruct (nth_in_or_default seat (repeat (@nil card) (players r)) []) as [I|E']; [apply repeat_spec in I as ->|rewrite E']; reflexivity.
Qed.

End Drawing.
