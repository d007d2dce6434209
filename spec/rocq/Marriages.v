(** When may king and queen of a suit be shown, and what do they count?

    As spec/aceten_spec/plain/marriages.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards SuitRules SuitTable SuitCodes.
Import ListNotations.

Definition king : nat := 13.
Definition queen : nat := 12.

Section Marriages.
Variable r : rules.

(** Whether a card is one of those of which one is led with a marriage. Clauses: SX-MELD-1, TT-MELD-1. *)
Definition leads_marriage (c : card) : bool :=
  (rank c =? king) || match meld_lead r with EitherCard => rank c =? queen | KingOnly => false end.

Definition has_marriage (cards : list card) (of : nat) : bool := holds cards (Card king of) && holds cards (Card queen of).

(** Why nobody may show a marriage at this moment, whatever he holds. Clauses: SX-MELD-1, SX-MELD-4 to SX-MELD-7, AS-MELD-5, SN-MELD-5,
    SN-MELD-6. *)
Definition no_meld_now (t : table) : list code :=
  told [(MeldNotLeading, negb (is_empty (trick t)));
        (MeldClosed, is_closed t && negb (meld_after_closing r));
        (MeldExhausted, is_empty (talon t) && negb (meld_after_stock r));
        (MeldFirstLead, (tricks_in_all t =? 0) && negb (meld_first r))].

(** What is wrong with showing a marriage by leading one of its cards. Clauses: SX-MELD-1, AS-MELD-1, TT-MELD-1. *)
Definition showing_refused (t : table) (cards : list card) (c : card) : list code :=
  no_meld_now t ++
  told [(match meld_lead r with EitherCard => MeldWrongCard | KingOnly => MeldNotKing end, negb (leads_marriage c));
        (NoMarriage, leads_marriage c && negb (has_marriage cards (suit c)))].

(** Whether a marriage that could be shown with a card has to be, so that it is not led alone. Clauses: SX-MELD-9, AS-MELD-1, TT-MELD-1. *)
Definition meld_is_due (t : table) (cards : list card) (c : card) : bool :=
  meld_forced r && has_marriages r && leads_marriage c && has_marriage cards (suit c) && is_empty (no_meld_now t).

(** What the marriage of a suit counts when it is shown now. Clauses: SX-MELD-2, AS-MELD-2, TT-MELD-2. *)
Definition points_of_marriage (t : table) (of : nat) : nat :=
  match marriages r with
  | NoMarriages => 0
  | ByTrump => nth (if match trump t with Some trumps => of =? trumps | None => false end then 1 else 0) (marriage_points r) 0
  | BySuit => nth (of - 1) (marriage_points r) 0
  | ByOrder => nth (shown t) (marriage_points r) 0
  end.

(** All know both cards, the points are written down, and trumps may change. Clauses: SX-MELD-1, SX-MELD-2, SX-MELD-8, TT-MELD-8,
    TT-TRUMP-1, TT-TRUMP-3. *)
Definition show (t : table) (seat of : nat) : table :=
  let side := side_of seat in
  let points := points_of_marriage t of in
  let pair := filter (fun c => negb (holds (known_of t seat) c)) [Card king of; Card queen of] in
  with_marriage t
    (with_part seat (known_of t seat ++ pair) (known t))
    (match trump_from r with ByMarriage => Some of | _ => trump t end)
    (add_to side points (melds t))
    (match meld_counts r with NextTrick => add_to side points (waiting t) | AnyTrick => waiting t end).

(** The points of a side's marriages that count: none without a trick. Clauses: SX-MELD-3, AS-MELD-3, TT-MELD-3. *)
Definition marriages_that_count (t : table) (side : nat) : nat :=
  if by_side (tricks t) side =? 0 then 0 else by_side (melds t) side - by_side (waiting t) side.

End Marriages.
