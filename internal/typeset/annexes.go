package typeset

import (
	"cmp"
	"strings"

	"predate"
	"predate/internal/wording"
)

// checks lists the accounting identities that were tried, and how they ended.
func (c *composer) checks() {
	c.section("Contrôles comptables", "", 60)
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
			{paras: []para{c.cited("", reference, g.Evidence, 4)}},
		}})
	}
	c.sheet.table(t)
	if len(idle) > 0 {
		c.sheet.y += 5
		c.paragraph("Contrôles sans objet, ou faute des pièces qu’ils comparent : "+strings.Join(idle, " ; ")+".", small)
	}
}

// finding is what a check compared. One that failed is told in full; the report
// has the others in full.
func finding(g predate.Gate) cell {
	p := para{text: typographic(wording.Of(g.Detail)), style: small, limit: 3}
	if g.Status == predate.GateRed {
		p.limit = 0
	}
	return cell{paras: []para{p}}
}

func gateResult(s predate.GateStatus) cell {
	switch s {
	case predate.GateGreen:
		return say("concordant", reference)
	case predate.GateRed:
		return say("discordant", smallBold)
	}
	return say(string(s), smallItalic)
}

// sourcesAnnex lists every place cited, and the files they are in.
func (c *composer) sourcesAnnex() {
	c.part("ANNEXE", "Sources")
	c.paragraph("Chaque numéro cité dans le document mène à une pièce, à une page et aux mots qui y ont été lus. "+
		"Un nombre précédé du signe + compte d’autres lectures concordantes : elles sont toutes dans le rapport joint à ce fichier.", bodyGrey)
	c.sheet.y += 4
	if len(c.sources.list) > 0 {
		c.citations()
	} else {
		c.paragraph("Aucune source n’est citée.", bodyItalic)
	}
	c.section("Empreintes des fichiers", "SHA-256", 60)
	t := table{dense: true, columns: []column{{title: "Fichier"}, {title: "Empreinte", width: 292}}}
	for _, d := range c.Documents {
		if d.Listed {
			continue // there are no bytes
		}
		t.rows = append(t.rows, row{cells: []cell{say(d.File, smallInk), say(string(d.Hash), small)}})
	}
	t.rows = append(t.rows, row{cells: []cell{
		say(c.reportName(), smallInk).with("rapport joint à ce fichier, d’où vient le code de vérification", smallItalic),
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

// wordsRead quotes a paper in a few lines, and a person in full.
func wordsRead(e predate.Evidence) cell {
	p := para{text: e.Text, style: small, limit: 3}
	if e.File == "" {
		p.limit = 0
	}
	return cell{paras: []para{p}}
}

func (c *composer) citations() {
	t := table{dense: true, columns: []column{
		{title: "N°", width: 24, align: alignRight}, {title: "Pièce", width: 190}, {title: "Page", width: 30, align: alignRight}, {title: "Mots lus"},
	}}
	for _, src := range c.sources.list {
		e := src.evidence
		t.rows = append(t.rows, row{target: src.link, cells: []cell{
			{paras: []para{{text: wording.Number(int64(src.number)), style: reference, to: src.back()}}, align: alignRight},
			say(cmp.Or(e.File, speaker(e)), smallInk).with(classedBy(c.Documents, e), smallItalic),
			say(pageNumber(e), smallInk).right(),
			wordsRead(e),
		}})
	}
	c.sheet.table(t)
}
