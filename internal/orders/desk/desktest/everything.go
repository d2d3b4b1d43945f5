package desktest

import (
	"crypto/sha256"
	"fmt"

	"predate/internal/keeping/store/storetest"
)

// Everything is a digest of every row of the database: it changes with whatever changes
// there.
func (d *Desk) Everything() string {
	d.t.Helper()
	return fmt.Sprintf("%x", sha256.Sum256([]byte(storetest.Dump(d.t, d.DB))))
}
