(** What lies on the table, and what has to be remembered?

    The same as spec/aceten_spec/plain/matching_table.py has, with dealing and the order of seats. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing Rules.
Import ListNotations.

Record table := Table {
  hands : list (list card);                 (* by seat *)
  talon : list card;                        (* its top first *)
  leader : nat;
  trick : list card;                        (* all rounds of it, as they were played *)
  drawn : option card;                      (* with which the winner may spice *)
  leads : list nat;                         (* ranks of the latest leads, while they are the same *)
  lone : option nat;                        (* the seat that plays alone, once that has shown *)
  last_played : option (nat * card);        (* who played the last card of the latest trick, and which *)
  taken : list (list card);                 (* by side *)
  tricks : list nat;                        (* by side *)
  burned : list nat;                        (* sides whose score falls to 0 *)
  given : list nat }.                       (* by side, card points in cards that nobody has written down *)

Definition hand_of (t : table) (seat : nat) : list card := nth seat (hands t) [].

Section Table.
Variable r : rules.

(** Clauses: ZS-PLAYERS-2, SP-PLAYERS-3, SL-PLAYERS-3. *)
Definition side_count : nat := match sides r with Alternate => 2 | _ => players r end.
Definition side_of (seat : nat) : nat := seat mod side_count.

(** Dealing, the player after the dealer first, who leads. Clauses: ZS-DEAL-3 to ZS-DEAL-6, ZS-PLAY-1. *)
Definition dealt (dealer : nat) (deck : list card) : table :=
  let '(hs, rest) := share_out (batches (players r) (deal r) dealer) (repeat [] (players r)) deck in
  Table hs rest ((dealer + 1) mod players r) [] None [] None None
    (repeat [] side_count) (repeat 0 side_count) [] (repeat 0 side_count).

(** Whether all cards have been played, but for those that are too few to be drawn. Clauses: ZS-PLAY-8, SP-PLAY-8, HO-DRAW-6. *)
Definition all_played (hs : list (list card)) (rest : list card) : bool :=
  forallb is_empty hs && (length rest <? players r).

Definition over (t : table) : bool := is_empty (trick t) && all_played (hands t) (talon t).

(** What a side has captured, in card points. Clauses: ZS-SCORE-1, ZS-CARDS-3. *)
Definition points (t : table) (side : nat) : nat := total (values r) (nth side (taken t) []) + nth side (given t) 0.

End Table.
