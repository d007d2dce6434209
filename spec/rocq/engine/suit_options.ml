(* What do options change of the shipped games with suit tricks?

   Written by tools/rocq_rulebooks.py from the rulebooks; "make generate" does it. Options with a table are applied before those that set
   a single parameter. Known are, by option, the values beside the rulebook's own; of any number, two. *)
open Suits

let by_table game players option value (r : rules) : rules =
  match game, players, option, value with
  | "sixty-six", 2, "claiming", "leading" -> { r with claim_when = WhenLeading }
  | "sixty-six", 2, "claiming", "trick" -> { r with claim_when = WithATrick }
  | "sixty-six", 2, "claiming", "automatic" -> { r with claim = Automatic }
  | "schnapsen", 2, "claiming", "leading" -> { r with claim_when = WhenLeading }
  | "schnapsen", 2, "claiming", "trick" -> { r with claim_when = WithATrick }
  | "schnapsen", 2, "claiming", "automatic" -> { r with claim = Automatic }
  | "schnapsen", 2, "packets", "two_three" -> { r with deal = [2; 3] }
  | "schnapsen", 2, "last_trick", "ten" -> { r with last_trick_points = 10; last_trick_wins = false }
  | "schnapsen-book", 2, "claiming", "leading" -> { r with claim_when = WhenLeading }
  | "schnapsen-book", 2, "claiming", "trick" -> { r with claim_when = WithATrick }
  | "schnapsen-book", 2, "claiming", "automatic" -> { r with claim = Automatic }
  | "schnapsen-book", 2, "packets", "two_three" -> { r with deal = [2; 3] }
  | "schnapsen-book", 2, "last_trick", "deal" -> { r with last_trick_points = 0; last_trick_wins = true }
  | "tausendeins", 2, "pack", "24" -> { r with pack = pack_of french_24 [] 1; ranking = [14; 10; 13; 12; 11; 9] }
  | "tausendeins", 2, "hand", "8" -> { r with hand = 8; deal = [3; 3; 2] }
  | "tausendeins", 2, "marriages", "order" -> { r with marriages = ByOrder; marriage_points = [40; 60; 80; 100] }
  | "tausendeins", 2, "claiming", "leading" -> { r with claim_when = WhenLeading }
  | "tausendeins", 2, "claiming", "trick" -> { r with claim_when = WithATrick }
  | "tausendeins", 2, "claiming", "automatic" -> { r with claim = Automatic }
  | "einwerfen", 4, "bombe", "all_tricks" -> { r with scoring = [{ award_points = (61, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }; { award_points = (91, 120); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (120, 120); award_tricks = AllTricks; game_points = 3; award_cards = None }] }
  | "sueca", 4, "bandeira", "all_tricks" -> { r with scoring = [{ award_points = (61, 90); award_tricks = AnyTricks; game_points = 1; award_cards = None }; { award_points = (91, 120); award_tricks = SomeTricks; game_points = 2; award_cards = None }; { award_points = (120, 120); award_tricks = AllTricks; game_points = 4; award_cards = None }] }
  | _ -> r

let by_itself game players option value (r : rules) : rules =
  match game, players, option, value with
  | "sixty-six", 2, "last_obligation", "follow_beat_trump" -> { r with last_obligation = FollowBeatTrump }
  | "sixty-six", 2, "last_obligation", "follow" -> { r with last_obligation = Follow }
  | "sixty-six", 2, "meld_after_stock", "off" -> { r with meld_after_stock = false }
  | "sixty-six", 2, "meld_after_stock", "on" -> { r with meld_after_stock = true }
  | "sixty-six", 2, "meld_after_closing", "off" -> { r with meld_after_closing = false }
  | "sixty-six", 2, "meld_after_closing", "on" -> { r with meld_after_closing = true }
  | "sixty-six", 2, "meld_counts", "any_trick" -> { r with meld_counts = AnyTrick }
  | "sixty-six", 2, "meld_counts", "next_trick" -> { r with meld_counts = NextTrick }
  | "sixty-six", 2, "meld_lead", "either" -> { r with meld_lead = EitherCard }
  | "sixty-six", 2, "meld_lead", "king" -> { r with meld_lead = KingOnly }
  | "sixty-six", 2, "meld_forced", "off" -> { r with meld_forced = false }
  | "sixty-six", 2, "meld_forced", "on" -> { r with meld_forced = true }
  | "sixty-six", 2, "meld_first", "on" -> { r with meld_first = true }
  | "sixty-six", 2, "meld_first", "off" -> { r with meld_first = false }
  | "sixty-six", 2, "exchange_by", "any" -> { r with exchange_by = Anybody }
  | "sixty-six", 2, "exchange_by", "leader" -> { r with exchange_by = LeaderOnly }
  | "sixty-six", 2, "exchange_min_stock", "3" -> { r with exchange_min_stock = 3 }
  | "sixty-six", 2, "exchange_min_stock", "2" -> { r with exchange_min_stock = 2 }
  | "sixty-six", 2, "exchange_after_closing", "off" -> { r with exchange_after_closing = false }
  | "sixty-six", 2, "exchange_after_closing", "on" -> { r with exchange_after_closing = true }
  | "sixty-six", 2, "close", "either" -> { r with close = BeforeDrawing }
  | "sixty-six", 2, "close", "after_drawing" -> { r with close = AfterDrawing }
  | "sixty-six", 2, "close", "never" -> { r with close = NeverClosed }
  | "sixty-six", 2, "close_first", "on" -> { r with close_first = true }
  | "sixty-six", 2, "close_first", "off" -> { r with close_first = false }
  | "sixty-six", 2, "close_min_stock", "2" -> { r with close_min_stock = 2 }
  | "sixty-six", 2, "close_min_stock", "3" -> { r with close_min_stock = 3 }
  | "sixty-six", 2, "claim_last", "asked" -> { r with claim_last = LastAsked }
  | "sixty-six", 2, "claim_last", "counted" -> { r with claim_last = LastCounted }
  | "sixty-six", 2, "claim_last", "off" -> { r with claim_last = LastOff }
  | "sixty-six", 2, "schneider", "33" -> { r with schneider = 33 }
  | "sixty-six", 2, "schneider", "30" -> { r with schneider = 30 }
  | "sixty-six", 2, "won_at", "end" -> { r with won_at = WonAtEnd }
  | "sixty-six", 2, "won_at", "closing" -> { r with won_at = WonAtClosing }
  | "sixty-six", 2, "penalty_at", "closing" -> { r with penalty_at = PenaltyAtClosing }
  | "sixty-six", 2, "penalty_at", "end" -> { r with penalty_at = PenaltyAtEnd }
  | "sixty-six", 2, "penalty_at", "flat" -> { r with penalty_at = PenaltyFlat }
  | "sixty-six", 2, "target", value -> { r with target = int_of_string value }
  | "schnapsen", 2, "last_obligation", "follow_beat_trump" -> { r with last_obligation = FollowBeatTrump }
  | "schnapsen", 2, "last_obligation", "follow" -> { r with last_obligation = Follow }
  | "schnapsen", 2, "meld_after_stock", "off" -> { r with meld_after_stock = false }
  | "schnapsen", 2, "meld_after_stock", "on" -> { r with meld_after_stock = true }
  | "schnapsen", 2, "meld_after_closing", "off" -> { r with meld_after_closing = false }
  | "schnapsen", 2, "meld_after_closing", "on" -> { r with meld_after_closing = true }
  | "schnapsen", 2, "meld_counts", "any_trick" -> { r with meld_counts = AnyTrick }
  | "schnapsen", 2, "meld_counts", "next_trick" -> { r with meld_counts = NextTrick }
  | "schnapsen", 2, "meld_lead", "either" -> { r with meld_lead = EitherCard }
  | "schnapsen", 2, "meld_lead", "king" -> { r with meld_lead = KingOnly }
  | "schnapsen", 2, "meld_forced", "off" -> { r with meld_forced = false }
  | "schnapsen", 2, "meld_forced", "on" -> { r with meld_forced = true }
  | "schnapsen", 2, "meld_first", "on" -> { r with meld_first = true }
  | "schnapsen", 2, "meld_first", "off" -> { r with meld_first = false }
  | "schnapsen", 2, "exchange_by", "any" -> { r with exchange_by = Anybody }
  | "schnapsen", 2, "exchange_by", "leader" -> { r with exchange_by = LeaderOnly }
  | "schnapsen", 2, "exchange_min_stock", "3" -> { r with exchange_min_stock = 3 }
  | "schnapsen", 2, "exchange_min_stock", "2" -> { r with exchange_min_stock = 2 }
  | "schnapsen", 2, "exchange_after_closing", "off" -> { r with exchange_after_closing = false }
  | "schnapsen", 2, "exchange_after_closing", "on" -> { r with exchange_after_closing = true }
  | "schnapsen", 2, "close", "either" -> { r with close = BeforeDrawing }
  | "schnapsen", 2, "close", "after_drawing" -> { r with close = AfterDrawing }
  | "schnapsen", 2, "close", "never" -> { r with meld_after_closing = false; close = NeverClosed; won_at = WonAtEnd }
  | "schnapsen", 2, "close_first", "on" -> { r with close_first = true }
  | "schnapsen", 2, "close_first", "off" -> { r with close_first = false }
  | "schnapsen", 2, "close_min_stock", "2" -> { r with close_min_stock = 2 }
  | "schnapsen", 2, "close_min_stock", "3" -> { r with close_min_stock = 3 }
  | "schnapsen", 2, "claim_last", "asked" -> { r with claim_last = LastAsked }
  | "schnapsen", 2, "claim_last", "counted" -> { r with claim_last = LastCounted }
  | "schnapsen", 2, "claim_last", "off" -> { r with claim_last = LastOff }
  | "schnapsen", 2, "schneider", "33" -> { r with schneider = 33 }
  | "schnapsen", 2, "schneider", "30" -> { r with schneider = 30 }
  | "schnapsen", 2, "won_at", "end" -> { r with won_at = WonAtEnd }
  | "schnapsen", 2, "won_at", "closing" -> { r with won_at = WonAtClosing }
  | "schnapsen", 2, "penalty_at", "closing" -> { r with penalty_at = PenaltyAtClosing }
  | "schnapsen", 2, "penalty_at", "end" -> { r with penalty_at = PenaltyAtEnd }
  | "schnapsen", 2, "penalty_at", "flat" -> { r with penalty_at = PenaltyFlat }
  | "schnapsen", 2, "target", value -> { r with target = int_of_string value }
  | "schnapsen", 2, "exchange_needs_trick", "on" -> { r with exchange_needs_trick = true }
  | "schnapsen", 2, "exchange_needs_trick", "off" -> { r with exchange_needs_trick = false }
  | "schnapsen-book", 2, "last_obligation", "follow_beat_trump" -> { r with last_obligation = FollowBeatTrump }
  | "schnapsen-book", 2, "last_obligation", "follow" -> { r with last_obligation = Follow }
  | "schnapsen-book", 2, "meld_after_stock", "off" -> { r with meld_after_stock = false }
  | "schnapsen-book", 2, "meld_after_stock", "on" -> { r with meld_after_stock = true }
  | "schnapsen-book", 2, "meld_after_closing", "off" -> { r with meld_after_closing = false }
  | "schnapsen-book", 2, "meld_after_closing", "on" -> { r with meld_after_closing = true }
  | "schnapsen-book", 2, "meld_counts", "any_trick" -> { r with meld_counts = AnyTrick }
  | "schnapsen-book", 2, "meld_counts", "next_trick" -> { r with meld_counts = NextTrick }
  | "schnapsen-book", 2, "meld_lead", "either" -> { r with meld_lead = EitherCard }
  | "schnapsen-book", 2, "meld_lead", "king" -> { r with meld_lead = KingOnly }
  | "schnapsen-book", 2, "meld_forced", "off" -> { r with meld_forced = false }
  | "schnapsen-book", 2, "meld_forced", "on" -> { r with meld_forced = true }
  | "schnapsen-book", 2, "meld_first", "on" -> { r with meld_first = true }
  | "schnapsen-book", 2, "meld_first", "off" -> { r with meld_first = false }
  | "schnapsen-book", 2, "exchange_by", "any" -> { r with exchange_by = Anybody }
  | "schnapsen-book", 2, "exchange_by", "leader" -> { r with exchange_by = LeaderOnly }
  | "schnapsen-book", 2, "exchange_min_stock", "3" -> { r with exchange_min_stock = 3 }
  | "schnapsen-book", 2, "exchange_min_stock", "2" -> { r with exchange_min_stock = 2 }
  | "schnapsen-book", 2, "exchange_after_closing", "off" -> { r with exchange_after_closing = false }
  | "schnapsen-book", 2, "exchange_after_closing", "on" -> { r with exchange_after_closing = true }
  | "schnapsen-book", 2, "close", "either" -> { r with close = BeforeDrawing }
  | "schnapsen-book", 2, "close", "after_drawing" -> { r with close = AfterDrawing }
  | "schnapsen-book", 2, "close", "never" -> { r with close = NeverClosed }
  | "schnapsen-book", 2, "close_first", "on" -> { r with close_first = true }
  | "schnapsen-book", 2, "close_first", "off" -> { r with close_first = false }
  | "schnapsen-book", 2, "close_min_stock", "2" -> { r with close_min_stock = 2 }
  | "schnapsen-book", 2, "close_min_stock", "3" -> { r with close_min_stock = 3 }
  | "schnapsen-book", 2, "claim_last", "asked" -> { r with claim_last = LastAsked }
  | "schnapsen-book", 2, "claim_last", "counted" -> { r with claim_last = LastCounted }
  | "schnapsen-book", 2, "claim_last", "off" -> { r with claim_last = LastOff }
  | "schnapsen-book", 2, "schneider", "33" -> { r with schneider = 33 }
  | "schnapsen-book", 2, "schneider", "30" -> { r with schneider = 30 }
  | "schnapsen-book", 2, "won_at", "end" -> { r with won_at = WonAtEnd }
  | "schnapsen-book", 2, "won_at", "closing" -> { r with won_at = WonAtClosing }
  | "schnapsen-book", 2, "penalty_at", "closing" -> { r with penalty_at = PenaltyAtClosing }
  | "schnapsen-book", 2, "penalty_at", "end" -> { r with penalty_at = PenaltyAtEnd }
  | "schnapsen-book", 2, "penalty_at", "flat" -> { r with penalty_at = PenaltyFlat }
  | "schnapsen-book", 2, "target", value -> { r with target = int_of_string value }
  | "schnapsen-book", 2, "exchange_needs_trick", "on" -> { r with exchange_needs_trick = true }
  | "schnapsen-book", 2, "exchange_needs_trick", "off" -> { r with exchange_needs_trick = false }
  | "auction-sixty-six", 4, "bid_again", "partner" -> { r with bid_again = AgainPartner }
  | "auction-sixty-six", 4, "bid_again", "always" -> { r with bid_again = AgainAlways }
  | "auction-sixty-six", 4, "bid_again", "never" -> { r with bid_again = AgainNever }
  | "auction-sixty-six", 4, "no_bid", "redeal" -> { r with no_bid = Redeal }
  | "auction-sixty-six", 4, "no_bid", "dealer" -> { r with no_bid = DealerBids }
  | "auction-sixty-six", 4, "grand_points", "260" -> { r with grand_points = 260 }
  | "auction-sixty-six", 4, "grand_points", "0" -> { r with grand_points = 0 }
  | "auction-sixty-six", 4, "grand_needs", "points" -> { r with grand_needs = NeedsPoints }
  | "auction-sixty-six", 4, "grand_needs", "tricks" -> { r with grand_needs = NeedsTricks }
  | "auction-sixty-six", 4, "defenders_score", "off" -> { r with defenders_score = false }
  | "auction-sixty-six", 4, "defenders_score", "on" -> { r with defenders_score = true }
  | "auction-sixty-six", 4, "target", value -> { r with target = int_of_string value }
  | "tausendeins", 2, "obligation", "none" -> { r with obligation = NoDuty }
  | "tausendeins", 2, "obligation", "follow" -> { r with obligation = Follow }
  | "tausendeins", 2, "meld_first", "on" -> { r with meld_first = true }
  | "tausendeins", 2, "meld_first", "off" -> { r with meld_first = false }
  | "tausendeins", 2, "meld_after_stock", "off" -> { r with meld_after_stock = false }
  | "tausendeins", 2, "meld_after_stock", "on" -> { r with meld_after_stock = true }
  | "tausendeins", 2, "claim_last", "asked" -> { r with claim_last = LastAsked }
  | "tausendeins", 2, "claim_last", "counted" -> { r with claim_last = LastCounted }
  | "tausendeins", 2, "claim_last", "off" -> { r with claim_last = LastOff }
  | "tausendeins", 2, "wrong_claim", "refused" -> { r with wrong_claim = WrongRefused }
  | "tausendeins", 2, "wrong_claim", "lost" -> { r with wrong_claim = WrongLoses }
  | "tausendeins", 2, "target", value -> { r with target = int_of_string value }
  | "einwerfen", 4, "cut_card", "unknown" -> { r with cut_known = false }
  | "einwerfen", 4, "cut_card", "known" -> { r with cut_known = true }
  | "sueca", 4, "target", value -> { r with target = int_of_string value }
  | _ -> r

let known =
  [ ("sixty-six", 2, {|{"next_dealer": ["winners"], "drawn_dealer": ["keeps"], "last_obligation": ["follow"], "meld_after_stock": ["on"], "meld_after_closing": ["on"], "meld_counts": ["next_trick"], "meld_lead": ["king"], "meld_forced": ["on"], "meld_first": ["off"], "exchange_by": ["leader"], "exchange_min_stock": [2], "exchange_after_closing": ["on"], "close": ["after_drawing", "never"], "close_first": ["off"], "close_min_stock": [3], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "schneider": [30], "won_at": ["closing"], "penalty_at": ["end", "flat"], "target": [1, 14], "drawn_deal": ["void", "doubles"]}|});
    ("schnapsen", 2, {|{"next_dealer": ["winners"], "drawn_dealer": ["keeps"], "last_obligation": ["follow"], "meld_after_stock": ["off"], "meld_after_closing": ["off"], "meld_counts": ["next_trick"], "meld_lead": ["king"], "meld_forced": ["on"], "meld_first": ["off"], "exchange_by": ["any"], "exchange_min_stock": [3], "exchange_after_closing": ["on"], "close": ["either", "never"], "close_first": ["off"], "close_min_stock": [3], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "schneider": [30], "won_at": ["end"], "penalty_at": ["end", "flat"], "target": [1, 14], "drawn_deal": ["carry", "doubles"], "packets": ["two_three"], "exchange_needs_trick": ["on"], "last_trick": ["ten"]}|});
    ("schnapsen-book", 2, {|{"next_dealer": ["winners"], "drawn_dealer": ["keeps"], "last_obligation": ["follow"], "meld_after_stock": ["on"], "meld_after_closing": ["on"], "meld_counts": ["next_trick"], "meld_lead": ["king"], "meld_forced": ["on"], "meld_first": ["off"], "exchange_by": ["leader"], "exchange_min_stock": [2], "exchange_after_closing": ["on"], "close": ["after_drawing", "never"], "close_first": ["off"], "close_min_stock": [3], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "schneider": [30], "won_at": ["closing"], "penalty_at": ["end", "flat"], "target": [1, 14], "drawn_deal": ["void", "doubles"], "packets": ["two_three"], "exchange_needs_trick": ["off"], "last_trick": ["deal"]}|});
    ("auction-sixty-six", 4, {|{"bid_again": ["always", "never"], "no_bid": ["dealer"], "grand_points": [0], "grand_needs": ["tricks"], "defenders_score": ["on"], "target": [1, 1332]}|});
    ("tausendeins", 2, {|{"pack": ["24"], "hand": ["8"], "obligation": ["follow"], "marriages": ["order"], "meld_first": ["off"], "meld_after_stock": ["on"], "claiming": ["leading", "trick", "automatic"], "claim_last": ["counted", "off"], "wrong_claim": ["lost"], "target": [1, 2002]}|});
    ("einwerfen", 4, {|{"cut_card": ["known"], "bombe": ["all_tricks"], "deals": [1, 96], "drawn_deal": ["void", "doubles"], "favourite": ["off"], "seating": ["tour_48"]}|});
    ("sueca", 4, {|{"bandeira": ["all_tricks"], "drawn_deal": ["carry"], "target": [1, 8]}|}) ]
