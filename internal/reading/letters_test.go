package reading

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"predate"
	"predate/internal/reading/blank/blanktest"
	"predate/internal/reading/layout"
)

// drawnLetter is a letter with what a reader must find in it.
type drawnLetter struct {
	kind predate.Kind
	text []string // paragraphs
	want map[predate.Key]predate.Value
}

// frenchDay writes a day as letters do.
func frenchDay(r *rand.Rand, d predate.Date) string {
	months := strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre")
	if r.IntN(2) == 0 {
		return fmt.Sprintf("%02d/%02d/%d", d.Day, d.Month, d.Year)
	}
	if d.Day == 1 {
		return fmt.Sprintf("1er %s %d", months[d.Month-1], d.Year)
	}
	return fmt.Sprintf("%d %s %d", d.Day, months[d.Month-1], d.Year)
}

// euro writes a sum in a sentence.
func euro(r *rand.Rand, c predate.Cents) string { return sumIn(c) + one(r, " €", " €", " euros") }

func someCents(r *rand.Rand, below int) predate.Cents { return predate.Cents(r.IntN(below*100) + 1000) }

// onward writes clauses in one sentence, in one of several ways to join them.
func onward(r *rand.Rand, clauses ...string) string {
	joint := one(r, ", ", " et ", " ; ")
	if len(clauses) > 2 {
		joint = one(r, ", ", " ; ")
	}
	return strings.Join(clauses, joint)
}

// chargesLetter writes a letter about the charges of an exercise.
func chargesLetter(r *rand.Rand) drawnLetter {
	year := 2022 + r.IntN(4)
	from, to := predate.Date{Year: year, Month: 1, Day: 1}, predate.Date{Year: year, Month: 12, Day: 31}
	if r.IntN(2) == 0 {
		from, to = predate.Date{Year: year, Month: 7, Day: 1}, predate.Date{Year: year + 1, Month: 6, Day: 30}
	}
	actual, called := someCents(r, 4000), someCents(r, 4000)
	gap, end := actual-called, ""
	if gap > 0 {
		end = one(r, "d’où un complément à payer de %s", "soit un solde de %s à votre charge", "laissant un solde débiteur de %s", "il reste donc à nous régler %s", "soit une insuffisance de provisions de %s")
	} else {
		gap = -gap
		end = one(r, "d’où un solde en votre faveur de %s", "soit un trop-perçu de %s", "laissant un solde créditeur de %s", "soit %s en votre faveur", "soit un excédent de %s qui vous sera remboursé")
	}
	end = fmt.Sprintf(end, euro(r, gap))
	exercise := fmt.Sprintf(one(r, "l’exercice du %s au %s", "l’exercice comptable du %s au %s", "l’exercice (du %s au %s)"), frenchDay(r, from), frenchDay(r, to))
	if r.IntN(4) == 0 {
		exercise = one(r, "l’exercice clos le ", "l’exercice arrêté au ") + frenchDay(r, to)
	}
	first := fmt.Sprintf(one(r, "Votre quote-part des charges courantes de %s s’élève à %s", "Pour %s, vos charges courantes sont de %s", "Les charges vous incombant au titre de %s se montent à %s", "Au titre de %s, votre participation aux charges a été de %s"), exercise, euro(r, actual))
	second := fmt.Sprintf(one(r, "pour %s de provisions appelées", "contre %s de provisions versées", "alors que les provisions appelées s’élevaient à %s", "dont il faut déduire %s d’acomptes versés", "tandis que nous vous avons appelé %s"), euro(r, called))
	text := first + ", " + second + ", " + end + "."
	switch r.IntN(4) {
	case 0: // the called sum first
		text = fmt.Sprintf("Pour %s, %s de provisions vous ont été appelées, pour %s de charges réelles, %s.", exercise, euro(r, called), euro(r, actual), end)
	case 1: // in three sentences
		text = first + ". " + capitalized(fmt.Sprintf(one(r, "les provisions appelées s’élevaient à %s", "vous aviez versé des provisions pour %s"), euro(r, called))) + ". " + capitalized(strings.TrimPrefix(end, "d’où ")) + "."
	}
	p := predate.Period{From: from, To: to}
	return drawnLetter{predate.KindChargeStatement, []string{text}, map[predate.Key]predate.Value{
		predate.FactChargeTotals: predate.ChargeTotals{Actual: actual, Called: called, Adjustment: actual - called, HasActual: true, HasCalled: true, HasAdjustment: true},
		"year":                   predate.Span(p),
	}}
}

