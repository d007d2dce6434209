(** What counts for a side, and when may it say that it has enough?

    As spec/aceten_spec/plain/claims.py has it. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards SuitRules SuitTable SuitCodes Marriages.
Import ListNotations.

Section Claims.
Variable r : rules.

(** The card points that a side has taken. Clauses: SX-SCORE-1, SX-CARDS-3. *)
Definition cards_taken (t : table) (side : nat) : nat := by_side (given t) side + total (values r) (nth side (taken t) []).

(** Whether all cards of the pack have been played. *)
Definition all_played (t : table) : bool := is_empty (trick t) && forallb is_empty (hands t) && is_empty (talon t).

(** What counts for a side: its cards, its marriages, and the last trick. Clauses: SX-SCORE-1, SX-SCORE-21, SX-MELD-3, SX-CLAIM-2, AS-SCORE-1,
    AS-SCORE-21, TT-SCORE-1. *)
Definition counted (t : table) (side : nat) : nat :=
  cards_taken t side + marriages_that_count t side
  + (if all_played t && (side_of (leader t) =? side) then last_trick_points r else 0).

(** Whether a side may claim, with the points of a marriage that is shown now. Clauses: SX-CLAIM-2, TT-CLAIM-2, TT-CLAIM-5, SX-MELD-3. *)
Definition enough (t : table) (side more : nat) : bool :=
  let earned := negb (by_side (tricks t) side =? 0) && match meld_counts r with AnyTrick => true | NextTrick => false end in
  let has := counted t side + (if earned then more else 0) in
  match claim_for r with
  | ForMatch => target r <=? by_side (scores_before t) side + has
  | ForDeal => claim_points r <=? has
  end.

(** What is wrong with the moment of a claim, alone or with the marriage of a suit: any turn of a player may be right for it, or only when
    he leads, or only when he has taken a trick, and then without a marriage. Clauses: SX-CLAIM-1, SX-CLAIM-3, TT-CLAIM-1. *)
Definition untimely (t : table) (of : option nat) : list code :=
  let with_a_trick := match claim_when r with WithATrick => true | _ => false end in
  told
    [(ClaimNotLeading, match claim_when r with AtAnyTurn => false | _ => negb (is_empty (trick t)) end);
     (ClaimFirstLead, with_a_trick && (tricks_in_all t =? 0));
     (ClaimWithMarriage, with_a_trick && match of with Some _ => true | None => false end)].

Definition but_for_drawing : list code -> list code := filter (fun c => match c with DrawFirst => false | _ => true end).

(** What is wrong with a claim, alone or with the marriage of a suit, after what has to be done before. Drawing does not come before a
    claim, but before a marriage. Clauses: SX-CLAIM-1, SX-CLAIM-3, SX-CLAIM-4, TT-CLAIM-1, TT-CLAIM-3, TT-CLAIM-4, AS-CLAIM-1. *)
Definition claiming_refused (t : table) (seat : nat) (of : option nat) (first_of_all : list code) : list code :=
  match claim r with
  | NoClaims => [ClaimOff]
  | Automatic => [ClaimAutomatic]
  | Called =>
      let wrong more := told [(WrongClaim, match wrong_claim r with WrongRefused => negb (enough t (side_of seat) more) | WrongLoses => false end)] in
      match of with
      | None => (but_for_drawing first_of_all ++ untimely t of) ++ wrong 0
      | Some of =>
          if has_marriages r
          then
            let draws := existsb (fun c => match c with DrawFirst => true | _ => false end) first_of_all in
            let broken := but_for_drawing first_of_all ++ untimely t (Some of) ++ told [(ClaimBeforeDrawing, draws)]
              ++ showing_refused r t (hand_of t seat) (Card king of) in
            broken ++ wrong (if is_empty broken then points_of_marriage r t of else 0)
          else untimely t (Some of) ++ MeldOff :: wrong 0
      end
  end.

(** Whether nobody has to say that he has enough, at any time or when all cards are played. Clauses: SX-CLAIM-1. *)
Definition unsaid (t : table) : bool :=
  match claim r with
  | NoClaims => false
  | Called => match claim_last r with LastCounted => played_out t | _ => false end
  | Automatic => true
  end.

(** Play ends where nobody has to say anything and a player has enough. Clauses: SX-CLAIM-1. *)
Definition end_by_itself (t : table) (seat : nat) : table :=
  if unsaid t && enough t (side_of seat) 0 then with_end t (Some seat) (waived t) else t.

End Claims.
