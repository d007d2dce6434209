(* What do options change of the shipped games with matching tricks?

   Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. Options with a table are applied before those that set
   a single parameter. Known are, by option, the values beside the rulebook's own; of any number, two. *)
open Aceten

let by_table game players option value (r : rules) : rules =
  match game, players, option, value with
  | "zsiros", 2, "sevens", "trumps" -> { r with wild_role = Trump }
  | "zsiros", 2, "last_trick", "ten" -> { r with last_trick_points = 10; scoring = [{ award_points = (50, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (40, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "zsiros", 2, "calls", "off" -> { r with calls = [] }
  | "zsiros", 4, "stock", "none" -> { r with hand = 8; deal = [8] }
  | "zsiros", 4, "sevens", "trumps" -> { r with wild_role = Trump }
  | "zsiros", 4, "last_trick", "ten" -> { r with last_trick_points = 10; scoring = [{ award_points = (50, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (40, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "zsiros", 4, "calls", "off" -> { r with calls = [] }
  | "sedma", 2, "score_by", "plain" -> { r with scoring = [{ award_points = (30, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }] }
  | "sedma", 2, "score_by", "points" -> { r with score = ByPoints; scoring = [] }
  | "sedma", 2, "score_by", "stakes_card_points" -> { r with scoring = [{ award_points = (30, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (20, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "sedma", 4, "stock", "none" -> { r with hand = 8; deal = [8] }
  | "sedma", 4, "sides", "each" -> { r with sides = Each; tie = TieShared }
  | "sedma", 4, "calls", "on" -> { r with calls = [Beat; NoBeat; Grease; NoGrease] }
  | "sedma", 4, "score_by", "plain" -> { r with scoring = [{ award_points = (30, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }] }
  | "sedma", 4, "score_by", "points" -> { r with score = ByPoints; scoring = [] }
  | "sedma", 4, "score_by", "stakes_card_points" -> { r with scoring = [{ award_points = (30, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (20, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "sedma-three", 3, "score_by", "plain" -> { r with scoring = [{ award_points = (40, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }] }
  | "sedma-three", 3, "score_by", "stakes_card_points" -> { r with scoring = [{ award_points = (40, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (30, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "sedma-three", 3, "three_player", "red_king_two_eights" -> { r with pack = pack_of german_32 [{ rank = 8; suit = 2 }; { rank = 8; suit = 4 }] 1 }
  | "sedma-three", 3, "three_player", "red_king_as_king" -> { r with lone_card_rank = None; lone_card_led = None }
  | "sedma-three", 3, "three_player", "red_king_as_king_two_eights" -> { r with lone_card_rank = None; lone_card_led = None; pack = pack_of german_32 [{ rank = 8; suit = 2 }; { rank = 8; suit = 4 }] 1 }
  | "sedma-three", 3, "three_player", "each_for_himself" -> { r with sides = Each; lone_card = None; lone_card_rank = None; lone_card_led = None; pack = pack_of german_32 [{ rank = 8; suit = 2 }; { rank = 8; suit = 4 }] 1; tie = TieShared }
  | "sedma-three", 3, "three_player", "each_for_himself_eight_nine" -> { r with sides = Each; lone_card = None; lone_card_rank = None; lone_card_led = None; tie = TieShared }
  | "sedma-three", 3, "sevens", "trumps" -> { r with wild_role = Trump }
  | "sedma-trumps", 2, "score_by", "plain" -> { r with scoring = [{ award_points = (30, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }] }
  | "sedma-trumps", 2, "score_by", "points" -> { r with score = ByPoints; scoring = [] }
  | "sedma-trumps", 2, "score_by", "stakes_card_points" -> { r with scoring = [{ award_points = (30, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (20, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "sedma-trumps", 4, "stock", "none" -> { r with hand = 8; deal = [8] }
  | "sedma-trumps", 4, "sides", "each" -> { r with sides = Each; tie = TieShared }
  | "sedma-trumps", 4, "calls", "on" -> { r with calls = [Beat; NoBeat; Grease; NoGrease] }
  | "sedma-trumps", 4, "score_by", "plain" -> { r with scoring = [{ award_points = (30, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }] }
  | "sedma-trumps", 4, "score_by", "points" -> { r with score = ByPoints; scoring = [] }
  | "sedma-trumps", 4, "score_by", "stakes_card_points" -> { r with scoring = [{ award_points = (30, 80); award_tricks = SomeTricks; game_points = 1; award_cards = (Some (20, 70)) }; { award_points = (80, 90); award_tricks = SomeTricks; game_points = 2; award_cards = (Some (80, 80)) }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "sedmice", 2, "variant", "croatian" -> { r with last_trick_points = 0 }
  | "sedmice", 2, "variant", "serbian" -> { r with values = [(14, 1); (10, 1)]; last_trick_points = 1; continuation = Always }
  | "sedmice", 4, "calls", "off" -> { r with calls = [] }
  | "sedmice", 4, "variant", "croatian" -> { r with last_trick_points = 0 }
  | "sedmice", 4, "variant", "serbian" -> { r with values = [(14, 1); (10, 1)]; last_trick_points = 1; continuation = Always }
  | "septica", 2, "sevens", "trumps" -> { r with wild_role = Trump }
  | "septica", 2, "stakes", "double" -> { r with scoring = [{ award_points = (1, 7); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (8, 8); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (8, 8); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "septica", 2, "stakes", "triple" -> { r with scoring = [{ award_points = (1, 7); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (8, 8); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (8, 8); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "septica", 3, "three_player_pack", "eight_and_nine" -> { r with pack = pack_of french_32 [{ rank = 8; suit = 2 }; { rank = 9; suit = 4 }] 1 }
  | "septica", 3, "three_player_pack", "whole" -> { r with pack = pack_of french_32 [] 1; leftover = Unplayed }
  | "septica", 3, "three_player_eights_wild", "yes" -> { r with wild = [8; 7] }
  | "septica", 3, "sevens", "trumps" -> { r with wild_role = Trump }
  | "septica", 3, "stakes", "double" -> { r with scoring = [{ award_points = (1, 7); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (8, 8); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (8, 8); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "septica", 3, "stakes", "triple" -> { r with scoring = [{ award_points = (1, 7); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (8, 8); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (8, 8); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "septica", 4, "stock", "none" -> { r with hand = 8; deal = [8] }
  | "septica", 4, "sevens", "trumps" -> { r with wild_role = Trump }
  | "septica", 4, "sides", "each" -> { r with sides = Each }
  | "septica", 4, "calls", "on" -> { r with calls = [Beat; NoBeat; Grease; NoGrease] }
  | "septica", 4, "stakes", "double" -> { r with scoring = [{ award_points = (1, 7); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (8, 8); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (8, 8); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "septica", 4, "stakes", "triple" -> { r with scoring = [{ award_points = (1, 7); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (8, 8); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (8, 8); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "hola", 2, "continue_with", "match" -> { r with continue_with = Match }
  | "hola", 2, "continue_with", "first_rank" -> { r with continue_with = Match; to_match = FirstLead }
  | "hola", 2, "hola", "none" -> { r with sweep_points = 0 }
  | "hola", 2, "hola", "burn" -> { r with sweep_points = 0; sweep_resets = true }
  | "hola", 3, "three_player_removed", "4" -> { r with pack = pack_of french_52 [{ rank = 4; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "5" -> { r with pack = pack_of french_52 [{ rank = 5; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "6" -> { r with pack = pack_of french_52 [{ rank = 6; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "8" -> { r with pack = pack_of french_52 [{ rank = 8; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "9" -> { r with pack = pack_of french_52 [{ rank = 9; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "J" -> { r with pack = pack_of french_52 [{ rank = 11; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "Q" -> { r with pack = pack_of french_52 [{ rank = 12; suit = 1 }] 1 }
  | "hola", 3, "three_player_removed", "K" -> { r with pack = pack_of french_52 [{ rank = 13; suit = 1 }] 1 }
  | "hola", 3, "continue_with", "match" -> { r with continue_with = Match }
  | "hola", 3, "continue_with", "first_rank" -> { r with continue_with = Match; to_match = FirstLead }
  | "hola", 3, "hola", "none" -> { r with sweep_points = 0 }
  | "hola", 3, "hola", "burn" -> { r with sweep_points = 0; sweep_resets = true }
  | "hola", 4, "continue_with", "match" -> { r with continue_with = Match }
  | "hola", 4, "continue_with", "first_rank" -> { r with continue_with = Match; to_match = FirstLead }
  | "hola", 4, "hola", "none" -> { r with sweep_points = 0 }
  | "hola", 4, "hola", "burn" -> { r with sweep_points = 0; sweep_resets = true }
  | "hola", 6, "continue_with", "match" -> { r with continue_with = Match }
  | "hola", 6, "continue_with", "first_rank" -> { r with continue_with = Match; to_match = FirstLead }
  | "hola", 6, "hola", "none" -> { r with sweep_points = 0 }
  | "hola", 6, "hola", "burn" -> { r with sweep_points = 0; sweep_resets = true }
  | "ristikontra", 4, "count", "points_120" -> { r with score = ByPoints; zero_resets = true; scoring = [] }
  | "ristikontra", 4, "count", "points_60" -> { r with values = [(14, 5); (13, 4); (12, 3); (11, 2); (10, 1)]; score = ByPoints; zero_resets = true; scoring = [] }
  | "ristikontra", 4, "count", "points_121" -> { r with score = ByPoints; scoring = [] }
  | "ristiklappi", 2, "count", "points_60" -> { r with values = [(14, 5); (13, 4); (12, 3); (11, 2); (10, 1)] }
  | "ristiklappi", 2, "count", "game_points" -> { r with score = ByTable; scoring = [{ award_points = (61, 119); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (120, 120); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (120, 120); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "ristiklappi", 2, "count", "single_deal" -> { r with score = ByTable; scoring = [{ award_points = (61, 119); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (120, 120); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (120, 120); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "ristiklappi", 4, "count", "points_60" -> { r with values = [(14, 5); (13, 4); (12, 3); (11, 2); (10, 1)] }
  | "ristiklappi", 4, "count", "game_points" -> { r with score = ByTable; scoring = [{ award_points = (61, 119); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (120, 120); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (120, 120); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "ristiklappi", 4, "count", "single_deal" -> { r with score = ByTable; scoring = [{ award_points = (61, 119); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (120, 120); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (120, 120); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | "lusti-kartln", 4, "stock", "stock" -> { r with hand = 4; deal = [4] }
  | "lusti-kartln", 4, "no_points_double", "yes" -> { r with scoring = [{ award_points = (50, 80); award_tricks = SomeTricks; game_points = 1; award_cards = None }; { award_points = (90, 90); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (90, 90); award_tricks = AllTricks; game_points = 2; award_cards = None }] }
  | _ -> r

let by_itself game players option value (r : rules) : rules =
  match game, players, option, value with
  | "zsiros", 2, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "zsiros", 2, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "zsiros", 2, "continuation", "always" -> { r with continuation = Always }
  | "zsiros", 2, "continuation", "never" -> { r with continuation = Never }
  | "zsiros", 2, "draw", "block" -> { r with draw = Block }
  | "zsiros", 2, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "zsiros", 2, "tie", "last_trick" -> { r with tie = TieLastTrick }
  | "zsiros", 2, "tie", "draw" -> { r with tie = TieDraw }
  | "zsiros", 2, "last_card_loses", "none" -> { r with last_card_loses = None }
  | "zsiros", 2, "last_card_loses", "7" -> { r with last_card_loses = (Some 7) }
  | "zsiros", 4, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "zsiros", 4, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "zsiros", 4, "continuation", "always" -> { r with continuation = Always }
  | "zsiros", 4, "continuation", "never" -> { r with continuation = Never }
  | "zsiros", 4, "draw", "block" -> { r with draw = Block }
  | "zsiros", 4, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "zsiros", 4, "tie", "last_trick" -> { r with tie = TieLastTrick }
  | "zsiros", 4, "tie", "draw" -> { r with tie = TieDraw }
  | "zsiros", 4, "last_card_loses", "none" -> { r with last_card_loses = None }
  | "zsiros", 4, "last_card_loses", "7" -> { r with last_card_loses = (Some 7) }
  | "sedma", 2, "continuation", "always" -> { r with continuation = Always }
  | "sedma", 2, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "sedma", 2, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "sedma", 2, "continuation", "never" -> { r with continuation = Never }
  | "sedma", 2, "draw", "block" -> { r with draw = Block }
  | "sedma", 2, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedma", 4, "continuation", "always" -> { r with continuation = Always }
  | "sedma", 4, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "sedma", 4, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "sedma", 4, "continuation", "never" -> { r with continuation = Never }
  | "sedma", 4, "draw", "block" -> { r with draw = Block }
  | "sedma", 4, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedma-three", 3, "continuation", "always" -> { r with continuation = Always }
  | "sedma-three", 3, "continuation", "never" -> { r with continuation = Never }
  | "sedma-three", 3, "draw", "block" -> { r with draw = Block }
  | "sedma-three", 3, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedma-three", 3, "lone_card", "Kh" -> { r with lone_card = (Some { rank = 13; suit = 3 }) }
  | "sedma-three", 3, "lone_card", "Ks" -> { r with lone_card = (Some { rank = 13; suit = 2 }) }
  | "sedma-three", 3, "lone_card_led", "7" -> { r with lone_card_led = (Some 7) }
  | "sedma-three", 3, "lone_card_led", "own" -> { r with lone_card_led = None }
  | "sedma-trumps", 2, "continuation", "always" -> { r with continuation = Always }
  | "sedma-trumps", 2, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "sedma-trumps", 2, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "sedma-trumps", 2, "continuation", "never" -> { r with continuation = Never }
  | "sedma-trumps", 2, "draw", "block" -> { r with draw = Block }
  | "sedma-trumps", 2, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedma-trumps", 4, "continuation", "always" -> { r with continuation = Always }
  | "sedma-trumps", 4, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "sedma-trumps", 4, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "sedma-trumps", 4, "continuation", "never" -> { r with continuation = Never }
  | "sedma-trumps", 4, "draw", "block" -> { r with draw = Block }
  | "sedma-trumps", 4, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedmice", 2, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "sedmice", 2, "continuation", "always" -> { r with continuation = Always }
  | "sedmice", 2, "draw", "block" -> { r with draw = Block }
  | "sedmice", 2, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedmice", 2, "last_trick_points", "10" -> { r with last_trick_points = 10 }
  | "sedmice", 2, "last_trick_points", "0" -> { r with last_trick_points = 0 }
  | "sedmice", 4, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "sedmice", 4, "continuation", "always" -> { r with continuation = Always }
  | "sedmice", 4, "draw", "block" -> { r with draw = Block }
  | "sedmice", 4, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "sedmice", 4, "last_trick_points", "10" -> { r with last_trick_points = 10 }
  | "sedmice", 4, "last_trick_points", "0" -> { r with last_trick_points = 0 }
  | "septica", 2, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "septica", 2, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "septica", 2, "continuation", "always" -> { r with continuation = Always }
  | "septica", 2, "continuation", "never" -> { r with continuation = Never }
  | "septica", 2, "draw", "block" -> { r with draw = Block }
  | "septica", 2, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "septica", 2, "tie", "draw" -> { r with tie = TieDraw }
  | "septica", 2, "tie", "shared" -> { r with tie = TieShared }
  | "septica", 3, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "septica", 3, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "septica", 3, "continuation", "always" -> { r with continuation = Always }
  | "septica", 3, "continuation", "never" -> { r with continuation = Never }
  | "septica", 3, "draw", "block" -> { r with draw = Block }
  | "septica", 3, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "septica", 3, "tie", "draw" -> { r with tie = TieDraw }
  | "septica", 3, "tie", "shared" -> { r with tie = TieShared }
  | "septica", 4, "continuation", "opponent_winning" -> { r with continuation = OpponentWinning }
  | "septica", 4, "continuation", "not_partner_winning" -> { r with continuation = NotPartnerWinning }
  | "septica", 4, "continuation", "always" -> { r with continuation = Always }
  | "septica", 4, "continuation", "never" -> { r with continuation = Never }
  | "septica", 4, "draw", "block" -> { r with draw = Block }
  | "septica", 4, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "septica", 4, "tie", "draw" -> { r with tie = TieDraw }
  | "septica", 4, "tie", "shared" -> { r with tie = TieShared }
  | "hola", 2, "wild_led", "any_wild" -> { r with wild_led = AnyWild }
  | "hola", 2, "wild_led", "own_rank" -> { r with wild_led = OwnRank }
  | "hola", 2, "draw", "block" -> { r with draw = Block }
  | "hola", 2, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "hola", 3, "wild_led", "any_wild" -> { r with wild_led = AnyWild }
  | "hola", 3, "wild_led", "own_rank" -> { r with wild_led = OwnRank }
  | "hola", 3, "draw", "block" -> { r with draw = Block }
  | "hola", 3, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "hola", 4, "wild_led", "any_wild" -> { r with wild_led = AnyWild }
  | "hola", 4, "wild_led", "own_rank" -> { r with wild_led = OwnRank }
  | "hola", 4, "draw", "block" -> { r with draw = Block }
  | "hola", 4, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "hola", 4, "four_resets", "off" -> { r with four_resets = false }
  | "hola", 4, "four_resets", "on" -> { r with four_resets = true }
  | "hola", 6, "wild_led", "any_wild" -> { r with wild_led = AnyWild }
  | "hola", 6, "wild_led", "own_rank" -> { r with wild_led = OwnRank }
  | "hola", 6, "draw", "block" -> { r with draw = Block }
  | "hola", 6, "draw", "round_robin" -> { r with draw = RoundRobin }
  | "hola", 6, "leftover", "unplayed" -> { r with leftover = Unplayed }
  | "hola", 6, "leftover", "last_trick" -> { r with leftover = LastTrick }
  | "hola", 6, "last_trick_points", "10" -> { r with last_trick_points = 10 }
  | "hola", 6, "last_trick_points", "0" -> { r with last_trick_points = 0 }
  | "ristikontra", 4, "taken_by", "last_match" -> { r with taken_by = LastMatch }
  | "ristikontra", 4, "taken_by", "first_match" -> { r with taken_by = FirstMatch }
  | "ristikontra", 4, "lead_limit", "0" -> { r with lead_limit = 0 }
  | "ristikontra", 4, "lead_limit", "3" -> { r with lead_limit = 3 }
  | "ristikontra", 4, "flip", "on" -> { r with flip = true }
  | "ristikontra", 4, "flip", "off" -> { r with flip = false }
  | "ristikontra", 4, "spice", "on" -> { r with spice = true }
  | "ristikontra", 4, "spice", "off" -> { r with spice = false }
  | "ristiklappi", 2, "taken_by", "last_match" -> { r with taken_by = LastMatch }
  | "ristiklappi", 2, "taken_by", "first_match" -> { r with taken_by = FirstMatch }
  | "ristiklappi", 2, "lead_limit", "0" -> { r with lead_limit = 0 }
  | "ristiklappi", 2, "lead_limit", "3" -> { r with lead_limit = 3 }
  | "ristiklappi", 2, "flip", "on" -> { r with flip = true }
  | "ristiklappi", 2, "flip", "off" -> { r with flip = false }
  | "ristiklappi", 2, "spice", "on" -> { r with spice = true }
  | "ristiklappi", 2, "spice", "off" -> { r with spice = false }
  | "ristiklappi", 2, "zero_resets", "off" -> { r with zero_resets = false }
  | "ristiklappi", 2, "zero_resets", "on" -> { r with zero_resets = true }
  | "ristiklappi", 4, "taken_by", "last_match" -> { r with taken_by = LastMatch }
  | "ristiklappi", 4, "taken_by", "first_match" -> { r with taken_by = FirstMatch }
  | "ristiklappi", 4, "lead_limit", "0" -> { r with lead_limit = 0 }
  | "ristiklappi", 4, "lead_limit", "3" -> { r with lead_limit = 3 }
  | "ristiklappi", 4, "flip", "on" -> { r with flip = true }
  | "ristiklappi", 4, "flip", "off" -> { r with flip = false }
  | "ristiklappi", 4, "spice", "on" -> { r with spice = true }
  | "ristiklappi", 4, "spice", "off" -> { r with spice = false }
  | "ristiklappi", 4, "zero_resets", "off" -> { r with zero_resets = false }
  | "ristiklappi", 4, "zero_resets", "on" -> { r with zero_resets = true }
  | "lusti-kartln", 4, "wins_from", "50" -> { r with wins_from = 50 }
  | "lusti-kartln", 4, "wins_from", "60" -> { r with wins_from = 60 }
  | _ -> r

let known =
  [ ("zsiros", 2, {|{"direction": ["clockwise"], "sevens": ["trumps"], "continuation": ["not_partner_winning", "always", "never"], "draw": ["round_robin"], "tie": ["draw"], "last_card_loses": ["7"], "last_trick": ["ten"], "calls": ["off"], "target": [1, 10]}|});
    ("zsiros", 4, {|{"direction": ["clockwise"], "stock": ["none"], "sevens": ["trumps"], "continuation": ["not_partner_winning", "always", "never"], "draw": ["round_robin"], "tie": ["draw"], "last_card_loses": ["7"], "last_trick": ["ten"], "calls": ["off"], "target": [1, 10]}|});
    ("sedma", 2, {|{"next_dealer": ["losers"], "continuation": ["opponent_winning", "not_partner_winning", "never"], "draw": ["round_robin"], "score_by": ["plain", "points", "stakes_card_points"], "target": [1, 10], "deals": [1, 24]}|});
    ("sedma", 4, {|{"stock": ["none"], "next_dealer": ["losers"], "continuation": ["opponent_winning", "not_partner_winning", "never"], "draw": ["round_robin"], "sides": ["each"], "calls": ["on"], "score_by": ["plain", "points", "stakes_card_points"], "target": [1, 10], "deals": [1, 24]}|});
    ("sedma-three", 3, {|{"continuation": ["never"], "draw": ["round_robin"], "score_by": ["plain", "stakes_card_points"], "target": [1, 10], "three_player": ["red_king_two_eights", "red_king_as_king", "red_king_as_king_two_eights", "each_for_himself", "each_for_himself_eight_nine"], "sevens": ["trumps"], "lone_card": ["Ks"], "lone_card_led": ["own"]}|});
    ("sedma-trumps", 2, {|{"next_dealer": ["losers"], "continuation": ["opponent_winning", "not_partner_winning", "never"], "draw": ["round_robin"], "score_by": ["plain", "points", "stakes_card_points"], "target": [1, 10], "deals": [1, 24]}|});
    ("sedma-trumps", 4, {|{"stock": ["none"], "next_dealer": ["losers"], "continuation": ["opponent_winning", "not_partner_winning", "never"], "draw": ["round_robin"], "sides": ["each"], "calls": ["on"], "score_by": ["plain", "points", "stakes_card_points"], "target": [1, 10], "deals": [1, 24]}|});
    ("sedmice", 2, {|{"direction": ["anticlockwise"], "continuation": ["always"], "draw": ["round_robin"], "last_trick_points": [0], "variant": ["croatian", "serbian"], "target": [1, 240]}|});
    ("sedmice", 4, {|{"direction": ["anticlockwise"], "continuation": ["always"], "draw": ["round_robin"], "partner_peek": ["on"], "calls": ["off"], "last_trick_points": [0], "variant": ["croatian", "serbian"], "target": [1, 240]}|});
    ("septica", 2, {|{"direction": ["anticlockwise"], "sevens": ["trumps"], "continuation": ["not_partner_winning", "always", "never"], "draw": ["round_robin"], "tie": ["shared"], "stakes": ["double", "triple"], "target": [2]}|});
    ("septica", 3, {|{"direction": ["anticlockwise"], "three_player_pack": ["eight_and_nine", "whole"], "three_player_eights_wild": ["yes"], "sevens": ["trumps"], "continuation": ["not_partner_winning", "always", "never"], "draw": ["round_robin"], "tie": ["shared"], "stakes": ["double", "triple"], "target": [2]}|});
    ("septica", 4, {|{"direction": ["anticlockwise"], "stock": ["none"], "sevens": ["trumps"], "continuation": ["not_partner_winning", "always", "never"], "draw": ["round_robin"], "sides": ["each"], "calls": ["on"], "tie": ["shared"], "stakes": ["double", "triple"], "target": [2]}|});
    ("hola", 2, {|{"wild_led": ["own_rank"], "continue_with": ["match", "first_rank"], "draw": ["round_robin"], "hola": ["none", "burn"], "keeps_deal": [40], "target": [1, 1000]}|});
    ("hola", 3, {|{"three_player_removed": ["4", "5", "6", "8", "9", "J", "Q", "K"], "wild_led": ["own_rank"], "continue_with": ["match", "first_rank"], "draw": ["round_robin"], "hola": ["none", "burn"], "target": [1, 1000]}|});
    ("hola", 4, {|{"wild_led": ["own_rank"], "continue_with": ["match", "first_rank"], "draw": ["round_robin"], "hola": ["none", "burn"], "four_resets": ["on"], "keeps_deal": [40], "target": [1, 1000]}|});
    ("hola", 6, {|{"wild_led": ["own_rank"], "continue_with": ["match", "first_rank"], "draw": ["round_robin"], "leftover": ["last_trick"], "last_trick_points": [0], "hola": ["none", "burn"], "target": [1, 1000]}|});
    ("ristikontra", 4, {|{"taken_by": ["first_match"], "lead_limit": [0], "flip": ["off"], "spice": ["on"], "count": ["single_deal", "points_120", "points_60", "points_121"], "target": [1, 14]}|});
    ("ristiklappi", 2, {|{"taken_by": ["first_match"], "lead_limit": [3], "flip": ["off"], "spice": ["off"], "count": ["points_60", "game_points", "single_deal"], "zero_resets": ["on"], "target": [1, 242], "finish": ["immediate"]}|});
    ("ristiklappi", 4, {|{"taken_by": ["first_match"], "lead_limit": [3], "flip": ["off"], "spice": ["off"], "count": ["points_60", "game_points", "single_deal"], "zero_resets": ["on"], "target": [1, 242], "finish": ["immediate"]}|});
    ("lusti-kartln", 4, {|{"stock": ["stock"], "wins_from": [60], "no_points_double": ["yes"], "target": [1, 10]}|}) ]
