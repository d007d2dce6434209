(** The definitions as a program in OCaml. Numbers become machine integers, lists, pairs and truth values those of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt ExtrOcamlNativeString ZArith.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Results Games Alike Certificates Rulebooks.

Extract Inlined Constant Z.of_nat => "(fun n -> n)".
Extract Inlined Constant Nat.eq_dec => "(=)".
Extraction "engine/aceten.ml" shipped sound_rules pack_of dealt apply legal over turn winning points end_points winners resets scores
  partner check number_of.
