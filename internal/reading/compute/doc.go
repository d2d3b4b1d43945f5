// Package compute turns the figures read in a dossier's papers into a
// statement: it fixes the exercises, keeps the lots that are sold, confronts
// the sources of each figure, imputes payments, lays out the calls to come,
// checks the accounting identities and says what is lacking.
//
// It owns every choice between candidates, and makes it in the open: a figure
// is confirmed by a paper, computed by a rule it names, or else missing,
// exempted, absent with proof, declared or conflicting. Two papers that
// disagree are never settled here by preference when accounting does not
// settle them: the dossier goes to a person.
//
// A witness is a paper, not a file (witness.go): what comes twice counts once,
// and only what is shown to be apart is added up.
//
// # The stages
//
// Each stage is a function of stages.go: it is given what stages before it found and
// the sheet on which all of them write, and returns what others need of it.
//
//	papers, order, day            rulings of operators, looks
//	        │                               │
//	    dossier                           sheet   figures, gates, reasons, warnings
//	        ▼ readExercises                 ▲
//	     dated    which years               │ put, review, warn, check, answer
//	        ▼ readLots                      │
//	      sale    which lots                │
//	        ▼ readCalls                     │
//	   callBook   what was called           │
//	        ▼ readAccounts                  │
//	 accountBook  what was debited and paid │
//	        ▼ readKeys                      │
//	      books   and how it is apportioned │
//	        │                               │
//	        ├─ stateIdentity ───────────────┤
//	        ├─ stateCharges ────────────────┤
//	        ├─ imputePayments ─▶ ledger     │   what is left of each debt
//	        ├─ stateDue, statePaid (ledger) ┤
//	        ├─ stateAdvances ───────────────┤
//	        ├─ stateWorks ─▶ works in progress
//	        ├─ stateFuture (works) ─────────┤
//	        ├─ stateSyndicat, stateFund (ledger), stateLife (ledger)
//	        ├─ stateFile ─▶ papers to ask for
//	        ├─ judgeGates, judgeDoubts ─────┤
//	        ├─ lookForGaps ─▶ gaps          │
//	        ▼                               ▼
//	        judgeOutcome ─▶ predate.Statement
//
// Each book holds the one before it, and a method stands on the first book that has all
// it reads: the compiler refuses one that reads what a later stage gives. Books are
// copied, never shared: what a stage changes of them, no other sees.
//
// What a person must settle of a statement is a list of doubts (doubts.go), each
// with an ID that stays the same while it is about the same.
//
// It refuses to read papers, to print a zero for what it does not know and to
// infer an absence from silence. It knows neither how papers are recognised
// nor how their figures are read. It is a pure function: the same input, in any
// order, gives the same statement.
package compute
