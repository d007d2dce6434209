(** The definitions of games with suit tricks as a program in OCaml. Numbers become machine integers, lists, pairs and truth values those
    of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlNativeString.
From Aceten Require Import Cards Scoring SuitRules SuitTable SuitCodes SuitTricks Claims SuitPlay SuitResults SuitValues SuitRulebooks.

Extraction "engine/suits.ml" shipped sound_rules pack_of dealt apply legal over turn turn_up winning cards_taken end_points winners scores
  played_out asks total conceivable accepted_scores.
