(** Of which conditions is the one that is told the first?

    An action with suit tricks is refused for the first of all conditions that it breaks, in one order of all codes; or it leads to one table. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding SuitPlay SuitConservation.
Import ListNotations.

(** The place of a code in the order of spec/aceten_spec/clauses/refusals.py. *)
Definition place (c : code) : nat :=
  match c with
  | DealOver => 1 | UnknownAction => 2 | BiddingFirst => 3 | NamingFirst => 4 | DrawFirst => 5 | NotInHand => 6
  | EarlySuitNotFollowed => 7 | EarlyNotBeaten => 8 | EarlyNotTrumped => 9 | SuitNotFollowed => 10 | NotBeaten => 11 | NotTrumped => 12
  | MeldDue => 13 | ClaimOff => 14 | ClaimAutomatic => 15 | ClaimNotLeading => 16 | ClaimFirstLead => 17 | ClaimWithMarriage => 18
  | MeldOff => 19 | ClaimBeforeDrawing => 20 | MeldNotLeading => 21 | MeldClosed => 22 | MeldExhausted => 23 | MeldFirstLead => 24
  | MeldWrongCard => 25 | MeldNotKing => 26 | NoMarriage => 27 | WrongClaim => 28 | ExchangeOff => 29 | ExchangeExhausted => 30
  | ExchangeNoCard => 31 | ExchangeBeforeDrawing => 32 | ExchangeClosed => 33 | ExchangeCloser => 34 | ExchangeLate => 35
  | ExchangeNotLeading => 36 | ExchangeNoTrick => 37 | ExchangeStock => 38 | CloseOff => 39 | CloseNotLeading => 40 | CloseAgain => 41
  | CloseStock => 42 | CloseFirstLead => 43 | DrawOff => 44 | DrawClosed => 45 | DrawExhausted => 46 | DrawFullHand => 47
  | BidOutside => 48 | BidPassed => 49 | BidPoints => 50 | BidTooLow => 51 | TrumpInAuction => 52 | TrumpNamed => 53 | PassOutside => 54
  | PassForced => 55 | PassNotAsked => 56
  end.

Definition in_order (codes : list code) : bool := rising 0 (map place codes).

(** *** Some of a list, in its order *)

Inductive some_of {A : Type} : list A -> list A -> Prop :=
| none_of_none : some_of [] []
| this_one : forall x l k, some_of l k -> some_of (x :: l) (x :: k)
| not_this_one : forall x l k, some_of l k -> some_of l (x :: k).

Lemma some_of_app : forall (A : Type) (l k l' k' : list A), some_of l k -> some_of l' k' -> some_of (l ++ l') (k ++ k').
Proof. intros A l k l' k' H H'. induction H; simpl; [exact H'|now constructor|now constructor]. Qed.

Lemma some_of_told : forall conditions, some_of (told conditions) (map fst conditions).
Proof.
  unfold told. induction conditions as [|[c b] more IH]; simpl; [constructor|]. destruct b; simpl; now constructor.
Qed.

Lemma rising_from_less : forall numbers from less, less <= from -> rising from numbers = true -> rising less numbers = true.
Proof.
  intros [|first rest] from less L R; [reflexivity|]. simpl in *. apply andb_true_iff in R as [F R]. rewrite R, andb_true_r.
  apply Nat.ltb_lt in F. apply Nat.ltb_lt. lia.
Qed.

Lemma some_in_order : forall l k, some_of l k -> forall from, rising from (map place k) = true -> rising from (map place l) = true.
Proof.
  intros l k H. induction H as [|x l k H IH|x l k H IH]; intros from R; simpl in *; [reflexivity| |];
    apply andb_true_iff in R as [F R].
  - rewrite F. now apply IH.
  - apply IH. apply rising_from_less with (place x); [|exact R]. apply Nat.ltb_lt in F. lia.
Qed.

Lemma first_is_least : forall numbers from n first rest, rising from numbers = true -> numbers = first :: rest -> In n numbers -> first <= n.
Proof.
  intros numbers from n first rest R -> [<-|I]; [reflexivity|]. simpl in R. apply andb_true_iff in R as [_ R].
  pose proof (rising_above _ _ R n I). lia.
Qed.

Section Relation.
Variable r : rules.

Lemma before_in_order : forall t, some_of (first_of_all r t) [BiddingFirst; NamingFirst; DrawFirst].
Proof. intros. apply some_of_told. Qed.

