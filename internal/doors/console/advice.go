package console

import (
	"net/url"
	"slices"
	"time"

	"predate"
	"predate/internal/orders/desk"
	"predate/internal/reading/compute"
	"predate/internal/reading/wording"
)

// advice is one thing to do next, and where.
type advice struct {
	Says, Link, There string
}

// What is worth a sentence: below that, a figure is chance.
const (
	mostAdvice   = 5
	worthShare   = 15 // of the time, in hundredths
	worthDoubts  = 3
	worthRulings = 5
	worthReturns = 10 // of the rulings, in hundredths
)

// advise says what to do next, what is late first. It judges no person.
func advise(m desk.Measures) []advice {
	var all []advice
	for _, one := range []func(desk.Measures) (advice, bool){late, stopped, costliest, returned, neverRuled, straight} {
		if a, ok := one(m); ok && len(all) < mostAdvice {
			all = append(all, a)
		}
	}
	return all
}

func late(m desk.Measures) (advice, bool) {
	count := 0
	for _, w := range m.Waiting {
		if w.From >= 1 {
			count += w.Count
		}
	}
	if count == 0 {
		return advice{}, false
	}
	says := number(count, "commande attend", "commandes attendent") + " depuis plus longtemps que promis (" + promised(m.Promise) + "), la première depuis " + shortAge(m.Oldest) +
		"\u202f: commencez par " + map[bool]string{true: "elle", false: "elles"}[count == 1] + "."
	return advice{says, "/", "Les commandes à décider"}, true
}

func stopped(m desk.Measures) (advice, bool) {
	if m.Stopped == 0 {
		return advice{}, false
	}
	again := map[bool]string{true: "elle ne repartira pas d’elle-même.", false: "elles ne repartiront pas d’elles-mêmes."}[m.Stopped == 1]
	return advice{
		number(m.Stopped, "collecte est arrêtée", "collectes sont arrêtées") + "\u202f: " + again,
		"/?section=" + string(predate.QueueStopped), "Les collectes arrêtées",
	}, true
}

// costliest names what takes the most time, and whose papers.
func costliest(m desk.Measures) (advice, bool) {
	var whole time.Duration
	for _, g := range m.Places {
		whole += g.Visible
	}
	i := slices.IndexFunc(m.Places, func(g desk.Group) bool { return g.Count >= worthDoubts && g.Syndic != "" })
	if i < 0 || whole == 0 || 100*m.Places[i].Visible < worthShare*whole {
		return advice{}, false
	}
	g := m.Places[i]
	do := "regardez ce que ces papiers ont de particulier."
	if compute.Learnable(g.Figure) {
		do = "apprenez cette présentation, en cliquant sur le montant dans la pièce."
	}
	says := percent(int(g.Visible/time.Millisecond), int(whole/time.Millisecond)) + " du temps va à " + quoted(subject(g)) + " des papiers de " + g.Syndic + "\u202f: " + do
	return advice{says, "/?" + url.Values{"q": {g.Syndic}, "section": {string(predate.QueueDecide)}}.Encode(), "Les commandes de ce syndic"}, true
}

// returned names the figure whose rulings were most often changed later.
func returned(m desk.Measures) (advice, bool) {
	worst := desk.Group{}
	for _, g := range m.Figures {
		if g.Rulings >= worthRulings && 100*g.Overturned >= worthReturns*g.Rulings && g.Overturned*max(1, worst.Rulings) > worst.Overturned*g.Rulings {
			worst = g
		}
	}
	if worst.Overturned == 0 {
		return advice{}, false
	}
	says := percent(worst.Overturned, worst.Rulings) + " des décisions sur " + quoted(subject(worst)) + " ont été changées ensuite\u202f: faites-les relire avant l’émission."
	return advice{says, "/order/" + string(worst.Last), "La dernière de ces commandes"}, true
}

// neverRuled names a doubt that persons always let be: it may be asked in vain.
func neverRuled(m desk.Measures) (advice, bool) {
	i := slices.IndexFunc(m.Causes, func(g desk.Group) bool { return g.Count >= 10 && g.Rulings == 0 && g.Cause != "" })
	if i < 0 {
		return advice{}, false
	}
	g := m.Causes[i]
	return advice{
		quoted(causeName(g.Cause)) + " a été vu " + wording.Number(int64(g.Count)) + " fois sans qu’un chiffre change\u202f: voyez sur un exemple si ce sont les papiers ou la lecture.",
		"/order/" + string(g.Last), "Le dernier exemple",
	}, true
}

// straight says how many orders need nobody, where that is few.
func straight(m desk.Measures) (advice, bool) {
	done, alone := 0, 0
	for _, day := range m.Days {
		done, alone = done+day.Done, alone+day.Straight
	}
	if done < worthRulings || 2*alone >= done || len(m.Causes) == 0 {
		return advice{}, false
	}
	common := slices.MaxFunc(m.Causes, func(a, b desk.Group) int { return a.Count - b.Count })
	return advice{
		percent(alone, done) + " des commandes passent sans personne\u202f; le premier motif est " + quoted(causeName(common.Cause)) + "\u202f: regardez-le sur un exemple.",
		"/order/" + string(common.Last), "Le dernier exemple",
	}, true
}

// number writes how many there are: « 1 commande attend », « 4 commandes attendent ».
func number(n int, one, many string) string {
	if n < 2 {
		many = one
	}
	return wording.Number(int64(n)) + "\u00a0" + many
}
