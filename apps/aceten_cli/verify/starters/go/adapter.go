// Lets `aceten verify` ask your program: a request comes in as a line of JSON, and the reply goes out as one.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// What your program plays, and under which name. Of a game there is
// @fields hello

const hello = `{
  "protocol": 1,
  "program": "my-program",
  "version": "",
  "games": [
    {
      "game": "zsiros",
      "players": [2, 4],
      "levels": ["trick"],
      "options": {}
    }
  ]
}`

// Request has what requests of all levels have; what one leaves out is nil or nothing here, and what is null is nil:
// request.Parts.Tricks == nil says that the tricks are open. Every request has
// @fields request

type Request struct {
	Id       int
	Command  string
	Game     string
	Players  int
	Options  map[string]any // a number is a float64
	Leader   int
	Cards    []string
	Trump    *string
	Taken    [][]string
	Tricks   []int
	Last     int
	Position string
	Parts    *Position
	Deck     []string
	Dealer   int
	Cut      *string
	Scores   []int
	Actions  []string
	Showing  *string
	Deals    []DealScore
	Seat     int
	Seed     uint64
	Depth    int
}

// Position is a position part by part.
type Position struct {
	Turn    *int
	Dealer  int
	Leader  int
	Hands   [][]string
	Talon   []string
	Trick   []string
	Taken   [][]string
	Points  []int
	Tricks  []int
	Forfeit *int
	Leads   []string
	Drawn   *string
	Lone    *int
	Resets  []int
	Trump   *string
	Closed  *Closed
	Melds   []int
	Waiting []int
	Shown   [][]string
	Claim   *int
	Bids    []int
	Bid     []int
	Score   []int
}

// Closed is how the talon was closed.
type Closed struct {
	Seat   int
	Points int
	Tricks []int
}

// DealScore is what a deal of a match brought.
type DealScore struct {
	GamePoints []int `json:"game_points"`
	Resets     []int
	Trump      *string
	Claimed    *int
}

// Reply is what belongs in a reply, all but the id.
type Reply map[string]any

// The levels: what your program does not know it answers with skip("why"); an error or a panic becomes an error (but not a
// panic in a goroutine of its own, nor os.Exit: these end the adapter, and it is started again).

func trick(request Request) (Reply, error) {
	// @fields trick
	return skip("trick is not filled in")
}

func score(request Request) (Reply, error) {
	// @fields score
	return skip("score is not filled in")
}

func deal(request Request) (Reply, error) {
	// @fields deal
	return skip("deal is not filled in")
}

func position(request Request) (Reply, error) {
	// @fields position
	return skip("position is not filled in")
}

func match(request Request) (Reply, error) {
	// @fields match
	return skip("match is not filled in")
}

func view(request Request) (Reply, error) {
	// @fields view
	return skip("view is not filled in")
}

func shuffle(request Request) (Reply, error) {
	// @fields shuffle
	return skip("shuffle is not filled in")
}

func perft(request Request) (Reply, error) {
	// @fields perft
	return skip("perft is not filled in")
}

// From here on all is done.

var levels = map[string]func(Request) (Reply, error){
	"trick": trick, "score": score, "deal": deal, "position": position,
	"match": match, "view": view, "shuffle": shuffle, "perft": perft,
}

// skip is what is replied where the program does not do what it is asked.
func skip(reason string) (Reply, error) {
	return Reply{"skip": reason}, nil
}

// said returns what belongs in the reply to a request, all but the id.
func said(request Request) (reply Reply, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("panic: %v", problem)
		}
	}()
	if request.Command == "" {
		return nil, errors.New("no request: it needs an id and a command")
	}
	if request.Command == "hello" {
		err = json.Unmarshal([]byte(hello), &reply)
		return reply, err
	}
	level, known := levels[request.Command]
	if !known {
		return skip("no " + request.Command + " here")
	}
	return level(request)
}

// answer returns the reply to a line.
func answer(line string) []byte {
	var request Request
	var reply Reply
	err := json.Unmarshal([]byte(line), &request)
	if err == nil {
		reply, err = said(request)
	}
	whole := Reply{"id": request.Id}
	for field, value := range reply {
		whole[field] = value
	}
	text, problem := json.Marshal(whole)
	if err == nil {
		err = problem
	}
	if err != nil {
		text, _ = json.Marshal(Reply{"id": request.Id, "error": err.Error()})
	}
	return text
}

func main() {
	replies := os.Stdout
	os.Stdout = os.Stderr // what your program prints is no reply
	lines := bufio.NewReader(os.Stdin)
	for {
		line, end := lines.ReadString('\n')
		if strings.TrimSpace(line) != "" {
			fmt.Fprintf(replies, "%s\n", answer(line))
		}
		if end != nil {
			return
		}
	}
}
