(** What is play, as a relation, and is the program it?

    Here stands what an action breaks and what it leads to without any order in which this is looked at. Proved: [apply] leads to a table
    exactly where play does, and else names the one code that comes first of all that are broken. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play.
Import ListNotations.

Section Relation.
Variable r : rules.

(** The conditions of spec/aceten_spec/clauses/refusals.py, each by itself. *)
Inductive breaks (t : table) : action -> code -> Prop :=
| deal_over : forall a, over r t = true -> breaks t a DealOver
| spice_before_a_card : forall c, drawn t <> None -> breaks t (Play c) SpiceFirst
| spice_before_flipping : drawn t <> None -> breaks t Flip SpiceFirst
| not_in_hand : forall c, ~ In c (hand_of t (turn r t)) -> breaks t (Play c) NotInHand
| lead_limit_reached : forall c other, trick t = [] -> led_too_often r t c = true ->
    In other (hand_of t (turn r t)) -> led_too_often r t other = false -> breaks t (Play c) LeadLimit
| trumped_continuation : forall c, choosing r t = true -> continues r t c = false ->
    rank_played r c = rank_led r (card_at (trick t) (deciding_lead r (trick t))) -> breaks t (Play c) TrumpedContinuation
| wrong_continuation : forall c, choosing r t = true -> continues r t c = false ->
    rank_played r c <> rank_led r (card_at (trick t) (deciding_lead r (trick t))) -> breaks t (Play c) WrongContinuation
| stop_off : asked r t = false -> continuation r = Never -> spice r = false -> breaks t Stop StopOff
| stop_not_offered : asked r t = false -> continuation r <> Never -> breaks t Stop StopNotOffered
| stop_not_spicing : asked r t = false -> continuation r = Never -> spice r = true -> breaks t Stop StopNotSpicing
| flip_off : flip r = false -> breaks t Flip FlipOff
| flip_exhausted : flip r = true -> talon t = [] -> breaks t Flip FlipExhausted
| spice_off : drawn t = None -> spice r = false -> breaks t Spice SpiceOff
| spice_no_trick : drawn t = None -> spice r = true -> trick t <> [] \/ list_sum (tricks t) = 0 -> breaks t Spice SpiceNoTrick
| spice_not_drawn : drawn t = None -> spice r = true -> breaks t Spice SpiceNotDrawn
| calls_off : forall caller name, ~ In name (calls r) -> breaks t (Call caller name) CallsOff
| call_without_partner : forall caller name, partner r (turn r t) = None -> breaks t (Call caller name) CallWithoutPartner
| call_out_of_turn : forall caller name, partner r (turn r t) <> Some caller -> breaks t (Call caller name) CallOutOfTurn.

(** The place of a code in the order in which codes are told. *)
Definition place (c : code) : nat :=
  match c with
  | DealOver => 0 | SpiceFirst => 1 | NotInHand => 2 | LeadLimit => 3 | TrumpedContinuation => 4 | WrongContinuation => 5
  | StopOff => 6 | StopNotOffered => 7 | StopNotSpicing => 8 | FlipOff => 9 | FlipExhausted => 10 | SpiceOff => 11
  | SpiceNoTrick => 12 | SpiceNotDrawn => 13 | CallsOff => 14 | CallWithoutPartner => 15 | CallOutOfTurn => 16
  end.

Definition refused (t : table) (a : action) (c : code) : Prop :=
  breaks t a c /\ forall other, breaks t a other -> place c <= place other.

(** What follows when a card has been put into the trick. *)
Inductive falls (t : table) (c : card) : table -> Prop :=
| next_plays : length (trick (with_card t c)) mod players r <> 0 -> falls t c (with_card t c)
| leader_chooses : length (trick (with_card t c)) mod players r = 0 -> may_continue r (with_card t c) = true ->
    falls t c (with_card t c)
| winner_draws : length (trick (with_card t c)) mod players r = 0 -> may_continue r (with_card t c) = false ->
    may_spice r (with_card t c) = true -> falls t c (draw_to_spice r (with_card t c))
| trick_is_taken : length (trick (with_card t c)) mod players r = 0 -> may_continue r (with_card t c) = false ->
    may_spice r (with_card t c) = false -> falls t c (take r (with_card t c) (winning r (with_card t c))).

(** What an action leads to that breaks nothing. *)
Inductive leads_to (t : table) : action -> table -> Prop :=
| card_played : forall c t', In c (hand_of t (turn r t)) ->
    falls (with_hand t (turn r t) (without c (hand_of t (turn r t)))) c t' -> leads_to t (Play c) t'
| card_turned_up : forall c rest t', talon t = c :: rest -> falls (with_talon t rest) c t' -> leads_to t Flip t'
| trick_spiced : forall c, drawn t = Some c -> leads_to t Spice (take r (spiced r t c) (winning r t))
| trick_left : leads_to t Stop (take r t (winning r t))
| called : forall caller name, leads_to t (Call caller name) t.

Definition allowed (t : table) (a : action) : Prop := forall c, ~ breaks t a c.
Definition step (t : table) (a : action) (t' : table) : Prop := allowed t a /\ leads_to t a t'.

(** *** The program is the relation *)

Lemma falls_spec : forall t c t', falls t c t' <-> put r t c = t'.
Proof.
  intros t c t'. unfold put. split.
  - intros F. inversion F as [N|Z M|Z M S|Z M S]; subst.
    + apply Nat.eqb_neq in N. now rewrite N.
    + apply Nat.eqb_eq in Z. now rewrite Z, M.
    + apply Nat.eqb_eq in Z. now rewrite Z, M, S.
    + apply Nat.eqb_eq in Z. now rewrite Z, M, S.
  - intros <-. destruct (_ =? 0) eqn:Z; cbn [negb].
    + apply Nat.eqb_eq in Z. destruct (may_continue _ _) eqn:M; [now apply leader_chooses|].
      destruct (may_spice _ _) eqn:S; [now apply winner_draws|now apply trick_is_taken].
    + apply Nat.eqb_neq in Z. now apply next_plays.
Qed.

Lemma lead_limited_spec : forall t cards c, lead_limited r t cards c = true <->
  trick t = [] /\ led_too_often r t c = true /\ exists other, In other cards /\ led_too_often r t other = false.
Proof.
  intros. unfold lead_limited. rewrite !andb_true_iff, is_empty_spec, existsb_exists.
  setoid_rewrite negb_true_iff. tauto.
Qed.

Lemma choosing_spec : forall t, choosing r t = true -> trick t <> [] /\ drawn t = None.
Proof.
  intros t. unfold choosing. rewrite !andb_true_iff, negb_true_iff. intros [[E _] D].
  split; [intros N; now rewrite N in E|]. now destruct (drawn t).
Qed.

(** The first code that the program finds is broken, and nothing before it is. *)
Lemma broken_first : forall t a c rest, broken r t a = c :: rest -> refused t a c.
Proof.
  intros t a c rest. unfold broken, refused.
  destruct (over r t) eqn:O.
  { intros E. injection E as <- _. split; [now apply deal_over|intros other _; cbn; lia]. }
  destruct a as [k| | | |caller name].
  - destruct (drawn t) as [d|] eqn:D.
    { intros E. injection E as <- _. split; [apply spice_before_a_card; congruence|].
      intros other B. inversion B; subst; simpl; congruence || lia. }
    unfold card_refused. destruct (holds _ k) eqn:H.
    + apply holds_spec in H. unfold continuing_refused. destruct (choosing r t) eqn:C; simpl.
      * destruct (choosing_spec t C) as [N _].
        destruct (continues r t k) eqn:K; simpl.
        { destruct (lead_limited _ _ _ _) eqn:L; [|discriminate]. apply lead_limited_spec in L as [E _]. contradiction. }
        destruct (_ =? _) eqn:Q; [apply Nat.eqb_eq in Q|apply Nat.eqb_neq in Q]; intros E; injection E as <- _.
        all: split; [now constructor|intros other B; inversion B; subst; simpl; congruence || lia].
      * destruct (lead_limited _ _ _ _) eqn:L; [|discriminate]. intros E. injection E as <- _.
        apply lead_limited_spec in L as [E [F [o [I G]]]]. split; [now apply lead_limit_reached with o|].
        intros other B. inversion B; subst; simpl; congruence || lia.
    + assert (~ In k (hand_of t (turn r t))) by (rewrite <- holds_spec; congruence).
      intros E. injection E as <- _. split; [now apply not_in_hand|].
      intros other B. inversion B; subst; simpl; congruence || lia.
  - destruct (drawn t) as [d|] eqn:D.
    { intros E. injection E as <- _. split; [apply spice_before_flipping; congruence|].
      intros other B. inversion B; subst; simpl; congruence || lia. }
    unfold flip_refused. destruct (flip r) eqn:F; [destruct (is_empty (talon t)) eqn:T; [apply is_empty_spec in T|discriminate]|];
      intros E; injection E as <- _; (split; [now constructor|]); intros other B; inversion B; subst; simpl; congruence || lia.
  - unfold spice_refused. destruct (drawn t) eqn:D; [discriminate|]. destruct (spice r) eqn:S.
    + destruct (_ || _) eqn:E; intros X; injection X as <- _.
      * apply orb_true_iff in E. rewrite negb_true_iff, Nat.eqb_eq in E.
        split; [apply spice_no_trick; [assumption..|]|intros other B; inversion B; subst; simpl; congruence || lia].
        destruct E as [E|E]; [left; intros N; now rewrite N in E|now right].
      * apply orb_false_iff in E as [E Z]. apply negb_false_iff, is_empty_spec in E. apply Nat.eqb_neq in Z.
        split; [now constructor|intros other B; inversion B; subst; simpl; try lia; try congruence].
        match goal with A : _ \/ _ |- _ => destruct A; contradiction end.
    + intros X; injection X as <- _. split; [now constructor|intros other B; inversion B; subst; simpl; congruence || lia].
  - unfold stop_refused. destruct (asked r t) eqn:A; [discriminate|].
    destruct (continuation r) eqn:C; [destruct (spice r) eqn:S|..]; intros X; injection X as <- _; split.
    all: try (intros other B; inversion B; subst; simpl; congruence || lia).
    + now apply stop_not_spicing.
    + now apply stop_off.
    + apply stop_not_offered; [assumption|now rewrite C].
    + apply stop_not_offered; [assumption|now rewrite C].
    + apply stop_not_offered; [assumption|now rewrite C].
  - unfold call_refused. destruct (in_dec _ _ _) as [I|I].
    + destruct (partner r (turn r t)) as [seat|] eqn:P; [destruct (caller =? seat) eqn:Q; [discriminate|]|];
        intros X; injection X as <- _.
      * apply Nat.eqb_neq in Q. split; [apply call_out_of_turn; congruence|].
        intros other B; inversion B; subst; simpl; congruence || lia.
      * split; [now apply call_without_partner|intros other B; inversion B; subst; simpl; congruence || lia || contradiction].
    + intros X; injection X as <- _. split; [now apply calls_off|intros other B; inversion B; subst; simpl; congruence || lia].
Qed.

Lemma broken_none : forall t a, broken r t a = [] -> allowed t a.
Proof.
  intros t a E k B. unfold broken in E. destruct (over r t) eqn:O; [discriminate|].
  inversion B; subst; try congruence.
  - now destruct (drawn t).
  - now destruct (drawn t).
  - destruct (drawn t); [discriminate|]. unfold card_refused in E. destruct (holds _ c) eqn:K; [|discriminate].
    apply holds_spec in K. contradiction.
  - destruct (drawn t); [discriminate|]. unfold card_refused in E. destruct (holds _ c); [|discriminate].
    apply app_eq_nil in E as [_ E].
    assert (L : lead_limited r t (hand_of t (turn r t)) c = true) by (apply lead_limited_spec; eauto).
    now rewrite L in E.
  - destruct (choosing_spec t H) as [_ D]. rewrite D in E. unfold card_refused, continuing_refused in E.
    rewrite H, H0 in E. simpl in E. destruct (holds _ c); [|discriminate]. now destruct (_ =? _).
  - destruct (choosing_spec t H) as [_ D]. rewrite D in E. unfold card_refused, continuing_refused in E.
    rewrite H, H0 in E. simpl in E. destruct (holds _ c); [|discriminate]. now destruct (_ =? _).
  - unfold stop_refused in E. rewrite H in E. now rewrite H0, H1 in E.
  - unfold stop_refused in E. rewrite H in E. destruct (continuation r); congruence.
  - unfold stop_refused in E. rewrite H in E. now rewrite H0, H1 in E.
  - destruct (drawn t); [discriminate|]. unfold flip_refused in E. now rewrite H in E.
  - destruct (drawn t); [discriminate|]. unfold flip_refused in E. now rewrite H, H0 in E.
  - unfold spice_refused in E. now rewrite H, H0 in E.
  - unfold spice_refused in E. rewrite H, H0 in E. now destruct (_ || _).
  - unfold spice_refused in E. rewrite H, H0 in E. now destruct (_ || _).
  - unfold call_refused in E. now destruct (in_dec _ _ _).
  - unfold call_refused in E. destruct (in_dec _ _ _); [|discriminate]. now rewrite H in E.
  - unfold call_refused in E. destruct (in_dec _ _ _); [|discriminate]. destruct (partner _ _) as [seat|]; [|discriminate].
    destruct (caller =? seat) eqn:Q; [|discriminate]. apply Nat.eqb_eq in Q. congruence.
Qed.

Lemma place_injective : forall a b, place a = place b -> a = b.
Proof. destruct a, b; simpl; congruence. Qed.

Lemma allowed_spec : forall t a, allowed t a <-> broken r t a = [].
Proof.
  intros t a. split; [|apply broken_none]. intros A. destruct (broken r t a) as [|c rest] eqn:E; [reflexivity|].
  destruct (broken_first t a c rest E) as [B _]. now destruct (A c).
Qed.

Lemma leads_to_spec : forall t a t', broken r t a = [] -> (leads_to t a t' <-> happen r t a = t').
Proof.
  intros t a t' E. split.
  - intros L. inversion L; subst; simpl.
    + now apply falls_spec.
    + rewrite H. now apply falls_spec.
    + now rewrite H.
    + reflexivity.
    + reflexivity.
  - intros <-. unfold broken in E. destruct (over r t); [discriminate|]. destruct a as [c| | | |]; simpl.
    + destruct (drawn t); [discriminate|]. unfold card_refused in E. destruct (holds _ c) eqn:H; [|discriminate].
      apply holds_spec in H. apply card_played; [assumption|now apply falls_spec].
    + destruct (drawn t); [discriminate|]. unfold flip_refused in E. destruct (flip r); [|discriminate].
      destruct (talon t) as [|c rest] eqn:T; [discriminate|]. apply card_turned_up with c rest; [assumption|now apply falls_spec].
    + unfold spice_refused in E. destruct (drawn t) as [c|] eqn:D; [now apply trick_spiced|].
      destruct (spice r); [now destruct (_ || _)|discriminate].
    + apply trick_left.
    + apply called.
Qed.

Theorem apply_is_play : forall t a t', step t a t' <-> apply r t a = inl t'.
Proof.
  intros t a t'. unfold step, apply. rewrite allowed_spec. split.
  - intros [E L]. rewrite E. now rewrite (proj1 (leads_to_spec t a t' E) L).
  - destruct (broken r t a) eqn:E; [|discriminate]. intros H. injection H as H.
    split; [reflexivity|]. now apply leads_to_spec.
Qed.

Theorem refusal_is_the_first_broken : forall t a c, refused t a c <-> apply r t a = inr c.
Proof.
  intros t a c. unfold apply. destruct (broken r t a) as [|first rest] eqn:E; split.
  - intros [B _]. now destruct (broken_none t a E c).
  - discriminate.
  - intros [B F]. destruct (broken_first t a first rest E) as [B' F'].
    f_equal. apply place_injective, Nat.le_antisymm; auto.
  - intros H. injection H as <-. now apply broken_first with rest.
Qed.

(** An action leads to one table, or is refused for one reason, and never both. *)
Theorem play_is_a_function : forall t a, (exists! t', step t a t') \/ (exists! c, refused t a c).
Proof.
  intros t a. destruct (apply r t a) as [t'|c] eqn:A.
  - left. exists t'. split; [now apply apply_is_play|]. intros e H. apply apply_is_play in H. congruence.
  - right. exists c. split; [now apply refusal_is_the_first_broken|].
    intros e H. apply refusal_is_the_first_broken in H. congruence.
Qed.

Theorem not_both : forall t a t' c, step t a t' -> refused t a c -> False.
Proof. intros t a t' c S R. apply apply_is_play in S. apply refusal_is_the_first_broken in R. congruence. Qed.

End Relation.
