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
	r.lessons.years, r.lessons.doubtfulClaims = r.years, r.doubtfulClaims()
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

	*sheet
	seen     map[string]predate.Ruling // on the unread pages of a file
	absent   []predate.Correction      // papers that do not exist
	gaps     []predate.Gap             // for which the statement waits
	reserves []predate.Gap             // asked for, without holding it back
}

func newReckoning(in Input) *reckoning {
	documents := slices.Clone(in.Documents)
	slices.SortStableFunc(documents, func(a, b predate.ReadDocument) int { return cmp.Compare(a.File, b.File) })
	seen := map[string]predate.Ruling{}
	for _, ruling := range in.Rulings {
		if ruling.File != "" {
			seen[ruling.File] = ruling
		}
	}
	absent := slices.DeleteFunc(slices.Clone(in.Corrections), func(c predate.Correction) bool { return !c.Lacks() })
	return &reckoning{
		books:  books{accountBook: accountBook{callBook: callBook{sale: sale{dated: dated{dossier: given(in, documents)}}}}},
		absent: absent,
		seen:   seen,
		sheet:  newSheet(in, documents),
	}
}

func (r *reckoning) statement() predate.Statement {
	return predate.Statement{
		Order: r.order, ReferenceDate: r.at, Figures: r.figures, Gates: r.gates,
		Outcome: r.outcome(), Documents: r.documents, Learnt: r.lessons.learnt,
	}
}
