package fold

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	cases := map[string]string{
		"PROCÈS-VERBAL DE L’ASSEMBLÉE":       "proces-verbal de l'assemblee",
		"Résolution  nº 12":                  "resolution n° 12",
		"RÉSOLUTION N°12":                    "resolution n° 12",
		"Annexe N ° 3":                       "annexe n° 3",
		"Cœur – mœurs":                       "coeur - moeurs",
		"P R O C È S - V E R B A L":          "proces - verbal",
		"01/04/2024 – 31/03/2025":            "01/04/2024 - 31/03/2025",
		"Situation no 4 : il dit non":        "situation n° 4 : il dit non",
		"\u00a0deux\u202fespaces\u00a0fines": "deux espaces fines",
		"SLD ANT. : 12,00 - COTIS. FDS TX":   "solde anterieur : 12,00 - cotisation fonds travaux",
		"RESOL. NO 3, PROV. EXERC. 2024":     "resolution n° 3, provisions exercice 2024",
		"un ex dep, une imm, deux ech":       "un ex dep, une imm, deux ech",
		"Lot numéro cent sept (107) : Cave":  "lot n° 107 : cave",
		"le numéro du compte (450)":          "le numero du compte (450)",
	}
	for in, want := range cases {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestHasKeepsWordBoundaries(t *testing.T) {
	cases := []struct {
		text, phrase string
		want         bool
	}{
		{"releve de compteurs", "releve de compte", false},
		{"releve de compte du 3", "releve de compte", true},
		{"le total i du bilan", "total i", true},
		{"le total ii du bilan", "total i", false},
		{"(art. 24)", "art. 24", true},
	}
	for _, c := range cases {
		if got := Has(c.text, c.phrase); got != c.want {
			t.Errorf("Has(%q, %q) = %v", c.text, c.phrase, got)
		}
	}
}

func TestNearForgivesRecognition(t *testing.T) {
	if !Near("proces-verbai de i'assemblee generale", "proces-verbal de l'assemblee") {
		t.Error("two wrong letters in 29 were not forgiven")
	}
	if Near("le projet adopte", "rejetee") {
		t.Error("a short word was forgiven an error")
	}
	if Near("compte rendu de la mission", "compte rendu de l'assemblee") {
		t.Error("another phrase was taken for the one looked for")
	}
	if Near("compte individuel", "decompte individuel") {
		t.Error("a word was taken for the one that it ends")
	}
}

// TestAppendLeavesNoSpace: an accent that stands by itself is decomposed into a
// space, which is no letter of the word.
func TestAppendLeavesNoSpace(t *testing.T) {
	if got := string(Append([]byte("x "), "total¨")); got != "x total" {
		t.Errorf("the word became %q", got)
	}
}

// TestAppendIsTextOfOneWord compares the two ways to fold on words of any
// letters; abbreviations and the signs of a number are Text's.
func TestAppendIsTextOfOneWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("aàÉœÆß€’–—ÿÀ×÷-'`x\u00ad\u0301")), rapid.Rune())).Draw(t, "word")
		if strings.ContainsFunc(word, unicode.IsSpace) || strings.Contains(word, "°") || len(strings.Fields(Text(word))) != 1 || inFull(Text(word)) != Text(word) {
			return
		}
		plain := string(Append(nil, word))
		if full := Text(word); plain != full && inFull(plain) != full && !strings.HasPrefix(full, "n°") {
			t.Fatalf("%q: %q and %q", word, plain, full)
		}
	})
}

// TestLettersOfFrenchAreFoldedLikeAny compares the quick way to fold with the one
// for letters of any script, on each letter of the first and on texts of both.
func TestLettersOfFrenchAreFoldedLikeAny(t *testing.T) {
	for r := rune(0); r < 0x3000; r++ {
		if s := "a" + string(r) + "e\u0301"; letters(s) != decomposed(s) || letters(string(r)) != decomposed(string(r)) {
			t.Errorf("%q is folded to %q, should be %q", s, letters(string(r)), decomposed(string(r)))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.OneOf(rapid.RuneFrom([]rune("aÀÉœÆß€’–—ÿ×÷-'`x«»·•°\u00a0\u202f\u0301 \t")), rapid.Rune())).Draw(t, "s")
		if letters(s) != decomposed(s) {
			t.Fatalf("%q is folded to %q, should be %q", s, letters(s), decomposed(s))
		}
	})
}

func TestTextIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("aàÉ œn°º12 -–’'B.é\u00a0"))).Draw(t, "s")
		once := Text(s)
		if twice := Text(once); twice != once {
			t.Fatalf("Text(%q) = %q, then %q", s, once, twice)
		}
	})
}

// TestLettersAlone: letters are folded, and words stay as they are printed.
func TestLettersAlone(t *testing.T) {
	for in, want := range map[string]string{
		"  L’Œuvre\u00a0– TVX  ":     "l'oeuvre - tvx",
		"Été\u202f2026\n":            "ete 2026",
		"p r o c è s":                "p r o c e s",
		"cot\u00adisation N\u00ba 3": "cotisation no 3",
		"":                           "",
	} {
		if got := Letters(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	if got, want := Squeeze("T O T A L  Dû"), "totaldu"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
