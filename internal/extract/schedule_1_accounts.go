package extract

import (
	"regexp"
	"slices"
	"strings"

	"predate/internal/lexicon"
)

// accountForm is an account number at the head of a row.
var accountForm = regexp.MustCompile(`^(?:c/|cpte |compte )?(42 ?(?:a|-|/) ?44|103[123]|10[2356]|131|12[0-9]?|4[0-9]{1,2}|5[0-3][0-9]?)(?:$|[^0-9])`)

// accountOf reads the account of a row: its number, or failing that the words
// that the decree gives it. A number and words that disagree give nothing.
func (w stateWords) accountOf(label string) string {
	byWords := w.accountNamed(label)
	m := accountForm.FindStringSubmatch(label)
	if m == nil {
		return byWords
	}
	number := mainAccount(m[1])
	if byWords != "" && !strings.HasPrefix(number, byWords) && !strings.HasPrefix(byWords, number) {
		return ""
	}
	if byWords != "" && len(byWords) > len(number) && byWords != otherAccounts {
		return byWords
	}
	return number
}

// otherAccounts are those of other claims and other debts, which the decree puts
// on one row.
const otherAccounts = "42-44"

// accountNamed is the account of annexe 1 that words name; failing that the one
// within whose name they end, as narrow columns cut it.
func (w stateWords) accountNamed(label string) string {
	for _, s := range w.all(label, lexicon.Row) {
		if c, _ := w.words.Concept(s.Concept); isOfState(c) {
			return accountOfState(c)
		}
	}
	found := ""
	for _, c := range w.cutShort(label) {
		if found != "" && found != accountOfState(c) {
			return ""
		}
		found = accountOfState(c)
	}
	return found
}

// stateWords is what words mean in annexe 1, with the names of its accounts.
type stateWords struct {
	wording
	names []stateName
}

// stateName is one way to write the name of an account.
type stateName struct {
	of    lexicon.Concept
	words string
}

func stateWordsOf(doc source) stateWords {
	return derived(doc, func(doc source) stateWords {
		w := stateWords{wording: doc.wording}
		for _, c := range doc.words.Concepts() {
			if !isOfState(c) {
				continue
			}
			for _, way := range doc.words.Ways(c.ID) {
				w.names = append(w.names, stateName{c, strings.Join(doc.words.Text(way).Words(), " ")})
			}
		}
		return w
	})
}

// isOfState reports whether a concept is an account of annexe 1; loans are below
// its totals.
func isOfState(c lexicon.Concept) bool {
	return c.Role == lexicon.Row && len(c.Accounts) > 0 && c.Accounts[0] < "6" && c.ID != "account_loan"
}

func accountOfState(c lexicon.Concept) string {
	if slices.Contains(c.Accounts, otherAccounts) {
		return otherAccounts
	}
	return c.Accounts[0]
}

// cutShort gives the accounts within whose name a label ends, as narrow columns
// cut it; ten letters of it must be left, and more than the word with which the
// names of all owners' accounts begin.
func (w stateWords) cutShort(label string) []lexicon.Concept {
	printed := strings.Join(w.words.Text(label).Words(), " ")
	var out []lexicon.Concept
	for _, name := range w.names {
		if endsWithin(printed, name.words) && !slices.ContainsFunc(out, func(c lexicon.Concept) bool { return c.ID == name.of.ID }) {
			out = append(out, name.of)
		}
	}
	return out
}

func endsWithin(printed, whole string) bool {
	for n := len(whole) - 1; n >= 10; n-- {
		if strings.HasPrefix("coproprietaire ", whole[:n]) {
			return false
		}
		if strings.HasSuffix(printed, whole[:n]) {
			return len(printed) == n || printed[len(printed)-n-1] == ' '
		}
	}
	return false
}

// mainAccount gives the account of the decree that a printed number belongs to:
// 401 is of 40, 450 of 45; 459, 103x and 131 have rows of their own.
func mainAccount(number string) string {
	switch {
	case strings.HasPrefix(number, "42") && len(number) > 3:
		return "42-44"
	case number == "459" || number[0] == '1' && number[:2] != "12" || len(number) < 3:
		return number
	}
	return number[:2]
}
