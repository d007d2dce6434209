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

(** Two tables from which play goes on alike. Leads are remembered where they are limited. *)
Record ahead (t u : table) : Prop := Ahead {
  ahead_hands : Forall2 same_hand (hands t) (hands u);
  ahead_talon : map kind (talon t) = map kind (talon u);
  ahead_leader : leader t = leader u;
  ahead_trick : map kind (trick t) = map kind (trick u);
  ahead_drawn : option_map kind (drawn t) = option_map kind (drawn u);
  ahead_leads : 0 < lead_limit r -> leads t = leads u }.

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

Lemma kinds_at : forall a b place, map kind a = map kind b -> kind (card_at a place) = kind (card_at b place).
Proof. intros a b place E. unfold card_at. now rewrite <- !(map_nth kind), E. Qed.

Lemma kinds_firstn : forall n a b, map kind a = map kind b -> map kind (firstn n a) = map kind (firstn n b).
Proof. intros n a b E. now rewrite <- !firstn_map, E. Qed.

Lemma kinds_skipn : forall n a b, map kind a = map kind b -> map kind (skipn n a) = map kind (skipn n b).
Proof. intros n a b E. now rewrite <- !skipn_map, E. Qed.

Lemma kinds_exists : forall (f g : card -> bool) a b, (forall x y, kind x = kind y -> f x = g y) -> map kind a = map kind b ->
  existsb f a = existsb g b.
Proof.
  intros f g a. induction a as [|x a IH]; intros [|y b] H E; try discriminate; [reflexivity|].
  injection E as E F G. simpl. f_equal; [apply H; unfold kind; now rewrite E, F|now apply IH].
Qed.

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

Lemma alike_deciding_lead : forall a b, map kind a = map kind b -> deciding_lead r a = deciding_lead r b.
Proof. intros a b E. unfold deciding_lead. now rewrite (kinds_length a b E). Qed.

Lemma alike_matches : forall a b c e lead place, map kind a = map kind b -> kind c = kind e ->
  matches r a c lead place = matches r b e lead place.
Proof.
  intros a b c e lead place E K. unfold matches. pose proof (kinds_at a b lead E) as L.
  unfold rank_led, rank_played. rewrite (kind_counted _ _ _ K), (kind_counted _ _ _ L).
  assert (T : trumped r a place = trumped r b place); [|now rewrite T].
  unfold trumped. pose proof (kinds_firstn place a b E) as F. destruct (wild_role r); [reflexivity|].
  destruct (firstn place a) as [|x m], (firstn place b) as [|y n]; try discriminate; [reflexivity|].
  injection F as R S F. assert (X : kind x = kind y) by (unfold kind; now rewrite R, S).
  unfold rank_led. rewrite (kind_counted _ _ _ X). f_equal. apply kinds_exists; [|exact F].
  intros p q Q. unfold rank_played. now rewrite (kind_counted _ _ _ Q).
Qed.

Lemma alike_best_place : forall a b, map kind a = map kind b -> best_place r a = best_place r b.
Proof.
  intros a b E. unfold best_place, matching. rewrite (alike_deciding_lead a b E), (kinds_length a b E).
  rewrite (filter_ext (fun place => matches r a (card_at a place) (deciding_lead r b) place)
    (fun place => matches r b (card_at b place) (deciding_lead r b) place)); [reflexivity|].
  intros place. apply alike_matches; [exact E|now apply kinds_at].
Qed.

Lemma alike_four : forall a b, map kind a = map kind b -> four_of_a_rank a = four_of_a_rank b.
Proof.
  assert (H : forall n a b, length a <= n -> map kind a = map kind b -> four_of_a_rank a = four_of_a_rank b).
  { induction n as [|n IH]; intros a b L E.
    - destruct a; [|simpl in L; lia]. destruct b; [reflexivity|discriminate].
    - destruct a as [|a1 [|a2 [|a3 [|a4 a]]]], b as [|b1 [|b2 [|b3 [|b4 b]]]]; try discriminate; try reflexivity.
      injection E as E1 _ E2 _ E3 _ E4 _ E. simpl. rewrite E1, E2, E3, E4. f_equal. apply IH; [simpl in L; lia|exact E]. }
  intros a b. now apply (H (length a)).
