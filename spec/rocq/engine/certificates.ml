(* Certificates of the points that a side can be sure of: made by a search that nobody has to believe, and checked by what is proved. *)
open Aceten

type claim = At_least of int | At_most of int

(* A number for tables from which play goes on alike; any would do. *)
let digest (s : signature) = Digest.string (Marshal.to_string s [ Marshal.No_sharing ])

let number s =
  let rec bits n = if n = 1 then XH else if n land 1 = 0 then XO (bits (n lsr 1)) else XI (bits (n lsr 1)) in
  bits (Hashtbl.hash (digest s) lor (1 lsl 30))

let check r mine side claim told t =
  match claim with
  | At_least n -> accepted_at_least r number mine side n told t
  | At_most n -> accepted_at_most r number mine side n told t

(* What the side has to do at each of its turns, in the order of the walk; nothing where it cannot be sure. *)
let make r mine side claim t =
  let wanted t = match claim with At_least n -> n <= end_points r t side | At_most n -> end_points r t side <= n in
  let covers proved here = match claim with At_least _ -> proved <= here | At_most _ -> here <= proved in
  let afters t = List.filter_map (fun a -> match apply r t a with Inl after -> Some (a, after) | Inr _ -> None) (conceivable r t) in
  let can = Hashtbl.create 1000 and cannot = Hashtbl.create 1000 and walked = Hashtbl.create 1000 in
  let rec sure t =
    if over r t then wanted t
    else
      let key = digest (signature_of r t) and has = points r t side in
      if List.exists (fun proved -> covers proved has) (Hashtbl.find_all can key) then true
      else if List.exists (covers has) (Hashtbl.find_all cannot key) then false
      else
        let after (_, t) = sure t in
        let known = if mine (turn r t) then List.exists after (afters t) else List.for_all after (afters t) in
        Hashtbl.add (if known then can else cannot) key has; known in
  let told = ref [] in
  let rec walk t =
    let key = digest (signature_of r t) and has = points r t side in
    if not (over r t || List.exists (fun proved -> covers proved has) (Hashtbl.find_all walked key)) then begin
      (if mine (turn r t) then begin
          let a, after = List.find (fun (_, after) -> sure after) (afters t) in
          told := a :: !told; walk after
        end
       else List.iter (fun (_, after) -> walk after) (afters t));
      Hashtbl.add walked key has
    end in
  if sure t then (walk t; Some (List.rev !told)) else None
