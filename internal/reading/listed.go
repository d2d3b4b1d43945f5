package reading

import (
	"fmt"

	"predate"
	"predate/internal/reading/classify"
)

// Listed is a document that an extranet lists and that nobody could fetch or
// open there.
type Listed struct {
	Title   string
	Printed predate.Date    // the day that the extranet gives; may be zero
	Hint    predate.DocType // the extranet's guess; zero for none
	Reason  string          // French
}

// lacking describes the documents that were listed and not had. The names of a
// dossier are unique: a title that a file bears too is numbered.
func lacking(d Dossier) []predate.ReadDocument {
	taken := map[string]bool{}
	for _, file := range d.Files {
		taken[file.Name] = true
	}
	var documents []predate.ReadDocument
	for _, l := range d.Listed {
		name := l.Title
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s (%d)", l.Title, n)
		}
		taken[name] = true
		documents = append(documents, predate.ReadDocument{
			File: name, Printed: l.Printed, Unreadable: l.Reason, Listed: true, Guess: classify.Guess(l.Title, l.Hint),
		})
	}
	return documents
}
