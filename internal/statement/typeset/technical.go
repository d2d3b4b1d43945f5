package typeset

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// technicalLine is a line of the model of which no paper is read: what it is called, and
// the words by which a file that has it may be named.
type technicalLine struct {
	name  string
	words []string
}

func technicalLineList() []technicalLine {
	return []technicalLine{
		{"contrôle technique de l’ascenseur", []string{"ascenseur", "ascenseurs"}},
		{"piscine", []string{"piscine"}},
		{"bornes de recharge de véhicules électriques", []string{"irve", "recharge", "bornes"}},
		{"raccordement à la fibre optique", []string{"fibre"}},
		{"état relatif à la présence de termites", []string{"termites", "termite"}},
	}
}

// technicalLines prints the lines of the model that are not read from papers. They are
// neither « néant », which needs words, nor « non communiqué », for a paper may tell what
// was not looked for: the buyer is told which file seems to have them, by its name.
func technicalLines(c *composer) {
	c.sheet.y += 4
	var said []string
	if key := liftKey(c.Figure(predate.KeyAllocationKeys)); key != "" {
		said = append(said, "Ascenseur"+nbsp+": l’immeuble en a un, pour lequel les lots vendus ont la clé de répartition «"+nbsp+key+nbsp+"».")
	}
	var unread []string
	for _, line := range technicalLineList() {
		files := filesNamed(c.Documents, line.words)
		if len(files) == 0 {
			unread = append(unread, line.name)
			continue
		}
		said = append(said, capital(line.name)+nbsp+": d’après son nom, voir "+strings.Join(files, ", ")+", pièce fournie qui n’est pas analysée.")
	}
	if len(unread) > 0 {
		said = append(said, "Ni présence ni absence relevée dans les pièces, à vérifier auprès du syndic"+nbsp+": "+strings.Join(unread, ", ")+".")
	}
	c.paragraph("Autres lignes techniques du modèle. "+strings.Join(said, " "), small)
}

// liftKey is the name of the key by which the sold lots bear a lift; "" for none.
func liftKey(f predate.Figure) string {
	keys, _ := f.Value.(predate.KeyList)
	for _, k := range keys {
		if f.Known() && k.LotShare > 0 && (fold.Has(fold.Text(k.Label), "ascenseur") || fold.Has(fold.Text(k.Label), "ascenseurs")) {
			return k.Label
		}
	}
	return ""
}

// filesNamed are the files of the building whose name has one of the words, and of which
// nothing is read.
func filesNamed(documents []predate.ReadDocument, words []string) []string {
	var out []string
	for _, d := range documents {
		used := !d.Foreign && !d.Listed && d.DuplicateOf == "" && d.SupersededBy == "" &&
			!slices.ContainsFunc(d.Parts, func(p predate.Part) bool { return p.Kind != predate.KindOther })
		name := fold.Text(strings.NewReplacer("_", " ", "-", " ", ".", " ").Replace(d.File))
		if used && slices.ContainsFunc(words, func(w string) bool { return fold.Has(name, w) }) {
			out = append(out, d.File)
		}
	}
	return out
}
