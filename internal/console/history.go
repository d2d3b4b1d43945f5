package console

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"predate"
	"predate/internal/report"
	"predate/internal/typeset"
)

// actView is one thing that happened to an order.
type actView struct{ When, Who, What, Why string }

// history is what operators did to an order and what its client was told, the latest
// first.
func (c *Console) history(s *openOrder) []actView {
	type happened struct {
		at time.Time
		actView
	}
	var all []happened
	for _, a := range s.Acts {
		all = append(all, happened{a.At, actView{c.when(a.At), a.Who, actName(a.Act), s.actDetail(a.Detail)}})
	}
	for _, e := range s.Events {
		if !e.Simulated {
			all = append(all, happened{e.Created, actView{c.when(e.Created), "", "client informé", stateNames()[e.State]}})
		}
	}
	slices.SortStableFunc(all, func(a, b happened) int { return cmp.Compare(b.at.UnixNano(), a.at.UnixNano()) })
	var out []actView
	for _, one := range all {
		out = append(out, one.actView)
	}
	return out
}

// hash is a file's hash in the detail of an act: the audit needs it, a reader does not.
var hash = regexp.MustCompile(` \([0-9a-f]{64}\)`)

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

// actDetail is what an act was about, with the names that operators know in the
// place of a figure's key or a doubt's id.
func (s *openOrder) actDetail(detail string) string {
	detail = hash.ReplaceAllString(detail, "")
	about, why, ok := strings.Cut(detail, ": ")
	if !ok {
		return detail
	}
	key, value, _ := strings.Cut(about, " = ")
	name := ""
	if _, known := predate.FigureOf(predate.Key(key)); known {
		name = typeset.Label(predate.Key(key))
	} else if i := slices.IndexFunc(s.doubts, func(d predate.SettledDoubt) bool { return d.ID == key }); i >= 0 {
		name = s.doubt(s.doubts[i]).Label
	}
	if name == "" {
		return detail
	}
	if decoded, err := report.DecodeValue(predate.Key(key), []byte(value)); value != "" && err == nil {
		value = typeset.Line(decoded)
	}
	if value != "" {
		name += " = " + value
	}
	return name + ", " + why
}
