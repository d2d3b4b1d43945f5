package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/report"
	"predate/internal/statement/typeset"
)

// checklist answers GET /order/{orderid}/checklist.
func (s *Server) checklist(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	list, err := s.Desk.Checklist(r.Context(), callOf(r).caller.Account.ID, id)
	if err != nil {
		return nil, err
	}
	wire := checklistWire{OrderID: string(id), State: string(list.Order.State), Reading: list.Reading, Settled: list.Settled(), Items: []itemWire{}}
	if list.Open() {
		wire.CornerURL = cornerURL(s.Links, id, list.Corner, s.Now())
	}
	for _, item := range list.Items {
		wire.Items = append(wire.Items, toItem(item))
	}
	return wire, nil
}

// maxAnswers bounds the answers of one request.
const maxAnswers = 100

// answersMembers is a body that is a list of answers, or an object that has one.
func answersMembers() shape {
	members := fields().and("answers", listOf(maxAnswers, fields("code", "fiscal_year", "answer", "comment", "by")))
	members.list = "answers"
	return members
}

// takeAnswers answers POST /order/{orderid}/answers.
func (s *Server) takeAnswers(r *http.Request) (any, error) {
	id, err := orderID(r)
	if err != nil {
		return nil, err
	}
	in, err := s.readObject(r)
	if err != nil {
		return nil, err
	}
	answers, err := readAnswers(in)
	if err != nil {
		return nil, err
	}
	account := callOf(r).caller.Account.ID
	return s.once(r, in.hash, func(replay *desk.Replay) (predate.Order, error) {
		return s.Desk.AnswerOnce(r.Context(), account, id, replay, answers)
	})
}

func readAnswers(in reader) ([]predate.Answer, error) {
	const longestYear, longestName = 20, 100
	var answers []predate.Answer
	if list, _ := in.members["answers"].([]any); len(list) == 0 {
		in.fail("answers", "must be an array of at least one")
	}
	for _, item := range in.items("answers", maxAnswers) {
		a := predate.Answer{
			Code: item.required("code", maxLine), FiscalYear: item.line("fiscal_year", longestYear), Says: predate.Saying(item.required("answer", maxLine)),
			Comment: item.lines("comment", maxText), By: item.required("by", longestName),
		}
		switch allowed := []predate.Saying{predate.SaysAbsent, predate.SaysUnobtainable, predate.SaysComment}; {
		case a.Says != "" && !slices.Contains(allowed, a.Says):
			item.fail("answer", "must be does_not_exist, not_obtainable or see_comment")
		case a.Says == predate.SaysComment && a.Comment == "":
			item.fail("comment", "is required with see_comment")
		}
		answers = append(answers, a)
	}
	return answers, in.wrong.err()
}

// report answers GET /order/{orderid}/report: the figures of the latest statement with
// their evidence, as its PDF carries them.
func (s *Server) report(r *http.Request) (any, error) {
	run, err := s.issued(r)
	if err != nil {
		return nil, err
	}
	kept, err := s.Desk.Blobs.Open(r.Context(), run.ReportHash)
	if err != nil {
		return nil, orElse(err, errNoFile)
	}
	encoded, err := io.ReadAll(kept)
	if err = errors.Join(err, kept.Close()); err != nil {
		return nil, fmt.Errorf("read the figures of order %s: %w", run.Order, err)
	}
	statement, err := report.Decode(encoded)
	if err != nil {
		return nil, err
	}
	carried, err := typeset.Report(statement)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(carried)
	name := "rapport-" + string(run.Order) + ".json"
	return file{name: name, media: "application/json", hash: predate.Hash(hex.EncodeToString(sum[:])), content: unclosed{bytes.NewReader(carried)}}, nil
}
