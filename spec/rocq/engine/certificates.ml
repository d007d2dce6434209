(* Certificates are made by a search that nobody has to believe; what is proved checks them. *)

(* A game, as far as the search asks. Positions from which play goes on alike have one key; of what lies behind, the mark is all that bears
   on the claim, and a proof with one mark can cover another. *)
type ('table, 'action, 'mark) game = {
  over : 'table -> bool;
  turn : 'table -> int;
  afters : 'table -> ('action * 'table) list;
  key : 'table -> string;
  mark : 'table -> 'mark;
  covers : 'mark -> 'mark -> bool }

let digest said = Digest.string (Marshal.to_string said [ Marshal.No_sharing ])

(* What the side has to do at each of its turns, in the order of the walk; nothing where it cannot be sure. *)
let make game mine wanted t =
  let can = Hashtbl.create 1000 and cannot = Hashtbl.create 1000 and walked = Hashtbl.create 1000 in
  let proved_in memory key has = List.exists (fun proved -> game.covers proved has) (Hashtbl.find_all memory key) in
  let rec sure t =
    if game.over t then wanted t
    else
      let key = game.key t and has = game.mark t in
      if proved_in can key has then true
      else if List.exists (game.covers has) (Hashtbl.find_all cannot key) then false
      else
        let after (_, t) = sure t in
        let known = if mine (game.turn t) then List.exists after (game.afters t) else List.for_all after (game.afters t) in
        Hashtbl.add (if known then can else cannot) key has; known in
  let told = ref [] in
  let rec walk t =
    let key = game.key t and has = game.mark t in
    if not (game.over t || proved_in walked key has) then begin
      (if mine (game.turn t) then begin
          let a, after = List.find (fun (_, after) -> sure after) (game.afters t) in
          told := a :: !told; walk after
        end
       else List.iter (fun (_, after) -> walk after) (game.afters t));
      Hashtbl.add walked key has
    end in
  if sure t then (walk t; Some (List.rev !told)) else None

(* A number for a key, as bits; any would do. *)
let bits key =
  let rec of_number n = if n = 1 then [] else (n land 1 = 1) :: of_number (n lsr 1) in
  of_number (Hashtbl.hash key lor (1 lsl 30))