Qed.

Lemma alike_place_of : forall alone a b, lone_card r = Some alone -> map kind a = map kind b -> place_of alone a = place_of alone b.
Proof.
  intros alone a b L. revert b. induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|].
  injection E as R S E. rewrite L in S. simpl. rewrite (IH b E).
  destruct (same_card alone x) eqn:X, (same_card alone y) eqn:Y; try reflexivity; exfalso.
  - apply same_card_spec in X as ->. rewrite (proj2 (same_card_spec x x) eq_refl) in S. symmetry in S. apply same_card_spec in S as ->.
    rewrite (proj2 (same_card_spec x x) eq_refl) in Y. discriminate.
  - apply same_card_spec in Y as ->. rewrite (proj2 (same_card_spec y y) eq_refl) in S. apply same_card_spec in S as ->.
    rewrite (proj2 (same_card_spec y y) eq_refl) in X. discriminate.
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

(** *** Whole tables *)

Lemma alike_winning : forall t u, ahead t u -> winning r t = winning r u.
Proof. intros t u A. unfold winning. now rewrite (ahead_leader t u A), (alike_best_place _ _ (ahead_trick t u A)). Qed.

Lemma alike_over : forall t u, ahead t u -> over r t = over r u.
Proof.
  intros t u A. unfold over. rewrite (kinds_empty _ _ (ahead_trick t u A)). f_equal. apply alike_all_played; apply A.
Qed.

Lemma alike_nothing_drawn : forall t u, ahead t u -> (drawn t = None <-> drawn u = None).
Proof. intros t u A. pose proof (ahead_drawn t u A) as D. destruct (drawn t), (drawn u); simpl in D; split; congruence. Qed.

Lemma alike_turn : forall t u, ahead t u -> turn r t = turn r u.
Proof.
  intros t u A. unfold turn. rewrite (alike_winning t u A), (ahead_leader t u A), (kinds_length _ _ (ahead_trick t u A)).
  pose proof (ahead_drawn t u A) as D. destruct (drawn t), (drawn u); simpl in D; congruence.
Qed.

Lemma alike_choosing : forall t u, ahead t u -> choosing r t = choosing r u.
Proof.
  intros t u A. unfold choosing. rewrite (kinds_empty _ _ (ahead_trick t u A)), (kinds_length _ _ (ahead_trick t u A)).
  pose proof (ahead_drawn t u A) as D. destruct (drawn t), (drawn u); simpl in D; congruence.
Qed.

Lemma alike_asked : forall t u, ahead t u -> asked r t = asked r u.
Proof.
  intros t u A. unfold asked. rewrite (alike_choosing t u A). pose proof (ahead_drawn t u A) as D.
  destruct (drawn t), (drawn u); simpl in D; congruence.
Qed.

Lemma alike_continues : forall t u c e, ahead t u -> kind c = kind e -> continues r t c = continues r u e.
Proof.
  intros t u c e A K. unfold continues. destruct (continue_with r); [|reflexivity]. pose proof (ahead_trick t u A) as T.
  rewrite (alike_deciding_lead _ _ T), (kinds_length _ _ T). now apply alike_matches.
Qed.

Lemma alike_led_too_often : forall t u c e, ahead t u -> kind c = kind e -> led_too_often r t c = led_too_often r u e.
Proof.
  intros t u c e A K. unfold led_too_often. destruct (Nat.ltb_spec 0 (lead_limit r)) as [L|L]; [|reflexivity].
  now rewrite (ahead_leads t u A L), (kind_rank c e K).
Qed.

