(** From which tables with suit tricks does play go on alike?

    It makes no difference how a hand is held, which cards lie in whose pile, what is known to whom, and how many tricks a side has taken
    beside that it has one; nor, where nobody can claim or close the talon, who has which points. Clauses: SX-PLAY-2, SX-SCORE-1,
    SX-MELD-3. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Dealing Scoring SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay
  SuitConservation SuitResults.
Import ListNotations.

Section Alike.
Variable r : rules.

Definition same_hand (a b : list card) : Prop := Permutation a b.
Definition same_hands : list (list card) -> list (list card) -> Prop := Forall2 same_hand.

(** A table with other hands, piles and so on, of which little bears on what is to come. *)
Definition with_others (t u : table) : table :=
  {| hands := hands u; talon := talon t; trick := trick t; taken := taken u; known := known u; leader := leader t; tricks := tricks u;
     trump := trump t; melds := melds t; waiting := waiting t; shown := shown u; undrawn := undrawn t; closed := closed t;
     eldest := eldest t; bids_made := bids_made t; contract := contract t; claimant := claimant t; waived := waived t;
     scores_before := scores_before t; given := given u |}.

Definition never_closed : bool := match close r with NeverClosed => true | _ => false end.
Definition by_order : bool := match marriages r with ByOrder => true | _ => false end.

(** How the points of each side compare. *)
Variable compare : nat -> nat -> nat -> Prop.
Hypothesis more_points : forall side a b n, compare side a b -> compare side (a + n) (b + n).

(** Whether nobody can claim or close the talon, so that points make no difference before the end. *)
Definition pointless : bool := never_closed && negb (has_claims r).
Hypothesis points_bear : pointless = true \/ forall side a b, compare side a b -> a = b.

Record alike (t u : table) : Prop := Alike {
  alike_rest : u = with_others t u;
  alike_piles : length (taken t) = 2 /\ length (taken u) = 2;
  alike_hands : same_hands (hands t) (hands u);
  alike_none : map (Nat.eqb 0) (tricks t) = map (Nat.eqb 0) (tricks u);
  alike_tricks : never_closed && negb (is_closed t) = false -> tricks t = tricks u;
  alike_shown : by_order = true -> shown t = shown u;
  alike_points : forall side, compare side (cards_taken r t side) (cards_taken r u side) }.

(** *** Hands *)

Lemma hands_at : forall hs gs seat, same_hands hs gs -> same_hand (nth seat hs []) (nth seat gs []).
Proof. intros hs gs seat F. revert seat. induction F as [|a b hs gs P F IH]; intros [|seat]; simpl; auto; apply Permutation_refl. Qed.

Lemma hands_with : forall hs gs seat a b, same_hands hs gs -> same_hand a b -> same_hands (with_part seat a hs) (with_part seat b gs).
Proof. intros hs gs seat a b F P. revert seat. induction F as [|x y hs gs Q F IH]; intros [|seat]; simpl; constructor; auto; apply IH. Qed.

Lemma perm_existsb : forall (f : card -> bool) a b, Permutation a b -> existsb f a = existsb f b.
Proof. intros f a b P. induction P; simpl; try congruence. now rewrite !orb_assoc, (orb_comm (f y)). Qed.

Lemma perm_holds : forall a b c, Permutation a b -> holds a c = holds b c.
Proof. intros a b c. apply perm_existsb. Qed.

Lemma perm_filter : forall (f : card -> bool) a b, Permutation a b -> Permutation (filter f a) (filter f b).
Proof.
  intros f a b P. induction P; simpl; [constructor|destruct (f x); auto|destruct (f x), (f y); try apply perm_swap; apply Permutation_refl|].
  eapply Permutation_trans; eassumption.
Qed.

Lemma perm_empty : forall a b : list card, Permutation a b -> is_empty a = is_empty b.
Proof. intros [|x a] [|y b] P; try reflexivity; apply Permutation_length in P; discriminate. Qed.

Lemma perm_without : forall a b c, Permutation a b -> Permutation (without c a) (without c b).
Proof.
  intros a b c P. induction P; simpl; [constructor|destruct (same_card c x); auto| |eapply Permutation_trans; eassumption].
  destruct (same_card c y) eqn:Y, (same_card c x) eqn:X; try apply perm_swap; try apply Permutation_refl.
  apply same_card_spec in X as <-. apply same_card_spec in Y as <-. apply Permutation_refl.
Qed.

Lemma all_empty : forall hs gs, same_hands hs gs -> forallb is_empty hs = forallb is_empty gs.
Proof. intros hs gs F. induction F as [|a b hs gs P F IH]; [reflexivity|]. simpl. now rewrite IH, (perm_empty a b P). Qed.

Lemma perm_share_out : forall ps hs gs rest, same_hands hs gs ->
  same_hands (fst (share_out ps hs rest)) (fst (share_out ps gs rest)) /\ snd (share_out ps hs rest) = snd (share_out ps gs rest).
Proof.
  induction ps as [|[seat count] more IH]; intros hs gs rest F; simpl; [now split|]. apply IH, hands_with; [exact F|].
  apply Permutation_app_tail, hands_at, F.
Qed.

Lemma perm_first_some : forall a b, Forall2 (@Permutation card) a b -> Permutation (first_some a) (first_some b).
Proof.
  intros a b F. induction F as [|x y a b P F IH]; [constructor|]. simpl. rewrite (perm_empty x y P). now destruct (is_empty y).
Qed.

Lemma perm_playable : forall t a b, Permutation a b -> Permutation (playable r t a) (playable r t b).
Proof.
  intros t a b P. unfold playable. destruct (trick t) as [|led lying]; [exact P|].
  pose proof (perm_filter (same_suit led) a b P) as F. destruct (if strict t then last_obligation r else obligation r); [exact P|..].
  - apply perm_first_some. repeat constructor; assumption.
  - apply perm_first_some. repeat constructor; try assumption; now apply perm_filter.
Qed.

(** *** What is the same of both tables *)

Section Both.
Variables t u : table.
Hypothesis A : alike t u.

Lemma both_hand : forall seat, Permutation (hand_of t seat) (hand_of u seat).
Proof. intros. apply hands_at, A. Qed.

Lemma both_no_trick : forall side, (by_side (tricks t) side =? 0) = (by_side (tricks u) side =? 0).
Proof.
  intros side. pose proof (f_equal (fun l => nth side l true) (alike_none t u A)) as E. cbv beta in E. change true with (0 =? 0) in E.
  rewrite !map_nth in E. unfold by_side. now rewrite !(Nat.eqb_sym _ 0).
Qed.

Lemma both_no_tricks : (tricks_in_all t =? 0) = (tricks_in_all u =? 0).
Proof.
  unfold tricks_in_all. generalize (alike_none t u A). generalize (tricks u). induction (tricks t) as [|x l IH]; intros [|y m] E; try discriminate;
    [reflexivity|]. injection E as X E. specialize (IH m E). simpl. destruct x, y; try discriminate; [exact IH|reflexivity].
Qed.

Lemma both_all_played : all_played t = all_played u.
Proof. unfold all_played. rewrite (all_empty _ _ (alike_hands t u A)), (alike_rest t u A). reflexivity. Qed.

Lemma both_played_out : played_out t = played_out u.
Proof. unfold played_out. rewrite (all_empty _ _ (alike_hands t u A)), (alike_rest t u A). reflexivity. Qed.

Lemma both_over : over r t = over r u.
Proof. unfold over. rewrite both_played_out, (alike_rest t u A). reflexivity. Qed.

Lemma both_turn : turn r t = turn r u.
Proof. rewrite (alike_rest t u A). reflexivity. Qed.

Lemma both_before : first_of_all r t = first_of_all r u.
Proof. rewrite (alike_rest t u A). reflexivity. Qed.

Lemma both_marriages : forall side, marriages_that_count t side = marriages_that_count u side.
Proof. intros side. unfold marriages_that_count. rewrite both_no_trick, (alike_rest t u A). reflexivity. Qed.

Lemma both_counted : (forall side, cards_taken r t side = cards_taken r u side) -> forall side, counted r t side = counted r u side.
Proof. intros E side. unfold counted. rewrite E, both_marriages, both_all_played, (alike_rest t u A). reflexivity. Qed.

Lemma both_enough : (forall side, cards_taken r t side = cards_taken r u side) -> forall side more, enough r t side more = enough r u side more.
Proof. intros E side more. unfold enough. rewrite (both_counted E), both_no_trick, (alike_rest t u A). reflexivity. Qed.

(** Either nobody claims, or it is known who has what. *)
Lemma claims_or_points : claim r = NoClaims \/ forall side, cards_taken r t side = cards_taken r u side.
Proof.
  destruct points_bear as [P|P]; [left|right; intros side; apply (P side), A]. unfold pointless, has_claims in P.
  destruct (claim r); [reflexivity|now rewrite andb_false_r in P..].
Qed.

Lemma closing_or_points : close r = NeverClosed \/ forall side, cards_taken r t side = cards_taken r u side.
Proof.
  destruct points_bear as [P|P]; [left|right; intros side; apply (P side), A]. unfold pointless, never_closed in P. now destruct (close r).
Qed.

Lemma both_no_meld_now : no_meld_now r t = no_meld_now r u.
Proof. unfold no_meld_now. rewrite both_no_tricks, (alike_rest t u A). reflexivity. Qed.

Lemma both_has_marriage : forall seat of, has_marriage (hand_of t seat) of = has_marriage (hand_of u seat) of.
Proof. intros. unfold has_marriage. now rewrite !(perm_holds _ _ _ (both_hand seat)). Qed.

Lemma both_showing : forall seat c, showing_refused r t (hand_of t seat) c = showing_refused r u (hand_of u seat) c.
Proof. intros. unfold showing_refused. now rewrite both_no_meld_now, both_has_marriage. Qed.

Lemma both_marriage_points : forall of, points_of_marriage r t of = points_of_marriage r u of.
Proof.
  intros of. unfold points_of_marriage. pose proof (alike_shown t u A) as S. unfold by_order in S. rewrite (alike_rest t u A).
  destruct (marriages r); try reflexivity. cbn [shown with_others]. now rewrite S.
Qed.

(** What both have in common, as it is. *)
Lemma both_talon : talon u = talon t.
Proof. exact (f_equal talon (alike_rest t u A)). Qed.
Lemma both_trick : trick u = trick t.
Proof. exact (f_equal trick (alike_rest t u A)). Qed.
Lemma both_leader : leader u = leader t.
Proof. exact (f_equal leader (alike_rest t u A)). Qed.
Lemma both_trump : trump u = trump t.
Proof. exact (f_equal trump (alike_rest t u A)). Qed.
Lemma both_undrawn : undrawn u = undrawn t.
Proof. exact (f_equal undrawn (alike_rest t u A)). Qed.
Lemma both_closed : closed u = closed t.
Proof. exact (f_equal closed (alike_rest t u A)). Qed.
Lemma both_eldest : eldest u = eldest t.
Proof. exact (f_equal eldest (alike_rest t u A)). Qed.
Lemma both_bids_made : bids_made u = bids_made t.
Proof. exact (f_equal bids_made (alike_rest t u A)). Qed.
Lemma both_contract : contract u = contract t.
Proof. exact (f_equal contract (alike_rest t u A)). Qed.
Lemma both_claimant : claimant u = claimant t.
Proof. exact (f_equal claimant (alike_rest t u A)). Qed.
Lemma both_waived : waived u = waived t.
Proof. exact (f_equal waived (alike_rest t u A)). Qed.

(** *** What is broken *)

Theorem both_broken : forall a, broken r t a = broken r u a.
Proof.
  intros a. unfold broken. rewrite both_over, both_turn. destruct (over r u); [reflexivity|]. set (seat := turn r u).
  destruct a as [c|c|of| | | |points|trumps|].
  - unfold card_refused. rewrite both_before, (perm_holds _ _ c (both_hand seat)). destruct (first_of_all r u); [|reflexivity].
    destruct (holds (hand_of u seat) c); [|reflexivity]. f_equal.
    + unfold owed_refused. rewrite (perm_holds _ _ c (perm_playable t _ _ (both_hand seat))), (perm_existsb _ _ _ (both_hand seat)).
      assert (P : forall cards, playable r u cards = playable r t cards) by (intros; rewrite (alike_rest t u A); reflexivity).
      assert (S : strict u = strict t) by (unfold strict, is_closed; now rewrite both_talon, both_closed). now rewrite P, S, both_trick.
    + unfold meld_is_due. now rewrite both_no_meld_now, both_has_marriage.
  - now rewrite both_before, both_showing.
  - rewrite both_before. destruct (is_said of); [|reflexivity]. unfold claiming_refused.
    destruct claims_or_points as [->|E]; [reflexivity|]. destruct (claim r); try reflexivity.
    assert (U : forall of, untimely r t of = untimely r u of) by (intros; unfold untimely; now rewrite both_no_tricks, both_trick).
    destruct of as [of|]; rewrite ?both_showing, ?both_marriage_points, U; now rewrite !(both_enough E).
  - unfold exchanging_refused. destruct (exchange r) as [low|]; [|reflexivity].
    assert (L : low_trump u low = low_trump t low) by (rewrite (alike_rest t u A); reflexivity).
    assert (T : is_closed t = true -> tricks_in_all t = tricks_in_all u).
    { intros C. unfold tricks_in_all. rewrite (alike_tricks t u A); [reflexivity|]. rewrite C. now rewrite andb_false_r. }
    rewrite L, (perm_holds _ _ _ (both_hand seat)), both_no_trick. rewrite both_talon, both_undrawn, both_trick. unfold is_closed in *.
    rewrite both_closed. destruct (closed t) as [how|]; [|reflexivity]. now rewrite T.
  - unfold closing_refused, is_closed. now rewrite both_no_tricks, both_talon, both_closed, both_trick.
  - unfold drawing_refused, is_closed. now rewrite (Permutation_length (both_hand seat)), both_talon, both_closed, both_undrawn.
  - rewrite (alike_rest t u A). reflexivity.
  - rewrite (alike_rest t u A). reflexivity.
  - unfold passing_refused. rewrite both_played_out, (alike_rest t u A). reflexivity.
Qed.

End Both.

(** *** What happens *)

Ltac of_both A := destruct A as [E P H N T S C]; cbn [with_others] in E.

Lemma both_with_cards : forall t u hs gs rest lying seen seen', alike t u -> same_hands hs gs ->
  alike (with_cards t hs rest lying seen) (with_cards u gs rest lying seen').
Proof. intros t u hs gs rest lying seen seen' A F. of_both A. rewrite E in *. constructor; assumption || reflexivity. Qed.

Lemma both_talon_state : forall t u b how, alike t u -> (never_closed && negb (match how with Some _ => true | None => false end) = false -> tricks t = tricks u) ->
  alike (with_talon_state t b how) (with_talon_state u b how).
Proof. intros t u b how A K. of_both A. rewrite E in *. constructor; assumption || reflexivity. Qed.

Lemma both_auction : forall t u first trumps said best, alike t u -> alike (with_auction t first trumps said best) (with_auction u first trumps said best).
Proof. intros t u first trumps said best A. of_both A. rewrite E in *. constructor; assumption || reflexivity. Qed.

Lemma both_with_end : forall t u by_whom declined, alike t u -> alike (with_end t by_whom declined) (with_end u by_whom declined).
Proof. intros t u by_whom declined A. of_both A. rewrite E in *. constructor; assumption || reflexivity. Qed.

Lemma both_end : forall t u seat, alike t u -> alike (end_by_itself r t seat) (end_by_itself r u seat).
Proof.
  intros t u seat A. unfold end_by_itself, unsaid. rewrite (both_played_out t u A).
  destruct (claims_or_points t u A) as [->|Z]; [exact A|]. rewrite (both_enough t u A Z). destruct (_ && _); [|exact A].
  rewrite (both_waived t u A). now apply both_with_end.
Qed.

Lemma both_draw : forall t u, alike t u -> alike (draw_each r t) (draw_each r u).
Proof.
  intros t u A. unfold draw_each. rewrite (both_leader t u A).
  rewrite (both_talon t u A), (both_trick t u A), (both_closed t u A).
  destruct (perm_share_out (map (fun seat => (seat, 1)) (order (players r) (leader t))) _ _ (talon t) (alike_hands t u A)) as [F G].
  destruct (share_out _ (hands t) _) as [hs rest], (share_out _ (hands u) _) as [gs rest']. cbn [fst snd] in F, G. subst rest'.
  apply both_talon_state; [now apply both_with_cards|]. exact (alike_tricks t u A).
Qed.

Lemma taken_by_captured : forall t winner side, length (taken t) = 2 -> cards_taken r (captured t winner) side
  = cards_taken r t side + if side =? side_of winner then total (values r) (trick t) else 0.
Proof.
  intros t winner side L. unfold cards_taken. cbn [captured with_captured given taken].
  rewrite with_part_nth by (rewrite L; now apply Nat.mod_upper_bound). destruct (Nat.eqb_spec side (side_of winner)) as [->|]; [rewrite total_app|]; lia.
Qed.

Lemma both_captured : forall t u winner, alike t u -> alike (captured t winner) (captured u winner).
Proof.
  intros t u winner A. pose proof A as [E [P P'] H N T S C]. constructor.
  - unfold captured, with_captured. rewrite E. reflexivity.
  - cbn. now rewrite !with_part_length.
  - exact H.
  - cbn [captured with_captured tricks]. unfold add_to. assert (M : forall l m place, map (Nat.eqb 0) l = map (Nat.eqb 0) m ->
      map (Nat.eqb 0) (with_part place (by_side l place + 1) l) = map (Nat.eqb 0) (with_part place (by_side m place + 1) m)).
    { unfold by_side. induction l as [|x l IH]; intros [|y m] [|place] X; try discriminate; try reflexivity;
        assert (Y := f_equal (@tl bool) X); assert (Z := f_equal (hd true) X); cbn [map tl hd] in Y, Z; cbn [with_part map nth].
      - now rewrite Y, !Nat.add_1_r.
      - now rewrite Z, (IH m place Y). }
    now apply M.
  - intros Q. cbn [captured with_captured tricks]. now rewrite (T Q).
  - exact S.
  - intros side. rewrite !taken_by_captured, (both_trick t u A) by assumption. now apply more_points.
Qed.

Lemma both_take : forall t u winner, alike t u -> alike (take r t winner) (take r u winner).
Proof.
  intros t u winner A. unfold take. pose proof (both_end _ _ winner (both_captured t u winner A)) as B.
  set (x := end_by_itself r (captured t winner) winner) in *. set (y := end_by_itself r (captured u winner) winner) in *.
  rewrite (both_claimant x y B). destruct (claimant x); [exact B|].
  assert (S : strict y = strict x) by (unfold strict, is_closed; now rewrite (both_talon x y B), (both_closed x y B)).
  assert (D : before_drawing r y = before_drawing r x) by (unfold before_drawing; now rewrite (both_talon x y B)).
  rewrite S, D. destruct (strict x); [exact B|]. destruct (before_drawing r x); [|now apply both_draw].
  rewrite (both_closed x y B). apply both_talon_state; [exact B|]. exact (alike_tricks x y B).
Qed.

Lemma both_put : forall t u seat c, alike t u -> alike (put r t seat c) (put r u seat c).
Proof.
  intros t u seat c A. unfold put. assert (B : alike (laid t seat c) (laid u seat c)).
  { unfold laid. rewrite (both_talon t u A), (both_trick t u A). apply both_with_cards; [exact A|]. apply hands_with; [apply A|].
    now apply perm_without, both_hand. }
  rewrite (both_trick _ _ B). destruct (_ =? _); [|exact B].
  assert (W : winning r (laid u seat c) = winning r (laid t seat c)).
  { rewrite (alike_rest _ _ B). reflexivity. }
  rewrite W. now apply both_take.
Qed.

Lemma both_show : forall t u seat of, alike t u -> alike (show r t seat of) (show r u seat of).
Proof.
  intros t u seat of A. pose proof A as [E P H N T S C]. unfold show. rewrite <- (both_marriage_points t u A). constructor; try assumption.
  - unfold with_marriage. rewrite E. reflexivity.
  - intros Q. cbn. now rewrite (S Q).
Qed.

Theorem both_happen : forall t u a, alike t u -> broken r t a = [] -> alike (happen r t a) (happen r u a).
Proof.
  intros t u a A L. assert (Q : turn r u = turn r t) by (symmetry; now apply both_turn).
  assert (B : forall n, alike (with_bid r t n) (with_bid r u n)).
  { intros n. unfold with_bid.
    rewrite (both_bids_made t u A), (both_eldest t u A), (both_leader t u A), (both_trump t u A), (both_contract t u A).
    destruct (_ && _); now apply both_auction. }
  destruct a as [c|c|of| | | |points|trumps|]; cbn [happen]; rewrite ?Q.
  - now apply both_put.
  - pose proof (both_end _ _ (turn r t) (both_show t u (turn r t) (suit c) A)) as X.
    set (x := end_by_itself r (show r t (turn r t) (suit c)) (turn r t)) in *.
    set (y := end_by_itself r (show r u (turn r t) (suit c)) (turn r t)) in *.
    rewrite (both_claimant x y X). destruct (claimant x); [exact X|now apply both_put].
  - rewrite (both_waived t u A). destruct of; apply both_with_end; [now apply both_show|exact A].
  - unfold exchanged. destruct (exchange r) as [low|]; [|exact A].
    assert (X : low_trump u low = low_trump t low) by (rewrite (alike_rest t u A); reflexivity).
    rewrite X, (both_talon t u A), (both_trick t u A). apply both_with_cards; [exact A|]. apply hands_with; [apply A|].
    apply Permutation_app_tail. now apply perm_without, both_hand.
  - assert (N : never_closed = false).
    { unfold broken, closing_refused, never_closed in *. destruct (over r t); [discriminate|]. now destruct (close r). }
    assert (T : tricks t = tricks u) by (apply (alike_tricks t u A); now rewrite N).
    destruct (closing_or_points t u A) as [Z|Z]; [unfold never_closed in N; now rewrite Z in N|].
    unfold closed_by. rewrite (both_counted t u A Z), T. apply both_talon_state; [exact A|]. now intros _.
  - now apply both_draw.
  - apply B.
  - unfold with_named. rewrite (both_leader t u A), (both_bids_made t u A), (both_contract t u A). now apply both_auction.
  - assert (I : in_auction r u = in_auction r t) by (rewrite (alike_rest t u A); reflexivity). rewrite I.
    destruct (in_auction r t); [apply B|]. rewrite (both_claimant t u A). now apply both_with_end.
Qed.

(** *** What a deal comes to *)

Lemma both_scores : forall t u, alike t u -> (forall side, cards_taken r t side = cards_taken r u side) ->
  end_points r t = end_points r u /\ scores r t = scores r u /\ winners r t = winners r u.
Proof.
  intros t u A E. pose proof (both_counted t u A E) as K. pose proof (both_enough t u A E) as G. pose proof (both_no_trick t u A) as N.
  assert (P : forall side, penalty_for r t side = penalty_for r u side).
  { intros side. unfold penalty_for. rewrite (both_closed t u A), !N. reflexivity. }
  assert (W : forall side, won_by r t side = won_by r u side).
  { intros side. unfold won_by. rewrite (both_closed t u A), K, N. reflexivity. }
  assert (S : scores r t = scores r u).
  { unfold scores. destruct (score r).
    - unfold by_table. rewrite !K, !E, N. reflexivity.
    - unfold by_race, by_claim, closing_side. rewrite (both_claimant t u A), (both_closed t u A), (both_leader t u A).
      destruct (claimant t) as [seat|]; [now rewrite G, P, P, W|]. destruct (closed t) as [how|]; cbn [option_map]; [now rewrite K, P|reflexivity].
    - unfold by_contract. rewrite (both_contract t u A). destruct (contract t) as [[declarer bid]|]; [|reflexivity]. now rewrite !K, N.
    - unfold by_points. rewrite (both_claimant t u A). cbn [map both_sides]. rewrite !K. destruct (claimant t); [now rewrite G|reflexivity]. }
  repeat split; [unfold end_points; cbn [map both_sides]; now rewrite !K|exact S|].
  unfold winners, claimed_match. rewrite (both_claimant t u A), S. destruct (claimant t) as [seat|]; [|reflexivity]. now rewrite G.
Qed.

End Alike.
