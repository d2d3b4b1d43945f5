package connector

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"

	"predate"
)

// Deposit is what is handed in to a syndic through its extranet.
type Deposit struct {
	// Subject must be the order's own: it tells whether the deposit was made.
	Subject string
	Message string
	Files   []File
}

// File is one file of a deposit.
type File struct {
	Name      string
	MediaType string
	Data      []byte
}

// Receipt is what the extranet says of a deposit.
type Receipt struct {
	ID      string // as the extranet names it
	Earlier bool   // it was there before: nothing was sent
}

// Submit hands a deposit in, in the account of the order. It is sent at most
// once: one with the same subject that is already there is not repeated, and
// after a broken exchange the extranet is asked whether it arrived. The error
// is a *predate.Failure when the extranet or the credentials are the cause.
func (c *Collector) Submit(ctx context.Context, request Request, d Deposit) (receipt Receipt, err error) {
	err = c.within(ctx, request, func(ctx context.Context, s *session) error {
		s.deposit = d
		receipt, err = s.submitAll(ctx)
		return err
	})
	return receipt, err
}

func (s *session) submitAll(ctx context.Context) (Receipt, error) {
	d := s.recipe.Deposit
	switch {
	case d == nil:
		s.stage = predate.StageDeposit
		return Receipt{}, s.fail(predate.UnsupportedExtranet, "the recipe knows no deposit")
	case s.deposit.Subject == "":
		return Receipt{}, errors.New("submit: a deposit needs a subject")
	}
	if err := s.login(ctx); err != nil {
		return Receipt{}, err
	}
	s.stage = predate.StageDeposit
	if err := s.chooseVariant(ctx); err != nil {
		return Receipt{}, err
	}
	places, err := s.choose(ctx)
	if err != nil {
		return Receipt{}, err
	}
	s.stage = predate.StageDeposit
	at := places[0]
	at.scope = at.scope.with("deposit.subject", variable{s.deposit.Subject, bySite}).
		with("deposit.message", variable{s.deposit.Message, bySite})
	receipt, err := s.made(ctx, at)
	if err != nil || receipt.ID != "" {
		receipt.Earlier = receipt.ID != ""
		return receipt, err
	}
	sent := s.steps(ctx, d.Steps, at.scope)
	receipt, err = s.made(ctx, at)
	switch {
	case receipt.ID != "":
		return receipt, nil
	case sent != nil:
		return Receipt{}, sent
	case err != nil:
		return Receipt{}, err
	}
	return Receipt{}, s.fail(predate.SiteChanged, "the deposit was accepted and is not listed")
}

// made looks the deposit up by its subject; the zero Receipt when it is not
// there.
func (s *session) made(ctx context.Context, at place) (receipt Receipt, err error) {
	err = s.list(ctx, &s.recipe.Deposit.Made, at, func(_ context.Context, _ *loop, _ place, item map[string]any) error {
		if item["subject"] == s.deposit.Subject {
			receipt.ID = fmt.Sprint(item["id"])
		}
		return nil
	})
	return receipt, err
}

// filesJSON makes the list of a JSON body that holds the files of the deposit.
func (s *session) filesJSON(files *filePart, find lookup) ([]any, error) {
	list := make([]any, 0, len(s.deposit.Files))
	for _, file := range s.deposit.Files {
		own := vars{
			"file.name":   {plainName(file.Name), bySite},
			"file.media":  {file.MediaType, bySite},
			"file.base64": {base64.StdEncoding.EncodeToString(file.Data), bySite},
		}
		object, err := renderMembers(files.Each, func(name string) (variable, bool) {
			if v, ok := own[name]; ok {
				return v, true
			}
			return find(name)
		})
		if err != nil {
			return nil, err
		}
		list = append(list, object)
	}
	return list, nil
}
