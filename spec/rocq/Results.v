(** What does a deal come to?

    As spec/aceten_spec/plain has it in matching_awards.py and scoring_table.py. Proved is what sides have together in the end; matches are
    not here. *)
From Coq Require Import List Arith Lia Permutation Bool PArith.
From Aceten Require Import Cards Sums Rules Table Tricks Play Relation Conservation Values Alike Certificates.
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

(** Whether a row of the scoring table is about winners with these points, so many of them from cards. Clauses: ZS-SCORE-4 to ZS-SCORE-6. *)
Definition applies (has from_cards : nat) (every_trick : bool) (row : award) : bool :=
  (fst (award_points row) <=? has) && (has <=? snd (award_points row))
  && match award_tricks row with AnyTricks => true | AllTricks => every_trick | SomeTricks => negb every_trick end
  && match award_cards row with None => true | Some (least, most) => (least <=? from_cards) && (from_cards <=? most) end.

Definition row_for (has from_cards : nat) (every_trick : bool) : nat :=
  match filter (applies has from_cards every_trick) (scoring r) ++ scoring r with row :: _ => game_points row | [] => 0 end.

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
          let row := row_for (team_points t team) (list_sum (map (points r t) team)) (swept t team) in
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

(** *** So certificates speak of points and of scores *)

Theorem certificate_of_points : forall number mine side least told t,
  accepted r mine (fun e => least <=? end_points e side) number told t = true ->
  sure r mine (fun e => least <=? end_points e side) t.
Proof.
  intros number mine side least told t. apply what_is_accepted_is_true; [exact some_players|].
  intros x y A. now rewrite (alike_end_points x y side A).
Qed.

Theorem certificate_of_scores : forall number mine (wanted : list nat -> bool) told t,
  accepted r mine (fun e => wanted (scores e)) number told t = true -> sure r mine (fun e => wanted (scores e)) t.
Proof.
  intros number mine wanted told t. apply what_is_accepted_is_true; [exact some_players|].
  intros x y A. now rewrite (alike_scores x y A).
Qed.

End Results.
