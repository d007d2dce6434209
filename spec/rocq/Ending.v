(** Does every play end, how soon, and what is left over?

    Every action but a call brings the end nearer, and calls change nothing: a deal has at most two actions for each card of the pack.
    Tricks have whole rounds, so that no more cards are left over than the pack leaves over when it is shared out.
    Clauses: ZS-PLAY-8, ZS-CALL-3, ZS-MULTI-5, HO-DRAW-6. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Relation Conservation.
Import ListNotations.

Section Ending.
Variable r : rules.
Hypothesis some_players : 0 < players r.

Definition is_call (a : action) : bool := match a with Call _ _ => true | _ => false end.

(** The cards that are yet to be played, and how many actions there can be at most. *)
Definition left (t : table) : nat := length (concat (hands t)) + length (talon t).
Definition most_actions (t : table) : nat := 2 * left t + (if asked r t then 1 else 0).

Lemma asked_with_trick : forall t, trick t = [] -> drawn t = None -> asked r t = false.
Proof. intros t T D. unfold asked, choosing. now rewrite T, D. Qed.

Lemma take_trick : forall t winner, trick (take r t winner) = [].
Proof. intros. unfold take. now destruct (draw_equally _ _ _ _). Qed.

Lemma take_asked : forall t winner, asked r (take r t winner) = false.
Proof. intros. apply asked_with_trick; [apply take_trick|apply take_drawn]. Qed.

Lemma take_left : forall t winner, proper r t -> left (take r t winner) <= left t.
Proof.
  intros t winner [H _]. unfold take, draw_equally, left.
  pose proof (share_out_cards (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as P.
  destruct (share_out _ _ _) as [hs rest]. simpl in *.
  assert (E : length (concat hs) + length rest = length (concat (hands t)) + length (talon t)).
  { rewrite <- !app_length. apply Permutation_length, P. intros portion I. rewrite H. now apply (portions_below r some_players) in I. }
  destruct (leftover r); [lia|lia|]. destruct (all_played r hs rest); simpl; lia.
Qed.

Lemma draw_to_spice_left : forall t, proper r t -> left (draw_to_spice r t) = left t.
Proof.
  intros t [H _]. unfold draw_to_spice, left. destruct (talon t) as [|c rest] eqn:T; [now rewrite T|]. simpl. unfold hand_of.
  rewrite (Permutation_length (concat_more _ (hands t) (winning r t) [c] ltac:(rewrite H; apply seat_below; assumption))).
  simpl. lia.
Qed.

Lemma put_left : forall t c, proper r t -> left (put r t c) <= left t.
Proof.
  intros t c P. unfold put. destruct (negb _); [now apply le_n|]. destruct (may_continue _ _); [now apply le_n|].
  destruct (may_spice _ _); [now rewrite draw_to_spice_left|]. now apply (take_left (with_card t c)).
Qed.

Theorem nearer_to_the_end : forall t a t', well r t -> step r t a t' -> is_call a = false -> most_actions t' < most_actions t.
Proof.
  intros t a t' [P D] Step C. destruct (not_refused r t a t' Step) as [E <-]. unfold most_actions.
  assert (F : forall x, (if asked r x then 1 else 0) <= 1) by (intros; destruct (asked r x); lia).
  destruct a as [c| | | |]; simpl in C |- *; [..|discriminate].
  - pose proof (card_is_held r t c E) as I.
    destruct (lay_down r some_players t c P I) as [_ P'].
    pose proof (put_left _ c P') as L. specialize (F (put r (with_hand t (turn r t) (without c (hand_of t (turn r t)))) c)).
    assert (N : left t = S (left (with_hand t (turn r t) (without c (hand_of t (turn r t)))))).
    { unfold left, with_hand. simpl. destruct P as [H _].
      rewrite (Permutation_length (concat_without (hands t) (turn r t) c ltac:(rewrite H; apply turn_below; assumption) I)). reflexivity. }
    lia.
  - destruct (talon t) as [|c rest] eqn:T.
    + unfold broken, flip_refused in E. rewrite T in E. simpl in E. destruct (over r t), (drawn t), (flip r); discriminate.
    + pose proof (put_left (with_talon t rest) c P) as L. specialize (F (put r (with_talon t rest) c)).
      assert (N : left t = S (left (with_talon t rest))) by (unfold left; rewrite T; simpl; lia). lia.
  - unfold broken, spice_refused in E. destruct (over r t); [discriminate|].
    destruct (drawn t) as [c|] eqn:W; [|destruct (spice r); [destruct (_ || _)|]; discriminate].
    rewrite take_asked. destruct (D c W) as [I [N _]]. destruct (spiced_cards r some_players t c P N I) as [_ P'].
    pose proof (take_left (spiced r t c) (winning r t) P') as L.
    assert (Q : left (spiced r t c) = left t).
    { unfold left, spiced. simpl. destruct P as [H _].
      pose proof (Permutation_length (concat_without (hands t) (winning r t) c ltac:(rewrite H; apply seat_below; assumption) I)) as X.
      rewrite X. simpl.
      assert (B : winning r t < length (hands t)) by (rewrite H; apply seat_below; assumption).
      rewrite (Permutation_length (concat_with_part _ (hands t) (winning r t) _ B)).
      rewrite (Permutation_length (concat_with_part _ (hands t) (winning r t) (without c _) B)).
      rewrite !app_length. simpl. unfold hand_of. lia. }
    replace (asked r t) with true; [lia|]. unfold asked. rewrite W. now rewrite orb_true_r.
  - rewrite take_asked. pose proof (take_left t (winning r t) P) as L. unfold broken, stop_refused in E.
    destruct (over r t); [discriminate|]. destruct (asked r t); [lia|]. destruct (continuation r), (spice r); discriminate.
Qed.

Theorem a_call_changes_nothing : forall t a t', step r t a t' -> is_call a = true -> t' = t.
Proof. intros t a t' S C. destruct (not_refused r t a t' S) as [_ <-]. destruct a; [discriminate..|reflexivity]. Qed.

(** So many actions beside calls, one after the other. *)
Inductive goes_on (t : table) : nat -> table -> Prop :=
| not_at_all : goes_on t 0 t
| by_an_action : forall n t' a t'', goes_on t n t' -> step r t' a t'' -> is_call a = false -> goes_on t (S n) t''
| by_a_call : forall n t' a t'', goes_on t n t' -> step r t' a t'' -> is_call a = true -> goes_on t n t''.

Lemma goes_on_plays : forall t n t', goes_on t n t' -> plays r t t'.
Proof. induction 1; [constructor|now apply one_more with t' a..]. Qed.

Theorem every_play_ends : forall t n t', well r t -> goes_on t n t' -> n + most_actions t' <= most_actions t.
Proof.
  intros t n t' W G. induction G as [|n t' a t'' G IH S C|n t' a t'' G IH S C]; [lia| |].
  - destruct (play_keeps_cards r some_players t t' W (goes_on_plays _ _ _ G)) as [_ W'].
    pose proof (nearer_to_the_end t' a t'' W' S C). lia.
  - rewrite (a_call_changes_nothing t' a t'' S C). exact IH.
Qed.

Theorem bound_of_a_deal : forall dealer deck n t, goes_on (dealt r dealer deck) n t -> n <= 2 * length deck.
Proof.
  intros dealer deck n t G. destruct (dealt_cards r some_players dealer deck) as [Q W].
  pose proof (every_play_ends _ n t W G) as B. apply Permutation_length in Q. unfold cards in Q. rewrite !app_length in Q.
  assert (N : asked r (dealt r dealer deck) = false).
  { apply asked_with_trick; unfold dealt; now destruct (share_out (batches (players r) (deal r) dealer) _ _). }
  unfold most_actions, left in B. rewrite N in B. lia.
Qed.

(** *** What nobody drew *)

Hypothesis not_to_the_last_trick : leftover r <> LastTrick.

Definition whole_rounds (t : table) : Prop := length (concat (taken t)) mod players r = 0.

Lemma take_whole_rounds : forall t winner, proper r t -> whole_rounds t -> length (trick t) mod players r = 0 ->
  whole_rounds (take r t winner).
Proof.
  intros t winner [_ H] W Z. unfold whole_rounds, take in *. destruct (draw_equally _ _ _ _) as [hs rest]. cbn [taken].
  rewrite (Permutation_length (concat_more _ (taken t) (side_of r winner) _ ltac:(rewrite H; apply side_below; assumption))).
  replace (match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end) with (@nil card)
    by (destruct (leftover r); congruence).
  rewrite app_nil_r, app_length, Nat.add_mod, Z, W by lia. apply Nat.mod_0_l. lia.
Qed.

Lemma step_keeps_whole_rounds : forall t a t', well r t -> whole_rounds t -> step r t a t' -> whole_rounds t'.
Proof.
  apply (step_keeps r some_players); [|intros; now apply take_whole_rounds]. intros t u E. unfold whole_rounds. injection E as _ <- _ _. easy.
Qed.

Lemma play_keeps_whole_rounds : forall t t', well r t -> whole_rounds t -> plays r t t' -> whole_rounds t'.
Proof.
  intros t t' W R H. exact (play_keeps r some_players whole_rounds step_keeps_whole_rounds t t' W R H).
Qed.

Theorem what_nobody_drew : forall dealer deck t, plays r (dealt r dealer deck) t -> over r t = true ->
  length (talon t) = length deck mod players r.
Proof.
  intros dealer deck t H O. destruct (dealt_cards r some_players dealer deck) as [Q W].
  destruct (play_keeps_cards r some_players _ t W H) as [Q' _]. destruct (over_cards r t O) as [E [T L]].
  assert (R : whole_rounds t).
  { apply play_keeps_whole_rounds with (dealt r dealer deck); [exact W| |exact H]. unfold whole_rounds, dealt.
    destruct (share_out _ _ _). cbn [taken]. rewrite concat_repeat_nil. apply Nat.mod_0_l. lia. }
  rewrite Q in Q'. apply Permutation_length in Q'. unfold cards in Q'. rewrite E, T, !app_length in Q'. simpl in Q'.
  unfold whole_rounds in R. rewrite <- Q', Nat.add_mod, R, Nat.add_0_r, Nat.mod_mod, Nat.mod_small by lia. reflexivity.
Qed.

End Ending.
