package look

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"predate"
)

// Look is one amount that an operator taught to find on papers of one look.
type Look struct {
	ID      string       `json:"-" yaml:"id"`
	Issuer  string       `json:"issuer" yaml:"issuer"` // folded; empty where no issuer is printed
	Kind    predate.Kind `json:"kind" yaml:"kind"`
	Heads   []string     `json:"heads" yaml:"heads"` // of columns, normal
	Program Program      `json:"program" yaml:"program"`
	// Confirmed is how many dossiers persons confirmed it in.
	Confirmed int `json:"-" yaml:"-"`
}

// Program is how the amount is found.
type Program struct {
	Key      predate.Key `json:"key" yaml:"key"`
	Anchor   string      `json:"anchor" yaml:"anchor"`           // the words that name it, normal
	Relation Relation    `json:"relation" yaml:"relation"`       // how they stand to it
	Column   string      `json:"column" yaml:"column,omitempty"` // the head of its column, normal; empty where its row has one amount
	Day      string      `json:"day" yaml:"day,omitempty"`       // the words before the day that the paper closes, normal; empty where the figure has none
}

// Relation is how words stand to the amount that they name.
type Relation string

// The relations.
const (
	Right Relation = "right" // the amount is on their line, on the right
	Under Relation = "under" // it is under them, in a column or on a card
	Over  Relation = "over"  // it is right over them
)

// Enough is how many confirmations by persons make a look believed without a sum
// that closes.
const Enough = 3

// Encode writes what makes a look, without its id.
func (l Look) Encode() (string, error) {
	text, err := json.Marshal(l)
	if err != nil {
		return "", fmt.Errorf("encode a look: %w", err)
	}
	return string(text), nil
}

// Decode reads what Encode wrote.
func Decode(text string) (Look, error) {
	var l Look
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return Look{}, fmt.Errorf("decode a look: %w", err)
	}
	return l, nil
}

// Title returns in French what the look reads, in one line.
func (l Look) Title() string {
	where := map[Relation]string{Right: "à droite de", Under: "sous", Over: "au-dessus de"}[l.Program.Relation]
	out := fmt.Sprintf("%s %s « %s »", l.Program.Key, where, l.Program.Anchor)
	if l.Program.Column != "" {
		out += fmt.Sprintf(", colonne « %s »", l.Program.Column)
	}
	if l.Program.Day != "" {
		out += fmt.Sprintf(", clos « %s … »", l.Program.Day)
	}
	return out
}

// Words lists all the words that a look keeps.
func (l Look) Words() []string {
	return strings.Fields(strings.Join(slices.Concat([]string{l.Issuer, l.Program.Anchor, l.Program.Column, l.Program.Day}, l.Heads), " "))
}
