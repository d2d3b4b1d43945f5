package typeset

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/wording"
	"predate/internal/statement/tagged"
)

// open says what is lacking, and how much was supplied.
func (c *composer) open() {
	c.part("TROISIÈME PARTIE", openTitle)
	c.missing()
}

// openTitle is the part that has in full what the first page says is open.
const openTitle = "Pièces à demander et réserves"

// supplied counts the papers that the statement was made from.
func (c *composer) supplied() string {
	if len(c.Documents) == 0 {
		return "Aucune pièce n’a été fournie."
	}
	counts := map[string]int{}
	had := 0
	for _, d := range c.Documents {
		switch {
		case d.Listed:
			continue
		case d.Foreign:
			counts["foreign"]++
		case d.DuplicateOf != "" || d.SupersededBy != "":
			counts["double"]++
		case d.Unreadable != "":
			counts["unreadable"]++
		}
		had++
	}
	said := []string{"Ce document est établi à partir de " + counted(had, "pièce, énumérée", "pièces, énumérées") + " dans la preuve"}
	for _, one := range []struct{ what, single, many string }{
		{"foreign", "écartée comme d’un autre immeuble", "écartées comme d’un autre immeuble"},
		{"double", "écartée comme double ou remplacée", "écartées comme doubles ou remplacées"},
		{"unreadable", "illisible", "illisibles"},
	} {
		if n := counts[one.what]; n > 0 {
			said = append(said, "dont "+counted(n, one.single, one.many))
		}
	}
	return strings.Join(said, ", ") + "."
}

// dossier lists the papers that were supplied.
func (c *composer) dossier() {
	c.part("", "Pièces du dossier")
	if len(c.Documents) == 0 {
		c.paragraph("Aucune pièce n’a été fournie.", bodyItalic)
		return
	}
	t := table{dense: true, columns: []column{
		{title: "Fichier", width: 190}, {title: "Contenu"}, {title: "Daté du", width: 78}, {title: "Pages", width: 32, align: alignRight},
	}}
	for _, d := range c.Documents {
		t.rows = append(t.rows, documentRow(d))
	}
	c.sheet.table(t)
}

func documentRow(d predate.ReadDocument) row {
	printed := say("", body)
	if !d.Printed.IsZero() {
		printed = say(spoken(d.Printed), smallInk)
	}
	content := say(contents(d), smallInk).with(setAside(d), smallItalic)
	for _, c := range d.Corrections {
		content = content.with(CorrectionWords(c), smallItalic)
	}
	return row{cells: []cell{
		say(d.File, smallInk),
		content,
		printed,
		say(pageCount(d), smallInk).right(),
	}}
}

// pageCount is empty for a document of which nobody has the pages.
func pageCount(d predate.ReadDocument) string {
	if d.Listed {
		return ""
	}
	return wording.Number(int64(d.Pages))
}

// contents names the papers in a document, with their pages when there are
// several.
func contents(d predate.ReadDocument) string {
	var said []string
	for _, p := range d.Parts {
		name := kindName(p.Kind)
		if p.Draft {
			name += " (projet)"
		}
		if len(d.Parts) > 1 {
			name += " (" + pages(p) + ")"
		}
		if !d.Foreign {
			name += elsewhere(p)
		}
		said = append(said, name)
	}
	return capital(strings.Join(said, ", ")) + unneeded(d)
}

// unneeded says how many pages were left unread on purpose; "" for none.
func unneeded(d predate.ReadDocument) string {
	if len(d.LeftPages) == 0 {
		return ""
	}
	return ", dont " + wording.Number(int64(len(d.LeftPages))) + " pages de texte courant parcourues sans être lues" + nbsp + ": aucun chiffre n’en dépend"
}

// elsewhere says that a part is, or may be, of another building; "" for ours.
func elsewhere(p predate.Part) string {
	switch {
	case p.Foreign:
		return ", d’un autre immeuble – écarté (" + typographic(p.Whose) + ")"
	case p.Doubtful:
		return ", peut-être d’un autre immeuble – rien n’en est repris (" + typographic(p.Whose) + ")"
	}
	return ""
}

func pages(p predate.Part) string {
	if p.First == p.Last {
		return onPage(p.First)
	}
	return onPage(p.First) + "–" + wording.Number(int64(p.Last))
}

// setAside says why a document was not used; "" when it was.
func setAside(d predate.ReadDocument) string {
	switch {
	case d.Foreign:
		return "pièce d’un autre immeuble – écartée" + because(d)
	case d.DuplicateOf != "":
		return "écarté" + nbsp + ": double de " + d.DuplicateOf
	case d.SupersededBy != "":
		return "écarté" + nbsp + ": annulé et remplacé par " + d.SupersededBy
	case d.Listed:
		return "proposé par l’extranet, non obtenu" + nbsp + ": " + typographic(d.Unreadable)
	case d.Unreadable != "":
		return "illisible" + nbsp + ": " + typographic(d.Unreadable)
	}
	return ""
}

