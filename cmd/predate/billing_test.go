package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/commands/serving"
	"predate/internal/orders/desk"
)

const sampleBilling = `name: Études Vassignac-Orvelle
legal_form: SAS au capital de 20 000 €
siren: 732 829 320
register: RCS Nantes
vat_number: FR44732829320
address: 4 quai des Brumes
zipcode: 44000
city: Nantes
email: facturation@vassignac.example
iban: FR76 3000 6000 0112 3456 7890 189
vat_rate: 20.00
series: F
due_days: 30
prices:
  premium: 39.00
  syndic: 29
refreshes:
  premium: 9.5
`

func TestTheFileOfBilling(t *testing.T) {
	path := filepath.Join(t.TempDir(), "billing.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(sampleBilling)
	b, err := serving.BillingFlags{Billing: path}.ReadBilling()
	if err != nil || b.Prices["premium"] != 39_00 || b.Prices["syndic"] != 29_00 || b.Refreshes["premium"] != 9_50 || b.VAT.Rate != 2000 || b.Seller.Zipcode != "44000" {
		t.Fatalf("%+v, %v", b, err)
	}
	without := func(line string) string {
		var kept []string
		for one := range strings.Lines(sampleBilling) {
			if !strings.HasPrefix(one, line) {
				kept = append(kept, one)
			}
		}
		return strings.Join(kept, "")
	}
	for why, c := range map[string]struct{ text, want string }{
		"empty":                      {"", "names nobody"},
		"a word that is no field":    {sampleBilling + "adress: 3\n", "adress"},
		"no name":                    {without("name:"), "name is empty"},
		"a wrong SIREN":              {strings.Replace(sampleBilling, "732 829 320", "732 829 321", 1), "siren"},
		"no VAT number":              {without("vat_number"), "vat_number is empty"},
		"another's VAT number":       {strings.Replace(sampleBilling, "FR44732829320", "FR44999999999", 1), "vat_number"},
		"a wrong IBAN":               {strings.Replace(sampleBilling, "7890 189", "7890 188", 1), "iban"},
		"no rate and no exemption":   {without("vat_rate"), "vat_exemption"},
		"both":                       {sampleBilling + "vat_exemption: TVA non applicable\n", "one of them"},
		"half a cent":                {strings.Replace(sampleBilling, "39.00", "39.005", 1), "prices: premium"},
		"a price of nothing":         {strings.Replace(sampleBilling, "39.00", "0", 1), "above 0"},
		"a comma":                    {strings.Replace(sampleBilling, "39.00", "39,00", 1), "prices: premium"},
		"no such kind":               {strings.Replace(sampleBilling, "  premium: 39", "  gold: 39", 1), "no kind of account that orders"},
		"no prices":                  {sampleBilling[:strings.Index(sampleBilling, "prices:")], "prices is empty"},
		"a series in small letters":  {strings.Replace(sampleBilling, "series: F", "series: f", 1), "series"},
		"a term longer than the law": {strings.Replace(sampleBilling, "due_days: 30", "due_days: 61", 1), "due_days"},
	} {
		write(c.text)
		if _, err := (serving.BillingFlags{Billing: path}).ReadBilling(); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "billing.yaml") {
			t.Errorf("%s: %v, want %q", why, err, c.want)
		}
	}
	if _, err := (serving.BillingFlags{Billing: filepath.Join(t.TempDir(), "none.yaml")}).ReadBilling(); err == nil {
		t.Error("a file that is not there invoices")
	}
}

// The commands list an invoice, write it to a file, and cancel it once.
func TestInvoiceCommands(t *testing.T) {
	t.Parallel()
	r := registry{t, t.TempDir()}
	path := filepath.Join(t.TempDir(), "billing.yaml")
	if err := os.WriteFile(path, []byte(sampleBilling), 0o600); err != nil {
		t.Fatal(err)
	}
	ids, _ := r.place(predate.Owner{Firstname: "Zoé", Lastname: "VASSORELLE"})
	h := r.open()
	var err error
	if h.Desk.Billing, err = (serving.BillingFlags{Billing: path}).ReadBilling(); err != nil {
		t.Fatal(err)
	}
	opened, err := h.Desk.Open(t.Context(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, trigger := range []predate.Trigger{predate.DossierComplete, predate.StatementReady} {
		at, err := h.Desk.Case(t.Context(), opened.Order.Run)
		if err == nil {
			err = h.Desk.Record(t.Context(), desk.Progress{Run: at.Run, Trigger: trigger})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	h.Close()

	number := fmt.Sprintf("F%d-000001", time.Now().UTC().Year())
	credit := fmt.Sprintf("F%d-000002", time.Now().UTC().Year())
	r.wants(0, number, "invoice", "list")
	pdf, data := filepath.Join(t.TempDir(), "facture.pdf"), filepath.Join(t.TempDir(), "facture.xml")
	r.wants(0, "facture.pdf", "invoice", "file", strings.ToLower(number), "--to", pdf)
	r.wants(1, "existe déjà", "invoice", "file", number, "--to", pdf)
	r.wants(0, "facture.xml", "invoice", "file", number, "--to", data)
	for file, begins := range map[string]string{pdf: "%PDF-1.7", data: "<?xml"} {
		if raw, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(raw), begins) {
			t.Errorf("%s: %v, %.20q", file, err, raw)
		}
	}
	r.wants(1, "Aucune facture", "invoice", "file", "F1999-000001", "--to", filepath.Join(t.TempDir(), "none.pdf"))
	r.wants(1, "pas configurée", "invoice", "credit", number, "--why", "doublon")
	r.wants(0, "avoir sur "+number, "invoice", "credit", number, "--why", "doublon", "--billing", path)
	r.wants(1, "a déjà un avoir", "invoice", "credit", number, "--why", "doublon", "--billing", path)
	r.wants(0, credit, "invoice", "list", "--limit", "1")
}
