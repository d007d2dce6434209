// Runs a file of test vectors on an engine of the same package: go run . FILE
// The engine has Request, a struct, and Answers: by level a function that takes a Request and returns a map.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
)

type object = map[string]any
var failed int

func through(from, to any) { text, _ := json.Marshal(from); json.Unmarshal(text, to) }

// Tells what is given otherwise than it is told; what is not told, or not given, is open.
func compare(id, name string, told, given any) {
	all, isList := told.([]any)
	if fields, isObject := told.(object); isObject && given != nil {
		for key, value := range fields {
			if other, there := given.(object)[key]; there && (value != nil || key == "turn" || key == "result") {
				compare(id, key, value, other)
			}
		}
	} else if others, _ := given.([]any); isList && len(all) == len(others) {
		for _, cards := range [][]any{all, others} {
			if name == "legal" || name == "of hands" || name == "of known" { // in any order
				sort.Slice(cards, func(one, other int) bool { return cards[one].(string) < cards[other].(string) })
			}
		}
		for place := range all {
			compare(id, "of "+name, all[place], others[place])
		}
	} else if name != "of steps" && fmt.Sprint(told) != fmt.Sprint(given) {
		fmt.Println(id, name, given, "instead of", told)
		failed = 1
	}
}

func main() {
	var file struct{ Vectors, Answers []object }
	text, _ := os.ReadFile(os.Args[1])
	json.Unmarshal(text, &file)
	for _, one := range file.Vectors { // an action is a position in which it is taken
		before := one["parts"].(object)
		before["legal"], before["refused"] = one["legal"], one["refused"] != nil
		one["request"] = object{"command": "position", "options": one["options"], "parts": before, "actions": []any{one["action"]}}
		one["reply"] = object{"steps": []any{before, one["after_parts"]}}
	}
	for _, one := range append(file.Answers, file.Vectors...) {
		if answer := Answers[one["request"].(object)["command"].(string)]; answer != nil {
			request, given := Request{}, any(nil)
			through(one["request"], &request)
			through(answer(request), &given)
			compare(fmt.Sprint(one["id"], one["clauses"]), "", one["reply"], given)
		}
	}
	os.Exit(failed)
}
