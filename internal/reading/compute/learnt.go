package compute

import (
	"slices"

	"predate"
)

// What a look that an operator taught reads is no candidate like others: it never
// competes with what papers say by themselves. It becomes a figure only where
// nothing else says it, where it is about the very exercise, and where it is
// proven; else it is proposed to an operator. This file says for which figures,
// and what contradicts it.

// learnable are the figures that a look may read: how the day that the paper
// closes chooses the figure of the statement, and whether one paper shows all of
// it. The charges of the lots sold may be laid on several papers, and a paper may
// be about a lot that the seller keeps: a person looks.
type learnable struct {
	key     predate.Key
	year    func(exercises) predate.Period
	toWhole bool // the paper of the syndicat says the whole figure
}

func learnables() []learnable {
	n1 := func(e exercises) predate.Period { return e.n1 }
	n2 := func(e exercises) predate.Period { return e.n2 }
	return []learnable{
		{predate.KeyArrears, n1, true},
		{predate.KeySupplierDebt, n1, true},
		{predate.KeyWorksFundBalance, n1, true},
		{predate.KeyCurrentActualN1, n1, false},
		{predate.KeyCurrentActualN2, n2, false},
		{predate.KeyCurrentCalledN1, n1, false},
		{predate.KeyCurrentCalledN2, n2, false},
		{predate.KeyOffBudgetActualN1, n1, false},
		{predate.KeyOffBudgetActualN2, n2, false},
		{predate.KeyOffBudgetCalledN1, n1, false},
		{predate.KeyOffBudgetCalledN2, n2, false},
	}
}

// LearnableDay returns the day that a paper closes on which an operator points at
// a figure, by the exercises of a statement; false for a figure that no look
// reads, or an exercise that is not known.
func LearnableDay(s predate.Statement, key predate.Key) (predate.Date, bool) {
	span := func(k predate.Key) predate.Period {
		v, _ := s.Figure(k).Value.(predate.Span)
		return predate.Period(v)
	}
	years := exercises{n1: span(predate.KeyFiscalYearN1), n2: span(predate.KeyFiscalYearN2)}
	for _, l := range learnables() {
		if l.key == key {
			on := l.year(years).To
			return on, !on.IsZero()
		}
	}
	return predate.Date{}, false
}

// Learnable reports whether a look may read a figure: whether an operator who points
// at it teaches something.
func Learnable(key predate.Key) bool {
	return slices.ContainsFunc(learnables(), func(l learnable) bool { return l.key == key })
}

// inForce drops what was read in papers that are set aside.
func inForce(learnt []predate.Learnt, documents []predate.ReadDocument) []predate.Learnt {
	aside := map[string]bool{}
	for _, d := range documents {
		aside[d.File] = d.Foreign || d.DuplicateOf != "" || d.SupersededBy != "" || d.Unreadable != ""
	}
	return slices.DeleteFunc(slices.Clone(learnt), func(l predate.Learnt) bool {
		return len(l.Figure.Evidence) == 0 || aside[l.Figure.Evidence[0].File] || l.Part.Foreign || l.Part.Doubtful
	})
}

// lessons are what looks read of the dossier, and what it takes to use them.
type lessons struct {
	learnt         []predate.Learnt
	years          exercises
	doubtfulClaims bool // a paper gives an amount of doubtful claims
}

// aim returns the figure of the statement that a reading of a look is about: a
// look that was taught a line reads it on the paper of the other exercise too.
func (r *lessons) aim(l predate.Learnt) (learnable, bool) {
	keys := []predate.Key{l.Figure.Key}
	if other, ok := predate.OtherYear(l.Figure.Key); ok {
		keys = append(keys, other)
	}
	for _, one := range learnables() {
		if on := one.year(r.years).To; slices.Contains(keys, one.key) && !on.IsZero() && on == l.Figure.AsOf {
			return one, true
		}
	}
	return learnable{}, false
}

// readings lists what looks read of a figure, and reports whether they agree.
func (r *lessons) readings(key predate.Key) (all []predate.Learnt, agreed bool) {
	agreed = true
	for _, l := range r.learnt {
		if one, ok := r.aim(l); ok && one.key == key {
			agreed = agreed && (len(all) == 0 || all[0].Figure.Value == l.Figure.Value)
			all = append(all, l)
		}
	}
	return all, agreed
}

