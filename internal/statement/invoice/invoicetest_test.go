package invoice_test

import (
	"strings"
	"time"

	"predate"
)

// samples are invoices of every kind that predate writes, by name.
func samples() map[string]predate.Invoice {
	day := predate.Date{Year: 2026, Month: time.March, Day: 9}
	plain := predate.Invoice{
		Number: "F2026-000042", Account: "acc_1", Order: "K7M2PA", Run: "run_1", External: "DOSSIER-118",
		Issued: day, Supplied: day, Due: day.AddDays(30),
		Seller: predate.Seller{
			Name: "Études Vassignac-Orvelle", LegalForm: "SAS au capital de 20 000 €", SIREN: "732 829 320", Register: "RCS Nantes",
			VATNumber: "FR44732829320", Address: "4 quai des Brumes", Zipcode: "44000", City: "Nantes", Email: "facturation@vassignac.example", Phone: "+33 2 40 00 00 00",
			IBAN: "FR76 3000 6000 0112 3456 7890 189", BIC: "AGRIFRPP",
		},
		Buyer: predate.Payer{Address: "3 place des Minutes", City: "Rezé", Zipcode: "44400", Lastname: "ÉTUDE DU GRAND-LARGE"},
		VAT:   predate.VAT{Rate: 2000},
		Lines: []predate.InvoiceLine{{Name: "Établissement d’un pré-état daté", Detail: "8 rue des Tanneurs, 44400 Rezé, commande K7M2PA", Quantity: 1, Price: 39_00}},
	}
	change := func(by func(*predate.Invoice)) predate.Invoice {
		other := plain
		by(&other)
		return other
	}
	return map[string]predate.Invoice{
		"plain": plain,
		"franchise": change(func(i *predate.Invoice) {
			i.Seller.VATNumber, i.Seller.Register, i.Seller.Phone, i.Seller.IBAN, i.Seller.BIC = "", "", "", "", ""
			i.VAT = predate.VAT{Exemption: "TVA non applicable, art. 293 B du CGI", ExemptionCode: "VATEX-FR-FRANCHISE"}
		}),
		"several lines": change(func(i *predate.Invoice) {
			i.Lines = append(i.Lines[:1:1], predate.InvoiceLine{Name: "Actualisation d’un pré-état daté", Quantity: 3, Price: 9_99}, predate.InvoiceLine{Name: "Copie", Quantity: 7, Price: 1})
		}),
		"cents that round": change(func(i *predate.Invoice) {
			i.VAT.Rate = 550
			i.Lines = []predate.InvoiceLine{{Name: "Copie", Quantity: 1, Price: 9_09}, {Name: "Copie", Quantity: 1, Price: 10_01}}
		}),
		"credit note": plain.Credit("F2026-000043", day.AddDays(5), "commande annulée d’un commun accord."),
		"foreign characters": change(func(i *predate.Invoice) {
			i.Buyer.Lastname = "Łukasz & Søren <Ångström> \"Ñandú\" \x00 Ωμέγα"
			i.External = ""
		}),
		"long names": change(func(i *predate.Invoice) {
			i.Buyer.Lastname = strings.TrimSpace(strings.Repeat("Société civile immobilière des Grands-Tanneurs ", 8))
			i.Lines[0].Detail = strings.TrimSpace(strings.Repeat("Résidence du Clos-des-Meuniers, bâtiment C, ", 12))
			i.Lines = i.Lines[:1:1]
		}),
	}
}
