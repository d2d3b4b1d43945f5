package building

import (
	"slices"
	"strings"

	"predate/internal/base/fold"
)

// judge tells of which building a part speaks by what is surest: its number of
// the register and its address.
func (s *sorting) judge(p *paper) Finding {
	l := p.lie
	ours, theirs := s.bears(p, own), s.bears(p, other)
	switch {
	case ours && theirs:
		return doubt("numéros d’immatriculation de deux immeubles : " + strings.Join(p.Numbers, " et "))
	case theirs && l.here:
		return doubt("adresse de l’immeuble, mais immatriculation " + p.Numbers[0])
	case theirs:
		return Finding{Foreign, "immatriculation " + p.Numbers[0]}
	case (ours || l.here) && l.nextDoor != nil && s.isTheirs(*l.nextDoor):
		return doubt("adresses de deux immeubles, dont " + quoted(l.nextDoor.Printed))
	case ours || l.here:
		return Finding{Verdict: Ours}
	case l.nextDoor != nil && p.Recognised:
		return doubt("adresse lue " + quoted(l.nextDoor.Printed) + " sur une image")
	case l.nextDoor != nil && s.isTied(*l.nextDoor):
		return doubt("adresse " + quoted(l.nextDoor.Printed) + ", qu’une autre pièce donne avec celle de l’immeuble")
	case l.nextDoor != nil:
		return Finding{Foreign, "adresse " + quoted(l.nextDoor.Printed)}
	case l.maybe != nil && s.seen && !p.Recognised:
		return doubt("adresse " + quoted(l.maybe.Printed))
	case l.away != nil && !l.near && l.maybe == nil && !p.Recognised: // a misread street is no other street
		return Finding{Foreign, "adresse " + quoted(l.away.Printed)}
	}
	return Finding{}
}

func doubt(why string) Finding { return Finding{Doubtful, why} }

func quoted(s string) string { return "« " + s + " »" }

// isTheirs reports whether another paper announces a house next door without ours:
// a building of its own, rather than our second entrance.
func (s *sorting) isTheirs(place Place) bool {
	return slices.ContainsFunc(s.papers, func(p *paper) bool {
		return p.lie.nextDoor != nil && !p.lie.here && !s.bears(p, own) && same(*p.lie.nextDoor, place)
	})
}

// isTied reports whether a paper announces a house next door together with ours,
// where no number of the register tells the two apart.
func (s *sorting) isTied(place Place) bool {
	return slices.ContainsFunc(s.papers, func(p *paper) bool {
		return p.lie.nextDoor != nil && p.lie.here && !s.bears(p, other) && same(*p.lie.nextDoor, place)
	})
}

func same(a, b Place) bool { return closest(a, b.Addresses) == fold.SameDoor }

// rounds is how often names and codes are followed from paper to paper.
const rounds = 4

// spread judges what bears neither number nor address by the names and codes
// that other papers tie to a building, and holds those names against the rest.
func (s *sorting) spread() {
	for range rounds {
		names := s.names()
		changed := false
		for _, p := range s.papers {
			if p.Verdict != Silent {
				continue
			}
			if p.Finding = names.judge(p); p.Verdict != Silent {
				changed = true
			}
		}
		if !changed {
			break
		}
	}
	names := s.names()
	for _, p := range s.papers {
		ours, theirs := names.announced(p, own), names.announced(p, other)
		switch {
		case p.Verdict == Ours && !s.bears(p, own) && theirs != "" && ours == "":
			p.Finding = doubt("adresse de l’immeuble, mais " + theirs)
		case p.Verdict == Foreign && !s.bears(p, other) && ours != "" && theirs == "" && len(p.Places) > 0:
			p.Finding = doubt(ours + ", mais " + p.Why)
		case p.Verdict == Doubtful && !s.bears(p, other) && ours != "" && theirs == "" && p.lie.nextDoor == nil:
			p.Finding = Finding{Verdict: Ours} // "58" for "58 bis", with our name
		case s.isBeside(p):
			p.Finding = doubt("adresse " + quoted(p.lie.beside.Printed))
		case p.Verdict == Silent:
			p.Finding = names.stranger(p)
		}
	}
}

// isBeside reports whether all that a part prints of a street is a house next door,
// and no number of the register makes it ours. A misread house is none.
func (s *sorting) isBeside(p *paper) bool {
	l := p.lie
	return (p.Verdict == Silent || p.Verdict == Ours) && !s.bears(p, own) && !p.Recognised &&
		l.beside != nil && !l.here && !l.near && !s.isAmbient(*l.beside)
}

// isAmbient reports whether our own papers mention a house next door: the agent's
// office, or where an owner lives.
func (s *sorting) isAmbient(place Place) bool {
	return slices.ContainsFunc(s.papers, func(p *paper) bool {
		return p.Verdict == Ours && (p.lie.here || s.bears(p, own)) && slices.ContainsFunc(p.Places, func(q Place) bool { return same(q, place) })
	})
}
