(** Why is an action refused, in a game with suit tricks?

    The codes in the order of spec/aceten_spec/clauses/refusals.py: of several conditions that are broken, the first is told. *)
From Coq Require Import List Arith Bool.
From Aceten Require Import Cards.
Import ListNotations.

Inductive code :=
  DealOver | UnknownAction | BiddingFirst | NamingFirst | DrawFirst | NotInHand
| EarlySuitNotFollowed | EarlyNotBeaten | EarlyNotTrumped | SuitNotFollowed | NotBeaten | NotTrumped | MeldDue
| ClaimOff | ClaimAutomatic | ClaimNotLeading | ClaimFirstLead | ClaimWithMarriage | MeldOff | ClaimBeforeDrawing | MeldNotLeading | MeldClosed | MeldExhausted | MeldFirstLead
| MeldWrongCard | MeldNotKing | NoMarriage | WrongClaim
| ExchangeOff | ExchangeExhausted | ExchangeNoCard | ExchangeBeforeDrawing | ExchangeClosed | ExchangeCloser | ExchangeLate
| ExchangeNotLeading | ExchangeNoTrick | ExchangeStock
| CloseOff | CloseNotLeading | CloseAgain | CloseStock | CloseFirstLead
| DrawOff | DrawClosed | DrawExhausted | DrawFullHand
| BidOutside | BidPassed | BidPoints | BidTooLow | TrumpInAuction | TrumpNamed | PassOutside | PassForced | PassNotAsked.

Inductive action :=
  Play (c : card) | Meld (c : card) | Claim (of : option nat) | Exchange | Close | Draw | Bid (points : nat) | Name (trumps : nat) | Pass.

(** Those of some conditions that are broken, in their order. *)
Definition told (conditions : list (code * bool)) : list code := map fst (filter snd conditions).
