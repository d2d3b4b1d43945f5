package connector

import "time"

// MaxDuration bounds one run: it ends by itself, with a logout, before whoever
// called it loses patience.
const MaxDuration = 14 * time.Minute

// The limits of one run. A site that goes past one is stopped with
// predate.LimitReached and shown to an operator.
const (
	maxDocuments    = 1000
	maxRequests     = 2500
	maxPages        = 50       // of one listing
	maxPageBytes    = 4 << 20  // of a page or a listing, decompressed
	maxFileBytes    = 50 << 20 // of a document
	maxRunBytes     = 1 << 30  // of all documents together
	maxDepositBytes = 50 << 20 // of a file that is handed in

	// maxTries is for one document: a broken transfer is no reason to do
	// without it, and a GET may be repeated.
	maxTries    = 3
	retryDelay  = 2 * time.Second
	logoutTime  = 10 * time.Second
	probeTime   = 15 * time.Second
	maxMessage  = 300 // characters of the site's own sentence
	sniffLength = 3072
)
