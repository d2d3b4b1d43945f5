package main

import (
	"encoding/json"
	"os/exec"
	"strconv"
	"time"

	"predate/internal/commands/office"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdHealth waits until «predate connector health» tells of a recipe that is
// paused, or of a number of orders that wait for one:
// health paused RECIPE | health held COUNT
func cmdHealth(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: health paused RECIPE | health held COUNT")
	}
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		command := exec.Command(lookPath(ts, "predate"), "connector", "health", "--data", "data", "--json")
		command.Dir, command.Env = ts.MkAbs("."), environment(ts)
		output, err := command.Output()
		var found office.HealthReport
		if err == nil && json.Unmarshal(output, &found) == nil && tells(found, args[0], args[1]) {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("not %v: %v\n%s\nserver:\n%s", args, err, output, of(ts).output.String())
		}
	}
}

// tells reports whether a report has a recipe as paused, or a number of orders as held:
// what says which, of is the recipe or the number.
func tells(r office.HealthReport, what, of string) bool {
	held := 0
	for _, recipe := range r.Recipes {
		held += recipe.Held
		if what == "paused" && recipe.Recipe == of && recipe.Paused != nil {
			return true
		}
	}
	return what == "held" && strconv.Itoa(held) == of
}