// because says what shows that a document is of another building.
func because(d predate.ReadDocument) string {
	if len(d.Parts) == 0 || d.Parts[0].Whose == "" {
		return ""
	}
	return " (" + typographic(d.Parts[0].Whose) + ")"
}

// missing lists what the statement waits for, then what is still owed to the
// buyer.
func (c *composer) missing() {
	for _, list := range []struct {
		title string
		gaps  []predate.Gap
	}{
		{"Pièces et informations manquantes", predate.Blocking(c.Outcome.Missing)},
		{"Pièces à demander pour l’acquéreur", predate.Reserves(c.Outcome.Missing)},
	} {
		if len(list.gaps) == 0 {
			continue
		}
		c.section(list.title, "", 40)
		c.sheet.table(gapTable(list.gaps))
	}
}

// gapTable has a column for the exercise only where one is named.
func gapTable(gaps []predate.Gap) table {
	dated := slices.ContainsFunc(gaps, func(g predate.Gap) bool { return g.FiscalYear != "" })
	t := table{columns: []column{{title: "Demande"}}}
	if dated {
		t.columns = append(t.columns, column{title: "Exercice", width: 60})
	}
	t.columns = append(t.columns, column{title: "État", width: 122, align: alignRight})
	for _, g := range gaps {
		r := row{cells: []cell{say(typographic(g.Message), body)}}
		if dated {
			r.cells = append(r.cells, say(g.FiscalYear, body))
		}
		r.cells = append(r.cells, say(gapState(g), absent).right())
		t.rows = append(t.rows, r)
	}
	return t
}

// notSupplied is said of a paper that is asked for.
const notSupplied = "non fourni — à demander"

// gapState says what became of what is asked for.
func gapState(g predate.Gap) string {
	switch {
	case g.Code == predate.CodeUnreadable:
		return "à redemander"
	case g.Kind == predate.GapDocument:
		return notSupplied
	}
	return "à demander"
}

// reservations says what the statement is worth and what it rests on.
func (c *composer) reservations() {
	c.section("Réserves et fondements", "", 80)
	approved := "la dernière assemblée générale qui a approuvé les comptes"
	if d, ok := c.Figure(predate.KeyAccountsApprovalDate).Value.(predate.Day); ok {
		approved = c.attributed("l’assemblée générale du "+spoken(predate.Date(d)), predate.KeyAccountsApprovalDate) + ", qui a approuvé les derniers comptes"
	}
	texts := []string{
		"La situation est arrêtée au " + spoken(c.ReferenceDate) + ". Les sommes sont données sous réserve de l’apurement des comptes " +
			"et de leur approbation par l’assemblée générale ; le solde définitif relève de l’état daté que le syndic établit avant l’acte de vente.",
		"Les charges payées, les impayés, la dette envers les fournisseurs et la part du fonds de travaux sont ceux des comptes soumis à " +
			approved + ".",
		c.supplied() + " Une information « non communiquée » n’y figure pas ; " +
			"elle ne vaut ni zéro ni absence, et une pièce « non fournie » peut exister. Une information « à vérifier » est donnée différemment par plusieurs pièces.",
	}
	for i, text := range texts {
		texts[i] = typographic(text)
	}
	texts = append(texts, c.warnings()...)
	texts = append(texts, c.declarations()...) // reasons are quoted to the letter
	texts = append(texts, c.reviewed()...)
	texts = append(texts, typographic("Fondements : code de la construction et de l’habitation, articles L.721-1 à L.721-3 ; loi n° 65-557 du 10 juillet 1965, "+
		"articles 8-2, 10-1, 14-1 à 14-3 et 18 ; décret n° 67-223 du 17 mars 1967, articles 5, 35 et 45-1 ; "+
		"décret n° 2005-240 et arrêté du 14 mars 2005 relatifs aux comptes du syndicat."))
	c.bullets(texts)
}

// bullets sets paragraphs behind dashes.
func (c *composer) bullets(texts []string) { c.bulleted(texts, body, 4) }

// bulleted sets paragraphs of a style behind dashes, with so much white after each.
func (c *composer) bulleted(texts []string, st style, gap float64) {
	list := c.sheet.block.Add(tagged.List)
	for _, text := range texts {
		c.bullet(list.Add(tagged.Item), text, st)
		c.sheet.y += gap
	}
}

func (c *composer) bullet(item *tagged.Element, text string, st style) {
	const indent = 14.0
	s := c.sheet
	lines := s.lines(say(text, st), contentWidth-indent)
	if len(lines) == 0 {
		return
	}
	s.need(min(height(lines), 3*st.look().leading))
	s.within(item.Add(tagged.Label), func() { s.text(marginLeft, s.y+st.look().baseline(), "–", reference) })
	lines[0].owner.element = item.Add(tagged.Body)
	for _, l := range lines {
		s.need(l.style.look().leading)
		s.draw([]line{l}, marginLeft+indent, s.y, contentWidth-indent, alignLeft)
		s.y += l.style.look().leading
	}
}
