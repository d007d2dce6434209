(** Who may bid how much, when is the auction over, and who names trumps?

    As spec/aceten_spec/plain/bidding.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards SuitRules SuitTable SuitCodes.
Import ListNotations.

Definition is_pass (bid : nat) : bool := bid =? 0.

Section Bidding.
Variable r : rules.

(** Whether all have passed. Clauses: AS-BID-7. *)
Definition nobody_bid (t : table) : bool :=
  has_bids r && match contract t with Some _ => false | None => (length (bids_made t) =? players r) && forallb is_pass (bids_made t) end.

(** Whether bids are made: until somebody has won the auction, or all have passed. Clauses: AS-BID-1, AS-BID-5 to AS-BID-7. *)
Definition in_auction (t : table) : bool :=
  has_bids r && match contract t with Some _ => false | None => true end && negb (nobody_bid t).

(** Whether the highest bidder has to name trumps. Clauses: AS-TRUMP-2, AS-BID-8. *)
Definition naming (t : table) : bool :=
  match contract t, trump t with Some _, None => true | _, _ => false end.

(** Bids with their bidders. *)
Definition with_bidders (t : table) : list (nat * nat) :=
  map (fun place => ((eldest t + place) mod players r, by_side (bids_made t) place)) (seq 0 (length (bids_made t))).

(** Whether the partner of a seat has bid since it passed for the last time; there is nothing since where it has not passed. *)
Definition partner_has_bid (t : table) (seat : nat) : bool :=
  fold_left (fun since said =>
      if fst said =? seat then if is_pass (snd said) then false else since
      else since || (fst said =? (seat + 2) mod players r) && negb (is_pass (snd said)))
    (with_bidders t) false.

(** Whether a player is in the bidding: he has not passed, or may bid again. Clauses: AS-BID-4, AS-BID-9. *)
Definition may_bid (t : table) (seat : nat) : bool :=
  negb (existsb (fun said => (fst said =? seat) && is_pass (snd said)) (with_bidders t))
  || match bid_again r with AgainNever => false | AgainAlways => true | AgainPartner => partner_has_bid t seat end.

(** Clauses: AS-BID-2, AS-BID-3, AS-BID-4. *)
Definition bidding_refused (t : table) (seat points : nat) : list code :=
  if negb (has_bids r) then [UnknownAction]
  else if negb (in_auction t) then [BidOutside]
  else told
    [(BidPassed, negb (may_bid t seat));
     (BidPoints, negb (existsb (Nat.eqb points) (bids r)));
     (BidTooLow, existsb (fun bid => points <=? bid) (bids_made t))].

(** Clauses: AS-TRUMP-2. *)
Definition naming_refused (t : table) : list code :=
  if negb (has_bids r) then [UnknownAction]
  else if in_auction t then [TrumpInAuction]
  else if naming t then [] else [TrumpNamed].

(** What is wrong with a pass: in the auction, or of one who is asked whether he claims. Clauses: AS-BID-1, AS-BID-7, AS-BID-9, SX-CLAIM-1,
    TT-CLAIM-1. *)
Definition passing_refused (t : table) (asked : bool) : list code :=
  let others_passed := (length (bids_made t) =? players r - 1) && forallb is_pass (bids_made t) in
  told
    [(UnknownAction, negb (has_bids r) && negb (has_claims r));
     (PassOutside, has_bids r && negb (in_auction t));
     (PassForced, in_auction t && others_passed && match no_bid r with DealerBids => true | Redeal => false end);
     (PassNotAsked, has_claims r && negb asked)].

(** The place of the highest bid, which is the latest one: the first place of its number. *)
Fixpoint place_of_number (n : nat) (numbers : list nat) : nat :=
  match numbers with [] => 0 | first :: rest => if first =? n then 0 else S (place_of_number n rest) end.

(** A bid, or a pass, which is a bid of 0; the auction ends when all others have passed since the last bid, or nothing higher can be bid.
    Then what was bid makes no difference any more, but for the highest bid.
    Clauses: AS-BID-5, AS-BID-6, AS-BID-7, AS-PLAY-1. *)
Definition with_bid (t : table) (points : nat) : table :=
  let said := bids_made t ++ [points] in
  let best := list_max said in
  let latest := skipn (length said - (players r - 1)) said in
  let ends := negb (best =? 0) && (forallb is_pass latest || (points =? list_max (bids r))) in
  if ends
  then let declarer := (eldest t + place_of_number best said) mod players r in with_auction t declarer (trump t) [] (Some (declarer, best))
  else with_auction t (leader t) (trump t) said (contract t).

(** Clauses: AS-TRUMP-1, AS-TRUMP-2. *)
Definition with_named (t : table) (trumps : nat) : table := with_auction t (leader t) (Some trumps) (bids_made t) (contract t).

End Bidding.
