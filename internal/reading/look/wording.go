package look

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"

	"predate"
)

// concepts are those of the lexicon whose words name the row of a figure.
func concepts() map[predate.Kind]map[predate.Key]string {
	return map[predate.Kind]map[predate.Key]string{predate.KindSchedule1: {
		predate.KeyArrears: "account_owners_debit", predate.KeySupplierDebt: "account_suppliers", predate.KeyWorksFundBalance: "works_fund",
	}}
}

// plainWords are words that a form of the lexicon may be made of.
var plainWords = regexp.MustCompile(`^[a-z]+(?:[ '][a-z]+)*$`)

// Export writes a look as a file of the lexicon where it is one, else as YAML.
func (l Look) Export() (string, error) {
	if text, ok := l.Wording(); ok {
		return text, nil
	}
	text, err := yaml.Marshal(l)
	if err != nil {
		return "", fmt.Errorf("write look %s: %w", l.ID, err)
	}
	return "# No wording alone: it holds by its column or by its place.\n" + string(text), nil
}

// Papers returns in French whose papers a look knows.
func (l Look) Papers() string {
	if l.Issuer == "" {
		return fmt.Sprintf("pièces aux colonnes « %s »", strings.Join(l.Heads, " », « "))
	}
	return "pièces de « " + l.Issuer + " »"
}

// Wording writes a look as a file of the lexicon, where it is no more than another
// name for a row that the lexicon knows; false for one that is more.
func (l Look) Wording() (string, bool) {
	concept, known := concepts()[l.Kind][l.Program.Key]
	if !known || l.Program.Relation != Right || !plainWords.MatchString(l.Program.Anchor) {
		return "", false
	}
	return fmt.Sprintf(`sources:
- {id: taught, what: "words that an operator taught, %s"}
concepts:
- id: %s
  forms:
  - {source: taught, kinds: [%s], say: ["%s"]}
`, l.ID, concept, l.Kind, l.Program.Anchor), true
}
