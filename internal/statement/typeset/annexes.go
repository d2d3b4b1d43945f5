package typeset

import (
	"cmp"
	"strings"

	"predate"
	"predate/internal/reading/wording"
)

// The proof is the second file of a statement: for each number that the statement
// cites, the paper, the page and the words; then the checks, the papers, and the hashes
// of their files.

// proofFront says of which statement this is the proof.
func (c *composer) proofFront() {
	c.sheet.open()
	c.sheet.begin()
	c.sheet.y = 58
	c.masthead(mast{
		name: "Preuve du pré-état daté", narrow: true,
		about: "D’où vient chaque chiffre : pièces, pages et mots lus, contrôles, empreintes",
	})
	said := "Ce fichier accompagne le pré-état daté de référence " + c.reference() + ", " + c.options.made("établi") + " " + spoken(c.options.Issued) +
		" pour " + c.propertyLine() + ". Il n’en répète pas les réserves. " +
		"Chaque numéro cité dans le pré-état daté mène ici à une pièce, à une page et aux mots qui y ont été lus."
	c.paragraph(said, body)
	c.paragraph(c.verification(), smallInk)
}

// checks lists the accounting identities that were tried, and how they ended.
func (c *composer) checks() {
	c.part("", "Contrôles comptables")
	if len(c.Gates) == 0 {
		c.paragraph("Aucun contrôle n’a pu être fait : les pièces qu’ils comparent n’ont pas été fournies.", bodyItalic)
		return
	}
	t := table{dense: true, columns: []column{{title: "Contrôle", width: 150}, {title: "Résultat", width: 56}, {title: "Constat"}, {title: "Sources", width: 58}}}
	var idle []string
	for _, g := range c.Gates {
		if g.Status == predate.GateNotApplicable {
			idle = append(idle, gateName(g.ID))
			continue
		}
		t.rows = append(t.rows, row{cells: []cell{
			say(gateName(g.ID), smallInk), gateResult(g.Status), finding(g),
			{paras: []para{c.cited(para{style: reference}, checked(g), g.Evidence, mostOfCheck)}},
		}})
	}
	c.sheet.table(t)
	if len(idle) > 0 {
		c.sheet.y += 5
		c.paragraph("Contrôles sans objet, ou faute des pièces qu’ils comparent : "+strings.Join(idle, " ; ")+".", small)
	}
}

// mostOfCheck is how many places are printed for a check.
const mostOfCheck = 4

// checked is what a source of a check is listed for.
func checked(g predate.Gate) string { return "Contrôle" + nbsp + ": " + gateName(g.ID) }

// finding is what a check compared.
func finding(g predate.Gate) cell { return say(typographic(wording.Of(g.Detail)), small) }

func gateResult(s predate.GateStatus) cell {
	switch s {
	case predate.GateGreen:
		return say("concordant", reference)
	case predate.GateRed:
		return say("discordant", smallBold)
	}
	return say(string(s), smallItalic)
}

// sourcesAnnex lists every place cited, by the statement and by the checks.
func (c *composer) sourcesAnnex() {
	for _, g := range c.Gates {
		if g.Status != predate.GateNotApplicable {
			c.sources.cite(checked(g), g.Evidence[:min(mostOfCheck, len(g.Evidence))])
		}
	}
	c.part("", "Sources")
	c.paragraph("Un nombre précédé du signe + compte d’autres lectures concordantes : elles sont toutes dans le rapport joint à ce fichier. "+
		"Les noms et les lots d’autres copropriétaires sont masqués dans les mots cités.", bodyGrey)
	c.sheet.y += 4
	if len(c.sources.list) > 0 {
		c.citations()
	} else {
		c.paragraph("Aucune source n’est citée.", bodyItalic)
	}
}

// hashes tells the hash of every file.
func (c *composer) hashes() {
	c.section("Empreintes des fichiers", "SHA-256", 60)
	t := table{dense: true, columns: []column{{title: "Fichier"}, {title: "Empreinte", width: 292}}}
	for _, d := range c.Documents {
		if d.Listed {
			continue // there are no bytes
		}
		t.rows = append(t.rows, row{cells: []cell{say(d.File, smallInk), say(string(d.Hash), small)}})
	}
	t.rows = append(t.rows, row{cells: []cell{
		say(c.reportName(), smallInk).with("rapport joint à ce fichier et au pré-état daté, d’où vient le code de vérification", smallItalic),
		say(string(c.known.report), small),
	}})
	c.sheet.table(t)
}

// pageNumber is empty for what stands in no paper.
func pageNumber(e predate.Evidence) string {
	if e.Page == 0 {
		return ""
	}
	return wording.Number(int64(e.Page))
}

// citations is the table of the sources: what rests on each, and its words.
func (c *composer) citations() {
	t := table{dense: true, columns: []column{
		{title: "N°", width: 24, align: alignRight}, {title: "Ce qui en résulte", width: 176}, {title: "Pièce", width: 128}, {title: "Page", width: 26, align: alignRight}, {title: "Mots lus"},
	}}
	for _, src := range c.sources.list {
		e := src.evidence
		rests := cell{}
		for _, one := range src.supports {
			rests = rests.with(one, smallInk)
		}
		t.rows = append(t.rows, row{target: src.link, cells: []cell{
			{paras: []para{{text: wording.Number(int64(src.number)), style: reference, to: src.back()}}, align: alignRight},
			rests,
			say(cmp.Or(e.File, speaker(e)), small).with(classedBy(c.Documents, e), smallItalic),
			say(pageNumber(e), small).right(),
			say(e.Text, smallInk),
		}})
	}
	c.sheet.table(t)
}
