(** When may a low trump be exchanged for the turn-up, when the talon be closed, and who says that he draws?

    As spec/aceten_spec/plain/exchange_and_closing.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards SuitRules SuitTable SuitCodes Marriages Claims.
Import ListNotations.

Section Exchanging.
Variable r : rules.

(** The card that goes for the turn-up. Clauses: SX-EXCH-1. *)
Definition low_trump (t : table) (low : nat) : card := Card low (match trump t with Some trumps => trumps | None => 0 end).

(** What is wrong with exchanging. After closing, other conditions hold than before. Clauses: SX-EXCH-1 to SX-EXCH-5, SN-EXCH-2, SN-EXCH-3,
    SN-EXCH-4. *)
Definition exchanging_refused (t : table) (seat : nat) : list code :=
  match exchange r with
  | None => [ExchangeOff]
  | Some low =>
      let late := is_closed t && exchange_after_closing r in
      told
        [(ExchangeExhausted, is_empty (talon t));
         (ExchangeNoCard, negb (holds (hand_of t seat) (low_trump t low)));
         (ExchangeBeforeDrawing, undrawn t);
         (ExchangeClosed, is_closed t && negb (exchange_after_closing r));
         (ExchangeCloser, late && match closed t with Some how => seat =? closer how | None => false end);
         (ExchangeLate, late && match closed t with
            | Some how => negb (list_sum (tricks_then how) =? tricks_in_all t) | None => false end);
         (ExchangeNotLeading, negb late && match exchange_by r with LeaderOnly => negb (is_empty (trick t)) | Anybody => false end);
         (ExchangeNoTrick, negb late && exchange_needs_trick r && (by_side (tricks t) (side_of seat) =? 0));
         (ExchangeStock, negb late && (0 <? length (talon t)) && (length (talon t) <? exchange_min_stock r))]
  end.

(** The low trump goes for the turn-up; all know who has that now. Clauses: SX-EXCH-1, SX-EXCH-6. *)
Definition exchanged (t : table) (seat : nat) : table :=
  match exchange r with
  | None => t
  | Some low =>
      let c := low_trump t low in
      let up := last (talon t) no_card in
      with_cards t
        (with_part seat (without c (hand_of t seat) ++ [up]) (hands t))
        (removelast (talon t) ++ [c])
        (trick t)
        (with_part seat (without c (known_of t seat) ++ [up]) (known t))
  end.

(** What is wrong with closing the talon. Clauses: SX-CLOSE-1, SX-CLOSE-2, SX-CLOSE-4, SN-CLOSE-2, TT-CLOSE-1. *)
Definition closing_refused (t : table) : list code :=
  match close r with
  | NeverClosed => [CloseOff]
  | _ => told
      [(CloseNotLeading, negb (is_empty (trick t)));
       (CloseAgain, is_closed t);
       (CloseStock, length (talon t) <? close_min_stock r);
       (CloseFirstLead, negb (close_first r) && (tricks_in_all t =? 0))]
  end.

(** Nobody draws any more. What the other side has is remembered. Clauses: SX-CLOSE-3, SX-CLOSE-5, SX-SCORE-27, SN-SCORE-25. *)
Definition closed_by (t : table) (seat : nat) : table :=
  with_talon_state t false (Some (Closing seat (counted r t (1 - side_of seat)) (tricks t))).

(** What is wrong with saying that one draws: the winner of a trick says so where he could also close. Clauses: SX-CLOSE-2, SX-CLOSE-3,
    SX-DRAW-1, SX-DRAW-5. *)
Definition drawing_refused (t : table) (seat : nat) : list code :=
  if undrawn t then [] else
  match close r with
  | NeverClosed => [UnknownAction]
  | AfterDrawing => [DrawOff]
  | BeforeDrawing => told
      [(DrawClosed, is_closed t); (DrawExhausted, is_empty (talon t)); (DrawFullHand, length (hand_of t seat) =? hand r)]
  end.

End Exchanging.
