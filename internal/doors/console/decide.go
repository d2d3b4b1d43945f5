package console

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading"
	"predate/internal/reading/look"
	"predate/internal/reading/wording"
	"predate/internal/statement/typeset"
)

// decision is who decides and why.
func (v *visit) decision(why string) desk.Decision {
	return desk.Decision{By: v.who.Name, Why: strings.TrimSpace(why), Operator: string(v.who.ID), Role: v.who.Role}
}

// check refuses a decision on an order that waits for nobody.
func (s *openOrder) check() error {
	if !s.decidable() {
		return predate.Refuse(predate.CodeConflict, "La commande %s n’attend pas de décision.", s.Order.ID)
	}
	return nil
}

// preview shows what a choice would change, and records nothing.
func (c *Console) preview(v *visit) (answer, error) {
	s, ch, trial, err := c.try(v)
	if err != nil {
		return nil, err
	}
	return c.standing(trial, v, foresee(s, trial, ch.Key))
}

// try reads a choice and computes the order with it.
func (c *Console) try(v *visit) (s *openOrder, ch choice, trial *openOrder, err error) {
	if err = v.read(&ch); err != nil {
		return nil, ch, nil, err
	}
	if s, err = c.see(v); err == nil {
		err = s.check()
	}
	if err == nil && s.papers == nil {
		err = predate.Refuse(predate.CodeConflict, "La commande %s n’a encore aucune pièce.", s.Order.ID)
	}
	if err != nil {
		return nil, ch, nil, err
	}
	ruling, why, err := s.answerOf(ch)
	if err != nil {
		return nil, ch, nil, err
	}
	ruling.By, ruling.On, ruling.Why = v.who.Name, c.today(), why
	ch.Why, ch.ruling = why, ruling
	return s, ch, s.tried(ruling), nil
}

// foresee says in a sentence what a choice changes: its value and the gates that
// turn.
func foresee(s, trial *openOrder, key predate.Key) string {
	f := trial.told.Statement.Figure(key)
	says := []string{f.Status.Name()}
	if value := typeset.Line(f.Value); value != "" {
		says[0] = value
	}
	says = append(says, turns(s.told.Statement, trial.told.Statement)...)
	if left := len(predate.OpenDoubts(trial.doubts)); left == 0 {
		says = append(says, "plus aucun doute")
	} else {
		says = append(says, fmt.Sprintf("%d à décider", left))
	}
	return strings.Join(says, " · ")
}

// turns says which gates differ between two statements.
func turns(old, trial predate.Statement) []string {
	var says []string
	for _, g := range trial.Gates {
		before := slices.IndexFunc(old.Gates, func(o predate.Gate) bool { return o.ID == g.ID })
		if before < 0 || old.Gates[before].Status == g.Status {
			continue
		}
		switch g.Status {
		case predate.GateGreen:
			says = append(says, "ferme «\u00a0"+typeset.GateName(g.ID)+"\u00a0»")
		case predate.GateRed:
			gap := ""
			if d := difference(g); d != "" {
				gap = " (écart " + d + ")"
			}
			says = append(says, "attention, «\u00a0"+typeset.GateName(g.ID)+"\u00a0» ne concorde plus"+gap)
		case predate.GateNotApplicable:
		}
	}
	return says
}

// rule records a choice. Where the operator pointed at a printed value, its look is
// learnt besides, if it can be.
func (c *Console) rule(v *visit) (answer, error) {
	s, ch, trial, err := c.try(v)
	if err != nil {
		return nil, err
	}
	if ch.Why == "" {
		return nil, predate.Refuse(predate.CodeInvalid, "Dites pourquoi : le motif est imprimé dans la déclaration.")
	}
	says := foresee(s, trial, ch.Key)
	taught, untaught := c.learn(v.Context(), s, ch)
	if untaught != "" {
		says += " · non appris : " + untaught
	}
	if err := c.Desk.Rule(v.Context(), s.Order.ID, ch.taken(v.decision(ch.Why)), []predate.Ruling{ch.ruling}, taught...); err != nil {
		return nil, err
	}
	trial.Run.Read = false
	return c.standing(trial, v, says)
}

// learn derives a look from the words that the operator pointed at. What cannot be
// learnt is said, and stops nothing.
func (c *Console) learn(ctx context.Context, s *openOrder, ch choice) (taught []look.Look, why string) {
	if ch.At == nil || ch.ruling.Value == nil {
		return nil, ""
	}
	i := slices.IndexFunc(s.Documents, func(d predate.Document) bool { return fmt.Sprint(d.ID) == ch.At.Document })
	if i < 0 {
		return nil, ""
	}
	file, box := fileFrom(s.Documents[i], s.Corrections, c.Blobs), ch.At.Box
	l, err := c.Reader.Teach(ctx, file, s.told.Statement, reading.Pointed{
		Key: ch.Key, Value: ch.ruling.Value, Page: ch.At.Page, Box: predate.Box{X0: box.X0, Y0: box.Y0, X1: box.X1, Y1: box.Y1},
	})
	if refused := (*predate.Error)(nil); errors.As(err, &refused) {
		return nil, refused.Message
	}
	if err != nil {
		c.Log.Warn("a look could not be learnt", "order", s.Order.ID, "error", err)
		return nil, "la pièce n’a pas pu être relue"
	}
	return []look.Look{l}, ""
}

// acknowledge records that the operator saw a doubt and lets it be.
func (c *Console) acknowledge(v *visit) (answer, error) {
	var sent struct {
		Doubt, Why string
		effort
	}
	if err := v.read(&sent); err != nil {
		return nil, err
	}
	s, err := c.see(v)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, err
	}
	why := sent.Why
	if strings.TrimSpace(why) == "" {
		why = "vu sur les pièces"
	}
	if err := c.Desk.Acknowledge(v.Context(), s.Order.ID, sent.taken(v.decision(why)), sent.Doubt); err != nil {
		return nil, err
	}
	if s, err = c.see(v); err != nil {
		return nil, err
	}
	return c.standing(s, v, fmt.Sprintf("Pris acte · %d à décider", len(predate.OpenDoubts(s.doubts))))
}

// when writes an instant as operators read it.
func (c *Console) when(at time.Time) string {
	at = at.In(c.zone)
	return wording.Day(predate.DateOf(at)) + at.Format(" 15:04")
}

func (c *Console) today() predate.Date { return predate.DateOf(c.Now().In(c.zone)) }
