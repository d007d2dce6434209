(** What does a deal come to?

    As spec/aceten_spec/plain has it in matching_awards.py and scoring_table.py. Proved is what sides have together in the end; matches are
    not here. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation Conservation Values Alike.
Import ListNotations.

Section Results.
Variable r : rules.

Definition all_sides : list nat := seq 0 (side_count r).
Definition among (side : nat) (team : list nat) : bool := existsb (Nat.eqb side) team.

(** Points of a side when all cards are played, those for the last trick among them. Clauses: ZS-SCORE-1, ZS-SCORE-8, SE-SCORE-8,
    HO-SCORE-8. *)
Definition end_points (t : table) (side : nat) : nat :=
  points r t side + (if side =? side_of r (leader t) then last_trick_points r else 0).

(** The side that has lost by the very last card. Clauses: ZS-SCORE-7. *)
Definition forfeit (t : table) : option nat :=
  match last_played t, last_card_loses r with
  | Some (seat, c), Some loses => if rank c =? loses then Some (side_of r seat) else None
  | _, _ => None
  end.

(** Which sides win or lose together. Clauses: SL-PLAYERS-3, SL-LONE-5, SP-PLAYERS-3. *)
Definition teams (t : table) : list (list nat) :=
  match sides r, lone t with
  | Lone, Some seat => [[seat]; filter (fun side => negb (side =? seat)) all_sides]
  | _, _ => map (fun side => [side]) all_sides
  end.

Definition team_points (t : table) (team : list nat) : nat := list_sum (map (end_points t) team).

(** The sides that win. Clauses: ZS-SCORE-2, ZS-SCORE-3, ZS-SCORE-7, SE-SCORE-15, SL-SCORE-15, SL-LONE-5, LK-SCORE-14, HO-SCORE-3. *)
Definition winning_teams (t : table) : list (list nat) :=
  match forfeit t with
  | Some lost => [[1 - lost]]
  | None =>
      let most := list_max (map (team_points t) (teams t)) in
      let best := filter (fun team => team_points t team =? most) (teams t) in
      if most <? wins_from r then []
      else if length best <=? 1 then best
      else match tie r with
           | TieLastTrick => filter (among (side_of r (leader t))) best
           | TieShared => if (2 <? length (teams t)) && (length best =? length (teams t)) then [] else best
           | TieDraw => []
           end
  end.

Definition winners (t : table) : list nat := filter (fun side => existsb (among side) (winning_teams t)) all_sides.

(** Whether nobody outside a team has taken a trick. Clauses: ZS-SCORE-6, HO-SCORE-10. *)
Definition swept (t : table) (team : list nat) : bool :=
  forallb (fun side => among side team || (nth side (tricks t) 0 =? 0)) all_sides.

(** The sides whose score falls to 0. Clauses: HO-SCORE-11, HO-SCORE-12, HO-SCORE-20, RL-SCORE-13. *)
Definition resets (t : table) : list nat :=
  match score r with
  | ByTable => []
  | ByPoints =>
      filter (fun side => among side (burned t)
        || sweep_resets r && existsb (fun other => negb (other =? side) && swept t [other]) all_sides
        || zero_resets r && (end_points t side =? 0)) all_sides
  end.

(** What each side scores. Clauses: ZS-SCORE-4 to ZS-SCORE-7, SE-SCORE-4, SE-SCORE-9, SL-SCORE-15, HO-SCORE-9, HO-SCORE-10, HO-SCORE-12,
    HO-SCORE-20. *)
Definition scores (t : table) : list nat :=
  match score r with
  | ByPoints => map (fun side =>
      if among side (resets t) then 0 else end_points t side + (if swept t [side] then sweep_points r else 0)) all_sides
  | ByTable =>
      match filter (fun team => existsb (fun side => among side (winners t)) team) (teams t) with
      | [] => map (fun _ => 0) all_sides
      | team :: _ =>
          let row := row_for (scoring r) (team_points t team) (list_sum (map (points r t) team)) (swept t team) in
          map (fun side => if among side (winners t) then row else 0) all_sides
      end
  end.

(** *** Together the sides have what they have captured, and the points for the last trick once *)

Hypothesis some_players : 0 < players r.

Theorem end_points_of_all : forall t, list_sum (map (end_points t) all_sides) = points_of_all r t + last_trick_points r.
Proof.
  intros t. unfold end_points, points_of_all, all_sides. rewrite list_sum_both. f_equal.
  apply (sum_of_one _ (fun _ => last_trick_points r)), side_below. exact some_players.
Qed.

(** *** Who scores *)

(** By a table only winners score, and all of them alike. *)
Theorem only_winners_score : forall t side, score r = ByTable -> side < side_count r -> ~ In side (winners t) -> nth side (scores t) 0 = 0.
Proof.
  intros t side E L N. assert (Z : forall f : nat -> nat, f side = 0 -> nth side (map f all_sides) 0 = 0).
  { intros f F. unfold all_sides. rewrite (nth_indep _ 0 (f 0)) by (now rewrite map_length, seq_length).
    rewrite map_nth, seq_nth by exact L. exact F. }
  unfold scores. rewrite E. destruct (filter _ (teams t)) as [|team more]; apply Z; [reflexivity|].
  destruct (among side (winners t)) eqn:A; [|reflexivity]. unfold among in A. apply existsb_exists in A as [x [I Q]].
  apply Nat.eqb_eq in Q as <-. contradiction.
Qed.

(** Unless the last card has lost the deal, a team that wins has the most points. *)
Theorem winning_teams_have_most : forall t team, forfeit t = None -> In team (winning_teams t) ->
  In team (teams t) /\ team_points t team = list_max (map (team_points t) (teams t)).
Proof.
  intros t team F I. unfold winning_teams in I. rewrite F in I. cbv zeta in I.
  assert (B : forall x, In x (filter (fun x => team_points t x =? list_max (map (team_points t) (teams t))) (teams t)) ->
    In x (teams t) /\ team_points t x = list_max (map (team_points t) (teams t)))
    by (intros x J; apply filter_In in J as [J Q]; now apply Nat.eqb_eq in Q).
  destruct (_ <? wins_from r); [easy|]. destruct (_ <=? 1); [now apply B|]. destruct (tie r); [|easy|].
  - apply filter_In in I as [I _]. now apply B.
  - destruct (_ && _); [easy|now apply B].
Qed.

(** *** How much is scored *)

(** Where points are scored, all scores together are the points of the deal, those for the last trick, and those of sides that have taken
    every trick; but for what is lost by sides whose score falls to 0. *)
Theorem scores_by_points_add_up : forall t, score r = ByPoints ->
  let full side := end_points t side + (if swept t [side] then sweep_points r else 0) in
  list_sum (scores t) + list_sum (map (fun side => if among side (resets t) then full side else 0) all_sides)
  = points_of_all r t + last_trick_points r + list_sum (map (fun side => if swept t [side] then sweep_points r else 0) all_sides).
Proof.
  intros t E full. rewrite <- end_points_of_all, <- !list_sum_both. unfold scores. rewrite E, <- list_sum_both. f_equal. apply map_ext.
  intros side. unfold full. destruct (among side (resets t)); lia.
Qed.

(** By a table, every winner scores the same number of it. *)
Theorem scores_by_table_add_up : forall t, score r = ByTable ->
  exists n, list_sum (scores t) = length (winners t) * n /\ (n = 0 \/ In n (map game_points (scoring r))).
Proof.
  intros t E. unfold scores. rewrite E. assert (Z : forall l : list nat, list_sum (map (fun _ => 0) l) = 0)
    by (intros l; induction l as [|x l IH]; [reflexivity|exact IH]).
  destruct (filter _ (teams t)) as [|team more] eqn:F.
  - exists 0. rewrite Z. lia.
  - exists (row_for (scoring r) (team_points t team) (list_sum (map (points r t) team)) (swept t team)). split.
    + assert (W : forall l n, list_sum (map (fun side => if among side (winners t) then n else 0) l)
        = length (filter (fun side => among side (winners t)) l) * n).
      { intros l n. induction l as [|x l IH]; [reflexivity|]. simpl. change (fold_right Nat.add 0 ?m) with (list_sum m). rewrite IH.
        destruct (among x (winners t)); simpl; lia. }
      rewrite W. do 2 f_equal. unfold winners. apply filter_ext_in. intros side I. unfold among at 1. apply eq_true_iff_eq. rewrite existsb_exists.
      split; [intros [x [J Q]]; apply Nat.eqb_eq in Q as <-; now apply filter_In in J|].
      intros Q. exists side. split; [now apply filter_In|apply Nat.eqb_refl].
    + unfold row_for. destruct (filter _ (scoring r) ++ scoring r) as [|row rows] eqn:R; [now left|right]. apply in_map.
      assert (I : In row (filter (applies (team_points t team) (list_sum (map (points r t) team)) (swept t team)) (scoring r) ++ scoring r))
        by (rewrite R; now left).
      apply in_app_or in I as [I|I]; [now apply filter_In in I|exact I].
Qed.

(** *** Tables that are alike come to the same *)

Lemma alike_end_points : forall t u side, onward r t u -> same_behind r t u -> end_points t side = end_points u side.
Proof. intros t u side A B. unfold end_points. now rewrite (ahead_leader r t u A), (behind_points r t u B). Qed.

Lemma alike_team_points : forall t u team, onward r t u -> same_behind r t u -> team_points t team = team_points u team.
Proof. intros t u team A B. unfold team_points. f_equal. apply map_ext. intros side. now apply alike_end_points. Qed.

Lemma alike_teams : forall t u, same_behind r t u -> teams t = teams u.
Proof. intros t u B. unfold teams. pose proof (behind_lone r t u B) as L. destruct (sides r); [reflexivity..|]. now rewrite L. Qed.

Lemma alike_swept : forall t u team, same_behind r t u -> swept t team = swept u team.
Proof.
  intros t u team B. unfold swept. assert (Z : forall side, (nth side (tricks t) 0 =? 0) = (nth side (tricks u) 0 =? 0)).
  { intros side. pose proof (f_equal (fun l => nth side l true) (behind_tricks r t u B)) as E. cbv beta in E.
    change true with (0 =? 0) in E. rewrite !map_nth in E. now rewrite !(Nat.eqb_sym _ 0). }
  induction all_sides as [|side more IH]; [reflexivity|]. simpl. now rewrite IH, Z.
Qed.

Lemma alike_forfeit : forall t u, over r t = true -> same_behind r t u -> forfeit t = forfeit u.
Proof.
  intros t u O B. unfold forfeit. destruct (last_card_loses r) as [loses|] eqn:L;
    [|now destruct (last_played t) as [[? ?]|], (last_played u) as [[? ?]|]].
  pose proof (behind_last r t u B ltac:(congruence) O) as E.
  destruct (last_played t) as [[s c]|], (last_played u) as [[s' c']|]; try discriminate; [|reflexivity].
  injection E as -> R _. now rewrite R.
Qed.

Section Alike.
Variables t u : table.
Hypothesis onwards : onward r t u.
Hypothesis is_over : over r t = true.
Hypothesis the_same_behind : same_behind r t u.

Lemma alike_winners : winners t = winners u.
Proof.
  unfold winners. assert (W : winning_teams t = winning_teams u); [|now rewrite W].
  unfold winning_teams. rewrite (alike_forfeit t u is_over the_same_behind), (alike_teams t u the_same_behind), (ahead_leader r t u onwards).
  rewrite (map_ext (team_points t) (team_points u)) by (intros; now apply alike_team_points).
  rewrite (filter_ext (fun team => team_points t team =? _) (fun team => team_points u team =? list_max (map (team_points u) (teams u))))
    by (intros; now rewrite (alike_team_points t u)). reflexivity.
Qed.

Lemma alike_resets : resets t = resets u.
Proof.
  unfold resets. destruct (score r); [reflexivity|]. apply filter_ext. intros side.
  rewrite (behind_burned r t u the_same_behind), (alike_end_points t u side onwards the_same_behind). do 2 f_equal. f_equal.
  induction all_sides as [|other more IH]; [reflexivity|]. simpl. now rewrite IH, (alike_swept t u [other] the_same_behind).
Qed.

Theorem alike_scores : scores t = scores u.
Proof.
  unfold scores. destruct (score r).
  - rewrite alike_winners, (alike_teams t u the_same_behind). destruct (filter _ (teams u)) as [|team more]; [reflexivity|].
    rewrite (alike_team_points t u team), (alike_swept t u team) by assumption.
    now rewrite (map_ext (points r t) (points r u)) by apply the_same_behind.
  - apply map_ext. intros side. now rewrite alike_resets, (alike_end_points t u side), (alike_swept t u [side]).
Qed.

End Alike.

End Results.
