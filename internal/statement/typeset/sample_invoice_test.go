package typeset

import (
	"time"

	"predate"
)

// SampleInvoice is an invoice on one page.
func SampleInvoice() predate.Invoice {
	day := predate.Date{Year: 2026, Month: time.March, Day: 9}
	return predate.Invoice{
		Number: "F2026-000042", Order: "K7M2PA", External: "DOSSIER-118", Issued: day, Supplied: day, Due: day.AddDays(30),
		Seller: predate.Seller{
			Name: "Études Vassignac-Orvelle", LegalForm: "SAS au capital de 20 000 €", SIREN: "732 829 320", Register: "RCS Nantes", VATNumber: "FR44732829320",
			Address: "4 quai des Brumes", Zipcode: "44000", City: "Nantes", Email: "facturation@vassignac.example", Phone: "02 40 00 00 00",
			IBAN: "FR76 3000 6000 0112 3456 7890 189", BIC: "AGRIFRPP",
		},
		Buyer: predate.Payer{Address: "3 place des Minutes", City: "Rezé", Zipcode: "44400", Lastname: "ÉTUDE DU GRAND-LARGE"},
		VAT:   predate.VAT{Rate: 550},
		Lines: []predate.InvoiceLine{{Name: "Établissement d’un pré-état daté", Detail: "8 rue des Tanneurs, 44400 Rezé, commande K7M2PA, votre référence DOSSIER-118", Quantity: 1, Price: 1239_00}},
	}
}
