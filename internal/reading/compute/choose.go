package compute

import (
	"reflect"

	"predate"
)

// agree takes candidates that should all say the same: the common value is
// confirmed with every proof; different values are conflicting, with the
// disagreement told; no candidate is missing.
func agree(key predate.Key, cs []candidate) predate.Figure {
	cs = keep(cs, func(c candidate) bool { return c.Value != nil })
	if len(cs) == 0 {
		return predate.Figure{Key: key, Status: predate.StatusMissing}
	}
	chosen := cs[0].Figure
	chosen.Key, chosen.Evidence = key, proofs(cs...)
	for _, c := range cs[1:] {
		if !sameValue(chosen.Value, c.Value) {
			return conflict(key, cs)
		}
	}
	chosen.Status = predate.StatusConfirmed
	if cs[0].Status == predate.StatusComputed {
		chosen.Status = predate.StatusComputed
	}
	return chosen
}

// conflict states that papers disagree and names what each says.
func conflict(key predate.Key, cs []candidate) predate.Figure {
	var said predate.Reasons
	for _, c := range cs {
		said = addOnce(said, predate.Because(predate.ReasonPaperSays, predate.Said{Value: c.Value}, predate.FileName(c.file())))
	}
	return predate.Figure{
		Key: key, Status: predate.StatusConflicting, Evidence: proofs(cs...),
		Derivation: predate.Because(predate.ReasonPapersContradict, said),
	}
}

// file is where a candidate was read.
func (c candidate) file() string {
	if len(c.Evidence) > 0 {
		return c.Evidence[0].File
	}
	return c.paper.File
}

// sameValue compares what two papers say; names are compared as people do,
// whatever their capitals, accents and marks.
func sameValue(a, b predate.Value) bool {
	x, isText := a.(predate.Text)
	y, alsoText := b.(predate.Text)
	if isText && alsoText {
		return plain(string(x)) == plain(string(y))
	}
	return reflect.DeepEqual(a, b)
}

// latest keeps the candidates with the latest date given by when, if any has
// one.
func latest[T any](list []T, when func(T) predate.Date) []T {
	var best predate.Date
	for _, v := range list {
		if d := when(v); d.After(best) {
			best = d
		}
	}
	return keep(list, func(v T) bool { return when(v) == best })
}

// missing states that a figure is not communicated, and why.
func missing(key predate.Key, why predate.Reason, evidence ...predate.Evidence) predate.Figure {
	return predate.Figure{Key: key, Status: predate.StatusMissing, Derivation: why, Evidence: evidence}
}

// none states a proven absence.
func none(key predate.Key, value predate.Value, why predate.Reason, evidence ...predate.Evidence) predate.Figure {
	return predate.Figure{Key: key, Value: value, Status: predate.StatusNone, Derivation: why, Evidence: evidence}
}

// computed states a derived value.
func computed(key predate.Key, value predate.Value, how predate.Reason, evidence ...predate.Evidence) predate.Figure {
	return predate.Figure{Key: key, Value: value, Status: predate.StatusComputed, Derivation: how, Evidence: evidence}
}

// confirmed states a printed value.
func confirmed(key predate.Key, value predate.Value, evidence ...predate.Evidence) predate.Figure {
	return predate.Figure{Key: key, Value: value, Status: predate.StatusConfirmed, Evidence: evidence}
}
