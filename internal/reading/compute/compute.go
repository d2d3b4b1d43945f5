package compute

import (
	"predate"
	"predate/internal/reading/lexicon"
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
	// Words are the wordings of papers.
	Words *lexicon.Lexicon
}

// Compute makes the statement of a dossier. The order of documents and papers
// does not matter; the input is not changed.
func Compute(in Input) predate.Statement { return reckon(in).statement() }

// reckoned is a statement with the books that it rests on.
type reckoned struct {
	books
	*sheet
	gaps, reserves []predate.Gap
}

// reckon takes the stages in their order: each is given what those before it found.
func reckon(in Input) reckoned {
	s := newSheet(in)
	b := openBooks(in, s)
	stateIdentity(b.dossier, s)
	stateCharges(b, s)
	debts := imputePayments(b, s)
	stateDue(b, s, debts)
	statePaid(b, s, debts)
	stateAdvances(b, s)
	open := stateWorks(b, s)
	stateFuture(b, s, open)
	stateSyndicat(b, s)
	stateFund(b, s, debts)
	stateLife(b, s, debts)
	reserves := stateFile(b, s)
	tellForeignPapers(b.dossier, s)
	s.stateRulings()
	judgeGates(b, s)
	judgeDoubts(b.dated, s)
	s.judgeLearnt()
	gaps, reserves := lookForGaps(b, s, in, reserves)
	return reckoned{books: b, sheet: s, gaps: gaps, reserves: reserves}
}

// openBooks reads what the figures rest on, each book by those before it. What an
// operator decided of a book is followed from there on.
func openBooks(in Input, s *sheet) books {
	d := given(in)
	years := readExercises(d, s)
	years = ruledYears(s, years)
	d.papers = onePaperEach(withoutDrafts(&d))
	dated := dated{dossier: d, years: years}
	s.lessons.years, s.lessons.doubtfulClaims = years, d.doubtfulClaims()
	sale := sale{dated: dated, sold: ruledLots(s, readLots(dated, s))}
	return readKeys(readAccounts(readCalls(sale, s), s), s)
}

// statement is what the sheet says, with where it goes.
func (r reckoned) statement() predate.Statement {
	return predate.Statement{
		Outcome: judgeOutcome(r.dossier, r.sheet, r.gaps, r.reserves),
		Order:   r.order, ReferenceDate: r.at, Figures: r.figures, Gates: r.gates,
		Documents: r.documents, Learnt: r.lessons.learnt,
	}
}
