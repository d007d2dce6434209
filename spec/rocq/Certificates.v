(** Does a certificate prove what a position with matching tricks is worth?

    The checker of [Games.v] with the classes of [Alike.v]: the one that docs/certificates.rst has, for two sides of which neither is a
    player alone. Whatever it accepts is true. *)
From Coq Require Import List Arith Lia Bool PArith ZArith.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress Values Alike Results.
Import ListNotations.

Section Certificates.
Variable r : rules.

(** *** The actions among which there is a choice *)

(** What actions have in common that do the same, and by which they are put in order: cards from the ace down, a lone card after others
    of its rank; then flipping, spicing, stopping. *)
Definition key (a : action) : list nat :=
  match a with Play c => [0; 14 - rank c; numbered r c] | Flip => [1] | Spice => [2] | Stop => [3] | Call _ _ => [4] end.

Definition choices (t : table) : list action := one_of_each action key (legal r t).

(** *** What is claimed *)

Definition all_points (t : table) : list nat := map (end_points r t) (all_sides r).
Definition number_of (m : measure) (t : table) : Z := measured m (all_points t) (winners r t) (scores r t).

Variable m : measure.
Variable h : half.
Variable claimed : Z.

Definition mine (seat : nat) : bool := proves h (side_of r seat).
Definition wanted (t : table) : bool := keeps h claimed (number_of m t).

Definition adds : bool := match m with Points => true | _ => false end.

(** Points that are captured, and can still be. *)
Definition captured (t : table) : Z := Z.of_nat (points r t 0).
Definition at_best (t : table) : Z := Z.of_nat (points r t 0 + points_to_come r t + last_trick_points r).

Definition certain (t : table) : bool :=
  adds && match h with AtLeast => (claimed <=? captured t)%Z | AtMost => (at_best t <=? claimed)%Z end.

Definition mark_of (t : table) : nat := if adds then points r t 0 else 0.
Definition covers (a b : nat) : bool := match h with AtLeast => a <=? b | AtMost => b <=? a end.

(** *** The checker *)

Definition is_level (t : table) : bool :=
  let h := size t (seat_at r t 0) + (if 0 <? length (trick t) mod players r then 1 else 0) in
  match drawn t with None => true | Some _ => false end && (negb (flip r || spice r) || is_empty (talon t))
  && forallb (fun turns => size t (seat_at r t turns) + (if turns <? length (trick t) mod players r then 1 else 0) =? h) (seq 0 (players r))
  && (negb (is_empty (trick t) && (h =? 0)) || (length (talon t) <? players r)).

Definition is_filling (t : table) : bool :=
  let played := length (trick t) in
  never_continued r && (played <=? players r)
  && forallb (fun turns => (turns <? played) || (size t (seat_at r t turns) =? hand r)) (seq 0 (players r))
  && forallb (fun seat => size t seat <=? hand r) (seq 0 (players r))
  && (players r * hand r + (players r - played) <=? left t) && ((left t + played) mod players r =? 0)
  && (negb (played =? players r) || is_drawn t).

(** Rules that agree with each other, two sides, and a position as it comes about in play. *)
Definition is_fine (t : table) : bool :=
  sound_rules r && (side_count r =? 2) && is_well r t && (is_level t || is_filling t) && (length (given t) =? side_count r).

Definition check (number : class -> positive) (most : nat) (told : list nat) (t : table) : nat + fault table :=
  Games.checked (apply r) (over r) (turn r) (most_actions r) mine wanted choices certain class (class_of r (negb adds)) class_eq_dec nat mark_of
    covers number most is_fine told t.

(** *** What is accepted is true *)

Hypothesis some_players : 0 < players r.
Hypothesis some_cards : 0 < hand r.
Hypothesis one_round : flip r || spice r = true -> continuation r = Never.
Hypothesis two_sides : side_count r = 2.

Definition fine (t : table) : Prop := playable r t /\ piled r t.

