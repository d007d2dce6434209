(** Does a certificate prove what a position with suit tricks is worth?

    The checker of [Games.v] with classes of tables that are alike: the one that docs/certificates.rst has. Whatever it accepts is true. *)
From Coq Require Import List Arith Lia Bool Permutation PArith ZArith.
From Aceten Require Import Games Cards Sums Dealing SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay
  SuitConservation SuitProgress SuitEnding SuitResults SuitAlike SuitValues.
Import ListNotations.

Section Certificates.
Variable r : rules.

(** *** The actions among which there is a choice *)

(** Where a suit stands in the alphabet. *)
Definition letter (suit : nat) : nat := nth suit [0; 1; 4; 3; 2] 0.

(** Numbers are in order as texts are: 100 before 66. *)
Definition as_text (n : nat) : list nat := if n <? 10 then [n * 100; n] else if n <? 100 then [n * 10; n] else [n; n].

(** What actions have by which they are put in order: cards from the ace down, then all others by how they are written. *)
Definition key (a : action) : list nat :=
  match a with
  | Play c => [0; 14 - rank c; rank c; suit c]
  | Bid points => 1 :: as_text points
  | Claim None => [2]
  | Claim (Some of) => [2; letter of; of]
  | Close => [3]
  | Draw => [4]
  | Exchange => [5]
  | Meld c => [6; 14 - rank c; rank c; letter (suit c); suit c]
  | Pass => [7]
  | Name trumps => [8; letter trumps; trumps]
  end.

Definition choices (t : table) : list action := one_of_each action key (legal r t).

Lemma key_tells : forall a b, key b = key a -> a = b.
Proof.
  assert (T : forall n k, as_text n = as_text k -> n = k)
    by (intros n k; unfold as_text; destruct (n <? 10), (n <? 100), (k <? 10), (k <? 100); intros E; now injection E).
  intros [[]|[]|[]| | | | | |] [[]|[]|[]| | | | | |] E; cbn in E; try discriminate; try reflexivity; try (injection E; congruence).
  injection E as E. now rewrite (T _ _ E).
Qed.

(** *** Classes *)

(** A hand in an order that does not depend on how it is held. *)
Fixpoint insert (c : card) (l : list card) : list card :=
  match l with
  | [] => [c]
  | first :: rest => if (rank c <? rank first) || (rank c =? rank first) && (suit c <=? suit first) then c :: l else first :: insert c rest
  end.

Definition in_order (cards : list card) : list card := fold_right insert [] cards.

Definition class : Type := list (list card) * list card * list card * list (list nat).

Definition class_eq_dec : forall a b : class, {a = b} + {a <> b}.
Proof. repeat (decide equality; auto using Nat.eq_dec). Defined.

Definition one_if (b : bool) : nat := if b then 1 else 0.
Definition both_points (t : table) : list nat := map (cards_taken r t) both_sides.

(** What tables of one class have in common: with the points of both sides, or without. *)
Definition class_of (with_points : bool) (t : table) : class :=
  (map in_order (hands t), talon t, trick t,
   [leader t; one_if (undrawn t); one_if (waived t); eldest t; if by_order r then shown t else 0]
   :: match trump t with Some trumps => [trumps] | None => [] end
   :: match closed t with Some how => closer how :: others_points how :: tricks_then how | None => [] end
   :: bids_made t
   :: match contract t with Some (seat, bid) => [seat; bid] | None => [] end
   :: melds t :: waiting t :: scores_before t
   :: map (fun n => one_if (0 =? n)) (tricks t)
   :: (if never_closed r && negb (is_closed t) then [] else tricks t)
   :: if with_points then [both_points t] else []).

(** *** What is claimed *)

Definition number_of (m : measure) (t : table) : Z := measured m (end_points r t) (winners r t) (scores r t).

Variable m : measure.
Variable h : half.
Variable claimed : Z.

Definition mine (seat : nat) : bool := proves h (side_of seat).
Definition wanted (t : table) : bool := keeps h claimed (number_of m t).

(** Whether what is captured and what is to come add up to what is counted. *)
Definition adds : bool :=
  match m, score r with Points, ByTable => true | _, _ => false end && pointless r && negb (has_marriages r).

Definition captured_points (t : table) : Z := Z.of_nat (cards_taken r t 0).
Definition at_best (t : table) : Z := Z.of_nat (cards_taken r t 0 + points_to_come r t + last_trick_points r).

Definition certain (t : table) : bool :=
  adds && match h with AtLeast => (claimed <=? captured_points t)%Z | AtMost => (at_best t <=? claimed)%Z end.

