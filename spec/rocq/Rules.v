(** What may the rules of a game with matching tricks differ in?

    The parameters of a rulebook that bear on play and on what a deal comes to, by their names there, with the number of players among
    them. What each of them means, spec/aceten_spec/parameters.py says. *)
From Coq Require Import List Arith Bool.
From Aceten Require Import Cards Scoring.
Import ListNotations.

Inductive gathering := Alternate | Each | Lone.
Inductive drawing := Block | RoundRobin.
Inductive remainder := NothingLeft | Unplayed | LastTrick.
Inductive wild_use := AnyRank | Trump.
Inductive wild_match := AnyWild | OwnRank.
Inductive taking := LastMatch | FirstMatch.
Inductive going_on := Never | OpponentWinning | NotPartnerWinning | Always.
Inductive going_on_with := Match | Any.
Inductive lead_to_match := FirstLead | NewestLead.
Inductive call_name := Beat | NoBeat | Grease | NoGrease.
Inductive tie_breaking := TieLastTrick | TieDraw | TieShared.
Inductive scored := ByTable | ByPoints.

Record rules := Rules {
  players : nat;
  sides : gathering;
  lone_card : option card;
  lone_card_rank : option nat;              (* None: its own *)
  lone_card_led : option nat;
  pack : list card;
  hand : nat;
  deal : list nat;
  values : list (nat * nat);                (* a rank and what it counts *)
  last_trick_points : nat;
  draw : drawing;
  leftover : remainder;
  wild : list nat;
  wild_role : wild_use;
  wild_led : wild_match;
  taken_by : taking;
  continuation : going_on;
  continue_with : going_on_with;
  to_match : lead_to_match;
  flip : bool;
  spice : bool;
  lead_limit : nat;
  calls : list call_name;
  four_resets : bool;
  wins_from : nat;
  tie : tie_breaking;
  last_card_loses : option nat;
  score : scored;
  sweep_points : nat;
  sweep_resets : bool;
  zero_resets : bool;
  scoring : list award }.

Definition never_continued (r : rules) : bool := match continuation r with Never => true | _ => false end.

(** Parameters that agree with each other, as the checks of rulebooks ask. Turning up and spicing leave hands alike only where a trick
    has one round and every card of the pack is drawn. *)
Definition sound_rules (r : rules) : bool :=
  (0 <? players r) && (0 <? hand r) && (list_sum (deal r) =? hand r) && (players r * hand r <=? length (pack r))
  && (negb (flip r || spice r) || never_continued r && (length (pack r) mod players r =? 0)).