(** All that an action breaks is told in the one order of codes. *)
Theorem told_in_order : forall t a, in_order (broken r t a) = true.
Proof.
  intros t a. assert (Q : forall k, some_of (broken r t a) k -> in_order k = true -> in_order (broken r t a) = true)
    by (intros k H R; exact (some_in_order _ _ H 0 R)).
  assert (N : forall t, some_of (no_meld_now r t) [MeldNotLeading; MeldClosed; MeldExhausted; MeldFirstLead]) by (intros; apply some_of_told).
  assert (S : forall t cards c, some_of (showing_refused r t cards c)
    [MeldNotLeading; MeldClosed; MeldExhausted; MeldFirstLead; match meld_lead r with EitherCard => MeldWrongCard | KingOnly => MeldNotKing end;
     NoMarriage]).
  { intros. apply (some_of_app _ _ [_; _; _; _] _ [_; _]); [apply N|apply some_of_told]. }
  unfold broken in *. destruct (over r t); [reflexivity|]. destruct a as [c|c|of| | | |points|trumps|].
  - unfold card_refused in *. destruct (first_of_all r t) as [|x l] eqn:F; [|apply (Q _ (eq_ind _ (fun y => some_of y _) (before_in_order t) _ F)); reflexivity].
    destruct (holds _ c); [|reflexivity]. unfold owed_refused, told.
    destruct (meld_is_due r t _ c), (strict t); repeat (match goal with |- context [if ?b then _ else _] => destruct b end); reflexivity.
  - destruct (has_marriages r); [|reflexivity].
    apply (Q _ (some_of_app _ _ _ _ _ (before_in_order t) (S _ _ _))). destruct (meld_lead r); reflexivity.
  - destruct (is_said of); [|reflexivity]. unfold claiming_refused in *. destruct (claim r); [reflexivity| |reflexivity].
    assert (U : forall of, some_of (untimely r t of) [ClaimNotLeading; ClaimFirstLead; ClaimWithMarriage]) by (intros; apply some_of_told).
    assert (B : some_of (but_for_drawing (first_of_all r t)) [BiddingFirst; NamingFirst])
      by (unfold but_for_drawing, first_of_all, told; destruct (in_auction r t), (naming t), (undrawn t); simpl; repeat constructor).
    destruct of as [of|].
    + destruct (has_marriages r).
      * apply (Q _ (some_of_app _ _ _ _ _ (some_of_app _ _ _ _ _ B (some_of_app _ _ _ _ _ (U _)
          (some_of_app _ _ _ _ _ (some_of_told _) (S _ _ _)))) (some_of_told _))). destruct (meld_lead r); reflexivity.
      * apply (Q _ (some_of_app _ _ _ _ _ (U _) (this_one MeldOff _ _ (some_of_told _)))). reflexivity.
    + apply (Q _ (some_of_app _ _ _ _ _ (some_of_app _ _ _ _ _ B (U _)) (some_of_told _))). reflexivity.
  - unfold exchanging_refused in *. destruct (exchange r); [|reflexivity]. apply (Q _ (some_of_told _)). reflexivity.
  - unfold closing_refused in *. destruct (close r); [reflexivity|apply (Q _ (some_of_told _)); reflexivity..].
  - unfold drawing_refused in *. destruct (undrawn t); [reflexivity|]. destruct (close r); [reflexivity..|].
    apply (Q _ (some_of_told _)). reflexivity.
  - unfold bidding_refused in *. destruct (negb (has_bids r)); [reflexivity|]. destruct (negb (in_auction r t)); [reflexivity|].
    apply (Q _ (some_of_told _)). reflexivity.
  - destruct (is_suit trumps); [|reflexivity]. unfold naming_refused. destruct (negb (has_bids r)); [reflexivity|].
    destruct (in_auction r t); [reflexivity|]. destruct (naming t); reflexivity.
  - apply (Q _ (some_of_told _)). reflexivity.
Qed.

(** An action is refused for a condition that it breaks, where no other one comes before it. *)
Definition breaks (t : table) (a : action) (c : code) : Prop := In c (broken r t a).
Definition refused (t : table) (a : action) (c : code) : Prop := breaks t a c /\ forall other, breaks t a other -> place c <= place other.

Lemma place_injective : forall a b, place a = place b -> a = b.
Proof. intros a b. destruct a, b; simpl; congruence. Qed.

Theorem refusal_is_the_first_broken : forall t a c, refused t a c <-> apply r t a = inr c.
Proof.
  intros t a c. unfold refused, breaks, apply. pose proof (told_in_order t a) as R. unfold in_order in R.
  destruct (broken r t a) as [|first rest]; [split; [intros [[] _]|discriminate]|].
  assert (F : forall other, In other (first :: rest) -> place first <= place other)
    by (intros other I; apply (first_is_least _ 0 _ _ (map place rest) R eq_refl), (in_map place _ _ I)).
  split.
  - intros [I L]. f_equal. apply place_injective, Nat.le_antisymm; [apply F, I|apply L; now left].
  - intros E. injection E as <-. split; [now left|exact F].
Qed.

(** An action leads to one table, or is refused for one reason, and never both. *)
Theorem play_is_a_function : forall t a, (exists! t', step r t a t') \/ (exists! c, refused t a c).
Proof.
  intros t a. destruct (apply r t a) as [t'|c] eqn:A.
  - left. exists t'. split; [exact A|]. unfold step. intros e H. congruence.
  - right. exists c. split; [now apply refusal_is_the_first_broken|]. intros e H. apply refusal_is_the_first_broken in H. congruence.
Qed.

Theorem not_both : forall t a t' c, step r t a t' -> refused t a c -> False.
Proof. intros t a t' c S R. apply refusal_is_the_first_broken in R. unfold step in S. congruence. Qed.

End Relation.
