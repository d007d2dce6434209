(* What games of both kinds are asked alike. Their tables and codes are of different types, so that they say by [does] what an action, as it
   is written, leads to: a table, or the code of a refusal. *)

let steps ~now ~does t said =
  let rec go t = function
    | [] -> [ now t None ]
    | said :: rest ->
      (match does t (Json.to_text said) with
       | Ok after -> now t None :: go after rest
       | Error code -> now t (Some code) :: go t rest) in
  Json.List (go t said)

let rec sequences ~does ~may_do t depth =
  if depth = 0 then 1
  else
    List.fold_left (fun count said ->
        match does t said with Ok after -> count + sequences ~does ~may_do after (depth - 1) | Error _ -> count) 0 (may_do t)

(* What holds at a moment. A step of a course tells beside what the protocol asks for the code of a refusal. *)
let moment ~result ~turn ~may_do ~winning ~points ~tricks ~hands ~talon refused =
  let to_act = match result with
    | Some result -> [ ("turn", Json.Null); ("legal", Json.List []); ("result", result) ]
    | None -> [ ("turn", Json.int (turn ())); ("legal", Cards.texts (may_do ())) ] in
  Json.Object
    (to_act
     @ (match refused with Some code -> [ ("refused", Json.Bool true); ("code", Json.Text code) ] | None -> [])
     @ (match winning with Some seat -> [ ("winning", Json.int seat) ] | None -> [])
     @ [ ("points", Cards.ints points) ]
     @ (match tricks with Some numbers -> [ ("tricks", Cards.ints numbers) ] | None -> [])
     @ [ ("hands", hands); ("talon", talon) ])
