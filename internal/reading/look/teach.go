package look

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
	"predate/internal/reading/wording"
)

// Lesson is what an operator points at, and what is known of the dossier.
type Lesson struct {
	Key   predate.Key
	Value predate.Cents
	Kind  predate.Kind
	Doc   layout.Doc // the part
	Page  int
	Box   predate.Box // around the amount; zero where Words say which
	Words string      // printed on its line, beside, over or under it; empty with a box
	// Closing is the day of which the figure is; zero for one that is of no day.
	Closing predate.Date
	Issuer  string   // the managing agent, as printed; empty when it is not known, or a person
	Persons []string // names of persons in the dossier: no word of them is kept
}

// Learn derives a look from a lesson. It is refused, in French and with the
// remedy, when the words would not find the amount again and no other.
func Learn(n Lesson) (Look, error) {
	page := PageOf(n.Kind, n.Doc)
	s, err := n.pointed(page)
	if err != nil {
		return Look{}, err
	}
	persons := personsOf(n.Persons).printedIn(n.Doc)
	l := Look{Kind: n.Kind, Program: Program{Key: n.Key}}
	if !n.Closing.IsZero() {
		if l.Program.Day, err = dayWords(page, n.Closing, persons); err != nil {
			return Look{}, err
		}
	}
	for _, head := range headsOf(page.spots, n.Closing) {
		if !persons.in(head) {
			l.Heads = append(l.Heads, head)
		}
	}
	if issuer := fold.Text(n.Issuer); issuer != "" && fold.Has(page.text, issuer) && !persons.in(issuer) {
		l.Issuer = issuer
	}
	if l.Issuer == "" && len(l.Heads) == 0 {
		return Look{}, refuse("La pièce n’imprime ni le nom du syndic ni têtes de colonnes : rien ne la ferait reconnaître.")
	}
	return l.finding(page, s, n, persons)
}

func refuse(format string, args ...any) error {
	return predate.Refuse(predate.CodeInvalid, "Rien n’est appris ni retenu. "+format+" Sans --at, le chiffre est retenu pour cette seule commande.", args...)
}

// pointed finds the amount that an operator points at.
func (n Lesson) pointed(p Page) (spot, error) {
	want := fold.Text(n.Words)
	var at []spot
	for _, s := range p.spots {
		x, y := (s.Box.X0+s.Box.X1)/2, (s.Box.Y0+s.Box.Y1)/2
		inBox := n.Box != predate.Box{} && n.Box.X0 <= x && x <= n.Box.X1 && n.Box.Y0-1 <= y && y <= n.Box.Y1+1
		said := want != "" && (fold.Has(fold.Text(s.label), want) || fold.Has(fold.Text(s.head), want) && s.label == "" || fold.Has(fold.Text(s.caption), want) && s.label == "")
		if s.Page == n.Page && (inBox || said) {
			at = append(at, s)
		}
	}
	if len(at) == 0 {
		return spot{}, refuse("Aucun montant à cet endroit de la page %d.", n.Page)
	}
	right := slices.DeleteFunc(slices.Clone(at), func(s spot) bool { return s.Cents != n.Value })
	switch len(right) {
	case 1:
		return right[0], nil
	case 0:
		return spot{}, refuse("L’endroit désigné imprime « %s », et non la valeur donnée.", strings.TrimSpace(at[0].Text))
	}
	return spot{}, refuse("Plusieurs montants à cet endroit ont cette valeur : désignez-en un par sa boîte.")
}

// dayWords finds words that stand before the closing day and before no other.
func dayWords(p Page, closing predate.Date, persons persons) (string, error) {
	for _, d := range p.days {
		if d.day != closing || d.before == "" || persons.in(d.before) {
			continue
		}
		if only, ok := onlyDay(p.days, d.before); ok && only == closing {
			return d.before, nil
		}
	}
	return "", refuse("La pièce n’imprime pas, après des mots qui ne précèdent que lui, le jour %s dont est le chiffre.", wording.Day(closing))
}

// finding completes a look by the first program that finds the amount again, and
// only it: the words on its left, with the head of its column if there is one, since
// the cell of that column may be blank in another paper; else those over or under it.
func (l Look) finding(p Page, s spot, n Lesson, persons persons) (Look, error) {
	column := normal(s.head, n.Closing)
	named := false
	for _, g := range []Program{
		{Relation: Right, Anchor: normal(s.label, n.Closing), Column: column},
		{Relation: Under, Anchor: column},
		{Relation: Over, Anchor: normal(s.caption, n.Closing)},
	} {
		if g.Anchor == "" || letters(g.Anchor) < 3 {
			continue
		}
		if persons.in(g.Anchor) || persons.in(g.Column) {
			named = true
			continue
		}
		if isRow(n.Key) && saysTotal(g.Anchor) {
			return Look{}, refuse("Un total ne nomme pas ce chiffre : d’autres lignes y entrent sur d’autres pièces.")
		}
		g.Key, g.Day = l.Program.Key, l.Program.Day
		l.Program = g
		if found := l.find(p, n.Closing); len(found) == 1 && found[0].Box == s.Box && found[0].Page == s.Page {
			return l, nil
		}
	}
	if named {
		return Look{}, refuse("Les mots qui nomment ce montant sont le nom d’une personne : ils ne peuvent pas être appris.")
	}
	return Look{}, refuse("Les mots autour de ce montant en nomment aussi d’autres sur la pièce : ils ne suffiraient pas à le retrouver.")
}

// isRow reports whether a figure is a row of annexe 1, and never a total.
func isRow(key predate.Key) bool {
	_, row := concepts()[predate.KindSchedule1][key]
	return row
}

// saysTotal reports whether words name a sum.
func saysTotal(words string) bool {
	return slices.ContainsFunc(strings.Fields(words), func(w string) bool {
		return w == "total" || w == "totaux" || w == "totale" || w == "sous-total" || w == "sous-totaux" || w == "ensemble"
	})
}