Definition mark_of (t : table) : nat := if adds then cards_taken r t 0 else 0.
Definition covers (a b : nat) : bool := match h with AtLeast => a <=? b | AtMost => b <=? a end.

(** *** The checker *)

Definition is_level (t : table) : bool :=
  let h := size t (seat_at r t 0) + (if 0 <? length (trick t) then 1 else 0) in
  (length (trick t) <? players r)
  && forallb (fun turns => size t (seat_at r t turns) + (if turns <? length (trick t) then 1 else 0) =? h) (seq 0 (players r))
  && (length (talon t) mod players r =? 0)
  && (strict t || (h + one_if (undrawn t) =? hand r))
  && (negb (undrawn t) || negb (strict t) && is_empty (trick t)) && (negb (in_auction r t) || is_empty (trick t)).

(** Rules that agree with each other, and a position as it comes about in play. *)
Definition is_fine (t : table) : bool :=
  sound_rules r && (length (hands t) =? players r) && (length (taken t) =? 2)
  && (match claimant t with Some _ => true | None => false end || is_level t) && all_different (cards t)
  && (negb (in_auction r t) || (passes (bids_made t) <? players r))
  && (match contract t with Some _ => has_bids r | None => true end) && (has_marriages r || forallb (Nat.eqb 0) (melds t)) && (length (given t) =? 2).

Definition check (number : class -> positive) (most : nat) (told : list nat) (t : table) : nat + fault table :=
  Games.checked (apply r) (over r) (turn r) (most_actions r) mine wanted choices certain class (class_of (negb adds)) class_eq_dec nat mark_of
    covers number most is_fine told t.

(** *** What is accepted is true *)

Hypothesis rules_agree : sound_rules r = true.

(** Where there are no marriages, nobody has points for them; and there are two sides. *)
Definition fine (t : table) : Prop :=
  playable r t /\ (has_marriages r = false -> forall side, by_side (melds t) side = 0) /\ length (given t) = 2.

Lemma is_fine_spec : forall t, is_fine t = true -> fine t.
Proof.
  intros t F. unfold is_fine in F. rewrite !andb_true_iff, !orb_true_iff, !Nat.eqb_eq in F. destruct F as [[[[[[[[_ H] S] L] N] P] Q] M] G].
  split; [split; [constructor|]|split; [|exact G]].
  - now split.
  - destruct L as [L|L]; [left; now destruct (claimant t)|right]. unfold is_level in L. cbv zeta in L.
    rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff, forallb_forall, !Nat.eqb_eq, Nat.ltb_lt in L.
    destruct L as [[[[[B A] T] C] U] X]. eexists. constructor.
    + exact B.
    + intros turns I. apply Nat.eqb_eq, A, in_seq. lia.
    + exact T.
    + intros Z. destruct C as [C|C]; [congruence|exact C].
    + intros Z. destruct U as [U|U]; [congruence|]. apply andb_true_iff in U as [U V]. split; [now apply negb_true_iff|now apply is_empty_spec].
    + intros Z. destruct X as [X|X]; [congruence|now apply is_empty_spec].
  - now apply all_different_spec.
  - intros A. destruct P as [P|P]; [rewrite A in P; discriminate|now apply Nat.ltb_lt].
  - intros A. now destruct (contract t).
  - intros Z side. destruct M as [M|M]; [congruence|]. unfold by_side. rewrite forallb_forall in M.
    destruct (Nat.lt_ge_cases side (length (melds t))) as [B|B]; [symmetry; now apply Nat.eqb_eq, M, nth_In|now apply nth_overflow].
Qed.

(** What nothing but marriages and taking tricks changes. *)
Lemma melds_stay : forall t a, match a with Meld _ | Claim (Some _) => False | _ => True end -> melds (happen r t a) = melds t.
Proof.
  assert (D : forall t, melds (draw_each r t) = melds t) by (intros; unfold draw_each; now destruct (share_out _ _ _)).
  assert (W : forall t n, melds (with_bid r t n) = melds t) by (intros; unfold with_bid; now destruct (negb _ && _)).
  intros t a K. destruct a as [c|c|of| | | |points|trumps|]; cbn [happen]; try reflexivity; try contradiction.
  - unfold put. destruct (_ =? _); [|reflexivity]. unfold take. set (after := end_by_itself _ _ _).
    assert (A : melds after = melds t) by (unfold after; now destruct (end_by_itself_spec r (captured (laid t (turn r t) c) (winning r (laid t (turn r t) c))) (winning r (laid t (turn r t) c))) as [->| ->]).
    destruct (claimant after); [exact A|]. destruct (strict after); [exact A|]. destruct (before_drawing r after); [exact A|]. now rewrite D.
  - now destruct of.
  - unfold exchanged. now destruct (exchange r).
  - apply D.
  - apply W.
  - destruct (in_auction r t); [apply W|reflexivity].
