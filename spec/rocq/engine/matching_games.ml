(* What a program answers about games with matching tricks, by the definitions that are proved. All rules are in aceten.ml, which Coq writes;
   here is what reads and writes. *)
open Aceten
open Cards

let names = [ ("beat", Beat); ("no-beat", NoBeat); ("grease", Grease); ("no-grease", NoGrease) ]

let card_of said = let rank, suit = Cards.of_text said in { rank; suit }
let written_card { rank; suit } = Cards.to_text (rank, suit)

let action_of said =
  match String.split_on_char ':' said with
  | [ "flip" ] -> Some Flip
  | [ "spice" ] -> Some Spice
  | [ "stop" ] -> Some Stop
  | [ "call"; caller; name ] ->
    (match int_of_string_opt caller, List.assoc_opt name names with
     | Some caller, Some name when caller >= 0 -> Some (Call (caller, name))
     | _ -> None)
  | [ card ] -> (try Some (Play (card_of card)) with Not_a_card -> None)
  | _ -> None

let written_action = function
  | Play card -> written_card card
  | Flip -> "flip" | Spice -> "spice" | Stop -> "stop"
  | Call (caller, name) -> Printf.sprintf "call:%d:%s" caller (fst (List.find (fun (_, n) -> n = name) names))

let code_name = function
  | DealOver -> "deal_over" | SpiceFirst -> "spice_first" | NotInHand -> "not_in_hand" | LeadLimit -> "lead_limit"
  | TrumpedContinuation -> "trumped_continuation" | WrongContinuation -> "wrong_continuation" | StopOff -> "stop_off"
  | StopNotOffered -> "stop_not_offered" | StopNotSpicing -> "stop_not_spicing" | FlipOff -> "flip_off"
  | FlipExhausted -> "flip_exhausted" | SpiceOff -> "spice_off" | SpiceNoTrick -> "spice_no_trick"
  | SpiceNotDrawn -> "spice_not_drawn" | CallsOff -> "calls_off" | CallWithoutPartner -> "call_without_partner"
  | CallOutOfTurn -> "call_out_of_turn"

(* The rules of a question. *)

let rules_of request =
  let game, players, options = game_of request in
  let own = List.find (fun (name, (r : rules)) -> name = game && r.players = players) shipped in
  let agreed changed r = List.fold_left (fun r (name, value) -> changed game players name value r) r options in
  let r = agreed Options.by_itself (agreed Options.by_table (snd own)) in
  if not (sound_rules r) then failwith "these rules do not agree with each other";
  r

let cards said = List.map (fun card -> card_of (Json.to_text card)) (Json.to_list said)
let piles said = List.map cards (Json.to_list said)

(* A table from a position, part by part. Where it is open how many tricks a side has taken, it has none here. *)
let table_of r parts =
  let part key = Json.field key parts in
  let n = side_count r in
  let taken = match piles (part "taken") with [] -> List.init n (fun _ -> []) | taken -> taken in
  let points = match numbers (part "points") with [] -> zeros n | points -> points in
  let rank_of said = (card_of (Json.to_text said)).rank in
  { hands = piles (part "hands"); talon = cards (part "talon"); leader = Json.to_int (part "leader"); trick = cards (part "trick");
    drawn = Json.to_option (fun said -> card_of (Json.to_text said)) (part "drawn");
    leads = List.map rank_of (Json.to_list (part "leads"));
    lone = Json.to_option Json.to_int (part "lone");
    last_played = (match part "forfeit", r.last_card_loses with
        | Json.Number side, Some rank -> Some (int_of_string side, { rank; suit = 0 })
        | _ -> None);
    taken; tricks = (match part "tricks" with Json.Null -> zeros n | tricks -> numbers tricks);
    burned = numbers (part "resets");
    given = List.map2 (fun points pile -> points - total r.values pile) points taken }

(* What is answered. *)

let sides_of r = List.init (side_count r) Fun.id

let result r t =
  Json.Object
    [ ("points", ints (List.map (end_points r t) (sides_of r))); ("winners", ints (winners r t)); ("game_points", ints (scores r t));
      ("resets", ints (resets r t)) ]

let may_do r t = List.sort_uniq compare (List.map written_action (legal r t))

let written l = texts (List.map written_card l)

