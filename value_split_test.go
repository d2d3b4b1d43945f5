package predate

import (
	"slices"
	"testing"
)

// What is rounded away is not lost, and lots that the key does not know divide nothing.
func TestSplit(t *testing.T) {
	lots := []string{"1", "2", "3"}
	key := AllocationKey{Label: "Charges générales", Total: 9, LotShare: 3, Shares: map[string]int64{"1": 1, "2": 1, "3": 1}}
	if parts, whole := key.Split(100, lots); !whole || !slices.Equal(parts, []Cents{33, 34, 33}) {
		t.Errorf("100 in three: %v, %v", parts, whole)
	}
	if parts, whole := key.Split(100, lots[:2]); whole {
		t.Errorf("two lots of three are the whole: %v", parts)
	}
	key.Shares["3"] = 0
	if _, whole := key.Split(100, lots); whole {
		t.Error("a lot without a share is divided")
	}
}

func TestAKeyIsNamed(t *testing.T) {
	for _, c := range []struct {
		key  AllocationKey
		want bool
	}{
		{AllocationKey{Code: "GEN"}, true},
		{AllocationKey{Label: "Bâtiment 2"}, true},
		{AllocationKey{Label: "38 tantièmes sur 1 000"}, false},
		{AllocationKey{}, false},
	} {
		if got := c.key.Named(); got != c.want {
			t.Errorf("%+v is named: %t", c.key, got)
		}
	}
}
