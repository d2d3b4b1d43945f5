package readers

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"

	"predate"
)

// IssuerFlags say who answers for the statements.
type IssuerFlags struct {
	Issuer string `help:"File that says who issues the statements: name, legal_form, siren, address, place, email, phone, insurance, mandate, one «name: value» a line. Without it statements say that their issuer is not known." type:"path" placeholder:"FILE"`
}

// issuerFile is how an issuer is written in a file.
type issuerFile struct {
	Name      string `yaml:"name"`
	LegalForm string `yaml:"legal_form"`
	SIREN     string `yaml:"siren"`
	Address   string `yaml:"address"`
	Place     string `yaml:"place"`
	Email     string `yaml:"email"`
	Phone     string `yaml:"phone"`
	Insurance string `yaml:"insurance"`
	Mandate   string `yaml:"mandate"`
}

// ReadIssuer reads the file; without one nobody is named.
func (f IssuerFlags) ReadIssuer() (predate.Issuer, error) {
	if f.Issuer == "" {
		return predate.Issuer{}, nil
	}
	raw, err := os.ReadFile(f.Issuer)
	if err != nil {
		return predate.Issuer{}, fmt.Errorf("issuer: %w", err)
	}
	var file issuerFile
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.Strict()); err != nil {
		return predate.Issuer{}, fmt.Errorf("issuer: %s: %w", f.Issuer, err)
	}
	i := predate.Issuer(file)
	if i.IsZero() {
		return i, fmt.Errorf("issuer: %s names nobody: write at least name, address, place, and email or phone", f.Issuer)
	}
	if err := i.Check(); err != nil {
		return i, fmt.Errorf("issuer: %s: %w", f.Issuer, err)
	}
	return i, nil
}
