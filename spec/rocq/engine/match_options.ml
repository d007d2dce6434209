(* What do options change of matches of the shipped games?

   Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. Options with a table are applied before those that set
   a single parameter. Known are, by option, the values beside the rulebook's own; of any number, two. *)
open Matches

let by_table game players option value (r : rules) : rules =
  match game, players, option, value with
  | "sedma", 2, "score_by", "points" -> { r with match_ends = AfterDeals }
  | "sedma", 4, "sides", "each" -> { r with side_count = 4 }
  | "sedma", 4, "score_by", "points" -> { r with match_ends = AfterDeals }
  | "sedma-trumps", 2, "score_by", "points" -> { r with match_ends = AfterDeals }
  | "sedma-trumps", 4, "sides", "each" -> { r with side_count = 4 }
  | "sedma-trumps", 4, "score_by", "points" -> { r with match_ends = AfterDeals }
  | "sedmice", 2, "variant", "serbian" -> { r with target = 12 }
  | "sedmice", 4, "variant", "serbian" -> { r with target = 12 }
  | "septica", 4, "sides", "each" -> { r with side_count = 4 }
  | "ristikontra", 4, "count", "single_deal" -> { r with match_ends = AfterDeals }
  | "ristikontra", 4, "count", "points_120" -> { r with target = 120 }
  | "ristikontra", 4, "count", "points_60" -> { r with target = 60 }
  | "ristikontra", 4, "count", "points_121" -> { r with target = 121 }
  | "ristiklappi", 2, "count", "points_60" -> { r with target = 60 }
  | "ristiklappi", 2, "count", "game_points" -> { r with target = 7 }
  | "ristiklappi", 2, "count", "single_deal" -> { r with match_ends = AfterDeals }
  | "ristiklappi", 4, "count", "points_60" -> { r with target = 60 }
  | "ristiklappi", 4, "count", "game_points" -> { r with target = 7 }
  | "ristiklappi", 4, "count", "single_deal" -> { r with match_ends = AfterDeals }
  | "sixty-six", 2, "drawn_deal", "void" -> { r with drawn = Void }
  | "sixty-six", 2, "drawn_deal", "doubles" -> { r with drawn = Doubles }
  | "schnapsen", 2, "drawn_deal", "carry" -> { r with drawn = Carry }
  | "schnapsen", 2, "drawn_deal", "doubles" -> { r with drawn = Doubles }
  | "schnapsen-book", 2, "drawn_deal", "void" -> { r with drawn = Void }
  | "schnapsen-book", 2, "drawn_deal", "doubles" -> { r with drawn = Doubles }
  | "einwerfen", 4, "drawn_deal", "void" -> { r with drawn = Void }
  | "einwerfen", 4, "drawn_deal", "doubles" -> { r with drawn = Doubles }
  | "einwerfen", 4, "seating", "tour_48" -> { r with next_dealer = Same; partners_change = 16 }
  | "sueca", 4, "drawn_deal", "carry" -> { r with drawn = Carry }
  | _ -> r

let by_itself game players option value (r : rules) : rules =
  match game, players, option, value with
  | "zsiros", 2, "target", value -> { r with target = int_of_string value }
  | "zsiros", 4, "target", value -> { r with target = int_of_string value }
  | "sedma", 2, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "sedma", 2, "next_dealer", "losers" -> { r with next_dealer = Losers }
  | "sedma", 2, "target", value -> { r with target = int_of_string value }
  | "sedma", 2, "deals", value -> { r with deals = int_of_string value }
  | "sedma", 4, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "sedma", 4, "next_dealer", "losers" -> { r with next_dealer = Losers }
  | "sedma", 4, "target", value -> { r with target = int_of_string value }
  | "sedma", 4, "deals", value -> { r with deals = int_of_string value }
  | "sedma-three", 3, "target", value -> { r with target = int_of_string value }
  | "sedma-trumps", 2, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "sedma-trumps", 2, "next_dealer", "losers" -> { r with next_dealer = Losers }
  | "sedma-trumps", 2, "target", value -> { r with target = int_of_string value }
  | "sedma-trumps", 2, "deals", value -> { r with deals = int_of_string value }
  | "sedma-trumps", 4, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "sedma-trumps", 4, "next_dealer", "losers" -> { r with next_dealer = Losers }
  | "sedma-trumps", 4, "target", value -> { r with target = int_of_string value }
  | "sedma-trumps", 4, "deals", value -> { r with deals = int_of_string value }
  | "sedmice", 2, "target", value -> { r with target = int_of_string value }
  | "sedmice", 4, "target", value -> { r with target = int_of_string value }
  | "septica", 2, "target", value -> { r with target = int_of_string value }
  | "septica", 3, "target", value -> { r with target = int_of_string value }
  | "septica", 4, "target", value -> { r with target = int_of_string value }
  | "hola", 2, "keeps_deal", "50" -> { r with keeps_deal = 50 }
  | "hola", 2, "keeps_deal", "40" -> { r with keeps_deal = 40 }
  | "hola", 2, "target", value -> { r with target = int_of_string value }
  | "hola", 3, "target", value -> { r with target = int_of_string value }
  | "hola", 4, "keeps_deal", "50" -> { r with keeps_deal = 50 }
  | "hola", 4, "keeps_deal", "40" -> { r with keeps_deal = 40 }
  | "hola", 4, "target", value -> { r with target = int_of_string value }
  | "hola", 6, "target", value -> { r with target = int_of_string value }
  | "ristikontra", 4, "target", value -> { r with target = int_of_string value }
  | "ristiklappi", 2, "target", value -> { r with target = int_of_string value }
  | "ristiklappi", 4, "target", value -> { r with target = int_of_string value }
  | "lusti-kartln", 4, "target", value -> { r with target = int_of_string value }
  | "sixty-six", 2, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "sixty-six", 2, "next_dealer", "winners" -> { r with next_dealer = Winners }
  | "sixty-six", 2, "drawn_dealer", "passes" -> { r with drawn_dealer = DrawPasses }
  | "sixty-six", 2, "drawn_dealer", "keeps" -> { r with drawn_dealer = DrawKeeps }
  | "sixty-six", 2, "target", value -> { r with target = int_of_string value }
  | "schnapsen", 2, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "schnapsen", 2, "next_dealer", "winners" -> { r with next_dealer = Winners }
  | "schnapsen", 2, "drawn_dealer", "passes" -> { r with drawn_dealer = DrawPasses }
  | "schnapsen", 2, "drawn_dealer", "keeps" -> { r with drawn_dealer = DrawKeeps }
  | "schnapsen", 2, "target", value -> { r with target = int_of_string value }
  | "schnapsen-book", 2, "next_dealer", "rotate" -> { r with next_dealer = Rotate }
  | "schnapsen-book", 2, "next_dealer", "winners" -> { r with next_dealer = Winners }
  | "schnapsen-book", 2, "drawn_dealer", "passes" -> { r with drawn_dealer = DrawPasses }
  | "schnapsen-book", 2, "drawn_dealer", "keeps" -> { r with drawn_dealer = DrawKeeps }
  | "schnapsen-book", 2, "target", value -> { r with target = int_of_string value }
  | "auction-sixty-six", 4, "target", value -> { r with target = int_of_string value }
  | "tausendeins", 2, "target", value -> { r with target = int_of_string value }
  | "einwerfen", 4, "deals", value -> { r with deals = int_of_string value }
  | "einwerfen", 4, "favourite", "on" -> { r with favourite = true }
  | "einwerfen", 4, "favourite", "off" -> { r with favourite = false }
  | "sueca", 4, "target", value -> { r with target = int_of_string value }
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
    ("lusti-kartln", 4, {|{"stock": ["stock"], "wins_from": [60], "no_points_double": ["yes"], "target": [1, 10]}|});
    ("sixty-six", 2, {|{"next_dealer": ["winners"], "drawn_dealer": ["keeps"], "last_obligation": ["follow"], "meld_after_stock": ["on"], "meld_after_closing": ["on"], "meld_counts": ["next_trick"], "meld_lead": ["king"], "meld_forced": ["on"], "meld_first": ["off"], "exchange_by": ["leader"], "exchange_min_stock": [2], "exchange_after_closing": ["on"], "close": ["after_drawing", "never"], "close_first": ["off"], "close_min_stock": [3], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "schneider": [30], "won_at": ["closing"], "penalty_at": ["end", "flat"], "target": [1, 14], "drawn_deal": ["void", "doubles"]}|});
    ("schnapsen", 2, {|{"next_dealer": ["winners"], "drawn_dealer": ["keeps"], "last_obligation": ["follow"], "meld_after_stock": ["off"], "meld_after_closing": ["off"], "meld_counts": ["next_trick"], "meld_lead": ["king"], "meld_forced": ["on"], "meld_first": ["off"], "exchange_by": ["any"], "exchange_min_stock": [3], "exchange_after_closing": ["on"], "close": ["either", "never"], "close_first": ["off"], "close_min_stock": [3], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "schneider": [30], "won_at": ["end"], "penalty_at": ["end", "flat"], "target": [1, 14], "drawn_deal": ["carry", "doubles"], "packets": ["two_three"], "exchange_needs_trick": ["on"], "last_trick": ["ten"]}|});
    ("schnapsen-book", 2, {|{"next_dealer": ["winners"], "drawn_dealer": ["keeps"], "last_obligation": ["follow"], "meld_after_stock": ["on"], "meld_after_closing": ["on"], "meld_counts": ["next_trick"], "meld_lead": ["king"], "meld_forced": ["on"], "meld_first": ["off"], "exchange_by": ["leader"], "exchange_min_stock": [2], "exchange_after_closing": ["on"], "close": ["after_drawing", "never"], "close_first": ["off"], "close_min_stock": [3], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "schneider": [30], "won_at": ["closing"], "penalty_at": ["end", "flat"], "target": [1, 14], "drawn_deal": ["void", "doubles"], "packets": ["two_three"], "exchange_needs_trick": ["off"], "last_trick": ["deal"]}|});
    ("auction-sixty-six", 4, {|{"bid_again": ["always", "never"], "no_bid": ["dealer"], "grand_points": [0], "grand_needs": ["tricks"], "defenders_score": ["on"], "target": [1, 1332]}|});
    ("tausendeins", 2, {|{"pack": ["24"], "hand": ["8"], "obligation": ["follow"], "marriages": ["order"], "meld_first": ["off"], "meld_after_stock": ["on"], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "wrong_claim": ["lost"], "target": [1, 2002]}|});
    ("einwerfen", 4, {|{"cut_card": ["known"], "bombe": ["all_tricks"], "deals": [1, 96], "drawn_deal": ["void", "doubles"], "favourite": ["off"], "seating": ["tour_48"]}|});
    ("sueca", 4, {|{"bandeira": ["all_tricks"], "drawn_deal": ["carry"], "target": [1, 8]}|}) ]
