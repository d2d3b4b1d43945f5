package web_test

import (
	"strings"
	"testing"

	"predate/internal/doors/web"
)

func TestLanguageOf(t *testing.T) {
	for accept, want := range map[string]web.Language{
		"": web.English, "*": web.English, "de": web.English, "fr": web.French, "FR-ca": web.French, "en, fr": web.English, "fr, en": web.French,
		"en;q=0.8, fr;q=0.9": web.French, "fr;q=0, en": web.English, "de, fr;q=0.5": web.French, "fr;q=x": web.English, "fr;q=2": web.English,
		"fr;q=NaN": web.English, "frisian": web.English, "*;q=0.5, fr;q=0.4": web.English, ";;,,=": web.English,
		strings.Repeat("de,", 100_000) + "fr": web.English,
	} {
		if got := web.LanguageOf(accept); got != want {
			t.Errorf("%.40q: %s, want %s", accept, got, want)
		}
	}
}

func TestSentencesAreInBothLanguages(t *testing.T) {
	coded := append(web.Refusals(), web.Reasons()...)
	for _, one := range append(web.Successes(), web.Titles()...) {
		if one.Code != "" {
			t.Errorf("%q has the code %s", one.English, one.Code)
		}
	}
	all := append(coded, append(web.Successes(), web.Titles()...)...)
	for _, one := range coded {
		if one.Code == "" {
			t.Errorf("%q has no code", one.English)
		}
	}
	for _, one := range all {
		if one.English == "" || one.French == "" || strings.Count(one.English, "{}") != strings.Count(one.French, "{}") {
			t.Errorf("%q is not the same in French: %q", one.English, one.French)
		}
		if strings.Contains(one.French, " :") || strings.Contains(one.French, " ;") || strings.Contains(one.French, "'") {
			t.Errorf("the typography of %q is not French", one.French)
		}
	}
}

func TestIn(t *testing.T) {
	for _, test := range []struct {
		text, want string
		among      []web.Sentence
		in         web.Language
	}{
		{"Order not found", "Commande inconnue", web.Refusals(), web.French},
		{"Invalid API key", "Invalid API key", web.Refusals(), web.English}, // the contract's
		{"Something else", "Something else", web.Refusals(), web.English},
		{`The file "a {} b.pdf" is larger than 50 MiB`, "Le fichier \"a {} b.pdf\" dépasse 50\u00a0Mio", web.Refusals(), web.French},
		{"The order is done: request a refresh first", "La commande est terminée\u00a0: demandez d’abord une actualisation", web.Refusals(), web.French},
		{"The order is waiting: placed is not possible", "La commande est dans l’état waiting\u00a0: placed n’est pas possible", web.Refusals(), web.French},
		{"must be an integer from 1 to 10", "doit être un entier de 1 à 10", web.Reasons(), web.French},
		{"must be an integer from 1 to ", "must be an integer from 1 to ", web.Reasons(), web.English},
	} {
		if said, in := web.In(web.French, test.text, test.among); said != test.want || in != test.in {
			t.Errorf("%q: %q in %s, want %q in %s", test.text, said, in, test.want, test.in)
		}
		if said, in := web.In(web.English, test.text, test.among); said != test.text || in != web.English {
			t.Errorf("%q in English: %q in %s", test.text, said, in)
		}
	}
	if code := web.CodeOf("must be base64", web.Reasons(), "invalid"); code != "format" {
		t.Errorf("code %s", code)
	}
	if code := web.CodeOf("is odd", web.Reasons(), "invalid"); code != "invalid" {
		t.Errorf("code %s", code)
	}
}
