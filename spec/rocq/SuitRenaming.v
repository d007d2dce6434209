(** Do the names of suits make any difference with suit tricks?

    Whatever is done after suits have changed their names leads to the same table with the names changed, is refused for the same reason, and
    comes to the same. Only where the points of a marriage depend on its suit have these to be equal. Clauses: SX-SUIT-1, SX-MELD-2,
    TT-MELD-2. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing Scoring SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay
  SuitConservation SuitResults.
Import ListNotations.

Section Renaming.
Variable r : rules.
Variable f : nat -> nat.
Hypothesis different : forall a b, f a = f b -> a = b.
Hypothesis no_suit : f 0 = 0.
Hypothesis suits_stay : forall suit, is_suit (f suit) = is_suit suit.
Hypothesis points_stay : marriages r = BySuit -> forall of, nth (f of - 1) (marriage_points r) 0 = nth (of - 1) (marriage_points r) 0.

Definition named (c : card) : card := Card (rank c) (f (suit c)).
Definition all_named (cards : list card) : list card := map named cards.

Definition renamed (t : table) : table :=
  {| hands := map all_named (hands t); talon := all_named (talon t); trick := all_named (trick t); taken := map all_named (taken t);
     known := map all_named (known t); leader := leader t; tricks := tricks t; trump := option_map f (trump t); melds := melds t;
     waiting := waiting t; shown := shown t; undrawn := undrawn t; closed := closed t; eldest := eldest t; bids_made := bids_made t;
     contract := contract t; claimant := claimant t; waived := waived t; scores_before := scores_before t; given := given t |}.

Definition renamed_action (a : action) : action :=
  match a with
  | Play c => Play (named c)
  | Meld c => Meld (named c)
  | Claim of => Claim (option_map f of)
  | Name trumps => Name (f trumps)
  | other => other
  end.

(** *** Cards and lists of them *)

Lemma f_eqb : forall a b, (f a =? f b) = (a =? b).
Proof.
  intros a b. destruct (Nat.eqb_spec a b) as [->|N]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq. intros E. now apply N, different.
Qed.

Lemma named_same : forall a b, same_card (named a) (named b) = same_card a b.
Proof. intros. unfold same_card. simpl. now rewrite f_eqb. Qed.

Lemma named_none : named no_card = no_card.
Proof. unfold named. simpl. now rewrite no_suit. Qed.

Lemma named_holds : forall l c, holds (all_named l) (named c) = holds l c.
Proof. intros. unfold holds. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite named_same, IH. Qed.

Lemma named_without : forall l c, without (named c) (all_named l) = all_named (without c l).
Proof. induction l as [|x l IH]; intros c; [reflexivity|]. simpl. rewrite named_same. destruct (same_card c x); [reflexivity|]. simpl. now rewrite IH. Qed.

Lemma named_place_of : forall l c, place_of (named c) (all_named l) = place_of c l.
Proof. induction l as [|x l IH]; intros c; [reflexivity|]. simpl. rewrite named_same. now rewrite IH. Qed.

Lemma map_with_part : forall (A B : Type) (g : A -> B) l place x, map g (with_part place x l) = with_part place (g x) (map g l).
Proof. induction l as [|y l IH]; intros [|place] x; simpl; try reflexivity. now rewrite IH. Qed.

Lemma named_nth : forall hs seat, nth seat (map all_named hs) [] = all_named (nth seat hs []).
Proof. intros. now rewrite <- (map_nth all_named). Qed.

Lemma map_empty : forall (A B : Type) (g : A -> B) l, is_empty (map g l) = is_empty l.
Proof. intros A B g [|x l]; reflexivity. Qed.

Lemma named_all_empty : forall hs, forallb is_empty (map all_named hs) = forallb is_empty hs.
Proof. induction hs as [|h hs IH]; [reflexivity|]. simpl. unfold all_named at 1. now rewrite map_empty, IH. Qed.

Lemma named_filter : forall (p q : card -> bool) l, (forall c, p (named c) = q c) -> filter p (all_named l) = all_named (filter q l).
Proof. intros p q l E. induction l as [|x l IH]; [reflexivity|]. simpl. rewrite E. destruct (q x); simpl; now rewrite IH. Qed.

Lemma named_existsb : forall (p q : card -> bool) l, (forall c, p (named c) = q c) -> existsb p (all_named l) = existsb q l.
Proof. intros p q l E. induction l as [|x l IH]; [reflexivity|]. simpl. now rewrite E, IH. Qed.

Lemma named_last : forall l, last (all_named l) no_card = named (last l no_card).
Proof. induction l as [|x [|y l] IH]; [symmetry; exact named_none|reflexivity|exact IH]. Qed.

Lemma named_removelast : forall l, removelast (all_named l) = all_named (removelast l).
Proof. induction l as [|x [|y l] IH]; [reflexivity..|]. simpl in *. now rewrite IH. Qed.

Lemma named_hd : forall l, hd no_card (all_named l) = named (hd no_card l).
Proof. intros [|x l]; [symmetry; exact named_none|reflexivity]. Qed.

Lemma named_app : forall a b, all_named (a ++ b) = all_named a ++ all_named b.
Proof. intros. apply map_app. Qed.

Lemma named_total : forall values l, total values (all_named l) = total values l.
Proof. intros values l. unfold total, all_named. rewrite map_map. reflexivity. Qed.

Lemma named_share_out : forall ps hs rest, share_out ps (map all_named hs) (all_named rest)
  = (map all_named (fst (share_out ps hs rest)), all_named (snd (share_out ps hs rest))).
Proof.
  induction ps as [|[seat count] more IH]; intros hs rest; [reflexivity|]. simpl. rewrite named_nth.
  replace (all_named (nth seat hs []) ++ firstn count (all_named rest)) with (all_named (nth seat hs [] ++ firstn count rest))
    by (unfold all_named; now rewrite map_app, firstn_map).
  replace (skipn count (all_named rest)) with (all_named (skipn count rest)) by (unfold all_named; now rewrite skipn_map).
  rewrite <- map_with_part. apply IH.
Qed.

(** *** What is the same by other names *)

Lemma renamed_hand : forall t seat, hand_of (renamed t) seat = all_named (hand_of t seat).
Proof. intros. apply named_nth. Qed.

Lemma renamed_known : forall t seat, known_of (renamed t) seat = all_named (known_of t seat).
Proof. intros. apply named_nth. Qed.

Lemma renamed_strict : forall t, strict (renamed t) = strict t.
Proof. intros. unfold strict. simpl. unfold all_named. now rewrite map_empty. Qed.

Lemma renamed_played_out : forall t, played_out (renamed t) = played_out t.
Proof. intros. unfold played_out. rewrite renamed_strict. simpl. unfold all_named at 1. now rewrite map_empty, named_all_empty. Qed.

Lemma renamed_all_played : forall t, all_played (renamed t) = all_played t.
Proof. intros. unfold all_played. simpl. unfold all_named at 1 3. now rewrite !map_empty, named_all_empty. Qed.

Lemma renamed_naming : forall t, naming (renamed t) = naming t.
Proof. intros. unfold naming. simpl. destruct (contract t), (trump t); reflexivity. Qed.

Lemma named_is_trump : forall t c, is_trump (renamed t) (named c) = is_trump t c.
Proof. intros. unfold is_trump. simpl. destruct (trump t); [simpl; now rewrite f_eqb|reflexivity]. Qed.

Lemma named_same_suit : forall a b, same_suit (named a) (named b) = same_suit a b.
Proof. intros. unfold same_suit. apply f_eqb. Qed.

Lemma named_beats : forall t a b, beats r (renamed t) (named a) (named b) = beats r t a b.
Proof. intros. unfold beats. now rewrite named_same_suit, named_is_trump. Qed.

Lemma renamed_contenders : forall t, contenders (renamed t) = all_named (contenders t).
Proof.
  intros t. unfold contenders. simpl. rewrite (named_filter _ (is_trump t)) by (intros; apply named_is_trump).
  destruct (filter (is_trump t) (trick t)); [|reflexivity]. simpl. apply named_filter. intros c. rewrite named_hd. apply named_same_suit.
Qed.

Lemma named_highest : forall l, highest r (all_named l) = named (highest r l).
Proof.
  induction l as [|x [|y l] IH]; [symmetry; exact named_none|reflexivity|].
  change (highest r (all_named (x :: y :: l))) with (if strength r x <? strength r (highest r (all_named (y :: l)))
    then highest r (all_named (y :: l)) else named x).
  rewrite IH. change (strength r (named (highest r (y :: l)))) with (strength r (highest r (y :: l))).
  change (highest r (x :: y :: l)) with (if strength r x <? strength r (highest r (y :: l)) then highest r (y :: l) else x).
  now destruct (_ <? _).
Qed.

Theorem renamed_winning : forall t, winning r (renamed t) = winning r t.
Proof. intros t. unfold winning. rewrite renamed_contenders, named_highest. simpl. now rewrite named_place_of. Qed.

Lemma named_first_some : forall choices, first_some (map all_named choices) = all_named (first_some choices).
Proof. induction choices as [|c l IH]; [reflexivity|]. simpl. unfold all_named at 1. rewrite map_empty. now destruct (is_empty c). Qed.

Lemma renamed_playable : forall t cards, playable r (renamed t) (all_named cards) = all_named (playable r t cards).
Proof.
  intros t cards. unfold playable. rewrite renamed_strict. simpl trick. destruct (trick t) as [|led lying]; [reflexivity|]. simpl all_named.
  assert (F : filter (same_suit (named led)) (all_named cards) = all_named (filter (same_suit led) cards))
    by (apply named_filter; intros; apply named_same_suit).
  assert (T : filter (is_trump (renamed t)) (all_named cards) = all_named (filter (is_trump t) cards))
    by (apply named_filter; intros; apply named_is_trump).
  change (map named cards) with (all_named cards). cbn [map]. rewrite F.
  destruct (if strict t then last_obligation r else obligation r); [reflexivity|exact (named_first_some [_; _])|].
  rewrite T, (named_filter _ (fun c => beats r t c led)) by (intros; apply named_beats). exact (named_first_some [_; _; _; _]).
Qed.

Lemma named_has_marriage : forall cards of, has_marriage (all_named cards) (f of) = has_marriage cards of.
Proof.
  intros. unfold has_marriage. change (Card king (f of)) with (named (Card king of)). change (Card queen (f of)) with (named (Card queen of)).
  now rewrite !named_holds.
Qed.

Lemma renamed_no_meld_now : forall t, no_meld_now r (renamed t) = no_meld_now r t.
Proof. intros. unfold no_meld_now. simpl. unfold all_named. now rewrite !map_empty. Qed.

Lemma renamed_showing : forall t cards c, showing_refused r (renamed t) (all_named cards) (named c) = showing_refused r t cards c.
Proof. intros. unfold showing_refused. rewrite renamed_no_meld_now. simpl suit. now rewrite named_has_marriage. Qed.

Lemma renamed_points : forall t of, points_of_marriage r (renamed t) (f of) = points_of_marriage r t of.
Proof.
  intros. unfold points_of_marriage. destruct (marriages r) eqn:M; [reflexivity| |now apply points_stay|reflexivity].
  simpl. destruct (trump t); [simpl; now rewrite f_eqb|reflexivity].
Qed.

Lemma renamed_show : forall t seat of, show r (renamed t) seat (f of) = renamed (show r t seat of).
Proof.
  intros. unfold show. rewrite renamed_points, renamed_known. unfold with_marriage, renamed. cbn -[named]. f_equal.
  - rewrite map_with_part, named_app. do 2 f_equal.
    change (Card king (f of)) with (named (Card king of)). change (Card queen (f of)) with (named (Card queen of)).
    rewrite !named_holds. destruct (holds _ _), (holds _ _); reflexivity.
  - now destruct (trump_from r).
Qed.

Lemma renamed_counted : forall t side, counted r (renamed t) side = counted r t side.
Proof.
  intros. unfold counted, cards_taken, marriages_that_count. rewrite renamed_all_played. simpl. now rewrite named_nth, named_total.
Qed.

Lemma renamed_enough : forall t side more, enough r (renamed t) side more = enough r t side more.
Proof. intros. unfold enough. now rewrite renamed_counted. Qed.

Lemma renamed_end : forall t seat, end_by_itself r (renamed t) seat = renamed (end_by_itself r t seat).
Proof.
  intros. unfold end_by_itself, unsaid. rewrite renamed_enough, renamed_played_out. now destruct (_ && _).
Qed.

Lemma renamed_low_trump : forall t low, low_trump (renamed t) low = named (low_trump t low).
Proof. intros. unfold low_trump, named. simpl. destruct (trump t); [reflexivity|]. simpl. now rewrite no_suit. Qed.

Lemma renamed_over : forall t, over r (renamed t) = over r t.
Proof. intros. unfold over. rewrite renamed_played_out. reflexivity. Qed.

Lemma renamed_turn : forall t, turn r (renamed t) = turn r t.
Proof. intros. unfold turn. simpl. unfold all_named. now rewrite map_length. Qed.

Lemma renamed_before : forall t, first_of_all r (renamed t) = first_of_all r t.
Proof. intros. unfold first_of_all. now rewrite renamed_naming. Qed.

(** *** What is broken *)

Theorem renamed_broken : forall t a, broken r (renamed t) (renamed_action a) = broken r t a.
Proof.
  intros t a. unfold broken. rewrite renamed_over, renamed_turn. destruct (over r t); [reflexivity|].
  destruct a as [c|c|of| | | |points|trumps|]; cbn [renamed_action].
  - unfold card_refused. rewrite renamed_before, renamed_hand, named_holds. destruct (first_of_all r t); [|reflexivity].
    destruct (holds (hand_of t (turn r t)) c); [|reflexivity]. f_equal.
    + unfold owed_refused. rewrite renamed_playable, named_holds, renamed_strict. destruct (holds _ c); [reflexivity|]. simpl trick.
      rewrite named_hd, named_same_suit, (named_existsb _ (same_suit (hd no_card (trick t)))) by (intros; apply named_same_suit). reflexivity.
    + unfold meld_is_due. rewrite renamed_no_meld_now. simpl suit. now rewrite named_has_marriage.
  - rewrite renamed_before, renamed_hand. destruct (has_marriages r); [|reflexivity]. now rewrite renamed_showing.
  - replace (is_said (option_map f of)) with (is_said of) by (destruct of; [simpl; now rewrite suits_stay|reflexivity]).
    destruct (is_said of); [|reflexivity]. unfold claiming_refused. rewrite renamed_before, renamed_hand. destruct (claim r); try reflexivity.
    assert (U : forall of, untimely r (renamed t) (option_map f of) = untimely r t of).
    { intros [of'|]; unfold untimely; simpl; unfold all_named; now rewrite map_empty. }
    destruct of as [of|]; cbn [option_map] in *.
    + specialize (U (Some of)). cbn [option_map] in U. rewrite U. destruct (has_marriages r); [|now rewrite renamed_enough]. change (Card king (f of)) with (named (Card king of)).
      now rewrite renamed_showing, renamed_points, renamed_enough.
    + specialize (U None). cbn [option_map] in U. now rewrite U, renamed_enough.
  - unfold exchanging_refused. destruct (exchange r) as [low|]; [|reflexivity]. rewrite renamed_hand, renamed_low_trump, named_holds. simpl.
    unfold all_named. now rewrite !map_empty, map_length.
  - unfold closing_refused. simpl. unfold all_named. now rewrite map_empty, map_length.
  - unfold drawing_refused. rewrite renamed_hand. simpl. unfold all_named. now rewrite map_empty, map_length.
  - reflexivity.
  - rewrite suits_stay. unfold naming_refused. now rewrite renamed_naming.
  - unfold passing_refused. now rewrite renamed_played_out.
Qed.

(** *** What happens *)

Lemma renamed_with_cards : forall t hs rest lying seen, with_cards (renamed t) (map all_named hs) (all_named rest) (all_named lying)
  (map all_named seen) = renamed (with_cards t hs rest lying seen).
Proof. reflexivity. Qed.

Lemma renamed_turn_up : forall t, turn_up r (renamed t) = option_map named (turn_up r t).
Proof.
  intros. unfold turn_up. simpl. unfold all_named at 1. rewrite map_empty, named_last. now destruct (turns_up r && negb (is_empty (talon t))).
Qed.

Lemma renamed_draw_each : forall t, draw_each r (renamed t) = renamed (draw_each r t).
Proof.
  intros t. unfold draw_each. rewrite renamed_turn_up. simpl hands. simpl talon. rewrite named_share_out. cbn [leader renamed].
  destruct (share_out _ (hands t) (talon t)) as [hs rest]. cbn [fst snd]. unfold with_talon_state, with_cards, renamed. cbn -[named]. f_equal.
  destruct (turn_up r t) as [up|]; [|reflexivity]. simpl option_map. unfold all_named at 1. rewrite map_empty, map_length.
  destruct (is_empty rest); [|reflexivity]. rewrite map_map. apply map_ext. intros seat. fold (renamed t). unfold known_of at 1. simpl known.
  rewrite !named_nth, named_holds. rewrite named_app. now destruct (holds (nth seat hs []) up).
Qed.

Lemma renamed_captured : forall t winner, captured (renamed t) winner = renamed (captured t winner).
Proof.
  intros. unfold captured, with_captured, renamed. cbn -[named]. f_equal. now rewrite map_with_part, named_nth, named_app.
Qed.

Lemma renamed_take : forall t winner, take r (renamed t) winner = renamed (take r t winner).
Proof.
  intros. unfold take. rewrite renamed_captured, renamed_end. set (after := end_by_itself _ _ _).
  change (claimant (renamed after)) with (claimant after). destruct (claimant after); [reflexivity|]. rewrite renamed_strict.
  destruct (strict after); [reflexivity|]. replace (before_drawing r (renamed after)) with (before_drawing r after).
  - destruct (before_drawing r after); [reflexivity|apply renamed_draw_each].
  - unfold before_drawing. simpl. unfold all_named. now rewrite map_length.
Qed.

Lemma renamed_put : forall t seat c, put r (renamed t) seat (named c) = renamed (put r t seat c).
Proof.
  intros. unfold put. assert (L : laid (renamed t) seat (named c) = renamed (laid t seat c)).
  { unfold laid. rewrite renamed_hand, renamed_known, !named_without. cbn [hands talon trick known renamed].
    rewrite <- !map_with_part. rewrite <- renamed_with_cards. now rewrite named_app. }
  rewrite L, renamed_winning, renamed_take. change (trick (renamed (laid t seat c))) with (all_named (trick (laid t seat c))).
  unfold all_named at 1. rewrite map_length. now destruct (_ =? _).
Qed.

Theorem renamed_happen : forall t a, happen r (renamed t) (renamed_action a) = renamed (happen r t a).
Proof.
  intros t a. unfold happen. rewrite renamed_turn. destruct a as [c|c|of| | | |points|trumps|]; cbn [renamed_action].
  - apply renamed_put.
  - simpl suit. rewrite renamed_show, renamed_end. set (after := end_by_itself _ _ _). change (claimant (renamed after)) with (claimant after).
    destruct (claimant after); [reflexivity|apply renamed_put].
  - destruct of as [of|]; [simpl option_map; cbv iota; now rewrite renamed_show|reflexivity].
  - unfold exchanged. destruct (exchange r) as [low|]; [|reflexivity]. rewrite renamed_low_trump, renamed_hand, renamed_known, !named_without.
    cbn [hands talon trick known renamed]. rewrite named_last, named_removelast. now rewrite <- renamed_with_cards, !map_with_part, !named_app.
  - unfold closed_by. now rewrite renamed_counted.
  - apply renamed_draw_each.
  - unfold with_bid. cbn [bids_made renamed eldest leader trump contract]. now destruct (negb _ && _).
  - reflexivity.
  - change (in_auction r (renamed t)) with (in_auction r t). destruct (in_auction r t); [|reflexivity].
    unfold with_bid. cbn [bids_made renamed eldest leader trump contract]. now destruct (negb _ && _).
Qed.

(** So play goes on alike, whatever suits are called, and comes to the same. *)
Theorem renamed_play : forall t a t', step r t a t' -> step r (renamed t) (renamed_action a) (renamed t').
Proof.
  intros t a t' S. apply step_spec in S as [E <-]. apply step_spec. now rewrite renamed_broken, renamed_happen.
Qed.

Theorem renamed_refusal : forall t a c, apply r t a = inr c -> apply r (renamed t) (renamed_action a) = inr c.
Proof. intros t a c. unfold apply. rewrite renamed_broken. now destruct (broken r t a). Qed.

Lemma renamed_cards_taken : forall t side, cards_taken r (renamed t) side = cards_taken r t side.
Proof. intros. unfold cards_taken. simpl. now rewrite named_nth, named_total. Qed.

Lemma renamed_won_by : forall t side, won_by r (renamed t) side = won_by r t side.
Proof. intros. unfold won_by. now rewrite renamed_counted. Qed.

Theorem renamed_scores : forall t, scores r (renamed t) = scores r t.
Proof.
  intros t. unfold scores. destruct (score r).
  - unfold by_table. cbv zeta. now rewrite !renamed_counted, renamed_cards_taken.
  - unfold by_race. change (claimant (renamed t)) with (claimant t). change (closing_side (renamed t)) with (closing_side t).
    destruct (claimant t) as [seat|].
    + unfold by_claim. now rewrite renamed_enough, renamed_won_by.
    + destruct (closing_side t) as [side|]; [now rewrite renamed_counted|reflexivity].
  - unfold by_contract. change (contract (renamed t)) with (contract t). destruct (contract t) as [[declarer bid]|]; [|reflexivity].
    cbv zeta. now rewrite !renamed_counted.
  - unfold by_points. change (claimant (renamed t)) with (claimant t). cbn [map both_sides].
    rewrite !renamed_counted. destruct (claimant t) as [seat|]; [now rewrite renamed_enough|reflexivity].
Qed.

End Renaming.