func capitalized(s string) string {
	letters := []rune(s)
	return strings.ToUpper(string(letters[0])) + string(letters[1:])
}

// callsLetter asks for the provisions of a quarter.
func callsLetter(r *rand.Rand) drawnLetter {
	from := predate.Date{Year: 2025 + r.IntN(2), Month: time.Month(1 + 3*r.IntN(4)), Day: 1}
	period := predate.Period{From: from, To: from.AddMonths(3).AddDays(-1)}
	budget, fund := someCents(r, 900), someCents(r, 90)
	asked := []string{
		fmt.Sprintf(one(r, "%s au titre du budget prévisionnel", "%s de provisions sur charges courantes", "%s pour les charges courantes"), euro(r, budget)),
		fmt.Sprintf(one(r, "%s au titre du fonds de travaux", "%s de cotisation au fonds de travaux", "%s pour le fonds travaux ALUR"), euro(r, fund)),
	}
	total := budget + fund
	want := map[predate.Key]predate.Value{predate.FactCall: predate.CallHead{Due: from, Period: period, Total: total, HasTotal: true}, "budget": predate.Money(budget), "fund": predate.Money(fund)}
	if r.IntN(3) == 0 {
		advance := someCents(r, 200)
		asked = append(asked, fmt.Sprintf(one(r, "%s d’avance de trésorerie", "%s pour le fonds de roulement"), euro(r, advance)))
		total += advance
		want[predate.FactCall] = predate.CallHead{Due: from, Period: period, Total: total, HasTotal: true}
	}
	r.Shuffle(len(asked), func(i, j int) { asked[i], asked[j] = asked[j], asked[i] })
	months := fmt.Sprintf("du %s au %s", frenchDay(r, period.From), frenchDay(r, period.To))
	due := one(r, "exigible le ", "payable au plus tard le ", "à régler le ") + frenchDay(r, from)
	parts := onward(r, asked...)
	text := fmt.Sprintf(one(r,
		"Pour la période %[1]s, nous vous appelons %[2]s, soit un total de %[3]s %[4]s.",
		"Nous vous prions de bien vouloir nous régler la somme de %[3]s, %[4]s, pour la période %[1]s : %[2]s.",
		"Votre appel %[1]s comprend %[2]s, soit au total %[3]s, %[4]s.",
	), months, parts, euro(r, total), due)
	return drawnLetter{predate.KindFundCall, []string{text}, want}
}

// accountsLetter writes a letter about an account.
func accountsLetter(r *rand.Rand) drawnLetter {
	day := predate.Date{Year: 2025, Month: time.Month(1 + r.IntN(4)), Day: 1}
	sum := someCents(r, 600) * predate.Cents(1-2*r.IntN(2))
	side := func(c predate.Cents) string {
		if c < 0 {
			return "créditeur"
		}
		return "débiteur"
	}
	magnitude := func(c predate.Cents) predate.Cents { return max(c, -c) }
	open := fmt.Sprintf(one(r, "Au %s, votre compte présentait un solde %s de %s.", "Au %s, le solde antérieur %s était de %s."), frenchDay(r, day), side(sum), euro(r, magnitude(sum)))
	var moves []string
	want := map[predate.Key]predate.Value{predate.FactAccountOpening: predate.AccountBalance{Date: day, Amount: sum}}
	from := day
	for range 2 + r.IntN(4) {
		day = day.AddDays(3 + r.IntN(30))
		amount := someCents(r, 700)
		if r.IntN(2) == 0 {
			moves = append(moves, fmt.Sprintf(one(r, "vous avez réglé %[2]s le %[1]s", "votre virement du %[1]s, de %[2]s", "le %[1]s nous avons reçu %[2]s"), frenchDay(r, day), euro(r, amount)))
			sum -= amount
		} else {
			moves = append(moves, fmt.Sprintf(one(r, "nous avons appelé %[2]s de provisions le %[1]s", "l’appel de fonds du %[1]s pour %[2]s", "le %[1]s vous a été débité un appel de charges de %[2]s"), frenchDay(r, day), euro(r, amount)))
			sum += amount
		}
	}
	day = day.AddDays(10)
	end := fmt.Sprintf(one(r, "Au %s, votre compte est donc %s de %s.", "Votre compte présente au %s un solde %s de %s.", "Au %s, le nouveau solde %s s’établit à %s."), frenchDay(r, day), side(sum), euro(r, magnitude(sum)))
	want[predate.FactAccountClosing] = predate.AccountBalance{Date: day, Amount: sum}
	want[predate.FactAccount] = predate.AccountHead{Period: predate.Period{From: from, To: day}}
	return drawnLetter{predate.KindAccountStatement, []string{open, "Depuis : " + strings.Join(moves, one(r, " ; ", ", ")) + ".", end}, want}
}