Lemma fine_step : forall t a t', fine t -> step r t a t' -> fine t'.
Proof.
  intros t a t' [P [T G]] S. pose proof (playable_step r some_players some_cards one_round t a t' P S) as P'. split; [exact P'|].
  split; [apply P'|]. now rewrite (step_keeps_given r some_players t a t' (proj1 P) S).
Qed.

Lemma is_level_spec : forall t, is_level t = true -> exists h, level r t h.
Proof.
  intros t L. unfold is_level in L. cbv zeta in L. rewrite !andb_true_iff, forallb_forall in L. destruct L as [[[D T] S] E]. eexists. constructor.
  - now destruct (drawn t).
  - intros F. rewrite F in T. now apply is_empty_spec.
  - intros turns B. apply Nat.eqb_eq, S, in_seq. lia.
  - intros N Z. rewrite Z, N in E. now apply Nat.ltb_lt.
Qed.

Lemma is_filling_spec : forall t, is_filling t = true ->
  filling r t (length (trick t)) /\ (length (trick t) = players r -> drawn t <> None).
Proof.
  intros t F. unfold is_filling in F. cbv zeta in F. rewrite !andb_true_iff, !forallb_forall, !Nat.leb_le, Nat.eqb_eq in F.
  destruct F as [[[[[[N P] S] M] E] Z] D]. split; [constructor; try assumption|].
  - unfold never_continued in N. now destruct (continuation r).
  - intros turns L B. assert (I : In turns (seq 0 (players r))) by (apply in_seq; lia). specialize (S turns I).
    destruct (Nat.ltb_spec turns (length (trick t))); [lia|]. now apply Nat.eqb_eq.
  - intros seat B. apply Nat.leb_le, M, in_seq. lia.
  - intros Q X. rewrite Q, Nat.eqb_refl in D. unfold is_drawn in D. now rewrite X in D.
Qed.

Lemma is_fine_spec : forall t, is_fine t = true -> fine t.
Proof.
  intros t F. unfold is_fine in F. rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq in F. destruct F as [[[[_ _] W] L] G].
  apply is_well_spec in W. split; [split; [exact W|]|split; [apply W|exact G]].
  destruct L as [L|L]; [left; now apply is_level_spec|right; now apply is_filling_spec].
Qed.

(** *** Points *)