Lemma alike_card_refused : forall t u c e, ahead t u -> kind c = kind e ->
  In c (hand_of t (turn r t)) -> In e (hand_of u (turn r u)) -> card_refused r t c = card_refused r u e.
Proof.
  intros t u c e A K I J. unfold card_refused, continuing_refused. apply holds_spec in I, J. rewrite I, J. clear I J.
  pose proof (ahead_trick t u A) as T. f_equal.
  - rewrite (alike_choosing t u A), (alike_continues t u c e A K), (alike_deciding_lead _ _ T). unfold rank_played, rank_led.
    now rewrite (kind_counted _ c e K), (kind_counted _ _ _ (kinds_at _ _ (deciding_lead r (trick u)) T)).
  - assert (L : lead_limited r t (hand_of t (turn r t)) c = lead_limited r u (hand_of u (turn r u)) e); [|now rewrite L].
    unfold lead_limited. rewrite (kinds_empty _ _ T), (alike_led_too_often t u c e A K), (alike_turn t u A). f_equal.
    apply same_hand_exists; [|apply hands_at, A]. intros x y X. now rewrite (alike_led_too_often t u x y A X).
Qed.

Lemma alike_take : forall t u winner, ahead t u -> ahead (take r t winner) (take r u winner).
Proof.
  intros t u winner A. pose proof (ahead_trick t u A) as T. unfold take, draw_equally.
  rewrite (alike_due _ _ _ _ (ahead_hands t u A) (ahead_talon t u A)).
  destruct (alike_share_out (portions r winner (due r (hands u) (talon u))) _ _ _ _ (ahead_hands t u A) (ahead_talon t u A)) as [F E].
  destruct (share_out _ (hands t) _) as [hs x], (share_out _ (hands u) _) as [gs y]. cbn [fst snd] in F, E.
  pose proof (alike_all_played hs gs x y F E) as O. constructor; cbn; try reflexivity; try apply A.
  - exact F.
  - rewrite O. destruct (leftover r); [exact E..|]. now destruct (all_played r gs y).
Qed.

Lemma alike_with_card : forall t u c e, ahead t u -> kind c = kind e -> ahead (with_card t c) (with_card u e).
Proof.
  intros t u c e A K. constructor; cbn; try apply A.
  - rewrite !map_app, (ahead_trick t u A). cbn [map]. now rewrite K.
  - intros L. unfold leads_with. now rewrite (kinds_empty _ _ (ahead_trick t u A)), (ahead_leads t u A L), (kind_rank c e K).
Qed.

Lemma ahead_draw_to_spice : forall t u, ahead t u -> ahead (draw_to_spice r t) (draw_to_spice r u).
Proof.
  intros t u B. unfold draw_to_spice. rewrite (alike_winning _ _ B). pose proof (ahead_talon _ _ B) as E.
  destruct (talon t) as [|x m], (talon u) as [|y n]; try discriminate; [exact B|].
  injection E as R Q E. assert (X : kind x = kind y) by (unfold kind; now rewrite R, Q).
  constructor; cbn -[kind]; try apply B; [|exact E|now rewrite X].
  apply hands_with; [apply B|]. unfold same_hand. rewrite !map_app. cbn [map]. rewrite X. apply Permutation_app_tail.
  apply hands_at, B.
Qed.

(** *** What lies behind *)

(** All that play goes on without. *)
Definition behind (t : table) := (lone t, last_played t, taken t, tricks t, burned t, given t).

Section Behind.
Variable related : table -> table -> Prop.
Hypothesis related_by_what_is_behind : forall t u t' u', behind t = behind t' -> behind u = behind u' -> related t u -> related t' u'.
Hypothesis related_after_a_trick : forall t u winner, ahead t u -> related t u -> related (take r t winner) (take r u winner).

Lemma alike_put : forall t u c e, ahead t u -> related t u -> kind c = kind e ->
  ahead (put r t c) (put r u e) /\ related (put r t c) (put r u e).
