(* Cards as they are written, and cards, numbers and lists of the protocol, for both kinds of games: a rank and a suit are two numbers. *)
let letters = "??23456789TJQKA"
let suits = "?cshd"

exception Not_a_card

let place c cs from = match String.index_from_opt cs from c with Some n -> n | None -> raise Not_a_card

(* The rank and the suit of a card; the suit is 0 where only the rank is said. *)
let of_text said =
  match String.length said with
  | (1 | 2) as length ->
    let rank = match said.[0] with 'O' -> 12 | c -> place c letters 2 in
    (rank, if length = 1 then 0 else place said.[1] suits 1)
  | _ -> raise Not_a_card

let to_text (rank, suit) = String.make 1 letters.[rank] ^ if suit = 0 then "" else String.make 1 suits.[suit]

let numbers said = List.map Json.to_int (Json.to_list said)
let zeros n = List.init n (fun _ -> 0)
let list_of f l = Json.List (List.map f l)
let texts l = list_of (fun said -> Json.Text said) l
let ints l = list_of Json.int l

(* Numbers below 256, in two hexadecimal digits each. *)
let moves said =
  List.init (String.length said / 2) (fun n -> int_of_string ("0x" ^ String.sub said (2 * n) 2))

(* Parts of a position line; those that are empty are left out. *)
let commas numbers = String.concat "," (List.map string_of_int numbers)
let pile cards = String.concat "" cards
let piles l = String.concat "," (List.map (fun cards -> if cards = [] then "-" else pile cards) l)
let line parts = String.concat " " (List.filter_map (fun (key, said) -> if said = "" then None else Some (key ^ "=" ^ said)) parts)

(* The game of a question, with its players and its options, each as a text. *)
let game_of request =
  let options = match Json.field "options" request with
    | Json.Object options -> List.sort compare (List.map (fun (name, value) -> (name, Json.to_text value)) options)
    | _ -> [] in
  (Json.(to_text (field "game" request)), Json.(to_int (field "players" request)), options)

(* The values of options that a game knows, among those of all games. *)
let options_known known name players =
  match List.find_opt (fun (n, p, _) -> n = name && p = players) known with
  | Some (_, _, said) -> Json.read said
  | None -> Json.Object []

(* What a game says of itself. *)
let offer name players levels known =
  Json.Object
    [ ("game", Json.Text name); ("players", ints [ players ]); ("levels", texts levels);
      ("options", options_known known name players); ("calls", Json.Bool true) ]
