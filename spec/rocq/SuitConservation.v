(** Is any card lost in a game with suit tricks, or any point?

    Proved for all rules, packs, numbers of players and sizes of hands. Clauses: SX-CARDS-3, SX-SCORE-1, SX-SCORE-21, SX-MELD-3. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay.
Import ListNotations.

Section Conservation.
Variable r : rules.
Hypothesis some_players : 0 < players r.

Definition step (t : table) (a : action) (t' : table) : Prop := apply r t a = inl t'.

(** All cards of the game, wherever they are. *)
Definition cards (t : table) : list card := concat (hands t) ++ talon t ++ trick t ++ concat (taken t).

(** A table as it comes about in play: a hand for each seat, a pile for each side. *)
Definition proper (t : table) : Prop := length (hands t) = players r /\ length (taken t) = 2.

Lemma step_spec : forall t a t', step t a t' <-> broken r t a = [] /\ happen r t a = t'.
Proof.
  intros t a t'. unfold step, apply. destruct (broken r t a); split; [intros E; injection E; auto|intros [_ ->]; reflexivity|discriminate|].
  now intros [E _].
Qed.

Lemma turn_below : forall t, turn r t < players r.
Proof. intros t. unfold turn. destruct (in_auction r t); apply Nat.mod_upper_bound; lia. Qed.

Lemma side_below : forall seat, side_of seat < 2.
Proof. intros. now apply Nat.mod_upper_bound. Qed.

(** *** What each part of an action does to the cards *)

Lemma end_by_itself_spec : forall t seat, end_by_itself r t seat = t \/ end_by_itself r t seat = with_end t (Some seat) (waived t).
Proof. intros. unfold end_by_itself. destruct (_ && _); auto. Qed.

Lemma draw_each_cards : forall t, proper t -> Permutation (cards (draw_each r t)) (cards t) /\ proper (draw_each r t).
Proof.
  intros t [H S]. unfold draw_each. set (ps := map _ _).
  assert (B : forall portion, In portion ps -> fst portion < length (hands t)).
  { intros portion I. apply in_map_iff in I as [seat [<- I]]. rewrite H. now apply order_below in I. }
  pose proof (share_out_hands ps (hands t) (talon t)) as L. pose proof (share_out_cards ps (hands t) (talon t) B) as P.
  destruct (share_out _ _ _) as [hs rest]. unfold cards, proper. simpl in *. rewrite L. split; [|now split].
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_tail. exact P.
Qed.

Lemma captured_cards : forall t winner, proper t -> Permutation (cards (captured t winner)) (cards t) /\ proper (captured t winner).
Proof.
  intros t winner [H S]. unfold cards, proper. simpl. rewrite with_part_length. split; [|now split].
  rewrite concat_more by (rewrite S; apply side_below). reflexivity.
Qed.

Lemma take_cards : forall t winner, proper t -> Permutation (cards (take r t winner)) (cards t) /\ proper (take r t winner).
Proof.
  intros t winner P. destruct (captured_cards t winner P) as [Q P']. unfold take.
  assert (E : forall x, x = end_by_itself r (captured t winner) winner -> Permutation (cards x) (cards t) /\ proper x)
    by (intros x ->; destruct (end_by_itself_spec (captured t winner) winner) as [->| ->]; now split).
  specialize (E _ eq_refl). set (after := end_by_itself _ _ _) in *. destruct (claimant after); [exact E|].
  destruct (strict after); [exact E|]. destruct (before_drawing r after); [exact E|].
  destruct (draw_each_cards after) as [Q' P'']; [apply E|]. split; [now rewrite Q'|exact P''].
Qed.

Lemma laid_cards : forall t seat c, proper t -> seat < players r -> In c (hand_of t seat) ->
  Permutation (cards (laid t seat c)) (cards t) /\ proper (laid t seat c).
Proof.
  intros t seat c [H S] B I. unfold cards, proper. simpl. rewrite with_part_length. split; [|now split].
  rewrite (concat_without (hands t) seat c) by (rewrite ?H; assumption). fold (hand_of t seat).
  simpl. rewrite <- app_assoc. simpl. rewrite !app_assoc. rewrite <- Permutation_middle. reflexivity.
Qed.

Lemma put_cards : forall t seat c, proper t -> seat < players r -> In c (hand_of t seat) ->
  Permutation (cards (put r t seat c)) (cards t) /\ proper (put r t seat c).
Proof.
  intros t seat c P B I. destruct (laid_cards t seat c P B I) as [Q P']. unfold put. destruct (_ =? _); [|now split].
  destruct (take_cards _ (winning r (laid t seat c)) P') as [Q' P'']. split; [now rewrite Q'|exact P''].
Qed.

Lemma exchanged_cards : forall t seat, proper t -> seat < players r ->
  (forall low, exchange r = Some low -> In (low_trump t low) (hand_of t seat) /\ talon t <> []) ->
  Permutation (cards (exchanged r t seat)) (cards t) /\ proper (exchanged r t seat).
Proof.
  intros t seat [H S] B I. unfold exchanged. destruct (exchange r) as [low|]; [|now repeat split].
  destruct (I low eq_refl) as [J N]. unfold cards, proper. simpl. rewrite with_part_length. split; [|now split].
  rewrite (concat_with_part _ (hands t) seat) by (now rewrite H).
  rewrite (concat_nth _ (hands t) seat) by (now rewrite H).
  fold (hand_of t seat). rewrite (without_perm _ _ J) at 2. set (c := low_trump t low). set (held := without c _). set (others := concat (with_part _ _ _)).
  rewrite (app_removelast_last no_card N) at 3. set (up := last (talon t) no_card). set (rest := removelast (talon t)).
  set (more := trick t ++ concat (taken t)). rewrite <- !app_assoc. simpl.
  rewrite <- (Permutation_middle held). rewrite !app_assoc. rewrite <- !(Permutation_middle (_ ++ rest)). simpl.
  rewrite <- !app_assoc. apply perm_swap.
Qed.

(** *** What is kept *)

Lemma first_of_all_told : forall t, first_of_all r t = [] -> in_auction r t = false /\ naming t = false /\ undrawn t = false.
Proof. intros t. unfold first_of_all, told. destruct (in_auction r t), (naming t), (undrawn t); simpl; intros; repeat split; congruence. Qed.

Lemma told_none : forall conditions, told conditions = [] -> forall c b, In (c, b) conditions -> b = false.
Proof.
  intros conditions. unfold told. induction conditions as [|[c b] more IH]; intros E c' b' I; [easy|]. simpl in E.
  destruct b; [discriminate|]. destruct I as [I|I]; [now injection I|now apply IH with c'].
Qed.

Lemma card_is_held : forall t c, broken r t (Play c) = [] -> In c (hand_of t (turn r t)).
Proof.
  intros t c E. unfold broken in E. destruct (over r t); [discriminate|]. unfold card_refused in E.
  destruct (first_of_all r t); [|discriminate]. destruct (holds _ c) eqn:H; [now apply holds_spec|discriminate].
Qed.

Lemma marriage_is_held : forall t c, broken r t (Meld c) = [] ->
  leads_marriage r c = true /\ has_marriage (hand_of t (turn r t)) (suit c) = true.
Proof.
  intros t c E. unfold broken in E. destruct (over r t); [discriminate|]. destruct (has_marriages r); [|discriminate].
  apply app_eq_nil in E as [_ E]. unfold showing_refused in E. apply app_eq_nil in E as [_ E].
  pose proof (told_none _ E _ _ (or_introl eq_refl)) as L.
  pose proof (told_none _ E _ _ (or_intror (or_introl eq_refl))) as M.
  apply negb_false_iff in L. rewrite L in M. simpl in M. now apply negb_false_iff in M.
Qed.

Lemma meld_is_held : forall t c, broken r t (Meld c) = [] -> In c (hand_of t (turn r t)).
Proof.
  intros t c E. destruct (marriage_is_held t c E) as [L M]. unfold has_marriage in M. apply andb_true_iff in M as [K Q].
  apply holds_spec in K, Q. destruct c as [k s]. unfold leads_marriage in L. simpl in *. apply orb_true_iff in L as [L|L].
  - apply Nat.eqb_eq in L as ->. exact K.
  - destruct (meld_lead r); [|discriminate]. apply Nat.eqb_eq in L as ->. exact Q.
Qed.

Lemma exchange_is_there : forall t low, broken r t Exchange = [] -> exchange r = Some low ->
  In (low_trump t low) (hand_of t (turn r t)) /\ talon t <> [].
Proof.
  intros t low E X. unfold broken in E. destruct (over r t); [discriminate|]. unfold exchanging_refused in E. rewrite X in E.
  pose proof (told_none _ E _ _ (or_introl eq_refl)) as T.
  pose proof (told_none _ E _ _ (or_intror (or_introl eq_refl))) as H.
  apply negb_false_iff in H. split; [now apply holds_spec|]. intros N. now rewrite N in T.
Qed.

Theorem step_keeps_cards : forall t a t', proper t -> step t a t' -> Permutation (cards t') (cards t) /\ proper t'.
Proof.
  intros t a t' P S. apply step_spec in S as [E <-]. assert (B := turn_below t). destruct a as [c|c|of| | | |points|trumps|]; cbn [happen].
  - now apply put_cards; [..|apply card_is_held].
  - destruct (end_by_itself_spec (show r t (turn r t) (suit c)) (turn r t)) as [->| ->]; [|now split].
    cbn [claimant show with_marriage]. destruct (claimant t); [now split|].
    apply (put_cards (show r t (turn r t) (suit c))); [exact P|exact B|]. now apply meld_is_held.
  - destruct of; now split.
  - apply exchanged_cards; [exact P|exact B|]. intros low X. now apply exchange_is_there.
  - now split.
  - now apply draw_each_cards.
  - unfold with_bid. destruct (negb _ && _); now split.
  - now split.
  - destruct (in_auction r t); [|now split]. unfold with_bid. destruct (negb _ && _); now split.
Qed.

(** *** Points *)

Lemma given_stays : forall t a, given (happen r t a) = given t.
Proof.
  assert (D : forall t, given (draw_each r t) = given t) by (intros; unfold draw_each; now destruct (share_out _ _ _)).
  assert (K : forall t winner, given (take r t winner) = given t).
  { intros t winner. unfold take. set (after := end_by_itself _ _ _).
    assert (A : given after = given t) by (unfold after; now destruct (end_by_itself_spec (captured t winner) winner) as [->| ->]).
    destruct (claimant after); [exact A|]. destruct (strict after); [exact A|].
    destruct (before_drawing r after); [exact A|]. now rewrite D. }
  assert (Q : forall t seat c, given (put r t seat c) = given t) by (intros; unfold put; destruct (_ =? _); [now rewrite K|reflexivity]).
  assert (W : forall t n, given (with_bid r t n) = given t) by (intros; unfold with_bid; now destruct (negb _ && _)).
  intros t a. destruct a as [c|c|of| | | |points|trumps|]; cbn [happen]; try reflexivity.
  - apply Q.
  - destruct (end_by_itself_spec (show r t (turn r t) (suit c)) (turn r t)) as [->| ->]; [|reflexivity].
    cbn [claimant show with_marriage]. destruct (claimant t); [reflexivity|now rewrite Q].
  - now destruct of.
  - unfold exchanged. now destruct (exchange r).
  - apply D.
  - apply W.
  - destruct (in_auction r t); [apply W|reflexivity].
Qed.

(** Card points that both sides have taken, and those that nobody has yet. *)
Definition points_taken (t : table) : nat := cards_taken r t 0 + cards_taken r t 1.
Definition points_to_come (t : table) : nat := total (values r) (concat (hands t) ++ talon t ++ trick t).

Lemma points_taken_spec : forall t, proper t ->
  points_taken t = by_side (given t) 0 + by_side (given t) 1 + total (values r) (concat (taken t)).
Proof.
  intros t [_ S]. unfold points_taken, cards_taken. destruct (taken t) as [|a [|b [|c l]]]; simpl in *; try lia.
  rewrite app_nil_r, total_app. lia.
Qed.

Theorem step_keeps_points : forall t a t', proper t -> step t a t' ->
  points_taken t' + points_to_come t' = points_taken t + points_to_come t.
Proof.
  intros t a t' P S. destruct (step_keeps_cards t a t' P S) as [Q P'].
  assert (G : given t' = given t) by (apply step_spec in S as [_ <-]; apply given_stays).
  rewrite !points_taken_spec, G by assumption. apply (total_perm (values r)) in Q. unfold cards in Q.
  unfold points_to_come. rewrite !total_app in *. lia.
Qed.

(** *** Whole plays *)

Inductive plays (t : table) : table -> Prop :=
| no_action : plays t t
| one_more : forall t' a t'', plays t t' -> step t' a t'' -> plays t t''.

Theorem play_keeps_cards : forall t t', proper t -> plays t t' -> Permutation (cards t') (cards t) /\ proper t'.
Proof.
  intros t t' W. induction 1 as [|t' a t'' H [Q W'] S]; [now split|].
  destruct (step_keeps_cards t' a t'' W' S) as [Q' W'']. split; [now rewrite Q'|assumption].
Qed.

Theorem play_keeps_points : forall t t', proper t -> plays t t' ->
  points_taken t' + points_to_come t' = points_taken t + points_to_come t.
Proof.
  intros t t' W. induction 1 as [|t' a t'' H IH S]; [reflexivity|].
  destruct (play_keeps_cards t t' W H) as [_ W']. now rewrite (step_keeps_points t' a t'' W' S).
Qed.

Lemma concat_repeat_nil : forall n, concat (repeat (@nil card) n) = [].
Proof. induction n; simpl; auto. Qed.

Lemma turned_perm : forall rest, Permutation (turned r rest) rest.
Proof. intros. unfold turned. destruct (turns_up r), rest as [|up others]; try reflexivity. now rewrite <- Permutation_cons_append. Qed.

Lemma dealt_cards : forall dealer cut before deck,
  Permutation (cards (dealt r dealer cut before deck)) deck /\ proper (dealt r dealer cut before deck).
Proof.
  intros dealer cut before deck. unfold dealt.
  pose proof (share_out_hands (batches (players r) (deal r) dealer) (repeat [] (players r)) deck) as L.
  pose proof (share_out_cards (batches (players r) (deal r) dealer) (repeat [] (players r)) deck) as P.
  destruct (share_out _ _ _) as [hs rest]. simpl in L, P. rewrite concat_repeat_nil, repeat_length in *.
  unfold proper, cards. simpl. rewrite app_nil_r. split; [|now split]. rewrite turned_perm.
  apply P. intros portion I. now apply batches_below in I.
Qed.

(** *** What both sides have in the end *)

Lemma dealt_points : forall dealer cut before deck,
  points_taken (dealt r dealer cut before deck) + points_to_come (dealt r dealer cut before deck) = total (values r) deck.
Proof.
  intros. destruct (dealt_cards dealer cut before deck) as [Q [_ P]]. apply (total_perm (values r)) in Q. rewrite <- Q.
  unfold points_taken, points_to_come, cards_taken, cards, dealt. destruct (share_out _ _ _). simpl. now rewrite app_nil_r.
Qed.

(** What is taken in a deal, with what is left in hands, talon and trick, is what the pack counts. *)
Theorem total_of_a_deal : forall dealer cut before deck t, plays (dealt r dealer cut before deck) t ->
  points_taken t + points_to_come t = total (values r) deck.
Proof.
  intros dealer cut before deck t H. rewrite (play_keeps_points _ _ (proj2 (dealt_cards dealer cut before deck)) H). apply dealt_points.
Qed.

Lemma all_played_none : forall t, all_played t = true -> points_to_come t = 0.
Proof.
  intros t A. unfold all_played in A. rewrite !andb_true_iff, !is_empty_spec, forallb_forall in A. destruct A as [[T H] K].
  unfold points_to_come. rewrite T, K. replace (concat (hands t)) with (@nil card); [reflexivity|].
  symmetry. apply concat_nil_Forall, Forall_forall. intros hand I. now apply is_empty_spec, H.
Qed.

(** Where all cards of the pack have been played, what counts for both sides is what the pack counts, with the last trick once, beside
    marriages. *)
Theorem total_of_a_finished_deal : forall dealer cut before deck t, plays (dealt r dealer cut before deck) t -> all_played t = true ->
  counted r t 0 + counted r t 1
    = total (values r) deck + last_trick_points r + (marriages_that_count t 0 + marriages_that_count t 1).
Proof.
  intros dealer cut before deck t H A. pose proof (total_of_a_deal _ _ _ _ _ H) as T. rewrite (all_played_none t A) in T.
  unfold points_taken in T. unfold counted. rewrite A. cbn [andb].
  pose proof (side_below (leader t)) as B. destruct (side_of (leader t)) as [|[|side]]; simpl; lia.
Qed.

End Conservation.
