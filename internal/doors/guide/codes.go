package guide

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"predate"
)

// The families of codes: what the API refuses, why a collection stopped, what an order
// lacks, and what a webhook tells.
const (
	familyError   = "error"
	familyFailure = "failure"
	familyMissing = "missing"
	familyEvent   = "event"
)

// entry is one code as the guide explains it.
type entry struct {
	family, code string
	status       int      // of HTTP; 0 where it is no error of the API
	facts        []string // from the program's own tables
	means, do    string
	quoted       string // what the client is told, in French; may be empty
}

// explained is an entry with where it stands on the page of errors.
type explained struct {
	entry
	anchor string
}

// anchorOf is where an entry stands on the page of errors: its code, or where an error of
// the API has the same one, its family before it.
func (e entry) anchorOf(taken map[string]bool) string {
	if taken[e.code] {
		return e.family + "-" + e.code
	}
	return e.code
}

// explain lists every code of the program with what it means.
func explain(refusals []Refusal, lang string, words map[string]string) ([]explained, error) {
	meanings, err := readMeanings(lang)
	if err != nil {
		return nil, err
	}
	var all []explained
	taken := map[string]bool{}
	for _, e := range entriesOf(refusals, words) {
		said, ok := meanings[e.family+" "+e.code]
		if !ok {
			return nil, fmt.Errorf("the %s %s is not explained", e.family, e.code)
		}
		e.means, e.do = said[0], said[1]
		delete(meanings, e.family+" "+e.code)
		anchor := e.anchorOf(taken)
		taken[anchor] = true
		all = append(all, explained{e, anchor})
	}
	for name := range meanings {
		return nil, fmt.Errorf("%s is explained, and there is none", name)
	}
	return all, nil
}

// tablesOf makes the tables of codes, one for each family, in Markdown.
func tablesOf(entries []explained) map[string]string {
	tables := map[string]string{}
	for _, e := range entries {
		tables[e.family] += e.markdown()
	}
	return tables
}

func (e explained) markdown() string {
	said := fmt.Sprintf("### `%s` {#%s}\n\n", e.code, e.anchor)
	if len(e.facts) > 0 {
		said += "*" + strings.Join(e.facts, " · ") + "*  \n"
	}
	said += e.means + " " + e.do + "\n\n"
	if e.quoted != "" {
		said += "> " + e.quoted + "\n\n"
	}
	return said
}

// entriesOf lists every code of the program with what its tables say of it.
func entriesOf(refusals []Refusal, words map[string]string) []entry {
	var all []entry
	for _, r := range refusals {
		all = append(all, entry{family: familyError, code: r.Code, status: r.Status, facts: []string{"HTTP " + strconv.Itoa(r.Status)}})
	}
	for _, code := range predate.FailureCodes() {
		all = append(all, failureEntry(code, words))
	}
	for _, kind := range predate.Kinds() {
		if kind == predate.KindOther {
			continue // nobody is asked for one
		}
		all = append(all, entry{family: familyMissing, code: string(kind), facts: []string{"doctype " + strconv.Itoa(int(kind.DocType()))}})
	}
	for _, code := range []string{predate.CodeUnreadable, "operator"} {
		all = append(all, entry{family: familyMissing, code: code})
	}
	for _, state := range predate.States() {
		all = append(all, entry{family: familyEvent, code: string(state)})
	}
	return all
}

// failureEntry tells what the program does about a collection that stopped.
func failureEntry(code predate.FailureCode, words map[string]string) entry {
	plan := code.Plan()
	e := entry{family: familyFailure, code: string(code), quoted: plan.Sentence}
	if len(plan.Retries) > 0 {
		var waits []string
		for _, wait := range plan.Retries {
			waits = append(waits, short(wait))
		}
		e.facts = append(e.facts, words["retried"]+" "+strings.Join(waits, ", "))
	} else {
		e.facts = append(e.facts, words["not-retried"])
	}
	if plan.Operator {
		e.facts = append(e.facts, words["operator"])
	}
	if plan.Erase {
		e.facts = append(e.facts, words["erased"])
	}
	return e
}

// short writes a wait of whole minutes or hours.
func short(d time.Duration) string {
	if d < time.Hour {
		return strconv.Itoa(int(d.Minutes())) + " min"
	}
	return strconv.Itoa(int(d.Hours())) + " h"
}

// readMeanings reads what codes mean: lines of "family code: meaning | what to do".
func readMeanings(lang string) (map[string][2]string, error) {
	lines, err := fs.ReadFile(sources, "pages/"+lang+"/codes.txt")
	if err != nil {
		return nil, err
	}
	meanings := map[string][2]string{}
	for line := range strings.Lines(string(lines)) {
		name, said, named := strings.Cut(strings.TrimSpace(line), ": ")
		means, do, told := strings.Cut(said, " | ")
		if !named || !told {
			return nil, fmt.Errorf("the codes of %s: %q is no line", lang, line)
		}
		meanings[name] = [2]string{means, do}
	}
	return meanings, nil
}
