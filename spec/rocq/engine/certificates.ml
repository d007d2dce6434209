(* Certificates of what a side can be sure of: made by a search that nobody has to believe, and checked by what is proved. *)
open Aceten

(* A number for what positions have in common that are alike; any would do. *)
let digest (s : signature) = Digest.string (Marshal.to_string s [ Marshal.No_sharing ])

let number s =
  let rec bits n = if n = 1 then XH else if n land 1 = 0 then XO (bits (n lsr 1)) else XI (bits (n lsr 1)) in
  bits (Hashtbl.hash (digest s) lor 1 lsl 30)

let check r mine wanted told t = accepted r mine wanted number told t

(* What the side has to do at each of its turns, in the order of the walk; nothing where it cannot be sure. *)
let make r mine wanted t =
  let worked_out = Hashtbl.create 1000 in
  let afters t = List.filter_map (fun a -> match apply r t a with Inl after -> Some (a, after) | Inr _ -> None) (conceivable r t) in
  let rec sure t =
    if over r t then wanted t
    else
      let key = digest (signature_of r t) in
      match Hashtbl.find_opt worked_out key with
      | Some known -> known
      | None ->
        let after (_, t) = sure t in
        let known = if mine (turn r t) then List.exists after (afters t) else List.for_all after (afters t) in
        Hashtbl.add worked_out key known; known in
  let told = ref [] and walked = Hashtbl.create 1000 in
  let rec walk t =
    let key = digest (signature_of r t) in
    if not (Hashtbl.mem walked key || over r t) then begin
      (if mine (turn r t) then begin
          let a, after = List.find (fun (_, after) -> sure after) (afters t) in
          told := a :: !told; walk after
        end
       else List.iter (fun (_, after) -> walk after) (afters t));
      Hashtbl.add walked key ()
    end in
  if sure t then (walk t; Some (List.rev !told)) else None
