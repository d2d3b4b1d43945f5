package compute

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"predate"
	"predate/internal/base/fold"
)

// lots are the lots of the order.
type lots struct {
	numbers []string // as printed, in the order's order
	assumed bool     // the order names none: every lot of the owner's papers
	detail  []predate.Lot
}

// has says whether a lot is sold. Numbers compare without leading zeros, marks
// and capitals.
func (l lots) has(number string) bool {
	for _, n := range l.numbers {
		if lotName(n) == lotName(number) {
			return true
		}
	}
	return false
}

// lotName reduces a printed lot number to what identifies it.
func lotName(s string) string { return fold.LotName(s) }

// all says whether every given lot is sold, and some whether one is.
func (l lots) all(numbers []string) bool {
	for _, n := range numbers {
		if !l.has(n) {
			return false
		}
	}
	return len(numbers) > 0
}

func (l lots) some(numbers []string) bool { return slices.ContainsFunc(numbers, l.has) }

// covered says whether the given lots are exactly the lots sold.
func (l lots) covered(numbers []string) bool { return l.all(numbers) && l.among(numbers) }

// among reports whether every lot sold is one of the given lots.
func (l lots) among(numbers []string) bool {
	for _, n := range l.numbers {
		if !slices.ContainsFunc(numbers, func(m string) bool { return lotName(m) == lotName(n) }) {
			return false
		}
	}
	return true
}

// lettered is a lot whose number begins with the letter of its building or
// staircase: "A12", "c-7".
const (
	lettered    = `[a-z]{1,2}-?\d{1,4}`
	letteredLot = `|` + lettered
)

var (
	// lotMention is a lot number in the client's free text; what follows tells
	// floors and surfaces apart.
	lotMention = regexp.MustCompile(`(?i)\b(\d{1,5}(?:[ -]?(?:bis|ter)|[a-z])?` + letteredLot + `)\b\s*(°|er\b|e\b|è|ème|eme|m²|m2|pièces?|tanti|milli|€)?`)
	// lotWord is the word "lot" and the list of numbers after it.
	lotWord = regexp.MustCompile(`(?i)\blots?\b(?:[\s,;:/&+.n°º()-]|num[eé]ros?|et\b|à\b|lots?\b)*(?:\d{1,5}[a-z]?` + letteredLot +
		`)\b(?:(?:[\s,;:/&+.n°º()-]|et\b|à\b)+\d{1,5}[a-z]?\b(?:\s*(?:e|er|è|m²|m2)\b)?|(?:\s*[,;/&+]\s*|\s+et\s+)(?:lot\s+)?` + lettered + `\b)*`)
	// onlyLots is a list of lots and nothing else: a letter before a number is then
	// no floor, door or building.
	onlyLots = regexp.MustCompile(`(?i)^\s*` + fold.Lot + `(?:(?:\s*[,;/&+]\s*|\s+et\s+)` + fold.Lot + `)*[\s.]*$`)
	// lotRange is "14 à 16".
	lotRange = regexp.MustCompile(`(?i)\b(\d{1,5})\s+(?:à|au)\s+(\d{1,5})\b`)
	// elsewhere is a number that names something else than a lot.
	elsewhere = regexp.MustCompile(`(?i)\b(?:b[aâ]t(?:iment|\.)?|esc(?:alier|\.)?|[eé]tage|porte|hall|tour|rue|cage|entr[eé]e)\s*n?°?\s*\d+`)
	// roomCount is "T3" or "F2", which is no lot.
	roomCount = regexp.MustCompile(`(?i)\b[TF]\d\b`)
)

// lotMentions reads the lot numbers of a free text, once each: those that
// follow the word "lot" when it stands there, else every number that is not a
// floor, a surface, a building or a room count. Numbers that begin with a letter
// need the word, or nothing besides them. "14 à 16" is three lots.
func lotMentions(text string) []string {
	text = roomCount.ReplaceAllString(text, " ")
	named := onlyLots.MatchString(text)
	if after := lotWord.FindAllString(text, -1); len(after) > 0 {
		text, named = strings.Join(after, " "), true
	}
	text = elsewhere.ReplaceAllString(text, " ")
	var out []string
	for _, m := range lotMention.FindAllStringSubmatch(lotRange.ReplaceAllStringFunc(text, spell), -1) {
		number := m[1]
		numbered := number[0] >= '0' && number[0] <= '9'
		if m[2] != "" || ordinal(number) || slices.Contains(out, number) || !numbered && !named {
			continue
		}
		out = append(out, number)
	}
	return out
}

// spell writes every number of a range, up to thirty.
func spell(text string) string {
	m := lotRange.FindStringSubmatch(text)
	from, a := strconv.Atoi(m[1])
	to, b := strconv.Atoi(m[2])
	if a != nil || b != nil || to <= from || to-from > 30 {
		return text
	}
	var out []string
	for n := from; n <= to; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, ", ")
}

