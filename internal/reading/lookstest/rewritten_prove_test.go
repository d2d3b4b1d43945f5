//go:build prove

package lookstest

import "testing"

// TestProveRewritten reads the dossier as qpdf, ghostscript and MuPDF write its
// papers.
func TestProveRewritten(t *testing.T) {
	for _, by := range []struct {
		name      string
		arguments func(from, to string) []string
	}{
		{"qpdf", func(from, to string) []string { return []string{"--qdf", "--object-streams=disable", from, to} }},
		{"gs", func(from, to string) []string {
			return []string{"-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", "-sOutputFile=" + to, from}
		}},
		{"mutool", func(from, to string) []string { return []string{"clean", "-s", from, to} }},
	} {
		t.Run(by.name, func(t *testing.T) { tryRewritten(t, by.name, by.arguments) })
	}
}
