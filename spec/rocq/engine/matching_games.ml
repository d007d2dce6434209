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

(* A question that is not of the protocol: does a certificate prove one of its claims? *)
(* A table as a position line has it. *)
let line r t =
  Cards.line
    [ ("hands", Cards.piles (List.map (List.map written_card) t.hands)); ("talon", Cards.pile (List.map written_card t.talon));
      ("lead", string_of_int t.leader); ("trick", Cards.pile (List.map written_card t.trick));
      ("points", Cards.commas (List.map (points r t) (sides_of r))); ("tricks", Cards.commas t.tricks);
      ("leads", String.concat "" (List.map (fun rank -> Cards.to_text (rank, 0)) (if r.lead_limit > 0 then t.leads else [])));
      ("drawn", match t.drawn with Some card -> written_card card | None -> "") ]

(* What the side that proves a claim does is told as the format of certificates has it: a byte is the number of an action. *)
let number s = 1 + Hashtbl.hash_param 300 300 s land 0xfffff

let check r request =
  let said key = Json.field key request in
  let t = table_of r (said "parts") in
  let measure = match Json.to_text (said "measure") with "points" -> Points | "deal" -> Deal | _ -> GamePoints in
  let half, claimed = match said "at_least", said "at_most" with
    | n, Json.Null -> (AtLeast, Json.to_int n)
    | _, n -> (AtMost, Json.to_int n) in
  let where t = [ ("position", Json.Text (line r t)) ] in
  match check r measure half claimed number (Json.to_int (said "most")) (Cards.moves (Json.to_text (said "moves"))) t with
  | Inl positions -> [ ("proved", Json.Bool true); ("positions", Json.int positions) ]
  | Inr fault ->
    let name, more = match fault with
      | EndsOtherwise t -> ("ends_otherwise", ("found", Json.int (number_of r measure t)) :: where t)
      | NoMove t -> ("no_move", where t)
      | NoSuchMove (t, move) -> ("no_such_move", ("move", Json.int move) :: where t)
      | TooMany t -> ("too_many", where t)
      | MovesLeft -> ("moves_left", [])
      | NotOfPlay -> ("not_of_play", []) in
    ("proved", Json.Bool false) :: ("fault", Json.Text name) :: more

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
  | "check" -> check (rules_of request) request
  | command -> [ ("skip", Json.Text ("no " ^ command ^ " here")) ]
