package connector

import (
	"encoding/json"
	"fmt"
)

// tally counts the rows of a listing over its pages. A row that a page gives
// twice is two of those that the site announced; one that an earlier page gave
// is not, for it may stand where another is missing.
type tally struct {
	seen  map[string]bool
	rows  int
	fresh int // rows of the last page that no page before it gave
}

// page counts a page and gives its items that are new.
func (t *tally) page(items []any) ([]map[string]any, error) {
	t.fresh = 0
	here := map[string]bool{}
	var list []map[string]any
	for _, raw := range items {
		key, err := json.Marshal(raw)
		if err != nil {
			return nil, fmt.Errorf("item of a listing: %w", err)
		}
		item, ok := raw.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("an item of a listing is a %T", raw)
		}
		again := here[string(key)]
		if again {
			t.rows++
		}
		if again || t.seen[string(key)] {
			continue
		}
		t.seen[string(key)], here[string(key)] = true, true
		t.rows++
		t.fresh++
		list = append(list, item)
	}
	return list, nil
}
