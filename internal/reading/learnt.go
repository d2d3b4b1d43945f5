package reading

import (
	"context"
	"regexp"
	"slices"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/compute"
	"predate/internal/reading/form"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
	"predate/internal/reading/look"
)

// learn reads the parts of a file by the looks that operators taught. It is not
// kept with the rest: looks come and go without a new build.
func (r *Reader) learn(ctx context.Context, s *sheet, document predate.ReadDocument, looks []look.Look) ([]predate.Learnt, error) {
	var out []predate.Learnt
	for i, part := range document.Parts {
		of := slices.DeleteFunc(slices.Clone(looks), func(l look.Look) bool { return l.Kind != part.Kind })
		if len(of) == 0 {
			continue
		}
		if s.doc == nil {
			if err := r.look(ctx, s, nil); err != nil {
				return nil, err
			}
		}
		doc := pagesOf(*s.doc, part)
		page, sums := look.PageOf(part.Kind, doc), form.PrintedSums(part.Kind, doc, r.Words)
		for _, l := range of {
			figure, ok := l.Read(page)
			if !ok {
				continue
			}
			proven := (l.Confirmed >= look.Enough || closes(figure, sums)) && r.isWhole(figure.Key, s.Figures[i], doc)
			for e := range figure.Evidence {
				figure.Evidence[e].File, figure.Evidence[e].Document = s.file.Name, s.file.Document
			}
			out = append(out, predate.Learnt{Look: l.ID, Part: part, Figure: figure, Proven: proven})
		}
	}
	return out, nil
}

// isWhole reports whether a row says all of its figure. Arrears have a second row,
// the doubtful claims (account 459): a paper that speaks of them, and of which that
// row was not read, may have more.
func (r *Reader) isWhole(key predate.Key, figures []predate.Figure, doc layout.Doc) bool {
	if key != predate.KeyArrears || slices.ContainsFunc(figures, func(f predate.Figure) bool { return f.Key == predate.FactOwnersDoubtful }) {
		return true
	}
	for _, page := range doc.Pages {
		for _, line := range page.Lines {
			if r.Words.Has(r.Words.Text(line.Text()), lexicon.Context{Recognised: page.OCR}, "account_owners_doubtful") {
				return false
			}
		}
	}
	return true
}

// closes reports whether the amount of a figure makes a sum that closes, or is a
// part of one. Nothing proves a zero, and a sum of two lines little.
func closes(f predate.Figure, sums []form.PrintedSum) bool {
	const parts = 3
	e := f.Evidence[0]
	at := form.Place{Page: e.Page, Box: e.Box}
	return f.Value != predate.Money(0) && slices.ContainsFunc(sums, func(s form.PrintedSum) bool {
		return s.Closed && len(s.Parts) >= parts && (at == form.Place{Page: s.Page, Box: s.Box} || slices.Contains(s.Parts, at))
	})
}

// Pointed is an amount at which an operator points.
type Pointed struct {
	Key   predate.Key
	Value predate.Value
	Page  int
	Box   predate.Box // zero where Words say which
	Words string
}

// Teach derives a look from an amount of a file at which an operator points, in
// the dossier of a statement. It is refused where the words around it would not
// find it again.
func (r *Reader) Teach(ctx context.Context, file File, s predate.Statement, p Pointed) (look.Look, error) {
	value, ok := p.Value.(predate.Money)
	closing, learnable := compute.LearnableDay(s, p.Key)
	if !ok || !learnable {
		return look.Look{}, predate.Refuse(predate.CodeInvalid, "Rien n’est appris ni retenu. Le chiffre %s ne s’apprend pas d’un endroit : il dépend de plusieurs pièces, ou son exercice n’est pas connu. Sans --at, il est retenu pour cette seule commande.", p.Key)
	}
	doc, _, err := r.Layout(ctx, file)
	if err != nil {
		return look.Look{}, err
	}
	for _, d := range s.Documents {
		for _, part := range d.Parts {
			if d.File != file.Name || p.Page < part.First || part.Last < p.Page {
				continue
			}
			return look.Learn(look.Lesson{
				Key: p.Key, Value: predate.Cents(value), Kind: part.Kind, Doc: pagesOf(doc, part), Page: p.Page, Box: p.Box, Words: p.Words,
				Closing: closing, Issuer: issuerOf(s), Persons: personsOf(s),
			})
		}
	}
	return look.Look{}, predate.Refuse(predate.CodeInvalid, "Rien n’est appris ni retenu. « %s » n’a pas de page %d que la lecture ait comprise.", file.Name, p.Page)
}

// issuerOf returns the managing agent of a statement, unless it is a person.
func issuerOf(s predate.Statement) string {
	agent, _ := s.Figure(predate.KeyManagingAgent).Value.(predate.Text)
	if s.Figure(predate.KeyManagingAgentType).Value != predate.Text("professional") && !firm.MatchString(fold.Text(string(agent))) {
		return ""
	}
	return string(agent)
}

// firm is words that a firm has in its name, and a person has not.
var firm = regexp.MustCompile(`\b(cabinet|agence|regie|immobilier|immobiliere|gestion|syndic|administration|sas|sarl|eurl)\b`)

// personsOf lists the names of persons in a statement.
func personsOf(s predate.Statement) []string {
	var out []string
	for _, o := range s.Order.Owners {
		out = append(out, o.Firstname, o.Lastname)
	}
	owners, _ := s.Figure(predate.KeyOwners).Value.(predate.Texts)
	return append(append(out, s.Order.Payer.Lastname), owners...)
}
