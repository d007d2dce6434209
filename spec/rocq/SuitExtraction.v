(** The definitions of games with suit tricks as a program in OCaml. Numbers become machine integers, lists, pairs and truth values those
    of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt ExtrOcamlNativeString ZArith.
From Aceten Require Import Cards Scoring SuitRules SuitTable SuitCodes SuitTricks Claims SuitPlay SuitResults Games SuitCertificates
  SuitRulebooks.

Extract Inlined Constant Z.of_nat => "(fun n -> n)".
Extract Inlined Constant Nat.eq_dec => "(=)".
Extraction "engine/suits.ml" shipped sound_rules pack_of dealt apply legal over turn turn_up winning cards_taken end_points winners scores
  played_out asks total check number_of.
