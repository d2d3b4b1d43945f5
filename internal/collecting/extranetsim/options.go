package extranetsim

import (
	"io/fs"
	"time"

	"predate"
)

// Options are the switches of a site; the zero value is a site of Xnet in good
// health that accepts anybody.
type Options struct {
	Family             Family
	Username, Password string // accepted; empty accepts any
	Token              string // of the application, for Vilogi; empty accepts any
	Trouble            Trouble
	Asks               predate.QuestionKind // what it asks of a person at the login; of WebDev alone, empty for nothing
	Shapes             []Shape
	After              int // requests of a session before a trouble of sessions; zero means 3
	Victim             int // index, in extranet.json, of the document that a trouble strikes
	PageSize           int // the most documents a page gives, whatever is asked for; zero for the family's
	Delay              time.Duration
	Keep               func(Entry) bool // which documents the site has; nil for all
	More               []Paper          // documents beside those of the folder
	// Accounts are those that a login opens; none means one, of the owner and
	// the building that order.json names beside extranet.json. A shape or a
	// trouble may put others beside a single one.
	Accounts []Account
	// Faults is the share of requests, from 0 to 1, that meet a fault taken at
	// random; the same Seed and the same requests meet the same faults.
	Faults float64
	Seed   uint64
	// Storage is the origin of the addresses that are signed, when it is not the
	// one of the family: "http://127.0.0.1:8091".
	Storage string
}

// Paper is a document that is given with its bytes.
type Paper struct {
	Entry
	Data []byte
}

// Account is one account that a login opens, where the family knows several.
type Account struct {
	Building              string // its name
	Street, Zipcode, City string
	Owner                 string // "NOM Prénom"
	Lots                  string // "14, 38"; empty when the site does not say
	Role                  string // CO_OWNER, LANDLORD or TENANT; empty means CO_OWNER
	Restricted            bool   // the account is there and shows nothing
	// Dossier holds its documents; nil for those of the dossier of the site.
	Dossier fs.FS
}