// drawLetter draws one of the three, with its subject, between words that letters
// begin and end with and sums that are none of theirs. One in eight lies: a sum of
// it is misprinted, and nothing of it may be believed.
func drawLetter(r *rand.Rand) drawnLetter {
	l := []func(*rand.Rand) drawnLetter{chargesLetter, callsLetter, accountsLetter}[r.IntN(3)](r)
	if r.IntN(8) == 0 {
		last := &l.text[len(l.text)-1]
		at := strings.LastIndex(*last, ",")
		for at > 0 && ((*last)[at-1] < '0' || (*last)[at-1] > '9' || (*last)[at+1] < '0' || (*last)[at+1] > '9') {
			at = strings.LastIndex((*last)[:at], ",")
		}
		*last = (*last)[:at-1] + string('0'+((*last)[at-1]-'0'+3)%10) + (*last)[at:]
		l.want = nil
	}
	if r.IntN(2) == 0 {
		l.text = append(l.text, fmt.Sprintf(one(r, "Le budget annuel de la copropriété est de %s.", "Votre part du fonds de travaux, attachée à vos lots, est de %s.", "L’avance de trésorerie de %s reste inchangée.", "Pour mémoire, le montant de l’année précédente était de %s."), euro(r, someCents(r, 9000))))
	}
	subject := map[predate.Kind]string{
		predate.KindChargeStatement:  one(r, "Décompte de vos charges", "Régularisation annuelle de charges", "Votre décompte individuel de charges"),
		predate.KindFundCall:         one(r, "Appel de fonds", "Appel de provisions", "Votre appel de charges"),
		predate.KindAccountStatement: one(r, "Relevé de compte", "Situation de votre compte", "Extrait de compte copropriétaire"),
	}[l.kind]
	l.text = append([]string{"Cabinet Montrouvel, 12 rue des Tanneurs-Bleus, 69001 Lyon", "Compte C12-0045 – lot 12 (appartement), 245 tantièmes", one(r, "", "Objet : ") + subject, one(r, "Madame, Monsieur,", "Chère copropriétaire,")}, l.text...)
	l.text = append(l.text, one(r, "Nous restons à votre disposition et vous prions d’agréer nos salutations distinguées.", "Le syndic, carte professionnelle CPI 6901 2020 000 000 001."))
	return l
}

// print sets the paragraphs of a letter.
func (l drawnLetter) print() layout.Doc {
	page := predate.Page{Number: 1, Width: 595, Height: 842}
	x, y := 50.0, 60.0
	for _, paragraph := range l.text {
		for w := range strings.FieldsSeq(paragraph) {
			width := 4.6 * float64(len([]rune(w)))
			if x+width > 545 {
				x, y = 50, y+13
			}
			page.Words = append(page.Words, predate.Word{Text: w, Size: 9, Box: predate.Box{X0: x, Y0: y, X1: x + width, Y1: y + 9}})
			x += width + 2.5
		}
		x, y = 50, y+25
	}
	return layout.Analyse([]predate.Page{page})
}

// sumIn writes cents as French accounts do.
func sumIn(c predate.Cents) string {
	whole := fmt.Sprint(int64(c) / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + " " + whole[i:]
	}
	return fmt.Sprintf("%s,%02d", whole, int64(c)%100)
}

// one chooses among some ways to say a thing.
func one(r *rand.Rand, ways ...string) string { return ways[r.IntN(len(ways))] }

