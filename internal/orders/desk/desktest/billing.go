package desktest

import "predate"

// Billing invoices the orders of Premium accounts for 39 € without VAT, and their refreshes
// for 9 €.
func Billing() predate.Billing {
	return predate.Billing{
		Seller: predate.Seller{
			Name: "Études Vassignac-Orvelle", LegalForm: "SAS au capital de 20 000 €", SIREN: "732829320", VATNumber: "FR44732829320",
			Address: "4 quai des Brumes", Zipcode: "44000", City: "Nantes", Email: "facturation@vassignac.example",
		},
		VAT: predate.VAT{Rate: 2000}, Series: "F", DueDays: 30,
		Prices:    map[predate.AccountKind]predate.Cents{predate.Premium: 39_00},
		Refreshes: map[predate.AccountKind]predate.Cents{predate.Premium: 9_00},
	}
}
