package layout_test

import (
	"context"
	"testing"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/pdftext/enginetest"
)

func BenchmarkAnalyse(b *testing.B) {
	var papers [][]predate.Page
	for _, name := range []string{"call.pdf", "account.pdf", "notice.pdf", "report.pdf"} {
		pages, err := enginetest.Printed(b).Read(context.Background(), paper(b, name))
		if err != nil {
			b.Fatal(err)
		}
		papers = append(papers, pages)
	}
	for b.Loop() {
		for _, pages := range papers {
			layout.Analyse(pages)
		}
	}
}
