package archtest

import (
	"fmt"
	"strings"
)

// wings says which wings of the house the rooms of a wing may import from,
// besides their own. Who reads papers knows no order, who keeps things knows no
// paper, and only the desk's wing knows them all.
func wings() map[string][]string {
	return map[string][]string{
		"base":       {},
		"reading":    {"base"},
		"keeping":    {"base"},
		"delivering": {"base"},
		"statement":  {"base", "reading"},
		"collecting": {"base", "keeping"},
		"orders":     {"base", "reading", "keeping", "delivering", "statement", "collecting"},
		"doors":      {"base", "reading", "delivering", "statement", "collecting", "orders"},
		"commands":   {"base", "reading", "keeping", "delivering", "statement", "collecting", "orders", "doors"},
	}
}

// passages are imports between wings that the plan allows to these rooms alone,
// each with its reason.
func passages() map[[2]string]string {
	return map[[2]string]string{
		{"internal/doors/console", "internal/keeping/blob"}: "pictures are drawn of papers by their hash",
	}
}

// closed are rooms that a wing does not know though it knows theirs, each with
// whom it asks instead.
func closed() map[[2]string]string {
	return map[[2]string]string{
		{"doors", "internal/collecting/extranetsim"}: "what the sandbox does is asked of the desk",
	}
}

// wingOf names the wing of a room; none outside internal.
func wingOf(room string) string {
	inner, ok := strings.CutPrefix(room, "internal/")
	if !ok {
		return ""
	}
	wing, _, _ := strings.Cut(inner, "/")
	return wing
}

// wingsStandApart: a room imports from its own wing and from those that its wing
// may know. Tests may look further.
func wingsStandApart(h house) []finding {
	var found []finding
	for _, file := range h.product() {
		from := wingOf(file.room)
		known, isWing := wings()[from]
		if !isWing {
			continue
		}
		for _, spec := range file.syntax.Imports {
			dir, _ := ours(importPath(spec))
			room := roomOf(dir)
			to := wingOf(room)
			if instead := closed()[[2]string{from, room}]; instead != "" {
				found = append(found, finding{h.at(spec), fmt.Sprintf("%s imports %s: %s", file.room, room, instead)})
			}
			if to == "" || to == from || contains(known, to) || passages()[[2]string{file.room, room}] != "" {
				continue
			}
			found = append(found, finding{h.at(spec), fmt.Sprintf("%s imports %s: the wing %s does not know %s", file.room, room, from, to)})
		}
	}
	return found
}
