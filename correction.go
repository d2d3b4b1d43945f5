package predate

import (
	"fmt"
	"slices"
	"strings"
)

// Remark is the subject of a correction.
type Remark string

// The subjects of corrections. The comment of each describes what it applies to and
// the format of Correction.Value.
const (
	RemarkKind      Remark = "kind"      // of some pages: a Kind
	RemarkExercise  Remark = "exercise"  // of some pages: "2025-01-01/2025-12-31"
	RemarkDay       Remark = "day"       // the date printed on some pages: "2026-03-02"
	RemarkCut       Remark = "cut"       // before a page: CutSplit or CutMerge
	RemarkTurn      Remark = "turn"      // of a page, clockwise from how it lies in the file: "0", "90", "180" or "270"
	RemarkBuilding  Remark = "building"  // of some pages: BuildingOther or BuildingOurs
	RemarkDuplicate Remark = "duplicate" // of a file: the hash of the file that it repeats; "" for none
	RemarkReplaced  Remark = "replaced"  // of a file: the hash of the file that replaces it; "" for none
	RemarkAbsent    Remark = "absent"    // of a paper that is asked for: who said that it does not exist
	// RemarkUnobtainable is of a paper that is asked for: who said that it cannot be obtained.
	RemarkUnobtainable Remark = "unobtainable"
)

// The values of cuts and of buildings.
const (
	CutSplit      = "split" // a paper begins at the page
	CutMerge      = "merge" // the page goes on with the paper before
	BuildingOther = "other"
	BuildingOurs  = "ours"
)

// Correction is an operator's statement about a paper of an order. It applies to the
// bytes of the file, in the current run and in later ones.
type Correction struct {
	About Remark
	Hash  Hash // of the file; empty for a paper that does not exist
	// First and Last are the pages, both included; 0 for the whole file.
	First, Last int
	// Code and FiscalYear are those of the gap that asks for a paper that does not exist.
	Code, FiscalYear string
	Value            string
	By               string // the operator, or the client
	On               Date
	Why              string // French, printed in the statement
	// Declarant is the capacity in which the author speaks; empty means as an operator.
	Declarant Declarant
	// Asked are the sentences that a client answered: his answer applies to them, and to
	// no later one. Empty means that it applies to every sentence.
	Asked []string
}

// Lacks reports whether somebody said that a paper does not exist or cannot be obtained.
func (c Correction) Lacks() bool { return c.About == RemarkAbsent || c.About == RemarkUnobtainable }

// Answers reports whether somebody said that the missing paper of g does not exist or
// cannot be obtained. It returns false if g asks by a sentence that nobody answered.
func (c Correction) Answers(g Gap) bool {
	if !c.Lacks() || g.Kind != GapDocument || c.Code != g.Code || c.FiscalYear != g.FiscalYear {
		return false
	}
	if len(c.Asked) == 0 {
		return true
	}
	_, answered := c.Sentence(g)
	return answered
}

// Sentence returns the sentence of g that a client answered. The message of an answered
// gap is that sentence followed by the answer.
func (c Correction) Sentence(g Gap) (asked string, ok bool) {
	for _, one := range c.Asked {
		if (g.Message == one || strings.HasPrefix(g.Message, one+" ")) && len(one) >= len(asked) {
			asked, ok = one, true
		}
	}
	return asked, ok
}

// Same reports whether c and d have the same subject, so that the later one replaces
// the earlier one.
func (c Correction) Same(d Correction) bool {
	return c.About == d.About && c.Hash == d.Hash && c.First == d.First && c.Code == d.Code && c.FiscalYear == d.FiscalYear
}

// Kind returns the correction's value as a kind of paper.
func (c Correction) Kind() Kind { return Kind(c.Value) }

// Day returns the correction's value as a day; zero if it is none.
func (c Correction) Day() Date {
	day, err := ParseDate(c.Value)
	if err != nil {
		return Date{}
	}
	return day
}

