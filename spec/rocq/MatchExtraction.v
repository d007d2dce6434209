(** The definitions of matches as a program in OCaml. Numbers become machine integers, lists, pairs and truth values those of OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlNativeString.
From Aceten Require Import Matches MatchRulebooks.

Extraction "engine/matches.ml" shipped first_sheet with_deal match_over match_winner changes_partners.
