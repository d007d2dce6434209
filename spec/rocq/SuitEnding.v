(** Does every play with suit tricks end, and how soon?

    Every action brings the end nearer: a card, a bid, a pass, naming trumps, an exchange, closing, drawing and a claim. Clauses: SX-PLAY-8,
    SX-EXCH-1, SX-CLOSE-3, AS-BID-2, AS-BID-5, AS-BID-6, AS-BID-7. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay
  SuitConservation SuitProgress.
Import ListNotations.

Section Ending.
Variable r : rules.
Hypothesis some_players : 0 < players r.
Hypothesis some_cards : 0 < hand r.
Hypothesis exchange_turns_up : exchange r <> None -> trump_from r = TurnUp.
Hypothesis bids_rise : rising 0 (bids r) = true.
Hypothesis bids_are_named : has_bids r = true -> trump_from r = Named.

Definition one_if (b : bool) : nat := if b then 1 else 0.

(** The cards that are yet to be played. *)
Definition left (t : table) : nat := length (concat (hands t) ++ talon t).

(** Whether the turn-up can still be exchanged: not for the low trump itself. *)
Definition exchangeable (t : table) : bool :=
  match exchange r with
  | Some low => negb (is_empty (talon t)) && negb (same_card (last (talon t) no_card) (low_trump t low))
  | None => false
  end.

(** The passes since the last bid, and how many actions the auction can have at most, with naming trumps. *)
Fixpoint leading_passes (bids : list nat) : nat := match bids with 0 :: rest => S (leading_passes rest) | _ => 0 end.
Definition passes (bids : list nat) : nat := leading_passes (rev bids).
Definition higher (bids_made bids : list nat) : nat := length (filter (fun bid => list_max bids_made <? bid) bids).

Definition auction_left (t : table) : nat :=
  if in_auction r t then players r * higher (bids_made t) (bids r) + (players r - passes (bids_made t)) + 1
  else one_if (naming t).

Definition said_left (t : table) : nat :=
  one_if (negb (is_closed t)) + one_if (exchangeable t) + auction_left t
  + one_if (match claimant t with Some _ => false | None => true end) + one_if (negb (waived t)).

Definition most_actions (t : table) : nat := 2 * left t + one_if (undrawn t) + said_left t.

(** What play keeps. *)
Record well (t : table) : Prop := Well {
  well_proper : proper r t;
  well_ready : ready r t;
  well_different : NoDup (cards t);
  well_auction : in_auction r t = true -> passes (bids_made t) < players r }.

(** *** Drawing and taking *)

Definition said (t : table) := (closed t, trump t, bids_made t, contract t, claimant t, waived t).

Lemma share_out_rest : forall ps hs rest, exists gone, rest = gone ++ snd (share_out ps hs rest).
Proof.
  induction ps as [|[seat count] more IH]; intros hs rest; simpl; [now exists []|].
  destruct (IH (with_part seat (nth seat hs [] ++ firstn count rest) hs) (skipn count rest)) as [gone E].
  exists (firstn count rest ++ gone). rewrite <- app_assoc, <- E. symmetry. apply firstn_skipn.
Qed.

Lemma last_of_rest : forall (gone rest : list card), rest <> [] -> last (gone ++ rest) no_card = last rest no_card.
Proof.
  induction gone as [|c gone IH]; intros rest N; [reflexivity|]. simpl.
  destruct (gone ++ rest) eqn:E; [apply app_eq_nil in E as [_ E]; contradiction|]. rewrite <- E. now apply IH.
Qed.

Lemma exchangeable_rest : forall t u, trump u = trump t -> (exists gone, talon t = gone ++ talon u) ->
  one_if (exchangeable u) <= one_if (exchangeable t).
Proof.
  intros t u T [gone E]. unfold exchangeable. destruct (exchange r) as [low|]; [|reflexivity].
  unfold low_trump. rewrite T. destruct (talon u) as [|c rest] eqn:U; [simpl; lia|].
  rewrite E, last_of_rest by discriminate. replace (is_empty (gone ++ c :: rest)) with false by (now destruct gone). reflexivity.
Qed.

Lemma auction_same : forall t u, bids_made u = bids_made t -> contract u = contract t -> trump u = trump t ->
  auction_left u = auction_left t /\ in_auction r u = in_auction r t.
Proof. intros t u B C T. unfold auction_left, in_auction, nobody_bid, naming. rewrite B, C, T. now split. Qed.

Lemma draw_each_said : forall t, said (draw_each r t) = said t /\ undrawn (draw_each r t) = false
  /\ trick (draw_each r t) = trick t /\ taken (draw_each r t) = taken t /\ exists gone, talon t = gone ++ talon (draw_each r t).
Proof.
  intros t. unfold draw_each. destruct (share_out_rest (map (fun seat => (seat, 1)) (order (players r) (leader t))) (hands t) (talon t)) as [gone E].
  destruct (share_out _ _ _) as [hs rest]. repeat split. now exists gone.
Qed.

Lemma left_by_cards : forall t u, Permutation (cards u) (cards t) ->
  length (trick u ++ concat (taken u)) = length (trick t ++ concat (taken t)) -> left u = left t.
Proof. intros t u P E. apply Permutation_length in P. unfold cards, left in *. rewrite !app_length in *. lia. Qed.

Lemma draw_each_left : forall t, proper r t -> left (draw_each r t) = left t.
Proof.
  intros t P. destruct (draw_each_said t) as [_ [_ [T [K _]]]]. apply left_by_cards; [now apply draw_each_cards|]. now rewrite T, K.
Qed.

(** What remains to be said is no more than before. *)
Lemma said_left_less : forall t u, said u = said t -> (exists gone, talon t = gone ++ talon u) -> said_left u <= said_left t.
Proof.
  intros t u E G. unfold said in E. injection E as C T B K A W. unfold said_left, is_closed. rewrite C, A, W.
  destruct (auction_same t u B K T) as [-> _]. pose proof (exchangeable_rest t u T G). lia.
Qed.

Lemma said_left_claimed : forall t seat, claimant t = None -> said_left (with_end t (Some seat) (waived t)) < said_left t.
Proof.
  intros t seat N. unfold said_left. rewrite N. cbn [claimant waived with_end one_if].
  change (is_closed (with_end t (Some seat) (waived t))) with (is_closed t).
  change (exchangeable (with_end t (Some seat) (waived t))) with (exchangeable t).
  change (auction_left (with_end t (Some seat) (waived t))) with (auction_left t). lia.
Qed.

Lemma take_less : forall t winner, proper r t -> claimant t = None ->
  left (take r t winner) = left t /\ said_left (take r t winner) <= said_left t /\
  in_auction r (take r t winner) = in_auction r t /\ bids_made (take r t winner) = bids_made t.
Proof.
  intros t winner P N. destruct (captured_cards r t winner P) as [Q P'].
  assert (L : left (captured t winner) = left t) by reflexivity.
  assert (S : said_left (captured t winner) = said_left t) by reflexivity.
  unfold take. destruct (end_by_itself_spec r (captured t winner) winner) as [->| ->].
  - cbn [claimant captured with_captured]. rewrite N. destruct (strict (captured t winner)); [now repeat split; try apply Nat.eq_le_incl|].
    destruct (before_drawing r (captured t winner)); [now repeat split; try apply Nat.eq_le_incl|].
    destruct (draw_each_said (captured t winner)) as [E [_ [_ [_ G]]]]. rewrite draw_each_left by exact P'.
    pose proof (said_left_less _ _ E G). unfold said in E. injection E as _ T B K _ _.
    destruct (auction_same (captured t winner) (draw_each r (captured t winner)) B K T) as [_ A].
    repeat split; [lia|exact A|exact B].
  - cbn [claimant with_end]. pose proof (said_left_claimed (captured t winner) winner N). repeat split. lia.
Qed.

Lemma put_less : forall t c, proper r t -> claimant t = None -> In c (hand_of t (turn r t)) ->
  S (left (put r t (turn r t) c)) = left t /\ said_left (put r t (turn r t) c) <= said_left t /\
  in_auction r (put r t (turn r t) c) = in_auction r t /\ bids_made (put r t (turn r t) c) = bids_made t.
Proof.
  intros t c P N I. assert (B := turn_below r some_players t). destruct (laid_cards r t (turn r t) c P B I) as [_ P'].
  assert (L : S (left (laid t (turn r t) c)) = left t).
  { unfold left. cbn [hands talon laid with_cards]. rewrite !app_length.
    rewrite (Permutation_length (concat_without (hands t) (turn r t) c ltac:(now rewrite (proj1 P)) I)). reflexivity. }
  unfold put. destruct (_ =? _); [|now repeat split].
  destruct (take_less _ (winning r (laid t (turn r t) c)) P' N) as [L' [S' [A E]]]. rewrite L'. now repeat split.
Qed.

(** *** Bidding *)

Lemma passes_snoc : forall bids bid, passes (bids ++ [bid]) = match bid with 0 => S (passes bids) | _ => 0 end.
Proof. intros. unfold passes. rewrite rev_app_distr. now destruct bid. Qed.

Lemma list_max_app_one : forall l n, list_max (l ++ [n]) = Nat.max (list_max l) n.
Proof. intros. rewrite list_max_app. simpl. lia. Qed.

Lemma higher_less : forall made bids bid, In bid bids -> list_max made < bid -> higher (made ++ [bid]) bids < higher made bids.
Proof.
  intros made bids bid I L. unfold higher. rewrite list_max_app_one, Nat.max_r by lia.
  induction bids as [|first rest IH]; [easy|]. simpl.
  assert (M : forall l, length (filter (fun b => bid <? b) l) <= length (filter (fun b => list_max made <? b) l)).
  { induction l as [|x l H]; [reflexivity|]. simpl. destruct (Nat.ltb_spec bid x), (Nat.ltb_spec (list_max made) x); simpl; lia. }
  destruct I as [->|I].
  - rewrite Nat.ltb_irrefl, (proj2 (Nat.ltb_lt _ _) L). simpl. specialize (M rest). lia.
  - specialize (IH I). destruct (Nat.ltb_spec bid first), (Nat.ltb_spec (list_max made) first); simpl; lia.
Qed.

(** As many passes at the end as all others can have, or passes alone. *)
Lemma leading_passes_firstn : forall l n, n <= leading_passes l -> forallb is_pass (firstn n l) = true.
Proof.
  induction l as [|x l IH]; intros [|n] H; try reflexivity. destruct x; simpl in H; [|lia]. simpl. apply IH. lia.
Qed.

Lemma passes_at_the_end : forall l n, n <= passes l -> forallb is_pass (skipn (length l - n) l) = true.
Proof.
  intros l n H. rewrite <- (rev_involutive l) at 2. rewrite skipn_rev, rev_length.
  assert (N : n <= length l).
  { apply Nat.le_trans with (passes l); [exact H|]. unfold passes. rewrite <- rev_length. generalize (rev l). clear.
    induction l as [|[|x] l IH]; simpl; lia. }
  replace (length l - (length l - n)) with n by lia.
  apply forallb_forall. intros x I. apply in_rev in I. revert x I. apply forallb_forall. now apply leading_passes_firstn.
Qed.

Lemma passes_alone : forall l, list_max l = 0 -> passes l = length l.
Proof.
  intros l Z. unfold passes. rewrite <- rev_length. assert (F : forall x, In x (rev l) -> x = 0).
  { intros x I. apply in_rev in I. pose proof (proj1 (list_max_le l 0) ltac:(lia)) as M. rewrite Forall_forall in M. specialize (M x I). lia. }
  induction (rev l) as [|x m IH]; [reflexivity|]. rewrite (F x (or_introl eq_refl)). simpl. f_equal. apply IH. intros y I. apply F. now right.
Qed.

Lemma all_passes : forall l, list_max l = 0 -> forallb is_pass l = true.
Proof.
  intros l Z. apply forallb_forall. intros x I. pose proof (proj1 (list_max_le l 0) ltac:(lia)) as M. rewrite Forall_forall in M.
  specialize (M x I). unfold is_pass. apply Nat.eqb_eq. lia.
Qed.

Lemma with_bid_made : forall t n, in_auction r (with_bid r t n) = true -> bids_made (with_bid r t n) = bids_made t ++ [n].
Proof.
  intros t n A. unfold with_bid in *. destruct (negb _ && _); [|reflexivity].
  unfold in_auction in A. cbn [contract with_auction] in A. rewrite andb_false_r in A. discriminate.
Qed.

Lemma with_bid_said : forall t n, trump (with_bid r t n) = trump t
  /\ closed (with_bid r t n) = closed t /\ claimant (with_bid r t n) = claimant t /\ waived (with_bid r t n) = waived t
  /\ talon (with_bid r t n) = talon t /\ hands (with_bid r t n) = hands t /\ undrawn (with_bid r t n) = undrawn t.
Proof. intros. unfold with_bid. destruct (negb _ && _); now repeat split. Qed.

(** The auction goes on only where not all others have passed. *)
Lemma auction_goes_on : forall t n, in_auction r t = true -> in_auction r (with_bid r t n) = true ->
  passes (bids_made t) < players r -> passes (bids_made t ++ [n]) < players r.
Proof.
  intros t n A A' L. unfold in_auction in A. rewrite !andb_true_iff in A. destruct A as [[B C] _].
  destruct (contract t) eqn:K; [discriminate|]. destruct (Nat.lt_ge_cases (passes (bids_made t ++ [n])) (players r)) as [M|M]; [exact M|exfalso].
  unfold with_bid in A'. destruct (list_max (bids_made t ++ [n]) =? 0) eqn:Z; cbn [negb andb] in A'.
  - apply Nat.eqb_eq in Z. unfold in_auction, nobody_bid in A'. cbn [contract bids_made with_auction] in A'. rewrite K, B in A'.
    rewrite (all_passes _ Z) in A'. assert (E : length (bids_made t ++ [n]) = players r).
    { rewrite <- (passes_alone _ Z). apply Nat.le_antisymm; [|exact M]. rewrite passes_snoc. destruct n; lia. }
    rewrite E, Nat.eqb_refl in A'. discriminate.
  - rewrite (passes_at_the_end (bids_made t ++ [n]) (players r - 1)) in A' by lia. cbn [orb] in A'.
    unfold in_auction in A'. cbn [contract with_auction] in A'. rewrite B in A'. discriminate.
Qed.

Lemma with_bid_less : forall t n, in_auction r t = true -> passes (bids_made t) < players r ->
  n = 0 \/ In n (bids r) /\ list_max (bids_made t) < n -> auction_left (with_bid r t n) < auction_left t.
Proof.
  intros t n A L H. unfold auction_left at 2. rewrite A. unfold auction_left. destruct (in_auction r (with_bid r t n)) eqn:A'.
  2: { unfold one_if. destruct (naming _); lia. }
  rewrite (with_bid_made t n A'). assert (M := auction_goes_on t n A A' L). rewrite passes_snoc in *.
  destruct H as [->|[I K]].
  - unfold higher. rewrite list_max_app_one, Nat.max_0_r. lia.
  - pose proof (higher_less _ _ _ I K). destruct n; [lia|]. nia.
Qed.

(** *** Every action *)

Lemma bid_is_higher : forall t n, broken r t (Bid n) = [] -> in_auction r t = true /\ In n (bids r) /\ list_max (bids_made t) < n.
Proof.
  intros t n E. unfold broken in E. destruct (over r t); [discriminate|]. unfold bidding_refused in E.
  destruct (negb (has_bids r)); [discriminate|]. destruct (in_auction r t); [|discriminate]. cbn [negb] in E.
  pose proof (told_none _ E _ _ (or_intror (or_introl eq_refl))) as I.
  pose proof (told_none _ E _ _ (or_intror (or_intror (or_introl eq_refl)))) as L.
  apply negb_false_iff, existsb_exists in I as [m [I Q]]. apply Nat.eqb_eq in Q as <-. repeat split; [exact I|].
  assert (F : forall m, In m (bids_made t) -> m < n).
  { intros m J. destruct (Nat.lt_ge_cases m n) as [K|K]; [exact K|]. apply Nat.leb_le in K.
    assert (X : existsb (fun bid => n <=? bid) (bids_made t) = true) by (apply existsb_exists; now exists m). congruence. }
  pose proof (rising_above _ _ bids_rise n I) as P. destruct (Nat.lt_ge_cases (list_max (bids_made t)) n) as [K|K]; [exact K|exfalso].
  assert (M : list_max (bids_made t) <= n - 1); [|lia]. apply list_max_le, Forall_forall. intros m J. specialize (F m J). lia.
Qed.

(** The low trump that goes for the turn-up is another card, as no card is there twice. *)
Lemma exchange_less : forall t seat low, exchange r = Some low -> NoDup (cards t) -> seat < length (hands t) ->
  In (low_trump t low) (hand_of t seat) -> talon t <> [] ->
  one_if (exchangeable (exchanged r t seat)) < one_if (exchangeable t).
Proof.
  intros t seat low X D B I N. unfold exchanged, exchangeable. rewrite X. cbn [talon with_cards].
  set (c := low_trump t low) in *. change (low_trump (with_cards t _ _ _ _) low) with c.
  rewrite last_last. replace (is_empty (talon t)) with false by (now destruct (talon t)).
  rewrite (proj2 (same_card_spec c c) eq_refl). rewrite andb_false_r.
  destruct (same_card (last (talon t) no_card) c) eqn:S; [exfalso|simpl; lia]. apply same_card_spec in S.
  unfold cards in D. rewrite (app_removelast_last no_card N), S in D. apply (in_split c) in I as [a [b E]].
  assert (J : In c (concat (hands t))).
  { apply in_concat. exists (hand_of t seat). split; [now apply nth_In|rewrite E; apply in_elt]. }
  apply in_split in J as [u [v J]]. rewrite J, <- !app_assoc in D. simpl in D. apply NoDup_remove_2 in D. apply D.
  apply in_or_app. right. apply in_or_app. right. apply in_or_app. right. now left.
Qed.

Lemma exchanged_left : forall t seat low, exchange r = Some low -> proper r t -> seat < players r ->
  In (low_trump t low) (hand_of t seat) -> talon t <> [] -> left (exchanged r t seat) = left t.
Proof.
  intros t seat low X P B I N. destruct (exchanged_cards r t seat P B) as [Q _].
  - intros low' X'. replace low' with low by congruence. now split.
  - apply left_by_cards; [exact Q|]. unfold exchanged. now rewrite X.
Qed.

Lemma show_said : forall t seat of, said_left (show r t seat of) <= said_left t.
Proof.
  intros t seat of. unfold said_left. change (is_closed (show r t seat of)) with (is_closed t).
  change (claimant (show r t seat of)) with (claimant t). change (waived (show r t seat of)) with (waived t).
  assert (E : exchangeable (show r t seat of) = exchangeable t).
  { unfold exchangeable. destruct (exchange r) as [low|] eqn:X; [|reflexivity]. unfold low_trump, show. cbn [trump talon with_marriage].
    now rewrite exchange_turns_up by congruence. }
  assert (A : auction_left (show r t seat of) <= auction_left t).
  { unfold auction_left. change (in_auction r (show r t seat of)) with (in_auction r t).
    change (bids_made (show r t seat of)) with (bids_made t). destruct (in_auction r t); [lia|].
    unfold naming, show. cbn [contract trump with_marriage]. destruct (contract t); [|reflexivity].
    destruct (trump_from r), (trump t); simpl; lia. }
  rewrite E. lia.
Qed.

Theorem nearer_to_the_end : forall t a t', well t -> step r t a t' -> most_actions t' < most_actions t.
Proof.
  intros t a t' [P Y D A] S. apply step_spec in S as [E <-]. assert (O := not_over r t a E).
  assert (N : claimant t = None) by (unfold over in O; now destruct (claimant t)).
  assert (B := turn_below r some_players t). destruct Y as [Y|[h L]]; [congruence|].
  assert (F : forall u, one_if (undrawn u) <= 1) by (intros; destruct (undrawn _); simpl; lia).
  destruct a as [c|c|of| | | |points|trumps|]; cbn [happen].
  - destruct (put_less t c P N (card_is_held r t c E)) as [K [W _]]. specialize (F (put r t (turn r t) c)). unfold most_actions. lia.
  - pose proof (show_said t (turn r t) (suit c)) as V.
    destruct (end_by_itself_spec r (show r t (turn r t) (suit c)) (turn r t)) as [->| ->].
    + cbn [claimant show with_marriage]. rewrite N.
      destruct (put_less (show r t (turn r t) (suit c)) c P N (meld_is_held r t c E)) as [K [W _]].
      change (turn r (show r t (turn r t) (suit c))) with (turn r t) in *. change (left (show r t (turn r t) (suit c))) with (left t) in K.
      specialize (F (put r (show r t (turn r t) (suit c)) (turn r t) c)). unfold most_actions. lia.
    + pose proof (said_left_claimed (show r t (turn r t) (suit c)) (turn r t) N) as K. cbn [claimant with_end]. unfold most_actions.
      change (left (with_end (show r t (turn r t) (suit c)) (Some (turn r t)) (waived (show r t (turn r t) (suit c))))) with (left t).
      change (undrawn (with_end (show r t (turn r t) (suit c)) (Some (turn r t)) (waived (show r t (turn r t) (suit c))))) with (undrawn t). lia.
  - unfold most_actions. destruct of as [of|].
    + pose proof (show_said t (turn r t) of). pose proof (said_left_claimed (show r t (turn r t) of) (turn r t) N) as K.
      change (waived (show r t (turn r t) of)) with (waived t) in K.
      change (left (with_end (show r t (turn r t) of) (Some (turn r t)) (waived t))) with (left t).
      change (undrawn (with_end (show r t (turn r t) of) (Some (turn r t)) (waived t))) with (undrawn t). lia.
    + pose proof (said_left_claimed t (turn r t) N). change (left (with_end t (Some (turn r t)) (waived t))) with (left t).
      change (undrawn (with_end t (Some (turn r t)) (waived t))) with (undrawn t). lia.
  - destruct (exchange r) as [low|] eqn:X.
    + destruct (exchange_is_there r t low E X) as [I T]. pose proof (exchanged_left t (turn r t) low X P B I T) as K.
      pose proof (exchange_less t (turn r t) low X D ltac:(now rewrite (proj1 P)) I T) as W. unfold most_actions, said_left. rewrite K.
      assert (Q : undrawn (exchanged r t (turn r t)) = undrawn t /\ is_closed (exchanged r t (turn r t)) = is_closed t
        /\ auction_left (exchanged r t (turn r t)) = auction_left t /\ claimant (exchanged r t (turn r t)) = claimant t
        /\ waived (exchanged r t (turn r t)) = waived t) by (unfold exchanged; rewrite X; now repeat split).
      destruct Q as [-> [-> [-> [-> ->]]]]. lia.
    + unfold broken in E. rewrite O in E. unfold exchanging_refused in E. rewrite X in E. discriminate.
  - unfold broken in E. rewrite O in E. unfold closing_refused in E.
    assert (C : is_closed t = false) by (destruct (close r); [discriminate|apply (told_none _ E CloseAgain); simpl; tauto..]).
    unfold most_actions, said_left. rewrite C.
    change (left (closed_by r t (turn r t))) with (left t). change (auction_left (closed_by r t (turn r t))) with (auction_left t).
    change (exchangeable (closed_by r t (turn r t))) with (exchangeable t). cbn. lia.
  - assert (U := draw_is_due r some_players some_cards t h L E). destruct (draw_each_said t) as [G [U' [_ [_ R]]]].
    pose proof (said_left_less t _ G R). unfold most_actions. rewrite draw_each_left by exact P. rewrite U, U'. simpl. lia.
  - destruct (bid_is_higher t points E) as [Q [I K]]. pose proof (with_bid_less t points Q (A Q) (or_intror (conj I K))).
    destruct (with_bid_said t points) as [T [C [M [W [Z [V U]]]]]]. unfold most_actions, said_left, left, is_closed, exchangeable, low_trump.
    rewrite T, C, M, W, Z, V, U. lia.
  - unfold broken in E. rewrite O in E. destruct (is_suit trumps); [|discriminate]. unfold naming_refused in E. destruct (has_bids r) eqn:H; [|discriminate].
    destruct (in_auction r t) eqn:Q; [discriminate|]. destruct (naming t) eqn:M; [|discriminate].
    assert (X : exchange r = None).
    { destruct (exchange r) eqn:X; [|reflexivity]. specialize (exchange_turns_up ltac:(congruence)). specialize (bids_are_named eq_refl). congruence. }
    unfold most_actions, said_left, exchangeable, auction_left. rewrite X. change (in_auction r (with_named t trumps)) with (in_auction r t).
    rewrite Q, M. replace (naming (with_named t trumps)) with false by (unfold naming, with_named; cbn; now destruct (contract t)).
    change (left (with_named t trumps)) with (left t). cbn [one_if andb undrawn claimant waived with_named with_auction]. change (is_closed (with_named t trumps)) with (is_closed t). rewrite N. lia.
  - destruct (in_auction r t) eqn:Q.
    + pose proof (with_bid_less t 0 Q (A eq_refl) (or_introl eq_refl)). destruct (with_bid_said t 0) as [T [C [M [W [Z [V U]]]]]].
      unfold most_actions, said_left, left, is_closed, exchangeable, low_trump. rewrite T, C, M, W, Z, V, U. lia.
    + unfold broken in E. rewrite O in E. unfold passing_refused in E. rewrite Q in E.
      pose proof (told_none _ E UnknownAction _ ltac:(simpl; tauto)) as H.
      pose proof (told_none _ E PassOutside _ ltac:(simpl; tauto)) as K.
      pose proof (told_none _ E PassNotAsked _ ltac:(simpl; tauto)) as M.
      destruct (has_bids r); [discriminate|]. simpl in H. apply negb_false_iff in H. rewrite H in M. cbn [andb] in M.
      apply negb_false_iff, andb_true_iff in M as [M G]. unfold over in O. rewrite N, M, G in O. apply orb_false_iff in O as [_ O].
      simpl in O. unfold most_actions, said_left. rewrite O.
      change (left (with_end t (claimant t) true)) with (left t). change (exchangeable (with_end t (claimant t) true)) with (exchangeable t).
      change (auction_left (with_end t (claimant t) true)) with (auction_left t). change (is_closed (with_end t (claimant t) true)) with (is_closed t).
      cbn. lia.
Qed.

Theorem step_keeps_well : forall t a t', well t -> step r t a t' -> well t'.
Proof.
  intros t a t' [P Y D A] S. destruct (step_keeps_cards r some_players t a t' P S) as [Q P'].
  constructor; [exact P'|now apply (step_keeps_ready r some_players some_cards t a)|now apply (Permutation_NoDup (Permutation_sym Q))|].
  apply step_spec in S as [E <-]. assert (O := not_over r t a E).
  assert (N : claimant t = None) by (unfold over in O; now destruct (claimant t)).
  destruct a as [c|c|of| | | |points|trumps|]; cbn [happen]; try exact A.
  - destruct (put_less t c P N (card_is_held r t c E)) as [_ [_ [-> ->]]]. exact A.
  - destruct (end_by_itself_spec r (show r t (turn r t) (suit c)) (turn r t)) as [->| ->]; [|exact A].
    cbn [claimant show with_marriage]. rewrite N.
    destruct (put_less (show r t (turn r t) (suit c)) c P N (meld_is_held r t c E)) as [_ [_ [K L]]].
    change (turn r (show r t (turn r t) (suit c))) with (turn r t) in *. rewrite K, L. exact A.
  - now destruct of.
  - unfold exchanged. now destruct (exchange r).
  - destruct (draw_each_said t) as [G _]. unfold said in G. injection G as _ T B K _ _.
    destruct (auction_same t _ B K T) as [_ ->]. rewrite B. exact A.
  - destruct (bid_is_higher t points E) as [G _]. intros G'. rewrite (with_bid_made t points G'). now apply auction_goes_on; auto.
  - destruct (in_auction r t) eqn:G; [|intros G'; change (in_auction r t = true) in G'; congruence]. intros G'. rewrite (with_bid_made t 0 G'). now apply auction_goes_on; auto.
Qed.

(** So many actions, one after the other. *)
Inductive goes_on (t : table) : nat -> table -> Prop :=
| not_at_all : goes_on t 0 t
| by_an_action : forall n t' a t'', goes_on t n t' -> step r t' a t'' -> goes_on t (S n) t''.

Lemma goes_on_plays : forall t n t', goes_on t n t' -> plays r t t'.
Proof. induction 1; [constructor|now apply one_more with t' a]. Qed.

Lemma play_keeps_well : forall t t', well t -> plays r t t' -> well t'.
Proof. intros t t' W. induction 1 as [|t' a t'' H IH S]; [exact W|now apply step_keeps_well with t' a]. Qed.

Theorem every_play_ends : forall t n t', well t -> goes_on t n t' -> n + most_actions t' <= most_actions t.
Proof.
  intros t n t' W G. induction G as [|n t' a t'' G IH S]; [lia|].
  pose proof (nearer_to_the_end t' a t'' (play_keeps_well _ _ W (goes_on_plays _ _ _ G)) S). lia.
Qed.

End Ending.

(** *** From the first card on *)

Lemma all_different_spec : forall cards, all_different cards = true -> NoDup cards.
Proof.
  induction cards as [|c rest IH]; intros A; [constructor|]. simpl in A. apply andb_true_iff in A as [N A].
  constructor; [|now apply IH]. apply negb_true_iff in N. intros I. apply holds_spec in I. congruence.
Qed.

Lemma dealt_well : forall r dealer cut before deck, sound_rules r = true -> Permutation deck (pack r) ->
  well r (dealt r dealer cut before deck).
Proof.
  intros r dealer cut before deck R Q. apply sound_spec in R as [P C D K M G _ _ _ _].
  assert (L := Permutation_length Q). destruct (dealt_cards r P dealer cut before deck) as [V W].
  destruct (dealt_ready r P C dealer cut before deck D) as [Y _]; [now rewrite L|now rewrite L|].
  constructor; [exact W|exact Y| |].
  - apply (Permutation_NoDup (l := pack r)); [|now apply all_different_spec]. now rewrite V, Q.
  - intros _. unfold dealt. destruct (share_out _ _ _). cbn. lia.
Qed.

(** At most two actions for each card, one for each bid and each pass that can be, and four more: naming trumps, or exchanging, closing and
    claiming. *)
Theorem bound_of_a_deal : forall r dealer cut before deck n t, sound_rules r = true -> Permutation deck (pack r) ->
  goes_on r (dealt r dealer cut before deck) n t ->
  n <= 2 * length deck + (if has_bids r then players r * (length (bids r) + 1) + 1 else 0) + 4.
Proof.
  intros r dealer cut before deck n t R Q G. assert (W := dealt_well r dealer cut before deck R Q).
  apply sound_spec in R as [P C D K M _ B _ N X]. pose proof (every_play_ends r P C X B N _ n t W G) as E.
  destruct (dealt_cards r P dealer cut before deck) as [V _]. apply Permutation_length in V.
  unfold most_actions, said_left, left, cards in *. rewrite !app_length in *.
  assert (A : auction_left r (dealt r dealer cut before deck) <= if has_bids r then players r * (length (bids r) + 1) + 1 else 0).
  { unfold auction_left, in_auction, naming. unfold dealt. destruct (share_out _ _ _). cbn [contract bids_made].
    destruct (has_bids r); cbn [andb one_if]; [|reflexivity]. match goal with |- (if ?b then _ else _) <= _ => destruct b end; [|apply Nat.le_0_l].
    assert (F : higher [] (bids r) <= length (bids r)).
    { unfold higher. clear. induction (bids r) as [|x more IH]; [reflexivity|]. cbn [filter]. destruct (_ <? x); cbn [length]; lia. }
    change (passes []) with 0. nia. }
  assert (Z : undrawn (dealt r dealer cut before deck) = false) by (unfold dealt; now destruct (share_out _ _ _)). rewrite Z in E.
  cbn [one_if] in E. assert (F : forall b, one_if b <= 1) by (intros []; simpl; lia).
  pose proof (F (negb (is_closed (dealt r dealer cut before deck)))). pose proof (F (exchangeable r (dealt r dealer cut before deck))).
  pose proof (F (match claimant (dealt r dealer cut before deck) with Some _ => false | None => true end)).
  pose proof (F (negb (waived (dealt r dealer cut before deck)))). lia.
Qed.
