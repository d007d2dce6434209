package main

type Parts struct {
	Turn   *int       `json:"turn"`
	Leader int        `json:"leader"`
	Hands  [][]string `json:"hands"`
	Trick  []string   `json:"trick"`
	Points []int      `json:"points"`
	Tricks []int      `json:"tricks"`
	Trump  string     `json:"trump"`
}

type Request struct {
	Id      int            `json:"id"`
	Command string         `json:"command"`
	Options map[string]any `json:"options"`
	Leader  int            `json:"leader"`
	Cards   []string       `json:"cards"`
	Trump   string         `json:"trump"`
	Taken   [][]string     `json:"taken"`
	Deck    []string       `json:"deck"`
	Dealer  int            `json:"dealer"`
	Actions []string       `json:"actions"`
	Parts   Parts          `json:"parts"`
	Deals   []struct {
		GamePoints []int `json:"game_points"`
	} `json:"deals"`
}

type Reply = map[string]any

func facts(deal *Deal) Reply {
	step := Reply{"turn": deal.Turn(), "legal": deal.Legal(), "points": append([]int{}, deal.Points...)}
	hands := [][]string{}
	for _, hand := range deal.Hands {
		hands = append(hands, append([]string{}, hand...))
	}
	step["hands"] = hands
	if deal.Over() {
		step["result"] = settle(deal.Points)
	}
	return step
}

func course(deal *Deal, actions []string) Reply {
	steps := []Reply{}
	for _, action := range actions {
		step := facts(deal)
		step["refused"] = !deal.Play(action)
		steps = append(steps, step)
	}
	return Reply{"steps": append(steps, facts(deal))}
}

// By level, what is answered.
var Answers = map[string]func(Request) Reply{
	"trick": func(asked Request) Reply {
		return Reply{"winner": (asked.Leader + taking(asked.Cards, asked.Trump[0])) % Players}
	},
	"score": func(asked Request) Reply {
		return Reply{"result": settle([]int{pointsOf(asked.Taken[0]), pointsOf(asked.Taken[1])})}
	},
	"deal":     func(asked Request) Reply { return course(Dealt(asked.Deck, asked.Dealer), asked.Actions) },
	"position": func(asked Request) Reply { return course(From(asked.Parts), asked.Actions) },
	"match": func(asked Request) Reply {
		deals := [][]int{}
		for _, deal := range asked.Deals {
			deals = append(deals, deal.GamePoints)
		}
		return Reply{"steps": playMatch(asked.Dealer, deals)}
	},
}
