(* What a program answers about games with suit tricks, by the definitions that are proved. All rules are in suits.ml, which Coq writes; here
   is what reads and writes. *)
open Suits
open Cards

let card_of said = let rank, suit = Cards.of_text said in { rank; suit }
let written_card { rank; suit } = Cards.to_text (rank, suit)
let suit_of said = if String.length said = 1 then Cards.(place said.[0] suits 1) else raise Not_a_card
let written_suit suit = String.make 1 Cards.suits.[suit]

let action_of said =
  try
    match String.split_on_char ':' said with
    | [ "meld"; card ] when String.length card = 2 -> Some (Meld (card_of card))
    | [ "claim" ] -> Some (Claim None)
    | [ "claim"; suit ] -> Some (Claim (Some (suit_of suit)))
    | [ "exchange" ] -> Some Exchange
    | [ "close" ] -> Some Close
    | [ "draw" ] -> Some Draw
    | [ "bid"; points ] -> (match int_of_string_opt points with Some n when n > 0 -> Some (Bid n) | _ -> None)
    | [ "trump"; suit ] -> Some (Name (suit_of suit))
    | [ "pass" ] -> Some Pass
    | [ card ] -> Some (Play (card_of card))
    | _ -> None
  with Not_a_card -> None

let written_action = function
  | Play card -> written_card card
  | Meld card -> "meld:" ^ written_card card
  | Claim None -> "claim"
  | Claim (Some suit) -> "claim:" ^ written_suit suit
  | Exchange -> "exchange" | Close -> "close" | Draw -> "draw" | Pass -> "pass"
  | Bid points -> Printf.sprintf "bid:%d" points
  | Name suit -> "trump:" ^ written_suit suit

let code_name = function
  | DealOver -> "deal_over" | UnknownAction -> "unknown_action" | BiddingFirst -> "bidding" | NamingFirst -> "naming"
  | DrawFirst -> "draw_first" | NotInHand -> "not_in_hand" | EarlySuitNotFollowed -> "early_suit_not_followed"
  | EarlyNotBeaten -> "early_not_beaten" | EarlyNotTrumped -> "early_not_trumped" | SuitNotFollowed -> "suit_not_followed"
  | NotBeaten -> "not_beaten" | NotTrumped -> "not_trumped" | MeldDue -> "meld_due" | ClaimOff -> "claim_off"
  | ClaimAutomatic -> "claim_automatic" | ClaimNotLeading -> "claim_not_leading" | ClaimFirstLead -> "claim_first_lead"
  | ClaimWithMarriage -> "claim_with_marriage" | MeldOff -> "meld_off" | ClaimBeforeDrawing -> "claim_before_drawing"
  | MeldNotLeading -> "meld_not_leading" | MeldClosed -> "meld_closed" | MeldExhausted -> "meld_exhausted"
  | MeldFirstLead -> "meld_first_lead" | MeldWrongCard -> "meld_wrong_card" | MeldNotKing -> "meld_not_king"
  | NoMarriage -> "no_marriage" | WrongClaim -> "wrong_claim" | ExchangeOff -> "exchange_off"
  | ExchangeExhausted -> "exchange_exhausted" | ExchangeNoCard -> "exchange_no_card"
  | ExchangeBeforeDrawing -> "exchange_before_drawing" | ExchangeClosed -> "exchange_closed" | ExchangeCloser -> "exchange_closer"
  | ExchangeLate -> "exchange_late" | ExchangeNotLeading -> "exchange_not_leading" | ExchangeNoTrick -> "exchange_no_trick"
  | ExchangeStock -> "exchange_stock" | CloseOff -> "close_off" | CloseNotLeading -> "close_not_leading" | CloseAgain -> "close_again"
  | CloseStock -> "close_stock" | CloseFirstLead -> "close_first_lead" | DrawOff -> "draw_off" | DrawClosed -> "draw_closed"
  | DrawExhausted -> "draw_exhausted" | DrawFullHand -> "draw_full_hand" | BidOutside -> "bid_outside" | BidPassed -> "bid_passed"
  | BidPoints -> "bid_points" | BidTooLow -> "bid_too_low" | TrumpInAuction -> "trump_in_auction" | TrumpNamed -> "trump_named"
  | PassOutside -> "pass_outside" | PassForced -> "pass_forced" | PassNotAsked -> "pass_not_asked"