let now ~open_tricks r t refused =
  Courses.moment refused
    ~result:(if over r t then Some (result r t) else None) ~turn:(fun () -> turn r t) ~may_do:(fun () -> may_do r t)
    ~winning:(if t.trick = [] then None else Some (winning r t)) ~points:(List.map (points r t) (sides_of r))
    ~tricks:(if open_tricks then None else Some t.tricks) ~hands:(list_of written t.hands) ~talon:(written t.talon)

let does r t said = match Option.map (apply r t) (action_of said) with
  | Some (Inl after) -> Ok after
  | Some (Inr code) -> Error (code_name code)
  | None -> Error (if over r t then "deal_over" else "unknown_action")

let course ?(open_tricks = false) r t request =
  [ ("steps", Courses.steps ~now:(now ~open_tricks r) ~does:(does r) t (Json.to_list (Json.field "actions" request))) ]

let dealt_as request r = dealt r (Json.to_int (Json.field "dealer" request)) (cards (Json.field "deck" request))

let trick r request =
  let n = side_count r in
  let t = { (dealt r 0 []) with leader = Json.to_int (Json.field "leader" request); trick = cards (Json.field "cards" request);
            taken = List.init n (fun _ -> []) } in
  [ ("winner", Json.int (winning r t)) ]

let score r request =
  let t = table_of r (Json.field "parts" request) in
  let taken = piles (Json.field "taken" request) in
  let t = { t with taken; tricks = numbers (Json.field "tricks" request); given = List.map (fun _ -> 0) taken;
            leader = Json.to_int (Json.field "last" request) } in
  [ ("result", result r t) ]

(* Two questions that are not of the protocol. Which points can some sides be sure of, at least or at most: "certify" tells the actions of
   a certificate, where they can, and "check" whether one is right. *)
type claim = At_least of int | At_most of int

let number s = List.fold_right (fun bit more -> if bit then XI more else XO more) (Certificates.bits (Certificates.digest (s : signature))) XH

let claim r request =
  let t = table_of r (Json.field "parts" request) and seats = numbers (Json.field "seats" request) in
  let said = match Json.field "at_least" request, Json.field "at_most" request with
    | Json.Number n, Json.Null -> At_least (int_of_string n)
    | Json.Null, Json.Number n -> At_most (int_of_string n)
    | _ -> raise (Json.Wrong "at_least or at_most was expected") in
  (t, (fun seat -> List.mem seat seats), Json.to_int (Json.field "side" request), said)

let certify r request =
  let t, mine, side, said = claim r request in
  let wanted t = match said with At_least n -> n <= end_points r t side | At_most n -> end_points r t side <= n in
  let game = {
    Certificates.over = over r; turn = turn r;
    afters = (fun t -> List.filter_map (fun a -> match apply r t a with Inl after -> Some (a, after) | Inr _ -> None) (conceivable r t));
    key = (fun t -> Certificates.digest (signature_of r t)); mark = (fun t -> points r t side);
    covers = (match said with At_least _ -> ( <= ) | At_most _ -> ( >= )) } in
  match Certificates.make game mine wanted t with
  | Some told -> [ ("told", texts (List.map written_action told)) ]
  | None -> [ ("told", Json.Null) ]

let check r request =
  let t, mine, side, said = claim r request in
  let told = List.map (fun said -> action_of (Json.to_text said)) (Json.to_list (Json.field "told" request)) in
  let accepted = match said with At_least n -> accepted_at_least r number mine side n | At_most n -> accepted_at_most r number mine side n in
  [ ("accepted", Json.Bool (List.for_all Option.is_some told && accepted (List.filter_map Fun.id told) t)) ]

let offers =
  List.map (fun (name, (r : rules)) ->
      Cards.offer name r.players [ "trick"; "score"; "deal"; "position"; "match"; "perft" ] Options.known) shipped

let knows game = List.mem_assoc game shipped

let answer request = function
  | "trick" -> trick (rules_of request) request
  | "score" -> score (rules_of request) request
  | "deal" -> let r = rules_of request in course r (dealt_as request r) request
  | "position" ->
    let r = rules_of request and parts = Json.field "parts" request in
    course ~open_tricks:(Json.field "tricks" parts = Json.Null) r (table_of r parts) request
  | "perft" -> let r = rules_of request in
    [ ("count", Json.int (Courses.sequences ~does:(does r) ~may_do:(may_do r) (dealt_as request r) (Json.to_int (Json.field "depth" request)))) ]
  | "certify" -> certify (rules_of request) request
  | "check" -> check (rules_of request) request
  | command -> [ ("skip", Json.Text ("no " ^ command ^ " here")) ]
