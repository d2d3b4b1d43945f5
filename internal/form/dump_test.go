package form

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"predate"
	"predate/internal/layout"
	"predate/internal/lexicon"
	"predate/internal/pdftext"
	"predate/papers"
)

func TestDump(t *testing.T) {
	path := os.Getenv("DUMP")
	if path == "" {
		t.Skip()
	}
	data, _ := os.ReadFile(path)
	r, err := pdftext.New(context.Background(), pdftext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := r.Read(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	p := printOf(layout.Analyse(pages), func(s string) bool { return strings.Contains(s, "tant") || strings.Contains(s, "mill") })
	s := p.sumsOf()
	for i, l := range p.lines {
		fmt.Printf("%3d p%d ", i, l.page)
		for _, c := range l.cells {
			fmt.Printf("|%d:%s", c.nature, c.text)
			if len(c.counts) > 0 {
				fmt.Print(c.counts, c.unit)
			}
		}
		for _, n := range s.at[i] {
			if len(n.children) > 0 {
				fmt.Printf("  <SUM c%d of %d from %d>", n.column, len(n.children), n.first())
			}
		}
		fmt.Println()
	}
}

func TestRead(t *testing.T) {
	path := os.Getenv("READ")
	if path == "" {
		t.Skip()
	}
	r, _ := pdftext.New(context.Background(), pdftext.Options{})
	l, err := lexicon.Load(papers.Lexicon())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range strings.Fields(path) {
		data, _ := os.ReadFile(f)
		pages, err := r.Read(context.Background(), data)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("==", f)
		for _, g := range Figures(predate.Kind(os.Getenv("KIND")), layout.Analyse(pages), l) {
			fmt.Printf("  %s %v %v %v\n", g.Key, g.Year.Label(), g.AsOf, g.Value)
		}
	}
}
