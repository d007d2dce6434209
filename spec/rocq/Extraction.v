(** The definitions as a program in OCaml. Numbers become machine integers, lists, pairs and truth values those of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlNativeString.
From Aceten Require Import Cards Dealing Scoring Rules Table Tricks Play Results Alike Certificates Rulebooks.

Extraction "engine/aceten.ml" shipped sound_rules pack_of dealt apply legal over turn winning points end_points winners resets scores
   partner conceivable signature_of accepted_at_least
  accepted_at_most.
