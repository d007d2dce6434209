(** What does a deal come to?

    As spec/aceten_spec/plain has it in matching_awards.py and scoring_table.py. Proved is what sides have together in the end; matches are
    not here. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation Conservation Values Alike Certificates.
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

(** *** Tables that are alike come to the same *)

Lemma alike_total : forall a b, same_hand r a b -> total (values r) a = total (values r) b.
Proof.
  intros a b P. unfold total. apply sum_perm.
  assert (F : forall cards,
    map (card_points (values r)) cards = map (fun k => card_points (values r) (Card (fst k) 0)) (map (kind r) cards))
    by (intros; rewrite map_map; reflexivity).
  rewrite !F. now apply Permutation_map.
Qed.

Lemma alike_end_points : forall t u side, alike r t u -> end_points t side = end_points u side.
Proof.
  intros t u side A. unfold end_points, points. rewrite (ahead_leader r t u (proj1 A)), (behind_given r t u (proj2 A)).
  now rewrite (alike_total _ _ (hands_at r _ _ side (behind_taken r t u (proj2 A)))).
Qed.

Lemma alike_forfeit : forall t u, alike r t u -> forfeit t = forfeit u.
Proof.
  intros t u A. unfold forfeit. destruct (last_card_loses r) as [loses|] eqn:L;
    [|now destruct (last_played t) as [[? ?]|], (last_played u) as [[? ?]|]].
  pose proof (behind_last r t u (proj2 A) ltac:(congruence)) as E.
  destruct (last_played t) as [[s c]|], (last_played u) as [[s' c']|]; try discriminate; [|reflexivity].
  injection E as -> R _. now rewrite R.
Qed.

Lemma alike_swept : forall t u team, alike r t u -> swept t team = swept u team.
Proof. intros t u team A. unfold swept. now rewrite (behind_tricks r t u (proj2 A)). Qed.

Lemma alike_team_points : forall t u team, alike r t u -> team_points t team = team_points u team.
Proof. intros t u team A. unfold team_points. f_equal. apply map_ext. intros side. now apply alike_end_points. Qed.

Lemma alike_winners : forall t u, alike r t u -> winners t = winners u.
Proof.
  intros t u A. unfold winners. assert (W : winning_teams t = winning_teams u); [|now rewrite W].
  unfold winning_teams. assert (T : teams t = teams u) by (unfold teams; now rewrite (behind_lone r t u (proj2 A))).
  rewrite (alike_forfeit t u A), T, (ahead_leader r t u (proj1 A)).
  rewrite (map_ext (team_points t) (team_points u)) by (intros; now apply alike_team_points).
  rewrite (filter_ext (fun team => team_points t team =? _) (fun team => team_points u team =? list_max (map (team_points u) (teams u))))
    by (intros; now rewrite (alike_team_points t u)). reflexivity.
Qed.

Lemma alike_resets : forall t u, alike r t u -> resets t = resets u.
Proof.
  intros t u A. unfold resets. destruct (score r); [reflexivity|]. apply filter_ext. intros side.
  rewrite (behind_burned r t u (proj2 A)), (alike_end_points t u side A). do 2 f_equal. f_equal.
  induction all_sides as [|other more IH]; [reflexivity|]. simpl. now rewrite IH, (alike_swept t u [other] A).
Qed.

Theorem alike_scores : forall t u, alike r t u -> scores t = scores u.
Proof.
  intros t u A. unfold scores. destruct (score r).
  - rewrite (alike_winners t u A). unfold teams. rewrite (behind_lone r t u (proj2 A)). fold (teams u).
    destruct (filter _ (teams u)) as [|team more]; [reflexivity|].
    rewrite (alike_team_points t u team A), (alike_swept t u team A).
    rewrite (map_ext (points r t) (points r u)); [reflexivity|]. intros side. unfold points. rewrite (behind_given r t u (proj2 A)).
    now rewrite (alike_total _ _ (hands_at r _ _ side (behind_taken r t u (proj2 A)))).
  - apply map_ext. intros side. now rewrite (alike_resets t u A), (alike_end_points t u side A), (alike_swept t u [side] A).
Qed.

(** *** So certificates speak of scores, and of points *)

Definition past_eq_dec : forall a b : past, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Definition same_past (a b : past) : bool := if past_eq_dec a b then true else false.

Definition accepted_scores (number : signature -> positive) (mine : nat -> bool) (wanted : list nat -> bool)
  : list action -> table -> bool :=
  accepted r mine (fun e => wanted (scores e)) past (past_of r) same_past number.

Theorem certificate_of_scores : forall number mine wanted told t,
  accepted_scores number mine wanted told t = true -> sure r mine (fun e => wanted (scores e)) t.
Proof.
  intros number mine wanted told t. apply what_is_accepted_is_true; [exact some_players|].
  intros x y A E W V. unfold same_past in E. destruct (past_eq_dec _ _) as [Q|]; [|discriminate].
  apply alike_sure; try assumption; [|split; [exact A|now apply past_tells]]. intros p q B. now rewrite (alike_scores p q B).
Qed.

(** Of what lies behind, nothing bears on the points of a side but those that it has. *)
Lemma points_after_a_trick : forall t winner side, length (taken t) = side_count r ->
  points r (take r t winner) side = points r t side + if side =? side_of r winner then total (values r) (trick t ++
    let '(hs, rest) := draw_equally r winner (hands t) (talon t) in
    match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end) else 0.
Proof.
  intros t winner side S. unfold points. rewrite take_taken, take_given, with_part_nth by (rewrite S; apply side_below; exact some_players).
  destruct (Nat.eqb_spec side (side_of r winner)) as [->|]; [rewrite total_app|]; lia.
Qed.

Definition more_points (side : nat) (t u : table) : Prop :=
  length (taken t) = side_count r /\ length (taken u) = side_count r /\ points r t side <= points r u side.

Lemma more_points_stay : forall side t u winner, ahead r t u -> more_points side t u ->
  more_points side (take r t winner) (take r u winner).
Proof.
  intros side t u winner A [T [U L]]. repeat split; [rewrite take_taken; now rewrite with_part_length..|].
  rewrite !points_after_a_trick by assumption. pose proof (taken_left r t u winner A) as E. cbv zeta in E.
  rewrite (alike_total (trick t ++ _) (trick u ++ let '(hs, rest) := draw_equally r winner (hands u) (talon u) in
    match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end))
    by (unfold same_hand; now rewrite E). lia.
Qed.

Lemma more_points_behind : forall side t u t' u', behind t = behind t' -> behind u = behind u' -> more_points side t u ->
  more_points side t' u'.
Proof.
  intros side t u t' u' T U [A [B L]]. unfold behind in T, U. injection T. injection U. intros. unfold more_points, points in *.
  repeat split; congruence.
Qed.

Lemma more_points_in_the_end : forall side t u, ahead r t u -> more_points side t u -> end_points t side <= end_points u side.
Proof. intros side t u A [_ [_ L]]. unfold end_points. rewrite (ahead_leader r t u A). lia. Qed.

(** So what is proved with some points is proved with more of them, where the claim is that they are so many at least; and with fewer where
    it is that they are so many at most. *)
Definition accepted_at_least (number : signature -> positive) (mine : nat -> bool) (side least : nat) : list action -> table -> bool :=
  accepted r mine (fun e => least <=? end_points e side) nat (fun t => points r t side) Nat.leb number.

Definition accepted_at_most (number : signature -> positive) (mine : nat -> bool) (side most : nat) : list action -> table -> bool :=
  accepted r mine (fun e => end_points e side <=? most) nat (fun t => points r t side) (fun a b => b <=? a) number.

Theorem certificate_of_points_at_least : forall number mine side least told t,
  accepted_at_least number mine side least told t = true -> sure r mine (fun e => least <=? end_points e side) t.
Proof.
  intros number mine side least told t. apply what_is_accepted_is_true; [exact some_players|].
  intros x y A E W V. apply Nat.leb_le in E.
  apply (sure_from_another r some_players) with (more_points side); try assumption; [apply more_points_behind|apply more_points_stay| |].
  - intros p q B L Q. pose proof (more_points_in_the_end side p q B L). apply Nat.leb_le in Q. apply Nat.leb_le. lia.
  - destruct W as [[_ W] _], V as [[_ V] _]. now repeat split.
Qed.

Theorem certificate_of_points_at_most : forall number mine side most told t,
  accepted_at_most number mine side most told t = true -> sure r mine (fun e => end_points e side <=? most) t.
Proof.
  intros number mine side most told t. apply what_is_accepted_is_true; [exact some_players|].
  intros x y A E W V. apply Nat.leb_le in E.
  apply (sure_from_another r some_players) with (fun p q => more_points side q p); try assumption.
  - intros p q p' q' P Q. now apply more_points_behind.
  - intros p q winner B. apply more_points_stay. now apply ahead_sym.
  - intros p q B L Q. pose proof (more_points_in_the_end side q p (ahead_sym r p q B) L). apply Nat.leb_le in Q. apply Nat.leb_le. lia.
  - destruct W as [[_ W] _], V as [[_ V] _]. now repeat split.
Qed.

End Results.