(* The rules of a question. *)

let rules_of request =
  let game, players, options = game_of request in
  let own = List.find (fun (name, (r : rules)) -> name = game && r.players = players) shipped in
  let agreed changed r = List.fold_left (fun r (name, value) -> changed game players name value r) r options in
  let r = agreed Suit_options.by_itself (agreed Suit_options.by_table (snd own)) in
  if not (sound_rules r) then failwith "these rules do not agree with each other";
  r

let cards said = List.map (fun card -> card_of (Json.to_text card)) (Json.to_list said)
let piles said = List.map cards (Json.to_list said)

let numbers_or none said = match numbers said with [] -> none | numbers -> numbers

(* How many marriages were shown, where that decides what they count. *)
let rec shown_with points = function
  | _ when points <= 0 -> 0
  | [] -> 0
  | first :: rest -> 1 + shown_with (points - first) rest

(* A table from a position, part by part. Where it is open how many tricks a side has taken, it has one here if it has any cards. *)
let table_of r parts =
  let part key = Json.field key parts in
  let taken = match piles (part "taken") with [] -> [ []; [] ] | taken -> taken in
  let points = numbers_or [ 0; 0 ] (part "points") in
  let hands = piles (part "hands") and talon = cards (part "talon") and trick = cards (part "trick") in
  let leader = Json.to_int (part "leader") and melds = numbers_or [ 0; 0 ] (part "melds") in
  let closed =
    match part "closed" with
    | Json.Null -> None
    | how ->
      let said key = Json.field key how in
      Some { closer = Json.to_int (said "seat"); others_points = Json.to_int (said "points"); tricks_then = numbers (said "tricks") } in
  let is_over = part "turn" = Json.Null and claimant = Json.to_option Json.to_int (part "claim") in
  { hands; talon; trick; taken; leader; melds; closed; claimant;
    known = (match piles (part "shown") with [] -> List.map (fun _ -> []) hands | shown -> shown);
    tricks = (match part "tricks" with
        | Json.Null -> List.map2 (fun points pile -> if points > 0 || pile <> [] then 1 else 0) points taken
        | tricks -> numbers tricks);
    trump = Json.to_option (fun said -> suit_of (Json.to_text said)) (part "trump");
    waiting = numbers_or [ 0; 0 ] (part "waiting");
    shown = shown_with (List.fold_left ( + ) 0 melds) r.marriage_points;
    undrawn = (r.close = BeforeDrawing && closed = None && talon <> [] && trick = [] && List.length (List.nth hands leader) < r.hand);
    eldest = (Json.to_int (part "dealer") + 1) mod r.players;
    bids_made = numbers (part "bids");
    contract = (match numbers (part "bid") with [ seat; points ] -> Some (seat, points) | _ -> None);
    waived = (is_over && claimant = None);
    scores_before = numbers_or [ 0; 0 ] (part "score");
    given = List.map2 (fun points pile -> points - total r.values pile) points taken }

let dealt_as request r =
  let cut = Json.to_option (fun said -> card_of (Json.to_text said)) (Json.field "cut" request) in
  dealt r (Json.to_int (Json.field "dealer" request)) cut (numbers_or [ 0; 0 ] (Json.field "scores" request))
    (cards (Json.field "deck" request))

(* What is answered. *)

let result r t =
  Json.Object [ ("points", ints (end_points r t)); ("winners", ints (winners r t)); ("game_points", ints (scores r t)) ]

let may_do r t = List.sort_uniq compare (List.map written_action (legal r t))
let written l = texts (List.map written_card l)

let now ~open_tricks r t refused =
  Courses.moment refused
    ~result:(if over r t then Some (result r t) else None) ~turn:(fun () -> turn r t) ~may_do:(fun () -> may_do r t)
    ~winning:(if t.trick = [] then None else Some (winning r t)) ~points:([ cards_taken r t 0; cards_taken r t 1 ])
    ~tricks:(if open_tricks then None else Some t.tricks) ~hands:(list_of written t.hands) ~talon:(written t.talon)

