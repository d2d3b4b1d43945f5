package pipeline

import (
	"slices"
	"time"

	"predate"
	"predate/internal/orders/desk"
)

// unanswered returns the operators' questions that the client has answered neither in
// words nor with a paper. If several things were asked for and he gives one, the others
// remain unanswered.
func unanswered(c desk.Case, s predate.Statement) []predate.Gap {
	if c.Run.Approved {
		return nil
	}
	var open []predate.Gap
	for i, asked := range c.Thread {
		if asked.Says != predate.SaysAsk || asked.Run != c.Run.ID {
			continue
		}
		n := slices.IndexFunc(c.Run.Gaps, func(g predate.Gap) bool { return about(asked, g.Code, g.FiscalYear) && g.Message == asked.Words })
		over := func(m predate.Message) bool {
			return about(m, asked.Code, asked.FiscalYear) && (m.Side == predate.SideClient || m.Words == asked.Words)
		}
		if n < 0 || slices.ContainsFunc(c.Thread[i+1:], over) {
			continue // settled before, answered since, or asked again
		}
		gap := c.Run.Gaps[n]
		if !slices.ContainsFunc(c.Corrections, func(said predate.Correction) bool { return said.Answers(gap) }) && !handedIn(c, s, gap, asked.At) {
			open = append(open, gap)
		}
	}
	return open
}

func about(m predate.Message, code, year string) bool { return m.Code == code && m.FiscalYear == year }

// handedIn reports whether a paper that was asked for was given since: one of its kind,
// or any paper if no kind was named. A question asked before anything was read, when a
// collection had stopped, counts as a request for papers too, whatever its words.
func handedIn(c desk.Case, s predate.Statement, asked predate.Gap, since time.Time) bool {
	if asked.Kind != predate.GapDocument && c.Run.ReportHash != "" {
		return false
	}
	kind := predate.Kind(asked.Code)
	named := slices.Contains(predate.Kinds(), kind)
	return slices.ContainsFunc(c.Documents, func(d predate.Document) bool {
		return d.Origin != predate.FromExtranet && d.Collected.After(since) && (!named || slices.ContainsFunc(s.Documents, func(read predate.ReadDocument) bool {
			return read.Document == d.ID && !read.Foreign && slices.ContainsFunc(read.Parts, func(p predate.Part) bool { return p.Kind == kind && !p.Foreign })
		}))
	})
}

// notAnswered returns the reasons that tell operators which questions are open. There
// are none if the client is asked for papers anyway, since nothing is issued then.
func notAnswered(state predate.OutcomeState, open []predate.Gap) []predate.Reason {
	if state == predate.OutcomeWaiting {
		return nil
	}
	var out []predate.Reason
	for _, gap := range open {
		out = append(out, predate.Because(predate.ReasonNotAnswered, predate.Text(gap.Message)))
	}
	return out
}

// withOpen adds the open questions to the gaps of the papers. They block a statement
// only together with gaps that do; otherwise an operator may issue it.
func withOpen(state predate.OutcomeState, missing, open []predate.Gap) []predate.Gap {
	all := slices.Clone(missing)
	for _, gap := range open {
		gap.Reserve = state != predate.OutcomeWaiting
		if !slices.ContainsFunc(missing, func(g predate.Gap) bool {
			return g.Code == gap.Code && g.FiscalYear == gap.FiscalYear && g.Message == gap.Message
		}) {
			all = append(all, gap)
		}
	}
	return all
}
