(** How do deals add up to a match, who deals next, and when has somebody won?

    As spec/aceten_spec/plain/score_sheet.py has it, of both kinds of games. A match that ends in the middle of a deal is not here: it is
    over with that deal. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums.
Import ListNotations.

Inductive match_end := AtTarget | AfterDeals.
Inductive match_draw := TieGoesOn | TieNobody.
Inductive dealing_on := Rotate | Losers | Keeps | Winners | Same.
Inductive dealing_again := DrawPasses | DrawKeeps.
Inductive drawn_deals := Void | Carry | Doubles.

(** The parameters that bear on a match, by their names in a rulebook. *)
Record rules := Rules {
  players : nat;
  side_count : nat;                         (* two, or as many as players *)
  match_ends : match_end;
  target : nat;
  deals : nat;
  match_tie : match_draw;
  next_dealer : dealing_on;
  keeps_deal : nat;
  drawn_dealer : dealing_again;
  drawn : drawn_deals;
  favourite : bool;
  partners_change : nat;
  won_by_claims : bool }.                   (* in no other way *)

(** A match between two deals. *)
Record sheet := Sheet {
  dealer : nat;                             (* the seat that deals next *)
  scores : list nat;                        (* by side; by player where partners change *)
  seated : list nat;                        (* the player in each seat *)
  deals_played : nat;
  carried : nat;                            (* what deals that nobody won add to the next one that somebody wins *)
  doublings : nat;                          (* how often they double it *)
  favourite_suit : option nat;
  claimed : option nat }.                   (* the side that has won the match by a claim *)

(** What a deal brought. *)
Record outcome := Outcome {
  gained : list nat;                        (* game points by side *)
  fallen : list nat;                        (* sides whose score falls to 0 *)
  trump : option nat;
  claim : option nat }.

Section Matches.
Variable r : rules.

Definition changes_partners : bool := negb (partners_change r =? 0).

(** A match before its first deal. Clauses: ZS-DEAL-1, EW-PLAYERS-4, EW-MATCH-11. *)
Definition first_sheet (dealer : nat) : sheet :=
  Sheet dealer (repeat 0 (if changes_partners then players r else side_count r)) (seq 0 (players r)) 0 0 0 None None.

Definition most (s : sheet) : nat := list_max (scores s).

(** Whether one alone has the most. *)
Definition one_leads (s : sheet) : bool := length (filter (Nat.eqb (most s)) (scores s)) =? 1.

(** Whether somebody has the target, or all deals are played. Clauses: ZS-MATCH-1, SE-MATCH-2. *)
Definition far_enough (s : sheet) : bool :=
  match match_ends r with AfterDeals => deals r <=? deals_played s | AtTarget => target r <=? most s end.

(** Clauses: ZS-MATCH-1, SE-MATCH-2, SE-MATCH-4, SM-MATCH-3, SM-MATCH-4, EW-MATCH-5, EW-MATCH-10, TT-CLAIM-5. *)
Definition match_over (s : sheet) : bool :=
  if won_by_claims r then match claimed s with Some _ => true | None => false end
  else far_enough s && (match match_tie r with TieNobody => true | TieGoesOn => false end || one_leads s).

Fixpoint place_of_number (n : nat) (numbers : list nat) : nat :=
  match numbers with [] => 0 | first :: rest => if first =? n then 0 else S (place_of_number n rest) end.

(** The side that has won the match, the player where partners change. Clauses: ZS-MATCH-1, SM-MATCH-3, EW-MATCH-5, EW-MATCH-10,
    TT-CLAIM-5. *)
Definition match_winner (s : sheet) : option nat :=
  match claimed s with
  | Some side => Some side
  | None => if match_over s && one_leads s then Some (place_of_number (most s) (scores s)) else None
  end.

(** Who deals after a deal: one of the losers is the dealer's partner, or the dealer himself where he has none. Clauses: ZS-DEAL-2, SP-DEAL-2,
    HO-DEAL-2, SX-DEAL-2, EW-DEAL-2. *)
Definition dealer_after (s : sheet) (points : list nat) : nat :=
  let following := (dealer s + 1) mod players r in
  let own := nth (dealer s mod side_count r) points 0 in
  let best := list_max points in
  let equal := forallb (Nat.eqb best) points in
  let again (b : bool) := if b then dealer s else following in
  if equal && match drawn_dealer r with DrawKeeps => true | DrawPasses => false end then dealer s
  else match next_dealer r with
       | Same => dealer s
       | Rotate => following
       | Losers =>
           if own <? best then if (players r =? 4) && (side_count r =? 2) then (dealer s + 2) mod players r else dealer s else following
       | Keeps => again (keeps_deal r <=? own)
       | Winners => again ((own =? best) && negb equal)
       end.

(** Two in each other's places. *)
Definition swapped (a b : nat) (l : list nat) : list nat := with_part a (nth b l 0) (with_part b (nth a l 0) l).

(** The partner of eldest hand changes places with the player to the left of eldest hand, next time with the one to his right. Clauses:
    EW-MATCH-9. *)
Definition seated_after (s : sheet) : list nat :=
  let played := deals_played s + 1 in
  if changes_partners && (played mod partners_change r =? 0)
  then
    let eldest := (dealer s + 1) mod players r in
    let other := if Nat.odd (played / partners_change r) then eldest + 1 else eldest + (players r - 1) in
    swapped ((eldest + 2) mod players r) (other mod players r) (seated s)
  else seated s.

Definition won_by_anybody (points : list nat) : bool := existsb (fun n => negb (n =? 0)) points.
Definition same_suit (a b : option nat) : bool :=
  match a, b with Some x, Some y => x =? y | None, None => true | _, _ => false end.

(** How often a deal counts, by the favourite suit. Clauses: EW-MATCH-7. *)
Definition times (s : sheet) (d : outcome) : nat := if favourite r && same_suit (favourite_suit s) (trump d) then 2 else 1.

(** What a deal counts, with those before it that nobody won. Clauses: SX-MATCH-6, EW-MATCH-6, EW-MATCH-8. *)
Definition counting (s : sheet) (d : outcome) : list nat :=
  if won_by_anybody (gained d)
  then map (fun n => if n =? 0 then 0 else n * times s d * 2 ^ doublings s + carried s) (gained d)
  else gained d.

(** Clauses: ZS-MATCH-1, EW-MATCH-11. *)
Definition added (s : sheet) (points : list nat) : list nat :=
  map (fun each =>
      let side := if changes_partners then place_of_number each (seated s) mod 2 else each in
      nth each (scores s) 0 + nth side points 0)
    (seq 0 (length (scores s))).

(** The match after a deal. Clauses: ZS-MATCH-1, HO-SCORE-11, HO-SCORE-12, HO-SCORE-20, RL-SCORE-13. *)
Definition with_deal (s : sheet) (d : outcome) : sheet :=
  let decided := won_by_anybody (gained d) in
  {| dealer := dealer_after s (gained d);
     scores := map (fun each => if existsb (Nat.eqb each) (fallen d) then 0 else nth each (added s (counting s d)) 0)
       (seq 0 (length (scores s)));
     seated := seated_after s;
     deals_played := deals_played s + 1;
     carried := if decided then 0 else carried s + match drawn r with Carry => times s d | _ => 0 end;
     doublings := if decided then 0 else doublings s + match drawn r with Doubles => 1 | _ => 0 end;
     favourite_suit := match favourite_suit s with Some suit => Some suit | None => if favourite r then trump d else None end;
     claimed := claim d |}.

(** *** What the sum of a match is *)

Lemma nth_of_map : forall (f : nat -> nat) n each, each < n -> nth each (map f (seq 0 n)) 0 = f each.
Proof.
  intros f n each L. rewrite (nth_indep _ 0 (f 0)) by (now rewrite map_length, seq_length). rewrite map_nth. now rewrite seq_nth.
Qed.

Lemma sum_added : forall s points, changes_partners = false -> length points = length (scores s) ->
  list_sum (added s points) = list_sum (scores s) + list_sum points.
Proof.
  intros s points C L. unfold added. rewrite C. cbv zeta. rewrite list_sum_both, sum_of_list. rewrite <- L. now rewrite sum_of_list.
Qed.

(** Where partners are fixed and no score falls, a deal adds what it counts. *)
Theorem sum_after_a_deal : forall s d, changes_partners = false -> fallen d = [] -> length (gained d) = length (scores s) ->
  list_sum (scores (with_deal s d)) = list_sum (scores s) + list_sum (counting s d).
Proof.
  intros s d C F L. assert (K : length (counting s d) = length (scores s)).
  { unfold counting. destruct (won_by_anybody _); [now rewrite map_length|exact L]. }
  rewrite <- (sum_added s (counting s d) C K). cbn [scores with_deal]. rewrite F. simpl existsb. cbv iota.
  replace (length (scores s)) with (length (added s (counting s d))) by (unfold added; now rewrite map_length, seq_length).
  apply sum_of_list.
Qed.

(** Where deals that nobody won and suits make no difference, a deal counts what it brought. *)
Lemma counting_plain : forall s d, favourite r = false -> carried s = 0 -> doublings s = 0 -> counting s d = gained d.
Proof.
  intros s d F C D. unfold counting, times. rewrite F, C, D. destruct (won_by_anybody _); [|reflexivity].
  rewrite <- (map_id (gained d)) at 2. apply map_ext. intros n. simpl. destruct n; simpl; lia.
Qed.

Definition after_deals (s : sheet) (ds : list outcome) : sheet := fold_left with_deal ds s.

Lemma scores_length : forall s d, length (scores (with_deal s d)) = length (scores s).
Proof. intros. simpl. now rewrite map_length, seq_length. Qed.

(** The scores of such a match add up to what its deals brought, in all. *)
Theorem sum_of_a_match : forall first ds, partners_change r = 0 -> favourite r = false -> drawn r = Void ->
  (forall d, In d ds -> fallen d = [] /\ length (gained d) = side_count r) ->
  list_sum (scores (after_deals (first_sheet first) ds)) = list_sum (map (fun d => list_sum (gained d)) ds).
Proof.
  intros first ds P F V H. assert (C : changes_partners = false) by (unfold changes_partners; now rewrite P).
  assert (G : forall ds s, carried s = 0 -> doublings s = 0 -> (forall d, In d ds -> fallen d = [] /\ length (gained d) = length (scores s)) ->
    list_sum (scores (after_deals s ds)) = list_sum (scores s) + list_sum (map (fun d => list_sum (gained d)) ds)).
  { clear H. intros l. induction l as [|d l IH]; intros s K D H; simpl; [lia|].
    change (fold_right Nat.add 0 (map (fun x => list_sum (gained x)) l)) with (list_sum (map (fun x => list_sum (gained x)) l)).
    destruct (H d (or_introl eq_refl)) as [N L]. rewrite IH.
    - rewrite sum_after_a_deal, counting_plain by assumption. lia.
    - simpl. rewrite V, K. now destruct (won_by_anybody _).
    - simpl. rewrite V, D. now destruct (won_by_anybody _).
    - intros x I. rewrite scores_length. apply H. now right. }
  rewrite G; [|reflexivity|reflexivity|].
  - unfold first_sheet. cbn [scores]. rewrite sum_of_repeat. lia.
  - intros d I. unfold first_sheet. cbn [scores]. rewrite repeat_length, C. now apply H.
Qed.

(** *** When a match has ended *)

Lemma far_enough_stays : forall s d, changes_partners = false -> fallen d = [] -> far_enough s = true -> far_enough (with_deal s d) = true.
Proof.
  intros s d C F E. unfold far_enough in *. destruct (match_ends r).
  - apply Nat.leb_le in E. apply Nat.leb_le. apply Nat.le_trans with (most s); [exact E|]. unfold most. apply list_max_le, Forall_forall.
    intros n I. apply (In_nth _ _ 0) in I as [each [L <-]].
    assert (M : nth each (scores s) 0 <= nth each (scores (with_deal s d)) 0).
    { cbn [scores with_deal]. rewrite F, nth_of_map by exact L. simpl existsb. cbv iota. unfold added. rewrite nth_of_map by exact L. lia. }
    apply Nat.le_trans with (1 := M). pose proof (proj1 (list_max_le (scores (with_deal s d)) _) (le_n _)) as Q. rewrite Forall_forall in Q.
    apply Q, nth_In. now rewrite scores_length.
  - apply Nat.leb_le in E. apply Nat.leb_le. simpl. lia.
Qed.

(** Where equal scores end a match as well, one that has ended stays ended, whatever were dealt afterwards. *)
Theorem ended_stays_ended : forall s d, won_by_claims r = false -> match_tie r = TieNobody -> changes_partners = false -> fallen d = [] ->
  match_over s = true -> match_over (with_deal s d) = true.
Proof.
  intros s d W T C F. unfold match_over. rewrite W, T. cbn [orb]. rewrite !andb_true_r. now apply far_enough_stays.
Qed.

(** A match of so many deals has ended with the last of them, unless equal scores let it go on. *)
Theorem a_match_of_deals_ends : forall first ds, won_by_claims r = false -> match_ends r = AfterDeals -> match_tie r = TieNobody ->
  match_over (after_deals (first_sheet first) ds) = (deals r <=? length ds).
Proof.
  intros first ds W E T. unfold match_over, far_enough. rewrite W, E, T. cbn [orb]. rewrite andb_true_r. f_equal.
  assert (G : forall l s, deals_played (after_deals s l) = deals_played s + length l).
  { induction l as [|d l IH]; intros s; simpl; [lia|]. rewrite IH. simpl. lia. }
  now rewrite G.
Qed.

(** Who wins without a claim has most, and nobody else has. *)
Theorem the_winner_leads : forall s side, claimed s = None -> match_winner s = Some side ->
  nth side (scores s) 0 = most s /\ forall other, other < length (scores s) -> nth other (scores s) 0 = most s -> other = side.
Proof.
  intros s side C W. unfold match_winner in W. rewrite C in W. destruct (match_over s && one_leads s) eqn:O; [|discriminate].
  injection W as <-. apply andb_true_iff in O as [_ O]. unfold one_leads in O. apply Nat.eqb_eq in O.
  revert O. generalize (most s). induction (scores s) as [|first rest IH]; intros n O; simpl in O |- *; [discriminate|].
  rewrite (Nat.eqb_sym first n). destruct (Nat.eqb_spec n first) as [<-|N]; simpl in O.
  - injection O as O. split; [reflexivity|]. intros [|other] L E; [reflexivity|exfalso].
    assert (I : In n (filter (Nat.eqb n) rest)) by (apply filter_In; split; [rewrite <- E; apply nth_In; lia|apply Nat.eqb_refl]).
    destruct (filter (Nat.eqb n) rest); [easy|discriminate].
  - destruct (IH n O) as [A B]. split; [exact A|]. intros [|other] L E; [congruence|]. f_equal. apply B; [lia|exact E].
Qed.

(** *** Who sits where *)

Lemma with_part_swap : forall (l : list nat) a b, a < length l -> b < length l -> Permutation (swapped a b l) l.
Proof.
  intros l a b A B. unfold swapped. apply (Permutation_cons_inv (a := nth a (with_part b (nth a l 0) l) 0)).
  rewrite with_part_perm by (now rewrite with_part_length).
  destruct (Nat.eq_dec a b) as [<-|N].
  - rewrite with_part_nth, Nat.eqb_refl by assumption. apply perm_skip.
    apply (Permutation_cons_inv (a := nth a l 0)). now rewrite with_part_perm.
  - rewrite with_part_nth by assumption. destruct (Nat.eqb_spec a b); [contradiction|]. now rewrite with_part_perm.
Qed.

(** Whenever partners change, all players still have one seat each. *)
Theorem everybody_has_a_seat : forall first ds, 0 < players r -> Permutation (seated (after_deals (first_sheet first) ds)) (seq 0 (players r)).
Proof.
  intros first ds P. assert (G : forall l s, Permutation (seated s) (seq 0 (players r)) -> Permutation (seated (after_deals s l)) (seq 0 (players r))).
  { induction l as [|d l IH]; intros s Q; simpl; [exact Q|]. apply IH. simpl. unfold seated_after. destruct (_ && _); [|exact Q].
    assert (L : length (seated s) = players r) by (now rewrite (Permutation_length Q), seq_length).
    rewrite with_part_swap by (rewrite L; apply Nat.mod_upper_bound; lia). exact Q. }
  now apply G.
Qed.

End Matches.
