package lookstest

import "fmt"

// folder fills with papers as an extranet gives them.
type folder struct {
	d      *Dossier
	papers []Paper
}

func (f *folder) add(name string, parts ...Part) *Paper {
	id := fmt.Sprintf("%s-%03d", f.d.ID, len(f.papers)+1)
	f.papers = append(f.papers, Paper{ID: id, File: fmt.Sprintf("%s_%02d.pdf", name, len(f.papers)+1), Parts: parts})
	return &f.papers[len(f.papers)-1]
}

// bind gives each part a file, or all of them one.
func (f *folder) bind(name string, parts []Part) {
	if f.d.Bound {
		f.add(name, parts...)
		return
	}
	for _, p := range parts {
		f.add(name, p)
	}
}

// onFile gives what the law keeps on file about the building.
func (f *folder) onFile() {
	d := f.d
	running := d.Exercises[running].Period.From
	f.add("fiche", Part{Kind: "summary_sheet", Doctype: 1, Issued: d.sheetDate()})
	f.add("carnet", Part{Kind: "maintenance_log", Doctype: 7, Issued: d.logDate()})
	f.add("registre", Part{Kind: "registration_certificate", Doctype: 9, Issued: d.sheetDate().AddDays(-4)})
	f.add("reglement", Part{Kind: "coownership_rules", Doctype: 3, Issued: d.Rules})
	f.add("assurance", Part{Kind: "insurance", Doctype: 10, Issued: running.AddDays(5)})
}

// minutes gives those of three years. Accounts that were put right are bound
// with the minutes that approve them.
func (f *folder) minutes() {
	var all []Part
	for i, m := range f.d.Meetings {
		all = append(all, Part{Kind: "minutes", Doctype: 2, Meeting: i, Issued: m.Date})
	}
	if !f.d.Redrafted {
		f.bind("ag", all)
		return
	}
	f.bind("ag", all[:last])
	final := f.d.annexes(last)
	for i := range final {
		final[i].Draft, final[i].Issued = false, f.d.Meetings[last].Date
	}
	f.add("ag", append(all[last:], final...)...)
}

// loose gives papers that no figure needs.
func (f *folder) loose() {
	if !f.d.Loose {
		return
	}
	for _, e := range []int{second, last} {
		f.add("releve", Part{Kind: "expense_statement", Doctype: 10, Exercise: e, Issued: f.d.Meetings[e].Notice})
	}
	f.add("amiante", Part{Kind: "asbestos_report", Doctype: 5, Issued: f.d.asbestosDate()})
	for i, name := range []string{"facture", "courrier", "interieur"} {
		f.add(name, Part{Kind: "other", Doctype: 10, Column: i, Issued: f.d.Meetings[last].Notice.AddDays(9 * i)})
	}
}

// ownerPapers gives the last calls of an account, and its statement.
func (f *folder) ownerPapers(lots []int, keep int) {
	calls := f.d.SentCalls(lots)
	calls = calls[max(0, len(calls)-keep):]
	part := func(c Call) Part {
		return Part{Kind: "fund_call", Doctype: 10, Call: c, Lots: lots, Issued: c.Issued}
	}
	for _, c := range calls[:len(calls)-1] {
		f.add("appel", part(c))
	}
	c := calls[len(calls)-1]
	replaced := -1
	if f.d.Replaced && c.Exercise == running {
		f.add("appel", part(f.d.outdated(c)))
		replaced = len(f.papers) - 1
		c.Note = "Le présent appel annule et remplace l'appel n° " + c.Code + " établi par erreur sur le budget précédent."
		c.Code += " bis"
		c.Issued = c.Issued.AddDays(4)
	}
	statement := Part{Kind: "account_statement", Doctype: 10, Lots: lots, Issued: f.d.Statement}
	right := f.d.Bound
	if right {
		f.add("extrait", part(c), statement)
	} else {
		f.add("appel", part(c))
	}
	if replaced >= 0 {
		f.papers[replaced].ReplacedBy = f.papers[len(f.papers)-1].ID
	}
	if !right {
		f.add("compte", statement)
	}
}

// outdated is a call as it was sent first, on the budget of the year before.
func (d *Dossier) outdated(c Call) Call {
	groups := append([]CallGroup{}, c.Groups...)
	for i, g := range groups {
		if g.Nature == budget {
			groups[i] = d.CallOf(last, c.Number-1, c.Lots).Groups[0]
		}
	}
	c.Groups, c.Total = groups, 0
	for _, g := range groups {
		c.Total += g.Total
	}
	c.ToPay = c.Total + c.Prior
	return c
}

// strangers gives what has no place in the folder: a paper twice, and those of
// another building.
func (f *folder) strangers() {
	if f.d.Twice {
		for _, p := range f.papers {
			if p.Parts[0].Kind == "charge_statement" && p.Parts[0].Exercise == last {
				f.add("document", p.Parts...).CopyOf = p.ID
			}
		}
	}
	if !f.d.Stray {
		return
	}
	other := f.d.neighbour()
	calls := other.SentCalls(other.Sold)
	c := calls[len(calls)-1]
	f.add("document", Part{Kind: "fund_call", Doctype: 10, Call: c, Lots: other.Sold, Issued: c.Issued}).Of = other
	f.add("document", Part{Kind: "minutes", Doctype: 2, Meeting: last, Issued: other.Meetings[last].Date}).Of = other
}

// neighbour is another co-ownership of the same managing agent.
func (d *Dossier) neighbour() *Dossier {
	return Invent(Settings{
		ID: d.ID, Seed: d.Seed + 7919, Name: "Résidence des Quatre-Chemins", Street: "88 rue du Moulin-Brûlé", Zip: d.Zip, City: d.City,
		Registration: "AZ9-100-" + d.Registration[8:], Code: "77" + d.Code, Notary: d.Notary, Agent: d.Agent,
		Seller: []Person{{"M.", "Firmin", "Castelloubon"}}, Start: d.Start, Calls: d.Calls, Owners: 11, Total: 1000,
		Payer: Punctual, Late3: true, Insurer: d.Insurer, Policy: d.Policy,
	})
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}
