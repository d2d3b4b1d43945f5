package lexicon_test

import (
	"strings"
	"testing"

	"predate/internal/reading/lexicon"
	"predate/papers"
)

// page is about what a dense page of accounts prints.
var page = strings.Fields(strings.Repeat(`RELEVÉ INDIVIDUEL DE CHARGES Exercice du 01/01/2025 au 31/12/2025
Clé Désignation Dépenses à répartir Base Tantièmes Quote-part dont récupérable
001 Charges communes générales Assurance multirisque 1 234,56 10 000 125 15,43 0,00
Total de la clé 12 345,67 154,32 Provisions appelées 640,00 Solde débiteur 14,32 `, 10))

func BenchmarkPage(b *testing.B) {
	l := house(b)
	b.ReportAllocs()
	var spans []lexicon.Span
	for b.Loop() {
		spans = l.AppendSpans(spans[:0], l.Words(page), lexicon.Context{Kind: "charge_statement"})
	}
	b.ReportMetric(float64(len(page)), "words")
}

func BenchmarkRecognisedPage(b *testing.B) {
	l := house(b)
	b.ReportAllocs()
	var spans []lexicon.Span
	for b.Loop() {
		spans = l.AppendSpans(spans[:0], l.Words(page), lexicon.Context{Kind: "charge_statement", Recognised: true})
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := lexicon.Load(papers.Lexicon()); err != nil {
			b.Fatal(err)
		}
	}
}
