(** Does a certificate prove what a position with matching tricks is worth?

    The checker of [Games.v], which remembers positions: of all from which play goes on alike at once. Whatever it accepts is true. It needs
    no bound, and no faith in who wrote the certificate. *)
From Coq Require Import List Arith Lia Bool PArith.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Relation Conservation Ending Progress Values Alike.
Import ListNotations.

Definition signature_eq_dec : forall a b : signature, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Section Certificates.
Variable r : rules.
Variable mine : nat -> bool.
Variable wanted : table -> bool.

(** What bears on the claim beside what tables have in common from which play goes on alike, such as the points that are captured. One
    [covers] another where a proof of the first is one of the second. *)
Variable mark : Type.
Variable mark_of : table -> mark.
Variable covers : mark -> mark -> bool.
Variable number : signature -> positive.

Definition accepted : list action -> table -> bool :=
  Games.accepted (apply r) (over r) (turn r) is_call (conceivable r) (most_actions r) mine wanted signature (signature_of r)
    signature_eq_dec mark mark_of covers number (is_well r).

Hypothesis some_players : 0 < players r.
Hypothesis covers_is_right : forall t u, ahead r t u -> covers (mark_of t) (mark_of u) = true -> well r t -> well r u ->
  sure r mine wanted t -> sure r mine wanted u.

Theorem what_is_accepted_is_true : forall told t, accepted told t = true -> sure r mine wanted t.
Proof.
  apply (Games.what_is_accepted_is_true _ _ _ _ _ _ _ _ _ _ (apply_is_play r) (conceivable_all r) (well r)).
  - intros t a t' W S. now apply (step_keeps_cards r some_players t a t').
  - exact (is_well_spec r).
  - intros t u E. now apply covers_is_right, signature_tells.
Qed.

End Certificates.
