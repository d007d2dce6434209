(** What may the rules of a game with suit tricks differ in?

    The parameters of a rulebook that bear on play and on what a deal comes to, by their names there, with the number of players among
    them. What each of them means, spec/aceten_spec/parameters.py says. *)
From Coq Require Import List Arith Lia Bool.
From Aceten Require Import Cards Scoring.
Import ListNotations.

Inductive trump_source := TurnUp | Cut | Dealt | Named | ByMarriage.
Inductive duty := NoDuty | Follow | FollowBeatTrump.
Inductive bidding_again := AgainPartner | AgainAlways | AgainNever.
Inductive without_bids := Redeal | DealerBids.
Inductive highest_need := NeedsPoints | NeedsTricks.
Inductive marriage_kind := NoMarriages | ByTrump | BySuit | ByOrder.
Inductive marriage_count := AnyTrick | NextTrick.
Inductive marriage_lead := EitherCard | KingOnly.
Inductive exchanging := Anybody | LeaderOnly.
Inductive closing_time := NeverClosed | AfterDrawing | BeforeDrawing.
Inductive claiming := NoClaims | Called | Automatic.
Inductive claim_moment := AtAnyTurn | WhenLeading | WithATrick.
Inductive last_claim := LastAsked | LastCounted | LastOff.
Inductive claimed_for := ForDeal | ForMatch.
Inductive scored := ByTable | ByRace | ByContract | ByPoints.
Inductive won_moment := WonAtEnd | WonAtClosing.
Inductive penalty_moment := PenaltyAtEnd | PenaltyAtClosing | PenaltyFlat.
Inductive wrong_claims := WrongLoses | WrongRefused.

Record rules := Rules {
  players : nat;
  pack : list card;
  hand : nat;
  deal : list nat;
  values : list (nat * nat);                (* a rank and what it counts *)
  last_trick_points : nat;
  ranking : list nat;                       (* ranks, the highest first *)
  trump_from : trump_source;
  cut_known : bool;
  obligation : duty;
  last_obligation : duty;
  bids : list nat;
  bid_again : bidding_again;
  no_bid : without_bids;
  grand_points : nat;
  grand_needs : highest_need;
  defenders_score : bool;
  marriages : marriage_kind;
  marriage_points : list nat;
  meld_counts : marriage_count;
  meld_lead : marriage_lead;
  meld_forced : bool;
  meld_first : bool;
  meld_after_stock : bool;
  meld_after_closing : bool;
  exchange : option nat;                    (* the rank *)
  exchange_by : exchanging;
  exchange_needs_trick : bool;
  exchange_min_stock : nat;
  exchange_after_closing : bool;
  close : closing_time;
  close_first : bool;
  close_min_stock : nat;
  claim : claiming;
  claim_when : claim_moment;
  claim_last : last_claim;
  claim_for : claimed_for;
  claim_points : nat;
  target : nat;
  score : scored;
  won : nat * nat * nat;
  won_at : won_moment;
  schneider : nat;
  penalty : nat * nat;
  penalty_at : penalty_moment;
  last_trick_wins : bool;
  wrong_claim : wrong_claims;
  scoring : list award }.

Definition has_bids (r : rules) : bool := negb (is_empty (bids r)).
Definition has_marriages (r : rules) : bool := match marriages r with NoMarriages => false | _ => true end.
Definition has_claims (r : rules) : bool := match claim r with NoClaims => false | _ => true end.
Definition turns_up (r : rules) : bool := match trump_from r with TurnUp => true | _ => false end.

Fixpoint rising (from : nat) (numbers : list nat) : bool :=
  match numbers with [] => true | first :: rest => (from <? first) && rising first rest end.

Lemma rising_above : forall numbers from, rising from numbers = true -> forall n, In n numbers -> from < n.
Proof.
  induction numbers as [|first rest IH]; intros from R n I; [easy|]. simpl in R. apply andb_true_iff in R as [L R].
  apply Nat.ltb_lt in L. destruct I as [<-|I]; [exact L|]. specialize (IH first R n I). lia.
Qed.

Fixpoint all_different (cards : list card) : bool :=
  match cards with [] => true | first :: rest => negb (holds rest first) && all_different rest end.

(** Parameters that agree with each other, as the checks of rulebooks ask. *)
Definition sound_rules (r : rules) : bool :=
  (0 <? players r) && (players r mod 2 =? 0) && (0 <? hand r) && (list_sum (deal r) =? hand r)
  && (players r * hand r <=? length (pack r)) && (length (pack r) mod players r =? 0) && all_different (pack r)
  && (negb (turns_up r) || (players r * hand r <? length (pack r)))
  && rising 0 (bids r) && eqb (has_bids r) (match trump_from r with Named => true | _ => false end)
  && eqb (has_bids r) (match score r with ByContract => true | _ => false end)
  && (turns_up r || match exchange r, close r with None, NeverClosed => true | _, _ => false end)
  && (negb (has_claims r) || match score r with ByRace | ByPoints => true | _ => false end).
