(** Whose turn is it, what may be done, and what does that lead to, from the auction to the end of a deal?

    As spec/aceten_spec/plain/suit_deal.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing SuitRules SuitTable SuitCodes SuitTricks Marriages Claims Exchanging Bidding.
Import ListNotations.

Section Play.
Variable r : rules.

(** Whether the winner of the last trick is asked if he claims. Clauses: SX-CLAIM-1, TT-CLAIM-1. *)
Definition asks : bool := match claim r, claim_last r with Called, LastAsked => true | _, _ => false end.

(** Whether the deal is over: by a claim, when all is played and nobody claims, or when nobody has bid. Clauses: SX-PLAY-8, AS-PLAY-8,
    TT-PLAY-8, EW-PLAY-8, AS-BID-7, TT-CLAIM-5. *)
Definition over (t : table) : bool :=
  match claimant t with Some _ => true | None => nobody_bid r t || played_out t && (negb (asks) || waived t) end.

(** In the auction in turn, eldest hand first; then the leader, and the others in turn. Clauses: AS-BID-1, AS-BID-9, SX-PLAY-1, SX-PLAY-2,
    SX-PLAY-7. *)
Definition turn (t : table) : nat :=
  if in_auction r t then (eldest t + length (bids_made t)) mod players r else (leader t + length (trick t)) mod players r.

(** What has to be done before a card can be played. Clauses: AS-BID-8, AS-TRUMP-2, SX-CLOSE-2. *)
Definition first_of_all (t : table) : list code :=
  told [(BiddingFirst, in_auction r t); (NamingFirst, naming t); (DrawFirst, undrawn t)].

(** *** What is broken *)

(** Clauses: SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6. *)
Definition owed_refused (t : table) (cards : list card) (c : card) : list code :=
  if holds (playable r t cards) c then [] else
  let led := hd no_card (trick t) in
  let code early late := [if strict t then late else early] in
  if negb (existsb (same_suit led) cards) then code EarlyNotTrumped NotTrumped
  else if same_suit led c then code EarlyNotBeaten NotBeaten
  else code EarlySuitNotFollowed SuitNotFollowed.

(** Clauses: SX-PLAY-2, SX-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-MELD-9, AS-BID-8. *)
Definition card_refused (t : table) (seat : nat) (c : card) : list code :=
  match first_of_all t with
  | [] => if holds (hand_of t seat) c
          then owed_refused t (hand_of t seat) c ++ told [(MeldDue, meld_is_due r t (hand_of t seat) c)]
          else [NotInHand]
  | before => before
  end.

(** The suits that can be named, and said with a claim. *)
Definition suits : list nat := [1; 2; 3; 4].
Definition is_suit (suit : nat) : bool := existsb (Nat.eqb suit) suits.
Definition is_said (of : option nat) : bool := match of with Some of => is_suit of | None => true end.

(** The conditions that an action breaks, the first one first. Clauses: SX-PLAY-2, SX-PLAY-8, SX-MELD-1, SX-CLAIM-1, SX-EXCH-1, SX-CLOSE-1,
    AS-BID-1, AS-TRUMP-2. *)
Definition broken (t : table) (a : action) : list code :=
  let seat := turn t in
  if over t then [DealOver] else
  match a with
  | Play c => card_refused t seat c
  | Meld c => if has_marriages r then first_of_all t ++ showing_refused r t (hand_of t seat) c else [MeldOff]
  | Claim of => if is_said of then claiming_refused r t seat of (first_of_all t) else [UnknownAction]
  | Exchange => exchanging_refused r t seat
  | Close => closing_refused r t
  | Draw => drawing_refused r t seat
  | Bid points => bidding_refused r t seat points
  | Name trumps => if is_suit trumps then naming_refused r t else [UnknownAction]
  | Pass => passing_refused r t (played_out t && asks)
  end.

(** *** What happens *)

(** The winner takes a complete trick and leads; he draws first if anybody draws. Where the talon may be closed before drawing, he says
    first whether he draws. Clauses: SX-PLAY-7, EW-PLAY-7, SX-DRAW-1, SX-CLOSE-2, SX-CLOSE-3, SX-MELD-3, SX-CLAIM-1. *)
Definition captured (t : table) (winner : nat) : table :=
  let side := side_of winner in
  with_captured t winner (with_part side (nth side (taken t) [] ++ trick t) (taken t)) (add_to side 1 (tricks t))
    (with_part side 0 (waiting t)).

Definition before_drawing (t : table) : bool :=
  match close r with BeforeDrawing => close_min_stock r <=? length (talon t) | _ => false end.

Definition take (t : table) (winner : nat) : table :=
  let after := end_by_itself r (captured t winner) winner in
  match claimant after with
  | Some _ => after
  | None => if strict after then after
            else if before_drawing after then with_talon_state after true (closed after)
            else draw_each r after
  end.

(** Clauses: SX-PLAY-2, EW-PLAY-7. *)
Definition laid (t : table) (seat : nat) (c : card) : table :=
  with_cards t (with_part seat (without c (hand_of t seat)) (hands t)) (talon t) (trick t ++ [c])
    (with_part seat (without c (known_of t seat)) (known t)).

Definition put (t : table) (seat : nat) (c : card) : table :=
  let lies := laid t seat c in
  if length (trick lies) =? players r then take lies (winning r lies) else lies.

(** Clauses: SX-PLAY-2, SX-MELD-1, SX-CLAIM-1, SX-CLAIM-3, SX-CLOSE-2, AS-BID-1, AS-TRUMP-2. *)
Definition happen (t : table) (a : action) : table :=
  let seat := turn t in
  match a with
  | Play c => put t seat c
  | Meld c =>
      let after := end_by_itself r (show r t seat (suit c)) seat in
      match claimant after with Some _ => after | None => put after seat c end
  | Claim of => with_end (match of with Some of => show r t seat of | None => t end) (Some seat) (waived t)
  | Exchange => exchanged r t seat
  | Close => closed_by r t seat
  | Draw => draw_each r t
  | Bid points => with_bid r t points
  | Name trumps => with_named t trumps
  | Pass => if in_auction r t then with_bid r t 0 else with_end t (claimant t) true
  end.

(** What an action leads to, or why it is refused. *)
Definition apply (t : table) (a : action) : table + code :=
  match broken t a with [] => inl (happen t a) | first :: _ => inr first end.

(** All actions that may be legal, and those that are. Clauses: SX-PLAY-2, EW-PLAY-2, TT-PLAY-2, AS-BID-1, AS-TRUMP-2, SX-CLAIM-1,
    SX-EXCH-1, SX-CLOSE-1. *)
Definition conceivable (t : table) : list action :=
  let cards := hand_of t (turn t) in
  map Play cards ++ map Meld cards ++ map Claim (None :: map Some suits) ++ [Exchange; Close; Draw; Pass] ++ map Bid (bids r)
  ++ map Name suits.
Definition legal (t : table) : list action := filter (fun a => is_empty (broken t a)) (conceivable t).

End Play.
