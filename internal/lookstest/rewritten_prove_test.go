//go:build prove

package lookstest

import (
	"os/exec"
	"testing"
)

// TestProveRewritten reads the dossier as qpdf writes its papers, and as other
// programs do that are installed.
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
		if _, err := exec.LookPath(by.name); err != nil && by.name != "qpdf" {
			t.Logf("%s is not installed", by.name)
			continue
		}
		t.Run(by.name, func(t *testing.T) { tryRewritten(t, by.name, by.arguments) })
	}
}
