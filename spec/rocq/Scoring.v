(** Which row of the scoring table says what the winners of a deal score?

    As spec/aceten_spec/plain/scoring_table.py has it. *)
From Coq Require Import List Arith Bool.
Import ListNotations.

Inductive trick_share := AllTricks | SomeTricks | AnyTricks.

(** A row of the scoring table. *)
Record award := Award {
  award_points : nat * nat;                 (* from this to that many, both included *)
  award_tricks : trick_share;
  game_points : nat;
  award_cards : option (nat * nat) }.       (* points without those for the last trick *)

(** Whether a row of the scoring table is about winners with these points, so many of them from cards. Clauses: ZS-SCORE-4 to ZS-SCORE-6. *)
Definition applies (has from_cards : nat) (every_trick : bool) (row : award) : bool :=
  (fst (award_points row) <=? has) && (has <=? snd (award_points row))
  && match award_tricks row with AnyTricks => true | AllTricks => every_trick | SomeTricks => negb every_trick end
  && match award_cards row with None => true | Some (least, most) => (least <=? from_cards) && (from_cards <=? most) end.

Definition row_for (rows : list award) (has from_cards : nat) (every_trick : bool) : nat :=
  match filter (applies has from_cards every_trick) rows ++ rows with row :: _ => game_points row | [] => 0 end.

