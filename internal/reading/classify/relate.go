package classify

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// File is one file of a dossier, classified.
type File struct {
	Name   string
	Hash   predate.Hash
	Brief  Brief
	Result Result
	// Foreign says that the file is another building's: it replaces none of ours.
	Foreign bool
}

// Relation is what a file is to the others; names are files' names.
type Relation struct {
	DuplicateOf  string
	SupersededBy string
}

// Relate compares all files of a dossier: which repeat another (the same
// bytes, the same words, or a scan of the same paper), and which are replaced
// by another. The answers are in the order of the files.
func Relate(files []File) []Relation {
	briefs := make([]compared, len(files))
	for i, f := range files {
		briefs[i] = compared{File: f}
		if len(f.Result.Parts) > 0 {
			briefs[i].kind = f.Result.Parts[0].Kind
		}
	}
	out := make([]Relation, len(files))
	for i := range briefs {
		if j, ok := original(briefs, i); ok {
			out[i].DuplicateOf = files[j].Name
		}
	}
	for i := range briefs {
		if out[i].DuplicateOf != "" || files[i].Foreign {
			continue
		}
		if j, ok := replacement(briefs, out, i); ok {
			out[i].SupersededBy = files[j].Name
		}
	}
	return out
}

// Brief is what comparing needs of a file's pages.
type Brief struct {
	Pages   int
	OCR     bool
	Words   string   // stands for the folded text: equal for equal texts, empty for none
	Amounts []string // printed amounts and days, sorted, each once
	Call    string   // number of a call for funds
	// Replaces says that the words cancel another paper; Cancelled is the day
	// that they quote of it, zero when they quote none, and Misquoted says that
	// they quote one that is no day.
	Replaces  bool
	Cancelled predate.Date
	Misquoted bool
}

// BriefOf sums a file's pages up.
func BriefOf(doc layout.Doc) Brief {
	b := Brief{Pages: len(doc.Pages)}
	var lines []string
	for _, page := range doc.Pages {
		b.OCR = b.OCR || page.OCR
		for _, line := range page.Lines {
			lines = append(lines, fold.Text(line.Text()))
		}
	}
	text := strings.Join(lines, " ")
	if text != "" {
		sum := sha256.Sum256([]byte(text))
		b.Words = hex.EncodeToString(sum[:])
	}
	b.Amounts = amountOrDay.FindAllString(text, -1)
	slices.Sort(b.Amounts)
	b.Amounts = slices.Compact(b.Amounts)
	if m := callNumber.FindStringSubmatch(text); m != nil {
		b.Call = m[1]
	}
	if !strings.Contains(text, "rempla") && !strings.Contains(text, "rectifi") { // few papers replace another
		return b
	}
	b.Replaces = replaces.MatchString(text)
	b.Cancelled, b.Misquoted = cancelledDay(text)
	return b
}

// cancelledDay is the day that a folded text quotes of the paper that it cancels; zero
// when it quotes none, misquoted when what it quotes is no day.
func cancelledDay(text string) (_ predate.Date, misquoted bool) {
	if !strings.Contains(text, "remplace") {
		return predate.Date{}, false
	}
	m := quotedDay.FindStringSubmatch(text)
	if m == nil {
		return predate.Date{}, false
	}
	d, known := layout.ParseDate(m[1])
	return d, !known
}

// compared is a file beside the others.
type compared struct {
	File
	kind predate.Kind // of the first part
}

var (
	callNumber  = regexp.MustCompile(`\bappel n° ([a-z0-9][a-z0-9/._-]*)`)
	replaces    = regexp.MustCompile(`\b(?:annule et remplace|remplace et annule|annulant et remplacant|appel rectificatif|appel remplace|version rectifiee|edition rectificative)\b`)
	amountOrDay = regexp.MustCompile(`\d[\d ]*,\d\d\b|\d\d/\d\d/\d{4}`)
	quotedDay   = regexp.MustCompile(`(?:annule et remplace|remplace et annule|appel remplace)[^.]{0,80}?(?:du|emis le|edite le|en date du) ` + day)
)

// original finds the file that file i repeats: an earlier one, or for a scan
// the one that has its words.
func original(briefs []compared, i int) (int, bool) {
	for j := range briefs {
		if j == i || !repeats(briefs[i], briefs[j]) {
			continue
		}
		if briefs[i].Brief.OCR != briefs[j].Brief.OCR {
			if briefs[i].Brief.OCR {
				return j, true
			}
			continue
		}
		if j < i {
			return j, true
		}
	}
	return 0, false
}

// repeats reports whether two files are one paper.
func repeats(a, b compared) bool {
	if a.Hash != "" && a.Hash == b.Hash {
		return true
	}
	if a.Brief.Words == "" || b.Brief.Words == "" || a.Brief.Pages != b.Brief.Pages {
		return false
	}
	if !a.Brief.OCR && !b.Brief.OCR {
		return a.Brief.Words == b.Brief.Words
	}
	// Recognition loses and misreads a few figures; another quarter's call, or
	// another meeting's minutes, shares few.
	return a.kind == b.kind && !a.Result.Printed.IsZero() && a.Result.Printed == b.Result.Printed &&
		min(len(a.Brief.Amounts), len(b.Brief.Amounts)) >= 6 && alike(a.Brief.Amounts, b.Brief.Amounts) >= 0.8
}

// alike is the share of common elements of two sorted lists, over the shorter.
func alike(a, b []string) float64 {
	common, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch strings.Compare(a[i], b[j]) {
		case 0:
			common, i, j = common+1, i+1, j+1
		case -1:
			i++
		default:
			j++
		}
	}
	return float64(common) / float64(max(1, min(len(a), len(b))))
}

// replacement finds the file that says it cancels and replaces file i, or the
// later state of a paper of which only the last holds.
func replacement(briefs []compared, relations []Relation, i int) (int, bool) {
	old := briefs[i]
	for j, b := range briefs {
		if j == i || b.kind != old.kind || relations[j].DuplicateOf != "" || b.Foreign {
			continue
		}
		if b.replaces(old) || b.renews(old) {
			return j, true
		}
	}
	return 0, false
}

// replaces reports whether the words of b cancel the paper old: the same call by
// its number, made on the day that b quotes or, when it quotes none, before b. Where old
// cancels the same paper, or b quotes no day, b may be a copy of it.
func (b compared) replaces(old compared) bool {
	switch {
	case !b.Brief.Replaces || b.Brief.Call == "" || b.Brief.Call != old.Brief.Call || b.Brief.Misquoted:
		return false
	case old.Brief.Replaces && (b.Brief.Cancelled == predate.Date{} || b.Brief.Cancelled == old.Brief.Cancelled):
		return false
	case b.Brief.Cancelled != predate.Date{}:
		return b.Brief.Cancelled == old.Result.Printed
	}
	return !old.Result.Printed.IsZero() && old.Result.Printed.Before(b.Result.Printed)
}

// renews reports whether b is the later state of a paper that is renewed as a
// whole: a summary sheet, a maintenance log, a registration certificate.
func (b compared) renews(old compared) bool {
	switch b.kind {
	case predate.KindSummarySheet, predate.KindMaintenanceLog, predate.KindRegistration:
	default:
		return false
	}
	if len(b.Result.Parts) != 1 || len(old.Result.Parts) != 1 {
		return false
	}
	return !old.Result.Printed.IsZero() && old.Result.Printed.Before(b.Result.Printed)
}
