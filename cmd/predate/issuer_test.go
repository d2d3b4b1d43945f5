package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"predate/internal/commands/demo"
	"predate/internal/commands/readers"
)

func TestTheFileOfTheIssuer(t *testing.T) {
	read := func(text string) (string, error) {
		path := filepath.Join(t.TempDir(), "issuer.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		issuer, err := readers.IssuerFlags{path}.ReadIssuer()
		return issuer.Name + "|" + issuer.SIREN, err
	}
	for _, siren := range []string{"732 829 320", "732829320", `"732829320"`} {
		if got, err := read(strings.Replace(demo.Issuer, "732 829 320", siren, 1)); err != nil || got != "Études Vassignac-Orvelle (démonstration)|"+strings.Trim(siren, `"`) {
			t.Errorf("siren: %s: %q, %v", siren, got, err)
		}
	}
	for _, c := range []struct{ why, text, want string }{
		{"empty", "", "names nobody"},
		{"no name", "address: 3 rue Haute\nplace: Lyon\n", "name is empty"},
		{"a word that is no field", "name: Études\nadress: 3 rue Haute\n", "adress"},
		{"no YAML", "name: [", "issuer.yaml"},
		{"a wrong SIREN", strings.Replace(demo.Issuer, "320", "321", 1), "siren"},
	} {
		if _, err := read(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
	if _, err := (readers.IssuerFlags{filepath.Join(t.TempDir(), "none.yaml")}).ReadIssuer(); err == nil {
		t.Error("a file that is not there names an issuer")
	}
}