Proof.
  intros t u c e A L K. pose proof (alike_with_card t u c e A K) as B. unfold put.
  assert (L' : related (with_card t c) (with_card u e)) by (now apply (related_by_what_is_behind t u)).
  rewrite (kinds_length _ _ (ahead_trick _ _ B)). destruct (negb _); [now split|].
  assert (M : may_continue r (with_card t c) = may_continue r (with_card u e)).
  { unfold may_continue. rewrite (alike_winning _ _ B), (ahead_leader _ _ B). f_equal.
    apply same_hand_exists; [|apply hands_at, B]. intros x y X. now apply alike_continues. }
  assert (S : may_spice r (with_card t c) = may_spice r (with_card u e)).
  { unfold may_spice. rewrite (kinds_empty _ _ (ahead_talon _ _ B)), (alike_winning _ _ B). unfold hand_of.
    now rewrite (same_hand_length _ _ (hands_at _ _ (winning r (with_card u e)) (ahead_hands _ _ B))). }
  rewrite M, S. clear M S. destruct (may_continue _ _); [now split|]. destruct (may_spice _ _).
  - split; [now apply ahead_draw_to_spice|]. apply (related_by_what_is_behind (with_card t c) (with_card u e)); [| |exact L'].
    all: unfold draw_to_spice; now destruct (talon _).
  - rewrite (alike_winning _ _ B). split; [now apply alike_take|now apply related_after_a_trick].
Qed.

(** *** Play *)

Inductive same_action : action -> action -> Prop :=
| same_card_played : forall c e, kind c = kind e -> same_action (Play c) (Play e)
| same_otherwise : forall a, (forall c, a <> Play c) -> same_action a a.

Theorem alike_play : forall t u a t', ahead t u -> related t u -> well r t -> well r u -> step r t a t' ->
  exists b u', same_action a b /\ step r u b u' /\ ahead t' u' /\ related t' u'.
Proof.
  intros t u a t' A L W V Step. destruct (not_refused r t a t' Step) as [E <-].
  assert (G : forall b, broken r u b = [] -> step r u b (happen r u b)).
  { intros b B. apply apply_is_play. unfold apply. now rewrite B. }
  unfold broken in E. rewrite (alike_over t u A) in E. destruct (over r u) eqn:O; [discriminate|]. destruct a as [c| | | |caller name].
  - assert (D : drawn t = None) by (destruct (drawn t); [discriminate|reflexivity]). rewrite D in E.
    assert (D' := proj1 (alike_nothing_drawn t u A) D).
    assert (I : In c (hand_of t (turn r t))) by (unfold card_refused in E; destruct (holds _ c) eqn:H; [now apply holds_spec|discriminate]).
    destruct (same_hand_in _ (hand_of u (turn r t)) c (hands_at _ _ (turn r t) (ahead_hands t u A)) I) as [e [J K]].
    rewrite (alike_turn t u A) in J. exists (Play e), (happen r u (Play e)). split; [now apply same_card_played|]. split.
    { apply G. unfold broken. rewrite O, D', <- E. symmetry. now apply alike_card_refused. }
    simpl. apply alike_put; [|now apply (related_by_what_is_behind t u)|now symmetry].
    rewrite (alike_turn t u A) in I |- *. constructor; cbn; try apply A.
    apply hands_with; [apply A|]. apply same_hand_without; [apply hands_at, A|exact I|exact J|now symmetry].
  - assert (D : drawn t = None) by (destruct (drawn t); [discriminate|reflexivity]). rewrite D in E.
    assert (D' := proj1 (alike_nothing_drawn t u A) D). exists Flip, (happen r u Flip). split; [now apply same_otherwise|]. split.
    { apply G. unfold broken; rewrite O, D'; unfold flip_refused in *; now rewrite <- (kinds_empty _ _ (ahead_talon t u A)). }
    simpl. pose proof (ahead_talon t u A) as T. destruct (talon t) as [|x m], (talon u) as [|y n]; try discriminate; [now split|].
    injection T as R Q T. apply alike_put; [|now apply (related_by_what_is_behind t u)|unfold kind; now rewrite R, Q].
    constructor; cbn; try apply A. exact T.
  - exists Spice, (happen r u Spice). split; [now apply same_otherwise|]. split.
    { apply G. unfold broken; rewrite O; unfold spice_refused in *; pose proof (ahead_drawn t u A) as D;
      destruct (drawn t), (drawn u); try discriminate; [reflexivity|]. destruct (spice r); [now destruct (_ || _)|discriminate]. }
    simpl. pose proof (ahead_drawn t u A) as D. destruct (drawn t) as [c|] eqn:X, (drawn u) as [e|] eqn:Y; try discriminate; [|now split].
    injection D as R Q. assert (K : kind c = kind e) by (unfold kind; now rewrite R, Q).
    destruct W as [_ W], V as [_ V]. destruct (W c X) as [I _], (V e Y) as [J _].
    rewrite (alike_winning t u A) in *. assert (B : ahead (spiced r t c) (spiced r u e)).
    2: { split; [now apply alike_take|]. apply related_after_a_trick; [exact B|]. now apply (related_by_what_is_behind t u). }
    unfold spiced. rewrite (alike_winning t u A). pose proof (ahead_trick t u A) as T. rewrite (alike_best_place _ _ T).
    constructor; cbn -[kind]; try apply A; [|now rewrite !map_with_part, K, T|reflexivity].
    apply hands_with; [apply A|]. unfold same_hand. rewrite !map_app. cbn [map]. rewrite (kinds_at _ _ (best_place r (trick u)) T).
    apply Permutation_app_tail. apply same_hand_without; [apply hands_at, A|exact I|exact J|exact K].
  - exists Stop, (happen r u Stop). split; [now apply same_otherwise|]. split.
    { apply G. unfold broken; rewrite O; unfold stop_refused in *; now rewrite <- (alike_asked t u A). }
    simpl. rewrite (alike_winning t u A). split; [now apply alike_take|now apply related_after_a_trick].
  - exists (Call caller name), u. split; [now apply same_otherwise|]. split; [|now split].
    apply (G (Call caller name)); unfold broken; rewrite O; unfold call_refused in *; now rewrite <- (alike_turn t u A).
Qed.

End Behind.

Lemma ahead_sym : forall t u, ahead t u -> ahead u t.
Proof.
  assert (S : forall hs gs, Forall2 same_hand hs gs -> Forall2 same_hand gs hs)
    by (induction 1; constructor; [now apply Permutation_sym|assumption]).
  intros t u A. destruct A. constructor; try (symmetry; assumption); try (now apply S); intros; symmetry; auto.
Qed.

(** What one side can be sure of from one table it can be sure of from another, where what lies behind bears on it so in the end. *)
Theorem sure_from_another : forall mine wanted (related : table -> table -> Prop),
  (forall t u t' u', behind t = behind t' -> behind u = behind u' -> related t u -> related t' u') ->
  (forall t u winner, ahead t u -> related t u -> related (take r t winner) (take r u winner)) ->
  (forall t u, ahead t u -> related t u -> wanted t = true -> wanted u = true) ->
  forall t u, ahead t u -> related t u -> well r t -> well r u -> sure r mine wanted t -> sure r mine wanted u.
Proof.
  intros mine wanted related H1 H2 H3 t u A L W V F. revert u A L V.
  induction F as [t O Y|t a t' O M S C F IH|t O M B IH]; intros u A L V.
  - apply sure_at_the_end; [now rewrite <- (alike_over t u A)|now apply (H3 t u)].
  - destruct (alike_play related H1 H2 t u a t' A L W V S) as [b [u' [Q [S' [A' L']]]]].
    destruct (step_keeps_cards r some_players t a t' W S) as [_ W']. destruct (step_keeps_cards r some_players u b u' V S') as [_ V'].
    apply sure_by_an_action with b u'; [now rewrite <- (alike_over t u A)|now rewrite <- (alike_turn t u A)|exact S'| |now apply IH].
    destruct Q; [reflexivity|exact C].
  - apply sure_by_all; [now rewrite <- (alike_over t u A)|now rewrite <- (alike_turn t u A)|]. intros b u' S C.
    destruct (alike_play (fun x y => related y x)) with (5 := V) (6 := W) (7 := S) as [a [t' [Q [S' [A' L']]]]]; try assumption.
    + intros x y x' y' X Y. now apply H1.
    + intros x y winner X. apply H2. now apply ahead_sym.
    + now apply ahead_sym.
    + destruct (step_keeps_cards r some_players t a t' W S') as [_ W']. destruct (step_keeps_cards r some_players u b u' V S) as [_ V'].
      apply (IH a t' S'); [destruct Q; [reflexivity|exact C]|exact W'|now apply ahead_sym|exact L'|exact V'].
Qed.

(** *** Tables that are alike altogether *)

(** The last card is remembered where it can lose. *)
Record same_behind (t u : table) : Prop := SameBehind {
  behind_lone : lone t = lone u;
  behind_last : last_card_loses r <> None -> option_map kind_played (last_played t) = option_map kind_played (last_played u);
  behind_taken : Forall2 same_hand (taken t) (taken u);
  behind_tricks : tricks t = tricks u;
  behind_burned : burned t = burned u;
  behind_given : given t = given u }.

Definition alike (t u : table) : Prop := ahead t u /\ same_behind t u.

Lemma taken_left : forall t u winner, ahead t u ->
  let left t := let '(hs, rest) := draw_equally r winner (hands t) (talon t) in
    match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end in
  map kind (trick t ++ left t) = map kind (trick u ++ left u).
Proof.
  intros t u winner A left. subst left. cbv beta. unfold draw_equally. rewrite (alike_due _ _ _ _ (ahead_hands t u A) (ahead_talon t u A)).
  destruct (alike_share_out (portions r winner (due r (hands u) (talon u))) _ _ _ _ (ahead_hands t u A) (ahead_talon t u A)) as [F E].
  destruct (share_out _ (hands t) _) as [hs x], (share_out _ (hands u) _) as [gs y]. cbn [fst snd] in F, E.
  rewrite !map_app, (ahead_trick t u A), (alike_all_played hs gs x y F E). f_equal.
  destruct (leftover r); [reflexivity..|]. destruct (all_played r gs y); [exact E|reflexivity].
Qed.

Lemma take_taken : forall t winner, taken (take r t winner) = with_part (side_of r winner)
  (nth (side_of r winner) (taken t) [] ++ trick t ++ let '(hs, rest) := draw_equally r winner (hands t) (talon t) in
    match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end) (taken t).
Proof. intros. unfold take. now destruct (draw_equally _ _ _ _). Qed.

Lemma take_same_behind : forall t u winner, ahead t u -> same_behind t u -> same_behind (take r t winner) (take r u winner).
Proof.
  intros t u winner B A. pose proof (ahead_trick t u B) as T. constructor.
  - unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn.
    unfold shown_lone. destruct (lone_card r) as [alone|] eqn:L; [|apply A].
    now rewrite (alike_place_of alone _ _ L T), (ahead_leader t u B), (behind_lone t u A).
  - intros _. unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn -[kind].
    unfold kind_played. cbn [fst snd]. now rewrite (ahead_leader t u B), (kinds_length _ _ T), (kinds_at _ _ _ T).
  - rewrite !take_taken. apply hands_with; [apply A|]. unfold same_hand. rewrite !(map_app kind (nth _ _ _)).
    apply Permutation_app; [apply hands_at, A|]. pose proof (taken_left t u winner B) as E. cbv zeta in E. now rewrite E.
  - unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn.
    now rewrite (behind_tricks t u A).
  - unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). cbn.
    unfold all_burned, burns. now rewrite (alike_four _ _ T), (behind_burned t u A).
  - unfold take. destruct (draw_equally r winner (hands t) (talon t)), (draw_equally r winner (hands u) (talon u)). apply A.
Qed.

Theorem alike_sure : forall mine wanted t u, (forall x y, alike x y -> wanted x = wanted y) -> alike t u -> well r t -> well r u ->
  sure r mine wanted t -> sure r mine wanted u.
Proof.
  intros mine wanted t u H [A B]. apply sure_from_another with same_behind; try assumption.
  - intros x y x' y' X Y [? ? ? ? ? ?]. unfold behind in X, Y. injection X. injection Y. intros. constructor; try congruence.
    intros L. replace (last_played x') with (last_played x) by assumption. replace (last_played y') with (last_played y) by assumption.
    auto.
  - exact take_same_behind.
  - intros x y X Y E. now rewrite <- (H x y (conj X Y)).
Qed.

(** *** What alike tables have in common *)

(** A pile, in an order that does not depend on how it lies. *)
Fixpoint insert (k : nat * bool) (l : list (nat * bool)) : list (nat * bool) :=
  match l with
  | [] => [k]
  | first :: rest =>
      if (fst k <? fst first) || (fst k =? fst first) && snd k then k :: l else first :: insert k rest
  end.

Definition in_order (cards : list card) : list (nat * bool) := fold_right insert [] (map kind cards).

Lemma insert_perm : forall k l, Permutation (insert k l) (k :: l).
Proof.
  induction l as [|first rest IH]; simpl; [reflexivity|]. destruct (_ || _); [reflexivity|]. rewrite IH. apply perm_swap.
Qed.

Lemma in_order_perm : forall cards, Permutation (in_order cards) (map kind cards).
Proof.
  intros cards. unfold in_order. induction (map kind cards) as [|k l IH]; simpl; [reflexivity|]. now rewrite insert_perm, IH.
Qed.

Lemma in_order_same : forall a b, in_order a = in_order b -> same_hand a b.
Proof. intros a b E. unfold same_hand. now rewrite <- (in_order_perm a), E, in_order_perm. Qed.

(** What tables have in common from which play goes on alike, and what those have in common behind which the same lies. *)
Record signature := Signature {
  has_hands : list (list (nat * bool)); has_talon : list (nat * bool); has_leader : nat; has_trick : list (nat * bool);
  has_drawn : option (nat * bool); has_leads : list nat }.

Record past := Past {
  had_lone : option nat; had_last : option (nat * (nat * bool)); had_taken : list (list (nat * bool)); had_tricks : list nat;
  had_burned : list nat; had_given : list nat }.

Definition signature_of (t : table) : signature :=
  {| has_hands := map in_order (hands t); has_talon := map kind (talon t); has_leader := leader t; has_trick := map kind (trick t);
     has_drawn := option_map kind (drawn t); has_leads := if 0 <? lead_limit r then leads t else [] |}.

Definition past_of (t : table) : past :=
  {| had_lone := lone t; had_last := match last_card_loses r with None => None | Some _ => option_map kind_played (last_played t) end;
     had_taken := map in_order (taken t); had_tricks := tricks t; had_burned := burned t; had_given := given t |}.

Lemma piles_same : forall a b, map in_order a = map in_order b -> Forall2 same_hand a b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; constructor; injection E as X E; [now apply in_order_same|now apply IH].
Qed.

Theorem signature_tells : forall t u, signature_of t = signature_of u -> ahead t u.
Proof.
  intros t u E. injection E. intros. constructor; try assumption; try (now apply piles_same).
  intros L. apply Nat.ltb_lt in L. now rewrite L in *.
Qed.

Theorem past_tells : forall t u, past_of t = past_of u -> same_behind t u.
Proof.
  intros t u E. injection E. intros. constructor; try assumption; try (now apply piles_same). intros L. now destruct (last_card_loses r).
Qed.

End Alike.
