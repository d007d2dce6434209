package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type Parts struct {
	Leader int      `json:"leader"`
	Hands  [][]Card `json:"hands"`
	Trick  []Card   `json:"trick"`
	Points [2]int   `json:"points"`
	Trump  string   `json:"trump"`
}

type Request struct {
	Id      int       `json:"id"`
	Command string    `json:"command"`
	Leader  int       `json:"leader"`
	Cards   []Card    `json:"cards"`
	Trump   string    `json:"trump"`
	Taken   [2][]Card `json:"taken"`
	Deck    []Card    `json:"deck"`
	Dealer  int       `json:"dealer"`
	Cut     Card      `json:"cut"`
	Actions []Card    `json:"actions"`
	Parts   Parts     `json:"parts"`
	Deals   []struct {
		Chips [2]int `json:"game_points"`
		Trump string `json:"trump"`
	} `json:"deals"`
}

type Result struct {
	Points  [2]int `json:"points"`
	Winners []int  `json:"winners"`
	Chips   [2]int `json:"game_points"`
}

type Stand struct {
	Scores [2]int `json:"scores"`
	Dealer int    `json:"dealer"`
	Over   bool   `json:"over"`
	Winner *int   `json:"winner"`
}

type Step struct {
	Turn    *int            `json:"turn"`
	Legal   []Card          `json:"legal"`
	Refused bool            `json:"refused"`
	Result  *Result         `json:"result"`
	Points  [2]int          `json:"points"`
	Hands   [players][]Card `json:"hands"`
}

type Reply = map[string]any

func step(table *Table) Step {
	told := Step{Turn: table.turn(), Legal: table.playable(), Points: table.points}
	for seat, hand := range table.hands {
		told.Hands[seat] = append([]Card{}, hand...)
	}
	if table.over() {
		result := settled(table.points)
		told.Result = &result
	}
	return told
}

func course(table *Table, actions []Card) Reply {
	steps := []Step{}
	for _, action := range actions {
		told := step(table)
		told.Refused = !table.play(action)
		steps = append(steps, told)
	}
	return Reply{"steps": append(steps, step(table))}
}

func answer(asked Request) Reply {
	switch asked.Command {
	case "trick":
		return Reply{"winner": winnerOf(asked.Cards, asked.Leader, asked.Trump[0])}
	case "score":
		return Reply{"result": settled([2]int{worth(asked.Taken[0]), worth(asked.Taken[1])})}
	case "deal":
		return course(dealt(asked.Deck, asked.Dealer, asked.Cut), asked.Actions)
	case "position":
		return course(placed(asked.Parts), asked.Actions)
	case "match":
		match := &Match{dealer: asked.Dealer}
		stands := []Stand{match.stand()}
		for _, deal := range asked.Deals {
			match.add(deal.Chips, deal.Trump)
			stands = append(stands, match.stand())
		}
		return Reply{"steps": stands}
	}
	levels := []string{"trick", "score", "deal", "position", "match"}
	games := []Reply{{"game": "einwerfen", "players": []int{players}, "levels": levels}}
	return Reply{"protocol": 2, "program": "einwerfen", "games": games}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	replies := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked Request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		reply := answer(asked)
		reply["id"] = asked.Id
		if err := replies.Encode(reply); err != nil {
			panic(err)
		}
	}
}
