(** Is a better end of a deal ever worth less, and which row of the scoring table applies?

    Ends of deals between two sides, of which neither is a player alone, where no last card loses a deal: there the rules say otherwise. *)
From Coq Require Import List Arith Lia Permutation Bool ZArith String.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress Results Games
  Certificates Rulebooks.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope nat_scope.

(** Whether no row asks for points from cards alone, and more points, or every trick with as many, never score less, up to so many. *)
Definition rising_rows (rows : list award) (most : nat) : bool :=
  forallb (fun row => match award_cards row with None => true | Some _ => false end) rows
  && forallb (fun more => forallb (fun has => forallb (fun every_trick =>
       (row_for rows has 0 false <=? row_for rows more 0 every_trick) && (row_for rows has 0 every_trick <=? row_for rows more 0 true))
     [true; false]) (seq 0 (S more))) (seq 0 (S most)).

Lemma rows_rise : forall rows most has from_cards every_trick more cards_then all, rising_rows rows most = true -> has <= more ->
  more <= most -> (every_trick = true -> all = true) -> row_for rows has from_cards every_trick <= row_for rows more cards_then all.
Proof.
  intros rows most has from_cards every_trick more cards_then all R L M E. unfold rising_rows in R.
  rewrite andb_true_iff, !forallb_forall in R. destruct R as [C R].
  assert (X : forall h c e, row_for rows h c e = row_for rows h 0 e).
  { intros h c e. unfold row_for. rewrite (filter_ext_in (applies h c e) (applies h 0 e)); [reflexivity|].
    intros row I. specialize (C row I). unfold applies. now destruct (award_cards row). }
  rewrite (X has from_cards), (X more cards_then). specialize (R more ltac:(apply in_seq; lia)). rewrite forallb_forall in R.
  specialize (R has ltac:(apply in_seq; lia)). simpl in R. rewrite !andb_true_iff, !Nat.leb_le in R.
  destruct every_trick, all; try discriminate (E eq_refl); tauto.
Qed.

Section Outcomes.
Variable r : rules.
Hypothesis two_sides : side_count r = 2.
Hypothesis fixed_sides : sides r <> Lone.
Hypothesis last_card_loses_nothing : last_card_loses r = None.

Definition tricks_of (t : table) (side : nat) : nat := nth side (tricks t) 0.

(** The place of an end in their order for side 0: no trick is worst, and every trick best; between them fewer points are worse, and then
    to lose the last trick. Clauses: ZS-SCORE-2, ZS-SCORE-6, SE-SCORE-8. *)
Definition place (whole : nat) (t : table) : nat :=
  if tricks_of t 0 =? 0 then 0
  else if tricks_of t 1 =? 0 then 2 * whole + 3
  else 2 * end_points r t 0 + if side_of r (leader t) =? 0 then 2 else 1.

(** What holds of every end: both sides have so many points together, and one without a trick has none, nor the last trick. *)
Record settled (whole : nat) (t : table) : Prop := Settled {
  points_together : end_points r t 0 + end_points r t 1 = whole;
  without_a_trick : forall side, side < 2 -> tricks_of t side = 0 -> end_points r t side = 0 /\ side_of r (leader t) = 1 - side }.

Lemma teams_are_sides : forall t, teams r t = [[0]; [1]].
Proof. intros t. unfold teams, all_sides. rewrite two_sides. now destruct (sides r). Qed.

Lemma team_of_one : forall t side, team_points r t [side] = end_points r t side.
Proof. intros t side. unfold team_points. simpl. lia. Qed.

Lemma swept_spec : forall t side, side < 2 -> swept r t [side] = (tricks_of t (1 - side) =? 0).
Proof.
  intros t side L. unfold swept, all_sides, tricks_of. rewrite two_sides. destruct side as [|[|side]]; [..|lia]; simpl;
    now destruct (nth _ (tricks t) 0).
Qed.

Lemma leader_is : forall t, side_of r (leader t) = 0 \/ side_of r (leader t) = 1.
Proof.
  intros t. assert (B : side_of r (leader t) < 2) by (unfold side_of; rewrite two_sides; now apply Nat.mod_upper_bound). lia.
Qed.

