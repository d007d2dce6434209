(** Has whoever is to act always an action, until the deal is over?

    Proved for all rules that agree with each other ([sound_rules]). Between tricks either all hands are alike, or all are full and there is
    enough to fill them again; that is kept by every action. Clauses: ZS-PLAY-2, ZS-PLAY-8, ZS-DRAW-5, RL-FLIP-4, RK-PLAY-11. *)
From Coq Require Import List Arith Lia Permutation Bool.
From Aceten Require Import Cards Sums Dealing Scoring Rules Table Tricks Play Relation Conservation Drawing Ending.
Import ListNotations.

Section Progress.
Variable r : rules.
Hypothesis some_players : 0 < players r.
Hypothesis some_cards : 0 < hand r.
Hypothesis one_round : flip r || spice r = true -> continuation r = Never.

Definition size (t : table) (seat : nat) : nat := length (hand_of t seat).
Definition seat_at (t : table) (turns : nat) : nat := (leader t + turns) mod players r.

(** All hands alike, but for those that have played to this round. Where cards are turned up or spiced, the talon is exhausted. *)
Record level (t : table) (h : nat) : Prop := Level {
  level_drawn : drawn t = None;
  level_talon : flip r || spice r = true -> talon t = [];
  level_sizes : forall turns, turns < players r ->
    size t (seat_at t turns) + (if turns <? length (trick t) mod players r then 1 else 0) = h;
  level_end : trick t = [] -> h = 0 -> length (talon t) < players r }.

(** In a trick of one round: no hand is more than full, those yet to play are, and the talon suffices to fill all again. *)
Record filling (t : table) (played : nat) : Prop := Filling {
  filling_never : continuation r = Never;
  filling_played : played <= players r;
  filling_full : forall turns, played <= turns -> turns < players r -> size t (seat_at t turns) = hand r;
  filling_most : forall seat, seat < players r -> size t seat <= hand r;
  filling_enough : players r * hand r + (players r - played) <= left t;
  filling_rest : (left t + played) mod players r = 0 }.

Definition ready (t : table) : Prop :=
  (exists h, level t h) \/ (filling t (length (trick t)) /\ (length (trick t) = players r -> drawn t <> None)).

(** *** Sizes of all hands together *)

Lemma sizes_alike : forall (hs : list (list card)) h, (forall seat, seat < length hs -> length (nth seat hs []) = h) ->
  length (concat hs) = length hs * h /\ map (fun cards => hand r - length cards) hs = repeat (hand r - h) (length hs).
Proof.
  induction hs as [|first rest IH]; intros h H; [now split|]. simpl.
  destruct (IH h) as [L M]; [intros seat B; apply (H (S seat)); simpl; lia|].
  pose proof (H 0 ltac:(simpl; lia)) as F. simpl in F. rewrite app_length, L, M, F. split; [lia|reflexivity].
Qed.

Lemma sizes_lacking : forall hs : list (list card), (forall seat, seat < length hs -> length (nth seat hs []) <= hand r) ->
  list_sum (map (fun cards => hand r - length cards) hs) + length (concat hs) = length hs * hand r.
Proof.
  induction hs as [|first rest IH]; intros H; [reflexivity|]. simpl. rewrite app_length.
  change (fold_right Nat.add 0 ?l) with (list_sum l).
  pose proof (H 0 ltac:(simpl; lia)) as F. simpl in F.
  assert (L := IH ltac:(intros seat B; apply (H (S seat)); simpl; lia)).
  change (fold_right Nat.add 0 (map (fun cards => hand r - length cards) rest))
    with (list_sum (map (fun cards => hand r - length cards) rest)). lia.
Qed.

Lemma nth_lacking : forall (hs : list (list card)) seat, seat < length hs ->
  nth seat (map (fun cards => hand r - length cards) hs) 0 = hand r - length (nth seat hs []).
Proof.
  induction hs as [|first rest IH]; intros [|seat] L; simpl in *; try lia. apply IH. lia.
Qed.

(** *** After a trick *)

Lemma take_sizes : forall t winner, proper r t ->
  (forall seat, seat < players r -> size (take r t winner) seat = size t seat + nth seat (due r (hands t) (talon t)) 0) /\
  length (talon (take r t winner)) <= length (talon t) - list_sum (due r (hands t) (talon t)) /\
  ((exists seat, seat < players r /\ 0 < size (take r t winner) seat) ->
   length (talon (take r t winner)) = length (talon t) - list_sum (due r (hands t) (talon t))).
