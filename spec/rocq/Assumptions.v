(** On what do the theorems rest? The build fails unless every answer is: on nothing ("Closed under the global context"). *)
From Aceten Require Import Winning Relation Conservation Ending Progress Values Alike Certificates Results Shipped.
From Aceten Require Outcomes.

Print Assumptions best_place_wins.
Print Assumptions one_card_wins.
Print Assumptions apply_is_play.
Print Assumptions refusal_is_the_first_broken.
Print Assumptions play_is_a_function.
Print Assumptions not_both.
Print Assumptions play_keeps_cards.
Print Assumptions play_keeps_points.
Print Assumptions total_of_a_finished_deal.
Print Assumptions end_points_of_all.
Print Assumptions every_play_ends.
Print Assumptions bound_of_a_deal.
Print Assumptions what_nobody_drew.
Print Assumptions no_dead_end.
Print Assumptions one_side_can_be_sure.
Print Assumptions never_both.
Print Assumptions value_is_unique.
Print Assumptions every_value_exists.
Print Assumptions alike_play.
Print Assumptions alike_sure.
Print Assumptions sure_from_another.
Print Assumptions alike_scores.
Print Assumptions scores_by_points_add_up.
Print Assumptions scores_by_table_add_up.
Print Assumptions class_tells.
Print Assumptions past_tells.
Print Assumptions certificate_is_true.
Print Assumptions only_winners_score.
Print Assumptions winning_teams_have_most.
Print Assumptions shipped_are_sound.
Print Assumptions shipped_end.
Print Assumptions shipped_total.
Print Assumptions totals.
Print Assumptions Outcomes.points_rise.
Print Assumptions Outcomes.winning_rises.
Print Assumptions Outcomes.game_points_rise.
Print Assumptions Outcomes.one_row_applies.
Print Assumptions Outcomes.plain_games.
Print Assumptions Outcomes.shipped_rows.
Print Assumptions Outcomes.shipped_rise.

(** The same of games with suit tricks. *)
From Aceten Require SuitWinning SuitResults SuitConservation SuitProgress SuitRelation SuitRenaming SuitEnding SuitShipped SuitValues SuitAlike SuitCertificates.

Print Assumptions SuitWinning.best_wins.
Print Assumptions SuitWinning.one_card_wins.
Print Assumptions SuitWinning.winning_has_played.
Print Assumptions SuitWinning.follows_suit.
Print Assumptions SuitResults.one_side_scores.
Print Assumptions SuitResults.a_right_claim_scores.
Print Assumptions SuitResults.a_wrong_claim_scores_nothing.
Print Assumptions SuitResults.a_closer_wins_or_scores_nothing.
Print Assumptions SuitResults.a_contract_scores.
Print Assumptions SuitResults.a_race_scores_what_is_named.
Print Assumptions SuitResults.scores_by_points_add_up.
Print Assumptions SuitResults.winners_score_more.
Print Assumptions SuitRelation.told_in_order.
Print Assumptions SuitRelation.refusal_is_the_first_broken.
Print Assumptions SuitRelation.play_is_a_function.
Print Assumptions SuitRelation.not_both.
Print Assumptions SuitRenaming.renamed_winning.
Print Assumptions SuitRenaming.renamed_play.
Print Assumptions SuitRenaming.renamed_refusal.
Print Assumptions SuitRenaming.renamed_scores.
Print Assumptions SuitConservation.play_keeps_cards.
Print Assumptions SuitConservation.play_keeps_points.
Print Assumptions SuitConservation.total_of_a_deal.
Print Assumptions SuitConservation.total_of_a_finished_deal.
Print Assumptions SuitProgress.no_dead_end.
Print Assumptions SuitEnding.every_play_ends.
Print Assumptions SuitEnding.bound_of_a_deal.
Print Assumptions SuitShipped.shipped_are_sound.
Print Assumptions SuitShipped.shipped_end.
Print Assumptions SuitShipped.shipped_total.
Print Assumptions SuitShipped.totals.
Print Assumptions SuitShipped.shipped_rows.
Print Assumptions SuitValues.one_side_can_be_sure.
Print Assumptions SuitValues.never_both.
Print Assumptions SuitValues.value_is_unique.
Print Assumptions SuitValues.every_value_exists.
Print Assumptions SuitAlike.both_broken.
Print Assumptions SuitAlike.both_happen.
Print Assumptions SuitCertificates.certificate_is_true.

(** And of matches. *)
From Aceten Require Matches.

Print Assumptions Matches.sum_after_a_deal.
Print Assumptions Matches.sum_of_a_match.
Print Assumptions Matches.ended_stays_ended.
Print Assumptions Matches.a_match_of_deals_ends.
Print Assumptions Matches.the_winner_leads.
Print Assumptions Matches.everybody_has_a_seat.
