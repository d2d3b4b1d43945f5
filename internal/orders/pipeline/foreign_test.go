package pipeline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate"
	"predate/internal/delivering/link"
	"predate/internal/orders/desk"
)

// A paper of another building is delivered with the rest, and says what it is;
// one that repeats another is not.
func TestForeignPapersAreListedAsSuch(t *testing.T) {
	links, err := link.New("https://api.example", predate.Secret(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	p := &Pipeline{Options: Options{Links: links}}
	got := p.documents(predate.Statement{Documents: []predate.ReadDocument{
		{Document: 1, File: "pv.pdf"}, {Document: 2, File: "voisin.pdf", Foreign: true}, {Document: 3, File: "copie.pdf", DuplicateOf: "pv.pdf"},
	}}, desk.Contents{Documents: []predate.Document{{ID: 1, Comment: "PV 2025"}, {ID: 2, Comment: "PV 2026"}, {ID: 3}}})
	remarks := map[predate.DocumentID]string{}
	for _, d := range got {
		remarks[d.ID] = d.Remark()
	}
	want := map[predate.DocumentID]string{1: "PV 2025", 2: "Pièce d’un autre immeuble – écartée : PV 2026"}
	if diff := cmp.Diff(want, remarks); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}
