package typeset_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"predate"
	"predate/internal/statement/invoice"
	"predate/internal/statement/tagged/taggedtest"
	"predate/internal/statement/typeset"
)

// An invoice says what the law wants, in words that a person finds, and carries the data
// from which it was set; a credit note says what it cancels and why.
func TestInvoice(t *testing.T) {
	plain := typeset.SampleInvoice()
	franchise := plain
	franchise.VAT = predate.VAT{Exemption: "TVA non applicable, art. 293 B du CGI"}
	franchise.Seller.VATNumber = ""
	long := plain
	long.Lines = nil
	for range 60 {
		long.Lines = append(long.Lines, plain.Lines...)
	}
	credit := plain.Credit("F2026-000043", plain.Issued.AddDays(5), "commande annulée d’un commun accord")
	for name, tt := range map[string]struct {
		invoice predate.Invoice
		pages   int
		says    []string
		silent  []string
	}{
		"plain": {plain, 1, []string{
			"Facture", "F2026-000042", "9 mars 2026", "Prestation du", "Études Vassignac-Orvelle", "SAS au capital de 20 000 €", "RCS Nantes", "732 829 320",
			"FR44732829320", "ÉTUDE DU GRAND-LARGE", "3 place des Minutes", "44400 Rezé", "K7M2PA", "1 239,00 €", "5,5 %", "68,15 €", "1 307,15 €", "8 avril 2026",
			"FR76 3000 6000 0112 3456 7890 189", "indemnité forfaitaire de 40 €", "majoré de dix points", "Pas d’escompte", "Page 1 / 1",
		}, []string{"Avoir", "293 B"}},
		"franchise":   {franchise, 1, []string{"TVA non applicable, art. 293 B du CGI.", "1 239,00 €"}, []string{"5,5 %", "FR44"}},
		"credit note": {credit, 1, []string{"Avoir", "F2026-000043", "Annule la facture", "F2026-000042 du 9 mars 2026", "commande annulée d’un commun accord.", "Total de l’avoir"}, []string{"À payer", "pénalités"}},
		"many lines":  {long, 4, []string{"Page 4 / 4", "78 428,70 €"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := typeset.Invoice(tt.invoice)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := typeset.Invoice(tt.invoice)
			if !bytes.Equal(data, again) {
				t.Error("the same invoice gives other bytes")
			}
			file := filepath.Join(t.TempDir(), "invoice.pdf")
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if folder := os.Getenv("INVOICE_SHOTS"); folder != "" {
				_ = os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".pdf"), data, 0o600)
			}
			run := func(command ...string) string {
				t.Helper()
				out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", command, err, out)
				}
				return string(out)
			}
			text := strings.NewReplacer("\u00a0", " ", "\u202f", " ", "‑", "-").Replace(run("pdftotext", "-layout", file, "-"))
			for _, says := range tt.says {
				if !strings.Contains(text, says) {
					t.Errorf("does not say %q:\n%s", says, text)
				}
			}
			for _, says := range tt.silent {
				if strings.Contains(text, says) {
					t.Errorf("says %q", says)
				}
			}
			if info := run("pdfinfo", file); !strings.Contains(info, "Tagged:          yes") || len(strings.Split(text, "\f")) != tt.pages+1 {
				t.Errorf("%d pages, want %d, or not tagged:\n%s", len(strings.Split(text, "\f"))-1, tt.pages, info)
			}
			run("qpdf", "--check", file)
			taggedtest.Hold(t, data)
			attached := filepath.Join(t.TempDir(), "factur-x.xml")
			run("pdfdetach", "-savefile", invoice.FileName, "-o", attached, file)
			if have, err := os.ReadFile(attached); err != nil || !bytes.Equal(have, invoice.XML(tt.invoice)) {
				t.Errorf("attached %v\n%s", err, have)
			}
			if meta := run("pdfinfo", "-meta", file); !strings.Contains(meta, "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>") || !strings.Contains(meta, "<pdfaProperty:name>DocumentFileName</pdfaProperty:name>") {
				t.Errorf("metadata:\n%s", meta)
			}
		})
	}
}
