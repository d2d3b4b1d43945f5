package bundle

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"predate"
	"predate/internal/statement/typeset"
)

// Open gives the bytes of a paper.
type Open func(ctx context.Context, hash predate.Hash) (io.ReadSeekCloser, error)

// contentsName is the contents page in the ZIP; it comes first in every listing.
const contentsName = "00 Sommaire.pdf"

// WriteZIP writes the papers as they are, numbered in their order, after a contents page.
// They are stored, since papers are compressed already.
func (b Bundle) WriteZIP(ctx context.Context, w io.Writer, open Open) error {
	first, _, err := typeset.ContentsPDF(b.contents(false, func(int, *typeset.ContentsEntry) {}))
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	day := time.Date(b.day.Year, b.day.Month, b.day.Day, 0, 0, 0, 0, time.UTC)
	to, err := z.CreateHeader(&zip.FileHeader{Name: contentsName, Method: zip.Store, Modified: day})
	if err == nil {
		_, err = to.Write(first)
	}
	for i := 0; i < len(b.papers) && err == nil; i++ {
		err = b.addFile(ctx, z, i, open)
	}
	if err != nil {
		return fmt.Errorf("write the ZIP of order %s: %w", b.order.ID, err)
	}
	return z.Close()
}

func (b Bundle) addFile(ctx context.Context, z *zip.Writer, i int, open Open) error {
	p := b.papers[i]
	to, err := z.CreateHeader(&zip.FileHeader{Name: fileName(i, p.Filename), Method: zip.Store, Modified: p.Collected.UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	from, err := open(ctx, p.Hash)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, from.Close())
}

// longestName is how long a name is in the ZIP, in bytes and without its number: some
// systems take no more than 255 in all.
const longestName = 180

// fileName is the name of a paper in the ZIP: one that every system takes, and that leads
// nowhere else than into the folder where it is unpacked.
func fileName(i int, given string) string {
	safe := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(given, "-"))
	extension := path.Ext(safe)
	if len(extension) > 10 {
		extension = ""
	}
	stem := strings.TrimSuffix(safe, extension)
	for len(stem)+len(extension) > longestName {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-size]
	}
	return fmt.Sprintf("%02d %s%s", i+1, strings.Trim(stem, " ."), extension)
}
