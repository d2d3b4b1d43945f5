package api_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"predate/internal/doors/api"
)

// sourcesOf reads the sources of a room, without its tests.
func sourcesOf(t *testing.T, room string) []string {
	t.Helper()
	files, err := filepath.Glob(room + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", room, err)
	}
	var all []string
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			all = append(all, string(source))
		}
	}
	return all
}

// TestCodesAreAll: every code that is written in a room behind this door is listed, but
// for those that only the console answers.
func TestCodesAreAll(t *testing.T) {
	listed := map[string]int{}
	for _, code := range api.Codes() {
		listed[code.Name] = code.Status
		if code.Status < 400 || code.Status > 503 {
			t.Errorf("%s has the status %d", code.Name, code.Status)
		}
	}
	consoles := []string{
		"act_done", "session_ended", "session_not_fresh", "sign_in_refused",
		// and the command line
		"account_closed", "account_unknown", "email_invalid", "email_taken", "key_ambiguous", "key_unknown", "kind_invalid",
	}
	reason := regexp.MustCompile(`(?:Reason: *|refuse\(predate\.Code[A-Za-z]+, |conflict\()"([a-z_]+)"`)
	found := 0
	for _, room := range []string{"doors/api", "orders/auth", "orders/desk", "delivering/link", "collecting/warden"} {
		files, err := filepath.Glob("../../" + room + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range reason.FindAllStringSubmatch(string(source), -1) {
				found++
				if strings.HasSuffix(file, "_test.go") || slices.Contains(consoles, one[1]) {
					continue
				}
				if listed[one[1]] == 0 {
					t.Errorf("%s answers %s, which is not listed", file, one[1])
				}
			}
		}
	}
	classed := regexp.MustCompile(`(?s)(?:refuse\(predate\.Code([A-Za-z]+), |Code: *predate\.Code([A-Za-z]+),[^{}]*?Reason: *)"([a-z_]+)"`)
	for _, room := range []string{"orders/auth", "orders/desk", "collecting/warden"} {
		for _, source := range sourcesOf(t, "../../"+room) {
			for _, one := range classed.FindAllStringSubmatch(source, -1) {
				class := map[string]int{"NotFound": 404, "Conflict": 409, "Invalid": 400, "TooLarge": 413, "TooMany": 429, "Forbidden": 403, "Unauthorized": 401}[one[1]+one[2]]
				if listed[one[3]] != 0 && listed[one[3]] != class {
					t.Errorf("%s is answered with %d, and the table has %d", one[3], class, listed[one[3]])
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d codes are found in the sources", found)
	}
	if listed["undecodable_json"] != 400 || listed["rate_limited"] != 429 || listed["unavailable"] != 503 {
		t.Errorf("the statuses are %v", listed)
	}
}
