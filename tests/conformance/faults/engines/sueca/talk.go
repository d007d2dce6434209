package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	levels := []string{}
	for level := range Answers {
		levels = append(levels, level)
	}
	hello := Reply{"protocol": 2, "program": "sueca", "games": []Reply{{"game": "sueca", "players": []int{4}, "levels": levels}}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked Request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		reply := hello
		if asked.Command != "hello" {
			reply = Answers[asked.Command](asked)
		}
		reply["id"] = asked.Id
		text, _ := json.Marshal(reply)
		fmt.Println(string(text))
	}
}
