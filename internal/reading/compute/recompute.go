package compute

import (
	"regexp"
	"slices"

	"predate"
	"predate/internal/base/fold"
)

// chargesByKeys is what the keys of annexe 3 lay on the lots, where nothing prints it: every
// key of the lots must be known, and every key of the annexe theirs or others'.
func (r *books) chargesByKeys(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	if r.partial || r.mayLackKey(y) {
		return 0, nil, false
	}
	return r.recompute(y)
}

// byMeters are the words of a key that meters lay on the lots.
var byMeters = regexp.MustCompile(`\bcompteurs?\b|\breleves?\b|\bm3\b|\bindividuel|\bconsommation|\bprivati`)

// mayLackKey reports whether annexe 3 shows charges under a key of which no call of the lots
// speaks, and that they may bear all the same: by meters, whose cost is called in
// advance under another key, or one that no budget has, so that no call could ask for it.
func (r *books) mayLackKey(y predate.Period) bool {
	for _, c := range typed[predate.KeyNets](r.find(predate.FactKeyNets)) {
		for _, k := range c.value {
			own := slices.ContainsFunc(r.keys, func(o predate.AllocationKey) bool { return sameKey(k.Code, k.Label, o.Code, o.Label) })
			spent, budget := false, false
			for _, a := range k.Amounts {
				switch {
				case a.Amount == 0:
				case a.Column == predate.ColumnClosed || a.Column == predate.ColumnPrevious:
					spent = spent || r.columnYear(a, c.Year) == y
				default:
					budget = true
				}
			}
			if !own && spent && (!budget || byMeters.MatchString(fold.Text(k.Label))) {
				return true
			}
		}
	}
	return false
}

// recompute applies the lots' tantièmes to the net of each key in annexe 3, or in
// the list of expenses where there is none. It needs every key of the lots, and no metered one.
func (r *books) recompute(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	nets, proof, ok := r.keyNets(y)
	if !r.keysDoubt().IsZero() || len(r.keys) == 0 {
		return 0, nil, false
	}
	if !ok && len(r.keys) == 1 && len(r.ofKind(predate.KindSchedule3)) == 0 {
		return r.recomputeWhole(y)
	}
	if !ok {
		return 0, nil, false
	}
	var sum predate.Cents
	for _, k := range r.keys {
		net, found := netOf(nets, k)
		if k.Metered || !found {
			return 0, nil, false
		}
		part, ok := apportion(net, k)
		if !ok {
			return 0, nil, false
		}
		sum += part
	}
	return sum, proof, true
}

// recomputeWhole applies the only key to the net charges of the whole syndicat,
// as the summary sheet gives them, where no annexe 3 tells the keys of the
// building: those of the lots may not be all.
func (r *books) recomputeWhole(y predate.Period) (predate.Cents, []predate.Evidence, bool) {
	sheets := keep(typed[predate.Money](r.find(predate.FactSheetNetCharges, predate.KindSummarySheet)), func(c valued[predate.Money]) bool { return c.Year == y })
	whole, agreed := fullest(sheets)
	if len(sheets) == 0 || !agreed || r.keys[0].Metered {
		return 0, nil, false
	}
	part, ok := apportion(predate.Cents(whole.value), r.keys[0])
	return part, whole.Evidence, ok
}

// netOf finds a key's net.
func netOf(nets []keyNet, k predate.AllocationKey) (predate.Cents, bool) {
	for _, n := range nets {
		if sameKey(n.code, n.label, k.Code, k.Label) && (n.total == 0 || k.Total == 0 || n.total == k.Total) {
			return n.amount, true
		}
	}
	return 0, false
}

// keyNet is the net of a key for one exercise.
type keyNet struct {
	code, label string
	total       int64
	amount      predate.Cents
}

// keyNets reads annexe 3 for an exercise: the closed column of its own annexe,
// else the "previous" column of the next one, else what the list of expenses of
// the exercise makes in each key.
func (r *dated) keyNets(y predate.Period) ([]keyNet, []predate.Evidence, bool) {
	for _, column := range []predate.Column{predate.ColumnClosed, predate.ColumnPrevious} {
		if nets, proof, ok := r.keyNetsIn(predate.FactKeyNets, y, column); ok {
			return nets, proof, true
		}
	}
	return r.keyNetsIn(predate.FactKeyTotals, y, predate.ColumnClosed)
}

// keyNetsIn reads one column of a fact in the paper that lists the most keys. No
// key is found where another paper gives other amounts.
func (r *dated) keyNetsIn(fact predate.Key, y predate.Period, column predate.Column) ([]keyNet, []predate.Evidence, bool) {
	var readings []valued[predate.KeyNets]
	for _, c := range typed[predate.KeyNets](r.find(fact)) {
		var nets predate.KeyNets
		for _, k := range c.value {
			k.Amounts = keep(k.Amounts, func(a predate.ColumnAmount) bool { return a.Column == column && r.columnYear(a, c.Year) == y })
			if len(k.Amounts) == 1 {
				nets = append(nets, k)
			}
		}
		if len(nets) > 0 && len(nets) == len(c.value) {
			c.value, c.Value = nets, nets
			readings = append(readings, c)
		}
	}
	best, agreed := fullest(readings)
	if !agreed {
		return nil, proofs(candidatesOf(readings)...), true
	}
	var out []keyNet
	for _, k := range best.value {
		out = append(out, keyNet{k.Code, k.Label, k.Total, k.Amounts[0].Amount})
	}
	return out, best.Evidence, len(readings) > 0
}

// columnYear tells which exercise a column is about: the one its heading
// prints, else by its place around the closed exercise of the annexe.
func (r *dated) columnYear(a predate.ColumnAmount, closed predate.Period) predate.Period {
	if !a.Year.IsZero() || closed.IsZero() {
		return a.Year
	}
	switch a.Column {
	case predate.ColumnPrevious:
		return r.before(closed)
	case predate.ColumnRunning:
		return r.after(closed)
	case predate.ColumnNext:
		return r.after(r.after(closed))
	}
	return closed
}
