package predate

import (
	"fmt"
	"strings"
)

// Issuer is who answers for the statements of an installation: what a notary asks of
// whoever hands him a statement. It is printed on every statement. The zero Issuer
// stands for nobody; a statement then says that its issuer is not known.
type Issuer struct {
	Name      string // as registered
	LegalForm string // like "SAS au capital de 20 000 €"; may be empty
	SIREN     string // nine digits; may be empty: a private person has none
	Address   string // on one line
	Place     string // the town where statements are made
	Email     string
	Phone     string
	Insurance string // the professional liability insurance: company and policy
	Mandate   string // by what right he acts for a seller, as a sentence
}

// IsZero reports whether nobody is named.
func (i Issuer) IsZero() bool { return i == Issuer{} }

// Check returns an error that names the first field that is missing or wrong, and
// the remedy. The zero Issuer is right.
func (i Issuer) Check() error {
	if i.IsZero() {
		return nil
	}
	for _, needed := range []struct{ name, value string }{{"name", i.Name}, {"address", i.Address}, {"place", i.Place}} {
		if strings.TrimSpace(needed.value) == "" {
			return fmt.Errorf("%s is empty: a statement names who issues it, his address, and the town where it is made", needed.name)
		}
	}
	if i.Email == "" && i.Phone == "" {
		return fmt.Errorf("email and phone are empty: a notary who has a question needs one of them")
	}
	if i.SIREN != "" && !isSIREN(i.SIREN) {
		return fmt.Errorf("siren %q is no number of the register of companies: nine digits, the last of which checks the others", i.SIREN)
	}
	return nil
}

// isSIREN reports whether a text is nine digits, spaces aside, whose last one checks
// the others (ISO/IEC 7812-1, annex B).
func isSIREN(text string) bool {
	digits := strings.ReplaceAll(text, " ", "")
	if len(digits) != 9 {
		return false
	}
	sum := 0
	for at, r := range digits {
		if r < '0' || r > '9' {
			return false
		}
		d := int(r - '0')
		if at%2 == 1 {
			d *= 2
		}
		sum += d/10 + d%10
	}
	return sum%10 == 0
}