// Exercise returns the correction's value as an exercise; zero if it is none.
func (c Correction) Exercise() Period {
	from, to, _ := strings.Cut(c.Value, "/")
	begins, err := ParseDate(from)
	if err != nil {
		return Period{}
	}
	ends, err := ParseDate(to)
	if err != nil || !ends.After(begins) {
		return Period{}
	}
	return Period{From: begins, To: ends}
}

// Degrees returns the correction's value as a clockwise rotation of a page.
func (c Correction) Degrees() int {
	return 90 * max(0, slices.Index(turnValues(), c.Value))
}

func turnValues() []string { return []string{"0", "90", "180", "270"} }

// Holds reports whether the correction applies to all pages from first to last.
func (c Correction) Holds(first, last int) bool {
	return c.First == 0 || c.First <= first && last <= c.Last
}

// maxPages is more pages than any file that is read has.
const maxPages = 10_000

// longestExercise is the maximum length of an accounting period, in months
// (décret 67-223, art. 5).
const longestExercise = 18

// Check returns an Error with CodeInvalid if the correction is malformed.
func (c Correction) Check() error {
	if c.Lacks() {
		if c.Code == "" || c.Hash != "" || c.Value == "" {
			return Refuse(CodeInvalid, "Dites quelle pièce n’existe pas, et qui l’a dit.")
		}
		return nil
	}
	if c.Hash == "" || c.First < 0 || c.Last < c.First || c.Last > maxPages || c.First == 0 && c.Last != 0 {
		return Refuse(CodeInvalid, "Les pages %d à %d n’existent pas.", c.First, c.Last)
	}
	if trouble := c.trouble(); trouble != "" {
		return Refuse(CodeInvalid, "%s", trouble)
	}
	return nil
}

// trouble returns a French sentence about what is wrong with the value of a correction
// of a file, or "".
func (c Correction) trouble() string {
	onePage, whole := c.First > 0 && c.First == c.Last, c.First == 0
	switch c.About {
	case RemarkKind:
		if !slices.Contains(Kinds(), c.Kind()) {
			return fmt.Sprintf("« %s » n’est pas un type de pièce.", c.Value)
		}
	case RemarkExercise:
		if e := c.Exercise(); e.IsZero() || e.Months() > longestExercise {
			return "Un exercice a un premier et un dernier jour, et dure dix-huit mois au plus."
		}
	case RemarkDay:
		if c.Day().IsZero() {
			return fmt.Sprintf("« %s » n’est pas une date.", c.Value)
		}
	case RemarkCut:
		if !onePage || c.First < 2 || c.Value != CutSplit && c.Value != CutMerge {
			return "Une pièce se coupe ou se joint à partir de la deuxième page d’un fichier."
		}
	case RemarkTurn:
		if !onePage || !slices.Contains(turnValues(), c.Value) {
			return "Une page se tourne de 0, 90, 180 ou 270 degrés."
		}
	case RemarkBuilding:
		if c.Value != BuildingOther && c.Value != BuildingOurs {
			return "Une pièce est de l’immeuble, ou d’un autre."
		}
	case RemarkDuplicate, RemarkReplaced:
		if !whole || c.Value == string(c.Hash) {
			return "Une pièce est le double d’une autre, ou remplacée par une autre."
		}
	default:
		return fmt.Sprintf("« %s » ne se dit pas d’une pièce.", c.About)
	}
	return ""
}

// Kinds returns every kind of paper, the most common first.
func Kinds() []Kind {
	return []Kind{
		KindFundCall, KindAccountStatement, KindChargeStatement, KindExpenseStatement,
		KindSchedule1, KindSchedule2, KindSchedule3, KindSchedule4, KindSchedule5,
		KindMeetingNotice, KindMinutes, KindSummarySheet, KindRules, KindAmendment, KindMaintenanceLog,
		KindRegistration, KindDTG, KindPPT, KindPPTDraft, KindCollectiveEPC, KindAsbestos, KindLead,
		KindInsurance, KindAgentContract, KindPlan, KindLightAccounts, KindOther,
	}
}
