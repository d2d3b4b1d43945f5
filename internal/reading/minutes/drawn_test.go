package minutes

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon/lexicontest"
	"predate/internal/reading/paper"
)

// drawnPoint is a point of drawn minutes, with what a reader must find.
type drawnPoint struct {
	title, words string
	outcome      predate.VoteOutcome
	amount       predate.Cents // of works
}

// minutesPrinter prints minutes the way one syndic would.
type minutesPrinter struct {
	*rand.Rand
	pages  []predate.Page
	y      float64
	number func(int) string
	rule   string // how a heading names its majority; the row below where it begins with a line feed
	votes  []string
	closed map[predate.VoteOutcome]string
	bold   bool
	// stamped says that the outcome is at the end of the heading's line.
	stamped bool
	twice   bool // what needs it is voted a second time (loi 65-557, art. 25-1)
	early   bool // the table of all points stands before them
}

// numberings are the ways to number points.
func numberings() []func(int) string {
	romans := []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI"}
	words := []string{"Première", "Deuxième", "Troisième", "Quatrième", "Cinquième", "Sixième", "Septième", "Huitième", "Neuvième", "Dixième", "Onzième", "Douzième", "Treizième", "Quatorzième", "Quinzième", "Seizième"}
	var out []func(int) string
	for _, form := range []string{"%d. ", "%d) ", "%d - ", "%d · ", "%d / ", "#%d ", "%d – ", "%d : ", "(%d) ", "%02d. ", "[%d] ", "%d ", "%d | ", "Résolution n° %d – ", "RÉSOLUTION N°%d : ", "Point %d. ", "Question %d - ", "Décision n° %d\n", "%de résolution : ", "Résolution %d\n", "%d\n", "3.%d "} {
		out = append(out, func(n int) string { return fmt.Sprintf(form, n) })
	}
	return append(out,
		func(n int) string { return romans[n-1] + ". " },
		func(n int) string { return romans[n-1] + " – " },
		func(n int) string { return "Résolution " + romans[n-1] + " : " },
		func(n int) string { return string(rune('A'+n-1)) + ") " },
		func(n int) string { return words[n-1] + " résolution : " },
	)
}

// verdicts are the ways to say what became of a point.
func verdicts() map[predate.VoteOutcome][]string {
	return map[predate.VoteOutcome][]string{
		predate.VoteAdopted: {
			"Cette résolution est adoptée à la majorité de l’article 24.", "Résolution adoptée.", "ADOPTÉE À L’UNANIMITÉ",
			"La résolution, mise aux voix, est adoptée à l’unanimité des présents et représentés.", "Décision : adoptée",
			"Le projet de résolution est approuvé à la majorité des voix exprimées.", "L’assemblée générale adopte cette résolution.",
			"Résultat du vote : ACCEPTÉ", "Proposition acceptée à la majorité", "Vote : unanimité", "→ Adopté",
			"Mise aux voix, cette résolution est ADOPTÉE.", "Ce point est adopté à la majorité des présents et représentés.",
			"Cette résolution est votée à la majorité requise.", "Vote favorable", "VALIDÉE", "Décision prise à l’unanimité.", "La proposition est adoptée.",
		},
		predate.VoteRejected: {
			"Cette résolution est rejetée.", "Résolution rejetée faute de majorité.", "REFUSÉE", "Cette résolution n’est pas adoptée.",
			"La majorité requise n’étant pas atteinte, la résolution est repoussée.", "Vote défavorable", "L’assemblée générale rejette cette résolution.",
			"NON ADOPTÉE", "Résultat du vote : REJETÉ", "Cette proposition n’est pas adoptée, faute de majorité.", "→ Refusé", "Majorité non atteinte",
		},
		predate.VotePostponed: {"Ce point est reporté à la prochaine assemblée.", "L’assemblée générale décide de reporter cette question.", "AJOURNÉE", "Résolution reportée."},
		predate.VoteNone:      {"Ce point ne donne pas lieu à un vote.", "Sans vote", "Point d’information, sans vote.", "Cette question n’appelle pas de vote.", "RETIRÉE", "Sans objet", "Non soumis au vote"},
	}
}

// stamps are outcomes in a word.
func stamps() map[predate.VoteOutcome]string {
	return map[predate.VoteOutcome]string{predate.VoteAdopted: "ADOPTÉE", predate.VoteRejected: "REJETÉE", predate.VotePostponed: "REPORTÉE", predate.VoteNone: "SANS VOTE"}
}

