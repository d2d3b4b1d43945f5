package blank

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/lexicon"
)

// formCheck gathers what is wrong with a form.
type formCheck struct {
	words  *lexicon.Lexicon
	file   string
	kind   predate.Kind
	line   int  // of the form's kind, for what has no line of its own
	dated  bool // the form names the labels of its exercise
	errs   []error
	fields map[string]bool
	labels map[string][]labelled // the fields that each labels
}

// faults lists what is wrong with all forms, each with file, line and remedy.
func (s *Set) faults() []error {
	var errs []error
	papers := map[string]string{}
	for _, one := range s.forms {
		c := &formCheck{words: s.words, file: one.file, kind: predate.Kind(one.Kind.Value), line: max(one.Kind.Line, 1), dated: len(one.Exercise) > 0, fields: map[string]bool{}, labels: map[string][]labelled{}}
		if !lexicon.IsKind(c.kind) {
			errs = append(errs, fmt.Errorf("%s:%d: the kind %q is none; see document.go for the kinds", c.file, c.line, c.kind))
			continue
		}
		paper := one.Kind.Value + " " + one.Title.Value
		if other, twice := papers[paper]; twice {
			c.wrong(c.line, "%s reads the same paper; put the fields there, or name the title by which it is told", other)
		}
		papers[paper] = one.file
		c.form(one)
		errs = append(errs, c.errs...)
	}
	return errs
}

func (c *formCheck) wrong(line int, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s:%d: %s", c.file, cmp.Or(line, c.line), fmt.Sprintf(format, args...)))
}

func (c *formCheck) form(f Form) {
	c.concepts(f.Exercise...)
	if f.Title.Value != "" {
		c.concepts(f.Title)
	}
	if strings.TrimSpace(f.Means) == "" {
		c.wrong(c.line, "the form does not say what paper it reads; fill in means")
	}
	if len(f.Fields) == 0 {
		c.wrong(c.line, "the form has no field; give one value that the paper prints")
	}
	for _, d := range f.Fields {
		c.field(d)
		if t, known := Types()[d.Type.Value]; known {
			c.key(d, t)
		}
	}
}

// concepts checks that the lexicon has them, with a wording for the kind of paper.
func (c *formCheck) concepts(list ...lexicon.Scalar) {
	for _, s := range list {
		concept, known := c.words.Concept(s.ID())
		said := slices.ContainsFunc(concept.Forms, func(f lexicon.Form) bool {
			return !f.Not && (len(f.Kinds) == 0 || slices.Contains(f.Kinds, c.kind))
		})
		switch {
		case !known:
			c.wrong(s.Line, "no file of the lexicon has the concept %q; add it there, or name another", s.Value)
		case !said:
			c.wrong(s.Line, "no wording of %s holds in papers of kind %s; add one to the lexicon, or name another concept", s.Value, c.kind)
		}
	}
}

// key checks that the key is of a figure or a fact that the type may fill.
func (c *formCheck) key(d Field, t Type) {
	wants, known := factTypes()[predate.Key(d.Key.Value)]
	if figure, ok := predate.FigureOf(predate.Key(d.Key.Value)); ok {
		wants, known = figure.Type, true
	}
	switch {
	case !known:
		c.wrong(d.Key.Line, "the key %q is neither a figure of the catalogue nor a fact that forms may fill; predate explain lists the figures", d.Key.Value)
	case wants != t.Fills:
		c.wrong(d.Type.Line, "a value of type %s cannot be %s, which is of type %s; take another type or another key", d.Type.Value, d.Key.Value, wants)
	}
}

var fieldName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// field checks one field, or one part of one.
func (c *formCheck) field(d Field) {
	name, line := d.Name.Value, d.Name.Line
	t, known := Types()[d.Type.Value]
	switch {
	case !fieldName.MatchString(name):
		c.wrong(line, "the field %q has no good name; use small letters, digits and _", name)
	case c.fields[name]:
		c.wrong(line, "the field %s is there twice; keep one", name)
	case !known:
		c.wrong(d.Type.Line, "the type %q of %s is none; take one of %s", d.Type.Value, name, strings.Join(slices.Sorted(maps.Keys(Types())), ", "))
		return
	}
	c.fields[name] = true
	if t.Labelled && len(d.Label) == 0 {
		c.wrong(line, "nothing labels %s; name a concept in label", name)
	}
	if d.Type.Value == "choice" && len(d.Choices) == 0 {
		c.wrong(line, "%s has nothing to choose from; give its values in choices", name)
	}
	if d.OfExercise && !c.dated {
		c.wrong(line, "%s is of an exercise that the form does not name; give its labels in exercise", name)
	}
	c.options(d, t)
	c.concepts(slices.Concat(d.None, d.Ends, d.Not, d.NotOf)...)
	for _, one := range d.Choices {
		c.concepts(slices.Concat(one.Says, one.With)...)
	}
	for _, l := range d.Label {
		c.label(d, l, t)
	}
	c.bounds(d)
	c.parts(d)
}