(** Who wins, in terms of both sides. *)
Lemma winners_spec : forall t, winners r t =
  if Nat.max (end_points r t 0) (end_points r t 1) <? wins_from r then []
  else if end_points r t 1 <? end_points r t 0 then [0]
  else if end_points r t 0 <? end_points r t 1 then [1]
  else match tie r with TieLastTrick => [side_of r (leader t)] | TieShared => [0; 1] | TieDraw => [] end.
Proof.
  intros t. unfold winners, winning_teams. replace (forfeit r t) with (@None nat)
    by (unfold forfeit; rewrite last_card_loses_nothing; now destruct (last_played t) as [[seat c]|]).
  rewrite teams_are_sides. unfold all_sides. rewrite two_sides. cbn [map filter]. rewrite !team_of_one.
  cbn [list_max fold_right]. rewrite Nat.max_0_r. set (a := end_points r t 0). set (b := end_points r t 1).
  destruct (Nat.max a b <? wins_from r); [reflexivity|].
  destruct (Nat.ltb_spec b a) as [L|L]; [|destruct (Nat.ltb_spec a b) as [L'|L']].
  - rewrite (proj2 (Nat.eqb_eq a (Nat.max a b))), (proj2 (Nat.eqb_neq b (Nat.max a b))) by lia. reflexivity.
  - rewrite (proj2 (Nat.eqb_neq a (Nat.max a b))), (proj2 (Nat.eqb_eq b (Nat.max a b))) by lia. reflexivity.
  - rewrite (proj2 (Nat.eqb_eq a (Nat.max a b))), (proj2 (Nat.eqb_eq b (Nat.max a b))) by lia.
    cbn [length Nat.leb]. destruct (tie r); [|reflexivity..]. destruct (leader_is t) as [-> | ->]; reflexivity.
Qed.

(** What winners score by a table, and who scores it. *)
Definition row_of (t : table) (side : nat) : nat :=
  row_for (scoring r) (end_points r t side) (points r t side) (tricks_of t (1 - side) =? 0).

Lemma scores_spec : forall t, score r = ByTable -> scores r t =
  let wins side := among side (winners r t) in
  if wins 0 then [row_of t 0; if wins 1 then row_of t 0 else 0] else if wins 1 then [0; row_of t 1] else [0; 0].
Proof.
  intros t E. unfold scores, row_of. rewrite E, teams_are_sides. unfold all_sides. rewrite two_sides. cbn [filter existsb map seq].
  destruct (among 0 (winners r t)) eqn:W0, (among 1 (winners r t)) eqn:W1; cbn [orb map]; rewrite ?W0, ?W1; try reflexivity.
  all: rewrite team_of_one, swept_spec by lia; cbn [list_sum fold_right]; now rewrite Nat.add_0_r.
Qed.

Variable whole : nat.
Variables t u : table.
Hypothesis end_t : settled whole t.
Hypothesis end_u : settled whole u.
Hypothesis no_better : place whole t <= place whole u.

Lemma place_tells :
  (end_points r t 0 < end_points r u 0
    \/ end_points r t 0 = end_points r u 0 /\ (side_of r (leader t) = 0 -> side_of r (leader u) = 0))
  /\ (tricks_of t 1 = 0 -> tricks_of u 1 = 0) /\ (tricks_of u 0 = 0 -> tricks_of t 0 = 0).
Proof.
  destruct end_t as [A B], end_u as [C D]. unfold place in no_better.
  pose proof (B 0 ltac:(lia)). pose proof (B 1 ltac:(lia)). pose proof (D 0 ltac:(lia)). pose proof (D 1 ltac:(lia)).
  destruct (Nat.eqb_spec (tricks_of t 0) 0), (Nat.eqb_spec (tricks_of u 0) 0); try lia;
    destruct (Nat.eqb_spec (tricks_of t 1) 0), (Nat.eqb_spec (tricks_of u 1) 0); try lia;
    destruct (Nat.eqb_spec (side_of r (leader t)) 0), (Nat.eqb_spec (side_of r (leader u)) 0); lia.
Qed.

