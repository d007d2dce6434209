(* Answers what "aceten verify" asks, by the definitions that are proved: of games with matching tricks in matching_games.ml, of games with
   suit tricks in suit_games.ml, of matches in match_games.ml. *)
let hello =
  [ ("protocol", Json.int 2); ("program", Json.Text "aceten-rocq"); ("version", Json.Text "1");
    ("games", Json.List (Matching_games.offers @ Suit_games.offers)) ]

let said request =
  match Json.(to_text (field "command" request)) with
  | "hello" -> hello
  | "match" -> Match_games.answer request
  | command ->
    let game = Json.(to_text (field "game" request)) in
    if Matching_games.knows game then Matching_games.answer request command
    else if Suit_games.knows game then Suit_games.answer request command
    else raise Not_found

let () =
  try
    while true do
      let line = input_line stdin in
      if String.trim line <> "" then begin
        let id = ref Json.Null in
        let reply =
          try
            let request = Json.read line in
            id := Json.field "id" request;
            said request
          with
          | Json.Wrong why | Failure why | Invalid_argument why -> [ ("error", Json.Text why) ]
          | Not_found -> [ ("error", Json.Text "no such game") ]
          | Cards.Not_a_card -> [ ("error", Json.Text "a card cannot be read") ] in
        print_endline (Json.written (Json.Object (("id", !id) :: reply)))
      end
    done
  with End_of_file -> ()
