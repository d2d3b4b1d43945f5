package typeset

import (
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

func (c *composer) partTwo() {
	c.part("DEUXIÈME PARTIE", "Vie de la copropriété et dossier technique")
}

// life is what the meetings decided and what the syndicat is engaged in.
func (c *composer) life() {
	c.votedWorks()
	c.section("Procédures, emprunts, assurance, assemblées", "", 70)
	rows := c.listed("Procédures en cours", predate.KeyProceedings)
	rows = append(rows, c.loans()...)
	rows = append(
		rows,
		c.fact("Assurance de l’immeuble", predate.KeyInsurance),
		c.fact("Prochaine assemblée générale", predate.KeyNextMeeting),
		c.fact("Copropriété en difficulté", predate.KeyDifficulty),
		c.fact("Association syndicale (ASL, AFUL)", predate.KeyLandAssociation),
	)
	c.sheet.table(table{columns: facts(), rows: rows})
}

// votedWorks is the works adopted and not finished.
func (c *composer) votedWorks() {
	c.section("Travaux votés et non achevés", "décret n° 67-223, art. 5, 3° c", 70)
	f := c.Figure(predate.KeyVotedWorks)
	works, ok := f.Value.(predate.WorkList)
	if !ok || len(works) == 0 || !f.Known() && f.Status != predate.StatusConflicting {
		f.Value = nil
		c.sheet.table(table{columns: facts(), rows: []row{c.factOf("Travaux", f)}})
		return
	}
	t := table{columns: []column{
		{title: "Travaux"},
		{title: "Montant voté", width: 88, align: alignRight},
		{title: "Appelé aux lots", width: 84, align: alignRight},
		{title: "Reste à appeler", width: 84, align: alignRight},
	}}
	for _, w := range works {
		called, toCall := say(wording.Euros(w.LotCalled), amount), say(wording.Euros(w.LotToCall), amount)
		if !w.Concerns {
			called, toCall = say("sans objet", absent), say("sans objet", absent)
		}
		t.rows = append(t.rows, row{cells: []cell{
			say(w.Title, body).with(workNote(w), small),
			say(wording.Euros(w.Amount), amount).right(), called.right(), toCall.right(),
		}})
	}
	c.sheet.table(t)
	c.underTable(f)
}

func workNote(w predate.Work) string {
	var said []string
	if !w.VotedOn.IsZero() {
		said = append(said, "assemblée du "+spoken(w.VotedOn))
	}
	if w.Key != "" {
		said = append(said, "clé "+w.Key)
	}
	for _, part := range []struct {
		name   string
		amount predate.Cents
	}{{"fonds de travaux", w.WorksFund}, {"subvention", w.Subsidy}, {"emprunt", w.Loan}} {
		if part.amount != 0 {
			said = append(said, part.name+" "+wording.Euros(part.amount))
		}
	}
	if !w.Concerns {
		said = append(said, "ne concerne pas les lots vendus")
	}
	return strings.Join(said, " · ")
}

// listed is the rows of a figure that is a list of sentences.
func (c *composer) listed(name string, k predate.Key) []row {
	f := c.Figure(k)
	texts, ok := f.Value.(predate.Texts)
	if !ok || len(texts) == 0 || !f.Known() {
		f.Value = nil
		return []row{c.factOf(name, f)}
	}
	var items []cell
	for _, text := range texts {
		items = append(items, say(text, body))
	}
	return c.items(name, f, items)
}

// items is the rows of a list under one name; below them, how far it may be
// relied upon.
func (c *composer) items(name string, f predate.Figure, items []cell) []row {
	said := sayFigure(f)
	if said.mention != "" {
		items = append(items, say(joinNote(capital(said.mention), said.note), small))
	} else if said.note != "" {
		items = append(items, say(said.note, small))
	}
	var rows []row
	for i, item := range items {
		r := row{bare: i > 0, cells: []cell{{}, item, {}}}
		if i == 0 {
			r.cells[0], r.cells[2] = say(name, bodyGrey), c.refs(f)
		}
		rows = append(rows, r)
	}
	return rows
}

func (c *composer) loans() []row {
	const name = "Emprunts collectifs"
	f := c.Figure(predate.KeyLoans)
	loans, ok := f.Value.(predate.LoanList)
	if !ok || len(loans) == 0 || !f.Known() {
		f.Value = nil
		return []row{c.factOf(name, f)}
	}
	var items []cell
	for _, l := range loans {
		items = append(items, say(l.Object, body).with("capital restant dû "+wording.Euros(l.Outstanding)+loanEnd(l), small))
	}
	return c.items(name, f, items)
}

func loanEnd(l predate.Loan) string {
	if l.Until.IsZero() {
		return ""
	}
	return ", jusqu’au " + spoken(l.Until)
}

// technicalFile is the papers that the law wants handed over, one by one.
func (c *composer) technicalFile() {
	t := table{columns: []column{{title: "Document", width: 224}, {title: "État"}, {title: "Sources", width: 58}}}
	for _, p := range legalPapers() {
		f := c.Figure(p.key)
		said := c.sayPaper(p)
		value := said.cell(body).with(said.note, small)
		if paper, ok := f.Value.(predate.Paper); ok && f.Known() && p.key == predate.KeyPPT {
			value = value.with(adopted(paper), small)
		}
		t.rows = append(t.rows, row{cells: []cell{say(Label(p.key), body).with(p.law, small), value, c.refs(f)}})
	}
	t.rows = append(t.rows, row{cells: []cell{
		say("Notice d’information sur les droits et obligations des copropriétaires", body).with("CCH, art. L.721-2, II, 4°", small),
		say("jointe en annexe"+c.onPageOf(noticeTitle), body).with("Document général, identique pour toutes les ventes.", small),
		{},
	}})
	c.section("Documents à remettre à l’acquéreur et dossier technique", "CCH, art. L.721-2, II, 1° et 3° à 6°", least(c.sheet, t))
	c.sheet.table(t)
	technicalLines(c)
}

// sayPaper puts a paper to hand over into words: whether it is there, and what
// the seller still has to ask for.
func (c *composer) sayPaper(p legalPaper) saying {
	f := c.Figure(p.key)
	said := sayFigure(f)
	asked := c.askedFor(p)
	switch {
	case f.Declared.By == predate.DeclaredByOperator && !said.known: // in the words that he chose
	case f.Status == predate.StatusMissing && present(f):
		said.value = "fourni, sans date lisible"
	case f.Status == predate.StatusMissing && len(asked) > 0:
		said.value = notSupplied
	case f.Status == predate.StatusMissing:
		said.value = "non fourni"
	case p.key == predate.KeyMinutes && len(asked) > 0:
		said.note = joinNote(said.note, capital(notSupplied)+nbsp+": "+strings.Join(asked, " "))
	}
	return said
}

// askedFor gives what is asked for of a paper, in sentences.
func (c *composer) askedFor(p legalPaper) []string {
	var out []string
	for _, g := range c.Outcome.Missing {
		if g.Code == string(p.key) || p.with != "" && g.Code == string(p.with) {
			out = append(out, typographic(g.Message))
		}
	}
	return out
}

// present reports whether a paper is in the dossier although its figure is not
// known.
func present(f predate.Figure) bool {
	return len(f.Evidence) > 0 && f.Evidence[0].Rule == predate.PresenceRule
}

func adopted(p predate.Paper) string {
	if p.Adopted {
		return "plan adopté par l’assemblée générale"
	}
	return "projet, non adopté par l’assemblée générale"
}
