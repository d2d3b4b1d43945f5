package pdftext

import "testing"

// TestZerosBeforeCharactersBreakNothing judges a layer in which a program printed a text in
// two bytes a character, in a font of one: its zeros are nothing. Zeros in the place of
// characters are what no font tells.
func TestZerosBeforeCharactersBreakNothing(t *testing.T) {
	written := func(s string) (out []glyph) {
		for _, r := range s {
			out = append(out, glyph{r: r})
		}
		return out
	}
	for name, c := range map[string]struct {
		print  string
		broken int
	}{
		"two bytes":  {"\x00M\x00o\x00n\x00t\x00a\x00n\x00t\x00 \x001\x00 \x008\x005\x000", 0},
		"a ligature": {"Con\x00rmation du \x00nancement", 2},
		"no map":     {"\x00\x00\x00\x00\x00\x00", 6},
		"one pair":   {"\x00M", 1},
	} {
		if got := layerOf(written(c.print)); got.broken != c.broken {
			t.Errorf("%s: %d of %d are broken, want %d", name, got.broken, got.printed, c.broken)
		}
	}
}
