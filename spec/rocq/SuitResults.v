(** What does a deal with suit tricks come to?

    As spec/aceten_spec/plain/suit_awards.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Scoring SuitRules SuitTable SuitCodes Marriages Claims.
Import ListNotations.

Section Results.
Variable r : rules.

Definition both_sides : list nat := [0; 1].

(** Game points of which one side gets all. Clauses: EW-MATCH-11. *)
Definition for_side (side points : nat) : list nat := with_part side points [0; 0].
Definition nobody : list nat := [0; 0].

(** By the scoring table, for the side with more points. Clauses: EW-SCORE-1, EW-SCORE-30 to EW-SCORE-33, SU-SCORE-30 to SU-SCORE-33. *)
Definition by_table (t : table) : list nat :=
  if counted r t 0 =? counted r t 1 then nobody
  else
    let winner := if counted r t 0 <? counted r t 1 then 1 else 0 in
    for_side winner (row_for (scoring r) (counted r t winner) (cards_taken r t winner) (by_side (tricks t) (1 - winner) =? 0)).

(** The side that has closed the talon. *)
Definition closing_side (t : table) : option nat := option_map (fun how => side_of (closer how)) (closed t).
Definition is_side (side : nat) (which : option nat) : bool := match which with Some other => side =? other | None => false end.

(** What a side scores when the other has failed: more if it had no trick, perhaps at the closing. Clauses: SX-CLAIM-4, SX-SCORE-26,
    SX-SCORE-27, SX-SCORE-34. *)
Definition penalty_for (t : table) (gaining : nat) : nat :=
  let by_tricks (won : list nat) := if by_side won gaining =? 0 then snd (penalty r) else fst (penalty r) in
  match closed t with
  | Some how =>
      if side_of (closer how) =? gaining then by_tricks (tricks t)
      else match penalty_at r with
           | PenaltyFlat => snd (penalty r)
           | PenaltyAtClosing => by_tricks (tricks_then how)
           | PenaltyAtEnd => by_tricks (tricks t)
           end
  | None => by_tricks (tricks t)
  end.

(** What a right claim scores, by what the other side has, perhaps at the closing. Clauses: SX-SCORE-22, SX-SCORE-23, SX-SCORE-24,
    SX-SCORE-25, SN-SCORE-25. *)
Definition won_by (t : table) (side : nat) : nat :=
  let '(plain, schneiders, schwarz) := won r in
  let level points won_tricks := if won_tricks =? 0 then schwarz else if points <? schneider r then schneiders else plain in
  let other := 1 - side in
  let now := level (counted r t other) (by_side (tricks t) other) in
  match closed t, won_at r with
  | Some how, WonAtClosing => if side_of (closer how) =? side then level (others_points how) (by_side (tricks_then how) other) else now
  | _, _ => now
  end.

(** Clauses: SX-CLAIM-4, SX-SCORE-34. *)
Definition by_claim (t : table) (side : nat) : list nat :=
  let other := 1 - side in
  if negb (enough r t side 0) then for_side other (penalty_for t other)
  else if is_side other (closing_side t) then for_side side (penalty_for t side)
  else for_side side (won_by t side).

(** Without a claim, who closed may have failed, and the last trick may win. Clauses: SX-SCORE-26, SX-SCORE-28, SX-SCORE-29, SN-SCORE-28,
    SN-SCORE-29. *)
Definition by_race (t : table) : list nat :=
  match claimant t, closing_side t with
  | Some seat, _ => by_claim t (side_of seat)
  | None, Some side => if counted r t side <? claim_points r then for_side (1 - side) (penalty_for t (1 - side)) else nobody
  | None, None => if last_trick_wins r then for_side (side_of (leader t)) (fst (fst (won r))) else nobody
  end.

(** For a bid. Clauses: AS-BID-7, AS-SCORE-35 to AS-SCORE-38, AS-SCORE-40. *)
Definition by_contract (t : table) : list nat :=
  match contract t with
  | None => nobody
  | Some (declarer, bid) =>
      let side := side_of declarer in
      let other := 1 - side in
      let highest := bid =? list_max (bids r) in
      let made := match grand_needs r with
        | NeedsTricks => if highest then by_side (tricks t) other =? 0 else bid <=? counted r t side
        | NeedsPoints => bid <=? counted r t side
        end in
      let grand := highest && negb (grand_points r =? 0) in
      let scored :=
        if made then for_side side (if grand then grand_points r else counted r t side)
        else for_side other (if grand then grand_points r else counted r t other + bid) in
      if made && defenders_score r then with_part other (counted r t other) scored else scored
  end.

(** Every side its points: one that has claimed wrongly nothing. Clauses: TT-SCORE-39, TT-CLAIM-4, TT-CLAIM-5. *)
Definition by_points (t : table) : list nat :=
  let scored := map (counted r t) both_sides in
  match claimant t with
  | Some seat => if enough r t (side_of seat) 0 then scored else with_part (side_of seat) 0 scored
  | None => scored
  end.

(** What each side scores. Clauses: EW-SCORE-30, SX-SCORE-22, AS-SCORE-35, TT-SCORE-39. *)
Definition scores (t : table) : list nat :=
  match score r with ByTable => by_table t | ByRace => by_race t | ByContract => by_contract t | ByPoints => by_points t end.

(** The side that has won the match by a right claim. Clauses: TT-CLAIM-5, TT-MATCH-1. *)
Definition claimed_match (t : table) : option nat :=
  match claimant t, claim_for r with
  | Some seat, ForMatch => if enough r t (side_of seat) 0 then Some (side_of seat) else None
  | _, _ => None
  end.

(** The side that has won the deal: who has won the match by a claim, or else who scores more. Clauses: EW-SCORE-30, SX-SCORE-28,
    TT-CLAIM-5, TT-SCORE-39. *)
Definition winners (t : table) : list nat :=
  match claimed_match t with
  | Some side => [side]
  | None =>
      let first := by_side (scores t) 0 in
      let second := by_side (scores t) 1 in
      if first =? second then [] else if first <? second then [1] else [0]
  end.

Definition end_points (t : table) : list nat := map (counted r t) both_sides.

(** *** Who scores *)

Lemma side_is : forall seat, side_of seat = 0 \/ side_of seat = 1.
Proof. intros seat. assert (L : side_of seat < 2) by now apply Nat.mod_upper_bound. lia. Qed.

(** By a table and in a race, one side scores at most. *)
Theorem one_side_scores : forall t, score r = ByTable \/ score r = ByRace -> exists side points, side < 2 /\ scores t = for_side side points.
Proof.
  assert (N : exists side points, side < 2 /\ nobody = for_side side points) by (exists 0, 0; split; [lia|reflexivity]).
  assert (F : forall side points, side < 2 -> exists s n, s < 2 /\ for_side side points = for_side s n) by (intros; eauto).
  assert (S : forall seat, side_of seat < 2) by (intros; now apply Nat.mod_upper_bound).
  assert (O : forall seat, 1 - side_of seat < 2) by (intros; lia).
  intros t [E|E]; unfold scores; rewrite E.
  - unfold by_table. destruct (_ =? _); [exact N|]. apply F. destruct (_ <? _); lia.
  - unfold by_race, by_claim. destruct (claimant t) as [seat|].
    + destruct (negb _); [apply F, O|]. destruct (is_side _ _); apply F, S.
    + unfold closing_side. destruct (closed t) as [how|]; simpl; [destruct (_ <? _); [apply F, O|exact N]|].
      destruct (last_trick_wins r); [apply F, S|exact N].
Qed.

(** Against a right claim nobody scores in a race, nor by a wrong one; and a side that has closed the talon scores only by a right claim of
    its own, or by a wrong one of the other side. *)
Theorem a_right_claim_scores : forall t seat, score r = ByRace -> claimant t = Some seat -> enough r t (side_of seat) 0 = true ->
  by_side (scores t) (1 - side_of seat) = 0.
Proof.
  intros t seat E C R. unfold scores, by_race, by_claim. rewrite E, C, R. cbn [negb].
  destruct (side_is seat) as [-> | ->]; destruct (is_side _ _); reflexivity.
Qed.

Theorem a_wrong_claim_scores_nothing : forall t seat, score r = ByRace \/ score r = ByPoints -> claimant t = Some seat ->
  enough r t (side_of seat) 0 = false -> by_side (scores t) (side_of seat) = 0.
Proof.
  intros t seat [E|E] C R; unfold scores; rewrite E.
  - unfold by_race, by_claim. rewrite C, R. cbn [negb]. destruct (side_is seat) as [-> | ->]; reflexivity.
  - unfold by_points. rewrite C, R. destruct (side_is seat) as [-> | ->]; reflexivity.
Qed.

Theorem a_closer_wins_or_scores_nothing : forall t how, score r = ByRace -> closed t = Some how ->
  by_side (scores t) (side_of (closer how)) = 0
  \/ exists seat, claimant t = Some seat /\ enough r t (side_of seat) 0 = (side_of seat =? side_of (closer how)).
Proof.
  intros t how E C. unfold scores, by_race. rewrite E. destruct (claimant t) as [seat|] eqn:K.
  - destruct (Bool.bool_dec (enough r t (side_of seat) 0) (side_of seat =? side_of (closer how))) as [Q|Q]; [right; now exists seat|left].
    unfold by_claim, closing_side. rewrite C. simpl option_map.
    destruct (enough r t (side_of seat) 0); cbn [negb];
      destruct (side_is seat) as [A|A], (side_is (closer how)) as [B|B]; rewrite A, B in *; try reflexivity; now destruct Q.
  - left. unfold closing_side. rewrite C. simpl option_map. destruct (side_is (closer how)) as [A|A]; rewrite A; now destruct (_ <? _).
Qed.

(** In a race nobody scores but what the rules name: for a win by what the other side has, or for a failure. *)
Theorem a_race_scores_what_is_named : forall t side, score r = ByRace ->
  let '(plain, schneiders, schwarz) := won r in In (by_side (scores t) side) [0; plain; schneiders; schwarz; fst (penalty r); snd (penalty r)].
Proof.
  intros t side E. assert (F : forall s n l, In 0 l -> In n l -> In (by_side (for_side s n) side) l).
  { intros s n l Z N. unfold by_side, for_side. destruct s as [|[|[|s]]], side as [|[|[|side]]]; cbn; assumption. }
  assert (P : forall s, penalty_for t s = fst (penalty r) \/ penalty_for t s = snd (penalty r)).
  { intros s. unfold penalty_for. destruct (closed t) as [how|]; [destruct (_ =? s); [|destruct (penalty_at r)]|];
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; auto. }
  unfold scores, by_race, by_claim. rewrite E. destruct (won r) as [[plain schneiders] schwarz] eqn:W.
  assert (V : forall s, won_by t s = plain \/ won_by t s = schneiders \/ won_by t s = schwarz).
  { intros s. unfold won_by. rewrite W. destruct (closed t), (won_at r); cbv beta zeta;
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; auto. }
  destruct (claimant t) as [seat|].
  - destruct (negb _); [apply F; [now left|]; destruct (P (1 - side_of seat)) as [-> | ->]; simpl; tauto|].
    destruct (is_side _ _); apply F; try (now left); [destruct (P (side_of seat)) as [-> | ->]; simpl; tauto|].
    destruct (V (side_of seat)) as [-> |[-> | ->]]; simpl; tauto.
  - destruct (closing_side t) as [s|].
    + destruct (_ <? _); [apply F; [now left|]; destruct (P (1 - s)) as [-> | ->]; simpl; tauto|]. unfold nobody. apply (F 0 0); now left.
    + destruct (last_trick_wins r); [apply F; [now left|]; simpl; tauto|]. apply (F 0 0); now left.
Qed.

(** Where points are scored and nobody has claimed wrongly, both sides score what counts for them. *)
Theorem scores_by_points_add_up : forall t, score r = ByPoints ->
  (forall seat, claimant t = Some seat -> enough r t (side_of seat) 0 = true) -> list_sum (scores t) = counted r t 0 + counted r t 1.
Proof.
  intros t E C. unfold scores, by_points. rewrite E. cbn [map both_sides].
  destruct (claimant t) as [seat|]; [rewrite (C seat eq_refl)|]; cbn [list_sum fold_right]; lia.
Qed.

(** Whether bidders have what they bid: so many points, or every trick where the highest bid asks for that. *)
Definition bid_is_made (t : table) (side bid : nat) : bool :=
  match grand_needs r with
  | NeedsTricks => if bid =? list_max (bids r) then by_side (tricks t) (1 - side) =? 0 else bid <=? counted r t side
  | NeedsPoints => bid <=? counted r t side
  end.

(** Bidders score what they have or nothing, and the others with the bid beside where it has failed; for the highest bid it may be a number
    that the rules name. *)
Theorem a_contract_scores : forall t declarer bid, score r = ByContract -> contract t = Some (declarer, bid) ->
  let side := side_of declarer in
  let named points := if (bid =? list_max (bids r)) && negb (grand_points r =? 0) then grand_points r else points in
  by_side (scores t) side = (if bid_is_made t side bid then named (counted r t side) else 0)
  /\ by_side (scores t) (1 - side) = if bid_is_made t side bid then if defenders_score r then counted r t (1 - side) else 0
                                     else named (counted r t (1 - side) + bid).
Proof.
  intros t declarer bid E C side named. unfold scores, by_contract, named, bid_is_made. rewrite E, C. fold side.
  destruct (side_is declarer) as [A|A]; unfold side; rewrite A; destruct (grand_needs r); cbn [Nat.sub];
    destruct (defenders_score r), (bid =? list_max (bids r)), (grand_points r =? 0); cbn [andb negb]; rewrite ?andb_true_r, ?andb_false_r;
    repeat match goal with |- context [if ?b then _ else _] => destruct b end; split; reflexivity.
Qed.

(** Unless the match is claimed, who wins a deal scores more. *)
Theorem winners_score_more : forall t side, claimed_match t = None -> winners t = [side] ->
  by_side (scores t) (1 - side) < by_side (scores t) side.
Proof.
  intros t side N W. unfold winners in W. rewrite N in W. destruct (Nat.eqb_spec (by_side (scores t) 0) (by_side (scores t) 1)); [discriminate|].
  destruct (Nat.ltb_spec (by_side (scores t) 0) (by_side (scores t) 1)); injection W as <-; simpl; lia.
Qed.

End Results.
