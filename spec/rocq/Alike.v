(** Do suits make a difference, or the order in which a hand is held?

    None, but for a lone card: from two tables that are alike the same can be done, which leads to tables that are alike again, and one
    side can be sure of the same. Clauses: ZS-CARDS-2, ZS-PLAY-4, SL-LONE-3, SL-LONE-4. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress Values.
Import ListNotations.

Section Alike.
Variable r : rules.
Hypothesis some_players : 0 < players r.

(** What is of interest of a card: its rank, and whether it is the lone card. *)
Definition kind (c : card) : nat * bool :=
  (rank c, match lone_card r with Some alone => same_card c alone | None => false end).

Definition same_hand (a b : list card) : Prop := Permutation (map kind a) (map kind b).

Definition kind_played (played : nat * card) : nat * (nat * bool) := (fst played, kind (snd played)).

(** All that bears of a trick on what is still to come: how many cards it has, which rank has to be matched, who is winning, whether only
    wild cards match; where four equal ranks burn, all ranks; where one may spice, the card that is winning; where somebody plays alone,
    all cards. *)
Record same_trick (a b : list card) : Prop := SameTrick {
  trick_length : length a = length b;
  trick_lead : rank_led r (card_at a (deciding_lead r a)) = rank_led r (card_at b (deciding_lead r b));
  trick_best : best_place r a = best_place r b;
  trick_trumped : trumped r a (length a) = trumped r b (length b);
  trick_ranks : four_resets r = true -> map rank a = map rank b;
  trick_winner : spice r = true -> kind (card_at a (best_place r a)) = kind (card_at b (best_place r b));
  trick_lone : sides r = Lone -> map kind a = map kind b }.

(** The latest leads, as many as are allowed in a row. *)
Definition latest (l : list nat) : list nat := skipn (length l - lead_limit r) l.

(** The last card of a trick. *)
Definition last_card (cards : list card) : card := card_at cards (length cards - 1).

(** Two tables from which play goes on alike, and which have as many points in the trick. Leads are remembered where they are limited. *)
Record onward (t u : table) : Prop := Onward {
  ahead_hands : Forall2 same_hand (hands t) (hands u);
  ahead_talon : map kind (talon t) = map kind (talon u);
  ahead_leader : leader t = leader u;
  ahead_trick : same_trick (trick t) (trick u);
  ahead_worth : total (values r) (trick t) = total (values r) (trick u);
  ahead_drawn : option_map kind (drawn t) = option_map kind (drawn u);
  ahead_spiced : drawn t <> None -> kind (card_at (trick t) (best_place r (trick t))) = kind (card_at (trick u) (best_place r (trick u)));
  ahead_leads : 0 < lead_limit r -> latest (leads t) = latest (leads u) }.

(** The last card bears on it as well, where the leader is asked after it whether he goes on, and nobody has anything left. *)
Definition same_last (t u : table) : Prop := kind (last_card (trick t)) = kind (last_card (trick u)).
Definition ahead (t u : table) : Prop :=
  onward t u /\ (asked r t = true -> all_played r (hands t) (talon t) = true -> same_last t u).

(** *** What depends on kinds alone *)

Lemma kind_rank : forall a b, kind a = kind b -> rank a = rank b.
Proof. intros a b E. now injection E. Qed.

Lemma kind_counted : forall other a b, kind a = kind b -> counted_as r other a = counted_as r other b.
Proof.
  intros other a b E. assert (R := f_equal fst E). assert (S := f_equal snd E). unfold counted_as. cbn in R, S.
  destruct (lone_card r), other; rewrite ?S, R; reflexivity.
Qed.

Lemma kinds_length : forall a b, map kind a = map kind b -> length a = length b.
Proof. intros a b E. now rewrite <- (map_length kind a), E, map_length. Qed.

Lemma kinds_empty : forall a b, map kind a = map kind b -> is_empty a = is_empty b.
Proof. intros [|x a] [|y b] E; [reflexivity|discriminate..|reflexivity]. Qed.

Lemma kinds_firstn : forall n a b, map kind a = map kind b -> map kind (firstn n a) = map kind (firstn n b).
Proof. intros n a b E. now rewrite <- !firstn_map, E. Qed.

Lemma kinds_skipn : forall n a b, map kind a = map kind b -> map kind (skipn n a) = map kind (skipn n b).
Proof. intros n a b E. now rewrite <- !skipn_map, E. Qed.

Lemma same_hand_in : forall a b c, same_hand a b -> In c a -> exists e, In e b /\ kind e = kind c.
Proof.
  intros a b c P I. apply (in_map kind) in I. apply (Permutation_in _ P) in I. apply in_map_iff in I as [e [E I]]. eauto.
Qed.

Lemma same_hand_exists : forall (f g : card -> bool) a b, (forall x y, kind x = kind y -> f x = g y) -> same_hand a b ->
  existsb f a = existsb g b.
Proof.
  intros f g a b H P. apply eq_true_iff_eq. rewrite !existsb_exists. split; intros [c [I F]].
  - destruct (same_hand_in a b c P I) as [e [J E]]. exists e. split; [exact J|]. now rewrite <- (H c e (eq_sym E)).
  - destruct (same_hand_in b a c (Permutation_sym P) I) as [e [J E]]. exists e. split; [exact J|]. now rewrite (H e c E).
Qed.

Lemma same_hand_length : forall a b, same_hand a b -> length a = length b.
Proof. intros a b P. apply Permutation_length in P. now rewrite !map_length in P. Qed.

Lemma same_hand_without : forall a b c e, same_hand a b -> In c a -> In e b -> kind c = kind e -> same_hand (without c a) (without e b).
Proof.
  intros a b c e P I J E. unfold same_hand in *.
  rewrite (Permutation_map kind (without_perm c a I)), (Permutation_map kind (without_perm e b J)) in P.
  simpl in P. rewrite E in P. now apply Permutation_cons_inv in P.
Qed.

Lemma hands_at : forall t u seat, Forall2 same_hand t u -> same_hand (nth seat t []) (nth seat u []).
Proof. intros t u seat F. revert seat. induction F as [|a b t u P F IH]; intros [|seat]; simpl; auto; apply Permutation_refl. Qed.

Lemma hands_with : forall t u seat a b, Forall2 same_hand t u -> same_hand a b ->
  Forall2 same_hand (with_part seat a t) (with_part seat b u).
Proof.
  intros t u seat a b F P. revert seat. induction F as [|x y t u Q F IH]; intros [|seat]; simpl; constructor; auto.
Qed.

Lemma map_with_part : forall (A B : Type) (f : A -> B) l place x, map f (with_part place x l) = with_part place (f x) (map f l).
Proof. induction l as [|y l IH]; intros [|place] x; simpl; [reflexivity..|now rewrite IH]. Qed.

(** *** Tricks *)

Lemma same_trick_refl : forall a, same_trick a a.
Proof. now constructor. Qed.

Lemma alike_empty : forall (A B : Type) (a : list A) (b : list B), length a = length b -> is_empty a = is_empty b.
Proof. intros A B [|x a] [|y b] E; [reflexivity|discriminate..|reflexivity]. Qed.

Lemma alike_matches : forall a b c e, same_trick a b -> kind c = kind e ->
  matches r a c (deciding_lead r a) (length a) = matches r b e (deciding_lead r b) (length b).
Proof.
  intros a b c e T K. unfold matches, rank_played. now rewrite (kind_counted _ _ _ K), (trick_lead a b T), (trick_trumped a b T).
Qed.

(** With a card more, a trick is decided by what it was and by that card. *)
Lemma next_lead : forall a c, deciding_lead r (a ++ [c]) =
  match to_match r with FirstLead => 0 | NewestLead => if length a mod players r =? 0 then length a else deciding_lead r a end.
Proof.
  intros a c. unfold deciding_lead. destruct (to_match r); [reflexivity|]. rewrite app_length. simpl length.
  replace (length a + 1 - 1) with (length a) by lia. pose proof (Nat.div_mod_eq (length a) (players r)) as D.
  destruct (Nat.eqb_spec (length a mod players r) 0) as [Z|Z]; [lia|]. f_equal.
  apply (Nat.div_unique _ _ _ (length a mod players r - 1)); [pose proof (Nat.mod_upper_bound (length a) (players r)); lia|lia].
Qed.

Lemma lead_below : forall a, a <> [] -> deciding_lead r a < length a.
Proof. intros. now apply deciding_lead_below. Qed.

Lemma card_at_next : forall a c place, card_at (a ++ [c]) place = if place =? length a then c else card_at a place.
Proof.
  intros a c place. unfold card_at. destruct (Nat.eqb_spec place (length a)) as [->|N]; [now rewrite app_nth2, Nat.sub_diag by lia|].
  destruct (Nat.lt_ge_cases place (length a)) as [L|L]; [now apply app_nth1|]. rewrite !nth_overflow; [reflexivity|lia|rewrite app_length; simpl; lia].
Qed.

Lemma trumped_next : forall a c place, place <= length a -> trumped r (a ++ [c]) place = trumped r a place.
Proof.
  intros a c place L. unfold trumped. rewrite firstn_app. replace (place - length a) with 0 by lia. now rewrite app_nil_r.
Qed.

(** Whether the trick begins anew with the next card, which has to be matched then. *)
Definition new_lead (a : list card) : bool :=
  is_empty a || match to_match r with FirstLead => false | NewestLead => length a mod players r =? 0 end.

Lemma new_lead_next : forall a c, deciding_lead r (a ++ [c]) = if new_lead a then length a else deciding_lead r a.
Proof.
  intros a c. rewrite next_lead. unfold new_lead. destruct a as [|x a]; [|simpl is_empty; cbn [orb]].
  - destruct (to_match r); [reflexivity|]. simpl length. now rewrite Nat.mod_0_l by lia.
  - destruct (to_match r) eqn:M; [|reflexivity]. unfold deciding_lead. now rewrite M.
Qed.

Lemma best_place_next : forall a c, best_place r (a ++ [c]) =
  if new_lead a then length a
  else if matches r a c (deciding_lead r a) (length a)
          && match taken_by r with LastMatch => true | FirstMatch => best_place r a =? deciding_lead r a end
       then length a else best_place r a.
Proof.
  intros a c. unfold best_place, matching. rewrite new_lead_next, app_length. simpl length. destruct (new_lead a) eqn:N.
  { replace (length a + 1 - (length a + 1)) with 0 by lia. now destruct (taken_by r). }
  assert (E : a <> []) by (intros ->; discriminate). pose proof (lead_below a E) as L. set (lead := deciding_lead r a) in *.
  replace (length a + 1 - (lead + 1)) with (length a - (lead + 1) + 1) by lia. rewrite seq_app, filter_app.
  replace (lead + 1 + (length a - (lead + 1))) with (length a) by lia.
  assert (M : forall place x, place <= length a -> matches r (a ++ [c]) x lead place = matches r a x lead place).
  { intros place x B. unfold matches. rewrite (trumped_next a c place B), card_at_next. now destruct (Nat.eqb_spec lead (length a)); [lia|]. }
  rewrite (filter_ext_in _ (fun place => matches r a (card_at a place) lead place) (seq (lead + 1) (length a - (lead + 1)))).
  2: { intros place I. apply in_seq in I. rewrite M by lia. rewrite card_at_next. now destruct (Nat.eqb_spec place (length a)); [lia|]. }
  simpl filter. rewrite M, card_at_next, Nat.eqb_refl by lia.
  set (before := filter _ (seq (lead + 1) (length a - (lead + 1)))).
  assert (B : forall place, In place before -> lead < place) by (intros place I; apply filter_In in I as [I _]; apply in_seq in I; lia).
  destruct (matches r a c lead (length a)); cbn [andb]; [|now rewrite app_nil_r].
  destruct (taken_by r); [now rewrite last_last|]. destruct before as [|place before]; simpl; [now rewrite Nat.eqb_refl|].
  specialize (B place (or_introl eq_refl)). destruct (Nat.eqb_spec place lead); [lia|reflexivity].
Qed.

Lemma trumped_all_next : forall a c, trumped r (a ++ [c]) (length (a ++ [c])) =
  trumped r a (length a) || match wild_role r, a with Trump, [] => is_wild r (rank_led r c) | Trump, _ => is_wild r (rank_played r c) | _, _ => false end.
Proof.
  intros a c. unfold trumped. rewrite !firstn_all. destruct (wild_role r); [reflexivity|]. destruct a as [|x a]; [simpl; apply orb_false_r|].
  cbn [app]. cbv iota beta. rewrite existsb_app. cbn [existsb]. now rewrite orb_false_r, orb_assoc.
Qed.

Lemma same_trick_next : forall a b c e, same_trick a b -> kind c = kind e -> same_trick (a ++ [c]) (b ++ [e]).
Proof.
  intros a b c e T K. pose proof (trick_length a b T) as L. assert (P : is_empty a = is_empty b) by now apply alike_empty.
  assert (N : new_lead a = new_lead b) by (unfold new_lead; now rewrite P, L).
  assert (Q : deciding_lead r a = deciding_lead r b) by (unfold deciding_lead; now rewrite L).
  assert (B : best_place r (a ++ [c]) = best_place r (b ++ [e])).
  { rewrite !best_place_next. now rewrite N, (alike_matches a b c e T K), (trick_best a b T), Q, L. }
  constructor.
  - rewrite !app_length. simpl. now rewrite L.
  - rewrite !new_lead_next, N, !card_at_next, L. destruct (new_lead b) eqn:E; [rewrite Nat.eqb_refl; unfold rank_led; now apply kind_counted|].
    rewrite <- Q. destruct (Nat.eqb_spec (deciding_lead r a) (length b)); [unfold rank_led; now apply kind_counted|].
    rewrite Q at 2. apply T.
  - exact B.
  - rewrite !trumped_all_next, (trick_trumped a b T). f_equal. unfold rank_led, rank_played. rewrite !(kind_counted _ c e K).
    destruct (wild_role r), a, b; try discriminate; reflexivity.
  - intros F. rewrite !map_app, (trick_ranks a b T F). simpl. now rewrite (kind_rank c e K).
  - intros S. rewrite B, !card_at_next, L. destruct (Nat.eqb_spec (best_place r (b ++ [e])) (length b)) as [X|X]; [exact K|].
    assert (G : forall l x, best_place r (l ++ [x]) <> length l -> best_place r (l ++ [x]) = best_place r l).
    { intros l x Y. rewrite best_place_next in Y |- *. destruct (new_lead l); [now destruct Y|]. destruct (_ && _); [now destruct Y|reflexivity]. }
    rewrite (G b e X) at 2. rewrite <- B, (G a c) by (rewrite B, L; exact X). now apply T.
  - intros S. rewrite !map_app, (trick_lone a b T S). cbn [map]. now rewrite K.
Qed.

Lemma alike_four : forall a b, map rank a = map rank b -> four_of_a_rank a = four_of_a_rank b.
Proof.
  assert (H : forall n a b, length a <= n -> map rank a = map rank b -> four_of_a_rank a = four_of_a_rank b).
  { induction n as [|n IH]; intros a b L E.
    - destruct a; [|simpl in L; lia]. destruct b; [reflexivity|discriminate].
    - destruct a as [|a1 [|a2 [|a3 [|a4 a]]]], b as [|b1 [|b2 [|b3 [|b4 b]]]]; try discriminate; try reflexivity.
      injection E as E1 E2 E3 E4 E. simpl. rewrite E1, E2, E3, E4. f_equal. apply IH; [simpl in L; lia|exact E]. }
  intros a b. now apply (H (length a)).
Qed.

Lemma alike_place_of : forall alone a b, lone_card r = Some alone -> map kind a = map kind b -> place_of alone a = place_of alone b.
Proof.
  intros alone a b L. revert b. induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|].
  injection E as _ S E. rewrite L in S. simpl. rewrite (IH b E).
  assert (C : forall c d, same_card c d = same_card d c)
    by (intros c d; unfold same_card; now rewrite (Nat.eqb_sym (rank c)), (Nat.eqb_sym (suit c))).
  now rewrite (C alone x), (C alone y), S.