// learn puts what a look read in the place of a missing figure, where it is
// proven, says the whole figure, and no other look says otherwise. Arrears have a
// second row, the doubtful claims (account 459): where papers give one, the row
// that was taught is not all.
func (r *lessons) learn(f predate.Figure) predate.Figure {
	if f.Status != predate.StatusMissing || isRuled(f) || len(r.learnt) == 0 {
		return f
	}
	all, agreed := r.readings(f.Key)
	proven := slices.IndexFunc(all, func(l predate.Learnt) bool {
		one, _ := r.aim(l)
		return l.Proven && one.toWhole && !l.Part.Draft
	})
	if !agreed || proven < 0 || f.Key == predate.KeyArrears && r.doubtfulClaims {
		return f
	}
	f = confirmed(f.Key, all[proven].Figure.Value, all[proven].Figure.Evidence...)
	f.AsOf = all[proven].Figure.AsOf
	return f
}

// doubtfulClaims reports whether a paper gives an amount of doubtful claims.
func (r *dossier) doubtfulClaims() bool {
	return slices.ContainsFunc(r.find(predate.FactOwnersDoubtful), func(c candidate) bool { return c.Value != predate.Money(0) })
}

// judgeLearnt sets what became of each reading of a look, and asks a person about
// those that nothing else says. The reason has no value: clients read it too.
func (r *sheet) judgeLearnt() {
	for i := range r.lessons.learnt {
		l := &r.lessons.learnt[i]
		one, ok := r.lessons.aim(*l)
		if !ok {
			l.Fate = predate.LearntAside
			continue
		}
		l.Key = one.key
		l.Fate, l.Against = r.fateOf(*l)
		if l.Fate == predate.LearntConfirmed {
			l.By = r.figures[l.Key].Declared.Name
		}
		if l.Fate == predate.LearntProposed {
			e := l.Figure.Evidence[0]
			r.review(predate.Because(predate.ReasonToConfirm, l.Key, predate.FileName(e.File), predate.Count(e.Page)))
		}
	}
}

// fateOf judges a reading of a look by the figure as it is stated.
func (r *sheet) fateOf(l predate.Learnt) (predate.LearntFate, predate.Reason) {
	f, stated := r.figures[l.Key]
	_, agreed := r.lessons.readings(l.Key)
	used := slices.ContainsFunc(f.Evidence, func(e predate.Evidence) bool { return slices.Contains(l.Figure.Evidence, e) })
	same := f.Value != nil && sameValue(f.Value, l.Figure.Value)
	switch {
	case !agreed:
		return predate.LearntContradicted, predate.Because(predate.ReasonLessonsDiffer)
	case used && r.doubted[l.Key]:
		return predate.LearntContradicted, f.Derivation
	case used:
		return predate.LearntUsed, predate.Reason{}
	case isRuled(f) && f.Value == nil && f.Status != predate.StatusNone:
		return predate.LearntAside, predate.Reason{} // no value to hold it against
	case !stated || f.Status == predate.StatusMissing:
		return predate.LearntProposed, predate.Reason{}
	case isRuled(f) && same:
		return predate.LearntConfirmed, predate.Reason{}
	case f.Known() && same:
		return predate.LearntAgrees, predate.Reason{}
	case isRuled(f):
		return predate.LearntContradicted, predate.Because(predate.ReasonOperatorKept, predate.Said{Value: f.Value})
	case f.Known():
		return predate.LearntContradicted, predate.Because(predate.ReasonPapersSay, predate.Said{Value: f.Value})
	}
	return predate.LearntAside, predate.Reason{}
}

// consideredLearnt lists the readings of looks that concern a figure.
func consideredLearnt(s predate.Statement, key predate.Key) []Consideration {
	var out []Consideration
	for _, l := range s.Learnt {
		if l.Key == key {
			why := map[predate.LearntFate]predate.Reason{
				predate.LearntProposed: predate.Because(predate.ReasonLearntToConfirm), predate.LearntUsed: predate.Because(predate.ReasonLearntProven),
				predate.LearntAgrees: predate.Because(predate.ReasonLearntAgreed), predate.LearntConfirmed: predate.Because(predate.ReasonLearntConfirmed),
				predate.LearntContradicted: predate.Because(predate.ReasonLearntContradicted, l.Against), predate.LearntAside: predate.Because(predate.ReasonLearntAside),
			}[l.Fate]
			out = append(out, Consideration{Candidate: l.Figure, File: l.Figure.Evidence[0].File, Part: l.Part, Chosen: l.Fate == predate.LearntUsed, Why: why})
		}
	}
	return out
}
