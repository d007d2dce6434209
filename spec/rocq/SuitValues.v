(** What is a position with suit tricks worth?

    What [Games.v] proves of any game, of this one. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Bidding SuitPlay SuitConservation SuitProgress
  SuitEnding Games.
Import ListNotations.

Definition never_quiet (a : action) : bool := false.

(** A side can be sure of an end that it wants, whatever the others do; and the value of a number that is counted at the end. *)
Definition sure (r : rules) := Games.sure (step r) (over r) (turn r) never_quiet.
Definition value (r : rules) := Games.value (step r) (over r) (turn r) never_quiet.

Section Values.
Variable r : rules.

Lemma is_suit_spec : forall suit, is_suit suit = true -> In suit suits.
Proof. intros suit E. apply existsb_exists in E as [x [I E]]. now apply Nat.eqb_eq in E as ->. Qed.

(** Whatever can be done is among finitely many actions. *)
Lemma conceivable_all : forall t a t', step r t a t' -> never_quiet a = false -> In a (conceivable r t).
Proof.
  intros t a t' S _. apply step_spec in S as [E _]. unfold conceivable. rewrite !in_app_iff.
  destruct a as [c|c|of| | | |points|trumps|].
  - left. now apply in_map, card_is_held.
  - right. left. now apply in_map, meld_is_held.
  - do 2 right. left. apply in_map. unfold broken in E. destruct (over r t); [discriminate|].
    destruct of as [of|]; [right|now left]. simpl in E. destruct (is_suit of) eqn:I; [|discriminate]. now apply in_map, is_suit_spec.
  - do 3 right. left. simpl. tauto.
  - do 3 right. left. simpl. tauto.
  - do 3 right. left. simpl. tauto.
  - do 4 right. left. apply in_map. unfold broken, bidding_refused in E. destruct (over r t); [discriminate|].
    destruct (negb (has_bids r)); [discriminate|]. destruct (negb (in_auction r t)); [discriminate|].
    pose proof (told_none _ E _ _ (or_intror (or_introl eq_refl))) as I. apply negb_false_iff, existsb_exists in I as [m [I Q]].
    now apply Nat.eqb_eq in Q as ->.
  - do 5 right. apply in_map. unfold broken in E. destruct (over r t); [discriminate|].
    destruct (is_suit trumps) eqn:I; [now apply is_suit_spec|discriminate].
  - do 3 right. left. simpl. tauto.
Qed.

Hypothesis rules_agree : sound_rules r = true.

(** A deal that play can come to. *)
Definition playable (t : table) : Prop := well r t /\ auctioned r t.

Lemma playable_step : forall t a t', playable t -> step r t a t' -> playable t'.
Proof.
  intros t a t' [W Q] S. pose proof (sound_spec r rules_agree) as [P C D K M _ B N F X].
  split; [now apply (step_keeps_well r P C X B t a)|now apply (step_keeps_auctioned r N t a)].
Qed.

Lemma playable_nearer : forall t a t', playable t -> step r t a t' -> never_quiet a = false -> most_actions r t' < most_actions r t.
Proof.
  intros t a t' [W Q] S _. pose proof (sound_spec r rules_agree) as [P C D K M _ B N F X]. now apply (nearer_to_the_end r P C X B F t a).
Qed.

Lemma playable_act : forall t, playable t -> over r t = false -> exists a t', In a (conceivable r t) /\ step r t a t'.
Proof.
  intros t [W Q] O. pose proof (sound_spec r rules_agree) as [P C D K M _ B N F X].
  destruct W as [V Y _ _]. now apply (somebody_can_act r P C B N t V Y Q).
Qed.

Theorem one_side_can_be_sure : forall mine wanted t, playable t -> sure r mine wanted t \/ sure r (others mine) (unwanted wanted) t.
Proof.
  apply (Games.one_side_can_be_sure _ _ _ (apply r) _ _ _ _ (conceivable r) (most_actions r)) with (fine := playable).
  - intros t a t'. reflexivity.
  - exact conceivable_all.
  - reflexivity.
  - exact playable_step.
  - exact playable_nearer.
Qed.

Theorem never_both : forall mine wanted t, playable t -> sure r mine wanted t -> sure r (others mine) (unwanted wanted) t -> False.
Proof. exact (Games.never_both _ _ _ _ _ _ _ playable_step). Qed.

Theorem value_is_unique : forall mine counted t n m, playable t -> value r mine counted t n -> value r mine counted t m -> n = m.
Proof. exact (Games.value_is_unique _ _ _ _ _ _ _ playable_step). Qed.

Theorem every_value_exists : forall mine counted t most, playable t -> (forall e, counted e <= most) -> exists n, value r mine counted t n.
Proof.
  apply (Games.every_value_exists _ _ _ (apply r) _ _ _ _ (conceivable r) (most_actions r)) with (fine := playable).
  - intros t a t'. reflexivity.
  - exact conceivable_all.
  - reflexivity.
  - exact playable_step.
  - exact playable_nearer.
  - exact playable_act.
Qed.

Theorem dealt_playable : forall dealer cut before deck, Permutation.Permutation deck (pack r) ->
  playable (dealt r dealer cut before deck).
Proof.
  intros dealer cut before deck Q. split; [now apply dealt_well|]. unfold auctioned, dealt. now destruct (share_out _ _ _).
Qed.

End Values.
