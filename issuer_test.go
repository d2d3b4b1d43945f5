package predate_test

import (
	"strings"
	"testing"

	"predate"
)

func TestAnIssuerIsChecked(t *testing.T) {
	whole := predate.Issuer{
		Name: "Études Vassorelle", LegalForm: "SARL", SIREN: "732 829 320", Address: "3 rue des Tanneurs, 69001 Lyon",
		Place: "Lyon", Email: "contact@vassorelle.example",
	}
	for _, c := range []struct {
		why    string
		change func(*predate.Issuer)
		want   string // in the error; "" for none
	}{
		{"whole", func(*predate.Issuer) {}, ""},
		{"nobody", func(i *predate.Issuer) { *i = predate.Issuer{} }, ""},
		{"a private person", func(i *predate.Issuer) { i.SIREN = "" }, ""},
		{"by telephone", func(i *predate.Issuer) { i.Email, i.Phone = "", "01 02 03 04 05" }, ""},
		{"no name", func(i *predate.Issuer) { i.Name = " " }, "name is empty"},
		{"no address", func(i *predate.Issuer) { i.Address = "" }, "address is empty"},
		{"no town", func(i *predate.Issuer) { i.Place = "" }, "place is empty"},
		{"nobody to ask", func(i *predate.Issuer) { i.Email = "" }, "email and phone are empty"},
		{"a digit wrong", func(i *predate.Issuer) { i.SIREN = "732829321" }, "siren"},
		{"a digit short", func(i *predate.Issuer) { i.SIREN = "73282932" }, "siren"},
		{"a letter", func(i *predate.Issuer) { i.SIREN = "73282932A" }, "siren"},
	} {
		issuer := whole
		c.change(&issuer)
		err := issuer.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
}
