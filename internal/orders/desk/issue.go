package desk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"predate"
	"predate/internal/keeping/store"
)

// Issue delivers the statement that an operator saw, identified by the hash of its
// report. It returns CodeConflict if there is a newer report or an open doubt. If the
// account requires two persons, the first call is recorded, and the second call, by
// another person, delivers the statement. If persons have roles, the second must be a
// lead.
func (d *Desk) Issue(ctx context.Context, id predate.OrderID, decision Decision, seen predate.Hash) error {
	err := d.inReview(ctx, id, decision, func(ctx context.Context, tx store.Tx, i Inquiry) error {
		switch {
		case i.Stopped():
			return predate.Refuse(predate.CodeConflict, "La collecte de la commande %s s’est arrêtée : il n’y a pas encore de déclaration.", id)
		case !i.Run.Read:
			return beingRead(id)
		case i.Run.ReportHash != seen || seen == "":
			return predate.Refuse(predate.CodeConflict, "La déclaration de la commande %s a changé depuis que vous l’avez vue : regardez-la de nouveau.", id)
		}
		if open := predate.OpenDoubts(i.Doubts); len(open) > 0 {
			return predate.Refuse(predate.CodeConflict, "Il reste à décider : %s.", strings.Join(namesOf(open), " ; "))
		}
		return d.issue(ctx, tx, i, "issue", decision)
	})
	if err != nil {
		return fmt.Errorf("issue the statement of order %s: %w", id, err)
	}
	return nil
}

// namesOf returns short names of doubts, for messages.
func namesOf(doubts []predate.SettledDoubt) []string {
	var names []string
	for _, one := range doubts {
		figure, isFigure := predate.FigureOf(one.Key)
		gate, isGate := predate.GateOf(one.Gate)
		switch {
		case isFigure:
			names = append(names, figure.Label)
		case isGate:
			names = append(names, gate.Label)
		case one.File != "":
			names = append(names, "« "+one.File+" »")
		default:
			names = append(names, strings.TrimSuffix(one.Says, "."))
		}
	}
	return names
}

// issue delivers a statement, or records the first of two persons. It returns an error
// while required papers are missing.
func (d *Desk) issue(ctx context.Context, tx store.Tx, i Inquiry, what string, decision Decision) error {
	if len(predate.Blocking(i.Run.Gaps)) > 0 {
		return predate.Refuse(predate.CodeConflict, "Il manque encore des pièces à la commande %s : demandez-les, ou dites qui déclare qu’elles n’existent pas.", i.Order.ID)
	}
	account, err := store.AccountByID(ctx, tx, i.Order.Account)
	if err != nil {
		return err
	}
	if account.FourEyes {
		first := i.FirstIssue
		if first == nil {
			return d.firstIssue(ctx, tx, i, decision)
		}
		if samePerson(decision, first.By, first.Operator) {
			return predate.Refuse(predate.CodeConflict, "Ce client demande deux personnes : vous avez déjà émis cette déclaration, une autre doit le faire aussi.")
		}
		if decision.Role != "" && !decision.Role.May(predate.RoleLead) {
			return predate.Refuse(predate.CodeForbidden, "Ce client demande deux personnes : la seconde est un responsable.")
		}
	}
	if err := d.close(ctx, tx, i, what, decision); err != nil {
		return err
	}
	i.Run.Approved = true
	if err := store.UpdateRun(ctx, tx, &i.Run); err != nil {
		return fmt.Errorf("write run %s: %w", i.Run.ID, err)
	}
	return d.work(ctx, tx, i.Order, i.Run, time.Time{})
}

// firstIssue records the first of two persons. The review stays open.
func (d *Desk) firstIssue(ctx context.Context, tx store.Tx, i Inquiry, decision Decision) error {
	row := store.FirstIssue{Run: i.Run.ID, Report: i.Run.ReportHash, By: decision.By, Operator: decision.Operator, At: d.now(), Why: decision.Why}
	if err := store.PutFirstIssue(ctx, tx, row); err != nil {
		return err
	}
	store.Changed(tx, i.Order.ID, predate.ChangedReview)
	return d.audit(ctx, tx, i.Order, "first_issue", decision)
}

// firstOf returns the first of two persons who issued the present statement of a run,
// or nil. A person who saw another report does not count.
func firstOf(ctx context.Context, tx store.Tx, run predate.Run) (*store.FirstIssue, error) {
	first, ok, err := store.FirstIssueOf(ctx, tx, run.ID)
	if err != nil || !ok || !run.Read || first.Report != run.ReportHash {
		return nil, err
	}
	return &first, nil
}

// samePerson reports whether the person who decides has this name and id. Persons
// differ by their ids; on the command line there are only names.
func samePerson(decision Decision, name, operator string) bool {
	if decision.Operator != "" && operator != "" {
		return decision.Operator == operator
	}
	return strings.EqualFold(strings.TrimSpace(decision.By), strings.TrimSpace(name))
}
