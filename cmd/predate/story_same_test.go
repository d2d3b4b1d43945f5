package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdRestate makes the statement of the story's order again without a server,
// from the same papers: restate ORDERFILE FOLDER REFERENCE-DATE PDF PROOF
func cmdRestate(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	command := exec.Command(lookPath(ts, "predate"), "statement", "--order", ts.MkAbs(args[0]), "--documents", ts.MkAbs(s.expand(args[1])),
		"--at", args[2], "--pdf", ts.MkAbs(args[3]), "--proof", ts.MkAbs(args[4]), "--reference", s.vars["ORDER"],
		"--public-url", "https://predate.example.fr")
	command.Dir, command.Env = ts.MkAbs("."), environment(ts)
	if output, err := command.CombinedOutput(); err != nil {
		ts.Fatalf("restate: %v\n%s", err, output)
	}
}

// cmdProof fetches the proof of the statement of the story's order: proof FILE
func cmdProof(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	status, answer := s.request(ts, "GET", "/order/"+s.vars["ORDER"]+"/proof", nil, "")
	if status != http.StatusOK {
		ts.Fatalf("proof: status %d\n%s", status, answer)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), answer, 0o600))
}

// cmdVerify asks the server, as anyone may, about the code on a statement:
// verify STATUS TEXTFILE
func cmdVerify(ts *testscript.TestScript, _ bool, args []string) {
	s := of(ts)
	code := printedCode(ts.ReadFile(args[1]))
	if code == "" {
		ts.Fatalf("no code of verification in %s", args[1])
	}
	response, err := http.Get(s.base + "/verify/" + code)
	ts.Check(err)
	defer response.Body.Close()
	var told struct {
		Payload map[string]any `json:"payload"`
	}
	ts.Check(json.NewDecoder(response.Body).Decode(&told))
	if got := response.Status[:3]; got != args[0] || got == "200" && told.Payload["current"] != true {
		ts.Fatalf("verify %s: %s %v, want %s", code, response.Status, told.Payload, args[0])
	}
}

// printedCode finds the code of verification in the text of a statement.
func printedCode(text string) string {
	found := regexp.MustCompile(`Code de vérification\s*:\s*([0-9A-Z‐-]{24,})`).FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	return strings.ReplaceAll(found[1], "‐", "-")
}

// cmdBegins holds that a file is the bytes of another one and more: begins FILE BEGINNING
func cmdBegins(ts *testscript.TestScript, _ bool, args []string) {
	whole, beginning := ts.ReadFile(args[0]), ts.ReadFile(args[1])
	if len(whole) <= len(beginning) || !strings.HasPrefix(whole, beginning) {
		ts.Fatalf("%s does not begin with the bytes of %s", args[0], args[1])
	}
}
