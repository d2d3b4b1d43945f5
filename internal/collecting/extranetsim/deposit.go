package extranetsim

import (
	"fmt"
	"io"
	"net/http"
	"slices"
)

// Deposit is a document that somebody handed in at the site.
type Deposit struct {
	ID        int
	Receipt   string // the number that the site gave; empty when it gave none
	Account   int    // the number of the account, zero for the only one
	Subject   string
	Message   string
	Filename  string
	MediaType string
	Data      []byte
}

// firstDeposit is the first number of a deposit.
const firstDeposit = 991

// Deposits gives what was deposited, in order.
func (s *Site) Deposits() []Deposit {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.deposits)
}

// keep takes a request with its pieces and gives its number and its receipt.
func (s *Site) keep(d Deposit, pieces []Deposit) (id int, receipt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id = firstDeposit
	if n := len(s.deposits); n > 0 {
		id = s.deposits[n-1].ID + 1
	}
	if s.trouble != DepositNoReceipt {
		receipt = fmt.Sprintf("DEM-2026-%06d", id)
	}
	for _, piece := range pieces {
		piece.ID, piece.Receipt, piece.Account, piece.Subject, piece.Message = id, receipt, d.Account, d.Subject, d.Message
		s.deposits = append(s.deposits, piece)
	}
	return id, receipt
}

// received lists the requests, one for all the pieces of each, last first.
func (s *Site) received(account int) []Deposit {
	var list []Deposit
	for _, d := range s.Deposits() {
		if d.Account == account && (len(list) == 0 || list[0].ID != d.ID) {
			list = slices.Insert(list, 0, d)
		}
	}
	return list
}

// cutShort announces an answer and breaks it off: the client cannot know what
// became of its request.
func cutShort(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "4096")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write([]byte("{")) // the client went away
}

// readPieces reads the files of a form.
func readPieces(r *http.Request) ([]Deposit, error) {
	if err := r.ParseMultipartForm(maxDeposit); err != nil {
		return nil, fmt.Errorf("read form: %w", err)
	}
	var pieces []Deposit
	for _, header := range r.MultipartForm.File["piece[]"] {
		file, err := header.Open()
		if err != nil {
			return nil, fmt.Errorf("open piece %s: %w", header.Filename, err)
		}
		data, err := io.ReadAll(file)
		_ = file.Close() // read to its end
		if err != nil {
			return nil, fmt.Errorf("read piece %s: %w", header.Filename, err)
		}
		pieces = append(pieces, Deposit{Filename: header.Filename, MediaType: header.Header.Get("Content-Type"), Data: data})
	}
	return pieces, nil
}
