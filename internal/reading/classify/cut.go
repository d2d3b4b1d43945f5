package classify

import (
	"slices"
	"strings"

	"predate"
	"predate/internal/base/fold"
	"predate/internal/reading/layout"
)

// cut gathers pages into papers. A page begins a new paper when its own
// numbering starts again, when it bears the title of another kind and its words
// bear the title out, or when it bears the same title of another day or to another
// owner: the minutes of several meetings are often bound together, and so are the
// calls of all owners.
func (c Classifier) cut(sheets []sheet) [][]sheet {
	var groups [][]sheet
	var current predate.Kind
	for i, s := range sheets {
		title, _ := s.title(c.titles)
		last := len(groups) - 1
		if i > 0 && !c.opens(s, sheets[i-1], title, current) && !(title.kind == current && (c.otherDay(s, groups[last][0]) || otherOwner(s, groups[last][0], current))) {
			groups[last] = append(groups[last], s)
			continue
		}
		groups = append(groups, []sheet{s})
		if current = title.kind; current == "" {
			current = c.weigh(groups[len(groups)-1]).kind
		}
	}
	return groups
}

// opens reports whether a page that follows another begins a new paper.
func (c Classifier) opens(s, before sheet, title mark, current predate.Kind) bool {
	if s.leaf == 1 && before.leaf != 0 {
		return true
	}
	if title.weight == 0 || title.kind == current {
		return false
	}
	if isSchedule(title.kind) && isSchedule(current) && c.headedAs(s, title) {
		return true
	}
	needed := 15
	if s.leaf > 1 && s.leaf == before.leaf+1 {
		// The numbering runs on: a title must be borne out more firmly.
		needed = 25
	}
	own, old := c.content(s, title.kind), c.content(s, current)
	if title.weight >= 80 {
		needed -= 10
	}
	return own >= needed && own > old
}

func isSchedule(k predate.Kind) bool { return strings.HasPrefix(string(k), "schedule_") }

// headedAs reports whether a page begins with a strong title: no column of the
// annexe before it goes on there.
func (c Classifier) headedAs(s sheet, title mark) bool {
	_, words := s.title(c.titles)
	return title.weight >= strongTitle && slices.ContainsFunc(s.heads[:min(2, len(s.heads))], func(h head) bool { return fold.Has(h.run, words) })
}

// otherOwner reports whether two pages of one kind of an owner's papers are
// addressed to two of them: a file that prints the calls of all.
func otherOwner(s, first sheet, kind predate.Kind) bool {
	_, _, differ := addressees(first, s)
	return ofOwner(kind) && s.leaf <= 1 && differ
}

// otherDay reports whether two pages of one kind bear days under their titles, and
// none in common. The title's own line goes before those under it, which are
// not asked on a page that bears a later number: its table goes on.
func (c Classifier) otherDay(s, first sheet) bool {
	for _, lines := range []int{1, 3} {
		if lines > 1 && s.leaf > 1 {
			return false
		}
		own, old := c.titleDays(s, lines), c.titleDays(first, lines)
		if len(own) > 0 && len(old) > 0 {
			return !slices.ContainsFunc(own, func(d predate.Date) bool { return slices.Contains(old, d) })
		}
	}
	return false
}

// titleDays returns the days in a page's title and in what follows it.
func (c Classifier) titleDays(s sheet, lines int) []predate.Date {
	_, words := s.title(c.titles)
	for i, h := range s.heads {
		if words != "" && fold.Has(h.run, words) {
			if fold.Has(h.run, "loi du") {
				return nil // the day of a law, at the foot of minutes
			}
			var runs []string
			for _, next := range s.heads[i:min(i+lines, len(s.heads))] {
				runs = append(runs, next.run)
			}
			return layout.DatesIn(strings.Join(runs, " | "))
		}
	}
	return nil
}

// content is the weight of what a page holds for a kind, its title apart.
func (c Classifier) content(s sheet, kind predate.Kind) int {
	sum := 0
	for _, m := range c.contents {
		if m.kind != kind {
			continue
		}
		if s.says(m.ids) != "" {
			sum += m.weight
		}
	}
	if followed, entries := s.running(); kind == predate.KindAccountStatement && runs(followed, entries) {
		sum += timelineWeight
	}
	return sum
}