func newMinutesPrinter(seed uint64) *minutesPrinter {
	p := &minutesPrinter{Rand: rand.New(rand.NewPCG(seed, 14)), closed: map[predate.VoteOutcome]string{}}
	p.number, p.early = pick(p, numberings()), seed%5 == 2
	p.rule = pick(p, []string{
		"", " (article 24)", " – Art. 24", " [article 24]", " (majorité : article 24)", "\nMajorité de l’article 24", "\t\tarticle 24",
		"\t\tmajorité simple", " (majorité de l’article 24)", " – Majorité des voix exprimées", "\nVote à la majorité de l’article 24", " · art. 24 · majorité simple", "\t\tMajorité absolue (art. 25)",
	})
	p.votes = pick(p, [][]string{
		nil,
		{"Pour : %[1]d copropriétaires, %[4]d tantièmes", "Contre : %[2]d copropriétaires, %[5]d tantièmes : M. Olivaire Brun (%[5]d)", "Abstention : %[3]d"},
		{"Pour %[4]d Contre %[5]d Abstention %[3]d"},
		{"Vote\t\tVotants\t\tTantièmes", "Pour\t\t%[1]d\t\t%[4]d", "Contre\t\t%[2]d\t\t%[5]d", "Abstention\t\t%[3]d\t\t0"},
		{"Ont voté pour : %[1]d copropriétaires totalisant %[4]d / 10000", "Ont voté contre : %[2]d copropriétaires totalisant %[5]d / 10000", "Se sont abstenus : néant"},
		{"Abstentions : néant – Voix contre : %[5]d – Voix pour : %[4]d"},
	})
	for outcome, ways := range verdicts() {
		p.closed[outcome] = pick(p, ways)
	}
	p.bold = p.IntN(2) == 0
	p.stamped, p.twice = p.IntN(6) == 0, p.IntN(4) == 0
	if p.IntN(8) == 0 {
		p.number, p.bold = func(int) string { return "" }, true
	}
	return p
}

func pick[T any](p *minutesPrinter, of []T) T { return of[p.IntN(len(of))] }

// say sets a text, wrapped at the right edge; a line feed begins a line, a tab
// a column.
func (p *minutesPrinter) say(text string, bold bool) {
	const left, right, foot = 50, 550, 770
	for line := range strings.SplitSeq(text, "\n") {
		x := float64(left)
		for w := range strings.FieldsSeq(strings.ReplaceAll(line, "\t", " \x01 ")) {
			if w == "\x01" {
				x += 60
				continue
			}
			width := 4.6 * float64(len([]rune(w)))
			if x+width > right {
				x, p.y = left, p.y+13
			}
			if len(p.pages) == 0 || p.y > foot {
				p.turn()
			}
			page := &p.pages[len(p.pages)-1]
			page.Words = append(page.Words, predate.Word{Text: w, Size: 9, Bold: bold, Box: predate.Box{X0: x, Y0: p.y, X1: x + width, Y1: p.y + 9}})
			x += width + 2.5
		}
		p.y += 13
	}
}

// turn begins a page, with what all have at their head and foot.
func (p *minutesPrinter) turn() {
	n := len(p.pages) + 1
	page := predate.Page{Number: n, Width: 595, Height: 842}
	for _, f := range []struct {
		text string
		y    float64
	}{{"Cabinet Montrouvel – 12 rue des Tanneurs-Bleus, 69001 Lyon", 24}, {fmt.Sprintf("Page %d sur 5", n), 805}} {
		x := 50.0
		for w := range strings.FieldsSeq(f.text) {
			page.Words = append(page.Words, predate.Word{Text: w, Size: 7, Box: predate.Box{X0: x, Y0: f.y, X1: x + 4*float64(len([]rune(w))), Y1: f.y + 7}})
			x += 4*float64(len([]rune(w))) + 2.5
		}
	}
	p.pages, p.y = append(p.pages, page), 50
}

// drawnPoints are the points of one meeting.
func (p *minutesPrinter) drawnPoints() []drawnPoint {
	vote := func() predate.VoteOutcome {
		return pick(p, []predate.VoteOutcome{predate.VoteAdopted, predate.VoteAdopted, predate.VoteAdopted, predate.VoteRejected})
	}
	sum := predate.Cents(100000 * (p.IntN(80) + 12))
	works := func(title string) drawnPoint {
		return drawnPoint{title, fmt.Sprintf("L’assemblée générale décide de réaliser les travaux pour un montant de %d 000,00 € TTC, répartis selon la clé « Charges communes générales ».", sum/100000), vote(), sum}
	}
	out := []drawnPoint{
		{"Élection du président de séance", "L’assemblée générale élit Mme Gardefort Solène.", predate.VoteAdopted, 0},
		{"Rapport du conseil syndical", "Le conseil syndical rend compte de sa mission pour l’exercice écoulé.", predate.VoteNone, 0},
		{"Approbation des comptes de l’exercice du 01/01/2024 au 31/12/2024", "L’assemblée générale approuve les comptes de l’exercice du 01/01/2024 au 31/12/2024, tels qu’ils ont été joints à la convocation.", vote(), 0},
		{"Quitus au syndic", "L’assemblée générale donne quitus au syndic pour sa gestion.", vote(), 0},
		{"Budget prévisionnel de l’exercice du 01/01/2026 au 31/12/2026", "L’assemblée générale fixe le budget à la somme de 61 400,00 €.", vote(), 0},
		works("Travaux : Réfection de la cour"),
		{"Montant des marchés à partir duquel la consultation du conseil syndical est obligatoire", "L’assemblée générale fixe ce montant à 1 500,00 €.", vote(), 0},
		works("Travaux : Ravalement de la façade nord"),
		{"Autorisation de percer un mur", "L’assemblée générale autorise M. Olivaire Brun à percer le mur de son lot à ses frais.", pick(p, []predate.VoteOutcome{predate.VotePostponed, predate.VoteRejected, predate.VoteAdopted}), 0},
		{"Point d’information sur les procédures en cours", "Le syndic informe l’assemblée qu’aucune procédure n’est en cours.", predate.VoteNone, 0},
		{"Questions diverses", "Plusieurs copropriétaires évoquent le bruit dans la cour.", predate.VoteNone, 0},
	}
	skip := p.IntN(3)
	return append(out[:3:3], out[3+skip:]...)
}

