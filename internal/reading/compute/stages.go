package compute

import (
	"slices"

	"predate"
)

// This file is the list of the stages: what each is given, and what it gives. The
// methods of a stage stand in the files of its subject.

// stating is a stage that has all books open and the sheet to write on.
type stating struct {
	books
	*sheet
}

// indebted is a stage that knows what is left of each debt as well.
type indebted struct {
	stating
	ledger ledger
}

// exerciseStage finds the exercises that the statement speaks of.
type exerciseStage struct {
	dated
	*sheet
}

func readExercises(d dossier, s *sheet) exercises {
	r := exerciseStage{dated{dossier: d}, s}
	r.fixExercises()
	return r.years
}

// lotStage settles which lots are sold.
type lotStage struct {
	sale
	*sheet
}

func readLots(d dated, s *sheet) lots {
	r := lotStage{sale{dated: d}, s}
	r.fixLots()
	return r.sold
}

// callStage keeps what is called once.
type callStage struct {
	callBook
	*sheet
}

func readCalls(of sale, s *sheet) callBook {
	r := callStage{callBook{sale: of}, s}
	r.readCalls()
	return r.callBook
}

// accountStage keeps one extract for each account.
type accountStage struct {
	accountBook
	*sheet
}

func readAccounts(of callBook, s *sheet) accountBook {
	r := accountStage{accountBook{callBook: of}, s}
	r.readAccounts()
	return r.accountBook
}

// keyStage lists the allocation keys of the lots, and completes the lots by them.
type keyStage struct{ stating }

func readKeys(of accountBook, s *sheet) books {
	r := keyStage{stating{books{accountBook: of}, s}}
	r.fixKeys()
	r.weighKeys()
	return r.books
}

// identityStage states who and what the statement is about.
type identityStage struct {
	dossier
	*sheet
}

func stateIdentity(d dossier, s *sheet) {
	r := identityStage{d, s}
	r.identity()
}

// chargeStage states what the two exercises cost the lots sold.
type chargeStage struct{ stating }

func stateCharges(b books, s *sheet) {
	r := chargeStage{stating{b, s}}
	r.charges()
}

// ledgerStage imputes payments on debts. It writes nothing: it reads on the sheet what
// the exercises cost, by which adjustments are known.
type ledgerStage struct{ indebted }

func imputePayments(b books, s *sheet) ledger {
	r := ledgerStage{indebted{stating: stating{b, s}}}
	r.readLedger()
	return r.ledger
}

// dueStage states what the seller owes, and what the syndicat owes back.
type dueStage struct{ indebted }

func stateDue(b books, s *sheet, debts ledger) {
	r := dueStage{indebted{stating{b, s}, debts}}
	r.due()
}

// paidStage states what the seller paid for each exercise.
type paidStage struct{ indebted }

func statePaid(b books, s *sheet, debts ledger) {
	r := paidStage{indebted{stating{b, s}, debts}}
	r.paid()
}

// advanceStage states the advances attached to the lots.
type advanceStage struct{ stating }

func stateAdvances(b books, s *sheet) {
	r := advanceStage{stating{b, s}}
	r.advances()
}

// workStage lists the works adopted and not finished.
type workStage struct {
	stating
	open []openWork
}

func stateWorks(b books, s *sheet) []openWork {
	r := workStage{stating: stating{b, s}}
	r.works()
	return r.open
}

// futureStage lays out the calls to come, for the works in progress too.
type futureStage struct {
	stating
	open []openWork
}

func stateFuture(b books, s *sheet, open []openWork) {
	r := futureStage{stating{b, s}, open}
	r.future()
}

// syndicatStage states the arrears of all owners and the debt to suppliers.
type syndicatStage struct{ stating }

func stateSyndicat(b books, s *sheet) {
	r := syndicatStage{stating{b, s}}
	r.syndicat()
}

// fundStage states the works fund, and the lots' part in it.
type fundStage struct{ indebted }

func stateFund(b books, s *sheet, debts ledger) {
	r := fundStage{indebted{stating{b, s}, debts}}
	r.worksFund()
}

// lifeStage states proceedings, loans, insurance, the next meeting and difficulties.
type lifeStage struct{ indebted }

func stateLife(b books, s *sheet, debts ledger) {
	r := lifeStage{indebted{stating{b, s}, debts}}
	r.life()
}

// fileStage lists the papers to hand over, and asks for those that lack without
// holding the statement back.
type fileStage struct {
	stating
	reserves []predate.Gap
}

func stateFile(b books, s *sheet) (reserves []predate.Gap) {
	r := fileStage{stating: stating{b, s}}
	r.technicalFile()
	return r.reserves
}

// gateStage evaluates the identities that must hold.
type gateStage struct{ stating }

func judgeGates(b books, s *sheet) {
	r := gateStage{stating{b, s}}
	r.checkGates()
}

// doubtStage sets in doubt what is under a red gate.
type doubtStage struct {
	dated
	*sheet
}

func judgeDoubts(d dated, s *sheet) {
	r := doubtStage{d, s}
	r.doubt()
}

// gapStage says what is lacking.
type gapStage struct {
	stating
	absent   []predate.Correction      // papers that do not exist
	seen     map[string]predate.Ruling // on the unread pages of a file
	gaps     []predate.Gap             // for which the statement waits
	reserves []predate.Gap             // asked for, without holding it back
}

func lookForGaps(b books, s *sheet, in Input, asked []predate.Gap) (gaps, reserves []predate.Gap) {
	r := gapStage{stating: stating{b, s}, seen: map[string]predate.Ruling{}, reserves: asked}
	r.absent = slices.DeleteFunc(slices.Clone(in.Corrections), func(c predate.Correction) bool { return !c.Lacks() })
	for _, ruling := range in.Rulings {
		if ruling.File != "" {
			r.seen[ruling.File] = ruling
		}
	}
	r.lookForGaps()
	return r.gaps, r.reserves
}

// outcomeStage says where the dossier goes.
type outcomeStage struct {
	dossier
	*sheet
	gaps, reserves []predate.Gap
}

func judgeOutcome(d dossier, s *sheet, gaps, reserves []predate.Gap) predate.Outcome {
	r := outcomeStage{d, s, gaps, reserves}
	return r.outcome()
}