// told collects what was read of a letter.
func told(read []predate.Figure) map[predate.Key]predate.Value {
	got := map[predate.Key]predate.Value{}
	for _, f := range read {
		switch v := f.Value.(type) {
		case predate.CallSubtotal:
			if key, ok := map[predate.Nature]predate.Key{predate.NatureBudget: "budget", predate.NatureWorksFund: "fund"}[v.Nature]; ok {
				got[key] = predate.Money(v.Amount)
			}
		case predate.CallHead:
			if v.HasTotal {
				got[f.Key] = predate.CallHead{Due: v.Due, Period: v.Period, Total: v.Total, HasTotal: true}
			}
		case predate.AccountHead:
			got[f.Key] = predate.AccountHead{Period: v.Period}
		case predate.AccountBalance:
			got[f.Key] = predate.AccountBalance{Date: v.Date, Amount: v.Amount}
		case predate.ChargeTotals:
			if f.Key == predate.FactChargeTotals {
				got[f.Key], got["year"] = v, predate.Span(f.Year)
			}
		}
	}
	return got
}

// judge compares what was read of a letter with what it says. Of one that lies,
// no balance and no total may be read.
func (l drawnLetter) judge(got map[predate.Key]predate.Value) (right, omitted, wrong int, errors []string) {
	if l.want == nil {
		for _, key := range []predate.Key{predate.FactChargeTotals, predate.FactCall, predate.FactAccountClosing} {
			if v, ok := got[key]; ok {
				wrong++
				errors = append(errors, fmt.Sprintf("%s: WRONG %v from a letter that lies", key, v))
			}
		}
		return 0, 0, wrong, errors
	}
	for key, want := range l.want {
		switch have, ok := got[key]; {
		case !ok:
			omitted++
			errors = append(errors, fmt.Sprintf("%s omitted", key))
		case !reflect.DeepEqual(have, want):
			wrong++
			errors = append(errors, fmt.Sprintf("%s: WRONG %v, want %v", key, have, want))
		default:
			right++
		}
	}
	return right, omitted, wrong, errors
}

// TestLettersQuoteTheirSums quotes a sum as it is printed, and nothing beside it.
func TestLettersQuoteTheirSums(t *testing.T) {
	l := drawnLetter{text: []string{"Pour l’exercice du 01/01/2024 au 31/12/2024, vos charges courantes sont d’environ 1 234,56 €, pour 1 300,00 € de provisions appelées, d’où un solde en votre faveur de 65,44 €."}}
	reader := New(Options{Forms: blanktest.House(t)})
	for _, f := range reader.read(predate.KindChargeStatement, l.print()) {
		if f.Key != predate.FactChargeTotals {
			continue
		}
		var quoted []string
		for _, e := range f.Evidence {
			quoted = append(quoted, e.Text)
		}
		if got, want := strings.Join(quoted, " | "), "1 234,56 | 1 300,00 | 65,44"; got != want {
			t.Errorf("quoted %q, want %q", got, want)
		}
		return
	}
	t.Error("no totals were read")
}

// TestDrawnLetters reads charge statements, calls and accounts written as
// letters, in words and orders drawn at random: each is of its kind, no figure
// is wrong and most are read.
func TestDrawnLetters(t *testing.T) {
	reader := New(Options{Forms: blanktest.House(t)})
	right, omitted, wrong, kinds, letters := 0, 0, 0, 0, uint64(400)
	for seed := range letters {
		l := drawLetter(rand.New(rand.NewPCG(seed, 12)))
		doc := l.print()
		if parts := reader.classify("letter.pdf", doc).Parts; len(parts) == 1 && parts[0].Kind == l.kind || l.want == nil {
			kinds++
		}
		a, b, c, errors := l.judge(told(reader.read(l.kind, doc)))
		right, omitted, wrong = right+a, omitted+b, wrong+c
		if c > 0 || testing.Verbose() && b > 0 {
			t.Logf("seed %d: %s\n\t%s", seed, strings.Join(errors, "; "), strings.Join(l.text[2:len(l.text)-1], "\n\t"))
		}
	}
	t.Logf("%d right, %d omitted, %d wrong; %d of %d kinds", right, omitted, wrong, kinds, letters)
	if wrong > 0 || right*100 < 90*(right+omitted) || kinds*100 < 90*int(letters) {
		t.Errorf("%d right, %d omitted, %d wrong, %d of %d kinds: none may be wrong, and nine of ten be read", right, omitted, wrong, kinds, letters)
	}
}
