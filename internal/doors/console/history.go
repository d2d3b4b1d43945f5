package console

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/report"
	"predate/internal/statement/typeset"
)

// actView is one thing that happened to an order, or several of one kind.
type actView struct {
	When, Who, What, Why string
	Which                []string // what it was about, where it was several
}

// history is what operators did to an order and what its client was told, the latest
// first. What one person did several times in a row for one reason is one line.
func (c *Console) history(s *openOrder) []actView {
	type happened struct {
		at   time.Time
		what desk.Act // none of an event
		said string   // of an event
	}
	var all []happened
	for _, a := range s.Acts {
		all = append(all, happened{at: a.At, what: a})
	}
	for _, e := range s.Events {
		if !e.Simulated {
			all = append(all, happened{at: e.Created, said: stateNames()[e.State]})
		}
	}
	slices.SortStableFunc(all, func(a, b happened) int { return cmp.Compare(b.at.UnixNano(), a.at.UnixNano()) })
	var out []actView
	for i := 0; i < len(all); i++ {
		if all[i].said != "" {
			out = append(out, actView{When: c.when(all[i].at), What: "client informé", Why: all[i].said})
			continue
		}
		acts := []desk.Act{all[i].what}
		for i+1 < len(all) && all[i+1].said == "" && again(acts[0], all[i+1].what) {
			i++
			acts = append(acts, all[i].what)
		}
		out = append(out, c.acts(s, acts))
	}
	return out
}

// again reports whether a person did once more what he did, for the same reason.
func again(a, b desk.Act) bool {
	return a.Act == b.Act && severalNamed(a.Act, 1) != "" && a.Who == b.Who && a.Operator == b.Operator && a.Why == b.Why && a.About != "" && b.About != ""
}

// severalNamed is what somebody did several times; "" for what is always told apart.
func severalNamed(act string, n int) string {
	switch act {
	case "review.acknowledge":
		return actName(act) + " de " + number(n, "doute", "doutes")
	case "review.document":
		return "a ajouté " + number(n, "pièce", "pièces")
	}
	return ""
}

// acts is one line of the history, for one act or for several that are alike.
func (c *Console) acts(s *openOrder, acts []desk.Act) actView {
	first := acts[0]
	v := actView{When: c.when(first.At), Who: first.Who, What: actName(first.Act)}
	if len(acts) == 1 {
		v.Why = s.actDetail(first)
		return v
	}
	v.What, v.Why = severalNamed(first.Act, len(acts)), first.Why
	for _, a := range slices.Backward(acts) {
		v.Which = append(v.Which, s.actSubject(a))
	}
	return v
}

// actName is what an operator did, in words; one that is not named here is shown as
// it is kept.
func actName(act string) string {
	name := strings.TrimPrefix(act, "review.")
	names := map[string]string{
		"set": "a retenu", "unset": "est revenu sur", "approve": "a approuvé", "issue": "a émis", "ask": "a interrogé le client", "seen": "a regardé", "unseen": "est revenu sur",
		"acknowledge": "a pris acte", "unacknowledge": "est revenu sur", "claim": "a pris le dossier", "take_over": "a repris le dossier", "undo": "a annulé", "delivery.resent": "a renvoyé une livraison", "order.erased": "a effacé la commande", "order.exported": "a exporté la commande", "first_issue": "a émis en premier",
		"correct": "a corrigé", "uncorrect": "est revenu sur la correction", "document": "a ajouté une pièce",
		"collect_again": "a relancé la collecte", "collect_later": "a reporté la collecte", "collect_attended": "a relancé la collecte, en restant là", "relay": "a répondu au site", "end_collection": "a terminé la collecte", "reveal": "a vu les codes de l’extranet",
		"client.answer": "a répondu", "corner_closed": "a révoqué le lien du client",
	}
	if french, ok := names[name]; ok {
		return french
	}
	return name
}

// actDetail is what an act was about and why, with the names that operators know in
// the place of a figure's key or a doubt's id.
func (s *openOrder) actDetail(a desk.Act) string {
	if a.About == "" {
		return a.Detail
	}
	return s.actSubject(a) + ", " + a.Why
}

// actSubject is what an act was about, and the value that it gave.
func (s *openOrder) actSubject(a desk.Act) string {
	var names []string
	for about := range strings.SplitSeq(a.About, "\n") {
		names = append(names, s.subjectName(about, a))
	}
	name := strings.Join(names, " ; ")
	if a.Act == "review.set" {
		value := a.Value
		if decoded, err := report.DecodeValue(predate.Key(a.About), []byte(value)); err == nil {
			value = typeset.Line(decoded)
		}
		name += " = " + value
	}
	return name
}

// subjectName names a figure or a doubt as operators know it. A doubt without a name of
// its own, or that the order has no more, is what it said.
func (s *openOrder) subjectName(about string, a desk.Act) string {
	if _, known := predate.FigureOf(predate.Key(about)); known {
		return typeset.Label(predate.Key(about))
	}
	i := slices.IndexFunc(s.doubts, func(d predate.SettledDoubt) bool { return d.ID == about })
	switch {
	case i >= 0 && s.doubts[i].Key+predate.Key(s.doubts[i].Gate)+predate.Key(s.doubts[i].File) != "":
		return s.doubt(s.doubts[i]).Label
	case i >= 0:
		return sentence(s.doubts[i].Says)
	case a.Act == "review.acknowledge" && a.Value != "":
		return sentence(a.Value)
	}
	return about
}

// sentence is a sentence within another: without its full stop.
func sentence(says string) string { return strings.TrimSuffix(says, ".") }
