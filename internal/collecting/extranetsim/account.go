package extranetsim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// account is an account with its documents.
type account struct {
	Account
	number  int // stable and unique in the site
	place   int // the number of its building
	entries []Entry
}

// The first numbers of accounts and of buildings; every account has a thousand
// identifiers of documents.
const (
	firstAccount = 31070
	firstPlace   = 6412
)

// readAccounts gives the accounts of a site with their documents.
func readAccounts(source fs.FS, o Options) ([]account, error) {
	listed := o.Accounts
	if len(listed) == 0 {
		own, err := ownAccount(source)
		if err != nil {
			return nil, err
		}
		listed = []Account{own}
	}
	if len(listed) == 1 {
		listed = around(listed[0], o)
	}
	var accounts []account
	var places []string
	for i, a := range listed {
		number := account{Account: a, number: firstAccount + i}
		dossier, options, first := a.Dossier, Options{}, firstDocument+1000*(i+1)
		if dossier == nil {
			dossier, options, first = source, o, firstDocument
		}
		var err error
		if number.entries, err = readEntries(dossier, options, first); err != nil {
			return nil, err
		}
		address := a.Street + a.Zipcode
		if !slices.Contains(places, address) {
			places = append(places, address)
		}
		number.place = firstPlace + slices.Index(places, address)
		accounts = append(accounts, number)
	}
	return accounts, nil
}

// ownAccount reads the account from the order that the dossier answers, or from
// that of the sample.
func ownAccount(source fs.FS) (Account, error) {
	text, err := fs.ReadFile(source, "order.json")
	if errors.Is(err, fs.ErrNotExist) {
		text, err = SampleOrder()
	}
	if err != nil {
		return Account{}, fmt.Errorf("read order.json: %w", err)
	}
	var order struct {
		Address, City, Zipcode, Lots string
		Owners                       []struct{ Firstname, Lastname string }
	}
	if err := json.Unmarshal(text, &order); err != nil {
		return Account{}, fmt.Errorf("read order.json: %w", err)
	}
	own := Account{Building: "Résidence " + order.City, Street: order.Address, Zipcode: order.Zipcode, City: order.City, Lots: order.Lots}
	for _, owner := range order.Owners[:min(1, len(order.Owners))] {
		own.Owner = strings.TrimSpace(strings.ToUpper(owner.Lastname) + " " + owner.Firstname)
	}
	return own, nil
}

// around puts other accounts beside the own one, or in its place, as the shapes
// and the trouble ask.
func around(own Account, o Options) []Account {
	elsewhere := Account{
		Building: "Résidence Les Charmilles", Street: "4 allée des Charmilles", Zipcode: "38000", City: "Grenoble",
		Owner: own.Owner, Lots: "7", Dossier: smallDossier("Résidence Les Charmilles"),
	}
	garage := own
	garage.Lots, garage.Dossier = "951", smallDossier(own.Building)
	twin := own
	twin.Dossier = smallDossier(own.Building)
	switch {
	case o.Trouble == OtherBuildingOnly:
		return []Account{elsewhere}
	case o.Trouble == TwinAccounts:
		own.Lots, twin.Lots = "", ""
		return []Account{own, twin}
	case o.Trouble == AccessRestricted:
		own.Restricted = true
		return []Account{own}
	case slices.Contains(o.Shapes, SeveralAccounts):
		return []Account{elsewhere, own, garage}
	}
	return []Account{own}
}

// smallDossier is the dossier of an account that nobody asked for.
func smallDossier(building string) fs.FS {
	d := made{}
	d.add(Entry{Title: "Appel de fonds T1 2026", Category: "Mon compte / Appels de fonds", Space: spaceOwner, Date: "2026-01-05"}, building)
	d.add(Entry{Title: "PV AG 2025", Category: "Immeuble / Assemblées générales", Space: spaceBuilding, Date: "2025-06-18"}, building)
	return d.fs()
}

// made collects papers that are drawn by ourselves.
type made struct {
	entries []Entry
	files   []paperFile
}

func (m *made) add(e Entry, building string) {
	e.File = fmt.Sprintf("paper-%05d.pdf", len(m.files)+1)
	m.entries = append(m.entries, e)
	m.files = append(m.files, paperFile{"files/" + e.File, drawPaper(building, e.Title, e.Date)})
}

func (m *made) fs() fs.FS {
	var text bytes.Buffer
	_ = json.NewEncoder(&text).Encode(m.entries) // plain texts
	return newPaperFS(append(m.files, paperFile{"extranet.json", text.Bytes()}))
}

// here gives the account of the dossier: the first that has no dossier of its
// own, or the first of all.
func (s *Site) here() *account {
	for i := range s.accounts {
		if s.accounts[i].Dossier == nil {
			return &s.accounts[i]
		}
	}
	return &s.accounts[0]
}

// account finds an account by its number.
func (s *Site) account(number int) (*account, bool) {
	for i := range s.accounts {
		if s.accounts[i].number == number {
			return &s.accounts[i], true
		}
	}
	return nil, false
}

// entry finds a document by its identifier, in any account.
func (s *Site) entry(id int) (Entry, bool) {
	for i := range s.accounts {
		for _, e := range s.accounts[i].entries {
			if e.id == id || e.id == id-doubled {
				e.id = id
				return e, true
			}
		}
	}
	return Entry{}, false
}
