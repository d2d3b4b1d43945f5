package connector_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"predate"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/connector/connectortest"
	"predate/internal/collecting/extranetsim"
)

// letter is a paper of the client's that is handed in.
func letter(id string) connector.Deposit {
	return connector.Deposit{
		ID: id, Filename: `état "daté".pdf`, MediaType: "application/pdf", Title: "Mandat du vendeur",
		Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(paper(id))), nil },
	}
}

type handedIn struct {
	id      string
	receipt connector.Receipt
}

// handIn collects from a site and hands papers in there.
func handIn(t *testing.T, f extranetsim.Family, o extranetsim.Options, ids ...string) (*connectortest.Run, *extranetsim.Site, []handedIn) {
	t.Helper()
	var list []handedIn
	run, s := visit(t, f, small(), o, func(r *connectortest.Run) {
		for _, id := range ids {
			r.Request.Deposits = append(r.Request.Deposits, letter(id))
		}
		r.Request.Deposited = func(_ context.Context, d connector.Deposit, receipt connector.Receipt) error {
			list = append(list, handedIn{d.ID, receipt})
			return nil
		}
	})
	return run, s, list
}

// TestDeposits: what the client hands in arrives once, whole, with its receipt,
// after the collection and in the same session.
func TestDeposits(t *testing.T) {
	for _, f := range []extranetsim.Family{extranetsim.Xnet, extranetsim.FonciaWeb} {
		t.Run(string(f), func(t *testing.T) {
			run, s, list := handIn(t, f, extranetsim.Options{}, "71", "72")
			if run.Err != nil || run.N != 4 || s.Logins() != 1 || s.Open() != 0 {
				t.Fatalf("%v, kept %d, %d logins, %d open", run.Err, run.N, s.Logins(), s.Open())
			}
			got := s.Deposits()
			if len(got) != 2 || len(list) != 2 {
				t.Fatalf("%d deposits, %d told", len(got), len(list))
			}
			if got[0].Subject != "Mandat du vendeur (réf. predate 71)" || !bytes.Equal(got[0].Data, paper("71")) || got[0].MediaType != "application/pdf" {
				t.Errorf("%+v", got[0])
			}
			if list[0].id != "71" || list[0].receipt.Reference != "DEM-2026-000991" || list[0].receipt.Message == "" {
				t.Errorf("%+v", list[0])
			}
		})
	}
}

// TestDepositTroubles: a deposit that fails undoes nothing of the collection,
// and one whose answer is lost is found and not sent again.
func TestDepositTroubles(t *testing.T) {
	for _, f := range []extranetsim.Family{extranetsim.Xnet, extranetsim.FonciaWeb} {
		for trouble, want := range map[extranetsim.Trouble]struct {
			code predate.FailureCode
			kept int
		}{
			extranetsim.DepositRefused:   {predate.DepositFailed, 0},
			extranetsim.DepositClosed:    {predate.DepositFailed, 0},
			extranetsim.DepositNoReceipt: {"", 1},
			extranetsim.DepositLost:      {"", 1},
		} {
			t.Run(string(f)+"/"+string(trouble), func(t *testing.T) {
				run, s, list := handIn(t, f, extranetsim.Options{Trouble: trouble}, "71")
				failure := run.Failure()
				if failure == nil {
					failure = &predate.Failure{}
				}
				if run.N != 4 || failure.Code != want.code || len(s.Deposits()) != want.kept || len(list) != want.kept {
					t.Fatalf("kept %d, %v, %d deposits, %d told", run.N, run.Err, len(s.Deposits()), len(list))
				}
				if want.kept == 1 && list[0].receipt.Reference == "" {
					t.Errorf("%+v", list[0])
				}
				if trouble == extranetsim.DepositRefused && failure.Message != "Ce type de fichier n'est pas accepté." {
					t.Errorf("message %q", failure.Message)
				}
			})
		}
	}
}

// TestDepositedBefore: a deposit that an earlier run made, and could not note,
// is found.
func TestDepositedBefore(t *testing.T) {
	for _, f := range []extranetsim.Family{extranetsim.Xnet, extranetsim.FonciaWeb} {
		s, err := extranetsim.New(small(), extranetsim.Options{Family: f})
		if err != nil {
			t.Fatal(err)
		}
		full := errors.New("disk full")
		for turn, answer := range []error{full, nil} {
			told := 0
			run := &connectortest.Run{Transport: extranetsim.Transport(s), URL: f.URL(), Family: f.Hosts(), Request: subject()}
			run.Request.Deposits = []connector.Deposit{letter("7")}
			run.Request.Deposited = func(context.Context, connector.Deposit, connector.Receipt) error {
				told++
				return answer
			}
			if err := run.Collect(context.Background()); err != nil {
				t.Fatal(err)
			}
			if !errors.Is(run.Err, answer) || told != 1 || len(s.Deposits()) != 1 {
				t.Errorf("%s, run %d: %v, told %d, %d deposits", f, turn, run.Err, told, len(s.Deposits()))
			}
		}
	}
}

// TestNoDepositThere: a family that takes nothing says so, after the collection.
func TestNoDepositThere(t *testing.T) {
	run, _, list := handIn(t, extranetsim.Eseis, extranetsim.Options{}, "71")
	failure := run.Failure()
	if failure == nil || failure.Code != predate.DepositUnsupported || failure.Stage != predate.StageDeposit || run.N != 4 || len(list) != 0 {
		t.Errorf("%v, kept %d, told %v", run.Err, run.N, list)
	}
}
