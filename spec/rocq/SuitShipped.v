(** What holds of the shipped games with suit tricks?

    Every theorem of the other files is about all rules; here stands that the rulebooks are such rules, and what their packs count. *)
From Coq Require Import List Arith Lia Permutation Bool String.
From Aceten Require Import Cards SuitRules SuitTable SuitCodes Marriages Claims SuitPlay SuitConservation SuitProgress SuitEnding SuitRulebooks.
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
