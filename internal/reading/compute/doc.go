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
// What a person must settle of a statement is a list of doubts (doubts.go), each
// with an ID that stays the same while it is about the same.
//
// It refuses to read papers, to print a zero for what it does not know and to
// infer an absence from silence. It knows neither how papers are recognised
// nor how their figures are read. It is a pure function: the same input, in any
// order, gives the same statement.
package compute
