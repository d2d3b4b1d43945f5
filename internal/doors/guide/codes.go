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
	facts        []string // from the program's own tables
	means, do    string
	quoted       string // what the client is told, in French; may be empty
}

// anchor is where an entry stands on the page of errors: its code, or where an error of
// the API has the same one, its family before it.
func (e entry) anchor(taken map[string]bool) string {
	if taken[e.code] {
		return e.family + "-" + e.code
	}
	return e.code
}

// newTables makes the tables of codes, one for each family, in Markdown.
func newTables(refusals []Refusal, lang string, words map[string]string) (map[string]string, error) {
	meanings, err := readMeanings(lang)
	if err != nil {
		return nil, err
	}
	entries := entriesOf(refusals, words)
	tables, taken := map[string]string{}, map[string]bool{}
	for _, e := range entries {
		said, ok := meanings[e.family+" "+e.code]
		if !ok {
			return nil, fmt.Errorf("the %s %s is not explained", e.family, e.code)
		}
		e.means, e.do = said[0], said[1]
		delete(meanings, e.family+" "+e.code)
		anchor := e.anchor(taken)
		taken[anchor] = true
		tables[e.family] += e.markdown(anchor, words)
	}
	for name := range meanings {
		return nil, fmt.Errorf("%s is explained, and there is none", name)
	}
	return tables, nil
}

func (e entry) markdown(anchor string, words map[string]string) string {
	said := fmt.Sprintf("### `%s` {#%s}\n\n", e.code, anchor)
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
		all = append(all, entry{family: familyError, code: r.Code, facts: []string{"HTTP " + strconv.Itoa(r.Status)}})
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