Qed.

Lemma fine_step : forall t a t', fine t -> step r t a t' -> fine t'.
Proof.
  intros t a t' [P [M G]] S. split; [now apply (playable_step r rules_agree t a)|]. apply step_spec in S as [E <-].
  split; [|now rewrite given_stays]. intros N side.
  assert (K : match a with Meld _ | Claim (Some _) => False | _ => True end).
  { unfold broken in E. destruct (over r t); [discriminate|]. destruct a as [|c|[of|]| | | | | |]; trivial.
    - now rewrite N in E.
    - destruct (is_said _); [|discriminate]. unfold claiming_refused in E. rewrite N in E. destruct (claim r); try discriminate.
      now destruct (untimely r t (Some of)). }
  rewrite (melds_stay t a K). now apply M.
Qed.

(** *** Points *)

Lemma step_keeps_what_is_captured : forall t a t' side, fine t -> step r t a t' -> cards_taken r t side <= cards_taken r t' side.
Proof.
  intros t a t' side F S. pose proof F as [[[[H L] _ _ _] _] _]. apply step_spec in S as [_ <-].
  assert (D : forall t, cards_taken r (draw_each r t) side = cards_taken r t side) by (intros; unfold draw_each; now destruct (share_out _ _ _)).
  assert (K : forall t seat, cards_taken r (end_by_itself r t seat) side = cards_taken r t side)
    by (intros x seat; now destruct (end_by_itself_spec r x seat) as [->| ->]).
  assert (Q : forall t seat c, length (taken t) = 2 -> cards_taken r t side <= cards_taken r (put r t seat c) side).
  { intros x seat c T. unfold put. destruct (_ =? _); [|apply le_n]. set (lies := laid x seat c). unfold take.
    transitivity (cards_taken r (end_by_itself r (captured lies (winning r lies)) (winning r lies)) side).
    - rewrite K, taken_by_captured by exact T. apply Nat.le_add_r.
    - destruct (claimant _); [apply le_n|]. destruct (strict _); [apply le_n|]. destruct (before_drawing r _); [apply le_n|]. now rewrite D. }
  assert (W : forall t n, cards_taken r (with_bid r t n) side = cards_taken r t side) by (intros; unfold with_bid; now destruct (negb _ && _)).
  destruct a as [c|c|of| | | |points|trumps|]; cbn [happen]; try apply le_n.
  - now apply Q.
  - pose proof (K (show r t (turn r t) (suit c)) (turn r t)) as E.
    assert (T : length (taken (end_by_itself r (show r t (turn r t) (suit c)) (turn r t))) = 2)
      by now destruct (end_by_itself_spec r (show r t (turn r t) (suit c)) (turn r t)) as [->| ->].
    set (after := end_by_itself _ _ _) in *. change (cards_taken r t side) with (cards_taken r (show r t (turn r t) (suit c)) side).
    rewrite <- E. destruct (claimant after); [apply le_n|now apply Q].
  - now destruct of.
  - unfold exchanged. now destruct (exchange r).
  - now rewrite D.
  - now rewrite W.
  - destruct (in_auction r t); [now rewrite W|apply le_n].
Qed.