Proof.
  intros t winner [H _]. destruct (draw_sizes r some_players winner (hands t) (talon t) H) as [T S].
  pose proof (share_out_hands (portions r winner (due r (hands t) (talon t))) (hands t) (talon t)) as L.
  unfold draw_equally in *. unfold take, draw_equally, size, hand_of.
  destruct (share_out _ _ _) as [hs rest]. simpl in *. repeat split; [exact S| |].
  - destruct (leftover r); [lia|lia|]. destruct (all_played r hs rest); simpl; lia.
  - intros [seat [B N]]. destruct (leftover r); [lia|lia|]. destruct (all_played r hs rest) eqn:A; [|lia].
    exfalso. unfold all_played in A. apply andb_true_iff in A as [A _]. rewrite forallb_forall in A.
    specialize (A (nth seat hs [])). rewrite is_empty_spec in A. rewrite A in N; [simpl in N; lia|]. apply nth_In. lia.
Qed.

Lemma take_level : forall t h winner, proper r t -> level t h -> length (trick t) mod players r = 0 ->
  exists h', level (take r t winner) h'.
Proof.
  intros t h winner P [D T S _] Z. destruct (take_sizes t winner P) as [S' [T' _]].
  assert (A : forall seat, seat < length (hands t) -> length (nth seat (hands t) []) = h).
  { destruct P as [H _]. rewrite H. intros seat B. destruct (every_seat (players r) some_players (leader t) seat B) as [turns [L <-]].
    specialize (S turns L). unfold seat_at, size, hand_of in S. rewrite Z in S. simpl in S. lia. }
  destruct P as [H _]. destruct (sizes_alike (hands t) h A) as [_ M].
  set (each := if length (talon t) <? players r * (hand r - h) then length (talon t) / players r else hand r - h).
  assert (U : due r (hands t) (talon t) = repeat each (players r)).
  { unfold due, each. rewrite M, sum_of_repeat, H. now destruct (_ <? _). }
  rewrite U in S', T'. exists (h + each). constructor.
  - apply take_drawn.
  - intros F. specialize (T F). rewrite T in T'. simpl in T'. apply length_zero_iff_nil. lia.
  - intros turns L. rewrite take_trick. simpl. rewrite Nat.mod_0_l by lia. simpl. rewrite Nat.add_0_r.
    assert (B : seat_at (take r t winner) turns < players r) by (apply seat_below; assumption).
    rewrite S' by exact B. unfold size, hand_of. rewrite A by (rewrite H; exact B). f_equal.
    rewrite (nth_indep _ 0 each) by (rewrite repeat_length; exact B). apply nth_repeat.
  - intros _ E. unfold each in E. destruct (Nat.ltb_spec (length (talon t)) (players r * (hand r - h))) as [L|L]; [|lia].
    assert (Q : length (talon t) / players r = 0) by lia. apply Nat.div_small_iff in Q; lia.
Qed.

