(** Which card wins a suit trick?

    One that no card of the trick beats: a trump, or else one of the suit led; and there is one such card. Clauses: SX-SUIT-1, EW-SUIT-1,
    AS-SUIT-1, TT-TRUMP-3. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards SuitRules SuitTable SuitTricks.
Import ListNotations.

Section Winning.
Variable r : rules.

Definition best (t : table) : card := highest r (contenders t).

(** A card that wins: it may win at all, and none beats it. *)
Definition wins (t : table) (c : card) : Prop :=
  In c (contenders t) /\ forall other, In other (trick t) -> beats r t other c = false.

Lemma highest_spec : forall cards, cards <> [] -> In (highest r cards) cards /\ forall c, In c cards -> strength r c <= strength r (highest r cards).
Proof.
  induction cards as [|c [|d others] IH]; intros N; [contradiction|simpl; split; [now left|intros x [<-|[]]; lia]|].
  destruct IH as [I M]; [discriminate|]. change (highest r (c :: d :: others)) with
    (if strength r c <? strength r (highest r (d :: others)) then highest r (d :: others) else c).
  destruct (Nat.ltb_spec (strength r c) (strength r (highest r (d :: others)))) as [L|L].
  - split; [now right|]. intros x [<-|J]; [lia|now apply M].
  - split; [now left|]. intros x [<-|J]; [lia|]. specialize (M x J). lia.
Qed.

Lemma contenders_some : forall t, trick t <> [] -> contenders t <> [].
Proof.
  intros t N. unfold contenders. destruct (filter (is_trump t) (trick t)); [|discriminate]. destruct (trick t) as [|led others]; [contradiction|].
  simpl. unfold same_suit at 1. rewrite Nat.eqb_refl. discriminate.
Qed.

Lemma contenders_of_trick : forall t c, In c (contenders t) -> In c (trick t).
Proof.
  intros t c I. unfold contenders in I. destruct (filter (is_trump t) (trick t)) as [|x l] eqn:F; [|rewrite <- F in I]; now apply filter_In in I.
Qed.

(** A card of the trick is a contender, or it is no trump and of another suit than they. *)
Lemma not_contending : forall t c other, In c (contenders t) -> In other (trick t) ->
  In other (contenders t) /\ same_suit other c = true \/ is_trump t other = false /\ same_suit other c = false.
Proof.
  intros t c other I J. unfold contenders in *. destruct (filter (is_trump t) (trick t)) as [|x l] eqn:F.
  - assert (T : is_trump t other = false).
    { destruct (is_trump t other) eqn:T; [|reflexivity]. assert (K : In other []) by (rewrite <- F; now apply filter_In). easy. }
    apply filter_In in I as [_ L]. apply Nat.eqb_eq in L. destruct (same_suit other c) eqn:S; [left|now right].
    split; [|reflexivity]. apply filter_In. split; [exact J|]. unfold same_suit in *. apply Nat.eqb_eq in S. apply Nat.eqb_eq. congruence.
  - rewrite <- F in *. apply filter_In in I as [_ T]. destruct (is_trump t other) eqn:U; [left|right].
    + split; [now apply filter_In|]. unfold is_trump, same_suit in *. destruct (trump t); [|discriminate].
      apply Nat.eqb_eq in T, U. apply Nat.eqb_eq. congruence.
    + split; [reflexivity|]. unfold is_trump, same_suit in *. destruct (trump t); [|discriminate]. apply Nat.eqb_eq in T. apply Nat.eqb_neq in U.
      apply Nat.eqb_neq. congruence.
Qed.

Theorem best_wins : forall t, trick t <> [] -> wins t (best t).
Proof.
  intros t N. destruct (highest_spec (contenders t) (contenders_some t N)) as [I M]. split; [exact I|]. intros other J. unfold beats.
  destruct (not_contending t (best t) other I J) as [[K ->]|[T ->]]; [|exact T]. apply Nat.ltb_ge. now apply M.
Qed.

(** Where cards of a suit differ in strength, one card wins. *)
Theorem one_card_wins : forall t a b, (forall c d, In c (trick t) -> In d (trick t) -> suit c = suit d -> strength r c = strength r d -> c = d) ->
  wins t a -> wins t b -> a = b.
Proof.
  intros t a b D [I A] [J B]. assert (I' := contenders_of_trick t a I). assert (J' := contenders_of_trick t b J).
  destruct (not_contending t a b I J') as [[_ S]|[T S]].
  - assert (S' := S). unfold same_suit in S'. apply Nat.eqb_eq in S'. apply D; [exact I'|exact J'|congruence|].
    specialize (A b J'). specialize (B a I'). unfold beats in A, B. rewrite S in A. unfold same_suit in B. rewrite <- S', Nat.eqb_refl in B.
    apply Nat.ltb_ge in A, B. lia.
  - destruct (not_contending t b a J I') as [[_ S']|[T' _]].
    + unfold same_suit in *. rewrite Nat.eqb_sym in S'. congruence.
    + exfalso. unfold contenders in I, J. destruct (filter (is_trump t) (trick t)) as [|x l] eqn:F.
      * apply filter_In in I as [_ L], J as [_ L']. unfold same_suit in *. apply Nat.eqb_eq in L, L'. apply Nat.eqb_neq in S. congruence.
      * rewrite <- F in I. apply filter_In in I as [_ L]. congruence.
Qed.

Lemma place_of_spec : forall c cards, In c cards -> exists place, place_of c cards = Some place /\ place < length cards /\ nth place cards no_card = c.
Proof.
  induction cards as [|first rest IH]; intros I; [easy|]. simpl. destruct (same_card c first) eqn:E.
  - apply same_card_spec in E as ->. exists 0. repeat split. simpl. lia.
  - destruct I as [->|I]; [now rewrite (proj2 (same_card_spec c c) eq_refl) in E|]. destruct (IH I) as [place [-> [L N]]].
    exists (S place). repeat split; [lia|exact N].
Qed.

(** Who is winning has played the card that wins. *)
Theorem winning_has_played : forall t, trick t <> [] -> exists place,
  winning r t = (leader t + place) mod players r /\ place < length (trick t) /\ wins t (nth place (trick t) no_card).
Proof.
  intros t N. pose proof (best_wins t N) as W. destruct (place_of_spec (best t) (trick t)) as [place [E [L P]]].
  { apply contenders_of_trick, W. }
  exists place. unfold winning. fold (best t). rewrite E. repeat split; [exact L|now rewrite P; apply W..].
Qed.

(** What may be played to a lead follows suit where the hand can, and higher or with a trump where that is asked for. *)
Theorem follows_suit : forall t led lying cards c other, trick t = led :: lying ->
  (if strict t then last_obligation r else obligation r) <> NoDuty ->
  In c (playable r t cards) -> In other cards -> suit other = suit led -> suit c = suit led.
Proof.
  intros t led lying cards c other T D I J S. unfold playable in I. rewrite T in I.
  assert (F : In other (filter (same_suit led) cards)) by (apply filter_In; split; [exact J|]; unfold same_suit; rewrite S; apply Nat.eqb_refl).
  assert (G : forall x, In x (filter (same_suit led) cards) -> suit x = suit led)
    by (intros x K; apply filter_In in K as [_ K]; unfold same_suit in K; apply Nat.eqb_eq in K; now symmetry).
  destruct (if strict t then last_obligation r else obligation r); [contradiction| |].
  - simpl in I. destruct (filter (same_suit led) cards) eqn:E; [easy|]. simpl in I. apply G, I.
  - simpl in I. destruct (filter (fun x => beats r t x led) (filter (same_suit led) cards)) as [|x l] eqn:H.
    + simpl in I. destruct (filter (same_suit led) cards) eqn:E; [easy|]. simpl in I. apply G, I.
    + simpl in I. assert (K : In c (filter (fun x => beats r t x led) (filter (same_suit led) cards))) by (rewrite H; exact I).
      apply filter_In in K as [K _]. now apply G.
Qed.

End Winning.
