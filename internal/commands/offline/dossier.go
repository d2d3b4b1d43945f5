package offline

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"predate"
	"predate/internal/doors/api"
	"predate/internal/reading"
)

// dossierFlags name an order and its papers, without a server.
type dossierFlags struct {
	Order     string `help:"The order, as the body of POST /order/." required:"" type:"existingfile" placeholder:"FILE"`
	Documents string `help:"Folder of the papers." required:"" type:"existingdir" placeholder:"DIR"`
	At        string `help:"Reference date, like 2026-05-18 (default: today)." placeholder:"DATE"`
}

// dossier reads the order and lists the papers.
func (f dossierFlags) dossier(now time.Time) (reading.Dossier, error) {
	body, err := os.ReadFile(f.Order)
	if err != nil {
		return reading.Dossier{}, fmt.Errorf("read the order: %w", err)
	}
	order, err := api.DecodeOrder(body)
	if err != nil {
		return reading.Dossier{}, fmt.Errorf("order %s: %w", f.Order, err)
	}
	date := predate.DateOf(now)
	if f.At != "" {
		if date, err = predate.ParseDate(f.At); err != nil {
			return reading.Dossier{}, fmt.Errorf("--at: %w", err)
		}
	}
	files, err := folder(f.Documents)
	return reading.Dossier{Order: order, ReferenceDate: date, Files: files}, err
}

// folder lists the files of a directory by name. Hidden files are passed over.
func folder(dir string) ([]reading.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list the papers: %w", err)
	}
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name() < entries[j].Name() })
	var files []reading.File
	for _, entry := range entries {
		if entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		files = append(files, reading.File{
			Document: predate.DocumentID(len(files) + 1), Name: entry.Name(),
			Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) },
		})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the folder %s holds no papers", dir)
	}
	return files, nil
}
