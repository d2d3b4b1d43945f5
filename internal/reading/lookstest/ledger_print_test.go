package lookstest

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// spooled is a ledger on its way to a printer.
type spooled struct {
	Ledger
	dir string
}

// Draw prints the parts one after the other.
func (l spooled) Draw(d *Dossier, p Paper) ([]byte, []int, error) {
	var sheets [][]string
	var counts []int
	for _, part := range p.Parts {
		pages := l.Sheets(d, part)
		sheets, counts = append(sheets, pages...), append(counts, len(pages))
	}
	draw := l.browse
	if l.Sheet == "direct" {
		draw = l.direct
	}
	data, err := draw(p.ID, sheets)
	if err != nil {
		return nil, nil, fmt.Errorf("print %s: %w", p.File, err)
	}
	return data, counts, nil
}

// direct writes each line in a typewriter's font.
func (l spooled) direct(_ string, sheets [][]string) ([]byte, error) {
	pdf := fpdf.New(map[bool]string{true: "P", false: "L"}[l.Portrait], "pt", "A4", "")
	latin := pdf.UnicodeTranslatorFromDescriptor("cp1252")
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCompression(true)
	for _, sheet := range sheets {
		pdf.AddPage()
		pdf.SetFont("Courier", "", l.Size)
		for i, line := range sheet {
			if strings.TrimSpace(line) != "" {
				pdf.Text(30, 34+float64(i)*l.Size*1.18, latin(line))
			}
		}
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// browse has a browser print preformatted text, on striped paper or white.
func (l spooled) browse(name string, sheets [][]string) ([]byte, error) {
	var page strings.Builder
	stripes := ""
	if l.Sheet == "green" {
		stripes = fmt.Sprintf("background:repeating-linear-gradient(#fff 0 %.2fpt,#e9f5e6 %.2fpt %.2fpt);", 3*l.Size*1.2, 3*l.Size*1.2, 6*l.Size*1.2)
	}
	fmt.Fprintf(&page, `<!doctype html><html lang="fr"><head><meta charset="utf-8"><style>@page{size:A4 %s;margin:9mm 10mm}body{margin:0}pre{margin:0;font:%.2fpt/1.2 "%s",monospace;%s}pre+pre{break-before:page}</style></head><body>`,
		map[bool]string{true: "portrait", false: "landscape"}[l.Portrait], l.Size, l.Font, stripes)
	for _, sheet := range sheets {
		page.WriteString("<pre>" + html.EscapeString(strings.Join(sheet, "\n")) + "</pre>")
	}
	page.WriteString("</body></html>")
	base := filepath.Join(l.dir, name)
	if err := os.WriteFile(base+".html", []byte(page.String()), 0o600); err != nil {
		return nil, err
	}
	if said, err := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-pdf-tagging", "--user-data-dir="+filepath.Join(l.dir, "profile"),
		"--print-to-pdf="+base+".pdf", "file://"+base+".html").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, said)
	}
	if n, err := pageCount(base + ".pdf"); err != nil || n != len(sheets) {
		return nil, fmt.Errorf("%d pages for %d sheets: %w", n, len(sheets), err)
	}
	return os.ReadFile(base + ".pdf")
}
