package lookstest

import (
	"fmt"
	"strconv"

	"predate"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Part is one document, alone or bound with others in one file.
type Part struct {
	Kind    string
	Doctype int
	Issued  predate.Date
	// What the kind needs: an exercise, a call, a meeting.
	Exercise, Meeting int
	Call              Call
	Lots              []int
	Draft             bool
	Column            int // of the annexes, the place of their state
}

// Paper is one file.
type Paper struct {
	ID, File   string
	Parts      []Part
	Of         *Dossier // another co-ownership; nil for the dossier's own
	CopyOf     string   // the paper that it repeats
	ReplacedBy string
}

// drawer is who the paper is about.
func (p Paper) drawer(d *Dossier) *Dossier {
	if p.Of != nil {
		return p.Of
	}
	return d
}

// SentCalls returns the calls that were sent to the seller from N-2 to the
// statement, with the balance before each.
func (d *Dossier) SentCalls(lots []int) []Call {
	account := d.AccountOf(lots, d.Payer)
	var sent []Call
	for _, e := range []int{second, last, running} {
		for k, due := range d.Dues(e) {
			if due.AddDays(-15).After(d.Statement) || due.Before(d.purchase()) {
				continue
			}
			c := d.CallOf(e, k, lots)
			c.Prior = account.balanceBefore(c.Issued.AddDays(1))
			c.ToPay = c.Total + c.Prior
			sent = append(sent, c)
		}
	}
	return sent
}

// Papers lists the files of the dossier. Names say little, as on an extranet.
func (d *Dossier) Papers() []Paper {
	if d.Light {
		return d.lightPapers()
	}
	f := &folder{d: d}
	for _, lots := range d.accounts() {
		f.ownerPapers(lots, 4)
	}
	if d.Kept {
		f.ownerPapers(d.Held, 1)
	}
	for _, e := range []int{second, last} {
		if e == last || !d.Bought {
			f.add("repartition", Part{Kind: "charge_statement", Doctype: 10, Exercise: e, Lots: d.Owners[d.SellerAt].Lots, Issued: d.Meetings[e].Date.AddDays(12)})
		}
	}
	f.minutes()
	for _, p := range d.annexes(second) {
		f.add("comptes", p)
	}
	notice := []Part{{Kind: "meeting_notice", Doctype: 10, Meeting: last, Issued: d.Meetings[last].Notice}}
	f.add("convocation", append(notice, d.annexes(last)...)...)
	f.onFile()
	f.add("contrat", Part{Kind: "agent_contract", Doctype: 10, Issued: d.Meetings[last].Date})
	f.loose()
	f.strangers()
	return f.papers
}

// annexes returns the five schedules of an exercise, as they go with a notice.
func (d *Dossier) annexes(exercise int) []Part {
	var parts []Part
	for n := 1; n <= 5; n++ {
		if exercise == last && d.Lost == "schedule_"+itoa(n) {
			continue
		}
		parts = append(parts, Part{
			Kind: "schedule_" + itoa(n), Doctype: 10, Exercise: exercise, Meeting: exercise,
			Issued: d.Meetings[exercise].Notice, Draft: true,
		})
	}
	return parts
}

func (d *Dossier) documentTruth() object {
	documents := object{}
	for _, p := range d.Papers() {
		first := p.Parts[0]
		subtype := any(first.Kind)
		if first.Doctype != 10 {
			subtype = nil
		}
		doc := object{"kind": first.Kind, "doctype": first.Doctype, "subtype": subtype, "foreign": p.Of != nil, "duplicate_of": orNil(p.CopyOf), "superseded_by": orNil(p.ReplacedBy)}
		if len(p.Parts) > 1 {
			doc["kind"] = "bundle"
			var parts []object
			for i, part := range p.Parts {
				parts = append(parts, object{"part": fmt.Sprintf("p%d", i+1), "kind": part.Kind, "doctype": part.Doctype, "subtype": part.Kind, "pages": nil})
			}
			doc["parts"] = parts
		}
		documents[p.ID] = doc
	}
	return documents
}

// Order returns the order of the statement.
func (d *Dossier) Order() predate.Order {
	order := predate.Order{
		Property: predate.Address{Street: d.Street, City: d.City, Zipcode: d.Zip},
		Payer:    predate.Payer{Address: "3 place des Minutes", City: d.City, Zipcode: d.Zip, Lastname: "ÉTUDE DU GRAND-LARGE"},
		Method:   predate.MethodUpload, Syndic: predate.Syndic{Name: d.Agent.Name, URL: "https://" + d.ID + ".example/"},
		Lots: d.lotNumbers(d.Sold), ExternalID: "LOOK-" + d.ID,
	}
	for _, p := range d.Seller {
		order.Owners = append(order.Owners, predate.Owner{Firstname: p.First, Lastname: p.Last})
	}
	return order
}

// OrderBody returns the order as a client writes it.
func (d *Dossier) OrderBody() object {
	o := d.Order()
	var owners []object
	for _, p := range o.Owners {
		owners = append(owners, object{"firstname": p.Firstname, "lastname": p.Lastname})
	}
	return object{
		"address": o.Property.Street, "additional": "", "city": o.Property.City, "zipcode": o.Property.Zipcode, "owners": owners,
		"invoice": object{"address": o.Payer.Address, "city": o.Payer.City, "zipcode": o.Payer.Zipcode, "lastname": o.Payer.Lastname},
		"method":  string(o.Method), "syndic": object{"name": o.Syndic.Name, "url": o.Syndic.URL}, "documents": []any{}, "lots": o.Lots,
		"comment": "", "all_due_paid": false, "external_id": o.ExternalID, "test_mode": false,
	}
}
