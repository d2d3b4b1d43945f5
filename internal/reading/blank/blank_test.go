package blank_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"predate"
	"predate/internal/reading/blank"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/papers"
)

// form is a form with its first line and its fields.
func form(fields string) string {
	return "kind: other\nmeans: a note\nfields:\n" + fields
}

// TestFaults wants each fault of a file to be refused, with its line and a remedy.
func TestFaults(t *testing.T) {
	const day = "- {name: next, key: next_meeting_date, type: day, label: [meeting_day]}\n"
	cases := map[string]struct{ text, want string }{
		"unknown key of a form":   {"kind: other\nmeans: a note\ncolour: red\nfields:\n" + day, `forms/f.yaml:3: unknown field "colour"`},
		"unknown key of a field":  {form("- {name: next, key: next_meeting_date, type: day, label: [meeting_day], x: 12}\n"), `forms/f.yaml:4: unknown field "x"`},
		"unknown key of a label":  {form("- {name: next, key: next_meeting_date, type: day, label: [{concept: meeting_day, left: 3}]}\n"), `forms/f.yaml:4: unknown field "left"`},
		"no kind":                 {"kind: postcard\nmeans: a note\nfields:\n" + day, `forms/f.yaml:1: the kind "postcard" is none; see document.go`},
		"nothing said of it":      {"kind: other\nfields:\n" + day, `forms/f.yaml:1: the form does not say what paper it reads; fill in means`},
		"no field":                {"kind: other\nmeans: a note\n", `forms/f.yaml:1: the form has no field; give one value`},
		"unknown title":           {"kind: other\nmeans: a note\ntitle: title_of_nothing\nfields:\n" + day, `forms/f.yaml:3: no file of the lexicon has the concept "title_of_nothing"; add it`},
		"unknown concept":         {form("- {name: next, key: next_meeting_date, type: day, label: [meting_day]}\n"), `forms/f.yaml:4: no file of the lexicon has the concept "meting_day"; add it there, or name another`},
		"unknown border":          {form("- {name: next, key: next_meeting_date, type: day, label: [{concept: meeting_day, after: nowhere_part}]}\n"), `forms/f.yaml:4: no file of the lexicon has the concept "nowhere_part"`},
		"unknown type":            {form("- {name: next, key: next_meeting_date, type: date, label: [meeting_day]}\n"), `forms/f.yaml:4: the type "date" of next is none; take one of address, amount`},
		"unknown figure":          {form("- {name: next, key: next_meeting_of_all, type: day, label: [meeting_day]}\n"), `forms/f.yaml:4: the key "next_meeting_of_all" is neither a figure of the catalogue nor a fact`},
		"figure of another type":  {form("- {name: next, key: next_meeting_date, type: amount, label: [meeting_day]}\n"), `forms/f.yaml:4: a value of type amount cannot be next_meeting_date, which is of type date; take another type`},
		"a label of two fields":   {form(day + "- {name: bought, key: fact.purchase, type: day, label: [meeting_day]}\n"), `forms/f.yaml:5: meeting_day labels next and bought; a label has one value`},
		"a field twice":           {form(day + "- {name: next, key: fact.purchase, type: day, label: [purchase]}\n"), `forms/f.yaml:5: the field next is there twice; keep one`},
		"a bad name":              {form("- {name: Next, key: next_meeting_date, type: day, label: [meeting_day]}\n"), `forms/f.yaml:4: the field "Next" has no good name; use small letters`},
		"no label":                {form("- {name: next, key: next_meeting_date, type: day}\n"), `forms/f.yaml:4: nothing labels next; name a concept in label`},
		"a place that is none":    {form("- {name: next, key: next_meeting_date, type: day, label: [{concept: meeting_day, at: 120}]}\n"), `forms/f.yaml:4: a value stands at "120" nowhere; take sentence, row or line`},
		"a place of other types":  {form("- {name: next, key: next_meeting_date, type: day, label: [{concept: meeting_day, at: row}]}\n"), `forms/f.yaml:4: a value of type day is not read at row; leave at out`},
		"choices of no choice":    {form("- {name: next, key: next_meeting_date, type: day, label: [meeting_day], choices: [{value: a, says: [volunteer]}]}\n"), `forms/f.yaml:4: choices is no key of next, which is of type day; leave it out`},
		"a choice without any":    {form("- {name: type, key: managing_agent_type, type: choice}\n"), `forms/f.yaml:4: type has nothing to choose from; give its values`},
		"unknown words of choice": {form("- {name: type, key: managing_agent_type, type: choice, choices: [{value: volunteer, says: [free]}]}\n"), `the concept "free"`},
		"most is no amount":       {form("- {name: fees, key: syndic_fees, type: amount, label: [dated_state_price], most: a lot}\n"), `forms/f.yaml:4: the most of fees is no amount; write it like 380.00`},
		"since is no day":         {form("- {name: dtg, key: dtg, type: paper, since: 2014}\n"), `forms/f.yaml:4: since of dtg is no day; write it like 2016-12-21`},
		"parts of no policy":      {form("- {name: next, key: next_meeting_date, type: day, label: [meeting_day], parts: [{name: until, type: day, label: [cover_end]}]}\n"), `forms/f.yaml:4: parts is no key of next, which is of type day`},
		"a policy without end":    {form("- {name: policy, key: insurance, type: policy, parts: [{name: insurer, type: name, label: [insurer]}]}\n"), `forms/f.yaml:4: the policy policy has not its three parts; give insurer, number and until`},
		"an exercise not named":   {form("- {name: next, key: next_meeting_date, type: day, label: [meeting_day], of_exercise: true}\n"), `forms/f.yaml:4: next is of an exercise that the form does not name; give its labels in exercise`},
		"words of other papers":   {form("- {name: bought, key: fact.purchase, type: day, label: [opening_balance]}\n"), `forms/f.yaml:4: no wording of opening_balance holds in papers of kind other; add one to the lexicon`},
		"not a list":              {form("- {name: next, key: next_meeting_date, type: day, label: meeting_day}\n"), `forms/f.yaml:4: `},
		"a part of another type":  {form("- {name: policy, key: insurance, type: policy, parts: [{name: insurer, type: day, label: [insurer]}]}\n"), `a policy has an insurer of type name`},
	}
	for name, c := range cases {
		_, err := blank.Load(lexicontest.House(t), fstest.MapFS{"f.yaml": {Data: []byte(c.text)}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\n\tgot  %v\n\twant %s", name, err, c.want)
		}
	}
	if _, err := blank.Load(lexicontest.House(t), fstest.MapFS{"f.yaml": {Data: []byte(form(day))}}); err != nil {
		t.Errorf("a form in order: %v", err)
	}
}

// TestLayers adds a form to the house's, replaces one, and refuses a second one for
// the same paper.
func TestLayers(t *testing.T) {
	words := lexicontest.House(t)
	house, err := blank.Load(words, papers.Forms())
	if err != nil {
		t.Fatal(err)
	}
	const text = "kind: dtg\nmeans: a survey\nfields: [{name: next, key: next_meeting_date, type: day, label: [meeting_day]}]\n"
	load := func(name, text string) (*blank.Set, error) {
		return blank.Load(words, papers.Forms(), fstest.MapFS{name: {Data: []byte(text)}})
	}
	replaced, err := load("dtg.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	if f := replaced.Of(predate.KindDTG); len(f) != 1 || f[0].Fields[0].Key.Value != "next_meeting_date" || replaced.Digest() == house.Digest() {
		t.Errorf("the form was not replaced: %+v", f)
	}
	if _, err := load("mine.yaml", text); err == nil || !strings.Contains(err.Error(), "forms/dtg.yaml reads the same paper; put the fields there, or name the title") {
		t.Errorf("two forms for one paper: %v", err)
	}
	added, err := load("mine.yaml", strings.Replace(text, "means:", "title: title_dtg\nmeans:", 1))
	if err != nil {
		t.Fatal(err)
	}
	if f := added.Of(predate.KindDTG); len(f) != 2 {
		t.Errorf("the form was not added: %+v", f)
	}
	names, err := fs.Glob(papers.Forms(), "*.yaml")
	if forms, fields := house.Tally(); err != nil || forms != len(names) || fields <= forms {
		t.Errorf("%d forms of %d files, %d fields, %v", forms, len(names), fields, err)
	}
}
