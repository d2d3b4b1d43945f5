package lookstest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// drawn is a look that a browser prints.
type drawn struct {
	name string
	Style
	dir string
}

// Draw prints each part by itself and binds them.
func (l drawn) Draw(d *Dossier, p Paper) ([]byte, []int, error) {
	var files []string
	var counts []int
	for i, part := range p.Parts {
		page, err := HTML(d, l.name, l.Style, part)
		if err != nil {
			return nil, nil, err
		}
		base := filepath.Join(l.dir, fmt.Sprintf("%s-%d", p.ID, i))
		if err := os.WriteFile(base+".html", []byte(page), 0o600); err != nil {
			return nil, nil, err
		}
		if said, err := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--disable-pdf-tagging", "--user-data-dir="+filepath.Join(l.dir, "profile"),
			"--print-to-pdf="+base+".pdf", "file://"+base+".html").CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("print %s: %w: %s", base, err, said)
		}
		n, err := pageCount(base + ".pdf")
		if err != nil {
			return nil, nil, err
		}
		files, counts = append(files, base+".pdf"), append(counts, n)
	}
	bound := files[0]
	if len(files) > 1 {
		bound = filepath.Join(l.dir, p.ID+".pdf")
		if said, err := exec.Command("pdfunite", append(files, bound)...).CombinedOutput(); err != nil {
			return nil, nil, fmt.Errorf("bind %s: %w: %s", p.File, err, said)
		}
	}
	data, err := os.ReadFile(bound)
	return data, counts, err
}

func pageCount(file string) (int, error) {
	said, err := exec.Command("pdfinfo", file).Output()
	if err != nil {
		return 0, fmt.Errorf("count pages of %s: %w", file, err)
	}
	found := regexp.MustCompile(`Pages:\s+(\d+)`).FindSubmatch(bytes.TrimSpace(said))
	if found == nil {
		return 0, fmt.Errorf("count pages of %s: %s", file, said)
	}
	return strconv.Atoi(string(found[1]))
}
