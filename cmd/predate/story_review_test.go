package main

import (
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdQueued waits until the story's order stands in the operators' queue and
// its page there has some words: queued WORDS
func cmdQueued(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		command := exec.Command(lookPath(ts, "predate"), "review", "show", "--data", "data", s.vars["ORDER"])
		command.Dir, command.Env = ts.MkAbs("."), environment(ts)
		output, err := command.CombinedOutput()
		if err == nil && strings.Contains(string(output), args[0]) {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("the order is not in the queue with %q: %v\n%s", args[0], err, output)
		}
	}
}

// cmdLook names the last look that the last output lists: $LOOK.
func cmdLook(ts *testscript.TestScript, _ bool, _ []string) {
	found := regexp.MustCompile(`look_\w+`).FindAllString(ts.ReadFile("stdout"), -1)
	if len(found) == 0 {
		ts.Fatalf("the output names no look")
	}
	of(ts).set(ts, "LOOK", found[len(found)-1])
}
