(* JSON, as far as the protocol has it: a number is a whole one, and kept as text. *)
type t = Null | Bool of bool | Number of string | Text of string | List of t list | Object of (string * t) list

exception Wrong of string

let read line =
  let at = ref 0 in
  let more () = !at < String.length line in
  let here () = if more () then line.[!at] else raise (Wrong "the line ends too soon") in
  let rec blanks () = if more () && String.contains " \t\r\n" line.[!at] then (incr at; blanks ()) in
  let expect c = blanks (); if here () <> c then raise (Wrong (Printf.sprintf "%c was expected" c)); incr at in
  let word said value =
    String.iter expect said; value in
  let code_point () =
    let code = int_of_string ("0x" ^ String.sub line !at 4) in
    at := !at + 4; code in
  let text () =
    expect '"';
    let said = Buffer.create 16 in
    let rec go () =
      match here () with
      | '"' -> incr at
      | '\\' ->
        incr at;
        let c = here () in
        incr at;
        (match c with
         | 'n' -> Buffer.add_char said '\n' | 't' -> Buffer.add_char said '\t' | 'r' -> Buffer.add_char said '\r'
         | 'b' -> Buffer.add_char said '\b' | 'f' -> Buffer.add_char said '\012'
         | 'u' -> Buffer.add_utf_8_uchar said (Uchar.of_int (code_point ()))
         | c -> Buffer.add_char said c);
        go ()
      | c -> Buffer.add_char said c; incr at; go () in
    go (); Buffer.contents said in
  let rec several last one =
    blanks ();
    if here () = last then (incr at; [])
    else
      let first = one () in
      blanks ();
      if here () = ',' then (incr at; first :: rest last one) else (expect last; [first])
  and rest last one =
    let next = one () in
    blanks ();
    if here () = ',' then (incr at; next :: rest last one) else (expect last; [next]) in
  let rec value () =
    blanks ();
    match here () with
    | '{' -> incr at; Object (several '}' (fun () -> blanks (); let key = text () in expect ':'; let said = value () in (key, said)))
    | '[' -> incr at; List (several ']' value)
    | '"' -> Text (text ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ ->
      let from = !at in
      while more () && String.contains "+-.0123456789eE" line.[!at] do incr at done;
      if !at = from then raise (Wrong "a value was expected");
      Number (String.sub line from (!at - from)) in
  let whole = value () in
  blanks ();
  if more () then raise (Wrong "something follows the value");
  whole

let quoted said =
  let out = Buffer.create (String.length said + 2) in
  Buffer.add_char out '"';
  String.iter (fun c ->
      if c = '"' || c = '\\' then (Buffer.add_char out '\\'; Buffer.add_char out c)
      else if Char.code c < 32 then Buffer.add_string out (Printf.sprintf "\\u%04x" (Char.code c))
      else Buffer.add_char out c) said;
  Buffer.add_char out '"'; Buffer.contents out

let rec written = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Number n -> n
  | Text t -> quoted t
  | List l -> "[" ^ String.concat "," (List.map written l) ^ "]"
  | Object fields -> "{" ^ String.concat "," (List.map (fun (key, said) -> quoted key ^ ":" ^ written said) fields) ^ "}"

let field key = function
  | Object fields -> (match List.assoc_opt key fields with Some said -> said | None -> Null)
  | _ -> Null

let int n = Number (string_of_int n)
let to_int = function Number n -> int_of_string n | _ -> raise (Wrong "a number was expected")
let to_text = function Text t -> t | Number n -> n | _ -> raise (Wrong "a text was expected")
let to_list = function List l -> l | Null -> [] | _ -> raise (Wrong "a list was expected")
let to_option f = function Null -> None | said -> Some (f said)
