package archtest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// rule is one rule of the house.
type rule struct {
	name   string
	says   string
	remedy string
	find   func(house) []finding
}

func rules() []rule {
	return []rule{
		{
			"imports go down", "an import goes to a lower floor, and rooms of one floor do not know each other",
			"move what both need to a lower floor, take an interface, or give a new room its floor in floors()", importsGoDown,
		},
		{
			"wings stand apart", "a wing imports only from the wings that it may know",
			"move what both need to internal/base, take an interface, or name the passage and its reason in passages()", wingsStandApart,
		},
		{"words are standard", "the root package imports the standard library only", "move the code up a floor", wordsAreStandard},
		{"world by its doors", "clock, chance, environment, database, network and processes enter by named rooms", "take it as a parameter", worldEntersByItsDoors},
		{"pure rooms", "the rooms of rules touch neither files nor network", "take bytes or words, and leave reading to a room of floor 3", pureRoomsTouchNothing},
		{"nothing hidden", "no init, no panic, no mutable variable of a package", "make it explicit", nothingHidden},
		{"short files", "a file can be read at one sitting", "split it by subject", filesStayShort},
		{"short functions", "a function does one thing", "give its parts names", functionsStayShort},
		{"small rooms", "a room can be read in an afternoon, and the program wires and does nothing", "give the room a neighbour, and what the program does to a room of internal/commands", roomsStaySmall},
		{"few methods", "a type does one thing", "make stages of it, each a type that is given what it needs, or functions", typesDoOneThing},
		{"few parameters", "a call can be read", "group what belongs together in a struct", functionsAskLittle},
		{"package docs", "every package says in doc.go what it owns and what it refuses", "write doc.go", packagesSayWhatTheyOwn},
		{"exported docs", "nine of ten exported names say what they are for", "write the comment", exportsAreDocumented},
		{"words without tags", "the words know no wire", "decode into a type of the edge, then make the word", wordsHaveNoTags},
		{"tests run", "no test is skipped", "give it what it needs, or the build tag prove", testsAlwaysRun},
		{"portable text", "no file names a path of one machine", "use a relative path or a setting", textIsPortable},
	}
}

func TestTheHouse(t *testing.T) {
	h, err := load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			for _, f := range r.find(h) {
				t.Errorf("%s: %s\n\trule: %s\n\tremedy: %s", f.where, f.what, r.says, r.remedy)
			}
		})
	}
}

var update = flag.Bool("update", false, "write the findings into the archives")

// TestRulesBite reads houses that are broken on purpose: a rule that finds
// nothing there would find nothing anywhere.
func TestRulesBite(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	bitten := map[string]bool{}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			for _, r := range brokenHouse(t, name) {
				bitten[r] = true
			}
		})
	}
	for _, r := range rules() {
		if !bitten[r.name] {
			t.Errorf("no broken house shows the rule %q biting", r.name)
		}
	}
}

// brokenHouse compares the findings in an archive with its file "findings" and
// tells which rules found something.
func brokenHouse(t *testing.T, name string) (biting []string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(archive.Comment), "Description: ") {
		t.Errorf("%s does not begin with Description:", name)
	}
	files, want := fstest.MapFS{}, ""
	for _, file := range archive.Files {
		if file.Name == "findings" {
			want = string(file.Data)
			continue
		}
		files[file.Name] = &fstest.MapFile{Data: expand(file.Data)}
	}
	h, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range rules() {
		for _, f := range r.find(h) {
			lines = append(lines, r.name+": "+f.where+": "+f.what+"\n")
			biting = append(biting, r.name)
		}
	}
	sort.Strings(lines)
	got := strings.Join(lines, "")
	if *update {
		rewrite(t, name, archive, got)
	} else if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	return biting
}

// expand keeps the archives short and this house clean: "// 80 lines" stands
// for as many, MACHINE for a path of one machine.
func expand(text []byte) []byte {
	text = regexp.MustCompile(`// (\d+) lines\n`).ReplaceAllFunc(text, func(mark []byte) []byte {
		var count int
		if _, err := fmt.Sscanf(string(mark), "// %d lines", &count); err != nil {
			return mark
		}
		return bytes.Repeat([]byte("//\n"), count)
	})
	return bytes.ReplaceAll(text, []byte("MACHINE"), []byte("/ho"+"me/someone"))
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, findings string) {
	kept := archive.Files[:0]
	for _, file := range archive.Files {
		if file.Name != "findings" {
			kept = append(kept, file)
		}
	}
	archive.Files = append(kept, txtar.File{Name: "findings", Data: []byte(findings)})
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