Qed.

(** *** Drawing *)

Lemma alike_share_out : forall ps hs gs x y, Forall2 same_hand hs gs -> map kind x = map kind y ->
  Forall2 same_hand (fst (share_out ps hs x)) (fst (share_out ps gs y)) /\
  map kind (snd (share_out ps hs x)) = map kind (snd (share_out ps gs y)).
Proof.
  induction ps as [|[seat count] more IH]; intros hs gs x y F E; simpl; [now split|].
  apply IH; [|now apply kinds_skipn]. apply hands_with; [exact F|]. unfold same_hand. rewrite !map_app, (kinds_firstn count x y E).
  apply Permutation_app_tail. exact (hands_at hs gs seat F).
Qed.

Lemma alike_due : forall hs gs x y, Forall2 same_hand hs gs -> map kind x = map kind y -> due r hs x = due r gs y.
Proof.
  intros hs gs x y F E. unfold due. rewrite (kinds_length x y E).
  assert (L : map (fun cards => hand r - length cards) hs = map (fun cards => hand r - length cards) gs); [|now rewrite L].
  induction F as [|a b hs gs P F IH]; [reflexivity|]. simpl. now rewrite (same_hand_length a b P), IH.
Qed.

Lemma alike_all_played : forall hs gs x y, Forall2 same_hand hs gs -> map kind x = map kind y -> all_played r hs x = all_played r gs y.
Proof.
  intros hs gs x y F E. unfold all_played. rewrite (kinds_length x y E). f_equal. clear E.
  induction F as [|a b hs gs P F IH]; [reflexivity|]. simpl. rewrite IH. f_equal. apply same_hand_length in P.
  destruct a, b; simpl in *; congruence.
