package compute

import (
	"cmp"
	"slices"

	"predate"
)

// Paper is one part of a document, of a known kind, with every figure that was
// read in it.
type Paper struct {
	File       string // the document's name, unique in the dossier
	Document   predate.DocumentID
	Part       predate.Part
	Printed    predate.Date // the date that the paper bears; may be zero
	Superseded bool         // another paper says that it replaces this one
	Figures    []predate.Figure
}

// Input is all that a statement is made from.
type Input struct {
	Order         predate.Order
	ReferenceDate predate.Date
	Documents     []predate.ReadDocument
	Papers        []Paper
	// Rulings are what operators decided: each takes the place of what the
	// papers say, and whatever follows from the figure follows it.
	Rulings []predate.Ruling
	// Learnt is what looks that operators taught read in the papers.
	Learnt []predate.Learnt
	// Corrections are what operators said of papers. Those of files are in Papers and
	// Documents already; what remains are the papers that do not exist.
	Corrections []predate.Correction
}

// Compute makes the statement of a dossier. The order of documents and papers
// does not matter; the input is not changed.
func Compute(in Input) predate.Statement { return reckon(in).statement() }

// reckon takes the steps in their order: each rests on those before it.
func reckon(in Input) *reckoning {
	r := newReckoning(in)
	r.papers = sentToUs(&r.dossier, r.papers)
	r.fixExercises()
	r.setDraftsAside()
	r.papers = onePaperEach(r.papers)
	r.ruleExercises()
	r.fixLots()
	r.ruleLots()
	r.readCalls()
	r.readAccounts()
	r.fixKeys()
	r.ruleKeys()
	r.weighKeys()
	r.identity()
	r.charges()
	r.due()
	r.paid()
	r.advances()
	r.works()
	r.future()
	r.syndicat()
	r.worksFund()
	r.life()
	r.technicalFile()
	r.foreignPapers()
	r.stateRulings()
	r.checkGates()
	r.doubt()
	r.judgeLearnt()
	r.lookForGaps()
	return r
}

// reckoning is the statement in the making.
type reckoning struct {
	books
	ledger ledger
	open   []openWork // works adopted and not finished

	rulings map[predate.Key]predate.Figure
	// overruled are the figures as they would be without the rulings on them.
	overruled map[predate.Key]predate.Figure
	seen      map[string]predate.Ruling // on the unread pages of a file
	absent    []predate.Correction      // papers that do not exist
	answered  []predate.Reason          // doubts that a ruling answers
	learnt    []predate.Learnt
	figures   map[predate.Key]predate.Figure
	gates     []predate.Gate
	reds      []redGate
	doubted   map[predate.Key]bool // by a red gate
	gaps      []predate.Gap        // for which the statement waits
	reserves  []predate.Gap        // asked for, without holding it back
	reasons   []predate.Reason
	warnings  []predate.Reason
}

func newReckoning(in Input) *reckoning {
	documents := slices.Clone(in.Documents)
	slices.SortStableFunc(documents, func(a, b predate.ReadDocument) int { return cmp.Compare(a.File, b.File) })
	rulings := map[predate.Key]predate.Figure{}
	seen := map[string]predate.Ruling{}
	for _, ruling := range in.Rulings {
		if ruling.File != "" {
			seen[ruling.File] = ruling
			continue
		}
		rulings[ruling.Key] = ruling.Figure()
	}
	absent := slices.DeleteFunc(slices.Clone(in.Corrections), func(c predate.Correction) bool { return !c.Lacks() })
	return &reckoning{
		books:   books{accountBook: accountBook{callBook: callBook{sale: sale{dated: dated{dossier: given(in, documents)}}}}},
		absent:  absent,
		learnt:  inForce(in.Learnt, documents),
		rulings: rulings, overruled: map[predate.Key]predate.Figure{}, seen: seen, doubted: map[predate.Key]bool{}, figures: map[predate.Key]predate.Figure{},
	}
}

// put states a figure of the statement, or what an operator ruled on it, and
// gives what it stated.
func (r *reckoning) put(f predate.Figure) predate.Figure {
	f = r.learn(r.rule(f))
	f.Evidence = distinct(f.Evidence)
	r.figures[f.Key] = f
	return f
}

// review adds a reason, once, why a person must look.
func (r *reckoning) review(reason predate.Reason) { r.reasons = addOnce(r.reasons, reason) }

// warn adds, once, something worth saying that blocks nothing.
func (r *reckoning) warn(what predate.Reason) { r.warnings = addOnce(r.warnings, what) }

// addOnce adds a reason to a list that does not have it.
func addOnce(list []predate.Reason, reason predate.Reason) []predate.Reason {
	if slices.ContainsFunc(list, reason.Equal) {
		return list
	}
	return append(list, reason)
}

func (r *reckoning) statement() predate.Statement {
	return predate.Statement{
		Order: r.order, ReferenceDate: r.at, Figures: r.figures, Gates: r.gates,
		Outcome: r.outcome(), Documents: r.documents, Learnt: r.learnt,
	}
}
