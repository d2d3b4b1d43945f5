package main

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"

	"predate"
)

// issuerFlags say who answers for the statements.
type issuerFlags struct {
	Issuer string `help:"File that says who issues the statements: name, legal_form, siren, address, place, email, phone, insurance, mandate, one «name: value» a line. Without it statements say that their issuer is not known." type:"path" placeholder:"FILE"`
}

// issuer reads the file; without one nobody is named.
func (f issuerFlags) issuer() (predate.Issuer, error) {
	var i predate.Issuer
	if f.Issuer == "" {
		return i, nil
	}
	raw, err := os.ReadFile(f.Issuer)
	if err != nil {
		return i, fmt.Errorf("issuer: %w", err)
	}
	if err := yaml.UnmarshalWithOptions(raw, &i, yaml.Strict()); err != nil {
		return i, fmt.Errorf("issuer: %s: %w", f.Issuer, err)
	}
	if i.IsZero() {
		return i, fmt.Errorf("issuer: %s names nobody: write at least name, address, place, and email or phone", f.Issuer)
	}
	if err := i.Check(); err != nil {
		return i, fmt.Errorf("issuer: %s: %w", f.Issuer, err)
	}
	return i, nil
}
