package predate

import (
	"fmt"
	"strconv"
	"strings"
)

// Cents is an amount of euros in cents. Money is never a float.
type Cents int64

// Decimal returns the amount with a point and two decimals: "-12.05".
func (c Cents) Decimal() string {
	sign := ""
	u := uint64(c)
	if c < 0 {
		sign, u = "-", -u
	}
	return fmt.Sprintf("%s%d.%02d", sign, u/100, u%100)
}

// Abs returns the amount without its sign.
func (c Cents) Abs() Cents { return max(c, -c) }

// ParseDecimal parses the format of Decimal. For amounts as papers print them, see
// internal/reading/layout.
func ParseDecimal(s string) (Cents, error) {
	digits, negative := strings.CutPrefix(s, "-")
	units, decimals, found := strings.Cut(digits, ".")
	if !found || len(decimals) != 2 || units == "" {
		return 0, fmt.Errorf("amount %q: want euros with two decimals, like 12.05", s)
	}
	u, err := strconv.ParseUint(units+decimals, 10, 62)
	if err != nil {
		return 0, fmt.Errorf("amount %q: %w", s, err)
	}
	if negative {
		return -Cents(u), nil
	}
	return Cents(u), nil
}

// Share returns amount × part / total, rounded half away from zero as a syndic's
// software rounds a quote-part. It returns false if total is not positive.
func (c Cents) Share(part, total int64) (Cents, bool) {
	if total <= 0 {
		return 0, false
	}
	n := int64(c) * part
	half := total / 2
	if n < 0 {
		return Cents((n - half) / total), true
	}
	return Cents((n + half) / total), true
}
