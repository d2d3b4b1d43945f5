package lexicon

import (
	"fmt"
	"slices"

	"predate"
)

// ID names a concept: "works_fund", "column_share".
type ID string

// Role is the part that words play on a page.
type Role string

// The roles. Nature, Key, Sign and Phrase may stand in any place: in a heading, in a
// row, beside a label.
const (
	Title    Role = "title"    // announces a paper
	Heading  Role = "heading"  // opens a part of a paper
	Column   Role = "column"   // heads a column
	Row      Role = "row"      // names the amounts of its row
	Label    Role = "label"    // names the value beside, under or over it
	Unit     Role = "unit"     // follows or heads a number
	Verdict  Role = "verdict"  // says what became of a vote
	Majority Role = "majority" // says which majority a vote needs
	Nature   Role = "nature"   // says what money is for
	Key      Role = "key"      // names an allocation key
	Sign     Role = "sign"     // says who owes
	Phrase   Role = "phrase"   // stands in sentences
)

// Roles lists every role.
func Roles() []Role {
	return []Role{Title, Heading, Column, Row, Label, Unit, Verdict, Majority, Nature, Key, Sign, Phrase}
}

// Concept is a meaning with all the ways to say it.
type Concept struct {
	ID       ID
	Role     Role
	Means    string       // in English, for who reads the lexicon
	Kind     predate.Kind // the paper that a title announces; empty otherwise
	Accounts []string     // numbers of the nomenclature that mean the same
	Forms    []Form
}

// Form is one way to say a concept.
type Form struct {
	Say    string // as the lexicon writes it, options and all
	Source string // who says so
	Kinds  []predate.Kind
	Alone  bool // holds only where nothing else is printed with it
	After  bool // holds only right after a number
	Before bool // holds only right before a number
	Not    bool // looks like the concept and is not
	Weak   bool // other papers say it of other things: no mark of a kind

	words   []string // every way to read Say, normal, words separated by spaces
	file    string
	line    int
	letters int // of the shortest way

	vocabulary []uint32 // the words of all ways
}

// place says where the lexicon has the form.
func (f *Form) place() string { return fmt.Sprintf("%s:%d", f.file, f.line) }

// Ways are all the ways to write the form that its options allow.
func (f *Form) Ways() []string {
	ways, err := expand(f.Say)
	if err != nil {
		return nil // the lexicon was read: this cannot be
	}
	return ways
}

// holdsIn reports whether the form is said in papers of a kind; an unknown kind
// may be any.
func (f *Form) holdsIn(kind predate.Kind) bool {
	return kind == "" || len(f.Kinds) == 0 || slices.Contains(f.Kinds, kind)
}

// meets reports whether two forms may hold in one place.
func (f *Form) meets(other *Form) bool {
	if f.After && other.Before || f.Before && other.After {
		return false
	}
	return len(f.Kinds) == 0 || len(other.Kinds) == 0 ||
		slices.ContainsFunc(f.Kinds, func(k predate.Kind) bool { return slices.Contains(other.Kinds, k) })
}

// Concepts lists every concept in the order of the files.
func (l *Lexicon) Concepts() []Concept { return slices.Clone(l.concepts) }

// Ways lists all the ways to say some concepts, without what they are not.
func (l *Lexicon) Ways(ids ...ID) []string {
	var out []string
	for _, id := range ids {
		c, _ := l.Concept(id)
		for i := range c.Forms {
			if f := &c.Forms[i]; !f.Not {
				out = append(out, f.Ways()...)
			}
		}
	}
	return out
}

// Concept returns one concept.
func (l *Lexicon) Concept(id ID) (Concept, bool) {
	i, ok := l.index[id]
	if !ok {
		return Concept{}, false
	}
	return l.concepts[i], true
}
