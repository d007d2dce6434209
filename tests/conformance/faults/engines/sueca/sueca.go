// Sueca for four, as somebody writes it for a server.
package main

const (
	Players = 4
	HandOf  = 10
	Target  = 4
)

// From the lowest to the highest.
const order = "23456QJK7A"

var worth = map[byte]int{'A': 11, '7': 10, 'K': 4, 'J': 3, 'Q': 2}

func strength(card string) int {
	for place := range order {
		if order[place] == card[0] {
			return place
		}
	}
	return -1
}

func suit(card string) byte { return card[1] }

// Whether a card takes the trick from the one that had it so far.
func beats(card, best string, trump byte) bool {
	if suit(card) == suit(best) {
		return strength(card) > strength(best)
	}
	return suit(card) == trump
}

// The place of the card that takes a trick.
func taking(cards []string, trump byte) int {
	best := 0
	for place, card := range cards {
		if beats(card, cards[best], trump) {
			best = place
		}
	}
	return best
}

func pointsOf(cards []string) int {
	sum := 0
	for _, card := range cards {
		sum += worth[card[0]]
	}
	return sum
}

type Deal struct {
	Hands  [][]string
	Trick  []string
	Leader int
	Trump  byte
	Points []int
	Tricks []int
}

func Dealt(deck []string, dealer int) *Deal {
	deal := &Deal{Hands: make([][]string, Players), Points: []int{0, 0}, Tricks: []int{0, 0}}
	deal.Leader = (dealer + 1) % Players
	for turn := 0; turn < Players; turn++ {
		seat := (deal.Leader + turn) % Players
		deal.Hands[seat] = append([]string{}, deck[turn*HandOf:(turn+1)*HandOf]...)
	}
	deal.Trump = suit(deck[len(deck)-1])
	return deal
}

func From(parts Parts) *Deal {
	deal := &Deal{Leader: parts.Leader, Trick: append([]string{}, parts.Trick...), Trump: parts.Trump[0]}
	for _, hand := range parts.Hands {
		deal.Hands = append(deal.Hands, append([]string{}, hand...))
	}
	deal.Points = append([]int{}, parts.Points...)
	deal.Tricks = append([]int{}, parts.Tricks...)
	return deal
}

func (deal *Deal) Over() bool {
	for _, hand := range deal.Hands {
		if len(hand) > 0 {
			return false
		}
	}
	return len(deal.Trick) == 0
}

func (deal *Deal) Turn() *int {
	if deal.Over() {
		return nil
	}
	turn := (deal.Leader + len(deal.Trick)) % Players
	return &turn
}

func (deal *Deal) Legal() []string {
	legal := []string{}
	if deal.Over() {
		return legal
	}
	hand := deal.Hands[*deal.Turn()]
	if len(deal.Trick) > 0 {
		led := suit(deal.Trick[0])
		for _, card := range hand {
			if suit(card) == led {
				legal = append(legal, card)
			}
		}
	}
	if len(legal) == 0 {
		legal = append(legal, hand...)
	}
	return legal
}

func (deal *Deal) Play(card string) bool {
	for _, one := range deal.Legal() {
		if one == card {
			deal.put(card)
			return true
		}
	}
	return false
}

func (deal *Deal) put(card string) {
	seat := *deal.Turn()
	kept := []string{}
	for _, one := range deal.Hands[seat] {
		if one != card {
			kept = append(kept, one)
		}
	}
	deal.Hands[seat] = kept
	deal.Trick = append(deal.Trick, card)
	if len(deal.Trick) == Players {
		deal.collect()
	}
}

func (deal *Deal) collect() {
	winner := (deal.Leader + taking(deal.Trick, deal.Trump)) % Players
	deal.Points[winner%2] += pointsOf(deal.Trick)
	if len(deal.Tricks) > 0 {
		deal.Tricks[winner%2]++
	}
	deal.Leader = winner
	deal.Trick = nil
}

type Result struct {
	Points     []int `json:"points"`
	Winners    []int `json:"winners"`
	GamePoints []int `json:"game_points"`
}

// What a deal comes to.
func settle(points []int) *Result {
	result := &Result{Points: append([]int{}, points...), Winners: []int{}, GamePoints: []int{0, 0}}
	for side := 0; side < 2; side++ {
		if points[side] > 60 {
			result.Winners = append(result.Winners, side)
			result.GamePoints[side] = gamePoints(points[side])
		}
	}
	return result
}

func gamePoints(points int) int {
	switch {
	case points == 120:
		return 4
	case points > 90:
		return 2
	default:
		return 1
	}
}

type Stand struct {
	Scores []int `json:"scores"`
	Dealer int   `json:"dealer"`
	Over   bool  `json:"over"`
	Winner *int  `json:"winner"`
}

func playMatch(dealer int, deals [][]int) []Stand {
	scores := []int{0, 0}
	var winner *int
	stands := []Stand{{append([]int{}, scores...), dealer, false, nil}}
	for _, brought := range deals {
		for side := range scores {
			scores[side] += brought[side]
			if scores[side] >= Target {
				one := side
				winner = &one
			}
		}
		dealer = (dealer + 1) % Players
		stands = append(stands, Stand{append([]int{}, scores...), dealer, winner != nil, winner})
	}
	return stands
}