// print sets the minutes and gives its points.
func (p *minutesPrinter) print() []drawnPoint {
	points := p.drawnPoints()
	p.say("PROCÈS-VERBAL DE L’ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 24 AVRIL 2025", true)
	if p.IntN(2) == 0 {
		p.say("Ordre du jour", true)
		for i, point := range points {
			p.say(p.number(i+1)+point.title, false)
		}
	}
	if p.IntN(2) == 0 {
		p.say("Feuille de présence\nPrésents\t\t9\t\t4711\nReprésentés\t\t3\t\t1172\nAbsents\t\t8\t\t4117\nEnsemble\t\t20\t\t10000", false)
	}
	if p.early {
		p.recap(points)
		p.say("Résolutions", true)
	}
	for i, point := range points {
		if p.stamped {
			p.say(p.number(i+1)+point.title+"\t\t"+stamps()[point.outcome], p.bold)
			p.say(point.words, false)
			continue
		}
		p.say(p.number(i+1)+point.title+p.ruleOf(point), p.bold)
		p.say(point.words, false)
		if point.outcome != predate.VoteNone && point.outcome != predate.VotePostponed {
			if p.twice && i%4 == 0 {
				p.sayVotes(predate.VoteRejected)
				p.say("Cette résolution n’est pas adoptée à la majorité de l’article 25.\nSecond vote – article 25-1", false)
				p.sayVotes(point.outcome)
				p.say(map[predate.VoteOutcome]string{predate.VoteAdopted: "Cette résolution est adoptée à la majorité de l’article 25-1.", predate.VoteRejected: "Cette résolution est rejetée."}[point.outcome], false)
				continue
			}
			p.sayVotes(point.outcome)
		}
		p.say(p.closed[point.outcome], false)
		p.y += float64(p.IntN(2)) * 9
	}
	if p.IntN(3) == 0 && !p.early {
		p.recap(points)
	}
	p.say("L’ordre du jour étant épuisé, la séance est levée à 20 h 10.\nLes actions en contestation doivent être introduites dans un délai de deux mois (article 42).", false)
	return points
}

// recap lists the points a second time, in a table.
func (p *minutesPrinter) recap(points []drawnPoint) {
	p.say(pick(p, []string{"SYNTHÈSE\n", "Récapitulatif des votes\n", ""})+"N°\t\tRésolution\t\tRésultat\t\tMajorité\t\tPour\t\tContre\t\tAbst.", p.bold)
	for i, point := range points {
		row := fmt.Sprintf("%d\t\t%s\t\t%s", i+1, point.title, stamps()[point.outcome])
		if point.outcome != predate.VoteNone {
			row += "\t\tArt. 24\t\t5930\t\t157\t\t0"
		}
		p.say(row, false)
	}
}

func (p *minutesPrinter) ruleOf(point drawnPoint) string {
	if point.outcome == predate.VoteNone {
		return ""
	}
	return p.rule
}

func (p *minutesPrinter) sayVotes(outcome predate.VoteOutcome) {
	more, fewer := 8+p.IntN(4), p.IntN(3)
	if outcome == predate.VoteRejected {
		more, fewer = fewer, more
	}
	for _, line := range p.votes {
		p.say(fmt.Sprintf(line+"%[6]s", more, fewer, 0, more*431, fewer*431, ""), false)
	}
}

// TestDrawnMinutes reads minutes printed in random ways: as many points as were
// printed, under their titles, with the outcome that they have.
func TestDrawnMinutes(t *testing.T) {
	words := lexicontest.House(t)
	for seed := range uint64(200) {
		p := newMinutesPrinter(seed)
		points := p.print()
		m := Of(paper.Source{Doc: layout.Analyse(p.pages), Meaning: paper.NewMeaning(words, predate.KindMinutes)})
		var want, got []string
		for _, point := range points {
			want = append(want, point.title+": "+string(point.outcome))
		}
		for _, point := range m.Points {
			got = append(got, point.Title+": "+string(point.Outcome()))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("seed %d, %q, %q, %q, %q:\n%s\nwant\n%s", seed, p.number(5), p.rule, p.votes, p.closed, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
