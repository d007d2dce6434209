// Einwerfen for four, as somebody writes it for a club that plays it.
package main

const (
	players = 4
	deals   = 48
)

// From the highest to the lowest.
const ranks = "AKQJT987"

var counts = map[byte]int{'A': 11, 'K': 4, 'Q': 3, 'J': 2, 'T': 10}

type Card string

func (card Card) suit() byte { return card[1] }

// How high a card is, the higher the more: trumps above the suit led, and other suits nothing.
func (card Card) power(led, trump byte) int {
	power := 0
	for place := range ranks {
		if ranks[place] == card[0] {
			power = len(ranks) - place
		}
	}
	switch card.suit() {
	case trump:
		return power + 100
	case led:
		return power
	}
	return 0
}

// The seat that wins a trick.
func winnerOf(trick []Card, leader int, trump byte) int {
	led, best, highest := trick[0].suit(), 0, 0
	for place, card := range trick {
		if power := card.power(led, trump); power > highest {
			best, highest = place, power
		}
	}
	return (leader + best) % players
}

func worth(cards []Card) int {
	sum := 0
	for _, card := range cards {
		sum += counts[card[0]]
	}
	return sum
}

// A table at which a deal is played; sides are 0 and 1.
type Table struct {
	hands  [players][]Card
	trick  []Card
	leader int
	trump  byte
	points [2]int
}

func dealt(deck []Card, dealer int, cut Card) *Table {
	table := &Table{leader: (dealer + 1) % players, trump: cut.suit()}
	for place, card := range deck {
		seat := (table.leader + place/4) % players
		table.hands[seat] = append(table.hands[seat], card)
	}
	return table
}

func placed(parts Parts) *Table {
	table := &Table{leader: parts.Leader, trump: parts.Trump[0], points: parts.Points}
	for seat, hand := range parts.Hands {
		table.hands[seat] = append([]Card{}, hand...)
	}
	table.trick = append([]Card{}, parts.Trick...)
	return table
}

func (table *Table) over() bool {
	left := len(table.trick)
	for _, hand := range table.hands {
		left += len(hand)
	}
	return left == 0
}

// Who is to play, and nobody when the deal is over.
func (table *Table) turn() *int {
	if table.over() {
		return nil
	}
	seat := (table.leader + len(table.trick)) % players
	return &seat
}

func (table *Table) playable() []Card {
	if table.over() {
		return []Card{}
	}
	hand := table.hands[*table.turn()]
	if len(table.trick) == 0 {
		return hand
	}
	follow := []Card{}
	for _, card := range hand {
		if card.suit() == table.trick[0].suit() {
			follow = append(follow, card)
		}
	}
	if len(follow) > 0 {
		return follow
	}
	return hand
}

func (table *Table) play(card Card) bool {
	for _, one := range table.playable() {
		if one == card {
			table.put(*table.turn(), card)
			return true
		}
	}
	return false
}

func (table *Table) put(seat int, card Card) {
	kept := []Card{}
	for _, one := range table.hands[seat] {
		if one != card {
			kept = append(kept, one)
		}
	}
	table.hands[seat] = kept
	table.trick = append(table.trick, card)
	if len(table.trick) == players {
		winner := winnerOf(table.trick, table.leader, table.trump)
		table.points[winner%2] += worth(table.trick)
		table.leader, table.trick = winner, nil
	}
}

// What a side scores that has so many points.
func chips(points int) int {
	switch {
	case points == 120:
		return 3
	case points > 90:
		return 2
	case points > 60:
		return 1
	}
	return 0
}

func settled(points [2]int) Result {
	result := Result{Points: points, Winners: []int{}}
	for side := range points {
		result.Chips[side] = chips(points[side])
		if result.Chips[side] > 0 {
			result.Winners = append(result.Winners, side)
		}
	}
	return result
}

// A match, of which the favourite suit is the trump suit of the first deal.
type Match struct {
	scores    [2]int
	dealer    int
	played    int
	favourite string
	carried   int
}

func (match *Match) add(brought [2]int, trump string) {
	factor := 1
	if match.played > 0 && trump == match.favourite {
		factor = 2
	}
	if match.played == 0 {
		match.favourite = trump
	}
	match.played++
	match.dealer = (match.dealer + 1) % players
	if brought[0]+brought[1] == 0 {
		match.carried += factor
		return
	}
	for side, points := range brought {
		if points > 0 {
			match.scores[side] += factor*points + match.carried
		}
	}
	match.carried = 0
}

func (match *Match) stand() Stand {
	stand := Stand{Scores: match.scores, Dealer: match.dealer, Over: match.played == deals}
	if stand.Over && match.scores[0] != match.scores[1] {
		winner := 0
		if match.scores[1] > match.scores[0] {
			winner = 1
		}
		stand.Winner = &winner
	}
	return stand
}
