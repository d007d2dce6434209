(** Whose turn is it, what may be done, and what does that lead to?

    As spec/aceten_spec/plain has it in matching_deal.py, multiple_tricks.py, flip_and_spice.py, lead_limit.py and partner_calls.py. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks.
Import ListNotations.

Inductive action := Play (c : card) | Flip | Spice | Stop | Call (caller : nat) (name : call_name).

(** Why an action is refused, in the order of spec/aceten_spec/clauses/refusals.py: of several conditions that are broken, the first is
    told. What is no action at all (the code unknown_action) has no place here. *)
Inductive code :=
  DealOver | SpiceFirst | NotInHand | LeadLimit | TrumpedContinuation | WrongContinuation | StopOff | StopNotOffered | StopNotSpicing
| FlipOff | FlipExhausted | SpiceOff | SpiceNoTrick | SpiceNotDrawn | CallsOff | CallWithoutPartner | CallOutOfTurn.

Section Play.
Variable r : rules.

(** Whether the leader has to say if he goes on with another round, and whether anybody may stop. Clauses: ZS-MULTI-1, ZS-MULTI-5,
    RL-SPICE-1. *)
Definition choosing (t : table) : bool :=
  negb (is_empty (trick t)) && (length (trick t) mod players r =? 0) && match drawn t with None => true | _ => false end.
Definition asked (t : table) : bool := choosing t || match drawn t with None => false | _ => true end.

(** Clauses: ZS-PLAY-1, ZS-PLAY-2, ZS-PLAY-7, ZS-MULTI-5, RL-SPICE-3. *)
Definition turn (t : table) : nat :=
  match drawn t with None => (leader t + length (trick t)) mod players r | _ => winning r t end.

(** Clauses: ZS-MULTI-2, ST-MULTI-2, HO-MULTI-2, ST-MULTI-9. *)
Definition continues (t : table) (c : card) : bool :=
  match continue_with r with Any => true | Match => matches r (trick t) c (deciding_lead r (trick t)) (length (trick t)) end.

(** Clauses: ZS-MULTI-1, SE-MULTI-1, RK-MULTI-1, ZS-MULTI-4 to ZS-MULTI-6, ZS-MULTI-8. *)
Definition may_continue (t : table) : bool :=
  match continuation r with
  | Never => false
  | OpponentWinning => negb (side_of r (winning r t) =? side_of r (leader t))
  | NotPartnerWinning => (winning r t =? leader t) || negb (side_of r (winning r t) =? side_of r (leader t))
  | Always => true
  end && existsb (continues t) (hand_of t (leader t)).

(** Clauses: RL-SPICE-1, RL-SPICE-2, RK-SPICE-1. *)
Definition may_spice (t : table) : bool :=
  spice r && negb (is_empty (talon t)) && (length (hand_of t (winning r t)) <? hand r).

(** Whether the latest leads, as many as are allowed in a row, were all of the rank of a card. Clauses: RK-PLAY-11, RL-PLAY-11. *)
Definition led_too_often (t : table) (c : card) : bool :=
  (0 <? lead_limit r) && (lead_limit r <=? length (leads t))
  && forallb (Nat.eqb (rank c)) (skipn (length (leads t) - lead_limit r) (leads t)).

Definition lead_limited (t : table) (cards : list card) (c : card) : bool :=
  is_empty (trick t) && led_too_often t c && existsb (fun other => negb (led_too_often t other)) cards.

(** Clauses: RK-PLAY-11. *)
Definition leads_with (t : table) (c : card) : list nat :=
  if is_empty (trick t)
  then match leads t with
       | [] => [rank c]
       | _ => if last (leads t) 0 =? rank c then leads t ++ [rank c] else [rank c]
       end
  else leads t.

(** Clauses: ZS-PLAYERS-2, ZS-CALL-1. *)
Definition partner (seat : nat) : option nat :=
  if (players r =? 4) && (side_count r =? 2) then Some ((seat + 2) mod 4) else None.

Definition call_eq_dec : forall a b : call_name, {a = b} + {a <> b}.
Proof. decide equality. Defined.

(** *** What is broken *)

Definition continuing_refused (t : table) (c : card) : list code :=
  if negb (choosing t) || continues t c then []
  else if rank_played r c =? rank_led r (card_at (trick t) (deciding_lead r (trick t))) then [TrumpedContinuation] else [WrongContinuation].

Definition card_refused (t : table) (c : card) : list code :=
  if holds (hand_of t (turn t)) c
  then continuing_refused t c ++ (if lead_limited t (hand_of t (turn t)) c then [LeadLimit] else [])
  else [NotInHand].

Definition flip_refused (t : table) : list code :=
  if flip r then if is_empty (talon t) then [FlipExhausted] else [] else [FlipOff].

Definition spice_refused (t : table) : list code :=
  match drawn t with
  | Some _ => []
  | None => if spice r
            then if negb (is_empty (trick t)) || (list_sum (tricks t) =? 0) then [SpiceNoTrick] else [SpiceNotDrawn]
            else [SpiceOff]
  end.

Definition stop_refused (t : table) : list code :=
  if asked t then []
  else match continuation r with Never => if spice r then [StopNotSpicing] else [StopOff] | _ => [StopNotOffered] end.

Definition call_refused (t : table) (caller : nat) (name : call_name) : list code :=
  if in_dec call_eq_dec name (calls r)
  then match partner (turn t) with
       | None => [CallWithoutPartner]
       | Some seat => if caller =? seat then [] else [CallOutOfTurn]
       end
  else [CallsOff].

(** The conditions that an action breaks, the first one first. Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-PLAY-8, RL-SPICE-3. *)
Definition broken (t : table) (a : action) : list code :=
  if over r t then [DealOver] else
  match a with
  | Play c => match drawn t with Some _ => [SpiceFirst] | None => card_refused t c end
  | Flip => match drawn t with Some _ => [SpiceFirst] | None => flip_refused t end
  | Spice => spice_refused t
  | Stop => stop_refused t
  | Call caller name => call_refused t caller name
  end.

(** *** What happens *)

(** A card more in the trick. *)
Definition with_card (t : table) (c : card) : table :=
  {| hands := hands t; talon := talon t; leader := leader t; trick := trick t ++ [c]; drawn := drawn t; leads := leads_with t c;
     lone := lone t; last_played := last_played t; taken := taken t; tricks := tricks t; burned := burned t; given := given t |}.

(** A card gone from the hand of a seat, and one from the top of the talon. *)
Definition with_hand (t : table) (seat : nat) (cards : list card) : table :=
  {| hands := with_part seat cards (hands t); talon := talon t; leader := leader t; trick := trick t; drawn := drawn t; leads := leads t;
     lone := lone t; last_played := last_played t; taken := taken t; tricks := tricks t; burned := burned t; given := given t |}.
Definition with_talon (t : table) (cards : list card) : table :=
  {| hands := hands t; talon := cards; leader := leader t; trick := trick t; drawn := drawn t; leads := leads t;
     lone := lone t; last_played := last_played t; taken := taken t; tricks := tricks t; burned := burned t; given := given t |}.

(** The winner draws before all others. Clauses: RL-SPICE-1, RL-SPICE-3. *)
Definition draw_to_spice (t : table) : table :=
  match talon t with
  | [] => t
  | c :: rest =>
      let winner := winning r t in
      {| hands := with_part winner (hand_of t winner ++ [c]) (hands t); talon := rest; leader := leader t; trick := trick t;
         drawn := Some c; leads := leads t; lone := lone t; last_played := last_played t; taken := taken t; tricks := tricks t;
         burned := burned t; given := given t |}
  end.

(** The card just drawn for the card that won the trick, which remains the winner's. Clauses: RL-SPICE-1, RK-MULTI-1. *)
Definition spiced (t : table) (c : card) : table :=
  let winner := winning r t in
  let place := best_place r (trick t) in
  {| hands := with_part winner (without c (hand_of t winner) ++ [card_at (trick t) place]) (hands t); talon := talon t;
     leader := leader t; trick := with_part place c (trick t); drawn := None; leads := leads t; lone := lone t;
     last_played := last_played t; taken := taken t; tricks := tricks t; burned := burned t; given := given t |}.

(** After the last card of a round the trick goes on, or is spiced, or taken. Clauses: ZS-PLAY-2, RK-MULTI-1, ZS-MULTI-3, ZS-MULTI-6,
    RL-SPICE-3. *)
Definition put (t : table) (c : card) : table :=
  let lies := with_card t c in
  if negb (length (trick lies) mod players r =? 0) then lies
  else if may_continue lies then lies
  else if may_spice lies then draw_to_spice lies
  else take r lies (winning r lies).

(** Clauses: ZS-PLAY-2, ZS-MULTI-5, ZS-CALL-3, RL-FLIP-1, RL-SPICE-1. *)
Definition happen (t : table) (a : action) : table :=
  match a with
  | Play c => put (with_hand t (turn t) (without c (hand_of t (turn t)))) c
  | Flip => match talon t with [] => t | c :: rest => put (with_talon t rest) c end
  | Spice => match drawn t with Some c => take r (spiced t c) (winning r t) | None => t end
  | Stop => take r t (winning r t)
  | Call _ _ => t
  end.

(** What an action leads to, or why it is refused. *)
Definition apply (t : table) (a : action) : table + code :=
  match broken t a with [] => inl (happen t a) | first :: _ => inr first end.

(** All actions but calls that may be legal, and those that are. Clauses: ZS-PLAY-2, ZS-PLAY-3, ZS-MULTI-5, RL-FLIP-3, RL-SPICE-1. *)
Definition conceivable (t : table) : list action := map Play (hand_of t (turn t)) ++ [Flip; Spice; Stop].
Definition legal (t : table) : list action := filter (fun a => is_empty (broken t a)) (conceivable t).

End Play.
