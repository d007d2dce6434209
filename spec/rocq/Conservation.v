(** Is any card lost, or any point, whatever is played?

    Proved for all rules, packs, numbers of players and sizes of hands. Clauses: ZS-CARDS-1, ZS-CARDS-3, ZS-SCORE-1, HO-DRAW-6. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation.
Import ListNotations.

Section Conservation.
Variable r : rules.
Hypothesis some_players : 0 < players r.

(** All cards of the game, wherever they are. *)
Definition cards (t : table) : list card := concat (hands t) ++ talon t ++ trick t ++ concat (taken t).

(** A table as it comes about in play: a hand for each seat, a pile for each side, and the card just drawn in the winner's hand. *)
Definition proper (t : table) : Prop := length (hands t) = players r /\ length (taken t) = side_count r.
Definition drawn_is_held (t : table) : Prop := forall c, drawn t = Some c ->
  In c (hand_of t (winning r t)) /\ trick t <> [] /\ length (trick t) mod players r = 0.
Definition well (t : table) : Prop := proper t /\ drawn_is_held t.

Definition is_well (t : table) : bool :=
  (length (hands t) =? players r) && (length (taken t) =? side_count r)
  && match drawn t with
     | None => true
     | Some c => holds (hand_of t (winning r t)) c && negb (is_empty (trick t)) && (length (trick t) mod players r =? 0)
     end.

Lemma is_well_spec : forall t, is_well t = true -> well t.
Proof.
  intros t W. unfold is_well in W. rewrite !andb_true_iff, !Nat.eqb_eq in W. destruct W as [[H S] D].
  split; [now split|]. intros c E. rewrite E, !andb_true_iff, holds_spec, negb_true_iff, Nat.eqb_eq in D. destruct D as [[I N] Z].
  repeat split; [exact I| |exact Z]. intros T. now rewrite T in N.
Qed.

(** *** Seats, sides and places *)

Lemma seat_below : forall n, n mod players r < players r.
Proof. intros. apply Nat.mod_upper_bound. lia. Qed.

Lemma side_below : forall seat, side_of r seat < side_count r.
Proof. intros. apply Nat.mod_upper_bound. unfold side_count. destruct (sides r); lia. Qed.

Lemma turn_below : forall t, turn r t < players r.
Proof. intros t. unfold turn, winning. destruct (drawn t); apply seat_below. Qed.

Lemma deciding_lead_below : forall trick, trick <> [] -> deciding_lead r trick < length trick.
Proof.
  intros trick N. unfold deciding_lead. destruct trick as [|c rest]; [easy|].
  destruct (to_match r); simpl; [lia|]. rewrite Nat.sub_0_r, Nat.mul_comm.
  pose proof (Nat.mul_div_le (length rest) (players r)). lia.
Qed.

Lemma last_in : forall (l : list nat) none, last l none = none \/ In (last l none) l.
Proof.
  induction l as [|a [|b l] IH]; intros none; [now left|right; now left|].
  destruct (IH none) as [E|I]; [left; exact E|right; right; exact I].
Qed.

Lemma best_place_below : forall trick, trick <> [] -> best_place r trick < length trick.
Proof.
  intros trick N. pose proof (deciding_lead_below trick N) as L. unfold best_place.
  assert (M : forall place, In place (matching r trick) -> place < length trick).
  { intros place I. unfold matching in I. apply filter_In in I as [I _]. apply in_seq in I. lia. }
  destruct (taken_by r).
  - destruct (last_in (matching r trick) (deciding_lead r trick)) as [->|I]; auto.
  - destruct (matching r trick) as [|place rest]; simpl; [exact L|apply M; now left].
Qed.

(** *** Drawing and dealing *)

Lemma portions_below : forall first counts portion, In portion (portions r first counts) -> fst portion < players r.
Proof.
  intros first counts portion H. unfold portions in H. destruct (draw r).
  - apply in_map_iff in H as [seat [<- I]]. now apply order_below in I.
  - apply in_flat_map in H as [turn [_ H]]. apply in_map_iff in H as [seat [<- I]]. now apply order_below in I.
Qed.

(** *** What each part of an action does to the cards *)

Lemma take_cards : forall t winner, proper t -> Permutation (cards (take r t winner)) (cards t) /\ proper (take r t winner).
Proof.
  intros t winner [H S]. unfold take, draw_equally.
  pose proof (share_out_hands (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as L.
  pose proof (share_out_cards (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as P.
  destruct (share_out _ _ _) as [hs rest]. simpl in L, P. unfold proper, cards. simpl.
  rewrite with_part_length, L. split; [|now split].
  rewrite concat_more by (rewrite S; apply side_below).
  assert (E : Permutation (concat hs ++ rest) (concat (hands t) ++ talon t)).
  { apply P. intros portion I. rewrite H. now apply portions_below in I. }
  rewrite (app_assoc (concat (hands t))), <- E, <- !app_assoc. apply Permutation_app_head.
  destruct (leftover r); [reflexivity..|].
  destruct (all_played r hs rest); [|reflexivity]. simpl. apply perm_swap_app.
Qed.

Lemma with_card_cards : forall t c, Permutation (cards (with_card t c)) (c :: cards t).
Proof.
  intros t c. unfold cards. simpl. rewrite !app_assoc.
  apply Permutation_trans with ((((concat (hands t) ++ talon t) ++ trick t) ++ [c]) ++ concat (taken t)); [now rewrite <- !app_assoc|].
  rewrite <- app_assoc. simpl. rewrite <- Permutation_middle. now rewrite <- !app_assoc.
Qed.

Lemma draw_to_spice_cards : forall t, proper t -> Permutation (cards (draw_to_spice r t)) (cards t) /\ proper (draw_to_spice r t).
Proof.
  intros t [H S]. unfold draw_to_spice. destruct (talon t) as [|c rest] eqn:T; [now repeat split|].
  unfold proper, cards. simpl. rewrite with_part_length. split; [|now split].
  unfold hand_of. rewrite concat_more by (rewrite H; apply seat_below). rewrite T. simpl. now rewrite <- Permutation_middle.
Qed.

Lemma spiced_cards : forall t c, proper t -> trick t <> [] -> In c (hand_of t (winning r t)) ->
  Permutation (cards (spiced r t c)) (cards t) /\ proper (spiced r t c).
Proof.
  intros t c [H S] N I. unfold proper, cards, spiced. simpl. rewrite with_part_length. split; [|now split].
  set (winner := winning r t) in *. assert (W : winner < length (hands t)) by (rewrite H; apply seat_below).
  set (place := best_place r (trick t)).
  assert (B : place < length (trick t)) by now apply best_place_below.
  rewrite (concat_with_part _ _ _ _ W), <- app_assoc. simpl.
  rewrite (concat_without (hands t) winner c W I), (concat_with_part _ _ winner (without c _) W).
  unfold hand_of. set (held := without c _). set (others := concat _).
  rewrite <- !app_assoc. simpl. rewrite <- (Permutation_middle held).
  pose proof (with_part_perm _ (trick t) place c no_card B) as Q. unfold card_at. set (won := nth place (trick t) no_card) in *.
  set (spiced_trick := with_part place c (trick t)) in *. set (piles := concat (taken t)).
  rewrite !(app_assoc held), !(app_assoc (held ++ others)), !app_comm_cons, !app_assoc.
  apply Permutation_app_tail. rewrite <- !app_comm_cons.
  rewrite (Permutation_middle _ spiced_trick won), (Permutation_middle _ (trick t) c).
  now apply Permutation_app_head.
Qed.

Lemma put_cards : forall t c, proper t -> Permutation (cards (put r t c)) (c :: cards t) /\ proper (put r t c).
Proof.
  intros t c P. unfold put. pose proof (with_card_cards t c) as E. assert (P' : proper (with_card t c)) by exact P.
  destruct (negb _); [now split|]. destruct (may_continue _ _); [now split|]. destruct (may_spice _ _).
  - destruct (draw_to_spice_cards _ P') as [E' Q]. split; [now rewrite E'|assumption].
  - destruct (take_cards _ (winning r (with_card t c)) P') as [E' Q]. split; [now rewrite E'|assumption].
Qed.

Lemma take_drawn : forall t winner, drawn (take r t winner) = None.
Proof. intros. unfold take. now destruct (draw_equally _ _ _ _). Qed.

Lemma put_drawn : forall t c, proper t -> drawn t = None -> drawn_is_held (put r t c).
Proof.
  intros t c [H _] D. unfold put, drawn_is_held. destruct (_ =? 0) eqn:Z; cbn [negb]; [|simpl; congruence].
  destruct (may_continue _ _); [simpl; congruence|]. destruct (may_spice _ _); [|rewrite take_drawn; congruence].
  unfold draw_to_spice. destruct (talon (with_card t c)) as [|top rest]; [simpl; congruence|].
  cbn [drawn trick hands]. intros e E. injection E as <-. apply Nat.eqb_eq in Z.
  repeat split; [|now apply not_eq_sym, app_cons_not_nil|exact Z].
  unfold hand_of at 1. cbn [hands]. rewrite with_part_nth by (simpl; rewrite H; apply seat_below).
  unfold winning at 2. cbn [leader trick]. fold (winning r (with_card t c)). unfold winning. cbn [leader trick].
  rewrite Nat.eqb_refl. apply in_or_app. right. now left.
Qed.

(** *** What is kept *)

Lemma not_refused : forall t a t', step r t a t' -> broken r t a = [] /\ happen r t a = t'.
Proof.
  intros t a t' S. apply apply_is_play in S. unfold apply in S. destruct (broken r t a); [|discriminate]. now injection S.
Qed.

(** A card or one turned up is only played where nobody is to spice. *)
Lemma nothing_drawn : forall t a, broken r t a = [] -> a = Flip \/ (exists c, a = Play c) -> drawn t = None.
Proof.
  intros t a E K. unfold broken in E. destruct (over r t); [discriminate|].
  destruct (drawn t); [|reflexivity]. now destruct K as [->|[k ->]].
Qed.

Lemma card_is_held : forall t c, broken r t (Play c) = [] -> In c (hand_of t (turn r t)).
Proof.
  intros t c E. unfold broken in E. destruct (over r t); [discriminate|]. destruct (drawn t); [discriminate|].
  unfold card_refused in E. destruct (holds _ c) eqn:H; [now apply holds_spec|discriminate].
Qed.

Lemma lay_down : forall t c, proper t -> In c (hand_of t (turn r t)) ->
  let lies := with_hand t (turn r t) (without c (hand_of t (turn r t))) in
  Permutation (c :: cards lies) (cards t) /\ proper lies.
Proof.
  intros t c [H S] I lies. unfold proper, cards, lies. simpl. rewrite with_part_length. split; [|now split].
  rewrite (concat_without (hands t) (turn r t) c) by (rewrite ?H; auto using turn_below). reflexivity.
Qed.

Lemma turn_up : forall t c rest, talon t = c :: rest -> Permutation (c :: cards (with_talon t rest)) (cards t).
Proof. intros t c rest T. unfold cards. simpl. rewrite T. simpl. apply Permutation_middle. Qed.

Theorem step_keeps_cards : forall t a t', well t -> step r t a t' -> Permutation (cards t') (cards t) /\ well t'.
Proof.
  intros t a t' [P D] S. destruct (not_refused t a t' S) as [E <-]. destruct a as [c| | | |]; simpl.
  - pose proof (lay_down t c P (card_is_held t c E)) as [Q P']. cbv zeta in Q, P'.
    destruct (put_cards _ c P') as [Q' P'']. split; [now rewrite Q'|]. split; [assumption|].
    apply put_drawn; [assumption|]. apply (nothing_drawn t (Play c) E). eauto.
  - destruct (talon t) as [|c rest] eqn:T; [split; [reflexivity|now split]|].
    destruct (put_cards (with_talon t rest) c P) as [Q P'].
    split; [rewrite Q; now apply turn_up|]. split; [assumption|].
    apply put_drawn; [exact P|]. apply (nothing_drawn t Flip E). now left.
  - destruct (drawn t) as [c|] eqn:W; [|split; [reflexivity|now split]]. destruct (D c W) as [I [N _]].
    destruct (spiced_cards t c P N I) as [Q P']. destruct (take_cards _ (winning r t) P') as [Q' P''].
    split; [now rewrite Q'|]. split; [assumption|]. intros x X. rewrite take_drawn in X. discriminate.
  - destruct (take_cards t (winning r t) P) as [Q P']. split; [assumption|]. split; [assumption|].
    intros x X. rewrite take_drawn in X. discriminate.
  - split; [reflexivity|now split].
Qed.

Lemma take_given : forall t winner, given (take r t winner) = given t.
Proof. intros. unfold take. now destruct (draw_equally _ _ _ _). Qed.

(** What all actions keep that keep it by taking a trick, where it is about what lies behind. *)
Lemma step_keeps : forall P : table -> Prop,
  (forall t u, (leader t, taken t, tricks t, given t) = (leader u, taken u, tricks u, given u) -> P t -> P u) ->
  (forall t winner, proper t -> length (trick t) mod players r = 0 -> P t -> P (take r t winner)) ->
  forall t a t', well t -> P t -> step r t a t' -> P t'.
Proof.
  intros P K T. assert (U : forall t c, proper t -> P t -> P (put r t c)).
  { intros t c Q H. unfold put. destruct (_ =? 0) eqn:Z; cbn [negb]; [|now apply (K t)]. apply Nat.eqb_eq in Z.
    destruct (may_continue _ _); [now apply (K t)|]. destruct (may_spice _ _); [|apply T; [exact Q|exact Z|now apply (K t)]].
    apply (K t); [|exact H]. unfold draw_to_spice. now destruct (talon (with_card t c)). }
  intros t a t' [Q D] H S. destruct (not_refused t a t' S) as [E <-]. destruct a as [c| | | |]; simpl.
  - apply U; [apply (lay_down t c Q (card_is_held t c E))|now apply (K t)].
  - destruct (talon t); [exact H|apply U; [exact Q|now apply (K t)]].
  - destruct (drawn t) as [c|] eqn:X; [|exact H]. destruct (D c X) as [I [N Z]].
    apply T; [apply (spiced_cards t c Q N I)| |now apply (K t)]. unfold spiced. cbn [trick]. now rewrite with_part_length.
  - apply T; [exact Q| |exact H]. unfold broken, stop_refused in E. destruct (over r t); [discriminate|].
    destruct (asked r t) eqn:A; [|destruct (continuation r), (spice r); discriminate].
    unfold asked, choosing in A. destruct (drawn t) as [c|] eqn:X; [now destruct (D c X)|].
    rewrite orb_false_r, !andb_true_iff, Nat.eqb_eq in A. tauto.
  - exact H.
Qed.

Lemma step_keeps_given : forall t a t', well t -> step r t a t' -> given t' = given t.
Proof.
  intros t a t' W S. apply (step_keeps (fun u => given u = given t)) with t a; try assumption; [|intros; now rewrite take_given|reflexivity].
  intros x y E <-. now injection E.
Qed.

(** *** Points *)

Definition points_of_all (t : table) : nat := list_sum (map (points r t) (seq 0 (side_count r))).
Definition points_to_come (t : table) : nat := total (values r) (concat (hands t) ++ talon t ++ trick t).

Lemma sum_of_piles : forall piles, list_sum (map (fun side => total (values r) (nth side piles [])) (seq 0 (length piles)))
  = total (values r) (concat piles).
Proof.
  induction piles as [|pile rest IH]; [reflexivity|]. simpl. rewrite total_app, <- IH, <- seq_shift, map_map. reflexivity.
Qed.

Lemma points_of_all_spec : forall t, proper t -> points_of_all t
  = total (values r) (concat (taken t)) + list_sum (map (fun side => nth side (given t) 0) (seq 0 (side_count r))).
Proof.
  intros t [_ S]. unfold points_of_all, points. rewrite list_sum_both. f_equal. rewrite <- S. apply sum_of_piles.
Qed.

Theorem step_keeps_points : forall t a t', well t -> step r t a t' ->
  points_of_all t' + points_to_come t' = points_of_all t + points_to_come t.
Proof.
  intros t a t' W S. destruct (step_keeps_cards t a t' W S) as [Q [P' _]]. pose proof W as [P _].
  apply (total_perm (values r)) in Q. unfold cards in Q. unfold points_to_come.
  rewrite !points_of_all_spec by assumption. rewrite (step_keeps_given t a t' W S). rewrite !total_app in *. lia.
Qed.

(** *** Whole plays *)

Inductive plays (t : table) : table -> Prop :=
| no_action : plays t t
| one_more : forall t' a t'', plays t t' -> step r t' a t'' -> plays t t''.

Theorem play_keeps_cards : forall t t', well t -> plays t t' -> Permutation (cards t') (cards t) /\ well t'.
Proof.
  intros t t' W. induction 1 as [|t' a t'' H [Q W'] S]; [now split|].
  destruct (step_keeps_cards t' a t'' W' S) as [Q' W'']. split; [now rewrite Q'|assumption].
Qed.

(** What every action keeps, plays keep. *)
Lemma play_keeps : forall P : table -> Prop, (forall t a t', well t -> P t -> step r t a t' -> P t') ->
  forall t t', well t -> P t -> plays t t' -> P t'.
Proof.
  intros P K t t' W H. induction 1 as [|t' a t'' Q IH S]; [exact H|].
  destruct (play_keeps_cards t t' W Q) as [_ W']. now apply K with t' a.
Qed.

Theorem play_keeps_points : forall t t', well t -> plays t t' ->
  points_of_all t' + points_to_come t' = points_of_all t + points_to_come t.
Proof.
  intros t t' W. induction 1 as [|t' a t'' H IH S]; [reflexivity|].
  destruct (play_keeps_cards t t' W H) as [_ W']. now rewrite (step_keeps_points t' a t'' W' S).
Qed.

Lemma concat_repeat_nil : forall n, concat (repeat (@nil card) n) = [].
Proof. induction n; simpl; auto. Qed.

Lemma nth_of_zeros : forall n place, nth place (repeat 0 n) 0 = 0.
Proof. induction n; destruct place; simpl; auto. Qed.

Lemma dealt_cards : forall dealer deck, Permutation (cards (dealt r dealer deck)) deck /\ well (dealt r dealer deck).
Proof.
  intros dealer deck. unfold dealt.
  pose proof (share_out_hands (batches (players r) (deal r) dealer) (repeat [] (players r)) deck) as L.
  pose proof (share_out_cards (batches (players r) (deal r) dealer) (repeat [] (players r)) deck) as P.
  destruct (share_out _ _ _) as [hs rest]. simpl in L, P. rewrite concat_repeat_nil, repeat_length in *.
  unfold well, proper, drawn_is_held, cards. simpl. rewrite concat_repeat_nil, app_nil_r, repeat_length.
  split; [|now repeat split]. apply P. intros portion I. now apply batches_below in I.
Qed.

Lemma over_cards : forall t, over r t = true -> concat (hands t) = [] /\ trick t = [] /\ length (talon t) < players r.
Proof.
  intros t O. unfold over, all_played in O. rewrite !andb_true_iff, is_empty_spec, Nat.ltb_lt, forallb_forall in O.
  destruct O as [T [H L]]. repeat split; try assumption. apply concat_nil_Forall, Forall_forall.
  intros hand I. now apply is_empty_spec, H.
Qed.

(** From any pack to any end: what all sides have, with what nobody drew, is what the pack counts. *)
Theorem total_of_a_finished_deal : forall dealer deck t, plays (dealt r dealer deck) t -> over r t = true ->
  points_of_all t + total (values r) (talon t) = total (values r) deck.
Proof.
  intros dealer deck t H O. destruct (dealt_cards dealer deck) as [Q W]. destruct (play_keeps_cards _ _ W H) as [Q' [P' _]].
  destruct (over_cards t O) as [E [T _]]. pose proof (play_keeps_points _ _ W H) as K.
  unfold points_to_come in K. rewrite E, T, app_nil_r in K. simpl in K. rewrite K.
  apply (total_perm (values r)) in Q. rewrite <- Q, points_of_all_spec by apply W.
  unfold cards. rewrite !total_app. unfold dealt. destruct (share_out _ _ _) as [hs rest]. simpl.
  rewrite (map_ext _ (fun _ => 0)) by (intros; apply nth_of_zeros).
  assert (Z : forall l : list nat, list_sum (map (fun _ => 0) l) = 0) by (intros z; induction z as [|x z IH]; [reflexivity|exact IH]).
  rewrite Z. change (total (values r) []) with 0. lia.
Qed.

End Conservation.