(** Who has more points at both ends, who has enough, and if nobody, who took the last trick. *)
Ltac cases_of_ends :=
  match goal with P : _ \/ _ |- _ => destruct P as [L|[Q L]] end;
  destruct (Nat.ltb_spec (end_points r t 1) (end_points r t 0)), (Nat.ltb_spec (end_points r u 1) (end_points r u 0)); try lia;
  destruct (Nat.ltb_spec (end_points r t 0) (end_points r t 1)), (Nat.ltb_spec (end_points r u 0) (end_points r u 1)); try lia;
  destruct (Nat.ltb_spec (Nat.max (end_points r t 0) (end_points r t 1)) (wins_from r)),
    (Nat.ltb_spec (Nat.max (end_points r u 0) (end_points r u 1)) (wins_from r)); try lia; cbn; try lia;
  destruct (tie r); cbn; try lia; destruct (leader_is t) as [E0|E0], (leader_is u) as [E1|E1]; rewrite ?E0, ?E1 in *; cbn in *; lia.

(** A better end is never worth less: in points, *)
Theorem points_rise : (number_of r Points t <= number_of r Points u)%Z.
Proof.
  unfold number_of, measured, all_points, all_sides. rewrite two_sides. cbn [map seq nth]. destruct place_tells as [[L|[L _]] _]; lia.
Qed.

(** in who wins the deal, *)
Theorem winning_rises : (number_of r Deal t <= number_of r Deal u)%Z.
Proof.
  unfold number_of, measured. rewrite !winners_spec. destruct place_tells as [P _]. destruct end_t as [A _], end_u as [C _]. cases_of_ends.
Qed.

(** and in game points, by a table in which more points never score less. *)
Theorem game_points_rise : score r = ByTable -> rising_rows (scoring r) whole = true ->
  (number_of r GamePoints t <= number_of r GamePoints u)%Z.
Proof.
  intros E R. unfold number_of, measured. rewrite !scores_spec by exact E. destruct place_tells as [P [S0 S1]].
  destruct end_t as [A _], end_u as [C _].
  assert (R0 : row_of t 0 <= row_of u 0).
  { apply rows_rise with whole; [exact R|lia|lia|]. rewrite !Nat.eqb_eq. exact S0. }
  assert (R1 : row_of u 1 <= row_of t 1).
  { apply rows_rise with whole; [exact R|lia|lia|]. rewrite !Nat.eqb_eq. exact S1. }
  rewrite !winners_spec. cases_of_ends.
Qed.

End Outcomes.

(** *** Every end of a deal is such an end *)

Section Settled.
Variable r : rules.
Hypothesis some_players : 0 < players r.

(** What play keeps: who has no trick has no card, and who leads has one, once there is one. *)
Definition with_tricks (t : table) : Prop :=
  List.length (tricks t) = side_count r /\ (forall side, nth side (given t) 0 = 0)
  /\ (forall side, tricks_of t side = 0 -> nth side (taken t) [] = [])
  /\ (tricks_of t (side_of r (leader t)) = 0 -> forall side, tricks_of t side = 0).

Lemma take_with_tricks : forall t winner, proper r t -> with_tricks t -> with_tricks (take r t winner).
Proof.
  intros t winner [_ S] [L [G [N _]]]. unfold with_tricks, tricks_of, take in *. destruct (draw_equally _ _ _ _) as [hs rest].
  cbn [tricks given taken leader]. pose proof (side_below r some_players winner) as B. rewrite with_part_length.
  split; [exact L|]. split; [exact G|]. split.
  - intros side Z. rewrite with_part_nth in * by (rewrite ?S, ?L; exact B). destruct (side =? _); [discriminate|now apply N].
  - intros Z. rewrite with_part_nth, Nat.eqb_refl in Z by (rewrite L; exact B). discriminate.
Qed.

Lemma step_keeps_with_tricks : forall t a t', well r t -> with_tricks t -> step r t a t' -> with_tricks t'.
Proof.
  apply (step_keeps r some_players); [|intros; now apply take_with_tricks]. intros t u E. unfold with_tricks, tricks_of.
  injection E as <- <- <- <-. easy.
Qed.

