package compute

import (
	"cmp"
	"slices"

	"predate"
	"predate/internal/base/fold"
)

// maxEvidence is how many proofs a figure keeps: enough for an auditor, and a
// report stays readable.
const maxEvidence = 24

// given is the dossier as it comes, without what is set aside.
func given(in Input, documents []predate.ReadDocument) dossier {
	return dossier{order: in.Order, at: in.ReferenceDate, documents: documents, papers: usable(in.Papers, documents)}
}

// paper is a usable paper of the dossier, in one file or in several.
type paper struct {
	Paper
	carriers []string // the files that hold it
}

// candidate is a figure with the paper that says it.
type candidate struct {
	predate.Figure
	paper *paper
}

// usable keeps the papers that speak of this building, once each and still in
// force, in an order that does not depend on how they were given.
func usable(papers []Paper, documents []predate.ReadDocument) []*paper {
	aside := map[string]bool{}
	for _, d := range documents {
		if d.Foreign || d.DuplicateOf != "" || d.SupersededBy != "" || d.Unreadable != "" {
			aside[d.File] = true
		}
	}
	var out []*paper
	for _, p := range papers {
		if !aside[p.File] && !p.Part.Foreign && !p.Part.Doubtful && !p.Superseded {
			out = append(out, &paper{Paper: p, carriers: []string{p.File}})
		}
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

// sentToUs drops, from files that hold papers of several owners, those that are
// sent to others. Where none bears a seller's name, those stay whose lots say
// whose they are.
func sentToUs(r *dossier, papers []*paper) []*paper {
	best := map[string]fold.NameMatch{}
	for _, p := range papers {
		if p.Part.Addressee != "" {
			best[p.File] = max(best[p.File], r.nameMatch(p.Part.Addressee))
		}
	}
	return keep(papers, func(p *paper) bool {
		if p.Part.Addressee == "" {
			return true
		}
		if best[p.File] == fold.OtherName {
			return len(p.find(predate.KeyLots)) > 0
		}
		return r.nameMatch(p.Part.Addressee) == best[p.File]
	})
}

// byPlace orders papers by where they stand.
func byPlace(a, b *paper) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Part.First, b.Part.First), cmp.Compare(a.Part.Kind, b.Part.Kind))
}

// ofKind gives the papers of some kinds; of every kind when none is named.
func (r *dossier) ofKind(kinds ...predate.Kind) []*paper {
	var out []*paper
	for _, p := range r.papers {
		if len(kinds) == 0 || slices.Contains(kinds, p.Part.Kind) {
			out = append(out, p)
		}
	}
	return out
}

// find gives the candidates under a key in the papers of some kinds.
func (r *dossier) find(key predate.Key, kinds ...predate.Kind) []candidate {
	var out []candidate
	for _, p := range r.ofKind(kinds...) {
		out = append(out, p.find(key)...)
	}
	return out
}

func (p *paper) find(key predate.Key) []candidate {
	var out []candidate
	for _, f := range p.Figures {
		if f.Key == key {
			out = append(out, candidate{f, p})
		}
	}
	return out
}

// first gives the first value of type T under a key in a paper.
func first[T predate.Value](p *paper, key predate.Key) (T, candidate, bool) {
	for _, c := range p.find(key) {
		if v, ok := c.Value.(T); ok {
			return v, c, true
		}
	}
	var zero T
	return zero, candidate{}, false
}

// valued is a candidate with its value in hand.
type valued[T predate.Value] struct {
	candidate
	value T
}

// typed keeps the candidates whose value is a T.
func typed[T predate.Value](cs []candidate) []valued[T] {
	var out []valued[T]
	for _, c := range cs {
		if v, ok := c.Value.(T); ok {
			out = append(out, valued[T]{c, v})
		}
	}
	return out
}

// keep filters.
func keep[T any](list []T, ok func(T) bool) []T {
	var out []T
	for _, v := range list {
		if ok(v) {
			out = append(out, v)
		}
	}
	return out
}

// proofs joins the evidence of candidates.
func proofs(cs ...candidate) []predate.Evidence {
	var out []predate.Evidence
	for _, c := range cs {
		out = append(out, c.Evidence...)
	}
	return out
}

// distinct drops repeated proofs and keeps the first ones.
func distinct(list []predate.Evidence) []predate.Evidence {
	var out []predate.Evidence
	for _, e := range list {
		if len(out) == maxEvidence {
			break
		}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
