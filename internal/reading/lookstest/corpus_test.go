package lookstest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/reading"
	"predate/internal/reading/report"
)

// TestCorpus reads the public dossiers and prints the score: no figure may be
// wrong, no outcome may differ, and what was once read stays read.
func TestCorpus(t *testing.T) {
	reader := newReader(t)
	dossiers, err := filepath.Glob("../../../testdata/corpus/d??")
	if err != nil || len(dossiers) < 6 {
		t.Fatalf("%d dossiers, %v", len(dossiers), err)
	}
	var total tally
	for _, dir := range dossiers {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			score := scoreDossier(t, reader, dir)
			t.Log(score)
			total.add(score)
			if score.wrong > 0 || !score.outcome || score.omitted > 0 {
				t.Errorf("%d wrong, %d omitted, outcome right: %v", score.wrong, score.omitted, score.outcome)
			}
		})
	}
	t.Logf("TOTAL %s", total)
	if total.kinds*100 < total.parts*98 {
		t.Errorf("%d of %d papers sorted right", total.kinds, total.parts)
	}
}

func scoreDossier(t *testing.T, reader *reading.Reader, dir string) tally {
	t.Helper()
	truth, pages := load(t, dir, "truth.json"), load(t, dir, "pages.json")
	got := readFolder(t, reader, dir, truth["reference_date"].(string))
	onlyTheSeller(t, got)
	score := tally{dossiers: 1}
	for _, key := range sorted(Judge(truth, got)) {
		verdict := Judge(truth, got)[key]
		score.count(key, verdict)
		if verdict != Right {
			t.Logf("%-8s %s: want %v, got %v", verdict, key, within(within(truth, "fields"), key)["value"], within(within(got, "figures"), key)["value"])
		}
	}
	score.settle(t, truth, got)
	score.parts, score.kinds = sortedRight(t, truth, pages, got)
	return score
}

// codes lists what holds a statement back: what is asked for without holding it
// back is no part of the outcome.
func codes(outcome object) []string {
	var found []string
	for _, missing := range rows(outcome["missing"]) {
		if asObject(missing)["blocking"] == false {
			continue
		}
		if code, ok := asObject(missing)["code"].(string); ok {
			found = append(found, code)
		}
	}
	slices.Sort(found)
	return found
}

// sortedRight counts the papers of a dossier and those whose kind and type are
// the truth's.
func sortedRight(t *testing.T, truth, pages, got object) (parts, right int) {
	t.Helper()
	reported := map[string][]any{}
	for _, document := range rows(got["documents"]) {
		reported[asObject(document)["file"].(string)] = rows(asObject(document)["parts"])
	}
	for id, one := range within(truth, "documents") {
		document, page := asObject(one), within(pages, id)
		for _, expected := range expectedParts(document, page) {
			parts++
			if slices.ContainsFunc(reported[page["file"].(string)], expected.matches) {
				right++
				continue
			}
			t.Logf("paper %s from page %v: want %v", page["file"], expected.first, expected.kinds)
		}
	}
	return parts, right
}

// expected is what the truth says of one paper.
type expected struct {
	first float64
	kinds []any
	types []any
}

func (e expected) matches(part any) bool {
	p := asObject(part)
	span := rows(p["pages"])
	return len(span) == 2 && span[0].(float64) <= e.first && e.first <= span[1].(float64) &&
		slices.Contains(e.kinds, p["kind"]) && slices.Contains(e.types, p["doctype"])
}

func expectedParts(document, page object) []expected {
	accepted := func(paper object, first float64) expected {
		kind := paper["kind"]
		if finer, ok := paper["subtype"].(string); ok {
			kind = finer
		}
		types := rows(document["accept_doctypes"])
		if len(types) == 0 {
			types = []any{paper["doctype"]}
		}
		return expected{first: first, kinds: append([]any{kind}, rows(document["accept"])...), types: types}
	}
	listed := rows(document["parts"])
	if len(listed) == 0 {
		return []expected{accepted(document, 1)}
	}
	var found []expected
	for _, part := range listed {
		name := asObject(part)["part"].(string)
		found = append(found, accepted(asObject(part), rows(within(page, "parts")[name])[0].(float64)))
	}
	return found
}

func load(t *testing.T, dir, name string) object {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	var o object
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

func readFolder(t *testing.T, reader *reading.Reader, dir, at string) object {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(dir, "order.json"))
	if err != nil {
		t.Fatal(err)
	}
	order, err := api.DecodeOrder(body)
	if err != nil {
		t.Fatal(err)
	}
	date, err := predate.ParseDate(at)
	if err != nil {
		t.Fatal(err)
	}
	statement, err := reader.Read(t.Context(), reading.Dossier{Order: order, ReferenceDate: date, Files: papersIn(t, filepath.Join(dir, "files"))})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := report.Encode(statement)
	if err != nil {
		t.Fatal(err)
	}
	var got object
	if err := json.NewDecoder(strings.NewReader(string(encoded))).Decode(&got); err != nil {
		t.Fatal(err)
	}
	return got
}
