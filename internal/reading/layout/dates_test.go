package layout_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"predate/internal/reading/layout"
)

func TestParseDate(t *testing.T) {
	tests := []struct{ text, want string }{
		{"2025-03-12", "2025-03-12"},
		{"12/03/25", "2025-03-12"},
		{"12/03/2025", "2025-03-12"},
		{"12.03.2025", "2025-03-12"},
		{"12.03.25", "2025-03-12"},
		{"12-03-2025", "2025-03-12"},
		{"1/3/2025", "2025-03-01"},
		{"12 mars 2025", "2025-03-12"},
		{"12\u00a0mars\u00a02025", "2025-03-12"},
		{"1er janvier 2025", "2025-01-01"},
		{"1 er janvier 2025", "2025-01-01"},
		{"1ER JANVIER 2025", "2025-01-01"},
		{"3 août 2024", "2024-08-03"},
		{"3 AOUT 2024", "2024-08-03"},
		{"29 févr. 2024", "2024-02-29"},
		{"31 déc. 1999", "1999-12-31"},
		{"10/07/65", "1965-07-10"},
		{"10/07/75", "1975-07-10"},
		{"12 / 03 / 2025", "2025-03-12"},
		{"30/02/2025", ""},
		{"29/02/2025", ""},
		{"31/04/2025", ""},
		{"00/01/2025", ""},
		{"12/13/2025", ""},
		{"12/03.2025", ""},
		{"12/03/202", ""},
		{"12/03/20255", ""},
		{"2025-3", ""},
		{"mars 2025", ""},
		{"12 marche 2025", ""},
		{"01.02.03.04.05", ""},
		{"12/03/2025 et 13/03/2025", ""},
		{"du 12/03/2025", ""},
		{"12 mars 3025", ""},
		{"1234,56", ""},
		{"", ""},
	}
	for _, test := range tests {
		got, ok := layout.ParseDate(test.text)
		if got.String() != test.want || ok != (test.want != "") {
			t.Errorf("ParseDate(%q) = %v, %v, want %q", test.text, got, ok, test.want)
		}
	}
}

func TestDates(t *testing.T) {
	line := lineWith(0, "Du", 15, "1er", 35, "janvier", 75, "2025", 100, "au", 115, "(31/12/2025),", 190, "01/02/26-28/02/26", 300, "01.02.03.04.05")
	var got []string
	for _, d := range layout.Dates(line) {
		got = append(got, d.Date.String()+" "+d.Text)
	}
	want := []string{"2025-01-01 1er janvier 2025", "2025-12-31 31/12/2025", "2026-02-01 01/02/26", "2026-02-28 28/02/26"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("dates (-want +got):\n%s", diff)
	}
	if box := layout.Dates(line)[0].Box; box.X0 != 15 || box.X1 != 95 {
		t.Errorf("box of the first date: %v", box)
	}
}

func FuzzDates(f *testing.F) {
	for _, s := range []string{"2025-03-12", "1er janvier 2025", "12.03.25", "Édité le 3 août 2024 – œuvre", "01.02.03.04.05"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, d := range layout.DatesIn(s) {
			if !d.Valid() {
				t.Fatalf("DatesIn(%q) gives %v", s, d)
			}
		}
		if d, ok := layout.ParseDate(s); ok {
			if again, ok := layout.ParseDate(d.String()); !ok || again != d {
				t.Fatalf("ParseDate(%q) = %v, read again %v", s, d, again)
			}
		}
	})
}