Qed.

(** Who draws has no fewer cards than before. *)
Lemma share_out_more : forall ps hs rest seat, length (nth seat hs []) <= length (nth seat (fst (share_out ps hs rest)) []).
Proof.
  induction ps as [|[other count] more IH]; intros hs rest seat; simpl; [lia|]. etransitivity; [|apply IH].
  destruct (Nat.lt_ge_cases other (length hs)) as [L|L].
  - rewrite with_part_nth by exact L. destruct (Nat.eqb_spec seat other) as [->|]; [rewrite app_length; lia|lia].
  - assert (N : forall (l : list (list card)) place part, length l <= place -> with_part place part l = l)
      by (induction l as [|x l IL]; intros [|place] part G; simpl in *; [reflexivity..|lia|now rewrite IL by lia]).
    now rewrite N.
Qed.

(** When all is played after a trick is taken, nobody had any card left. *)
Lemma nothing_left : forall t winner, length (hands t) = players r -> over r (take r t winner) = true ->
  all_played r (hands t) (talon t) = true.
Proof.
  intros t winner H O. unfold over in O. rewrite take_trick in O. cbn [is_empty andb] in O. unfold take, draw_equally in O.
  pose proof (share_out_cards (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as P.
  pose proof (share_out_more (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as M.
  pose proof (share_out_hands (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as N.
  destruct (share_out _ _ _) as [hs rest]. cbn [fst snd hands talon] in *.
  assert (A : all_played r hs rest = true) by (destruct (leftover r); [exact O..|]; destruct (all_played r hs rest) eqn:X; [reflexivity|congruence]).
  unfold all_played in *. apply andb_true_iff in A as [E L]. rewrite forallb_forall in E. apply Nat.ltb_lt in L.
  assert (Z : forall l : list (list card), (forall x, In x l -> is_empty x = true) -> concat l = [])
    by (induction l as [|x l IH]; intros X; [reflexivity|]; simpl; rewrite (proj1 (is_empty_spec _ x) (X x (or_introl eq_refl))); apply IH; auto with datatypes).
  assert (B : forall x, In x (hands t) -> is_empty x = true).
  { intros x I. apply is_empty_spec. destruct (In_nth _ _ [] I) as [seat [G <-]]. specialize (M seat). apply length_zero_iff_nil.
    rewrite (proj1 (is_empty_spec _ (nth seat hs [])) (E _ (nth_In hs [] (n := seat) ltac:(lia)))) in M. simpl in M. lia. }
  rewrite (Z hs E), (Z (hands t) B) in P. simpl in P.
  rewrite <- (Permutation_length (P ltac:(intros portion I; rewrite H; now apply (portions_below r some_players) in I))).
  apply andb_true_iff. split; [now apply forallb_forall|now apply Nat.ltb_lt].
Qed.

(** *** Whole tables *)

Lemma alike_winning : forall t u, onward t u -> winning r t = winning r u.
Proof. intros t u A. unfold winning. now rewrite (ahead_leader t u A), (trick_best _ _ (ahead_trick t u A)). Qed.

Lemma alike_trick_empty : forall t u, onward t u -> is_empty (trick t) = is_empty (trick u).
Proof. intros t u A. apply alike_empty, A. Qed.

Lemma alike_over : forall t u, onward t u -> over r t = over r u.
Proof. intros t u A. unfold over. rewrite (alike_trick_empty t u A). f_equal. apply alike_all_played; apply A. Qed.

Lemma alike_turn : forall t u, onward t u -> turn r t = turn r u.
Proof.
  intros t u A. unfold turn. rewrite (alike_winning t u A), (ahead_leader t u A), (trick_length _ _ (ahead_trick t u A)).
  pose proof (ahead_drawn t u A) as D. destruct (drawn t), (drawn u); simpl in D; congruence.
Qed.

Lemma alike_choosing : forall t u, onward t u -> choosing r t = choosing r u.
Proof.
  intros t u A. unfold choosing. rewrite (alike_trick_empty t u A), (trick_length _ _ (ahead_trick t u A)).
  pose proof (ahead_drawn t u A) as D. destruct (drawn t), (drawn u); simpl in D; congruence.
Qed.

Lemma alike_asked : forall t u, onward t u -> asked r t = asked r u.
Proof.
  intros t u A. unfold asked. rewrite (alike_choosing t u A). pose proof (ahead_drawn t u A) as D.
  destruct (drawn t), (drawn u); simpl in D; congruence.
Qed.

Lemma alike_continues : forall t u c e, onward t u -> kind c = kind e -> continues r t c = continues r u e.
Proof. intros t u c e A K. unfold continues. destruct (continue_with r); [|reflexivity]. apply alike_matches; [apply A|exact K]. Qed.

Lemma latest_length : forall l, length (latest l) = Nat.min (length l) (lead_limit r).
Proof. intros. unfold latest. rewrite skipn_length. lia. Qed.

Lemma skipn_twice : forall (l : list nat) a b, skipn a (skipn b l) = skipn (b + a) l.
Proof. intros l a b. revert l. induction b as [|b IH]; intros [|x l]; simpl; auto using skipn_nil. Qed.

Lemma latest_next : forall l n, 0 < lead_limit r -> latest (l ++ [n]) = latest (latest l ++ [n]).
Proof.
  intros l n L. unfold latest at 1 2. rewrite !skipn_app, !app_length, latest_length. unfold latest. rewrite skipn_twice. simpl.
  f_equal; f_equal; lia.
Qed.

Lemma latest_last : forall l, 0 < lead_limit r -> last (latest l) 0 = last l 0.
Proof.
  intros l L. unfold latest. assert (H : forall n (m : list nat), n < length m \/ n = 0 -> last (skipn n m) 0 = last m 0).
  { induction n as [|n IH]; intros m G; [reflexivity|]. destruct m as [|x [|y m]]; simpl in *; [reflexivity|lia|]. apply (IH (y :: m)). simpl. lia. }
  apply H. lia.
Qed.

Lemma alike_led_too_often : forall t u c e, onward t u -> kind c = kind e -> led_too_often r t c = led_too_often r u e.
Proof.
  intros t u c e A K. unfold led_too_often. destruct (Nat.ltb_spec 0 (lead_limit r)) as [L|L]; [|reflexivity].
  fold (latest (leads t)) (latest (leads u)). pose proof (ahead_leads t u A L) as E. rewrite <- E, (kind_rank c e K). cbn [andb]. f_equal.
  assert (N := f_equal (@length nat) E). rewrite !latest_length in N. apply eq_true_iff_eq. rewrite !Nat.leb_le. lia.
Qed.

Lemma alike_card_refused : forall t u c e, onward t u -> kind c = kind e ->
  In c (hand_of t (turn r t)) -> In e (hand_of u (turn r u)) -> card_refused r t c = card_refused r u e.
Proof.
  intros t u c e A K I J. unfold card_refused, continuing_refused. apply holds_spec in I, J. rewrite I, J. clear I J.
  pose proof (ahead_trick t u A) as T. f_equal.
  - rewrite (alike_choosing t u A), (alike_continues t u c e A K), (trick_lead _ _ T). unfold rank_played. now rewrite (kind_counted _ c e K).
  - assert (L : lead_limited r t (hand_of t (turn r t)) c = lead_limited r u (hand_of u (turn r u)) e); [|now rewrite L].
    unfold lead_limited. rewrite (alike_trick_empty t u A), (alike_led_too_often t u c e A K), (alike_turn t u A). f_equal.
    apply same_hand_exists; [|apply hands_at, A]. intros x y X. now rewrite (alike_led_too_often t u x y A X).
Qed.

(** What bears on what a side has when it takes the trick, and on how play goes on. *)
Record same_spoils (t u : table) : Prop := SameSpoils {
  spoils_seats : length (hands t) = players r;
  spoils_hands : Forall2 same_hand (hands t) (hands u);
  spoils_talon : map kind (talon t) = map kind (talon u);
  spoils_leader : leader t = leader u;
  spoils_length : length (trick t) = length (trick u);
  spoils_worth : total (values r) (trick t) = total (values r) (trick u);
  spoils_leads : 0 < lead_limit r -> latest (leads t) = latest (leads u);
  spoils_ranks : four_resets r = true -> map rank (trick t) = map rank (trick u);
  spoils_lone : sides r = Lone -> map kind (trick t) = map kind (trick u);
  spoils_last : all_played r (hands t) (talon t) = true -> same_last t u }.

Lemma spoils_of_all : forall t u, length (hands t) = players r -> onward t u ->
  (all_played r (hands t) (talon t) = true -> same_last t u) -> same_spoils t u.
Proof. intros t u H A L. constructor; try assumption; try apply A; apply (ahead_trick t u A). Qed.

Lemma alike_take : forall t u winner, same_spoils t u -> ahead (take r t winner) (take r u winner).
Proof.
  intros t u winner A. split; [|intros X; rewrite take_asked in X; discriminate]. unfold take, draw_equally.
  rewrite (alike_due _ _ _ _ (spoils_hands t u A) (spoils_talon t u A)).
  destruct (alike_share_out (portions r winner (due r (hands u) (talon u))) _ _ _ _ (spoils_hands t u A) (spoils_talon t u A)) as [F E].
  destruct (share_out _ (hands t) _) as [hs x], (share_out _ (hands u) _) as [gs y]. cbn [fst snd] in F, E.
  pose proof (alike_all_played hs gs x y F E) as O. constructor; cbn; try reflexivity; try apply A.
  - exact F.
  - rewrite O. destruct (leftover r); [exact E..|]. now destruct (all_played r gs y).
  - apply same_trick_refl.
Qed.

Lemma last_card_next : forall a c, last_card (a ++ [c]) = c.
Proof. intros. unfold last_card. rewrite app_length, card_at_next. simpl. replace (length a + 1 - 1) with (length a) by lia. now rewrite Nat.eqb_refl. Qed.

Lemma alike_points : forall c e, kind c = kind e -> card_points (values r) c = card_points (values r) e.
Proof. intros c e K. unfold card_points. now rewrite (kind_rank c e K). Qed.

Lemma alike_with_card : forall t u c e, drawn t = None -> onward t u -> kind c = kind e -> onward (with_card t c) (with_card u e).
Proof.
  intros t u c e D A K. constructor; cbn [hands talon leader trick drawn leads with_card]; try apply A; try contradiction.
  - apply same_trick_next; [apply A|exact K].
  - rewrite !total_app, (ahead_worth t u A). unfold total. simpl. now rewrite (alike_points c e K).
  - intros L. unfold leads_with. rewrite (alike_trick_empty t u A), (kind_rank c e K). pose proof (ahead_leads t u A L) as E.
    destruct (is_empty (trick u)); [|exact E]. assert (N := f_equal (@length nat) E). rewrite !latest_length in N.
    assert (Q := f_equal (fun l => last l 0) E). cbv beta in Q. rewrite !latest_last in Q by exact L.
    destruct (leads t) as [|x l], (leads u) as [|y m]; simpl length in N; try lia; [reflexivity|]. rewrite Q.
    destruct (_ =? rank e); [|reflexivity]. rewrite latest_next by exact L. rewrite E. symmetry. now apply latest_next.
Qed.

Lemma ahead_draw_to_spice : forall t u, spice r = true -> onward t u -> onward (draw_to_spice r t) (draw_to_spice r u).
Proof.
  intros t u P B. unfold draw_to_spice. rewrite (alike_winning _ _ B). pose proof (ahead_talon _ _ B) as E.
  destruct (talon t) as [|x m], (talon u) as [|y n]; try discriminate; [exact B|].
  injection E as R Q E. assert (X : kind x = kind y) by (unfold kind; now rewrite R, Q).
  constructor; cbn -[kind]; try apply B; [|exact E|now rewrite X|intros _; now apply (trick_winner _ _ (ahead_trick t u B))].
  apply hands_with; [apply B|]. unfold same_hand. rewrite !map_app. cbn [map]. rewrite X. apply Permutation_app_tail.
  apply hands_at, B.
Qed.

Lemma spiced_worth : forall t c, best_place r (trick t) < length (trick t) ->
  total (values r) (trick (spiced r t c)) + card_points (values r) (card_at (trick t) (best_place r (trick t)))
  = total (values r) (trick t) + card_points (values r) c.
Proof.
  intros t c L. pose proof (total_perm (values r) _ _ (with_part_perm _ (trick t) (best_place r (trick t)) c no_card L)) as P.
  unfold total in *. simpl in *. unfold card_at. lia.
Qed.

(** Who has spiced has got a card. *)
Lemma spiced_has_cards : forall t c, length (hands t) = players r -> all_played r (hands (spiced r t c)) (talon t) = false.
Proof.
  intros t c H. unfold all_played, spiced. cbn [hands]. apply andb_false_iff. left.
  assert (G : forall (hs : list (list card)) seat l x, seat < length hs -> forallb is_empty (with_part seat (l ++ [x]) hs) = false).
  { induction hs as [|h hs IH]; intros [|seat] l x L; simpl in *; try lia; [now destruct l|]. rewrite IH by lia. apply andb_false_r. }
  apply G. rewrite H. now apply seat_below.
Qed.

(** *** What lies behind *)

(** All that play goes on without. *)
Definition behind (t : table) := (lone t, last_played t, taken t, tricks t, burned t, given t).

Section Behind.
Variable related : table -> table -> Prop.
Hypothesis related_by_what_is_behind : forall t u t' u', behind t = behind t' -> behind u = behind u' ->
  trick t' <> [] -> trick u' <> [] -> related t u -> related t' u'.
Hypothesis related_after_a_trick : forall t u winner, same_spoils t u -> related t u -> related (take r t winner) (take r u winner).

Lemma alike_put : forall t u c e, length (hands t) = players r -> drawn t = None -> onward t u -> related (with_card t c) (with_card u e) -> kind c = kind e ->
  ahead (put r t c) (put r u e) /\ related (put r t c) (put r u e).
Proof.
  intros t u c e H N A L K. pose proof (alike_with_card t u c e N A K) as B. unfold put.
  assert (Q : same_last (with_card t c) (with_card u e)) by (unfold same_last; cbn [trick with_card]; now rewrite !last_card_next).
  assert (B' : ahead (with_card t c) (with_card u e)) by now split.
  rewrite (trick_length _ _ (ahead_trick _ _ B)). destruct (negb _); [now split|].
  assert (M : may_continue r (with_card t c) = may_continue r (with_card u e)).
  { unfold may_continue. rewrite (alike_winning _ _ B), (ahead_leader _ _ B). f_equal.
    apply same_hand_exists; [|apply hands_at, B]. intros x y X. now apply alike_continues. }
  assert (S : may_spice r (with_card t c) = may_spice r (with_card u e)).
  { unfold may_spice. rewrite (kinds_empty _ _ (ahead_talon _ _ B)), (alike_winning _ _ B). unfold hand_of.
    now rewrite (same_hand_length _ _ (hands_at _ _ (winning r (with_card u e)) (ahead_hands _ _ B))). }
  rewrite M, S. clear M S. destruct (may_continue _ _); [now split|]. destruct (may_spice _ _) eqn:Y.
  - assert (G : spice r = true) by (unfold may_spice in Y; now destruct (spice r)). assert (D : forall x, behind (draw_to_spice r x) = behind x /\ trick (draw_to_spice r x) = trick x)
      by (intros x; unfold draw_to_spice; now destruct (talon x)).
    split; [split; [now apply ahead_draw_to_spice|intros _ _; unfold same_last; now rewrite !(proj2 (D _))]|].
    apply (related_by_what_is_behind (with_card t c) (with_card u e)); try exact L; try (symmetry; apply D);
      rewrite (proj2 (D _)); cbn [trick with_card]; now apply not_eq_sym, app_cons_not_nil.
  - rewrite (alike_winning _ _ B). assert (P : same_spoils (with_card t c) (with_card u e)) by now apply spoils_of_all.
    split; [now apply alike_take|now apply related_after_a_trick].
Qed.

(** Two cards of one kind do the same. *)
Lemma alike_card : forall t u c e, length (hands t) = players r -> drawn t = None -> onward t u -> related t u -> kind c = kind e ->
  In c (hand_of t (turn r t)) -> In e (hand_of u (turn r u)) ->
  ahead (happen r t (Play c)) (happen r u (Play e)) /\ related (happen r t (Play c)) (happen r u (Play e)).
Proof.
  intros t u c e H N A L K I J. simpl. apply alike_put; try exact K; try exact N.
  - cbn. now rewrite with_part_length.
  - rewrite (alike_turn t u A) in *. constructor; cbn; try apply A. apply hands_with; [apply A|].
    apply same_hand_without; [apply hands_at, A|exact I|exact J|exact K].
  - apply (related_by_what_is_behind t u); try exact L; try reflexivity; cbn; now apply not_eq_sym, app_cons_not_nil.
Qed.

(** *** Play *)

Inductive same_action : action -> action -> Prop :=
| same_card_played : forall c e, kind c = kind e -> same_action (Play c) (Play e)
| same_otherwise : forall a, (forall c, a <> Play c) -> same_action a a.

Theorem alike_play : forall t u a t', ahead t u -> related t u -> well r t -> well r u -> step r t a t' ->
  exists b u', same_action a b /\ step r u b u' /\ ahead t' u' /\ related t' u'.
Proof.
  intros t u a t' [A Last] L W V Step. destruct (not_refused r t a t' Step) as [E <-].
  assert (H : length (hands t) = players r) by apply W.
  assert (G : forall b, broken r u b = [] -> step r u b (happen r u b)).
  { intros b B. apply apply_is_play. unfold apply. now rewrite B. }
  assert (D := ahead_drawn t u A). destruct (over r t) eqn:N; [unfold broken in E; rewrite N in E; discriminate|].
  assert (O := N). rewrite (alike_over t u A) in O. destruct a as [c| | | |caller name].
  - assert (I := card_is_held r t c E). assert (X := nothing_drawn r t _ E (or_intror (ex_intro _ c eq_refl))).
    destruct (same_hand_in _ (hand_of u (turn r t)) c (hands_at _ _ (turn r t) (ahead_hands t u A)) I) as [e [J K]].
    rewrite (alike_turn t u A) in J. exists (Play e), (happen r u (Play e)). split; [now apply same_card_played|]. split; [|now apply alike_card].
    apply G. unfold broken in *. rewrite N, X in E. rewrite X in D. destruct (drawn u); [discriminate|]. rewrite O, <- E. symmetry.
    now apply alike_card_refused.
  - assert (X := nothing_drawn r t _ E (or_introl eq_refl)). rewrite X in D.
    exists Flip, (happen r u Flip). split; [now apply same_otherwise|]. pose proof (ahead_talon t u A) as T. split.
    { apply G. unfold broken in *. rewrite N, X in E. destruct (drawn u); [discriminate|]. rewrite O. unfold flip_refused in *.
      now rewrite <- (kinds_empty _ _ T). }
    simpl. unfold broken in E. rewrite N, X in E. unfold flip_refused in E.
    destruct (talon t) as [|x m], (talon u) as [|y n]; try discriminate; [destruct (flip r); discriminate|].
    injection T as R Q T. apply alike_put; [exact H|exact X| | |unfold kind; now rewrite R, Q]; [constructor; cbn; try apply A; exact T|].
    apply (related_by_what_is_behind t u); try exact L; try reflexivity; cbn; now apply not_eq_sym, app_cons_not_nil.
  - exists Spice, (happen r u Spice). split; [now apply same_otherwise|]. unfold broken in E. rewrite N in E. unfold spice_refused in E. simpl.
    destruct (drawn t) as [c|] eqn:X; [|destruct (spice r); [now destruct (_ || _)|discriminate]].
    destruct (drawn u) as [e|] eqn:Y; [|discriminate]. split; [rewrite <- (f_equal (fun d => match d with Some c => take r (spiced r u c) (winning r u) | None => u end) Y);
      apply (G Spice); unfold broken, spice_refused; now rewrite O, Y|].
    simpl in D. injection D as R Q. assert (K : kind c = kind e) by (unfold kind; now rewrite R, Q).
    destruct W as [P W], V as [_ V]. destruct (W c X) as [I [F _]], (V e Y) as [J [F' _]].
    pose proof (ahead_trick t u A) as T. rewrite (alike_winning t u A) in *.
    assert (B : same_spoils (spiced r t c) (spiced r u e)).
    2: { split; [now apply alike_take|]. apply related_after_a_trick; [exact B|]. apply (related_by_what_is_behind t u); try exact L; try reflexivity;
         unfold spiced; cbn [trick]; intros Z; apply (f_equal (@length card)) in Z; rewrite with_part_length in Z; now apply length_zero_iff_nil in Z. }
    assert (Y' := ahead_spiced t u A ltac:(congruence)). pose proof (best_place_below r some_players (trick t) F) as G1.
    pose proof (best_place_below r some_players (trick u) F') as G2. pose proof (spiced_worth t c G1) as W1. pose proof (spiced_worth u e G2) as W2.
    rewrite (alike_points _ _ Y'), (alike_points c e K), (ahead_worth t u A) in *.
    pose proof (trick_best _ _ T) as Z. constructor; try apply A.
    + unfold spiced. cbn [hands]. now rewrite with_part_length.
    + unfold spiced. cbn [hands]. rewrite (alike_winning t u A), Z in *. apply hands_with; [apply A|]. unfold same_hand. rewrite !map_app.
      cbn [map]. rewrite Y'. apply Permutation_app_tail. apply same_hand_without; [apply hands_at, A|exact I|exact J|exact K].
    + unfold spiced. cbn [trick]. now rewrite !with_part_length, (trick_length _ _ T).
    + lia.
    + intros S. unfold spiced. cbn [trick]. now rewrite !map_with_part, (trick_ranks _ _ T S), Z, (kind_rank c e K).
    + intros S. unfold spiced. cbn [trick]. now rewrite !map_with_part, (trick_lone _ _ T S), Z, K.
    + intros S. cbn [talon spiced] in S. now rewrite spiced_has_cards in S.
  - exists Stop, (happen r u Stop). split; [now apply same_otherwise|]. unfold broken in E. rewrite N in E. unfold stop_refused in E.
    destruct (asked r t) eqn:Q; [|destruct (continuation r), (spice r); discriminate]. split.
    { apply G. unfold broken, stop_refused. now rewrite O, <- (alike_asked t u A), Q. }
    simpl. rewrite (alike_winning t u A). assert (B : same_spoils t u) by (apply spoils_of_all; auto).
    split; [now apply alike_take|now apply related_after_a_trick].
  - exists (Call caller name), u. split; [now apply same_otherwise|]. split; [|now split].
    unfold broken in E. rewrite N in E. apply (G (Call caller name)). unfold broken. rewrite O. unfold call_refused in *.
    now rewrite <- (alike_turn t u A).
Qed.

End Behind.

Lemma hands_sym : forall hs gs, Forall2 same_hand hs gs -> Forall2 same_hand gs hs.
Proof. induction 1; constructor; [now apply Permutation_sym|assumption]. Qed.

Lemma onward_sym : forall t u, onward t u -> onward u t.
Proof.
  intros t u A. constructor.
  - apply hands_sym, A.
  - symmetry. apply A.
  - symmetry. apply A.
  - destruct (ahead_trick t u A). constructor; intros; symmetry; auto.
  - symmetry. apply A.
  - symmetry. apply A.
  - intros D. symmetry. apply (ahead_spiced t u A). intros N. apply D. pose proof (ahead_drawn t u A) as E. rewrite N in E. now destruct (drawn u).
  - intros L. symmetry. now apply A.
Qed.

Lemma ahead_sym : forall t u, ahead t u -> ahead u t.
Proof.
  intros t u [A L]. split; [now apply onward_sym|]. intros Q P. symmetry. apply L; [now rewrite (alike_asked t u A)|].
  rewrite <- P. apply alike_all_played; apply A.
Qed.

Lemma spoils_sym : forall t u, same_spoils t u -> same_spoils u t.
Proof.
  intros t u A. destruct A as [S H T ? ? ? ? ? ? L]. constructor; try (symmetry; assumption); try (intros; symmetry; auto; fail).
  - rewrite <- S. clear - H. induction H; simpl; congruence.
  - now apply hands_sym.
  - intros P. symmetry. apply L. rewrite <- P. now apply alike_all_played.
Qed.

(** What one side can be sure of from one table it can be sure of from another, where what lies behind bears on it so in the end. *)
Theorem sure_from_another : forall mine wanted (related : table -> table -> Prop),
  (forall t u t' u', behind t = behind t' -> behind u = behind u' -> trick t' <> [] -> trick u' <> [] -> related t u -> related t' u') ->
  (forall t u winner, same_spoils t u -> related t u -> related (take r t winner) (take r u winner)) ->
  (forall t u, onward t u -> over r t = true -> related t u -> wanted t = true -> wanted u = true) ->
  forall t u, ahead t u -> related t u -> well r t -> well r u -> sure r mine wanted t -> sure r mine wanted u.
Proof.
  intros mine wanted related H1 H2 H3 t u A L W V F. revert u A L V.
  induction F as [t O Y|t a t' O M S C F IH|t O M B IH]; intros u A L V.
  - apply sure_at_the_end; [now rewrite <- (alike_over t u (proj1 A))|now apply (H3 t u (proj1 A) O)].
  - destruct (alike_play related H1 H2 t u a t' A L W V S) as [b [u' [Q [S' [A' L']]]]].
    destruct (step_keeps_cards r some_players t a t' W S) as [_ W']. destruct (step_keeps_cards r some_players u b u' V S') as [_ V'].
    apply sure_by_an_action with b u';
      [now rewrite <- (alike_over t u (proj1 A))|now rewrite <- (alike_turn t u (proj1 A))|exact S'| |now apply IH].
    destruct Q; [reflexivity|exact C].
  - apply sure_by_all; [now rewrite <- (alike_over t u (proj1 A))|now rewrite <- (alike_turn t u (proj1 A))|]. intros b u' S C.
    destruct (alike_play (fun x y => related y x)) with (5 := V) (6 := W) (7 := S) as [a [t' [Q [S' [A' L']]]]]; try assumption.
    + intros x y x' y' X Y E E'. now apply H1.
    + intros x y winner X. apply H2. now apply spoils_sym.
    + now apply ahead_sym.
    + destruct (step_keeps_cards r some_players t a t' W S') as [_ W']. destruct (step_keeps_cards r some_players u b u' V S) as [_ V'].
      apply (IH a t' S'); [destruct Q; [reflexivity|exact C]|exact W'|now apply ahead_sym|exact L'|exact V'].
Qed.

(** *** Tables that are alike altogether *)

(** A pile of points for each side, in cards or in a number. *)
Definition piled (t : table) : Prop := length (taken t) = side_count r /\ length (given t) = side_count r.

(** What bears on what a deal comes to: who has which points, and whether any trick; whose score falls to 0; who plays alone; and in the end
    the last card, where that can lose. *)
Record same_behind (t u : table) : Prop := SameBehind {
  behind_piles : piled t /\ piled u;
  behind_points : forall side, points r t side = points r u side;
  behind_tricks : map (Nat.eqb 0) (tricks t) = map (Nat.eqb 0) (tricks u);
  behind_burned : burned t = burned u;
  behind_lone : sides r = Lone -> lone t = lone u;
  behind_last : last_card_loses r <> None -> over r t = true ->
    option_map kind_played (last_played t) = option_map kind_played (last_played u) }.

Definition alike (t u : table) : Prop := ahead t u /\ same_behind t u.

(** What goes to the winner of the last trick beside that trick. *)
Definition left_over (t : table) (winner : nat) : list card :=
  let '(hs, rest) := draw_equally r winner (hands t) (talon t) in
  match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end.

Lemma kinds_total : forall a b, map kind a = map kind b -> total (values r) a = total (values r) b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|]. injection E as R S E. unfold total in *. simpl.
  rewrite (alike_points x y) by (unfold kind; now rewrite R, S). f_equal. now apply IH.
Qed.

Lemma same_winnings : forall t u winner, same_spoils t u ->
  total (values r) (trick t ++ left_over t winner) = total (values r) (trick u ++ left_over u winner).
Proof.
  intros t u winner A. rewrite !total_app, (spoils_worth t u A). f_equal. apply kinds_total. unfold left_over, draw_equally.
  rewrite (alike_due _ _ _ _ (spoils_hands t u A) (spoils_talon t u A)).
  destruct (alike_share_out (portions r winner (due r (hands u) (talon u))) _ _ _ _ (spoils_hands t u A) (spoils_talon t u A)) as [F E].
  destruct (share_out _ (hands t) _) as [hs x], (share_out _ (hands u) _) as [gs y]. cbn [fst snd] in F, E.
  rewrite (alike_all_played hs gs x y F E). destruct (leftover r); [reflexivity..|]. destruct (all_played r gs y); [exact E|reflexivity].
Qed.

Lemma take_taken : forall t winner, taken (take r t winner)
  = with_part (side_of r winner) (nth (side_of r winner) (taken t) [] ++ trick t ++ left_over t winner) (taken t).
Proof. intros. unfold take, left_over. now destruct (draw_equally _ _ _ _). Qed.

Lemma take_piled : forall t winner, piled t -> piled (take r t winner).
Proof. intros t winner [T G]. unfold piled. now rewrite take_taken, take_given, with_part_length. Qed.

Lemma points_after_a_trick : forall t winner side, piled t -> points r (take r t winner) side
  = points r t side + if side =? side_of r winner then total (values r) (trick t ++ left_over t winner) else 0.
Proof.
  intros t winner side [S _]. unfold points. rewrite take_taken, take_given, with_part_nth by (rewrite S; now apply side_below).
  destruct (Nat.eqb_spec side (side_of r winner)) as [->|]; [rewrite total_app|]; lia.
Qed.

Lemma take_same_behind : forall t u winner, same_spoils t u -> same_behind t u -> same_behind (take r t winner) (take r u winner).
Proof.
  intros t u winner B A. destruct (behind_piles t u A) as [P Q]. constructor.
  - split; now apply take_piled.
  - intros side. rewrite !points_after_a_trick by assumption. now rewrite (same_winnings t u winner B), (behind_points t u A).
  - unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn [tricks].
    now rewrite !map_with_part, (behind_tricks t u A).
  - unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn [burned].
    unfold all_burned, burns. rewrite (behind_burned t u A). destruct (four_resets r) eqn:F; [|reflexivity].
    now rewrite (alike_four _ _ (spoils_ranks t u B F)).
  - intros S. unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn [lone].
    unfold shown_lone. destruct (lone_card r) as [alone|] eqn:L; [|now apply A].
    now rewrite (alike_place_of alone _ _ L (spoils_lone t u B S)), (spoils_leader t u B), (behind_lone t u A S).
  - intros L O. apply nothing_left in O; [|apply B]. pose proof (spoils_last t u B O) as K. unfold same_last, last_card in K.
    unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn -[kind].
    unfold kind_played. cbn [fst snd]. now rewrite K, (spoils_leader t u B), (spoils_length t u B).
Qed.

Lemma same_behind_kept : forall t u t' u', behind t = behind t' -> behind u = behind u' -> trick t' <> [] -> trick u' <> [] ->
  same_behind t u -> same_behind t' u'.
Proof.
  intros x y x' y' X Y N N' [? ? ? ? ? _]. unfold behind, piled, points in *. injection X. injection Y. intros. constructor.
  - unfold piled. intuition congruence.
  - intros side. unfold points. congruence.
  - congruence.
  - congruence.
  - intros S. replace (lone x') with (lone x) by assumption. replace (lone y') with (lone y) by assumption. auto.
  - intros _ O. unfold over in O. now destruct (trick x').
Qed.

Theorem alike_sure : forall mine wanted t u, (forall x y, onward x y -> over r x = true -> same_behind x y -> wanted x = wanted y) ->
  alike t u -> well r t -> well r u -> sure r mine wanted t -> sure r mine wanted u.
Proof.
  intros mine wanted t u H [A B]. apply sure_from_another with same_behind; try assumption.
  - exact same_behind_kept.
  - exact take_same_behind.
  - intros x y X O Y E. now rewrite <- (H x y X O Y).
Qed.

(** *** Classes

    What tables of one class have in common: with what is behind them, or without. Of the talon it is the cards themselves, as in one deal
    it is drawn from its top. *)

(** A kind as one number. *)
Definition numbered (c : card) : nat := 2 * rank c + if snd (kind c) then 1 else 0.

(** Numbers in order, so that it makes no difference how a hand is held. *)
Fixpoint insert (n : nat) (l : list nat) : list nat :=
  match l with [] => [n] | first :: rest => if n <=? first then n :: l else first :: insert n rest end.

Definition in_order (cards : list card) : list nat := fold_right insert [] (map numbered cards).

Definition class : Type := list (list nat) * list card * list (list nat).

Definition class_eq_dec : forall a b : class, {a = b} + {a <> b}.
Proof. repeat (decide equality; auto using Nat.eq_dec). Defined.

Definition number_if (b : bool) (c : card) : list nat := if b then [numbered c] else [].
Definition is_drawn (t : table) : bool := match drawn t with Some _ => true | None => false end.
Definition plays_alone : bool := match sides r with Lone => true | _ => false end.

Definition past_of (t : table) : list (list nat) :=
  [map (points r t) (seq 0 (side_count r)); map (fun n => if 0 =? n then 0 else 1) (tricks t); burned t;
   if plays_alone then match lone t with Some seat => [seat] | None => [] end else []].

Definition class_of (with_past : bool) (t : table) : class :=
  let best := best_place r (trick t) in
  (map in_order (hands t), talon t,
   [leader t; length (trick t); best; rank_led r (card_at (trick t) (deciding_lead r (trick t)));
    if trumped r (trick t) (length (trick t)) then 1 else 0; total (values r) (trick t)]
   :: (if four_resets r then map rank (trick t) else [])
   :: number_if (spice r || is_drawn t) (card_at (trick t) best)
   :: (if plays_alone then map numbered (trick t) else [])
   :: number_if (is_drawn t) (match drawn t with Some c => c | None => no_card end)
   :: (if 0 <? lead_limit r then latest (leads t) else [])
   :: number_if (asked r t && all_played r (hands t) (talon t)) (last_card (trick t))
   :: if with_past then past_of t else []).

Lemma numbered_kind : forall a b, numbered a = numbered b -> kind a = kind b.
Proof.
  intros a b E. unfold numbered in E. assert (R : rank a = rank b) by (destruct (snd (kind a)), (snd (kind b)); lia).
  rewrite (surjective_pairing (kind a)), (surjective_pairing (kind b)). f_equal; [exact R|].
  destruct (snd (kind a)), (snd (kind b)); try reflexivity; lia.
Qed.

Lemma numbered_kinds : forall a b, map numbered a = map numbered b -> map kind a = map kind b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|]. injection E as X E. cbn [map].
  now rewrite (numbered_kind x y X), (IH b E).
Qed.

Lemma insert_perm : forall n l, Permutation (insert n l) (n :: l).
Proof. induction l as [|first rest IH]; simpl; [reflexivity|]. destruct (_ <=? _); [reflexivity|]. rewrite IH. apply perm_swap. Qed.

Lemma in_order_perm : forall cards, Permutation (in_order cards) (map numbered cards).
Proof.
  intros cards. unfold in_order. induction (map numbered cards) as [|k l IH]; simpl; [reflexivity|]. now rewrite insert_perm, IH.
Qed.

Lemma in_order_same : forall a b, in_order a = in_order b -> same_hand a b.
Proof.
  intros a b E. assert (P : Permutation (map numbered a) (map numbered b)) by now rewrite <- (in_order_perm a), E, in_order_perm.
  destruct (Permutation_map_inv _ _ P) as [c [M Q]]. unfold same_hand. rewrite (numbered_kinds _ _ M). symmetry. now apply Permutation_map.
Qed.

Lemma piles_same : forall a b, map in_order a = map in_order b -> Forall2 same_hand a b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; constructor; injection E as X E; [now apply in_order_same|now apply IH].
Qed.

Lemma number_if_same : forall b d c e, number_if b c = number_if d e -> b = true -> kind c = kind e.
Proof. intros [] [] c e E F; try discriminate. injection E as E. now apply numbered_kind. Qed.

Lemma one_of_two : forall b d : bool, (if b then 1 else 0) = (if d then 1 else 0) -> b = d.
Proof. now intros [] []. Qed.

Theorem class_tells : forall with_past t u, class_of with_past t = class_of with_past u -> ahead t u.
Proof.
  intros with_past t u E. unfold class_of in E. injection E as H T L N B R M W F S A D Q X _.
  assert (I : is_drawn t = is_drawn u) by (unfold number_if in D; destruct (is_drawn t), (is_drawn u); try discriminate; reflexivity).
  split; [constructor|].
  - now apply piles_same.
  - now rewrite T.
  - exact L.
  - constructor; try assumption.
    + now apply one_of_two.
    + intros Y. now rewrite Y in F.
    + intros Y. rewrite Y in S. now apply (number_if_same _ _ _ _ S).
    + intros Y. unfold plays_alone in A. rewrite Y in A. now apply numbered_kinds.
  - exact W.
  - unfold is_drawn in *. destruct (drawn t), (drawn u); try discriminate; [|reflexivity]. cbn [option_map]. f_equal.
    now apply (number_if_same _ _ _ _ D).
  - intros Y. apply (number_if_same _ _ _ _ S). unfold is_drawn. destruct (drawn t); [apply orb_true_r|contradiction].
  - intros Y. apply Nat.ltb_lt in Y. now rewrite Y in Q.
  - intros Y Z. apply (number_if_same _ _ _ _ X). now rewrite Y, Z.
Qed.

Theorem past_tells : forall t u, class_of true t = class_of true u -> piled t -> piled u -> over r t = false -> same_behind t u.
Proof.
  intros t u E P Q O. unfold class_of in E. injection E as _ _ _ _ _ _ _ _ _ _ _ _ _ _ H Z B L. constructor.
  - now split.
  - intros side. destruct (Nat.lt_ge_cases side (side_count r)) as [G|G].
    + apply (f_equal (fun l => nth side l 0)) in H. cbv beta in H.
      rewrite !(nth_indep (map _ _) 0 (points r t 0)), map_nth, seq_nth in H by (rewrite ?map_length, ?seq_length; exact G).
      rewrite (nth_indep (map _ _) _ (points r u 0)), map_nth, seq_nth in H by (rewrite ?map_length, ?seq_length; exact G). exact H.
    + unfold points. destruct P, Q. rewrite !nth_overflow by lia. reflexivity.
  - assert (G : forall l m, map (fun n => if 0 =? n then 0 else 1) l = map (fun n => if 0 =? n then 0 else 1) m -> map (Nat.eqb 0) l = map (Nat.eqb 0) m).
    { induction l as [|x l IH]; intros [|y m] X; try discriminate; [reflexivity|]. injection X as X Y. cbn [map]. rewrite (IH m Y). f_equal.
      destruct x, y; try reflexivity; discriminate. }
    now apply G.
  - exact B.
  - intros S. unfold plays_alone in L. rewrite S in L. destruct (lone t), (lone u); congruence.
  - congruence.
Qed.

End Alike.