let does r t said = match Option.map (apply r t) (action_of said) with
  | Some (Inl after) -> Ok after
  | Some (Inr code) -> Error (code_name code)
  | None -> Error (if over r t then "deal_over" else "unknown_action")

let course ?(open_tricks = false) r t request =
  [ ("steps", Courses.steps ~now:(now ~open_tricks r) ~does:(does r) t (Json.to_list (Json.field "actions" request))) ]

let trick r request =
  let trump = Json.to_option (fun said -> suit_of (Json.to_text said)) (Json.field "trump" request) in
  let t = { (dealt r 0 None [ 0; 0 ] []) with
            leader = Json.to_int (Json.field "leader" request); trick = cards (Json.field "cards" request); trump } in
  [ ("winner", Json.int (winning r t)) ]

let score r request =
  let t = table_of r (Json.field "parts" request) in
  let taken = piles (Json.field "taken" request) in
  let t = { t with taken; tricks = numbers_or t.tricks (Json.field "tricks" request); given = [ 0; 0 ] } in
  [ ("result", result r t) ]

(* What a player may know: his own hand, and what others have shown. *)
let view r request =
  let after t said = match Option.map (apply r t) (action_of (Json.to_text said)) with Some (Inl after) -> after | _ -> t in
  let t = List.fold_left after (dealt_as request r) (Json.to_list (Json.field "actions" request)) in
  let seat = Json.to_int (Json.field "seat" request) in
  let seen other cards = written (if other = seat then cards else List.nth t.known other) in
  [ ("known", Json.List (List.mapi seen t.hands)); ("sizes", ints (List.map List.length t.hands));
    ("talon", Json.int (List.length t.talon)); ("known_talon", written (Option.to_list (turn_up r t)));
    ("legal", texts (if not (over r t) && turn r t = seat then may_do r t else [])) ]

(* A question that is not of the protocol: does a certificate prove one of its claims? *)
(* A table as a position line has it. *)
let line r t =
  let some f = function Some x -> f x | None -> "" in
  Cards.line
    [ ("hands", Cards.piles (List.map (List.map written_card) t.hands)); ("talon", Cards.pile (List.map written_card t.talon));
      ("lead", string_of_int t.leader); ("trick", Cards.pile (List.map written_card t.trick));
      ("points", Cards.commas [ cards_taken r t 0; cards_taken r t 1 ]); ("tricks", Cards.commas t.tricks); ("trump", some written_suit t.trump);
      ("closed", some (fun how -> Cards.commas (how.closer :: how.others_points :: how.tricks_then)) t.closed);
      ("melds", if t.melds = [ 0; 0 ] then "" else Cards.commas t.melds);
      ("waiting", if t.waiting = [ 0; 0 ] then "" else Cards.commas t.waiting);
      ("bid", some (fun (seat, points) -> Cards.commas [ seat; points ]) t.contract);
      ("claim", match t.claimant with Some seat -> string_of_int seat | None -> if t.waived then "-" else "") ]

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
      Cards.offer name r.players [ "trick"; "score"; "deal"; "position"; "match"; "view"; "perft" ] Suit_options.known) shipped

let knows game = List.mem_assoc game shipped

let answer request = function
  | "trick" -> trick (rules_of request) request
  | "score" -> score (rules_of request) request
  | "deal" -> let r = rules_of request in course r (dealt_as request r) request
  | "position" ->
    let r = rules_of request and parts = Json.field "parts" request in
    course ~open_tricks:(Json.field "tricks" parts = Json.Null) r (table_of r parts) request
  | "view" -> view (rules_of request) request
  | "check" -> check (rules_of request) request
  | "perft" -> let r = rules_of request in
    [ ("count", Json.int (Courses.sequences ~does:(does r) ~may_do:(may_do r) (dealt_as request r) (Json.to_int (Json.field "depth" request)))) ]
  | command -> [ ("skip", Json.Text ("no " ^ command ^ " here")) ]
