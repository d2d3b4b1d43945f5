package lexicon

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"predate"
)

// Lexicon is wordings, read and ready to be searched for. Nothing changes it
// once it is loaded, but for what Once keeps.
type Lexicon struct {
	concepts   []Concept
	index      map[ID]int
	sources    map[string]string
	short      map[string]short
	explained  []string // sources of abbreviations
	vocabulary map[string]uint32
	spelling   []string // of each word of the vocabulary
	trie       trie
	digest     string
	derived    sync.Map // by type
}

// Once returns what make derives from the words, such as the regular expression of
// all names of lots, derived at the first call for that type and kept. What it gives
// is shared: nobody changes it.
func Once[T any](l *Lexicon, make func(*Lexicon) T) T {
	key := reflect.TypeFor[T]()
	kept, ok := l.derived.Load(key)
	if !ok {
		kept, _ = l.derived.LoadOrStore(key, make(l))
	}
	return kept.(T)
}

// short is an abbreviation.
type short struct {
	full    string
	stopped bool // one only where its full stop is printed
}

// lexiconFile is one file of the lexicon.
type lexiconFile struct {
	Sources       []sourceEntry  `yaml:"sources"`
	Abbreviations []shortEntry   `yaml:"abbreviations"`
	Concepts      []conceptEntry `yaml:"concepts"`
}

type sourceEntry struct {
	ID   Scalar `yaml:"id"`
	What string `yaml:"what"`
}

type shortEntry struct {
	Short   Scalar `yaml:"short"`
	Full    string `yaml:"full"`
	Stopped bool   `yaml:"stopped"`
	Source  Scalar `yaml:"source"`
}

type conceptEntry struct {
	ID       Scalar       `yaml:"id"`
	Role     Role         `yaml:"role"`
	Means    string       `yaml:"means"`
	Kind     predate.Kind `yaml:"kind"`
	Accounts []string     `yaml:"accounts"`
	// Kinds are those of the forms that name none.
	Kinds []predate.Kind `yaml:"kinds"`
	Forms []formEntry    `yaml:"forms"`
	Not   []Scalar       `yaml:"not"`
}

type formEntry struct {
	Say    []Scalar       `yaml:"say"`
	Source Scalar         `yaml:"source"`
	Kinds  []predate.Kind `yaml:"kinds"`
	Alone  bool           `yaml:"alone"`
	Weak   bool           `yaml:"weak"`
	After  string         `yaml:"after"`
	Before string         `yaml:"before"`
}

// Scalar is a value of a file of papers that remembers its line.
type Scalar struct {
	Value string
	Line  int
}

// ID is the concept that the value names.
func (s Scalar) ID() ID { return ID(s.Value) }

// UnmarshalYAML takes a scalar with the line it stands on.
func (s *Scalar) UnmarshalYAML(node ast.Node) error {
	scalar, ok := node.(ast.ScalarNode)
	if !ok {
		return fmt.Errorf("line %d: one value is expected here, not a list or a map", node.GetToken().Position.Line)
	}
	s.Value, s.Line = scalar.GetToken().Value, node.GetToken().Position.Line
	if text, ok := node.(*ast.StringNode); ok {
		s.Value = text.Value
	}
	return nil
}

// Load reads every *.yaml of the folders, the house's own first. A later folder
// may add forms to the concepts of an earlier one. The error lists all that is
// wrong, each with file, line and remedy.
func Load(folders ...fs.FS) (*Lexicon, error) {
	b := &builder{hash: sha256.New(), lexicon: &Lexicon{
		index: map[ID]int{}, sources: map[string]string{}, short: map[string]short{},
		vocabulary: map[string]uint32{anyNumber: wildcard}, spelling: []string{"", anyNumber},
	}}
	for layer, folder := range folders {
		names, err := fs.Glob(folder, "*.yaml")
		if err != nil {
			return nil, fmt.Errorf("list the lexicon: %w", err)
		}
		if len(names) == 0 {
			return nil, errors.New("the lexicon's folder holds no *.yaml file")
		}
		slices.Sort(names)
		b.readFolder(layer, folder, names)
	}
	b.finish()
	if err := errors.Join(b.errs...); err != nil {
		return nil, err
	}
	b.lexicon.digest = hex.EncodeToString(b.hash.Sum(nil))
	return b.lexicon, nil
}

// Digest names what the lexicon was read from: another file, another digest.
func (l *Lexicon) Digest() string { return l.digest }

// placed is how the YAML reader says where it stopped.
var placed = regexp.MustCompile(`^\[(\d+):\d+\] (.*)`)

// Unread says what is wrong with the YAML of a file.
func Unread(name string, err error) error {
	what := strings.TrimSpace(yaml.FormatError(err, false, false))
	if m := placed.FindStringSubmatch(what); m != nil {
		return fmt.Errorf("%s:%s: %s; docs/papers.md has the keys and how values are quoted", name, m[1], m[2])
	}
	return fmt.Errorf("%s: %s; docs/papers.md has the keys and how values are quoted", name, what)
}

// readFolder reads the files of one folder: sources and abbreviations first,
// since any file may use those of another.
func (b *builder) readFolder(layer int, folder fs.FS, names []string) {
	sheets := make([]lexiconFile, len(names))
	for i, name := range names {
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			b.errs = append(b.errs, fmt.Errorf("read %s: %w", name, err))
			continue
		}
		if err := yaml.UnmarshalWithOptions(content, &sheets[i], yaml.Strict()); err != nil {
			b.errs = append(b.errs, Unread(name, err))
			continue
		}
		_, _ = fmt.Fprintf(b.hash, "%s %d\n%s", name, len(content), content) // a hash takes all
		b.file = name
		for _, s := range sheets[i].Sources {
			b.source(s)
		}
	}
	for i, name := range names {
		b.file = name
		for _, s := range sheets[i].Abbreviations {
			b.abbreviation(s)
		}
	}
	for i, name := range names {
		b.file = name
		for _, c := range sheets[i].Concepts {
			b.concept(layer, c)
		}
	}
}
