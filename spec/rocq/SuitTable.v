(** What lies on the table in a game with suit tricks, and what has to be remembered?

    The same as spec/aceten_spec/plain/suit_table.py has, with dealing. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing SuitRules.
Import ListNotations.

(** How the talon was closed: by whom, what the other side had then, and the tricks of both. *)
Record closing := Closing { closer : nat; others_points : nat; tricks_then : list nat }.

Record table := Table {
  hands : list (list card);                 (* by seat *)
  talon : list card;                        (* its top first, a turn-up last *)
  trick : list card;
  taken : list (list card);                 (* by side *)
  known : list (list card);                 (* by seat, the cards of its hand that everybody knows *)
  leader : nat;
  tricks : list nat;                        (* by side *)
  trump : option nat;
  melds : list nat;                         (* by side, the points of its marriages *)
  waiting : list nat;                       (* by side, those of them that count only with its next trick *)
  shown : nat;                              (* how many marriages have been shown *)
  undrawn : bool;                           (* whether the winner of the trick has to say if he draws or closes *)
  closed : option closing;
  eldest : nat;                             (* the seat after the dealer *)
  bids_made : list nat;                     (* from eldest hand on; 0 is a pass *)
  contract : option (nat * nat);            (* the seat that has won the auction, and what it has bid *)
  claimant : option nat;                    (* the seat that has claimed, or for which play has ended *)
  waived : bool;                            (* whether the winner of the last trick has said that he does not claim *)
  scores_before : list nat;                 (* by side, the game points from earlier deals of the match *)
  given : list nat }.                       (* by side, card points in cards that nobody has written down *)

Definition hand_of (t : table) (seat : nat) : list card := nth seat (hands t) [].
Definition known_of (t : table) (seat : nat) : list card := nth seat (known t) [].
Definition side_of (seat : nat) : nat := seat mod 2.
Definition by_side (numbers : list nat) (side : nat) : nat := nth side numbers 0.
Definition add_to (side more : nat) (numbers : list nat) : list nat := with_part side (by_side numbers side + more) numbers.

Definition tricks_in_all (t : table) : nat := list_sum (tricks t).
Definition is_closed (t : table) : bool := match closed t with Some _ => true | None => false end.

(** *** A table in which some things are different *)

Definition with_cards (t : table) (hs : list (list card)) (rest lying : list card) (seen : list (list card)) : table :=
  {| hands := hs; talon := rest; trick := lying; taken := taken t; known := seen; leader := leader t; tricks := tricks t;
     trump := trump t; melds := melds t; waiting := waiting t; shown := shown t; undrawn := undrawn t; closed := closed t;
     eldest := eldest t; bids_made := bids_made t; contract := contract t; claimant := claimant t; waived := waived t;
     scores_before := scores_before t; given := given t |}.

Definition with_captured (t : table) (winner : nat) (piles : list (list card)) (won later : list nat) : table :=
  {| hands := hands t; talon := talon t; trick := []; taken := piles; known := known t; leader := winner; tricks := won;
     trump := trump t; melds := melds t; waiting := later; shown := shown t; undrawn := undrawn t; closed := closed t;
     eldest := eldest t; bids_made := bids_made t; contract := contract t; claimant := claimant t; waived := waived t;
     scores_before := scores_before t; given := given t |}.

Definition with_marriage (t : table) (seen : list (list card)) (trumps : option nat) (points later : list nat) : table :=
  {| hands := hands t; talon := talon t; trick := trick t; taken := taken t; known := seen; leader := leader t; tricks := tricks t;
     trump := trumps; melds := points; waiting := later; shown := S (shown t); undrawn := undrawn t; closed := closed t;
     eldest := eldest t; bids_made := bids_made t; contract := contract t; claimant := claimant t; waived := waived t;
     scores_before := scores_before t; given := given t |}.

Definition with_talon_state (t : table) (to_draw : bool) (how : option closing) : table :=
  {| hands := hands t; talon := talon t; trick := trick t; taken := taken t; known := known t; leader := leader t; tricks := tricks t;
     trump := trump t; melds := melds t; waiting := waiting t; shown := shown t; undrawn := to_draw; closed := how;
     eldest := eldest t; bids_made := bids_made t; contract := contract t; claimant := claimant t; waived := waived t;
     scores_before := scores_before t; given := given t |}.

Definition with_auction (t : table) (first : nat) (trumps : option nat) (said : list nat) (best : option (nat * nat)) : table :=
  {| hands := hands t; talon := talon t; trick := trick t; taken := taken t; known := known t; leader := first; tricks := tricks t;
     trump := trumps; melds := melds t; waiting := waiting t; shown := shown t; undrawn := undrawn t; closed := closed t;
     eldest := eldest t; bids_made := said; contract := best; claimant := claimant t; waived := waived t;
     scores_before := scores_before t; given := given t |}.

Definition with_end (t : table) (by_whom : option nat) (declined : bool) : table :=
  {| hands := hands t; talon := talon t; trick := trick t; taken := taken t; known := known t; leader := leader t; tricks := tricks t;
     trump := trump t; melds := melds t; waiting := waiting t; shown := shown t; undrawn := undrawn t; closed := closed t;
     eldest := eldest t; bids_made := bids_made t; contract := contract t; claimant := by_whom; waived := declined;
     scores_before := scores_before t; given := given t |}.

Section Table.
Variable r : rules.

(** The card that was dealt last and lies open. Clauses: SU-DEAL-9. *)
Definition last_dealt (hs : list (list card)) (dealer : nat) : card := last (nth dealer hs []) no_card.

(** Where trumps come from: the suit of the card turned up, of the one that was cut, or of the last one. Clauses: SX-TRUMP-1, EW-DEAL-8,
    EW-TRUMP-1, SU-TRUMP-1. *)
Definition first_trump (hs : list (list card)) (rest : list card) (dealer : nat) (cut : option card) : option nat :=
  match trump_from r with
  | TurnUp => option_map suit (hd_error rest)
  | Cut => option_map suit cut
  | Dealt => Some (suit (last_dealt hs dealer))
  | Named | ByMarriage => None
  end.

(** Clauses: EW-TRUMP-4, SU-TRUMP-4. *)
Definition first_known (hs : list (list card)) (dealer : nat) (cut : option card) : list (list card) :=
  match trump_from r, cut with
  | Cut, Some c => map (fun cards => if cut_known r && holds cards c then [c] else []) hs
  | Dealt, _ => with_part dealer [last_dealt hs dealer] (map (fun _ => []) hs)
  | _, _ => map (fun _ => []) hs
  end.

(** The card that is turned up lies under the rest of the pack. Clauses: SX-DEAL-7, SX-TRUMP-1. *)
Definition turned (rest : list card) : list card :=
  if turns_up r then match rest with [] => [] | up :: others => others ++ [up] end else rest.

(** Dealing: the player after the dealer leads. Clauses: SX-PLAY-1, SX-DEAL-7, EW-DEAL-8, SU-DEAL-9, TT-DEAL-7, SX-TRUMP-1, EW-TRUMP-4,
    SU-TRUMP-4. *)
Definition dealt (dealer : nat) (cut : option card) (before : list nat) (deck : list card) : table :=
  let '(hs, rest) := share_out (batches (players r) (deal r) dealer) (repeat [] (players r)) deck in
  let first := (dealer + 1) mod players r in
  {| hands := hs; talon := turned rest; trick := []; taken := [[]; []]; known := first_known hs dealer cut; leader := first;
     tricks := [0; 0]; trump := first_trump hs rest dealer cut; melds := [0; 0]; waiting := [0; 0]; shown := 0; undrawn := false;
     closed := None; eldest := first; bids_made := []; contract := None; claimant := None; waived := false; scores_before := before;
     given := [0; 0] |}.

(** The card of the talon that lies face up. Clauses: SX-TRUMP-1. *)
Definition turn_up (t : table) : option card :=
  if turns_up r && negb (is_empty (talon t)) then Some (last (talon t) no_card) else None.

(** Everybody draws a card, the winner first; the turn-up is the last one, and all know who has it. Clauses: SX-DRAW-1, SX-DRAW-5,
    SX-DRAW-8. *)
Definition draw_each (t : table) : table :=
  let '(hs, rest) := share_out (map (fun seat => (seat, 1)) (order (players r) (leader t))) (hands t) (talon t) in
  let seen := match turn_up t with
    | Some up => if is_empty rest
                 then map (fun seat => known_of t seat ++ if holds (nth seat hs []) up then [up] else []) (seq 0 (length hs))
                 else known t
    | None => known t
    end in
  with_talon_state (with_cards t hs rest (trick t) seen) false (closed t).

(** Whether the strict rules hold: there is no talon (any more), or it is closed. Clauses: SX-SUIT-4, SX-DRAW-5, SX-CLOSE-3, EW-SUIT-4,
    TT-DRAW-5. *)
Definition strict (t : table) : bool := is_empty (talon t) || is_closed t.

(** Whether all cards that were in hands or could be drawn have been played. Clauses: SX-PLAY-8, EW-PLAY-8, SX-CLOSE-3. *)
Definition played_out (t : table) : bool := is_empty (trick t) && forallb is_empty (hands t) && strict t.

End Table.