Lemma take_filled : forall t winner, proper r t -> filling t (players r) -> ready (take r t winner).
Proof.
  intros t winner P [N _ _ M E R]. destruct (take_sizes t winner P) as [S [_ T]].
  assert (A : forall seat, seat < length (hands t) -> length (nth seat (hands t) []) <= hand r)
    by (intros seat B; apply M; now rewrite <- (proj1 P)).
  pose proof (sizes_lacking (hands t) A) as Q. unfold left in E, R.
  assert (U : due r (hands t) (talon t) = map (fun cards => hand r - length cards) (hands t)).
  { unfold due. destruct (Nat.ltb_spec (length (talon t)) (list_sum (map (fun cards => hand r - length cards) (hands t)))); [|reflexivity].
    rewrite (proj1 P) in Q. lia. }
  rewrite U in *. destruct P as [H P].
  assert (F : forall seat, seat < players r -> size (take r t winner) seat = hand r).
  { intros seat B. rewrite S, nth_lacking by (rewrite ?H; exact B). specialize (M seat B). unfold size, hand_of in *. lia. }
  assert (T' := T ltac:(exists 0; split; [assumption|rewrite F; assumption])). clear T.
  assert (L : length (hands (take r t winner)) = players r) by (apply (take_cards r some_players t winner (conj H P))).
  destruct (sizes_alike (hands (take r t winner)) (hand r)) as [C _]; [rewrite L; exact F|]. rewrite L in C. rewrite H in Q.
  assert (G : forall turns, size (take r t winner) (seat_at (take r t winner) turns) = hand r)
    by (intros; apply F, seat_below; assumption).
  destruct (length (talon (take r t winner))) as [|more] eqn:K.
  - left. exists (hand r). constructor; [apply take_drawn|intros _; now apply length_zero_iff_nil| |lia].
    intros turns B. rewrite take_trick, G. simpl. rewrite Nat.mod_0_l by lia. simpl. lia.
  - right. rewrite take_trick. simpl. split; [|lia].
    assert (X : (length (talon (take r t winner))) mod players r = 0).
    { rewrite <- (Nat.mod_add _ (hand r + 1) (players r)) by lia. rewrite <- R. f_equal. lia. }
    assert (Y : players r <= length (talon (take r t winner))).
    { destruct (Nat.lt_ge_cases (length (talon (take r t winner))) (players r)) as [B|B]; [|exact B].
      rewrite Nat.mod_small in X by exact B. lia. }
    constructor; [exact N|lia|intros; apply G|intros seat B; now rewrite F|unfold left; lia|].
    unfold left. rewrite C, Nat.add_0_r, Nat.add_comm, Nat.mul_comm, Nat.mod_add by lia. exact X.
Qed.

(** *** After a card *)

Lemma mod_of_next : forall n, S n mod players r = if S (n mod players r) =? players r then 0 else S (n mod players r).
Proof.
  intros n. assert (B : n mod players r < players r) by (apply Nat.mod_upper_bound; lia).
  rewrite <- Nat.add_1_r, <- Nat.add_mod_idemp_l, Nat.add_1_r by lia.
  destruct (Nat.eqb_spec (S (n mod players r)) (players r)) as [->|N]; [apply Nat.mod_same; lia|apply Nat.mod_small; lia].
Qed.

Lemma turn_seat : forall t, drawn t = None -> turn r t = seat_at t (length (trick t) mod players r).
Proof. intros t D. unfold turn, seat_at. rewrite D. symmetry. apply Nat.add_mod_idemp_r. lia. Qed.

Definition lies_down (t : table) (c : card) : table := with_hand t (turn r t) (without c (hand_of t (turn r t))).

Lemma lies_down_sizes : forall t c turns, proper r t -> drawn t = None -> In c (hand_of t (turn r t)) -> turns < players r ->
  size t (seat_at t turns) = size (lies_down t c) (seat_at t turns) + (if turns =? length (trick t) mod players r then 1 else 0).
Proof.
  intros t c turns [H _] D I B. unfold size, lies_down. unfold hand_of at 2. simpl.
  assert (W : turn r t < length (hands t)) by (rewrite H; apply turn_below; assumption).
  rewrite with_part_nth by exact W. rewrite (turn_seat t D) at 1.
  destruct (Nat.eqb_spec turns (length (trick t) mod players r)) as [->|N].
  - rewrite Nat.eqb_refl. rewrite <- (turn_seat t D). rewrite (without_length c _ I). lia.
  - destruct (Nat.eqb_spec (seat_at t turns) (seat_at t (length (trick t) mod players r))) as [E|_]; [|unfold hand_of; lia].
    apply seats_differ in E; [contradiction|assumption|assumption|apply Nat.mod_upper_bound; lia].
Qed.

Lemma put_level : forall t h c, proper r t -> level t h -> In c (hand_of t (turn r t)) -> exists h', level (put r (lies_down t c) c) h'.
Proof.
  intros t h c P [D T S _] I. pose proof (lay_down r some_players t c P I) as [_ P']. fold (lies_down t c) in P'.
  assert (V : exists h', level (with_card (lies_down t c) c) h').
  { pose proof (mod_of_next (length (trick t))) as X.
    exists (if Datatypes.S (length (trick t) mod players r) =? players r then h - 1 else h).
    constructor; [exact D|exact T| |intros E; simpl in E; now destruct (trick t)].
    intros turns B. pose proof (S turns B) as Y. rewrite (lies_down_sizes t c turns P D I B) in Y.
    change (size (with_card (lies_down t c) c) (seat_at (with_card (lies_down t c) c) turns)) with (size (lies_down t c) (seat_at t turns)).
    change (trick (with_card (lies_down t c) c)) with (trick t ++ [c]). rewrite app_length. simpl length. rewrite Nat.add_1_r, X.
    destruct (Nat.eqb_spec (Datatypes.S (length (trick t) mod players r)) (players r)) as [E|E].
    - replace (turns <? 0) with false by reflexivity.
      destruct (Nat.eqb_spec turns (length (trick t) mod players r)), (Nat.ltb_spec turns (length (trick t) mod players r)); lia.
    - destruct (Nat.eqb_spec turns (length (trick t) mod players r)), (Nat.ltb_spec turns (length (trick t) mod players r)),
        (Nat.ltb_spec turns (Datatypes.S (length (trick t) mod players r))); lia. }
  destruct V as [h' V]. unfold put. destruct (_ =? 0) eqn:Z; cbn [negb]; [|now exists h'].
  destruct (may_continue _ _); [now exists h'|]. destruct (may_spice _ _) eqn:M.
  - exfalso. unfold may_spice in M. rewrite !andb_true_iff, negb_true_iff in M. destruct M as [[A M] _].
    simpl in M. rewrite T in M by (rewrite A; apply orb_true_r). discriminate.
  - apply take_level with h'; [exact P'|exact V|now apply Nat.eqb_eq].
Qed.

(** One of the first seats has played, from the hand or from the talon. *)
Lemma put_filling : forall t c, proper r t -> drawn t = None -> filling t (S (length (trick t))) -> ready (put r t c).
Proof.
  intros t c P D F. assert (L : length (trick (with_card t c)) = S (length (trick t))) by (simpl; rewrite app_length; simpl; lia).
  assert (F' : filling (with_card t c) (length (trick (with_card t c)))) by (rewrite L; destruct F; constructor; assumption).
  assert (N := filling_never _ _ F). assert (B := filling_played _ _ F).
  unfold put. destruct (Nat.eqb_spec (length (trick (with_card t c)) mod players r) 0) as [Z|Z]; cbn [negb].
  2: { right. split; [exact F'|]. intros E. rewrite E, Nat.mod_same in Z by lia. contradiction. }
  assert (E : length (trick (with_card t c)) = players r).
  { rewrite L in *. destruct (Nat.eq_dec (S (length (trick t))) (players r)) as [E|E]; [exact E|].
    rewrite Nat.mod_small in Z by lia. discriminate. }
  replace (may_continue r (with_card t c)) with false by (unfold may_continue; now rewrite N).
  destruct (may_spice r (with_card t c)) eqn:M; [|apply take_filled; [exact P|now rewrite <- E]].
  unfold may_spice in M. rewrite !andb_true_iff, negb_true_iff, Nat.ltb_lt in M. destruct M as [[_ T] M].
  pose proof (draw_to_spice_left r some_players (with_card t c) P) as Q. unfold draw_to_spice in *.
  destruct (talon (with_card t c)) as [|top rest]; [discriminate|]. right. split; [|discriminate].
  match goal with |- filling ?after _ => set (t' := after); assert (Q' : left t' = left (with_card t c)) by exact Q end.
  change (trick t') with (trick (with_card t c)).
  destruct F' as [_ _ G O A R]. constructor; [assumption|lia|intros; lia| |rewrite Q'; exact A|rewrite Q'; exact R].
  intros seat W. unfold size, hand_of at 1, t'. cbn [hands]. destruct P as [H _].
  rewrite with_part_nth by (simpl; rewrite H; apply seat_below; assumption).
  destruct (seat =? _); [rewrite app_length; simpl; lia|now apply O].
Qed.

(** *** Kept by every action *)

Theorem step_keeps_ready : forall t a t', well r t -> ready t -> step r t a t' -> ready t'.
Proof.
  intros t a t' [P W] K Step. destruct (not_refused r t a t' Step) as [E <-].
  destruct K as [[h V]|[F X]].
  - pose proof (level_drawn t h V) as D. destruct a as [c| | | |]; cbn [happen].
    + left. apply (put_level t h c P V). now apply card_is_held.
    + exfalso. unfold broken, flip_refused in E. destruct (over r t); [discriminate|]. rewrite D in E.
      destruct (flip r) eqn:G; [|discriminate]. rewrite (level_talon t h V) in E by (now rewrite G). discriminate.
    + rewrite D. left. now exists h.
    + left. apply take_level with h; [exact P|exact V|]. unfold broken, stop_refused in E. destruct (over r t); [discriminate|].
      destruct (asked r t) eqn:A; [|destruct (continuation r), (spice r); discriminate].
      unfold asked, choosing in A. rewrite D, orb_false_r, !andb_true_iff, Nat.eqb_eq in A. tauto.
    + left. now exists h.
  - assert (B := filling_played _ _ F). destruct a as [c| | | |]; cbn [happen].
    + assert (D : drawn t = None) by (apply (nothing_drawn r t (Play c) E); eauto).
      pose proof (card_is_held r t c E) as I. pose proof (lay_down r some_players t c P I) as [Q P']. fold (lies_down t c) in *.
      assert (L : length (trick t) < players r) by (destruct (Nat.eq_dec (length (trick t)) (players r)); [now destruct X|lia]).
      apply put_filling; [exact P'|exact D|]. change (trick (lies_down t c)) with (trick t).
      assert (M : left t = S (left (lies_down t c))).
      { apply Permutation_length in Q. unfold cards in Q. simpl in Q. rewrite !app_length in Q. unfold left, lies_down. simpl. lia. }
      destruct F as [N _ G O A R]. constructor; [exact N|lia| | |lia|].
      * intros turns U V. change (seat_at (lies_down t c) turns) with (seat_at t turns).
        pose proof (lies_down_sizes t c turns P D I V) as Y. rewrite (Nat.mod_small (length (trick t))) in Y by exact L.
        destruct (Nat.eqb_spec turns (length (trick t))); [lia|]. rewrite G in Y by lia. lia.
      * intros seat V. destruct (every_seat (players r) some_players (leader t) seat V) as [turns [U <-]].
        pose proof (lies_down_sizes t c turns P D I U) as Y. unfold seat_at in Y. specialize (O _ V). lia.
      * rewrite <- R. f_equal. lia.
    + assert (D : drawn t = None) by (apply (nothing_drawn r t Flip E); now left).
      assert (L : length (trick t) < players r) by (destruct (Nat.eq_dec (length (trick t)) (players r)); [now destruct X|lia]).
      destruct (talon t) as [|c rest] eqn:T; [right; split; [exact F|exact X]|]. apply put_filling; [exact P|exact D|].
      change (trick (with_talon t rest)) with (trick t).
      assert (M : left t = S (left (with_talon t rest))) by (unfold left; rewrite T; simpl; lia).
      destruct F as [N _ G O A R]. constructor; [exact N|lia| |exact O|lia|rewrite <- R; f_equal; lia].
      intros turns U V. apply G; lia.
    + destruct (drawn t) as [c|] eqn:D; [|right; split; [exact F|now rewrite D]]. destruct (W c D) as [I [N Z]].
      assert (L : length (trick t) = players r).
      { destruct (Nat.eq_dec (length (trick t)) (players r)) as [L|L]; [exact L|].
        rewrite Nat.mod_small in Z by lia. apply length_zero_iff_nil in Z. contradiction. }
      destruct (spiced_cards r some_players t c P N I) as [Q P']. apply take_filled; [exact P'|].
      assert (SZ : forall seat, seat < players r -> size (spiced r t c) seat = size t seat).
      { intros seat V. unfold size, hand_of at 1, spiced. cbn [hands]. destruct P as [H _].
        rewrite with_part_nth by (rewrite H; apply seat_below; assumption).
        destruct (Nat.eqb_spec seat (winning r t)) as [->|]; [|reflexivity].
        rewrite app_length, (without_length c _ I). simpl. lia. }
      assert (M : left (spiced r t c) = left t).
      { apply Permutation_length in Q. unfold cards in Q. simpl in Q. rewrite !app_length in Q.
        rewrite with_part_length in Q. unfold left, spiced. simpl. lia. }
      rewrite L in F. destruct F as [NV _ G O A R].
      constructor; [exact NV|lia|intros; lia|intros seat V; rewrite SZ by exact V; now apply O|now rewrite M|now rewrite M].
    + apply take_filled; [exact P|]. unfold broken, stop_refused in E. destruct (over r t); [discriminate|].
      destruct (asked r t) eqn:A; [|destruct (continuation r), (spice r); discriminate].
      assert (Y : trick t <> [] /\ length (trick t) mod players r = 0).
      { unfold asked, choosing in A. destruct (drawn t) as [c|] eqn:D; [destruct (W c D); tauto|].
        rewrite orb_false_r, !andb_true_iff, negb_true_iff, Nat.eqb_eq in A. destruct A as [[N Z] _].
        split; [intros G; now rewrite G in N|exact Z]. }
      destruct (Nat.eq_dec (length (trick t)) (players r)) as [L|L]; [now rewrite <- L|].
      destruct Y as [N Z]. rewrite Nat.mod_small in Z by lia. apply length_zero_iff_nil in Z. contradiction.
    + right. split; [exact F|exact X].
Qed.

(** *** An action for whoever is to act *)

Lemma some_card : forall t, over r t = false -> asked r t = false -> hand_of t (turn r t) <> [] ->
  exists c, In c (hand_of t (turn r t)) /\ broken r t (Play c) = [].
Proof.
  intros t O A N. assert (Q : choosing r t = false /\ drawn t = None).
  { unfold asked in A. apply orb_false_iff in A as [A B]. destruct (drawn t); [discriminate|now split]. }
  destruct Q as [Q D].
  assert (G : forall c, In c (hand_of t (turn r t)) -> lead_limited r t (hand_of t (turn r t)) c = false -> broken r t (Play c) = []).
  { intros c I L. unfold broken, card_refused, continuing_refused. rewrite O, D, Q, L.
    apply holds_spec in I. now rewrite I. }
  destruct (existsb (fun other => negb (led_too_often r t other)) (hand_of t (turn r t))) eqn:X.
  - apply existsb_exists in X as [c [I U]]. apply negb_true_iff in U. exists c. split; [exact I|].
    apply G; [exact I|]. unfold lead_limited. rewrite U, andb_false_r. reflexivity.
  - destruct (hand_of t (turn r t)) as [|c rest] eqn:H; [contradiction|]. exists c. split; [now left|].
    apply G; [now left|]. unfold lead_limited. rewrite X. apply andb_false_r.
Qed.

Lemma turn_has_cards : forall t, ready t -> over r t = false -> asked r t = false -> proper r t -> 0 < size t (turn r t).
Proof.
  intros t [[h V]|[F X]] O A P.
  - destruct V as [D _ S N]. rewrite (turn_seat t D). set (j := length (trick t) mod players r).
    assert (B : j < players r) by (apply Nat.mod_upper_bound; lia).
    pose proof (S j B) as Y. rewrite (proj2 (Nat.ltb_ge j (length (trick t) mod players r)) (le_n _)) in Y.
    destruct (Nat.eq_dec j 0) as [Z|Z].
    + destruct (trick t) as [|c rest] eqn:T.
      * destruct h as [|h]; [|lia]. exfalso. specialize (N eq_refl eq_refl). unfold over, all_played in O. rewrite T in O. simpl in O.
        rewrite (proj2 (Nat.ltb_lt _ _) N), andb_true_r in O.
        assert (C : forallb is_empty (hands t) = true); [|congruence].
        apply forallb_forall. intros cards I. apply is_empty_spec. apply (In_nth _ _ []) in I as [seat [L <-]].
        destruct P as [H _]. rewrite H in L. destruct (every_seat (players r) some_players (leader t) seat L) as [turns [U <-]].
        specialize (S turns U). apply length_zero_iff_nil. unfold size, seat_at, hand_of in S. lia.
      * exfalso. unfold asked, choosing in A. rewrite T, D in A. unfold j in Z. rewrite Z in A. discriminate.
    + specialize (S 0 ltac:(lia)). rewrite (proj2 (Nat.ltb_lt 0 (length (trick t) mod players r))) in S by (unfold j in Z; lia). lia.
  - assert (D : drawn t = None) by (unfold asked in A; apply orb_false_iff in A as [_ A]; now destruct (drawn t)).
    assert (L : length (trick t) < players r).
    { pose proof (filling_played _ _ F). destruct (Nat.eq_dec (length (trick t)) (players r)); [now destruct X|lia]. }
    rewrite (turn_seat t D), Nat.mod_small by exact L. rewrite (filling_full _ _ F) by lia. exact some_cards.
Qed.

Theorem somebody_can_act : forall t, well r t -> ready t -> over r t = false ->
  exists a t', In a (conceivable r t) /\ step r t a t'.
Proof.
  intros t [P _] K O. assert (G : forall a, broken r t a = [] -> step r t a (happen r t a)).
  { intros a E. apply apply_is_play. unfold apply. now rewrite E. }
  unfold conceivable. destruct (asked r t) eqn:A.
  - exists Stop, (happen r t Stop). split; [apply in_or_app; right; simpl; tauto|]. apply G. unfold broken, stop_refused. now rewrite O, A.
  - pose proof (turn_has_cards t K O A P) as L.
    destruct (some_card t O A) as [c [I E]]; [intros Z; unfold size in L; rewrite Z in L; simpl in L; lia|].
    exists (Play c), (happen r t (Play c)). split; [apply in_or_app; left; now apply in_map|now apply G].
Qed.

(** *** From the first card on *)

Lemma dealt_ready : forall dealer deck, list_sum (deal r) = hand r -> players r * hand r <= length deck ->
  (flip r || spice r = true -> length deck mod players r = 0) -> ready (dealt r dealer deck).
Proof.
  intros dealer deck D L M. destruct (dealt_sizes r some_players dealer deck) as [T S]; [now rewrite D|]. rewrite D in T, S.
  assert (G : forall turns, size (dealt r dealer deck) (seat_at (dealt r dealer deck) turns) = hand r)
    by (intros; apply S, seat_below; assumption).
  assert (N : trick (dealt r dealer deck) = [] /\ drawn (dealt r dealer deck) = None)
    by (unfold dealt; now destruct (share_out (batches (players r) (deal r) dealer) _ _)).
  destruct N as [N Z]. destruct (dealt_cards r some_players dealer deck) as [_ [[H _] _]].
  assert (V : (flip r || spice r = true -> talon (dealt r dealer deck) = []) -> ready (dealt r dealer deck)).
  { intros X. left. exists (hand r). constructor; [exact Z|exact X| |lia].
    intros turns B. rewrite N, G. simpl. rewrite Nat.mod_0_l by lia. simpl. lia. }
  destruct (flip r || spice r) eqn:F; [|apply V; discriminate]. specialize (M eq_refl).
  destruct (length (talon (dealt r dealer deck))) as [|more] eqn:K; [apply V; intros _; now apply length_zero_iff_nil|].
  right. rewrite N. simpl. split; [|lia].
  destruct (sizes_alike (hands (dealt r dealer deck)) (hand r)) as [C _]; [rewrite H; exact S|]. rewrite H in C.
  assert (E : left (dealt r dealer deck) = length deck) by (unfold left; lia).
  assert (Y : players r <= length deck - players r * hand r).
  { destruct (Nat.lt_ge_cases (length deck - players r * hand r) (players r)) as [B|B]; [|exact B].
    replace (length deck) with (length deck - players r * hand r + hand r * players r) in M by lia.
    rewrite Nat.mod_add, Nat.mod_small in M by lia. lia. }
  constructor; [now apply one_round|lia|intros; apply G|intros seat B; unfold size; now rewrite (S seat B)|rewrite E; lia|].
  now rewrite E, Nat.add_0_r.
Qed.

Theorem play_keeps_ready : forall t t', well r t -> ready t -> plays r t t' -> ready t'.
Proof.
  intros t t' W K H. exact (play_keeps r some_players ready step_keeps_ready t t' W K H).
Qed.

End Progress.

(** By rules that agree with each other, from any pack, whatever is played: the deal is over, or somebody can act. *)
Theorem no_dead_end : forall r dealer deck t, sound_rules r = true -> length deck = length (pack r) -> plays r (dealt r dealer deck) t ->
  over r t = true \/ exists a t', In a (conceivable r t) /\ step r t a t'.
Proof.
  intros r dealer deck t R L H. unfold sound_rules, never_continued in R.
  rewrite !andb_true_iff, orb_true_iff, negb_true_iff, andb_true_iff, !Nat.ltb_lt, Nat.eqb_eq, Nat.eqb_eq, Nat.leb_le in R.
  destruct R as [[[[P C] D] E] F].
  assert (N : flip r || spice r = true -> continuation r = Never) by (destruct F as [F|[F _]]; [congruence|now destruct (continuation r)]).
  destruct (dealt_cards r P dealer deck) as [_ W]. destruct (play_keeps_cards r P _ t W H) as [_ W'].
  destruct (over r t) eqn:O; [now left|right]. apply somebody_can_act; try assumption.
  apply (play_keeps_ready r P C N (dealt r dealer deck)); [exact W| |exact H].
  apply dealt_ready; try assumption; [now rewrite L|]. rewrite L. destruct F as [F|[_ F]]; [congruence|now intros _].
Qed.