Lemma step_keeps_what_is_captured : forall t a t' side, fine t -> step r t a t' -> points r t side <= points r t' side.
Proof.
  intros t a t' side [[W _] F] S.
  refine (proj2 (step_keeps r some_players (fun u => piled r u /\ points r t side <= points r u side) _ _ t a t' W (conj F (le_n _)) S)).
  - intros x y E. unfold piled, points. injection E as _ <- _ <-. easy.
  - intros x winner _ _ [P L]. split; [now apply take_piled|]. rewrite points_after_a_trick by assumption. lia.
Qed.

Lemma points_of_both : forall t, points_of_all r t = points r t 0 + points r t 1.
Proof. intros t. unfold points_of_all. rewrite two_sides. simpl. lia. Qed.

Lemma points_measured : forall t, adds = true -> number_of m t = Z.of_nat (end_points r t 0).
Proof. intros t A. unfold number_of, adds in *. destruct m; try discriminate. unfold measured, all_points, all_sides. now rewrite two_sides. Qed.

Lemma at_best_step : forall t a t', fine t -> step r t a t' -> (at_best t' <= at_best t)%Z.
Proof.
  intros t a t' F S. pose proof (step_keeps_points r some_players t a t' (proj1 (proj1 F)) S) as K. rewrite !points_of_both in K.
  pose proof (step_keeps_what_is_captured t a t' 1 F S). unfold at_best. lia.
Qed.

Lemma end_points_between : forall t, points r t 0 <= end_points r t 0 <= points r t 0 + last_trick_points r.
Proof. intros t. unfold end_points. destruct (_ =? _); lia. Qed.

Lemma certain_is_right : forall t, fine t -> certain t = true -> sure r mine wanted t.
Proof.
  intros t F C. unfold certain in C. apply andb_true_iff in C as [A C].
  apply (Games.sure_of_all_that_comes _ _ _ _ _ _ (conceivable r) (most_actions r) (conceivable_no_call r) fine fine_step) with
    (safe := fun t => match h with AtLeast => (claimed <=? captured t)%Z | AtMost => (at_best t <=? claimed)%Z end = true); try assumption.
  - intros x a y [P _]. now apply playable_nearer.
  - intros x [P _]. now apply playable_act.
  - intros x a y G X Y. pose proof (at_best_step x a y G Y). pose proof (step_keeps_what_is_captured x a y 0 G Y). unfold captured in *.
    destruct h; apply Z.leb_le in X; apply Z.leb_le; lia.
  - intros x X O. unfold wanted, keeps. rewrite points_measured by exact A. pose proof (end_points_between x). unfold captured, at_best in X.
    destruct h; apply Z.leb_le in X; apply Z.leb_le; lia.
Qed.

(** *** Tables of one class *)

(** How what lies behind has to be for a proof from one table to be one from the other. *)
Definition no_harder (t u : table) : Prop :=
  piled r t /\ piled r u /\ if adds then covers (points r t 0) (points r u 0) = true else same_behind r t u.

Lemma covers_spec : forall a b, covers a b = true <-> match h with AtLeast => a <= b | AtMost => b <= a end.
Proof. intros a b. unfold covers. destruct h; apply Nat.leb_le. Qed.

Lemma no_harder_kept : forall t u t' u', behind t = behind t' -> behind u = behind u' -> trick t' <> [] -> trick u' <> [] ->
  no_harder t u -> no_harder t' u'.
Proof.
  unfold no_harder. intros t u t' u' X Y N N' [P [Q R]].
  assert (P' : piled r t') by (unfold behind, piled in *; injection X; intros; intuition congruence).
  assert (Q' : piled r u') by (unfold behind, piled in *; injection Y; intros; intuition congruence). repeat split; try apply P'; try apply Q'.
  destruct adds; [|now apply (same_behind_kept r t u)]. unfold behind, points in *. injection X. injection Y. intros. congruence.
Qed.

Lemma no_harder_taken : forall t u winner, same_spoils r t u -> no_harder t u -> no_harder (take r t winner) (take r u winner).
Proof.
  unfold no_harder. intros t u winner S [P [Q R]]. split; [now apply take_piled|]. split; [now apply take_piled|].
  destruct adds; [|now apply take_same_behind]. apply covers_spec in R. apply covers_spec.
  rewrite !points_after_a_trick, (same_winnings r t u winner S) by assumption. destruct h; lia.
Qed.

Lemma no_harder_sure : forall t u, ahead r t u -> no_harder t u -> well r t -> well r u -> sure r mine wanted t -> sure r mine wanted u.
Proof.
  apply (sure_from_another r some_players); [exact no_harder_kept|exact no_harder_taken|unfold no_harder].
  - intros t u A O [P [Q R]] W. unfold wanted, keeps in *. destruct adds eqn:E.
    + rewrite !points_measured in * by exact E. apply covers_spec in R. unfold end_points in *. rewrite <- (ahead_leader r t u A).
      destruct h; apply Z.leb_le in W; apply Z.leb_le; lia.
    + replace (number_of m u) with (number_of m t); [exact W|]. unfold number_of, all_points.
      rewrite (alike_winners r t u A O R), (alike_scores r t u A O R). f_equal. apply map_ext. intros side. now apply alike_end_points.
Qed.

Lemma same_behind_refl : forall t, piled r t -> same_behind r t t.
Proof. intros t P. now constructor. Qed.

Lemma onward_refl : forall t, onward r t t.
Proof.
  intros t. constructor; try reflexivity; [|now constructor]. induction (hands t); constructor; [apply Permutation.Permutation_refl|assumption].
Qed.

(** *** Choices *)

Lemma choices_legal : forall t a, In a (choices t) -> broken r t a = [] /\ In a (conceivable r t).
Proof. intros t a I. apply one_of_each_spec, filter_In in I as [I E]. split; [now apply is_empty_spec|exact I]. Qed.

Lemma choices_are_all : forall t a t', fine t -> step r t a t' -> is_call a = false ->
  exists b, In b (choices t) /\ forall t'', step r t b t'' -> sure r mine wanted t'' -> sure r mine wanted t'.
Proof.
  intros t a t' F S C. destruct (not_refused r t a t' S) as [E H].
  assert (I : In a (legal r t)) by (apply filter_In; split; [now apply (conceivable_all r t a t')|now rewrite E]).
  destruct (proj2 (one_of_each_spec action key _) a I) as [b [J K]]. exists b. split; [exact J|]. intros t'' X Y.
  destruct (not_refused r t b t'' X) as [B <-]. destruct a as [c| | | |], b as [e| | | |]; try discriminate; try (now rewrite <- H).
  injection K as _ K. apply numbered_kind in K. pose proof F as [[W R] P]. subst t'.
  destruct (alike_card r some_players no_harder no_harder_kept no_harder_taken t t e c) as [A L].
  - apply W.
  - apply (nothing_drawn r t (Play c) E). eauto.
  - apply onward_refl.
  - repeat split; try apply P. destruct adds; [apply covers_spec; destruct h; lia|now apply same_behind_refl].
  - exact K.
  - now apply card_is_held.
  - now apply card_is_held.
  - apply (no_harder_sure _ _ A L); [now apply (step_keeps_cards r some_players t (Play e))|now apply (step_keeps_cards r some_players t (Play c))|exact Y].
  - exact some_players.
Qed.

End Certificates.

(** What the checker accepts is so: one side can be sure to keep the claim, whatever the other does. *)
Theorem certificate_is_true : forall r m h claimed number most told t count, check r m h claimed number most told t = inl count ->
  sure r (fun seat => proves h (side_of r seat)) (fun e => keeps h claimed (number_of r m e)) t.
Proof.
  intros r m h claimed number most told t count E.
  assert (F : is_fine r t = true) by (unfold check, Games.checked in E; destruct (is_fine r t); [reflexivity|discriminate]).
  unfold is_fine in F. rewrite !andb_true_iff, Nat.eqb_eq in F. destruct F as [[[[R S] _] _] _].
  unfold sound_rules, never_continued in R. rewrite !andb_true_iff, orb_true_iff, negb_true_iff, andb_true_iff, !Nat.ltb_lt in R.
  destruct R as [[[[P C] _] _] F].
  assert (N : flip r || spice r = true -> continuation r = Never) by (destruct F as [F|[F _]]; [congruence|now destruct (continuation r)]).
  refine (Games.what_is_accepted_is_true _ _ _ _ _ _ _ _ (conceivable r) _ (apply_is_play r) (conceivable_no_call r) (fine r)
    (fine_step r P C N) _ _ _ _ _ _ _ _ _ _ _ _ _ _ (is_fine_spec r P C N S) _ _ _ _ told t count E).
  - intros x [W _]. now apply playable_act.
  - intros x a I. now apply (conceivable_no_call r x), choices_legal.
  - now apply choices_are_all.
  - intros x W _. now apply certain_is_right.
  - intros x y Q V W W' O O' G. pose proof W as [[X _] Y]. pose proof W' as [[X' _] Y'].
    apply no_harder_sure with (t := x); try assumption; [now apply class_tells with (negb (adds m))|]. split; [exact Y|]. split; [exact Y'|].
    unfold mark_of in V. destruct (adds m); [exact V|now apply past_tells].
Qed.
