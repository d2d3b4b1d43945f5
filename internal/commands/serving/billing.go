package serving

import (
	"fmt"
	"math/big"
	"os"

	"github.com/goccy/go-yaml"

	"predate"
)

// BillingFlags say how orders are invoiced.
type BillingFlags struct {
	Billing string `help:"File that says how orders are invoiced: who invoices, prices by kind of account, VAT, terms. Without it nothing is invoiced." type:"path" placeholder:"FILE"`
}

// billingFile is how billing is written in a file.
type billingFile struct {
	Name      string `yaml:"name"`
	LegalForm string `yaml:"legal_form"`
	SIREN     string `yaml:"siren"`
	Register  string `yaml:"register"`
	VATNumber string `yaml:"vat_number"`
	Address   string `yaml:"address"`
	Zipcode   string `yaml:"zipcode"`
	City      string `yaml:"city"`
	Email     string `yaml:"email"`
	Phone     string `yaml:"phone"`
	IBAN      string `yaml:"iban"`
	BIC       string `yaml:"bic"`

	VATRate       string `yaml:"vat_rate"`
	Exemption     string `yaml:"vat_exemption"`
	ExemptionCode string `yaml:"vat_exemption_code"`

	Series    string            `yaml:"series"`
	DueDays   int               `yaml:"due_days"`
	Prices    map[string]string `yaml:"prices"`
	Refreshes map[string]string `yaml:"refreshes"`
}

// ReadBilling reads the file; without one nothing is invoiced.
func (f BillingFlags) ReadBilling() (predate.Billing, error) {
	if f.Billing == "" {
		return predate.Billing{}, nil
	}
	raw, err := os.ReadFile(f.Billing)
	if err != nil {
		return predate.Billing{}, fmt.Errorf("billing: %w", err)
	}
	var file billingFile
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.Strict()); err != nil {
		return predate.Billing{}, fmt.Errorf("billing: %s: %w", f.Billing, err)
	}
	b, err := file.billing()
	if err == nil && b.IsZero() {
		err = fmt.Errorf("it names nobody: write who invoices")
	}
	if err == nil {
		err = b.Check()
	}
	if err != nil {
		return predate.Billing{}, fmt.Errorf("billing: %s: %w", f.Billing, err)
	}
	return b, nil
}

func (f billingFile) billing() (b predate.Billing, err error) {
	b = predate.Billing{
		Seller: predate.Seller{
			Name: f.Name, LegalForm: f.LegalForm, SIREN: f.SIREN, Register: f.Register, VATNumber: f.VATNumber, Address: f.Address, Zipcode: f.Zipcode, City: f.City,
			Email: f.Email, Phone: f.Phone, IBAN: f.IBAN, BIC: f.BIC,
		},
		VAT: predate.VAT{Exemption: f.Exemption, ExemptionCode: f.ExemptionCode}, Series: f.Series, DueDays: f.DueDays,
	}
	if f.VATRate != "" {
		rate, err := hundredths("vat_rate", f.VATRate)
		if err != nil {
			return b, err
		}
		b.VAT.Rate = predate.Rate(rate)
	}
	if b.Prices, err = prices("prices", f.Prices); err != nil {
		return b, err
	}
	b.Refreshes, err = prices("refreshes", f.Refreshes)
	return b, err
}

func prices(name string, texts map[string]string) (map[predate.AccountKind]predate.Cents, error) {
	all := map[predate.AccountKind]predate.Cents{}
	for kind, text := range texts {
		cents, err := hundredths(name+": "+kind, text)
		if err != nil {
			return nil, err
		}
		all[predate.AccountKind(kind)] = predate.Cents(cents)
	}
	return all, nil
}

// hundredths reads a number with at most two decimals, exactly: 39, 39.9, 39.90.
func hundredths(name, text string) (int64, error) {
	number, ok := new(big.Rat).SetString(text)
	if ok {
		number.Mul(number, big.NewRat(100, 1))
	}
	if !ok || !number.IsInt() || !number.Num().IsInt64() {
		return 0, fmt.Errorf("%s: %q: write a number with a point and at most two decimals, like 39.00", name, text)
	}
	return number.Num().Int64(), nil
}