Lemma at_best_step : forall t a t', fine t -> step r t a t' -> (at_best t' <= at_best t)%Z.
Proof.
  intros t a t' F S. pose proof (step_keeps_what_is_captured t a t' 1 F S) as L. pose proof F as [[[P _ _ _] _] _].
  pose proof (sound_spec r rules_agree) as [C _ _ _ _ _ _ _ _ _].
  pose proof (step_keeps_points r C t a t' P S) as K. unfold points_taken in K. unfold at_best. lia.
Qed.

Lemma counted_between : forall t, adds = true -> fine t ->
  number_of m t = Z.of_nat (counted r t 0) /\ cards_taken r t 0 <= counted r t 0 <= cards_taken r t 0 + last_trick_points r.
Proof.
  intros t A [_ [M _]]. unfold adds in A. rewrite !andb_true_iff, negb_true_iff in A. destruct A as [[A _] N].
  split; [unfold number_of; destruct m; try discriminate; reflexivity|]. unfold counted, marriages_that_count.
  rewrite (M N 0). destruct (_ =? 0), (_ && _); simpl; lia.
Qed.

Lemma certain_is_right : forall t, fine t -> certain t = true -> sure r mine wanted t.
Proof.
  intros t F C. unfold certain in C. apply andb_true_iff in C as [A C].
  apply (Games.sure_of_all_that_comes _ _ _ _ _ never_quiet (conceivable r) (most_actions r) (fun _ _ _ => eq_refl) fine fine_step) with
    (safe := fun t => fine t /\ match h with AtLeast => (claimed <=? captured_points t)%Z | AtMost => (at_best t <=? claimed)%Z end = true).
  - intros x a y [P _]. now apply playable_nearer.
  - intros x [P _]. now apply playable_act.
  - intros x a y G [_ X] Y. split; [now apply fine_step with x a|]. pose proof (at_best_step x a y G Y).
    pose proof (step_keeps_what_is_captured x a y 0 G Y). unfold captured_points in *. destruct h; apply Z.leb_le in X; apply Z.leb_le; lia.
  - intros x [G X] O. unfold wanted, keeps. destruct (counted_between x A G) as [-> B]. unfold captured_points, at_best in X.
    destruct h; apply Z.leb_le in X; apply Z.leb_le; lia.
  - exact F.
  - now split.
Qed.

(** *** Tables of one class *)

(** How points have to compare for a proof from one table to be one from the other. *)
Definition no_harder (side a b : nat) : Prop := if adds then side = 0 -> covers a b = true else a = b.

Lemma covers_spec : forall a b, covers a b = true <-> match h with AtLeast => a <= b | AtMost => b <= a end.
Proof. intros a b. unfold covers. destruct h; apply Nat.leb_le. Qed.

Lemma no_harder_more : forall side a b n, no_harder side a b -> no_harder side (a + n) (b + n).
Proof.
  intros side a b n. unfold no_harder. destruct adds; [|congruence]. intros K E. specialize (K E). apply covers_spec in K. apply covers_spec.
  destruct h; lia.
Qed.

Lemma points_bear : pointless r = true \/ forall side a b, no_harder side a b -> a = b.
Proof.
  unfold no_harder. destruct adds eqn:A; [left|now right]. unfold adds in A. rewrite !andb_true_iff in A. tauto.
Qed.

Lemma sure_of_both : forall t u, alike r no_harder t u -> fine t -> fine u -> sure r mine wanted t -> sure r mine wanted u.
Proof.
  intros t u A W V F. revert u A V. induction F as [t O Y|t a t' O M S C F IH|t O M B IH]; intros u A V.
  - apply sure_at_the_end; [now rewrite <- (both_over r no_harder t u A)|]. unfold wanted, keeps in *. destruct adds eqn:E.
    + destruct (counted_between t E W) as [X _], (counted_between u E V) as [X' _]. rewrite X in Y. rewrite X'.
      pose proof (alike_points r no_harder t u A 0) as P. unfold no_harder in P. rewrite E in P. specialize (P eq_refl). apply covers_spec in P.
      assert (K : counted r t 0 + cards_taken r u 0 = counted r u 0 + cards_taken r t 0).
      { unfold counted. rewrite (both_marriages r no_harder t u A), (both_all_played r no_harder t u A), (both_leader r no_harder t u A). lia. }
      destruct h; apply Z.leb_le in Y; apply Z.leb_le; lia.
    + assert (P : forall side, cards_taken r t side = cards_taken r u side).
      { intros side. pose proof (alike_points r no_harder t u A side) as P. unfold no_harder in P. now rewrite E in P. }
      destruct (both_scores r no_harder t u A P) as [Q [R T]]. unfold number_of in *. now rewrite <- Q, <- R, <- T.
  - assert (S' := S). apply step_spec in S' as [E <-].
    assert (U : step r u a (happen r u a)) by (apply step_spec; split; [now rewrite <- (both_broken r no_harder points_bear t u A)|reflexivity]).
    apply sure_by_an_action with a (happen r u a);
      [now rewrite <- (both_over r no_harder t u A)|now rewrite <- (both_turn r no_harder t u A)|exact U|exact C|].
    apply IH; [now apply fine_step with t a|apply (both_happen r no_harder no_harder_more points_bear t u a A E)|now apply fine_step with u a].
  - apply sure_by_all; [now rewrite <- (both_over r no_harder t u A)|now rewrite <- (both_turn r no_harder t u A)|]. intros a u' S C.
    assert (S' := S). apply step_spec in S' as [E <-]. rewrite <- (both_broken r no_harder points_bear t u A) in E.
    assert (T : step r t a (happen r t a)) by now apply step_spec.
    apply (IH a (happen r t a) T C); [now apply fine_step with t a|apply (both_happen r no_harder no_harder_more points_bear t u a A E)|
      now apply fine_step with u a].
Qed.

Lemma insert_perm : forall c l, Permutation (insert c l) (c :: l).
Proof. induction l as [|first rest IH]; simpl; [reflexivity|]. destruct (_ || _); [reflexivity|]. rewrite IH. apply perm_swap. Qed.

Lemma in_order_perm : forall cards, Permutation (in_order cards) cards.
Proof. intros cards. unfold in_order. induction cards as [|c l IH]; simpl; [reflexivity|]. now rewrite insert_perm, IH. Qed.

Lemma hands_same : forall a b, map in_order a = map in_order b -> same_hands a b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; constructor; injection E as X E; [|now apply IH].
  unfold same_hand. now rewrite <- (in_order_perm x), X, in_order_perm.
Qed.

Lemma one_of_two : forall b d : bool, one_if b = one_if d -> b = d.
Proof. now intros [] []. Qed.

Theorem class_tells : forall t u, class_of (negb adds) t = class_of (negb adds) u -> covers (mark_of t) (mark_of u) = true ->
  fine t -> fine u -> over r t = false -> over r u = false -> alike r no_harder t u.
Proof.
  intros t u E V [[[[_ P] _ _ _] _] [_ F]] [[[[_ P'] _ _ _] _] [_ F']] O O'. unfold class_of in E. injection E as H T K L D W X S U C B Y M N R Z I G.
  assert (Q : claimant t = None /\ claimant u = None) by (unfold over in O, O'; destruct (claimant t), (claimant u); now split).
  assert (Cl : closed u = closed t).
  { destruct (closed t) as [[? ? ?]|], (closed u) as [[? ? ?]|]; try discriminate; [|reflexivity]. now injection C as -> -> ->. }
  constructor.
  - apply one_of_two in D, W. destruct t, u. unfold with_others. cbn in *. destruct Q as [-> ->].
    assert (trump = trump0) by (destruct trump, trump0; congruence).
    assert (contract = contract0) by (destruct contract as [[? ?]|], contract0 as [[? ?]|]; congruence). subst. reflexivity.
  - now split.
  - now apply hands_same.
  - clear - Z. revert Z. generalize (tricks u). induction (tricks t) as [|x l IH]; intros [|y k] Z; try discriminate; [reflexivity|].
    injection Z as X Z. cbn [map]. rewrite (IH k Z). f_equal. destruct x, y; try reflexivity; discriminate.
  - intros A. unfold is_closed in *. rewrite Cl in I. now rewrite A in I.
  - intros A. now rewrite A in S.
  - intros side. unfold no_harder, mark_of in *. destruct adds; [intros ->; exact V|]. cbn [negb] in G. injection G as G0 G1.
    destruct side as [|[|side]]; try assumption.
    unfold cards_taken, by_side. rewrite !nth_overflow; [reflexivity|simpl; lia..].
Qed.

End Certificates.

(** What the checker accepts is so: one side can be sure to keep the claim, whatever the other does. *)
Theorem certificate_is_true : forall r m h claimed number most told t count, check r m h claimed number most told t = inl count ->
  sure r (fun seat => proves h (side_of seat)) (fun e => keeps h claimed (number_of r m e)) t.
Proof.
  intros r m h claimed number most told t count E.
  assert (R : sound_rules r = true).
  { unfold check, Games.checked in E. destruct (is_fine r t) eqn:F; [|discriminate]. unfold is_fine in F. rewrite !andb_true_iff in F. tauto. }
  refine (Games.what_is_accepted_is_true _ _ _ _ (step r) _ _ never_quiet (conceivable r) _ _ (fun _ _ _ => eq_refl) (fine r)
    (fine_step r R) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ (fun _ _ _ => eq_refl) _ _ _ told t count E).
  - intros x a y. reflexivity.
  - intros x [W _]. now apply (playable_act r R).
  - apply is_fine_spec.
  - intros x a y _ S _. destruct (proj2 (one_of_each_spec action key (legal r x)) a) as [b [I K]].
    + apply filter_In. split; [now apply (conceivable_all r x a y)|]. apply step_spec in S as [B _]. now rewrite B.
    + exists b. split; [exact I|]. replace b with a by now apply key_tells. intros z Z. unfold step in S, Z. now replace z with y by congruence.
  - intros x W _. now apply certain_is_right.
  - intros x y Q V W W' O O' G. apply sure_of_both with (t := x); try assumption. now apply class_tells.
Qed.
