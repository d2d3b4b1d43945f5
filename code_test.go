package predate

import (
	"errors"
	"testing"
)

func TestCode(t *testing.T) {
	code := CodeOf([]byte("{}"))
	if code != "8G9P-Z8TN-PDKR-M4A6-NMBF" {
		t.Errorf("the code is %q", code)
	}
	if CodeOf([]byte("{ }")) == code {
		t.Error("another report has the same code")
	}
	tests := map[string]struct {
		typed string
		want  Code
		err   error
	}{
		"as printed":   {string(code), code, nil},
		"lower case":   {"abcd-efgh-jkmn-0123-4567", "ABCD-EFGH-JKMN-0123-4567", nil},
		"run together": {"abcdefghjkmn01234567", "ABCD-EFGH-JKMN-0123-4567", nil},
		"misread":      {"OIL0-0000-0000-0000-0000", "0110-0000-0000-0000-0000", nil},
		"too short":    {"ABCD-EFGH-JKMN-0123-456", "", ErrNotFound},
		"not a letter": {"ABCD-EFGH-JKMN-0123-456U", "", ErrNotFound},
		"empty":        {"", "", ErrNotFound},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ParseCode(tt.typed)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("%q is read as %q, %v", tt.typed, got, err)
			}
		})
	}
}