// labelled is a field and one of its labels.
type labelled struct {
	field string
	label Label
}

// apart reports whether two labels of one concept are looked for in two parts of the
// paper: before the words that open a part, and after them.
func (l labelled) apart(other Label) bool {
	before, after := l.label.Before.Value, l.label.After.Value
	return before != "" && before == other.After.Value || after != "" && after == other.Before.Value
}

func (c *formCheck) label(d Field, l Label, t Type) {
	c.concepts(l.Concept)
	for _, border := range []lexicon.Scalar{l.After, l.Before} {
		if border.Value != "" {
			c.concepts(border)
		}
	}
	for _, other := range c.labels[l.Concept.Value] {
		if other.field != d.Name.Value && !other.apart(l) {
			c.wrong(l.Concept.Line, "%s labels %s and %s; a label has one value", l.Concept.Value, other.field, d.Name.Value)
		}
	}
	c.labels[l.Concept.Value] = append(c.labels[l.Concept.Value], labelled{d.Name.Value, l})
	switch at := l.At.Value; {
	case at == AtLabel, at == AtSentence && t.Sentence, at == AtRow && t.Fills == predate.TypeMoney, at == AtLine && t.Fills == predate.TypePaper:
	case at == AtSentence, at == AtRow, at == AtLine:
		c.wrong(l.At.Line, "a value of type %s is not read at %s; leave at out", d.Type.Value, at)
	default:
		c.wrong(l.At.Line, "a value stands at %q nowhere; take sentence, row or line, or leave at out", at)
	}
}

// options checks that the type has the options that are set.
func (c *formCheck) options(d Field, t Type) {
	of := func(types ...string) bool { return slices.Contains(types, d.Type.Value) }
	for _, o := range []struct {
		name     string
		set, has bool
	}{
		{"alone", d.Alone, t.Labelled},
		{"of_exercise", d.OfExercise, of("day", "amount", "count")},
		{"scans", d.Scans, t.Exact},
		{"choices", len(d.Choices) > 0, of("choice")},
		{"most", d.Most.Value != "", of("amount")},
		{"since", d.Since.Value != "", of("paper")},
		{"quotes", d.Quotes, of("paper")},
		{"adopted", d.Adopted, of("paper")},
		{"ends", len(d.Ends) > 0, of("name", "address")},
		{"not", len(d.Not) > 0, of("name")},
		{"not_of", len(d.NotOf) > 0, of("name")},
		{"parts", len(d.Parts) > 0, of("policy")},
		{"row", d.Row.Value != "", of("policy")},
	} {
		if o.set && !o.has {
			c.wrong(d.Name.Line, "%s is no key of %s, which is of type %s; leave it out", o.name, d.Name.Value, d.Type.Value)
		}
	}
}

// bounds checks what limits a value.
func (c *formCheck) bounds(d Field) {
	if _, err := predate.ParseDecimal(d.Most.Value); err != nil && d.Most.Value != "" {
		c.wrong(d.Most.Line, "the most of %s is no amount; write it like 380.00", d.Name.Value)
	}
	if _, err := predate.ParseDate(d.Since.Value); err != nil && d.Since.Value != "" {
		c.wrong(d.Since.Line, "since of %s is no day; write it like 2016-12-21", d.Name.Value)
	}
}

// parts checks those of a policy.
func (c *formCheck) parts(d Field) {
	types := map[string][]string{"insurer": {"name"}, "number": {"number"}, "until": {"day", "end"}}
	if d.Type.Value == "policy" && len(d.Parts) != len(types) {
		c.wrong(d.Name.Line, "the policy %s has not its three parts; give insurer, number and until", d.Name.Value)
	}
	if d.Row.Value != "" {
		c.concepts(d.Row)
	}
	for _, part := range d.Parts {
		if !slices.Contains(types[part.Name.Value], part.Type.Value) {
			c.wrong(part.Name.Line, "a policy has an insurer of type name, a number of type number and until, a day or an end; not %s of type %s", part.Name.Value, part.Type.Value)
			continue
		}
		c.field(part)
	}
}
