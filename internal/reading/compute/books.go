package compute

import "predate"

// dossier is what was given: the order, the day of the statement and the papers.
type dossier struct {
	order     predate.Order
	at        predate.Date
	documents []predate.ReadDocument
	papers    []*paper
}

// dated is a dossier whose exercises are known.
type dated struct {
	dossier
	years exercises
}

// sale is a dated dossier of which it is known which lots are sold.
type sale struct {
	dated
	sold lots
}

// callBook has the calls for funds that concern the lots sold.
type callBook struct {
	sale
	calls    []call
	disputes []callDispute
}

// accountBook has the accounts of the seller beside his calls.
type accountBook struct {
	callBook
	accounts []account
	// worded is what the words of each movement of the accounts say that it is.
	worded map[predate.Movement]entry
}

// books is all that is read before anything is stated of money.
type books struct {
	accountBook
	keys []predate.AllocationKey
	// unsure is why the papers do not agree on the keys or on the lots; nothing where
	// they do.
	unsure predate.Reason
	// partial reports whether the list of keys could not be stated: one may lack.
	partial bool
}
