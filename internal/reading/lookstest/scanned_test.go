package lookstest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// scanned is a look some of whose papers went through a scanner.
type scanned struct {
	Look
	names string
	dir   string
}

// Draw prints a paper, and where its name is listed leaves its picture alone.
func (s scanned) Draw(d *Dossier, p Paper) ([]byte, []int, error) {
	data, counts, err := s.Look.Draw(d, p)
	if name, _, _ := strings.Cut(p.File, "_"); err != nil || !strings.Contains(" "+s.names+" ", " "+name+" ") {
		return data, counts, err
	}
	base := filepath.Join(s.dir, p.ID)
	if err := os.WriteFile(base+".pdf", data, 0o600); err != nil {
		return nil, nil, err
	}
	if said, err := exec.Command("pdftoppm", "-r", "150", "-gray", "-jpeg", "-jpegopt", "quality=55", base+".pdf", base).CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("scan %s: %w: %s", p.File, err, said)
	}
	pages, err := filepath.Glob(base + "-*.jpg")
	if err != nil {
		return nil, nil, err
	}
	sort.Strings(pages)
	pdf := fpdf.New("P", "pt", "A4", "")
	for _, page := range pages {
		pdf.AddPage()
		pdf.Image(page, 0, 0, 595.28, 841.89, false, "JPG", 0, "")
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, nil, fmt.Errorf("scan %s: %w", p.File, err)
	}
	return out.Bytes(), counts, nil
}
