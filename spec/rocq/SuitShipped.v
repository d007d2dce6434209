(** What holds of the shipped games with suit tricks?

    Every theorem of the other files is about all rules; here stands that the rulebooks are such rules, and what their packs count. *)
From Coq Require Import List Arith Lia Permutation Bool String.
From Aceten Require Import Cards Scoring SuitRules SuitTable SuitCodes Marriages Claims SuitPlay SuitConservation SuitProgress SuitEnding SuitRulebooks.
Import ListNotations.

(** The parameters of every shipped game agree with each other. *)
Theorem shipped_are_sound : forall name r, In (name, r) shipped -> sound_rules r = true.
Proof.
  assert (H : forallb (fun game => sound_rules (snd game)) shipped = true) by (vm_compute; reflexivity).
  intros name r I. rewrite forallb_forall in H. exact (H (name, r) I).
Qed.

(** Whatever is done, somebody can act until the deal is over, and that comes after so many actions at most. *)
Theorem shipped_end : forall name r dealer cut before deck n t, In (name, r) shipped -> Permutation deck (pack r) ->
  goes_on r (dealt r dealer cut before deck) n t ->
  n <= 2 * List.length (pack r) + (if has_bids r then players r * (List.length (bids r) + 1) + 1 else 0) + 4
  /\ (over r t = true \/ exists a t', In a (conceivable r t) /\ step r t a t').
Proof.
  intros name r dealer cut before deck n t I Q G. assert (R := shipped_are_sound name r I).
  rewrite <- (Permutation_length Q). split; [now apply (bound_of_a_deal r dealer cut before deck n t)|].
  apply (no_dead_end r dealer cut before deck t R (Permutation_length Q)). now apply goes_on_plays with n.
Qed.

(** What both sides have in the end beside marriages, where all cards of the pack were played: the points for the last trick are among
    them. *)
Definition total_of (r : rules) : nat := total (values r) (pack r) + last_trick_points r.

Theorem shipped_total : forall name r dealer cut before deck t, In (name, r) shipped -> Permutation deck (pack r) ->
  plays r (dealt r dealer cut before deck) t -> all_played t = true ->
  counted r t 0 + counted r t 1 = total_of r + (marriages_that_count t 0 + marriages_that_count t 1).
Proof.
  intros name r dealer cut before deck t I Q H A. assert (R := shipped_are_sound name r I). apply sound_spec in R as [P _ _ _ _ _ _ _ _ _].
  rewrite (total_of_a_finished_deal r P dealer cut before deck t H A), (total_perm (values r) deck (pack r) Q). reflexivity.
Qed.

Theorem totals : map (fun game => (fst game, total_of (snd game))) shipped =
  [("sixty-six", 130); ("schnapsen", 120); ("schnapsen-book", 130); ("auction-sixty-six", 130); ("tausendeins", 120);
   ("einwerfen", 120); ("sueca", 120)]%string.
Proof. vm_compute. reflexivity. Qed.

(** Who has more points than the others, by a table, scores by exactly one row of it, whatever lies behind. *)
Theorem shipped_rows : forall name r t side, In (name, r) shipped -> score r = ByTable ->
  counted r t 0 + counted r t 1 = total_of r -> side < 2 -> counted r t (1 - side) < counted r t side ->
  exists row, filter (applies (counted r t side) (cards_taken r t side) (by_side (tricks t) (1 - side) =? 0)) (scoring r) = [row].
Proof.
  assert (H : forallb (fun game => let r := snd game in
      forallb (fun row => match award_tricks row, award_cards row with AnyTricks, None => true | _, _ => false end) (scoring r)
      && forallb (fun has => match score r with ByTable => (2 * has <=? total_of r)
        || (List.length (filter (applies has 0 false) (scoring r)) =? 1) | _ => true end) (seq 0 (S (total_of r)))) shipped = true)
    by (vm_compute; reflexivity).
  intros name r t side I B W L M. rewrite forallb_forall in H. specialize (H (name, r) I). cbv beta zeta in H. cbn [snd] in H.
  rewrite andb_true_iff, !forallb_forall in H. destruct H as [A H]. rewrite (filter_ext_in _ (applies (counted r t side) 0 false)).
  - specialize (H (counted r t side)). rewrite in_seq, B, orb_true_iff, Nat.leb_le, Nat.eqb_eq in H.
    destruct H as [H|H]; [destruct side as [|[|side]]; simpl in M; lia..|].
    destruct (filter _ (scoring r)) as [|row [|? ?]]; try discriminate. now exists row.
  - intros row J. specialize (A row J). unfold applies. now destruct (award_tricks row), (award_cards row).
Qed.
