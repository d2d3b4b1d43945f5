// Package taggedtest holds finished files to what PDF/A-3A and PDF/UA-1 ask of them, as
// far as a program can tell.
//
// It owns the table of checks. Each names the failure conditions of the Matterhorn
// Protocol 1.1 ("M13-004") and the rules of veraPDF's profile for PDF/A-3A ("A6.7.2-1")
// that it stands for, and a way to break a good file on which it must complain. Where a
// condition concerns what our files never have (images, forms, layers), the check is
// stricter than the rule: the thing itself must be absent.
//
// Files are read through qpdf, and broken ones written by it, so that none of what is
// checked is taken from the code that made the file.
//
// It refuses to say that a file conforms: conditions that need a person's judgement, such
// as whether a description describes, are not among the checks.
package taggedtest
