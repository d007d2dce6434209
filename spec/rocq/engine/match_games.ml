(* What a program answers about matches, by the definitions that are proved. All rules are in matches.ml, which Coq writes; here is what reads
   and writes. *)
open Matches
open Cards

let rules_of request =
  let game, players, options = game_of request in
  let own = List.find (fun (name, (r : rules)) -> name = game && r.players = players) shipped in
  let agreed changed r = List.fold_left (fun r (name, value) -> changed game players name value r) r options in
  agreed Match_options.by_itself (agreed Match_options.by_table (snd own))

let suit_of said = match Json.to_text said with "" -> raise Not_a_card | letter -> place letter.[0] suits 1

let outcome_of said =
  { gained = numbers (Json.field "game_points" said); fallen = numbers (Json.field "resets" said);
    trump = Json.to_option suit_of (Json.field "trump" said); claim = Json.to_option Json.to_int (Json.field "claimed" said) }

let stands r s =
  let number = function Some n -> Json.int n | None -> Json.Null in
  Json.Object
    ([ ("scores", ints s.scores); ("dealer", Json.int s.dealer); ("over", Json.Bool (match_over r s)); ("winner", number (match_winner r s)) ]
     @ (if changes_partners r then [ ("players", ints s.seated) ] else []))

let answer request =
  let r = rules_of request in
  let rec steps s = function
    | [] -> [ stands r s ]
    | deal :: rest -> stands r s :: steps (with_deal r s (outcome_of deal)) rest in
  [ ("steps", Json.List (steps (first_sheet r (Json.to_int (Json.field "dealer" request))) (Json.to_list (Json.field "deals" request)))) ]
