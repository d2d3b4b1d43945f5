package lookstest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// printed is a look that a print spooler puts on pages: text goes through
// enscript to PostScript, and through Ghostscript to PDF.
type printed struct {
	Printout
	dir string
}

// Draw prints the parts one after the other, as one job.
func (l printed) Draw(d *Dossier, p Paper) ([]byte, []int, error) {
	var text []string
	var counts []int
	for _, part := range p.Parts {
		sheets := l.Sheets(d, part)
		text, counts = append(text, sheets...), append(counts, len(sheets))
	}
	base := filepath.Join(l.dir, p.ID)
	if err := os.WriteFile(base+".txt", []byte(strings.Join(text, "\f")), 0o600); err != nil {
		return nil, nil, err
	}
	for _, command := range [][]string{
		{"enscript", "-q", "-B", "-r", "-M", "A4", "-f", "Courier8.6", "-X", "latin1", "--margins=36:20:24:20", "-p", base + ".ps", base + ".txt"},
		{"ps2pdf", "-sPAPERSIZE=a4", base + ".ps", base + ".pdf"},
	} {
		if said, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("print %s: %w: %s", p.File, err, said)
		}
	}
	n, err := pageCount(base + ".pdf")
	if err != nil {
		return nil, nil, err
	}
	if n != len(text) {
		return nil, nil, fmt.Errorf("print %s: %d pages for %d sheets", p.File, n, len(text))
	}
	data, err := os.ReadFile(base + ".pdf")
	return data, counts, err
}
