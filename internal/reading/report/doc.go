// Package report writes a Statement as JSON and reads it back.
//
// It owns the schema predate.report/1: the names and shapes of the report that
// `predate statement --json` writes, that is attached to every PDF and that the
// operators' console shows. Money is a decimal string in euros, days are ISO
// 8601, absent things are null. docs/report.schema.json describes it to others.
//
// The report is shown to buyers and notaries with the PDF that carries it. It
// therefore refuses whatever is not theirs to read: who pays, the account that
// ordered, the comments between client and operators, the progress of the order,
// and the facts that led to the figures, which name other co-owners.
// It refuses to judge too: it neither chooses nor checks a figure.
package report
