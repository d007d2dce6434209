(** Which card takes a suit trick, and what does a player owe to a lead?

    As spec/aceten_spec/plain/suit_tricks.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing SuitRules SuitTable.
Import ListNotations.

Section Tricks.
Variable r : rules.

(** How high a rank is: the higher the number, the higher the card. Clauses: SX-CARDS-6, EW-CARDS-6, SU-CARDS-6. *)
Fixpoint height (ranks : list nat) (rank : nat) : nat :=
  match ranks with [] => 0 | first :: lower => if first =? rank then S (length lower) else height lower rank end.

Definition strength (c : card) : nat := height (ranking r) (rank c).

Definition same_suit (a b : card) : bool := suit a =? suit b.
Definition is_trump (t : table) (c : card) : bool := match trump t with Some trumps => suit c =? trumps | None => false end.

(** Whether a card beats one that was played before it: a higher one of its suit, or a trump against another suit. Clauses: SX-SUIT-1,
    EW-SUIT-1. *)
Definition beats (t : table) (c other : card) : bool :=
  if same_suit c other then strength other <? strength c else is_trump t c.

(** The cards of which the highest wins: the trumps, or else those of the suit led. *)
Definition contenders (t : table) : list card :=
  match filter (is_trump t) (trick t) with
  | [] => filter (same_suit (hd no_card (trick t))) (trick t)
  | trumps => trumps
  end.

Fixpoint highest (cards : list card) : card :=
  match cards with
  | [] => no_card
  | [c] => c
  | c :: others => if strength c <? strength (highest others) then highest others else c
  end.

(** Who is winning the trick; the leader before any card. Clauses: SX-SUIT-1, AS-SUIT-1, EW-SUIT-1, TT-TRUMP-3. *)
Definition winning (t : table) : nat :=
  match place_of (highest (contenders t)) (trick t) with
  | Some place => (leader t + place) mod players r
  | None => leader t
  end.

Fixpoint first_some (choices : list (list card)) : list card :=
  match choices with [] => [] | choice :: others => if is_empty choice then first_some others else choice end.

(** The cards of a hand that may be led, or played to the lead. Clauses: EW-SUIT-2, SX-SUIT-3, EW-SUIT-4, SX-SUIT-5, SX-SUIT-6, SX-SUIT-7,
    EW-SUIT-7, SU-SUIT-8. *)
Definition playable (t : table) (cards : list card) : list card :=
  match trick t with
  | [] => cards
  | led :: _ =>
      let following := filter (same_suit led) cards in
      match (if strict t then last_obligation r else obligation r) with
      | NoDuty => cards
      | Follow => first_some [following; cards]
      | FollowBeatTrump =>
          first_some [filter (fun c => beats t c led) following; following; filter (is_trump t) cards; cards]
      end
  end.

End Tricks.
