package blank

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"predate"
	"predate/internal/reading/lexicon"
)

// Set is the forms of all papers that are labels with values, with the words that
// name the labels. Nothing changes it once it is loaded.
type Set struct {
	words  *lexicon.Lexicon
	forms  []Form
	digest string
}

// Form is one file: the values of a kind of paper, each with what labels it.
type Form struct {
	Kind     lexicon.Scalar   `yaml:"kind"`
	Title    lexicon.Scalar   `yaml:"title"` // where set, only papers that say it
	Means    string           `yaml:"means"`
	Exercise []lexicon.Scalar `yaml:"exercise"` // labels of the period, or of its first and last days
	Fields   []Field          `yaml:"fields"`

	file string
}

// Field is one value of a paper. Fields of one key are tried in order.
type Field struct {
	Name  lexicon.Scalar `yaml:"name"`
	Key   lexicon.Scalar `yaml:"key"`
	Type  lexicon.Scalar `yaml:"type"`
	Label []Label        `yaml:"label"`
	// Alone wants the label to fill its cell, up to a colon.
	Alone bool `yaml:"alone"`
	// OfExercise gives the value the exercise that the paper names.
	OfExercise bool `yaml:"of_exercise"`
	// Scans has the reader believe letters that were recognised.
	Scans bool `yaml:"scans"`

	Choices []Choice         `yaml:"choices"` // choice: the first that the paper says
	None    []lexicon.Scalar `yaml:"none"`    // words that say that there is none
	Most    lexicon.Scalar   `yaml:"most"`    // amount: what the law caps it at
	Since   lexicon.Scalar   `yaml:"since"`   // paper: the day of the law that made it
	Quotes  bool             `yaml:"quotes"`  // paper: it quotes the days of others
	Adopted bool             `yaml:"adopted"` // paper: a meeting adopted it
	Ends    []lexicon.Scalar `yaml:"ends"`    // name, address: words before which it ends
	Not     []lexicon.Scalar `yaml:"not"`     // name: words that it does not hold
	NotOf   []lexicon.Scalar `yaml:"not_of"`  // name: labels whose value it is not
	Parts   []Field          `yaml:"parts"`   // policy: insurer, number, until
	Row     lexicon.Scalar   `yaml:"row"`     // policy: its row in a table that the parts head
}

// Label is a concept that names a value, and where the value is.
type Label struct {
	Concept lexicon.Scalar `yaml:"concept"`
	At      lexicon.Scalar `yaml:"at"`     // one of the places
	After   lexicon.Scalar `yaml:"after"`  // the part of the paper that these words open
	Before  lexicon.Scalar `yaml:"before"` // what is printed before these words
}

// The places of a value, seen from its label.
const (
	AtLabel    = ""         // in its cell behind a colon, right of it, or stacked with it
	AtSentence = "sentence" // right after it, in a sentence
	AtRow      = "row"      // the last amount of the only row that says it
	AtLine     = "line"     // on its line, or on the next where it is a heading
)

// Choice is a value that words of the paper mean.
type Choice struct {
	Value lexicon.Scalar   `yaml:"value"`
	Says  []lexicon.Scalar `yaml:"says"`
	With  []lexicon.Scalar `yaml:"with"` // on a line that says one of these too
}

// UnmarshalYAML takes a concept alone, or a map of it and where its value is.
func (l *Label) UnmarshalYAML(node ast.Node) error {
	if _, ok := node.(ast.ScalarNode); ok {
		return l.Concept.UnmarshalYAML(node)
	}
	type plain Label
	return yaml.NodeToValue(node, (*plain)(l), yaml.Strict())
}

// Load reads every *.yaml of the folders, the house's own first. A file of a later
// folder replaces the one of the same name. The error lists all that is wrong,
// each with file, line and remedy.
func Load(words *lexicon.Lexicon, folders ...fs.FS) (*Set, error) {
	s, hash := &Set{words: words}, sha256.New()
	var errs []error
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.yaml")
		if err != nil {
			return nil, fmt.Errorf("list the forms: %w", err)
		}
		for _, name := range names {
			content, err := fs.ReadFile(folder, name)
			if err != nil {
				return nil, fmt.Errorf("read the form: %w", err)
			}
			read := Form{file: "forms/" + name}
			if err := yaml.UnmarshalWithOptions(content, &read, yaml.Strict()); err != nil {
				errs = append(errs, lexicon.Unread(read.file, err))
				continue
			}
			_, _ = fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content) // a hash takes all
			if at := slices.IndexFunc(s.forms, func(other Form) bool { return other.file == read.file }); at >= 0 {
				s.forms[at] = read
			} else {
				s.forms = append(s.forms, read)
			}
		}
	}
	if err := errors.Join(append(errs, s.faults()...)...); err != nil {
		return nil, err
	}
	s.digest = words.Digest() + " " + hex.EncodeToString(hash.Sum(nil))
	return s, nil
}

// Digest names what forms and words were read from: another file, another digest.
func (s *Set) Digest() string { return s.digest }

// Words returns the lexicon that the forms name concepts of.
func (s *Set) Words() *lexicon.Lexicon { return s.words }

// Tally counts forms and their fields.
func (s *Set) Tally() (forms, fields int) {
	for _, one := range s.forms {
		fields += len(one.Fields)
	}
	return len(s.forms), fields
}

// Of lists the forms of a kind of paper.
func (s *Set) Of(kind predate.Kind) []Form {
	return slices.DeleteFunc(slices.Clone(s.forms), func(f Form) bool { return f.Kind.Value != string(kind) })
}

// IDs returns the concepts that a file names.
func IDs(list []lexicon.Scalar) []lexicon.ID {
	out := make([]lexicon.ID, len(list))
	for i, s := range list {
		out[i] = s.ID()
	}
	return out
}

// Concepts are those of the labels of a field.
func (d Field) Concepts() []lexicon.ID {
	out := make([]lexicon.ID, len(d.Label))
	for i, l := range d.Label {
		out[i] = l.Concept.ID()
	}
	return out
}
