package extranetsim

import "slices"

// Shape is a harmless peculiarity of a site, of which it may have any number.
// Whoever reads the site right gets the same documents with it as without,
// unless the shape is said to change them.
type Shape string

// The shapes.
const (
	// Older serves the older layout of paths, with raw downloads.
	Older Shape = "older"
	// Raw serves raw downloads in the current layout.
	Raw Shape = "raw"
	// FoldersAsMap writes the folders as a map, not as a list.
	FoldersAsMap Shape = "folders-as-map"
	// TwoStep asks for the identifier and for the password on two pages.
	TwoStep Shape = "two-step"
	// SingleSignOn logs in by the form of the second generation, which answers
	// with a token in a redirect.
	SingleSignOn Shape = "sso"
	// ShortTokens lets an access token die after five requests; a refresh token
	// gives another.
	ShortTokens Shape = "short-tokens"
	// SlowStart applies Options.Delay to the first request only.
	SlowStart Shape = "slow-start"
	// SeveralAccounts shows three accounts in two buildings.
	SeveralAccounts Shape = "several-accounts"
	// SmallPages lists two documents a page.
	SmallPages Shape = "small-pages"
	// DuplicateRows lists the first document of a folder twice.
	DuplicateRows Shape = "duplicate-rows"
	// Doubles lists it again under another identifier: one document more.
	Doubles Shape = "doubles"
	// OverlappingPages begins a page with the last row of the one before, as a
	// listing does that is sorted by what is not unique.
	OverlappingPages Shape = "overlapping-pages"
	// EmptyFolder has a folder more, without documents.
	EmptyFolder Shape = "empty-folder"
	// RowsWithoutFile lists, in every folder, a row without a file.
	RowsWithoutFile Shape = "rows-without-file"
	// NoDates leaves every date empty.
	NoDates Shape = "no-dates"
	// DottedDates, SlashedDates and DatesInWords write dates as 12.03.2024,
	// 12/03/2024 and 12 mars 2024.
	DottedDates  Shape = "dates-dotted"
	SlashedDates Shape = "dates-slashed"
	DatesInWords Shape = "dates-in-words"
	// WrongMeta says UTF-8 in pages that are windows-1252.
	WrongMeta Shape = "wrong-meta"
	// RedirectChain leads to a file over three hops of the same host.
	RedirectChain Shape = "redirect-chain"
	// OddDisposition names the file as a signed address does: no token
	// "attachment", the name URL-encoded. ExtendedDisposition names it as RFC
	// 5987 says.
	OddDisposition      Shape = "odd-disposition"
	ExtendedDisposition Shape = "rfc5987"
	// OctetStream serves a file named .PDF as application/octet-stream.
	OctetStream Shape = "octet-stream"
	// ForeignPaper gives, for the document of Options.Victim, a paper of
	// another building.
	ForeignPaper Shape = "foreign-paper"
	// Scan gives for it a PDF without any text.
	Scan Shape = "scan"
)

// Shapes lists every shape, as a command line would offer them.
func Shapes() []Shape {
	return []Shape{
		Older, Raw, FoldersAsMap, TwoStep, SingleSignOn, ShortTokens, SlowStart, SeveralAccounts, SmallPages,
		DuplicateRows, Doubles, OverlappingPages, EmptyFolder, RowsWithoutFile, NoDates, DottedDates, SlashedDates, DatesInWords,
		WrongMeta, RedirectChain, OddDisposition, ExtendedDisposition, OctetStream, ForeignPaper, Scan,
	}
}

// Takes says whether a site of the family can have the shape.
func (f Family) Takes(s Shape) bool {
	own, special := someFamilies()[s]
	return slices.Contains(Shapes(), s) && (!special || slices.Contains(own, f.orXnet()))
}

// someFamilies names the families of each shape that is not for all.
func someFamilies() map[Shape][]Family {
	pages := []Family{Xnet, Foncia, Eseis, Powimo, WebForms}
	printed := []Family{Xnet, Ics, FonciaWeb, WebForms, WebDev}
	// Those are written otherwise than by the shape already.
	notDotted, notSlashed := []Family{Xnet, Ics, WebForms, WebDev}, []Family{Xnet, FonciaWeb}
	return map[Shape][]Family{
		Older: {Xnet}, Raw: {Xnet}, FoldersAsMap: {Xnet},
		TwoStep: {FonciaWeb}, SingleSignOn: {Foncia}, ShortTokens: {Eseis, Powimo}, WrongMeta: {Ics},
		SeveralAccounts: {Ics, FonciaWeb, Foncia, Eseis, Powimo, Vilogi},
		SmallPages:      pages, OverlappingPages: pages,
		EmptyFolder:     {Xnet, Ics, FonciaWeb, Eseis, WebForms},
		RowsWithoutFile: {FonciaWeb, Foncia, Powimo, Vilogi},
		DottedDates:     notDotted, SlashedDates: notSlashed, DatesInWords: printed,
		RedirectChain: {Xnet, Ics, FonciaWeb, Foncia, Eseis, Powimo, Vilogi},
	}
}
