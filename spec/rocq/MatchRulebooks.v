(** By which rules are matches of the shipped games played?

    Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. With every number of players, when nothing else is
    agreed on. *)
From Coq Require Import List String.
From Aceten Require Import Cards Scoring Matches.
Import ListNotations.

Definition zsiros_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition zsiros_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedma_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 12;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedma_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 12;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedma_three_3 : rules := {|
  players := 3;
  side_count := 3;
  match_ends := AtTarget;
  target := 5;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedma_trumps_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 12;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedma_trumps_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 12;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedmice_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 120;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sedmice_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 120;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition septica_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 1;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition septica_3 : rules := {|
  players := 3;
  side_count := 3;
  match_ends := AtTarget;
  target := 1;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition septica_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 1;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition hola_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 500;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Keeps;
  keeps_deal := 50;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition hola_3 : rules := {|
  players := 3;
  side_count := 3;
  match_ends := AtTarget;
  target := 500;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Keeps;
  keeps_deal := 50;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition hola_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 500;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Keeps;
  keeps_deal := 50;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition hola_6 : rules := {|
  players := 6;
  side_count := 2;
  match_ends := AtTarget;
  target := 500;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Keeps;
  keeps_deal := 90;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition ristikontra_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 7;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition ristiklappi_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 121;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition ristiklappi_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 121;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition lusti_kartln_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 5;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition sixty_six_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 7;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Carry;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition schnapsen_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 7;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition schnapsen_book_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 7;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Carry;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition auction_sixty_six_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 666;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition tausendeins_2 : rules := {|
  players := 2;
  side_count := 2;
  match_ends := AtTarget;
  target := 1001;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := true |}.

Definition einwerfen_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AfterDeals;
  target := 1;
  deals := 48;
  match_tie := TieNobody;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Carry;
  favourite := true;
  partners_change := 0;
  won_by_claims := false |}.

Definition sueca_4 : rules := {|
  players := 4;
  side_count := 2;
  match_ends := AtTarget;
  target := 4;
  deals := 1;
  match_tie := TieGoesOn;
  next_dealer := Rotate;
  keeps_deal := 0;
  drawn_dealer := DrawPasses;
  drawn := Void;
  favourite := false;
  partners_change := 0;
  won_by_claims := false |}.

Definition shipped : list (string * rules) :=
  [("zsiros"%string, zsiros_2);
   ("zsiros"%string, zsiros_4);
   ("sedma"%string, sedma_2);
   ("sedma"%string, sedma_4);
   ("sedma-three"%string, sedma_three_3);
   ("sedma-trumps"%string, sedma_trumps_2);
   ("sedma-trumps"%string, sedma_trumps_4);
   ("sedmice"%string, sedmice_2);
   ("sedmice"%string, sedmice_4);
   ("septica"%string, septica_2);
   ("septica"%string, septica_3);
   ("septica"%string, septica_4);
   ("hola"%string, hola_2);
   ("hola"%string, hola_3);
   ("hola"%string, hola_4);
   ("hola"%string, hola_6);
   ("ristikontra"%string, ristikontra_4);
   ("ristiklappi"%string, ristiklappi_2);
   ("ristiklappi"%string, ristiklappi_4);
   ("lusti-kartln"%string, lusti_kartln_4);
   ("sixty-six"%string, sixty_six_2);
   ("schnapsen"%string, schnapsen_2);
   ("schnapsen-book"%string, schnapsen_book_2);
   ("auction-sixty-six"%string, auction_sixty_six_4);
   ("tausendeins"%string, tausendeins_2);
   ("einwerfen"%string, einwerfen_4);
   ("sueca"%string, sueca_4)].
