package backup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"predate"
)

// DumpHolds is how long a dump may be older than the copy of the papers that follows
// it: papers that it names are kept in the installation for as long after they were
// replaced.
const DumpHolds = time.Hour

// The beginning of what pg_dump writes in its custom form: the word, three numbers of
// the version, the width of whole numbers, that of places, and the form.
const (
	dumpWord   = "PGDMP"
	dumpHead   = len(dumpWord) + 6
	dumpWidth  = len(dumpWord) + 3
	dumpForm   = len(dumpWord) + 5
	formCustom = 1
)

// examineDump refuses a file that is no whole dump in the custom form, or an old one,
// and tells when it was written.
func examineDump(path string, now, former time.Time) (written time.Time, err error) {
	refuse := func(format string, args ...any) (time.Time, error) {
		args = append([]any{path}, args...)
		return time.Time{}, predate.Refuse(predate.CodeInvalid, "--dump %s "+format+": make it anew, just before this command (pg_dump --format=custom --file=FILE …)", args...)
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return refuse("is not there")
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("open the dump: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return time.Time{}, fmt.Errorf("open the dump: %w", err)
	}
	head := make([]byte, dumpHead)
	if _, err := io.ReadFull(file, head); err != nil || string(head[:len(dumpWord)]) != dumpWord || head[dumpForm] != formCustom {
		return refuse("is no dump in the custom form of pg_dump")
	}
	// The rows of a table end with a zero: a sign and a whole number.
	end := make([]byte, 1+int(head[dumpWidth]))
	if _, err := file.ReadAt(end, info.Size()-int64(len(end))); err != nil || len(bytes.Trim(end, "\x00")) > 0 {
		return refuse("is cut short: pg_dump did not come to its end")
	}
	written = info.ModTime()
	switch {
	case written.Before(former):
		return refuse("is of %s and older than the backup that the folder holds, of %s", written.Format(time.RFC3339), former.Format(time.RFC3339))
	case now.Sub(written) > DumpHolds:
		return refuse("is of %s: papers that it names may be gone since", written.Format(time.RFC3339))
	}
	return written, nil
}
