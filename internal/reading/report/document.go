package report

import (
	"strings"

	"predate"
)

type document struct {
	ID           predate.DocumentID `json:"id"` // 0 outside of a server
	File         string             `json:"file"`
	Hash         predate.Hash       `json:"sha256"`
	PageCount    int                `json:"page_count"`
	Printed      day                `json:"printed"`
	Foreign      bool               `json:"foreign"`
	DuplicateOf  optional           `json:"duplicate_of"`
	SupersededBy optional           `json:"superseded_by"`
	Unreadable   optional           `json:"unreadable"`
	UnreadPages  []unreadPage       `json:"unreadable_pages,omitempty"`
	LeftPages    []int              `json:"left_pages,omitempty"`
	Parts        []part             `json:"parts"`
	Corrections  []correction       `json:"corrections,omitempty"`
	Listed       bool               `json:"listed,omitempty"`
	Guess        predate.Kind       `json:"guess,omitempty"`
}

type unreadPage struct {
	Page   int    `json:"page"`
	Reason string `json:"reason"`
}

func toUnreadPage(p predate.UnreadPage) unreadPage { return unreadPage{p.Number, p.Reason} }
func (p unreadPage) unreadPage() predate.UnreadPage {
	return predate.UnreadPage{Number: p.Page, Reason: p.Reason}
}

// correction is what an operator said of the document.
type correction struct {
	About      predate.Remark `json:"about"`
	Hash       predate.Hash   `json:"sha256"`
	Pages      [2]int         `json:"pages"` // 0, 0 for the whole document
	Code       string         `json:"code,omitempty"`
	FiscalYear string         `json:"fiscal_year,omitempty"`
	Value      string         `json:"value"`
	By         string         `json:"by"`
	On         day            `json:"on"`
	Why        string         `json:"why"`
	// Declarant, Asked and AskedEach are of a client's word alone.
	Declarant predate.Declarant `json:"declarant,omitempty"`
	Asked     string            `json:"asked,omitempty"`
	AskedEach []string          `json:"asked_each,omitempty"`
}

// sentences are those that a client answered. Reports of before have them a line each.
func (c correction) sentences() []string {
	if c.AskedEach != nil || c.Asked == "" {
		return c.AskedEach
	}
	return strings.Split(c.Asked, "\n")
}

func toCorrection(c predate.Correction) correction {
	return correction{c.About, c.Hash, [2]int{c.First, c.Last}, c.Code, c.FiscalYear, c.Value, c.By, day(c.On), c.Why, c.Declarant, strings.Join(c.Asked, "\n"), c.Asked}
}

func (c correction) correction() predate.Correction {
	return predate.Correction{
		About: c.About, Hash: c.Hash, First: c.Pages[0], Last: c.Pages[1], Code: c.Code, FiscalYear: c.FiscalYear,
		Value: c.Value, By: c.By, On: predate.Date(c.On), Why: c.Why,
		Declarant: c.Declarant, Asked: c.sentences(),
	}
}

type part struct {
	Pages   [2]int          `json:"pages"`
	Kind    predate.Kind    `json:"kind"`
	DocType predate.DocType `json:"doctype"`
	Reasons []string        `json:"reasons"`
	Foreign bool            `json:"foreign"`
	// Doubtful says that the part may be of another building, Whose what shows it.
	Doubtful bool   `json:"doubtful,omitempty"`
	Whose    string `json:"whose,omitempty"`
	// Addressee is to whom the part is sent, in a file of papers of several owners.
	Addressee string         `json:"addressee,omitempty"`
	Draft     bool           `json:"draft"`
	Maybe     []predate.Kind `json:"maybe,omitempty"`
}

func toDocument(d predate.ReadDocument) document {
	return document{
		ID: d.Document, File: d.File, Hash: d.Hash, PageCount: d.Pages, Printed: day(d.Printed),
		Foreign: d.Foreign, DuplicateOf: optional(d.DuplicateOf), SupersededBy: optional(d.SupersededBy),
		Unreadable: optional(d.Unreadable), UnreadPages: each(d.UnreadPages, toUnreadPage), LeftPages: d.LeftPages, Parts: each(d.Parts, toPart),
		Corrections: each(d.Corrections, toCorrection), Listed: d.Listed, Guess: d.Guess,
	}
}

func (d document) document() predate.ReadDocument {
	return predate.ReadDocument{
		Document: d.ID, File: d.File, Hash: d.Hash, Pages: d.PageCount, Printed: predate.Date(d.Printed),
		Foreign: d.Foreign, DuplicateOf: string(d.DuplicateOf), SupersededBy: string(d.SupersededBy),
		Unreadable: string(d.Unreadable), UnreadPages: list(d.UnreadPages, unreadPage.unreadPage), LeftPages: d.LeftPages, Parts: list(d.Parts, part.part),
		Corrections: list(d.Corrections, correction.correction), Listed: d.Listed, Guess: d.Guess,
	}
}

func toPart(p predate.Part) part {
	return part{
		Pages: [2]int{p.First, p.Last}, Kind: p.Kind, DocType: p.DocType,
		Reasons: each(p.Reasons, same), Foreign: p.Foreign, Doubtful: p.Doubtful, Whose: p.Whose, Addressee: p.Addressee, Draft: p.Draft, Maybe: each(p.Maybe, same),
	}
}

func (p part) part() predate.Part {
	return predate.Part{
		First: p.Pages[0], Last: p.Pages[1], Kind: p.Kind, DocType: p.DocType,
		Reasons: list(p.Reasons, same), Foreign: p.Foreign, Doubtful: p.Doubtful, Whose: p.Whose, Addressee: p.Addressee, Draft: p.Draft, Maybe: list(p.Maybe, same),
	}
}
