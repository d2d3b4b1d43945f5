package classify

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"predate"
	"predate/internal/reading/layout"
	"predate/internal/reading/lexicon"
)

// Input is one file, read.
type Input struct {
	File string // for the answer only; never looked at
	Doc  layout.Doc
}

// Result is what one file is.
type Result struct {
	File    string
	Parts   []predate.Part // cover every page, in order
	Printed predate.Date   // that the first part bears; zero when none is sure
}

// Classifier says what papers are by the words of a lexicon. It is safe for
// concurrent use.
type Classifier struct {
	words            *lexicon.Lexicon
	titles, contents []mark
	stamps           []*regexp.Regexp
}

// New makes a Classifier.
func New(words *lexicon.Lexicon) Classifier {
	return Classifier{words: words, titles: titles(), contents: contents(), stamps: stampsOf(words)}
}

// Classify cuts a file into papers and says what each is. A file without any
// readable word is one part of kind "other".
func (c Classifier) Classify(in Input) Result {
	sheets := make([]sheet, len(in.Doc.Pages))
	for i, page := range in.Doc.Pages {
		sheets[i] = c.newSheet(page)
	}
	result := Result{File: in.File}
	groups := c.cut(sheets)
	for i, group := range groups {
		part := c.name(group)
		if i == 0 {
			result.Printed = c.printedOn(group, part.Kind)
		}
		result.Parts = append(result.Parts, part)
	}
	markDrafts(result.Parts, sheets)
	nameAddressees(&result, groups)
	return result
}

// textOf is the folded text of some pages.
func textOf(group []sheet) string {
	texts := make([]string, len(group))
	for i, s := range group {
		texts[i] = s.text
	}
	return strings.Join(texts, " ")
}

// minimum is the score under which nothing is recognised, and margin how far
// the best kind must be ahead of the next.
const (
	minimum = 50
	margin  = 15
	// firm is the score from which the sums of a paper are not asked.
	firm = 85
	// hinted is the score from which a paper that is not told may be of a kind.
	hinted = 20
)

// toldMinutes is the score of words from which a meeting is told in full: its
// opening, its votes and its end.
const toldMinutes = 70

// verdict is what the words of some pages say.
type verdict struct {
	kind    predate.Kind
	score   int
	second  predate.Kind
	behind  int // score of the second
	likely  []predate.Kind
	reasons []string
}

// weigh scores every kind on the pages together; each mark counts once.
func (c Classifier) weigh(group []sheet) verdict {
	scores := map[predate.Kind]int{}
	reasons := map[predate.Kind][]string{}
	title, words := group[0].title(c.titles)
	if title.weight > 0 {
		scores[title.kind] += title.weight
		reasons[title.kind] = append(reasons[title.kind], fmt.Sprintf("titre « %s »", words))
	}
	for _, m := range c.contents {
		if phrase := found(group, m.ids...); phrase != "" {
			scores[m.kind] += m.weight
			reasons[m.kind] = append(reasons[m.kind], fmt.Sprintf("« %s »", phrase))
		}
	}
	if isTimeline(group) {
		scores[predate.KindAccountStatement] += timelineWeight
		reasons[predate.KindAccountStatement] = append(reasons[predate.KindAccountStatement], "un solde après chaque mouvement")
	}
	if title.kind == predate.KindOther && scores[predate.KindMinutes] >= toldMinutes {
		delete(scores, predate.KindOther) // a heading within minutes: the list of those present, a report
	}
	if title.kind == predate.KindSchedule2 && found(group[:1], "supplier") != "" && found(group[:1], "debit_credit") != "" {
		// entries of the ledger, which annexe 2 sums: expenses under its title
		scores[predate.KindExpenseStatement] += scores[predate.KindSchedule2]
		reasons[predate.KindExpenseStatement] = append(reasons[predate.KindExpenseStatement], reasons[predate.KindSchedule2]...)
		delete(scores, predate.KindSchedule2)
	}
	if title.kind == predate.KindChargeStatement && found(group, "light_law") != "" && found(group, "receipts") != "" {
		// what all owners owe, under a heading like that of an owner's statement: a part of light accounts
		scores[predate.KindLightAccounts] += scores[predate.KindChargeStatement]
		delete(scores, predate.KindChargeStatement)
	}
	kinds := make([]predate.Kind, 0, len(scores))
	for kind := range scores {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b predate.Kind) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	var v verdict
	if len(kinds) > 0 {
		v.kind, v.score, v.reasons = kinds[0], scores[kinds[0]], reasons[kinds[0]]
	}
	if len(kinds) > 1 {
		v.second, v.behind = kinds[1], scores[kinds[1]]
	}
	for _, kind := range kinds {
		if scores[kind] >= hinted && kind != predate.KindOther {
			v.likely = append(v.likely, kind)
		}
	}
	return v
}

// timelineWeight is what several movements, each with its day and the balance
// that follows it, say for the account of an owner: no other paper has them.
const timelineWeight = 30

func isTimeline(group []sheet) bool {
	n := 0
	for _, s := range group {
		n += s.balances
	}
	return n >= 3
}

// found returns the words with which one of the pages says one of the concepts;
// "" when none does.
func found(group []sheet, ids ...lexicon.ID) string {
	for _, s := range group {
		if words := s.says(ids); words != "" {
			return words
		}
	}
	return ""
}

