package api

import (
	"time"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/orders/desk"
)

// viewWire is an order in full.
type viewWire struct {
	orderWire
	orderedWire
	CredentialsUntil *string        `json:"credentials_kept_until"`
	Activity         activityWire   `json:"activity"`
	Missing          []gapWire      `json:"missing"`
	Documents        []documentWire `json:"documents"`
	HandedIn         []handedWire   `json:"handed_in"`
	Statement        *statementWire `json:"statement"`
	Cancelled        *string        `json:"cancelled"`
	CornerURL        *string        `json:"corner_url"`
	Deposits         []depositWire  `json:"deposits,omitempty"`
}

// orderedWire is what was ordered, in the names of the order; never a credential.
type orderedWire struct {
	Address    string      `json:"address"`
	Additional string      `json:"additional"`
	City       string      `json:"city"`
	Zipcode    string      `json:"zipcode"`
	Owners     []ownerWire `json:"owners"`
	Invoice    payerWire   `json:"invoice"`
	Method     string      `json:"method"`
	Syndic     *syndicWire `json:"syndic"`
	Lots       string      `json:"lots"`
	Comment    string      `json:"comment"`
	AllDuePaid bool        `json:"all_due_paid"`
}

type ownerWire struct {
	Firstname string `json:"firstname"`
	Lastname  string `json:"lastname"`
}

type payerWire struct {
	Address  string `json:"address"`
	City     string `json:"city"`
	Zipcode  string `json:"zipcode"`
	Lastname string `json:"lastname"`
}

type syndicWire struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// activityWire is what an order is about.
type activityWire struct {
	Code    string  `json:"code"`
	Since   string  `json:"since"`
	Next    *string `json:"next_attempt,omitempty"`
	Message string  `json:"message"`
}

// handedWire is a file that a person handed in, and whether it was accepted: null until
// it was read.
type handedWire struct {
	Document int64  `json:"document"`
	Filename string `json:"filename"`
	Given    string `json:"given"`
	By       string `json:"by"`
	Accepted *bool  `json:"accepted"`
	Message  string `json:"message"`
}

type statementWire struct {
	URL      string    `json:"url"`
	Issued   string    `json:"issued"`
	SHA256   string    `json:"sha256"`
	Reserves []gapWire `json:"reserves"`
	// Proof is null for a statement that holds it itself.
	Proof *proofWire `json:"proof"`
}

// proofWire is the second file of a statement.
type proofWire struct {
	URL    string `json:"url"`
	SHA256 string `json:"sha256"`
}

// toView writes an order in full. Its download addresses hold for at least
// link.Life and change once a day, so that a reading keeps its ETag.
func toView(v desk.View, email string, links *link.Signer, now time.Time) viewWire {
	expires := link.Until(now)
	wire := viewWire{
		orderWire: toOrder(v.Order, email), orderedWire: toOrdered(v.Order), Activity: toActivity(v.Activity),
		CredentialsUntil: dateOrNull(v.CredentialsUntil), Missing: toGaps(v.Missing), Documents: []documentWire{},
		HandedIn: toHandedIn(v.Documents), Cancelled: dateOrNull(v.Order.Cancelled),
	}
	if v.Open() {
		wire.CornerURL = cornerURL(links, v.Order.ID, v.Corner, now)
	}
	for _, document := range v.Documents {
		wire.Documents = append(wire.Documents, documentWire{
			ID: int64(document.ID), DocType: int(document.Type()), Delivered: document.Delivered().String(),
			Comment: document.Remark(), MimeType: document.MediaType, URL: links.Document(document.ID, expires),
		})
		if document.Submit {
			wire.Deposits = append(wire.Deposits, toDeposit(document))
		}
	}
	if run := v.Statement; run != nil {
		wire.Statement = &statementWire{
			URL: links.Statement(v.Order.ID, run.ID, expires), Issued: httpDate(run.Issued), SHA256: string(run.PDFHash),
			Reserves: toGaps(predate.Reserves(run.Gaps)),
		}
		if run.ProofHash != "" {
			wire.Statement.Proof = &proofWire{links.Proof(v.Order.ID, run.ID, expires), string(run.ProofHash)}
		}
	}
	return wire
}

func toOrdered(o predate.Order) orderedWire {
	wire := orderedWire{
		Address: o.Property.Street, Additional: o.Property.Additional, City: o.Property.City, Zipcode: o.Property.Zipcode,
		Owners: []ownerWire{}, Invoice: payerWire(o.Payer), Method: string(o.Method),
		Lots: o.Lots, Comment: o.Comment, AllDuePaid: o.AllDuePaid,
	}
	for _, owner := range o.Owners {
		wire.Owners = append(wire.Owners, ownerWire(owner))
	}
	if o.Syndic != (predate.Syndic{}) {
		wire.Syndic = &syndicWire{Name: o.Syndic.Name, URL: o.Syndic.URL}
	}
	return wire
}

func toActivity(a predate.Activity) activityWire {
	return activityWire{Code: string(a.Code), Since: httpDate(a.Since), Next: dateOrNull(a.Next), Message: a.Message}
}

func toGaps(gaps []predate.Gap) []gapWire {
	wire := []gapWire{}
	for _, gap := range gaps {
		wire = append(wire, gapWire{
			Kind: string(gap.Kind), DocType: int(gap.DocType), Code: gap.Code, FiscalYear: gap.FiscalYear,
			Message: gap.Message, Blocking: gap.Blocking(),
		})
	}
	return wire
}

// toHandedIn lists the files that persons gave, the client or an operator for him.
func toHandedIn(documents []predate.Document) []handedWire {
	names := map[predate.DocumentID]string{}
	for _, document := range documents {
		names[document.ID] = document.Filename
	}
	wire := []handedWire{}
	for _, document := range documents {
		if document.Origin == predate.FromExtranet {
			continue
		}
		one := handedWire{
			Document: int64(document.ID), Filename: document.Filename, Given: httpDate(document.Collected), By: string(document.Origin),
		}
		one.Accepted, one.Message = acceptance(document, names[document.DuplicateOf])
		wire = append(wire, one)
	}
	return wire
}

// acceptance says whether reading took a file in, or in French why it did not; nil
// before it was read.
func acceptance(d predate.Document, double string) (accepted *bool, why string) {
	yes, no := true, false
	switch {
	case d.Unreadable != "":
		return &no, d.Unreadable
	case d.Foreign:
		return &no, "La pièce est d’un autre immeuble."
	case d.DuplicateOf != 0:
		return &no, "La pièce est le double de «\u00a0" + double + "\u00a0»."
	case d.DocType.Valid():
		return &yes, ""
	}
	return nil, ""
}
