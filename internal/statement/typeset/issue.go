package typeset

import (
	"strings"

	"predate"
)

// noIssuer is printed where the issuer would be named.
const noIssuer = "ÉMETTEUR NON RENSEIGNÉ"

// freshMonths is for how long a statement is used before it is made anew: calls and
// payments come every quarter.
const freshMonths = 3

// freshUntil is the day after which the figures should be made anew.
func (c *composer) freshUntil() predate.Date { return c.ReferenceDate.AddMonths(freshMonths) }

// made leads from a participle to the day of issue.
func (o Options) made(participle string) string {
	if o.AsOf {
		return strings.TrimSpace(participle + " comme au")
	}
	return strings.TrimSpace(participle + " le")
}

// issuerInShort names the issuer on one line.
func (c *composer) issuerInShort() string {
	i := c.options.Issuer
	if i.IsZero() {
		return noIssuer
	}
	return joined(", ", i.Name, i.Address)
}

// joined puts texts one after the other, without those that are empty.
func joined(separator string, texts ...string) string {
	var all []string
	for _, text := range texts {
		if text != "" {
			all = append(all, text)
		}
	}
	return strings.Join(all, separator)
}

// issue says who issues the statement, for whom and until when it serves, and leaves
// room for the signatures.
func (c *composer) issue() {
	const keep = 225.0 // the table and the boxes stand on one page
	c.section("Émission et signatures", "", keep)
	c.sheet.table(table{columns: []column{{width: 158}, {}}, rows: c.issueRows()})
	c.signatures()
}

func (c *composer) issueRows() []row {
	i := c.options.Issuer
	fact := func(label, value string) row {
		return row{cells: []cell{say(label, bodyGrey), say(typographic(value), body)}}
	}
	var rows []row
	if i.IsZero() {
		rows = append(rows, row{cells: []cell{say("Émetteur", bodyGrey), say(noIssuer, toVerify)}})
	} else {
		siren := ""
		if i.SIREN != "" {
			siren = "SIREN" + nbsp + grouped(i.SIREN)
		}
		named := say(i.Name, bodyBold).with(joined(" · ", i.LegalForm, siren), body).with(i.Address, body).with(joined(" · ", i.Phone, i.Email), body)
		rows = append(rows, row{cells: []cell{say("Émetteur", bodyGrey), named}})
		if i.Insurance != "" {
			rows = append(rows, fact("Assurance professionnelle", i.Insurance))
		}
		if i.Mandate != "" {
			rows = append(rows, fact("Mandat", i.Mandate))
		}
	}
	rows = append(rows, fact("Établi pour le compte de", c.sellers()))
	proof := say(c.proofName(), body).with("Sources, contrôles et empreintes des pièces. SHA-256 de ce fichier"+nbsp+":", small).with(string(c.known.proof), smallInk)
	rows = append(rows, row{cells: []cell{say("Preuve, dans un second fichier", bodyGrey), proof}})
	if !c.ReferenceDate.IsZero() {
		rows = append(rows, fact("Situation arrêtée au", spoken(c.ReferenceDate)+". À actualiser après le "+spoken(c.freshUntil())+"."))
	}
	return rows
}

// grouped writes a SIREN by threes.
func grouped(siren string) string {
	digits := strings.ReplaceAll(siren, " ", "")
	if len(digits) != 9 {
		return siren
	}
	return digits[:3] + nbsp + digits[3:6] + nbsp + digits[6:]
}

// signatures draws a box for the issuer and one for the seller.
func (c *composer) signatures() {
	const gap, pad, high = 18.0, 9.0, 70.0
	s := c.sheet
	made := capital(c.options.made("")) + " " + spoken(c.options.Issued)
	if place := c.options.Issuer.Place; place != "" {
		made = "Fait à " + place + ", " + c.options.made("") + " " + spoken(c.options.Issued)
	}
	boxes := []cell{
		say("L’émetteur", smallBold).with(made, small),
		say("Le vendeur", smallBold).with("Reçu un exemplaire. Date et signature"+nbsp+":", small),
	}
	s.skip(12)
	s.need(high)
	s.begin()
	w := (contentWidth - gap) / 2
	for i, words := range boxes {
		x, y := marginLeft+float64(i)*(w+gap), s.y
		s.stroke(0.4, hairline, "round", [2]float64{x, y}, [2]float64{x + w, y}, [2]float64{x + w, y + high}, [2]float64{x, y + high}, [2]float64{x, y})
		s.draw(s.lines(words, w-2*pad), x+pad, y+pad-2, w-2*pad, alignLeft)
	}
	s.y += high
}
