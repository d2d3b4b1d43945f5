package console

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"predate"
)

// undoTime is how long the server takes a decision back. The page offers it by a key
// for ten seconds: the rest is for the way.
const undoTime = 15 * time.Second

// undo takes the operator's last decision back.
func (c *Console) undo(v *visit) (answer, error) {
	id, err := v.orderID()
	if err == nil {
		err = c.Desk.Undo(v.Context(), id, v.decision(""), undoTime)
	}
	if err != nil {
		return nil, err
	}
	s, err := c.see(v)
	if err != nil {
		return nil, err
	}
	return c.standing(s, v, fmt.Sprintf("Annulé · %d à décider", len(predate.OpenDoubts(s.doubts))))
}

// issued is what became of a statement that an operator issued, and where he goes on.
type issued struct {
	Says string `json:"says"`
	Next string `json:"next"`
}

// issue lets the statement go that the operator saw, from the order or from its draft.
func (c *Console) issue(v *visit) (answer, error) {
	var sent struct {
		Seen predate.Hash
		Why  string
	}
	byForm := wantsPage(v.Request)
	if byForm {
		if err := v.form(); err != nil {
			return nil, err
		}
		sent.Seen, sent.Why = predate.Hash(v.PostFormValue("seen")), v.PostFormValue("why")
	} else if err := v.read(&sent); err != nil {
		return nil, err
	}
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	why := strings.TrimSpace(sent.Why)
	if why == "" {
		why = "relue et émise"
	}
	if err := c.Desk.Issue(v.Context(), id, v.decision(why), sent.Seen); err != nil {
		return nil, err
	}
	if err := c.Desk.ReleaseOrder(v.Context(), id, v.decision("")); err != nil {
		c.Log.Warn("the claim on an order that was issued ends by itself", "order", id, "error", err)
	}
	done := issued{Says: "La déclaration est émise.", Next: "/next?after=" + string(id)}
	switch opened, err := c.Desk.Open(v.Context(), id); {
	case err != nil: // it is issued all the same
		c.Log.Warn("an order that was issued cannot be read again", "order", id, "error", err)
	case opened.FirstIssue != nil && opened.Review != nil:
		done.Says = "Émise une première fois : une autre personne doit l’émettre aussi."
	}
	if byForm {
		return redirect(done.Next), nil
	}
	return data{done}, nil
}

// claimed is whether the operator has the order, and who has it otherwise.
type claimed struct {
	Mine   bool   `json:"mine"`
	Holder string `json:"holder"` // markup
}

// claim takes an order for the operator, or prolongs his claim; with take, also where
// another works on it.
func (c *Console) claim(v *visit) (answer, error) {
	var sent struct{ Take bool }
	if err := v.read(&sent); err != nil {
		return nil, err
	}
	id, err := v.orderID()
	if err != nil {
		return nil, err
	}
	take := c.Desk.ClaimOrder
	if sent.Take {
		take = c.Desk.TakeOver
	}
	_, err = take(v.Context(), id, v.decision(""))
	if refused := (*predate.Error)(nil); errors.As(err, &refused) && refused.Code == predate.CodeConflict {
		return c.heldByAnother(v, id)
	}
	if err != nil {
		return nil, err
	}
	return data{claimed{Mine: true}}, nil
}

func (c *Console) heldByAnother(v *visit, id predate.OrderID) (answer, error) {
	opened, err := c.Desk.Open(v.Context(), id)
	if err != nil {
		return nil, err
	}
	s := &openOrder{Opened: opened}
	drawn, err := c.pages.part("order", "holder", orderView{Holder: c.holder(s, v.who)})
	if err != nil {
		return nil, err
	}
	return data{claimed{Holder: drawn}}, nil
}

// release ends the operator's claim on an order that he leaves.
func (c *Console) release(v *visit) (answer, error) {
	id, err := v.orderID()
	if err == nil {
		err = c.Desk.ReleaseOrder(v.Context(), id, v.decision(""))
	}
	return data{claimed{}}, err
}
