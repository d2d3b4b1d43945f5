package form

import (
	"context"
	"fmt"
	"os"
	"testing"

	"predate"
	"predate/internal/layout"
	"predate/internal/lexicon"
	"predate/internal/pdftext"
	"predate/papers"
)

func TestSections(t *testing.T) {
	path := os.Getenv("SECT")
	if path == "" {
		t.Skip()
	}
	e, _ := pdftext.New(context.Background(), pdftext.Options{})
	l, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(path)
	pages, _ := e.Read(context.Background(), data)
	r := &reader{words: l, kind: predate.KindSchedule1, said: map[string][]lexicon.Span{}}
	r.printed = printOf(layout.Analyse(pages), r.isUnit)
	r.sums = r.sumsOf()
	fmt.Printf("%+v\n", r.years())
	for _, col := range r.columns {
		for _, n := range col.nodes {
			if len(n.children) > 0 {
				s, ok := r.sectionOf(n, r.years())
				fmt.Println(n.cell.line, n.cell.text, len(n.children), ok, s.assets, s.on)
				for _, c := range n.children {
					a := r.accountAt(c)
					fmt.Println("     ", c.cell.text, a.number, a.concepts, len(c.children), "HEAD", r.heads(c))
				}
			}
		}
	}
}

func TestSay(t *testing.T) {
	l, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"105 Fonds de travaux", "Fonds de travaux", "1031 Avances de trésorerie", "1032 Avances travaux", "45 Copropriétaires – sommes", "45 Copropriétaires – sommes exigibles restant à recevoir"} {
		fmt.Printf("%q %+v\n", s, l.All(l.Text(s), lexicon.Context{Kind: predate.KindSchedule1}))
	}
}
