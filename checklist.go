package predate

import "slices"

// ItemState is the state of an item of a checklist.
type ItemState string

// The states of items.
const (
	ItemSatisfied  ItemState = "satisfied"
	ItemMissing    ItemState = "missing"
	ItemUnreadable ItemState = "unreadable"
	ItemDeclared   ItemState = "declared_absent" // the client or an operator says that there is none
)

// Item is one paper, figure or action that a statement needs, with its state. Gaps
// with the same code and exercise are one item.
type Item struct {
	Kind       GapKind
	Code       string
	DocType    DocType
	FiscalYear string
	State      ItemState
	Why        []string // French: the sentences that ask for it; empty once it is there
	Blocking   bool     // the statement waits for it
	// Said is the declaration that the paper does not exist, with its author; nil if
	// nobody declared so.
	Said *Correction
}

// Settled reports whether nothing more is expected for the item.
func (i Item) Settled() bool { return i.State == ItemSatisfied || i.State == ItemDeclared }

// needed returns the kinds of paper without which no statement is made, and those that
// the seller must hand over for any building.
func needed() (first, owed []Kind) {
	return []Kind{KindFundCall, KindMinutes, KindChargeStatement, KindSchedule1},
		[]Kind{KindSummarySheet, KindRules, KindMaintenanceLog}
}

// Checklist returns every paper and figure that a run needs, missing ones first. papers
// are the documents of its last reading; nil before the first reading.
func Checklist(run Run, papers []ReadDocument, said []Correction) []Item {
	var items []Item
	for _, gap := range run.Gaps {
		items = addGap(items, gap, said)
	}
	first, owed := needed()
	asked := func(kind Kind, states ...ItemState) bool {
		return slices.ContainsFunc(items, func(i Item) bool { return i.Code == string(kind) && slices.Contains(states, i.State) })
	}
	if papers == nil {
		for i, kind := range slices.Concat(first, owed) {
			if asked(kind, ItemMissing, ItemDeclared) {
				continue
			}
			items = append(items, Item{Kind: GapDocument, Code: string(kind), DocType: kind.DocType(), State: ItemMissing, Blocking: i < len(first)})
		}
		return items
	}
	for _, kind := range Kinds() {
		if kind != KindOther && !asked(kind, ItemMissing) && holds(papers, kind) {
			items = append(items, Item{Kind: GapDocument, Code: string(kind), DocType: kind.DocType(), State: ItemSatisfied, Blocking: slices.Contains(first, kind)})
		}
	}
	return items
}

// addGap adds a gap to the item with the same code and exercise, or appends an item.
func addGap(items []Item, gap Gap, said []Correction) []Item {
	item := Item{
		Kind: gap.Kind, Code: gap.Code, DocType: gap.DocType, FiscalYear: gap.FiscalYear, State: ItemMissing,
		Why: []string{gap.Message}, Blocking: gap.Blocking(),
	}
	if gap.Code == CodeUnreadable {
		item.State = ItemUnreadable
	}
	if i := slices.IndexFunc(said, func(c Correction) bool { return c.Answers(gap) }); i >= 0 {
		item.State, item.Said = ItemDeclared, &said[i]
	}
	same := func(i Item) bool {
		return i.Kind == item.Kind && i.Code == item.Code && i.FiscalYear == item.FiscalYear && i.State == item.State
	}
	if i := slices.IndexFunc(items, same); i >= 0 {
		items[i].Why = append(items[i].Why, gap.Message)
		items[i].Blocking = items[i].Blocking || item.Blocking
		return items
	}
	return append(items, item)
}

// holds reports whether papers include one of the given kind that is of this building.
func holds(papers []ReadDocument, kind Kind) bool {
	return slices.ContainsFunc(papers, func(d ReadDocument) bool {
		return !d.Foreign && !d.Listed && slices.ContainsFunc(d.Parts, func(p Part) bool { return p.Kind == kind && !p.Foreign })
	})
}
