package predate

import (
	"fmt"
	"strings"
)

// Issuer is the person or company responsible for the statements of an installation, with
// the details that a notary needs. It is printed on every statement. With the zero
// Issuer, a statement says that its issuer is not known.
type Issuer struct {
	Name      string // as registered
	LegalForm string // like "SAS au capital de 20 000 €"; may be empty
	SIREN     string // nine digits; may be empty: a private person has none
	Address   string // on one line
	Place     string // the town where statements are made
	Email     string
	Phone     string
	Insurance string // the professional liability insurance: company and policy
	Mandate   string // a sentence: in what capacity the issuer acts for a seller
}

// IsZero reports whether no issuer is configured.
func (i Issuer) IsZero() bool { return i == Issuer{} }

// Check returns an error that names the first field that is missing or wrong, and
// the remedy. The zero Issuer is valid.
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

// isSIREN reports whether text is nine digits, ignoring spaces, of which the last is the
// check digit of the others (ISO/IEC 7812-1, annex B).
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
