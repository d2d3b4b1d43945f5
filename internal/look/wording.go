package look

import (
	"fmt"
	"regexp"

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
