package connector

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/recipe"
)

// Deposit is a paper of the client that is handed in at the extranet.
type Deposit struct {
	ID        string // ours, stable over retries: it tells whether the deposit was made
	Filename  string
	MediaType string
	Title     string
	Size      int64
	Open      func(ctx context.Context) (io.ReadCloser, error)
}

// Receipt is what the extranet says of a deposit, scrubbed and short.
type Receipt struct {
	Reference string // the number that the extranet gave, or what it lists the deposit by
	Message   string
}

// subject is the deposit's title on the extranet. Its end is ours alone.
func (d Deposit) subject() string { return strings.TrimSpace(d.Title + " " + d.mark()) }

func (d Deposit) mark() string { return "(réf. predate " + d.ID + ")" }

// handIn makes the deposits of the request, in the first account of the order.
// Each is sent at most once in a run: one that the extranet lists already is not
// sent again, and after a broken exchange the list says whether it arrived.
func (s *session) handIn(ctx context.Context) error {
	if len(s.request.Deposits) == 0 {
		return nil
	}
	s.stage = predate.StageDeposit
	if s.recipe.Deposit == nil {
		return s.fail(predate.DepositUnsupported, "the recipe knows no deposit")
	}
	for _, d := range s.request.Deposits {
		receipt, err := s.handInOne(ctx, d)
		var failure *predate.Failure
		if errors.As(err, &failure) && failure.Stage == predate.StageDeposit && failure.Code != predate.PolicyRefused {
			failure.Code = predate.DepositFailed // whatever it was: what was collected stays good
		}
		if err != nil {
			return err
		}
		if err := s.request.Deposited(ctx, d, receipt); err != nil {
			return fmt.Errorf("note deposit %s: %w", d.ID, err)
		}
	}
	return nil
}

func (s *session) handInOne(ctx context.Context, d Deposit) (Receipt, error) {
	at := s.places[0]
	if receipt, made, err := s.made(ctx, at, d); err != nil || made {
		return receipt, err
	}
	if err := s.takeFile(ctx, d); err != nil {
		return Receipt{}, err
	}
	defer func() { s.handed = handed{} }()
	s.vars["reference"], s.vars["message"] = recipe.Variable{}, recipe.Variable{}
	sent := s.steps(ctx, s.recipe.Deposit.Steps, at.scope.With("deposit.subject", recipe.Variable{Text: d.subject(), From: recipe.BySite}))
	said := Receipt{s.message(s.vars["reference"].Text), s.message(s.vars["message"].Text)}
	receipt, made, err := s.made(ctx, at, d)
	switch {
	case made && said.Reference != "":
		return said, nil
	case made:
		return receipt, nil
	case sent != nil:
		return Receipt{}, sent
	case err != nil:
		return Receipt{}, err
	}
	return Receipt{}, s.fail(predate.DepositFailed, "the deposit was accepted and is not listed")
}

// made looks a deposit up in the extranet's own list.
func (s *session) made(ctx context.Context, at place, d Deposit) (receipt Receipt, made bool, err error) {
	err = s.list(ctx, &s.recipe.Deposit.Made, at, func(_ context.Context, _ *recipe.Loop, _ place, item map[string]any) error {
		if subject, ok := item["subject"].(string); ok && strings.Contains(recipe.Squeeze(subject), d.mark()) {
			receipt.Reference, made = s.message(fmt.Sprint(item["id"])), true
		}
		return nil
	})
	return receipt, made, err
}

// handed is the file of the deposit that is being made.
type handed struct {
	name, media string
	data        []byte
}

func (s *session) takeFile(ctx context.Context, d Deposit) error {
	r, err := d.Open(ctx)
	if err != nil {
		return fmt.Errorf("open deposit %s: %w", d.ID, err)
	}
	defer func() { _ = r.Close() }()
	data, err := egress.ReadAll(r, maxDepositBytes)
	if err != nil {
		return fmt.Errorf("read deposit %s: %w", d.ID, err)
	}
	s.handed = handed{plainName(d.Filename), d.MediaType, data}
	return nil
}

// filesJSON makes the list of a JSON body that holds the file of the deposit.
func (s *session) filesJSON(files *recipe.FilePart, find recipe.Lookup) ([]any, error) {
	own := recipe.Vars{
		"file.name":   {Text: s.handed.name, From: recipe.BySite},
		"file.media":  {Text: s.handed.media, From: recipe.BySite},
		"file.base64": {Text: base64.StdEncoding.EncodeToString(s.handed.data), From: recipe.BySite},
	}
	object, err := recipe.RenderMembers(files.Each, func(name string) (recipe.Variable, bool) {
		if v, ok := own[name]; ok {
			return v, true
		}
		return find(name)
	})
	return []any{object}, err
}