// ordinal says that a number is a floor: "3e", "2E".
func ordinal(number string) bool {
	n := len(number)
	return n > 1 && (number[n-1] == 'e' || number[n-1] == 'E') && number[n-2] >= '0' && number[n-2] <= '9'
}

// fixLots settles which lots are sold and describes them from the papers.
func (r *reckoning) fixLots() {
	described := describedLots(&r.dossier)
	r.sold.numbers = lotMentions(r.order.Lots)
	if len(r.sold.numbers) == 0 {
		r.sold.assumed = true
		r.sold.numbers = ownersLots(&r.dossier)
	}
	if len(r.sold.numbers) == 0 {
		r.put(missing(predate.KeyLots, predate.Because(predate.ReasonNoLotNumber)))
		r.review(predate.Because(predate.ReasonNoLotKnown))
		return
	}
	r.describe(described)
}

// ownersLots gives every lot that the owner's own papers name.
func ownersLots(r *dossier) []string {
	var out []string
	add := func(numbers []string) {
		for _, n := range numbers {
			if !slices.ContainsFunc(out, func(m string) bool { return lotName(m) == lotName(n) }) {
				out = append(out, orText(strings.TrimLeft(n, "0"), n))
			}
		}
	}
	for _, c := range typed[predate.LotList](r.find(predate.KeyLots, predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement)) {
		for _, l := range c.value {
			add([]string{l.Number})
		}
	}
	slices.SortFunc(out, compareLots)
	return out
}

func compareLots(a, b string) int {
	x, y := lotName(a), lotName(b)
	if len(x) != len(y) {
		return len(x) - len(y)
	}
	return strings.Compare(x, y)
}

// described is a lot as one paper describes it.
type described struct {
	predate.Lot
	from candidate
	rank int // lower is better: calls, then charge statements, then the rules
	on   predate.Date
}

// stale says that a description is much older than another: tantièmes change
// with the deeds.
func (d described) stale(than described) bool {
	return !d.on.IsZero() && !than.on.IsZero() && d.on.AddMonths(18).Before(than.on)
}

// describedLots gives every description, the newest calls first.
func describedLots(r *dossier) []described {
	ranks := []predate.Kind{
		predate.KindFundCall, predate.KindAccountStatement, predate.KindChargeStatement, predate.KindAmendment, predate.KindRules,
	}
	var out []described
	for rank, kind := range ranks {
		for _, c := range typed[predate.LotList](r.find(predate.KeyLots, kind)) {
			for _, l := range c.value {
				out = append(out, described{Lot: l, from: c.candidate, rank: rank, on: c.paper.Printed})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b described) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), b.on.Compare(a.on))
	})
	return out
}

// describe states the lots sold. A lot that no paper names, or whose
// tantièmes differ between papers of the owner, is not settled here.
func (r *reckoning) describe(all []described) {
	list := predate.LotList{}
	var proof []predate.Evidence
	var unknown, unsettled []string
	for _, number := range r.sold.numbers {
		mine := keep(all, func(d described) bool { return lotName(d.Number) == lotName(number) })
		if len(mine) == 0 {
			unknown = append(unknown, number)
			list = append(list, predate.Lot{Number: number})
			continue
		}
		lot, ok := merge(mine)
		if !ok {
			unsettled = append(unsettled, number)
		}
		lot.Number = number
		proof = append(proof, mine[0].from.Evidence...)
		list = append(list, lot)
	}
	r.sold.detail = list
	f := confirmed(predate.KeyLots, list, proof...)
	if len(unknown) > 0 {
		f.Status, f.Value = predate.StatusConflicting, nil
		f.Derivation = predate.Because(predate.ReasonLotsNotFound, predate.Texts(unknown))
		r.review(f.Derivation)
	}
	if len(unsettled) > 0 {
		f.Status, f.Value = predate.StatusConflicting, nil
		f.Derivation = predate.Because(predate.ReasonLotSharesDiffer, predate.Texts(unsettled))
		r.review(f.Derivation)
	}
	r.put(f)
}

// merge joins the descriptions of one lot: the best ranked first, completed by
// the others. The owner's papers must agree on the tantièmes; an older deed may
// differ.
func merge(list []described) (predate.Lot, bool) {
	lot, ok := list[0].Lot, true
	owner := list[0].rank
	for _, d := range list[1:] {
		if d.rank <= 2 && owner <= 2 && !d.stale(list[0]) && d.Shares != 0 && lot.Shares != 0 && d.Shares != lot.Shares {
			ok = false
		}
		lot.Shares = orInt(lot.Shares, d.Shares)
		lot.SharesTotal = orInt(lot.SharesTotal, d.SharesTotal)
		lot.Type = orText(lot.Type, d.Type)
		lot.Building = orText(lot.Building, d.Building)
		lot.Floor = orText(lot.Floor, d.Floor)
		lot.Ancillary = lot.Ancillary || d.Ancillary
	}
	return lot, ok
}

func orInt(a, b int64) int64 {
	if a != 0 {
		return a
	}
	return b
}

func orText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
