(** Has whoever is to act always an action, until the deal is over?

    Proved for all rules that agree with each other ([sound_rules]). Hands are alike, but for those that have played to the trick; as long as
    there is a talon to draw from, they are full again after each trick. Clauses: SX-PLAY-2, SX-PLAY-8, SX-DRAW-1, SX-DRAW-5, SX-MELD-9,
    AS-BID-9. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay
  SuitConservation.
Import ListNotations.

Section Progress.
Variable r : rules.
Hypothesis some_players : 0 < players r.
Hypothesis some_cards : 0 < hand r.

Definition size (t : table) (seat : nat) : nat := length (hand_of t seat).
Definition seat_at (t : table) (turns : nat) : nat := (leader t + turns) mod players r.

(** All hands have so many cards, with those that lie in the trick. *)
Record level (t : table) (h : nat) : Prop := Level {
  level_trick : length (trick t) < players r;
  level_sizes : forall turns, turns < players r ->
    size t (seat_at t turns) + (if turns <? length (trick t) then 1 else 0) = h;
  level_talon : length (talon t) mod players r = 0;
  level_full : strict t = false -> h + (if undrawn t then 1 else 0) = hand r;
  level_undrawn : undrawn t = true -> strict t = false /\ trick t = [];
  level_auction : in_auction r t = true -> trick t = [] }.

Definition ready (t : table) : Prop := claimant t <> None \/ exists h, level t h.

(** *** Whose turn it is *)

Lemma every_size : forall t h, level t h -> trick t = [] -> forall seat, seat < players r -> size t seat = h.
Proof.
  intros t h L T seat B. destruct (every_seat (players r) some_players (leader t) seat B) as [turns [K <-]].
  pose proof (level_sizes t h L turns K) as S. rewrite T in S. simpl in S. unfold seat_at in S. lia.
Qed.

Lemma turn_size : forall t h, level t h -> size t (turn r t) = h.
Proof.
  intros t h L. unfold turn. destruct (in_auction r t) eqn:A.
  - apply every_size; [exact L|now apply (level_auction t h L)|apply Nat.mod_upper_bound; lia].
  - pose proof (level_sizes t h L (length (trick t)) (level_trick t h L)) as S. rewrite Nat.ltb_irrefl in S. unfold seat_at in S. lia.
Qed.

(** *** After a trick *)

Lemma draw_each_sizes : forall t h, proper r t -> trick t = [] -> (forall seat, seat < players r -> size t seat = h) ->
  players r <= length (talon t) ->
  (forall seat, seat < players r -> size (draw_each r t) seat = h + 1)
  /\ length (talon (draw_each r t)) = length (talon t) - players r
  /\ trick (draw_each r t) = [] /\ leader (draw_each r t) = leader t /\ undrawn (draw_each r t) = false
  /\ closed (draw_each r t) = closed t /\ in_auction r (draw_each r t) = in_auction r t.
Proof.
  intros t h [H _] T S L. unfold draw_each. set (ps := map _ _).
  assert (E : list_sum (map snd ps) = players r).
  { unfold ps. rewrite map_map. simpl. unfold order. rewrite map_map. rewrite sum_of_same. lia. }
  assert (B : forall portion, In portion ps -> fst portion < length (hands t)).
  { intros portion I. apply in_map_iff in I as [seat [<- I]]. rewrite H. now apply order_below in I. }
  destruct (share_out_sizes ps (hands t) (talon t) B) as [R G]; [now rewrite E|]. rewrite E in R.
  destruct (share_out _ _ _) as [hs rest]. simpl in R, G. unfold size, hand_of in *. cbn [hands talon trick leader undrawn closed
    with_talon_state with_cards]. repeat split; try assumption.
  intros seat K. rewrite G, S by assumption. f_equal.
  exact (order_got (players r) some_players (leader t) (fun _ => 1) seat K).
Qed.

Lemma strict_none : forall t, strict t = false -> talon t <> [] /\ is_closed t = false.
Proof. intros t S. unfold strict in S. apply orb_false_iff in S as [E C]. split; [now destruct (talon t)|exact C]. Qed.

Lemma talon_for_all : forall t, strict t = false -> length (talon t) mod players r = 0 -> players r <= length (talon t).
Proof.
  intros t S M. destruct (strict_none t S) as [N _]. destruct (Nat.lt_ge_cases (length (talon t)) (players r)) as [L|L]; [|exact L].
  rewrite Nat.mod_small in M by exact L. now apply length_zero_iff_nil in M.
Qed.

(** Everybody draws a card: all hands are full then. *)
Lemma draw_each_level : forall t h, proper r t -> trick t = [] -> (forall seat, seat < players r -> size t seat = h) ->
  length (talon t) mod players r = 0 -> strict t = false -> h + 1 = hand r -> level (draw_each r t) (h + 1).
Proof.
  intros t h P T S M N F. assert (L := talon_for_all t N M).
  destruct (draw_each_sizes t h P T S L) as [S' [K [T' [_ [U [C A']]]]]]. constructor.
  - rewrite T'. simpl. lia.
  - intros turns B. rewrite T'. simpl. rewrite Nat.add_0_r. apply S', Nat.mod_upper_bound. lia.
  - rewrite K, <- (Nat.mod_add _ 1) by lia. now replace (length (talon t) - players r + 1 * players r) with (length (talon t)) by lia.
  - intros _. rewrite U. lia.
  - intros E. congruence.
  - intros _. exact T'.
Qed.

(** When all hands are alike and the trick is complete, play is ready after it, whether anybody draws or not. *)
Lemma take_ready : forall t winner h, proper r t -> (forall seat, seat < players r -> size t seat = h) ->
  length (talon t) mod players r = 0 -> (strict t = false -> h + 1 = hand r) -> undrawn t = false -> in_auction r t = false ->
  ready (take r t winner).
Proof.
  intros t winner h P S M F U A. unfold take. destruct (captured_cards r t winner P) as [_ P'].
  destruct (end_by_itself_spec r (captured t winner) winner) as [->| ->]; [|left; discriminate].
  destruct (claimant (captured t winner)) eqn:Z; [left; congruence|right].
  assert (L : forall d : bool, (strict t = false -> h + (if d then 1 else 0) = hand r) -> (d = true -> strict t = false) ->
    level (with_talon_state (captured t winner) d (closed t)) h).
  { intros d D D'. constructor; [simpl; lia| |exact M|exact D|intros E; split; [now apply D'|reflexivity]|reflexivity].
    intros turns B. simpl. rewrite Nat.add_0_r. apply S, Nat.mod_upper_bound. lia. }
  change (strict (captured t winner)) with (strict t). destruct (strict t) eqn:C.
  - exists h. pose proof (L false ltac:(discriminate) ltac:(discriminate)) as [L1 L2 L3 L4 L5 L6].
    constructor; try assumption; [change (strict t = false -> h + (if undrawn t then 1 else 0) = hand r); congruence|].
    change (undrawn t = true -> strict t = false /\ [] = @nil card). congruence.
  - destruct (before_drawing r (captured t winner)).
    + exists h. now apply L.
    + exists (h + 1). apply draw_each_level; [exact P'|reflexivity|exact S|exact M|exact C|now apply F].
Qed.

(** *** After a card *)

Lemma put_ready : forall t h c, proper r t -> level t h -> in_auction r t = false -> undrawn t = false -> In c (hand_of t (turn r t)) ->
  ready (put r t (turn r t) c).
Proof.
  intros t h c P [K G M F U A] N D I. destruct (laid_cards r t (turn r t) c P (turn_below r some_players t) I) as [_ P'].
  assert (W : turn r t = seat_at t (length (trick t))) by (unfold turn; now rewrite N).
  assert (Z : forall turns, turns < players r ->
    size t (seat_at t turns) = size (laid t (turn r t) c) (seat_at t turns) + (if turns =? length (trick t) then 1 else 0)).
  { intros turns B. unfold size, laid. unfold hand_of at 2. cbn [hands with_cards]. destruct P as [H _].
    rewrite with_part_nth by (rewrite H; now apply turn_below). rewrite W at 1.
    destruct (Nat.eqb_spec turns (length (trick t))) as [->|E].
    - rewrite Nat.eqb_refl. rewrite <- W. rewrite (without_length c _ I). lia.
    - destruct (Nat.eqb_spec (seat_at t turns) (seat_at t (length (trick t)))) as [Q|_]; [|unfold hand_of; lia].
      apply seats_differ in Q; [contradiction|assumption|assumption|exact K]. }
  assert (Y : forall turns, turns < players r ->
    size (laid t (turn r t) c) (seat_at t turns) + (if turns <? S (length (trick t)) then 1 else 0) = h).
  { intros turns B. pose proof (G turns B) as X. rewrite (Z turns B) in X.
    destruct (Nat.eqb_spec turns (length (trick t))), (Nat.ltb_spec turns (length (trick t))), (Nat.ltb_spec turns (S (length (trick t)))); lia. }
  unfold put. change (trick (laid t (turn r t) c)) with (trick t ++ [c]). rewrite app_length, Nat.add_1_r.
  destruct (Nat.eqb_spec (S (length (trick t))) (players r)) as [E|E].
  - apply take_ready with (h - 1); [exact P'| |exact M| |exact D|exact N].
    + intros seat B. destruct (every_seat (players r) some_players (leader t) seat B) as [turns [L <-]].
      specialize (Y turns L). rewrite E in Y. rewrite (proj2 (Nat.ltb_lt _ _) L) in Y. unfold seat_at in Y. lia.
    + intros C. specialize (F C). rewrite D in F. lia.
  - right. exists h. constructor; [simpl; rewrite app_length; simpl; lia| |exact M|exact F| |].
    + intros turns B. simpl trick. rewrite app_length, Nat.add_1_r. exact (Y turns B).
    + change (undrawn t = true -> strict t = false /\ trick t ++ [c] = []). congruence.
    + change (in_auction r t = true -> trick t ++ [c] = []). congruence.
Qed.

(** *** Kept by every action *)

Lemma not_over : forall t a, broken r t a = [] -> over r t = false.
Proof. intros t a E. unfold broken in E. now destruct (over r t). Qed.

Lemma card_after_all : forall t c, broken r t (Play c) = [] -> first_of_all r t = [].
Proof.
  intros t c E. unfold broken in E. destruct (over r t); [discriminate|]. unfold card_refused in E. now destruct (first_of_all r t).
Qed.

Lemma meld_after_all : forall t c, broken r t (Meld c) = [] -> first_of_all r t = [].
Proof.
  intros t c E. unfold broken in E. destruct (over r t); [discriminate|]. destruct (has_marriages r); [|discriminate].
  now apply app_eq_nil in E as [E _].
Qed.

(** Who is to act draws only where that is to be said: else his hand is full. *)
Lemma draw_is_due : forall t h, level t h -> broken r t Draw = [] -> undrawn t = true.
Proof.
  intros t h L E. assert (O := not_over t Draw E). assert (B := turn_size t h L). unfold broken in E. rewrite O in E.
  unfold drawing_refused in E. destruct (undrawn t) eqn:D; [reflexivity|exfalso]. destruct (close r); try discriminate.
  unfold told in E. simpl in E. destruct (is_closed t) eqn:C; [discriminate|]. destruct (is_empty (talon t)) eqn:T; [discriminate|].
  assert (N : strict t = false) by (unfold strict; now rewrite C, T). pose proof (level_full t h L N) as F. rewrite D in F.
  unfold size in B. rewrite B in E. replace (h =? hand r) with true in E by (symmetry; apply Nat.eqb_eq; lia). discriminate.
Qed.

(** The auction has nothing to do with what only changes marriages, hands and talon. *)
Lemma with_bid_level : forall t n h, level t h -> in_auction r t = true -> level (with_bid r t n) h.
Proof.
  intros t n h L A. assert (T := level_auction t h L A). assert (S := every_size t h L T). unfold with_bid.
  destruct L as [K _ M F U _]. destruct (negb _ && _); (constructor; [exact K| |exact M|exact F|exact U|intros _; exact T]);
    intros turns B; cbn [trick with_auction]; rewrite T; simpl; rewrite Nat.add_0_r; apply S, Nat.mod_upper_bound; lia.
Qed.

Theorem step_keeps_ready : forall t a t', proper r t -> ready t -> step r t a t' -> ready t'.
Proof.
  intros t a t' P Y S. apply step_spec in S as [E <-]. assert (O := not_over t a E).
  destruct Y as [Y|[h L]]; [unfold over in O; destruct (claimant t); [discriminate|congruence]|].
  destruct a as [c|c|of| | | |points|trumps|]; cbn [happen].
  - destruct (first_of_all_told r t (card_after_all t c E)) as [A [_ U]]. apply put_ready with h; try assumption. now apply card_is_held.
  - destruct (first_of_all_told r t (meld_after_all t c E)) as [A [_ U]].
    destruct (end_by_itself_spec r (show r t (turn r t) (suit c)) (turn r t)) as [->| ->]; [|left; discriminate].
    assert (N : claimant t = None) by (unfold over in O; now destruct (claimant t)). cbn [claimant show with_marriage]. rewrite N.
    apply (put_ready (show r t (turn r t) (suit c)) h); [exact P| |exact A|exact U|].
    + destruct L. constructor; assumption.
    + exact (meld_is_held r t c E).
  - left. cbn. congruence.
  - right. exists h. unfold exchanged. destruct (exchange r) as [low|] eqn:X; [|exact L].
    destruct (exchange_is_there r t low E X) as [I N]. assert (T : length (removelast (talon t) ++ [low_trump t low]) = length (talon t)).
    { rewrite (app_removelast_last no_card N) at 2. now rewrite !app_length. }
    assert (C : forall hs seen, strict (with_cards t hs (removelast (talon t) ++ [low_trump t low]) (trick t) seen) = strict t).
    { intros. unfold strict. cbn [talon with_cards]. change (is_closed (with_cards t hs _ (trick t) seen)) with (is_closed t). f_equal.
      destruct (talon t) as [|x l]; [contradiction|]. destruct (removelast (x :: l)); reflexivity. }
    destruct L as [K S M F U A]. constructor.
    + exact K.
    + intros turns B. rewrite <- (S turns B). cbn [trick with_cards]. f_equal. unfold size. unfold hand_of at 1. cbn [hands with_cards].
      rewrite with_part_nth by (rewrite (proj1 P); now apply turn_below).
      unfold seat_at at 1. cbn [leader with_cards]. fold (seat_at t turns).
      destruct (Nat.eqb_spec (seat_at t turns) (turn r t)) as [->|_]; [|reflexivity].
      rewrite (without_length _ _ I), app_length. simpl. lia.
    + cbn [talon with_cards]. now rewrite T.
    + rewrite C. exact F.
    + rewrite C. exact U.
    + exact A.
  - right. exists h. destruct L as [K S M F U A]. constructor; try assumption; [|discriminate].
    unfold strict. cbn. now rewrite orb_true_r.
  - right. exists (h + 1). assert (D := draw_is_due t h L E). destruct (level_undrawn t h L D) as [N T].
    pose proof (level_full t h L N) as F. rewrite D in F.
    apply draw_each_level; try assumption; [now apply every_size|apply (level_talon t h L)].
  - unfold broken in E. rewrite O in E. unfold bidding_refused in E. destruct (negb (has_bids r)); [discriminate|].
    destruct (in_auction r t) eqn:A; [|discriminate]. right. exists h. now apply with_bid_level.
  - right. exists h. destruct L. constructor; assumption.
  - destruct (in_auction r t) eqn:A; right; exists h; [now apply with_bid_level|]. destruct L. constructor; assumption.
Qed.

Theorem play_keeps_ready : forall t t', proper r t -> ready t -> plays r t t' -> ready t'.
Proof.
  intros t t' P Y. induction 1 as [|t' a t'' H IH S]; [exact Y|]. destruct (play_keeps_cards r some_players t t' P H) as [_ P'].
  now apply step_keeps_ready with t' a.
Qed.

(** *** Somebody can act *)

Lemma told_all : forall conditions, (forall c b, In (c, b) conditions -> b = false) -> told conditions = [].
Proof.
  induction conditions as [|[c b] more IH]; intros H; [reflexivity|]. unfold told. simpl. rewrite (H c b (or_introl eq_refl)).
  apply IH. intros c' b' I. apply (H c' b'). now right.
Qed.

Lemma first_some_in : forall choices, first_some choices = [] \/ In (first_some choices) choices.
Proof.
  induction choices as [|choice others IH]; [now left|]. simpl. destruct (is_empty choice); [|right; now left].
  destruct IH; [now left|right; now right].
Qed.

Lemma first_some_none : forall choices, first_some choices = [] -> forall choice, In choice choices -> choice = [].
Proof.
  induction choices as [|choice others IH]; intros E x I; [easy|]. simpl in E. destruct choice; [|discriminate].
  destruct I as [<-|I]; [reflexivity|now apply IH].
Qed.

(** A hand with cards has one that may be played, and it is of the hand. *)
Lemma some_playable : forall t cards, cards <> [] -> exists c, In c (playable r t cards) /\ In c cards.
Proof.
  intros t cards N. assert (E : playable r t cards <> []).
  { unfold playable. destruct (trick t) as [|led lying]; [exact N|].
    destruct (if strict t then _ else _); [exact N| |]; intros E; apply N; apply (first_some_none _ E); simpl; tauto. }
  destruct (playable r t cards) as [|c more] eqn:P; [contradiction|]. exists c. split; [now left|].
  assert (I : In c (playable r t cards)) by (rewrite P; now left). clear P.
  unfold playable in I. destruct (trick t) as [|led lying]; [exact I|].
  assert (G : forall choices, (forall choice, In choice choices -> incl choice cards) -> In c (first_some choices) -> In c cards).
  { intros choices H J. destruct (first_some_in choices) as [Z|Z]; [now rewrite Z in J|]. exact (H _ Z c J). }
  assert (F : forall f, incl (filter f cards) cards) by (intros f x J; now apply filter_In in J).
  assert (F' : forall f g, incl (filter f (filter g cards)) cards) by (intros f g x J; apply filter_In in J as [J _]; now apply F in J).
  destruct (if strict t then _ else _); [exact I|apply (G _) in I|apply (G _) in I]; try exact I.
  - intros choice [<-|[<-|[]]]; [apply F|apply incl_refl].
  - intros choice [<-|[<-|[<-|[<-|[]]]]]; [apply F'|apply F|apply F|apply incl_refl].
Qed.

(** A card that may be played is played alone, or with the marriage that is due. *)
Lemma card_or_meld : forall t c, over r t = false -> first_of_all r t = [] -> In c (hand_of t (turn r t)) ->
  In c (playable r t (hand_of t (turn r t))) -> broken r t (Play c) = [] \/ broken r t (Meld c) = [].
Proof.
  intros t c O F H Y. unfold broken. rewrite O, F. unfold card_refused. rewrite F. apply holds_spec in H, Y. rewrite H.
  unfold owed_refused. rewrite Y. destruct (meld_is_due r t (hand_of t (turn r t)) c) eqn:D; [right|left; reflexivity].
  unfold meld_is_due in D. rewrite !andb_true_iff, is_empty_spec in D. destruct D as [[[[_ M] L] K] N].
  rewrite M. unfold showing_refused. rewrite N. simpl. apply told_all. intros x b [E|[E|[]]]; injection E as _ <-.
  - now rewrite L.
  - now rewrite L, K.
Qed.

Lemma alike_hands_empty : forall t, proper r t -> (forall seat, seat < players r -> size t seat = 0) -> forallb is_empty (hands t) = true.
Proof.
  intros t [H _] S. apply forallb_forall. intros cards I. apply is_empty_spec. apply (In_nth _ _ []) in I as [seat [L <-]].
  rewrite H in L. apply length_zero_iff_nil. exact (S seat L).
Qed.

Lemma turn_has_cards : forall t, proper r t -> ready t -> over r t = false -> undrawn t = false -> played_out t = false ->
  hand_of t (turn r t) <> [].
Proof.
  intros t P [Y|[h L]] O U N E; [unfold over in O; destruct (claimant t); [discriminate|congruence]|].
  pose proof (turn_size t h L) as S. unfold size in S. rewrite E in S. simpl in S. subst h.
  assert (T : trick t = []).
  { pose proof (level_sizes t 0 L 0 some_players) as Z. destruct (trick t) as [|c lying]; [reflexivity|]. simpl in Z. lia. }
  unfold played_out in N. rewrite T, (alike_hands_empty t P (every_size t 0 L T)) in N. simpl in N.
  pose proof (level_full t 0 L N) as F. rewrite U in F. lia.
Qed.

Hypothesis bids_rise : rising 0 (bids r) = true.
Hypothesis bids_without_claims : has_bids r = true -> has_claims r = false.

(** In the auction one may pass, or has to bid and can. *)
Lemma pass_or_bid : forall t, over r t = false -> in_auction r t = true ->
  broken r t Pass = [] \/ exists points, In points (bids r) /\ broken r t (Bid points) = [].
Proof.
  intros t O A. assert (B : has_bids r = true) by (unfold in_auction in A; now destruct (has_bids r)).
  assert (C := bids_without_claims B). unfold broken. rewrite O. unfold passing_refused, bidding_refused. rewrite A, B, C.
  destruct ((length (bids_made t) =? players r - 1) && forallb is_pass (bids_made t)) eqn:F.
  2: { left. apply told_all. intros c b [E|[E|[E|[E|[]]]]]; injection E as _ <-; reflexivity. }
  apply andb_true_iff in F as [N F]. apply Nat.eqb_eq in N. rewrite forallb_forall in F.
  unfold has_bids in B. destruct (bids r) as [|points more] eqn:D; [discriminate|]. right. exists points. split; [now left|].
  cbn [negb]. apply told_all. intros c b [E|[E|[E|[]]]]; injection E as _ <-.
  - apply negb_false_iff. unfold may_bid. apply orb_true_iff. left. apply negb_true_iff.
    destruct (existsb _ (with_bidders r t)) eqn:X; [|reflexivity]. exfalso. apply existsb_exists in X as [said [I Q]].
    apply andb_true_iff in Q as [Q _]. apply Nat.eqb_eq in Q. unfold with_bidders in I. apply in_map_iff in I as [place [<- I]].
    apply in_seq in I. simpl in Q. unfold turn in Q. rewrite A in Q. apply seats_differ in Q; lia.
  - simpl. now rewrite Nat.eqb_refl.
  - destruct (existsb _ (bids_made t)) eqn:X; [|reflexivity]. exfalso. apply existsb_exists in X as [bid [I Q]].
    apply F in I. unfold is_pass in I. apply Nat.eqb_eq in I as ->. apply Nat.leb_le in Q.
    pose proof (rising_above (points :: more) 0 bids_rise points (or_introl eq_refl)). lia.
Qed.

(** Somebody has won the auction only where there is one. *)
Definition auctioned (t : table) : Prop := contract t <> None -> has_bids r = true.

Theorem somebody_can_act : forall t, proper r t -> ready t -> auctioned t -> over r t = false ->
  exists a t', In a (conceivable r t) /\ step r t a t'.
Proof.
  intros t P Y Q O. assert (G : forall a, In a (conceivable r t) -> broken r t a = [] -> exists a t', In a (conceivable r t) /\ step r t a t').
  { intros a I E. exists a, (happen r t a). split; [exact I|]. now apply step_spec. }
  assert (W : forall a, In a [Exchange; Close; Draw; Pass] -> In a (conceivable r t)).
  { intros a I. unfold conceivable. do 3 (apply in_or_app; right). apply in_or_app. now left. }
  destruct (in_auction r t) eqn:A.
  { destruct (pass_or_bid t O A) as [E|[points [I E]]]; [apply (G Pass); [apply W; simpl; tauto|exact E]|].
    apply (G (Bid points)); [|exact E]. unfold conceivable. do 4 (apply in_or_app; right). apply in_or_app. left. now apply in_map. }
  destruct (naming t) eqn:N.
  { apply (G (Name 1)).
    - unfold conceivable. do 5 (apply in_or_app; right). now left.
    - unfold broken. rewrite O. unfold naming_refused. rewrite A, N. replace (has_bids r) with true; [reflexivity|]. symmetry. apply Q.
      unfold naming in N. destruct (contract t); discriminate. }
  destruct (undrawn t) eqn:U.
  { apply (G Draw); [apply W; simpl; tauto|]. unfold broken. rewrite O. unfold drawing_refused. now rewrite U. }
  destruct (played_out t) eqn:D.
  { apply (G Pass); [apply W; simpl; tauto|]. unfold over in O. unfold broken, over. destruct (claimant t); [discriminate|].
    rewrite O. rewrite D in O |- *. apply orb_false_iff in O as [_ O]. simpl in O. apply orb_false_iff in O as [K _].
    apply negb_false_iff in K. unfold passing_refused. rewrite A, K. unfold asks in K.
    assert (C : has_claims r = true) by (unfold has_claims; now destruct (claim r), (claim_last r)).
    assert (B : has_bids r = false) by (destruct (has_bids r); [rewrite bids_without_claims in C by reflexivity; discriminate|reflexivity]).
    rewrite B, C. reflexivity. }
  assert (F : first_of_all r t = []) by (unfold first_of_all; now rewrite A, N, U).
  destruct (some_playable t _ (turn_has_cards t P Y O U D)) as [c [I H]].
  destruct (card_or_meld t c O F H I) as [E|E]; [apply (G (Play c))|apply (G (Meld c))]; try exact E; unfold conceivable.
  - apply in_or_app. left. now apply in_map.
  - apply in_or_app. right. apply in_or_app. left. now apply in_map.
Qed.

(** *** From the first card on *)

Lemma step_keeps_auctioned : forall t a t', auctioned t -> step r t a t' -> auctioned t'.
Proof.
  intros t a t' Q S. apply step_spec in S as [E <-]. unfold auctioned in *.
  assert (D : forall t, contract (draw_each r t) = contract t) by (intros; unfold draw_each; now destruct (share_out _ _ _)).
  assert (K : forall t winner, contract (take r t winner) = contract t).
  { intros x winner. unfold take. set (after := end_by_itself _ _ _).
    assert (A : contract after = contract x) by (unfold after; now destruct (end_by_itself_spec r (captured x winner) winner) as [->| ->]).
    destruct (claimant after); [exact A|]. destruct (strict after); [exact A|].
    destruct (before_drawing r after); [exact A|]. now rewrite D. }
  assert (U : forall t seat c, contract (put r t seat c) = contract t) by (intros; unfold put; destruct (_ =? _); [now rewrite K|reflexivity]).
  destruct a as [c|c|of| | | |points|trumps|]; cbn [happen]; try exact Q.
  - now rewrite U.
  - destruct (end_by_itself_spec r (show r t (turn r t) (suit c)) (turn r t)) as [->| ->]; [|exact Q].
    cbn [claimant show with_marriage]. destruct (claimant t); [exact Q|now rewrite U].
  - now destruct of.
  - unfold exchanged. now destruct (exchange r).
  - now rewrite D.
  - intros _. unfold broken, bidding_refused in E. destruct (over r t); [discriminate|]. now destruct (has_bids r).
  - destruct (in_auction r t) eqn:A; [intros _|exact Q]. unfold in_auction in A. now destruct (has_bids r).
Qed.

Lemma turned_length : forall rest, length (turned r rest) = length rest.
Proof. intros. apply Permutation_length, turned_perm. Qed.

Lemma dealt_ready : forall dealer cut before deck, list_sum (deal r) = hand r -> players r * hand r <= length deck ->
  length deck mod players r = 0 -> ready (dealt r dealer cut before deck) /\ auctioned (dealt r dealer cut before deck).
Proof.
  intros dealer cut before deck D L M. unfold dealt.
  assert (B : forall portion, In portion (batches (players r) (deal r) dealer) -> fst portion < length (repeat (@nil card) (players r)))
    by (intros portion I; rewrite repeat_length; now apply batches_below in I).
  assert (E : list_sum (map snd (batches (players r) (deal r) dealer)) = players r * hand r).
  { rewrite (sum_of_portions (players r)) by (intros; now apply batches_below with (deal r) dealer).
    rewrite (map_ext_in _ (fun _ => list_sum (deal r))) by (intros seat I; apply in_seq in I; apply batches_got; lia).
    now rewrite sum_of_same, D. }
  destruct (share_out_sizes (batches (players r) (deal r) dealer) (repeat [] (players r)) deck B) as [T S]; [now rewrite E|].
  rewrite E in T. destruct (share_out _ _ _) as [hs rest]. simpl in T, S. split; [right; exists (hand r)|unfold auctioned; simpl; congruence].
  constructor; [simpl; lia| | |cbn; lia|discriminate|reflexivity].
  - intros turns K. simpl. unfold size, hand_of, seat_at. simpl. rewrite Nat.add_0_r, S, batches_got, D by (try apply Nat.mod_upper_bound; lia).
    destruct (nth_in_or_default (((dealer + 1) mod players r + turns) mod players r) (repeat (@nil card) (players r)) []) as [I|Z];
      [apply repeat_spec in I as ->|rewrite Z]; reflexivity.
  - cbn [talon]. rewrite turned_length, T. rewrite <- (Nat.mod_add _ (hand r)) by lia.
    now replace (length deck - players r * hand r + hand r * players r) with (length deck) by lia.
Qed.

End Progress.

(** What [sound_rules] says. *)
Record sound (r : rules) : Prop := Sound {
  sound_players : 0 < players r;
  sound_hand : 0 < hand r;
  sound_deal : list_sum (deal r) = hand r;
  sound_pack : players r * hand r <= length (pack r);
  sound_talon : length (pack r) mod players r = 0;
  sound_cards : all_different (pack r) = true;
  sound_bids : rising 0 (bids r) = true;
  sound_claims : has_bids r = true -> has_claims r = false;
  sound_named : has_bids r = true -> trump_from r = Named;
  sound_exchange : exchange r <> None -> trump_from r = TurnUp }.

Lemma sound_spec : forall r, sound_rules r = true -> sound r.
Proof.
  intros r R. unfold sound_rules in R. rewrite !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq, Nat.leb_le, !eqb_true_iff in R.
  decompose [and] R. clear R. constructor; try assumption.
  - intros B. destruct (score r); try congruence. destruct (has_claims r); [discriminate|reflexivity].
  - intros B. destruct (trump_from r); congruence.
  - intros X. unfold turns_up in *. destruct (trump_from r); try reflexivity; destruct (exchange r); try discriminate; contradiction.
Qed.

(** By rules that agree with each other, from any pack, whatever is done: the deal is over, or somebody can act. *)
Theorem no_dead_end : forall r dealer cut before deck t, sound_rules r = true -> length deck = length (pack r) ->
  plays r (dealt r dealer cut before deck) t -> over r t = true \/ exists a t', In a (conceivable r t) /\ step r t a t'.
Proof.
  intros r dealer cut before deck t R L H. apply sound_spec in R as [P C D K M _ B N _ _].
  destruct (dealt_cards r P dealer cut before deck) as [_ W]. destruct (play_keeps_cards r P _ t W H) as [_ W'].
  destruct (dealt_ready r P C dealer cut before deck D) as [Y Q]; [now rewrite L|now rewrite L|].
  destruct (over r t) eqn:O; [now left|right]. apply somebody_can_act; try assumption.
  - now apply (play_keeps_ready r P C (dealt r dealer cut before deck)).
  - clear - N Q H. induction H as [|t' a t'' H IH S]; [exact Q|]. now apply step_keeps_auctioned with t' a.
Qed.
