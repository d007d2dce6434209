(** What is a card, what does it count, and when have two piles the same cards?

    Clauses: ZS-CARDS-1, ZS-CARDS-3. *)
From Coq Require Import List Arith Lia Permutation Bool.
Import ListNotations.

(** Ranks are numbered from 2 to 14, the ace; suits are clubs 1, spades 2, hearts 3 and diamonds 4, and 0 where only the rank is said. *)
Record card := Card { rank : nat; suit : nat }.

Definition no_card : card := Card 0 0.

Definition same_card (a b : card) : bool := (rank a =? rank b) && (suit a =? suit b).

Definition card_points (values : list (nat * nat)) (c : card) : nat :=
  match find (fun value => fst value =? rank c) values with Some value => snd value | None => 0 end.

Definition total (values : list (nat * nat)) (cards : list card) : nat := list_sum (map (card_points values) cards).

Fixpoint without (c : card) (cards : list card) : list card :=
  match cards with [] => [] | first :: rest => if same_card c first then rest else first :: without c rest end.

Definition holds (cards : list card) (c : card) : bool := existsb (same_card c) cards.

(** The place of a card in a list, of the first one where there are more. *)
Fixpoint place_of (c : card) (cards : list card) : option nat :=
  match cards with
  | [] => None
  | first :: rest => if same_card c first then Some 0 else option_map S (place_of c rest)
  end.

(** A list with another entry at one place: a hand among hands, a card in a trick. *)
Fixpoint with_part {A : Type} (place : nat) (part : A) (parts : list A) : list A :=
  match parts, place with
  | [], _ => []
  | _ :: rest, 0 => part :: rest
  | first :: rest, S before => first :: with_part before part rest
  end.

Definition is_empty {A : Type} (cards : list A) : bool := match cards with [] => true | _ => false end.

Lemma same_card_spec : forall a b, same_card a b = true <-> a = b.
Proof.
  intros [r s] [r' s']. unfold same_card. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->]; reflexivity|intros E; injection E; auto].
Qed.

Lemma holds_spec : forall cards c, holds cards c = true <-> In c cards.
Proof.
  intros cards c. unfold holds. rewrite existsb_exists. split.
  - intros [x [I E]]. apply same_card_spec in E as ->. exact I.
  - intros I. exists c. now rewrite same_card_spec.
Qed.

Lemma is_empty_spec : forall (A : Type) (l : list A), is_empty l = true <-> l = [].
Proof. intros A [|x l]; simpl; split; congruence. Qed.

Lemma without_perm : forall c cards, In c cards -> Permutation cards (c :: without c cards).
Proof.
  induction cards as [|first rest IH]; simpl; intros H; [easy|]. destruct (same_card c first) eqn:E.
  - apply same_card_spec in E as ->. reflexivity.
  - destruct H as [->|H]; [rewrite (proj2 (same_card_spec c c) eq_refl) in E; discriminate|].
    rewrite (IH H) at 1. apply perm_swap.
Qed.

Lemma without_length : forall c cards, In c cards -> length cards = S (length (without c cards)).
Proof. intros c cards H. now rewrite (Permutation_length (without_perm c cards H)). Qed.

Lemma with_part_length : forall (A : Type) (parts : list A) place part, length (with_part place part parts) = length parts.
Proof. induction parts; destruct place; simpl; auto. Qed.

Lemma with_part_nth : forall (A : Type) (parts : list A) place part other none,
  place < length parts -> nth other (with_part place part parts) none = if other =? place then part else nth other parts none.
Proof.
  induction parts as [|first rest IH]; intros [|place] part [|other] none H; simpl in *; try lia; try reflexivity.
  apply IH. lia.
Qed.

Lemma perm_swap_app : forall (A : Type) (a b c : list A), Permutation (a ++ b ++ c) (b ++ a ++ c).
Proof. intros. rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm. Qed.

Lemma concat_with_part : forall (A : Type) (parts : list (list A)) place part,
  place < length parts -> Permutation (concat (with_part place part parts)) (part ++ concat (with_part place [] parts)).
Proof.
  induction parts as [|first rest IH]; intros [|place] part H; simpl in *; try lia; [reflexivity|].
  rewrite IH by lia. apply perm_swap_app.
Qed.

Lemma concat_nth : forall (A : Type) (parts : list (list A)) place,
  place < length parts -> Permutation (concat parts) (nth place parts [] ++ concat (with_part place [] parts)).
Proof.
  induction parts as [|first rest IH]; intros [|place] H; simpl in *; try lia; [reflexivity|].
  rewrite (IH place) at 1 by lia. apply perm_swap_app.
Qed.

(** More at one place is more in all. *)
Lemma concat_more : forall (A : Type) (parts : list (list A)) place more,
  place < length parts -> Permutation (concat (with_part place (nth place parts [] ++ more) parts)) (more ++ concat parts).
Proof.
  intros A parts place more H. rewrite (concat_with_part _ _ _ _ H), (concat_nth _ parts place H), <- app_assoc.
  apply perm_swap_app.
Qed.

(** A card that leaves a hand is the only one that is missing. *)
Lemma concat_without : forall parts place c,
  place < length parts -> In c (nth place parts []) ->
  Permutation (concat parts) (c :: concat (with_part place (without c (nth place parts [])) parts)).
Proof.
  intros parts place c H I. rewrite (concat_with_part _ _ _ _ H), (concat_nth _ parts place H).
  now rewrite (without_perm c _ I) at 1.
Qed.

Lemma with_part_perm : forall (A : Type) (cards : list A) place part none,
  place < length cards -> Permutation (nth place cards none :: with_part place part cards) (part :: cards).
Proof.
  induction cards as [|first rest IH]; intros [|place] part none H; simpl in *; try lia; [apply perm_swap|].
  rewrite perm_swap, IH by lia. apply perm_swap.
Qed.

Lemma total_app : forall values a b, total values (a ++ b) = total values a + total values b.
Proof. intros. unfold total. now rewrite map_app, list_sum_app. Qed.

Lemma total_perm : forall values a b, Permutation a b -> total values a = total values b.
Proof. intros values a b P. unfold total. induction P; simpl; lia. Qed.

(** Every card of a game, in the order from which a shuffle starts: by suits, each from the ace down, without those that are taken out.
    Clauses: ZS-CARDS-1, HO-CARDS-5. *)
Definition pack_of (ranks : list nat) (removed : list card) (copies : nat) : list card :=
  let whole := flat_map (fun suit => map (fun rank => Card rank suit) ranks) [1; 2; 3; 4] in
  concat (repeat (filter (fun c => negb (holds removed c)) whole) copies).