Lemma dealt_with_tricks : forall dealer deck, with_tricks (dealt r dealer deck).
Proof.
  intros dealer deck. unfold with_tricks, tricks_of, dealt. destruct (share_out _ _ _). cbn [tricks given taken leader].
  rewrite repeat_length. split; [reflexivity|]. split; [intros; apply nth_of_zeros|]. split; [|intros _ side; apply nth_of_zeros].
  intros side _. destruct (nth_in_or_default side (repeat (@nil card) (side_count r)) []) as [I|E]; [now apply repeat_spec in I|exact E].
Qed.

Variables (dealer : nat) (deck : list card) (t : table).
Hypothesis some_cards : deck <> [].
Hypothesis two_sides : side_count r = 2.
Hypothesis played : plays r (dealt r dealer deck) t.
Hypothesis is_over : over r t = true.
Hypothesis nothing_left : talon t = [].

Lemma end_with_tricks : with_tricks t.
Proof.
  refine (play_keeps r some_players with_tricks step_keeps_with_tricks _ t _ (dealt_with_tricks dealer deck) played).
  apply (dealt_cards r some_players dealer deck).
Qed.

Lemma every_end_is_settled : settled r (total (values r) deck + last_trick_points r) t.
Proof.
  destruct (dealt_cards r some_players dealer deck) as [Q W]. destruct (play_keeps_cards r some_players _ t W played) as [Q' [[_ S] _]].
  pose proof (total_of_a_finished_deal r some_players dealer deck t played is_over) as T. rewrite nothing_left, Nat.add_0_r in T.
  pose proof (end_points_of_all r some_players t) as A. unfold all_sides in A. rewrite two_sides in A, S. cbn [map seq] in A.
  destruct end_with_tricks as [_ [G [N F]]]. split; [simpl in A; lia|]. intros side L Z.
  assert (B : side_of r (leader t) < 2) by (unfold side_of; rewrite two_sides; now apply Nat.mod_upper_bound).
  assert (O : side_of r (leader t) <> side).
  { intros E. apply some_cards. destruct (over_cards r t is_over) as [H [K _]]. rewrite Q in Q'. unfold cards in Q'.
    rewrite H, K, nothing_left in Q'. rewrite <- E in Z. pose proof (N 0 (F Z 0)). pose proof (N 1 (F Z 1)).
    destruct (taken t) as [|a [|b [|? ?]]]; try discriminate. cbn [nth] in *. subst. apply Permutation_nil. now symmetry. }
  split; [|lia]. unfold end_points, points. rewrite (N side Z), G, (proj2 (Nat.eqb_neq side _)) by congruence. reflexivity.
Qed.

Lemma points_in_units : forall unit, unit <> 0 -> forallb (fun value => snd value mod unit =? 0) (values r) = true ->
  forall side, points r t side mod unit = 0.
Proof.
  intros unit U H side. destruct end_with_tricks as [_ [G _]]. unfold points. rewrite G, Nat.add_0_r. unfold total.
  induction (nth side (taken t) []) as [|c cards IH]; [now apply Nat.mod_0_l|].
  simpl. rewrite Nat.add_mod, IH, Nat.add_0_r, Nat.mod_mod by exact U.
  unfold card_points. destruct (find _ (values r)) as [value|] eqn:V; [|now apply Nat.mod_0_l].
  apply find_some in V as [I _]. rewrite forallb_forall in H. now apply Nat.eqb_eq, H.
Qed.

End Settled.

(** *** One row of the table applies *)

(** Whether exactly one does for whatever winners can have: card points in such units, with or without those for the last trick, at least
    half of all, or more where equal points are a draw; and all of them with every trick. *)
Definition one_row_each (r : rules) (unit whole : nat) : bool :=
  forallb (fun cards => forallb (fun last => forallb (fun every_trick =>
    negb (cards mod unit =? 0) || (whole <? cards + last) || (2 * (cards + last) <? whole)
    || (match tie r with TieDraw => 2 * (cards + last) =? whole | _ => false end) || every_trick && negb (cards + last =? whole)
    || (List.length (filter (applies (cards + last) cards every_trick) (scoring r)) =? 1))
    [true; false]) [0; last_trick_points r]) (seq 0 (S whole)).

Theorem one_row_applies : forall r unit whole t side, side_count r = 2 -> sides r <> Lone -> last_card_loses r = None ->
  one_row_each r unit whole = true -> settled r whole t -> points r t side mod unit = 0 -> In side (winners r t) ->
  exists row, filter (applies (end_points r t side) (points r t side) (swept r t [side])) (scoring r) = [row].
Proof.
  intros r unit whole t side T F X H [A B] U I. rewrite (winners_spec r T F X) in I. pose proof (leader_is r T t) as V.
  assert (K : side < 2 /\ 2 * end_points r t side >= whole /\ (tie r = TieDraw -> 2 * end_points r t side <> whole)).
  { destruct (_ <? wins_from r); [easy|]. destruct (Nat.ltb_spec (end_points r t 1) (end_points r t 0)) as [L|L]; [|
      destruct (Nat.ltb_spec (end_points r t 0) (end_points r t 1)) as [M|M]; [|assert (J : side < 2 /\ tie r <> TieDraw)]].
    - destruct I as [<-|[]]. lia.
    - destruct I as [<-|[]]. lia.
    - destruct (tie r); [destruct I as [<-|[]]; split; [lia|discriminate]|easy|destruct I as [<-|[<-|[]]]; split; (lia || discriminate)].
    - destruct J as [K N]. split; [exact K|]. split; [|now intros]. destruct side as [|[|side]]; lia. }
  destruct K as [L [G D]]. rewrite (swept_spec r T) by exact L. unfold one_row_each in H. rewrite forallb_forall in H.
  assert (W : tricks_of t (1 - side) = 0 -> end_points r t side = whole).
  { intros Z. destruct (B (1 - side) ltac:(lia) Z) as [Y _]. destruct side as [|[|side]]; [| |lia]; simpl in Y; lia. }
  assert (E : end_points r t side <= whole) by (destruct side as [|[|side]]; [| |lia]; lia).
  specialize (H (points r t side) ltac:(apply in_seq; unfold end_points in *; lia)). rewrite forallb_forall in H.
  specialize (H (if side =? side_of r (leader t) then last_trick_points r else 0) ltac:(destruct (side =? _); simpl; auto)).
  rewrite forallb_forall in H. specialize (H (tricks_of t (1 - side) =? 0) ltac:(destruct (tricks_of t (1 - side)); simpl; auto)).
  fold (end_points r t side) in H. rewrite U in H. cbn [Nat.eqb negb orb] in H.
  rewrite (proj2 (Nat.ltb_ge _ _) E), (proj2 (Nat.ltb_ge _ _) G) in H. cbn [orb] in H.
  rewrite !orb_true_iff in H. destruct H as [[H|H]|H].
  - destruct (tie r); try discriminate. apply Nat.eqb_eq in H. now destruct D.
  - apply andb_true_iff in H as [Z N]. apply Nat.eqb_eq, W in Z. rewrite Z, Nat.eqb_refl in N. discriminate.
  - apply Nat.eqb_eq in H. destruct (filter _ (scoring r)) as [|row [|? ?]]; try discriminate. now exists row.
Qed.

(** *** Of the shipped games *)

(** Two sides that stay the same, all cards drawn, no last card that loses; and where winners score by a table, more never score less,
    and one row applies whatever they have. *)
Definition plain_ends (r : rules) : bool :=
  (side_count r =? 2) && (List.length (pack r) mod players r =? 0)
  && match sides r, last_card_loses r, leftover r with Lone, _, _ | _, Some _, _ | _, _, LastTrick => false | _, _, _ => true end.

Definition plain_table (r : rules) : bool :=
  let unit := fold_right Nat.gcd 0 (map snd (values r)) in
  let whole := total (values r) (pack r) + last_trick_points r in
  match score r with
  | ByTable => negb (unit =? 0) && forallb (fun value => snd value mod unit =? 0) (values r)
      && rising_rows (scoring r) whole && one_row_each r unit whole
  | ByPoints => true
  end.

(** So are all but those of three players, in which not two sides play, and Hola for six, in which cards are left over. *)
Theorem plain_games : map (fun game => (fst game, players (snd game))) (filter (fun game => negb (plain_ends (snd game))) shipped)
  = [("sedma-three", 3); ("septica", 3); ("hola", 3); ("hola", 6)]%string.
Proof. vm_compute. reflexivity. Qed.

Lemma plain_spec : forall name r, In (name, r) shipped -> plain_ends r = true ->
  (0 < players r /\ pack r <> [] /\ plain_table r = true) /\ side_count r = 2 /\ List.length (pack r) mod players r = 0
  /\ sides r <> Lone /\ last_card_loses r = None /\ leftover r <> LastTrick.
Proof.
  assert (H : forallb (fun game => (0 <? players (snd game)) && negb (is_empty (pack (snd game)))
    && (negb (plain_ends (snd game)) || plain_table (snd game))) shipped = true) by (vm_compute; reflexivity).
  intros name r I E. rewrite forallb_forall in H. specialize (H (name, r) I). cbn [snd] in H. rewrite E, !andb_true_iff, Nat.ltb_lt in H.
  destruct H as [[P N] T]. split; [repeat split; [exact P|now intros Z; rewrite Z in N|exact T]|].
  unfold plain_ends in E. rewrite !andb_true_iff, !Nat.eqb_eq in E. destruct E as [[S D] E].
  destruct (sides r), (last_card_loses r), (leftover r); try discriminate; repeat split; (assumption || discriminate).
Qed.

Section Shipped.
Variables (name : string) (r : rules).
Hypothesis is_shipped : In (name, r) shipped.
Hypothesis is_plain : plain_ends r = true.

Definition ended (t : table) : Prop :=
  exists dealer deck, Permutation deck (pack r) /\ plays r (dealt r dealer deck) t /\ over r t = true.

Lemma shipped_settled : forall t, ended t -> settled r (total (values r) (pack r) + last_trick_points r) t
  /\ forall unit, unit <> 0 -> forallb (fun value => snd value mod unit =? 0) (values r) = true ->
     forall side, points r t side mod unit = 0.
Proof.
  intros t [dealer [deck [P [H O]]]]. destruct (plain_spec name r is_shipped is_plain) as [[A [C _]] [S [D [_ [_ L]]]]].
  assert (N : deck <> []) by (intros ->; now apply C, Permutation_nil).
  assert (T : talon t = []).
  { apply length_zero_iff_nil. rewrite (what_nobody_drew r A L dealer deck t H O), (Permutation_length P). exact D. }
  rewrite <- (total_perm (values r) deck (pack r) P). split; [now apply every_end_is_settled with dealer|].
  intros unit U V. exact (points_in_units r A dealer deck t H unit U V).
Qed.

(** For whoever wins a deal by a table, exactly one row applies, and says what is scored. *)
Theorem shipped_rows : forall t side, ended t -> score r = ByTable -> In side (winners r t) ->
  exists row, filter (applies (end_points r t side) (points r t side) (swept r t [side])) (scoring r) = [row].
Proof.
  intros t side E B I. destruct (shipped_settled t E) as [W U].
  destruct (plain_spec name r is_shipped is_plain) as [[_ [_ T]] [S [_ [F [X _]]]]].
  unfold plain_table in T. rewrite B, !andb_true_iff, negb_true_iff, Nat.eqb_neq in T. destruct T as [[[N V] _] O].
  exact (one_row_applies r _ _ t side S F X O W (U _ N V side) I).
Qed.

(** Of two ends of a deal the better one is never worth less: in points, in who wins, and in game points by a table. *)
Theorem shipped_rise : forall m t u, ended t -> ended u ->
  place r (total (values r) (pack r) + last_trick_points r) t <= place r (total (values r) (pack r) + last_trick_points r) u ->
  (m = GamePoints -> score r = ByTable) ->
  (number_of r m t <= number_of r m u)%Z.
Proof.
  intros m t u E F B G. destruct (shipped_settled t E) as [W _], (shipped_settled u F) as [V _].
  destruct (plain_spec name r is_shipped is_plain) as [[_ [_ T]] [S [_ [L [X _]]]]].
  pose (whole := total (values r) (pack r) + last_trick_points r). destruct m.
  - now apply points_rise with whole.
  - now apply winning_rises with whole.
  - specialize (G eq_refl). apply game_points_rise with whole; try assumption. unfold plain_table in T.
    rewrite G, !andb_true_iff in T. apply T.
Qed.

End Shipped.
