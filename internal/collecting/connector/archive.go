package connector

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"predate"
)

// The limits of an archive. It says how large its files are, and a file that is larger
// does not come out of it.
const (
	maxEntries      = 200
	maxArchiveBytes = 200 << 20 // of all its papers together
	maxNamed        = 3         // papers named that an archive holds in vain
)

const zipMedia = "application/zip"

// entry is a paper of an archive.
type entry struct {
	*zip.File
	id    string
	media string
	why   string // French: why it is no paper to keep; empty for one that is
}

// unpack hands over each paper of an archive. The last bears the name of the archive
// itself, which is known from then on; where a file in it is no paper to keep, none
// does: the archive is named as lacking, and what it gave is not fetched again.
func (s *session) unpack(ctx context.Context, doc Remote, packed *file, left int64, keep Keep) (int64, error) {
	packed.left = min(left, maxFileBytes)
	raw, err := io.ReadAll(packed)
	if err != nil {
		return 0, broken(err)
	}
	entries, err := s.entries(doc, raw)
	if err != nil {
		return 0, err
	}
	var spoiled []string
	var papers []entry
	for _, e := range entries {
		if e.why != "" {
			spoiled = append(spoiled, fmt.Sprintf("« %s » (%s)", plainName(path.Base(e.Name)), e.why))
			continue
		}
		papers = append(papers, e)
	}
	if len(spoiled) == 0 {
		papers = append(papers[1:], papers[0])
		papers[len(papers)-1].id = doc.ID
	}
	total := packed.size
	for _, e := range papers {
		if s.held[e.id] {
			continue
		}
		size, err := s.handEntry(ctx, doc, e, left-total, keep)
		if err != nil {
			return total, err
		}
		s.held[e.id] = true
		total += size
	}
	if len(spoiled) > 0 {
		s.spoilt += total
		said := strings.Join(spoiled[:min(len(spoiled), maxNamed)], ", ")
		return total, &setback{
			code: predate.DocumentInvalid, final: true, err: fmt.Errorf("%d of %d files of the archive are no papers", len(spoiled), len(entries)),
			said: fmt.Sprintf("l’archive contient %d fichiers que l’on ne peut garder, dont %s", len(spoiled), said),
		}
	}
	return total, nil
}

// entries lists the files of an archive, without what systems add of their own.
func (s *session) entries(doc Remote, raw []byte) ([]entry, error) {
	opened, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, &setback{code: predate.DocumentInvalid, again: true, said: "l’archive ne s’ouvre pas", err: fmt.Errorf("open archive: %w", err)}
	}
	var all []entry
	var size uint64
	for _, f := range opened.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		if strings.HasSuffix(name, "/") || strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(path.Base(name), ".") {
			continue
		}
		if size += f.UncompressedSize64; size > maxArchiveBytes || f.UncompressedSize64 > maxArchiveBytes {
			return nil, &setback{code: predate.DocumentInvalid, final: true, said: fmt.Sprintf("l’archive dépasse %d Mo", maxArchiveBytes>>20), err: errTooLarge}
		}
		if len(all) == maxEntries {
			return nil, &setback{code: predate.DocumentInvalid, final: true, said: fmt.Sprintf("l’archive contient plus de %d fichiers", maxEntries), err: errors.New("too many files in an archive")}
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%08x", f.Name, f.CRC32))
		e := entry{File: f, id: doc.ID + "#" + hex.EncodeToString(sum[:6])}
		e.media, e.why = s.look(f)
		all = append(all, e)
	}
	if len(all) == 0 {
		return nil, &setback{code: predate.DocumentInvalid, final: true, said: "l’archive est vide", err: errors.New("empty archive")}
	}
	return all, nil
}

// look says what a file of an archive is, or why it cannot be kept.
func (s *session) look(f *zip.File) (media, why string) {
	const encrypted = 1
	switch {
	case f.Flags&encrypted != 0:
		return "", "protégé par un mot de passe"
	case f.UncompressedSize64 > maxFileBytes:
		return "", fmt.Sprintf("plus de %d Mo", maxFileBytes>>20)
	}
	r, err := f.Open()
	if err != nil {
		return "", "illisible"
	}
	defer func() { _ = r.Close() }()
	head := make([]byte, sniffLength)
	n, err := io.ReadFull(r, head)
	if n == 0 || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", "vide ou illisible"
	}
	media = sniff(head[:n])
	if !slices.Contains(s.recipe.Types(), media) {
		return "", "format " + media
	}
	return media, ""
}

// handEntry hands one paper of an archive over.
func (s *session) handEntry(ctx context.Context, doc Remote, e entry, left int64, keep Keep) (int64, error) {
	r, err := e.Open()
	if err != nil {
		return 0, broken(err)
	}
	defer func() { _ = r.Close() }()
	name := plainName(strings.ToValidUTF8(path.Base(strings.ReplaceAll(e.Name, `\`, "/")), ""))
	doc.ID, doc.MediaType, doc.Filename = e.id, e.media, name
	doc.Title += " / " + strings.TrimSuffix(name, path.Ext(name))
	return s.hand(ctx, doc, &file{r: r, media: e.media}, left, keep)
}
