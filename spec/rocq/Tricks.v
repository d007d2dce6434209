(** Who takes a trick, and what becomes of it?

    Clauses of matching, of the lone player, of burning and of drawing; as spec/aceten_spec/plain has them in matching_tricks.py,
    lone_player.py and dealing.py. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing Scoring Rules Table.
Import ListNotations.

Section Tricks.
Variable r : rules.

Definition is_wild (rank : nat) : bool := existsb (Nat.eqb rank) (wild r).

Definition counted_as (other : option nat) (c : card) : nat :=
  match lone_card r, other with Some lone, Some other => if same_card c lone then other else rank c | _, _ => rank c end.

(** The rank for which a card counts when it is led, and when it is played to a lead. Clauses: SL-LONE-3, SL-LONE-4. *)
Definition rank_led : card -> nat := counted_as (lone_card_led r).
Definition rank_played : card -> nat := counted_as (lone_card_rank r).

Definition card_at (cards : list card) (place : nat) : card := nth place cards no_card.

(** The place of the card that has to be matched. Clauses: ZS-PLAY-4, ZS-MULTI-3, HO-MULTI-3, HO-MULTI-10. *)
Definition deciding_lead (cards : list card) : nat :=
  match to_match r with FirstLead => 0 | NewestLead => (length cards - 1) / players r * players r end.

(** Whether a wild card lies before a place, where wild cards are trumps. Clauses: ST-PLAY-5, ST-PLAY-9. *)
Definition trumped (cards : list card) (place : nat) : bool :=
  match wild_role r, firstn place cards with
  | Trump, lead :: others => is_wild (rank_led lead) || existsb (fun c => is_wild (rank_played c)) others
  | _, _ => false
  end.

(** Whether a card at a place matches the card that was led. Clauses: ZS-CARDS-2, ZS-PLAY-4 to ZS-PLAY-6, ST-PLAY-9, HO-PLAY-10,
    SP-PLAY-20. *)
Definition matches (cards : list card) (c : card) (lead place : nat) : bool :=
  let led := rank_led (card_at cards lead) in
  let own := rank_played c in
  if is_wild own
  then match wild_led r with OwnRank => if is_wild led then own =? led else true | AnyWild => true end
  else (own =? led) && negb (trumped cards place).

(** The places of the cards that match the lead. *)
Definition matching (cards : list card) : list nat :=
  let lead := deciding_lead cards in
  filter (fun place => matches cards (card_at cards place) lead place) (seq (lead + 1) (length cards - (lead + 1))).

(** The place of the card that is winning. Clauses: ZS-PLAY-4, ZS-MULTI-3, ZS-MULTI-7, HO-MULTI-10. *)
Definition best_place (cards : list card) : nat :=
  match taken_by r with
  | LastMatch => last (matching cards) (deciding_lead cards)
  | FirstMatch => hd (deciding_lead cards) (matching cards)
  end.

Definition winning (t : table) : nat := (leader t + best_place (trick t)) mod players r.

(** Who plays alone, once a trick with the lone card has been taken. Clauses: SL-LONE-1, SL-LONE-2. *)
Definition shown_lone (t : table) : option nat :=
  match lone_card r with
  | None => lone t
  | Some c => match place_of c (trick t) with Some place => Some ((leader t + place) mod players r) | None => lone t end
  end.

(** Whether a trick has a round of four cards of one rank, which burns all sides but its taker's. Clauses: HO-SCORE-11. *)
Fixpoint four_of_a_rank (cards : list card) : bool :=
  match cards with
  | a :: b :: c :: d :: rest =>
      (rank a =? rank b) && (rank a =? rank c) && (rank a =? rank d) || four_of_a_rank rest
  | _ => false
  end.

Definition burns (cards : list card) : bool := four_resets r && (players r =? 4) && four_of_a_rank cards.

Definition all_burned (t : table) (side : nat) : list nat :=
  if burns (trick t)
  then filter (fun each => existsb (Nat.eqb each) (burned t) || negb (each =? side)) (seq 0 (side_count r))
  else burned t.

(** How many cards each seat draws: up to a full hand, or what there is for everybody alike. Clauses: ZS-DRAW-1 to ZS-DRAW-5, HO-DRAW-6,
    RL-FLIP-4. *)
Definition due (hs : list (list card)) (rest : list card) : list nat :=
  let lacking := map (fun cards => hand r - length cards) hs in
  if length rest <? list_sum lacking then repeat (length rest / players r) (players r) else lacking.

(** All that one needs at once, or one card each in rotation, the winner first. *)
Definition portions (first : nat) (counts : list nat) : list (nat * nat) :=
  match draw r with
  | Block => map (fun seat => (seat, nth seat counts 0)) (order (players r) first)
  | RoundRobin =>
      flat_map (fun turn => map (fun seat => (seat, if turn <? nth seat counts 0 then 1 else 0)) (order (players r) first))
        (seq 0 (list_max counts))
  end.

Definition draw_equally (first : nat) (hs : list (list card)) (rest : list card) : list (list card) * list card :=
  share_out (portions first (due hs rest)) hs rest.

(** The winner takes the trick; then everybody draws, and the winner leads. Clauses: ZS-PLAY-7, ZS-PLAY-8, ZS-MULTI-7, ZS-DRAW-4,
    ZS-SCORE-7, HO-DRAW-6. *)
Definition take (t : table) (winner : nat) : table :=
  let side := side_of r winner in
  let '(hs, rest) := draw_equally winner (hands t) (talon t) in
  let left := match leftover r with LastTrick => if all_played r hs rest then rest else [] | _ => [] end in
  let stays := match leftover r with LastTrick => if all_played r hs rest then [] else rest | _ => rest end in
  {| hands := hs; talon := stays; leader := winner; trick := []; drawn := None; leads := leads t; lone := shown_lone t;
     last_played := Some ((leader t + (length (trick t) - 1)) mod players r, card_at (trick t) (length (trick t) - 1));
     taken := with_part side (nth side (taken t) [] ++ (trick t ++ left)) (taken t);
     tricks := with_part side (S (nth side (tricks t) 0)) (tricks t);
     burned := all_burned t side; given := given t |}.

End Tricks.