// name says what a group of pages is, or "other" when that is not sure.
func (c Classifier) name(group []sheet) predate.Part {
	part := predate.Part{First: group[0].number, Last: group[len(group)-1].number, Kind: predate.KindOther}
	v := c.weigh(group)
	sure := v.score >= minimum && (v.score-v.behind >= margin || siblings(v.kind, v.second))
	kind, why := predate.Kind(""), ""
	if !sure || ofOwner(v.kind) && v.score < firm {
		kind, why = shape(group)
	} else if mayBeCharges(v.kind) {
		k, w := shape(group)
		laid := k == predate.KindChargeStatement && v.kind == predate.KindExpenseStatement // an expense with the owner's share of it
		if laid || v.score <= firm && (k == predate.KindChargeStatement || k == predate.KindExpenseStatement) {
			kind, why = k, w
		}
	}
	if ofOwner(v.kind) && v.score < firm && c.settled(group) {
		kind, why = predate.KindAccountStatement, "deux côtés qui s’équilibrent"
	}
	if v.score < minimum && kind == "" {
		kind, why = c.budgeted(group), "années côte à côte"
	}
	switch {
	case wordsOf(group) == 0:
		part.Maybe, part.Reasons = c.kinds(), []string{"aucun mot lisible"}
	case kind != "" && (!sure || kind != v.kind):
		part.Kind, part.Reasons = kind, []string{why}
	case v.score < minimum:
		part.Maybe, part.Reasons = v.likely, []string{fmt.Sprintf("aucun type reconnu (au mieux %s, %d sur %d)", orNothing(v.kind), v.score, minimum)}
	case !sure:
		part.Maybe, part.Reasons = v.likely, []string{fmt.Sprintf("hésitation entre %s (%d) et %s (%d)", v.kind, v.score, v.second, v.behind)}
	default:
		part.Kind, part.Reasons = refine(v.kind, group), v.reasons
	}
	if ofOwner(part.Kind) && c.listsOwners(group) {
		part.Kind, part.Reasons = predate.KindOther, []string{"tous les copropriétaires"}
	}
	part.DocType = part.Kind.DocType()
	return part
}

// kinds are all those that have a title.
func (c Classifier) kinds() []predate.Kind {
	var out []predate.Kind
	for _, m := range c.titles {
		if m.kind != predate.KindOther && !slices.Contains(out, m.kind) {
			out = append(out, m.kind)
		}
	}
	return out
}

// ofOwner reports whether a paper is one of the accounts of an owner, which resemble
// each other in their words.
func ofOwner(k predate.Kind) bool {
	return k == predate.KindFundCall || k == predate.KindAccountStatement || k == predate.KindChargeStatement
}

// mayBeCharges reports whether papers of a kind have titles that lists of charges bear
// too. Rows that lay a sum on an owner, or invoices under their accounts, say which it is.
func mayBeCharges(k predate.Kind) bool {
	return k == predate.KindLightAccounts || k == predate.KindExpenseStatement || k == predate.KindSchedule2 || k == predate.KindOther
}

// siblings are kinds between which refine decides by the words of adoption.
func siblings(a, b predate.Kind) bool {
	plan := func(k predate.Kind) bool { return k == predate.KindPPT || k == predate.KindPPTDraft }
	return plan(a) && plan(b)
}

func orNothing(k predate.Kind) string {
	if k == "" {
		return "rien"
	}
	return string(k)
}

func wordsOf(group []sheet) int {
	n := 0
	for _, s := range group {
		n += s.words
	}
	return n
}

// refine settles what scores cannot: a plan of works is adopted or not by what
// the paper says of a vote, and a plan of the building has hardly any text.
func refine(kind predate.Kind, group []sheet) predate.Kind {
	switch kind {
	case predate.KindPPT, predate.KindPPTDraft:
		switch {
		case found(group, "plan_refused") != "":
			return predate.KindPPTDraft
		case found(group, "plan_adopted") != "":
			return predate.KindPPT
		}
	case predate.KindChargeStatement:
		if found(group[:1], "tenancy") != "" && found(group[:1], "landlord") != "" {
			return predate.KindOther // a landlord's account with his tenant, not the syndic's with the owner
		}
	case predate.KindPlan:
		if wordsOf(group) > 400*len(group) {
			return predate.KindOther
		}
	}
	return kind
}

// markDrafts tells the accounts that are only submitted to a meeting: they say
// so themselves, or they are joined to the notice of the same file.
func markDrafts(parts []predate.Part, sheets []sheet) {
	joined := slices.ContainsFunc(parts, func(p predate.Part) bool { return p.Kind == predate.KindMeetingNotice })
	for i := range parts {
		p := &parts[i]
		if !strings.HasPrefix(string(p.Kind), "schedule_") {
			continue
		}
		phrase := found(sheets[p.First-1:p.Last], "draft_accounts")
		switch {
		case phrase != "":
			p.Draft = true
			p.Reasons = append(p.Reasons, fmt.Sprintf("projet : « %s »", phrase))
		case joined:
			p.Draft = true
			p.Reasons = append(p.Reasons, "projet : joint à une convocation")
		}
	}
}
