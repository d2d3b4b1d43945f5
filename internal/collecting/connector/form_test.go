package connector

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"predate/internal/collecting/recipe"
)

// TestForms: a form is sent as a browser sends it.
func TestForms(t *testing.T) {
	page, err := goquery.NewDocumentFromReader(strings.NewReader(`<form>
<input type="hidden" name="token" value="a&amp;b"><input name="user" value="old"><input name="user2" disabled value="x"><input value="nameless">
<input type="checkbox" name="keep" checked><input type="checkbox" name="never"><input type="radio" name="kind" value="1"><input type="radio" name="kind" value="2" checked>
<select name="lot"><option value="12">douze<option value="45" selected>quarante-cinq</select><select name="floor"><option> 3 </select>
<textarea name="note">ligne</textarea><input type="submit" name="go" value="Aller"><button name="other">x</button><input type="file" name="piece"></form>`))
	if err != nil {
		t.Fatal(err)
	}
	form := page.Find("form")
	replace := func(name, text string) map[string]recipe.Template {
		var literal recipe.Template
		if err := literal.UnmarshalYAML(func(v any) error { *v.(*string) = text; return nil }); err != nil {
			t.Fatal(err)
		}
		return map[string]recipe.Template{name: literal}
	}
	none := func(string) (recipe.Variable, bool) { return recipe.Variable{}, false }
	fields, err := overlay(formFields(form), form, replace("user", "é €"), none)
	if err != nil {
		t.Fatal(err)
	}
	for charset, want := range map[string]string{
		"utf-8":        "token=a%26b&user=%C3%A9+%E2%82%AC&keep=on&kind=2&lot=45&floor=3&note=ligne",
		"":             "token=a%26b&user=%C3%A9+%E2%82%AC&keep=on&kind=2&lot=45&floor=3&note=ligne",
		"windows-1252": "token=a%26b&user=%E9+%80&keep=on&kind=2&lot=45&floor=3&note=ligne",
	} {
		if got := encodeFields(fields, charset); got != want {
			t.Errorf("%s: %s, want %s", charset, got, want)
		}
	}
	if fields, err = overlay(nil, form, replace("go", "Aller"), none); err != nil || len(fields) != 1 {
		t.Errorf("the button: %v, %v", fields, err)
	}
	if _, err = overlay(nil, form, replace("password", "x"), none); err == nil {
		t.Error("a field that the form lacks was sent")
	}
}

// TestFileNames: the name in the header, however it is written; it is never a
// path.
func TestFileNames(t *testing.T) {
	for header, want := range map[string]string{
		`attachment; filename="PV AG.pdf"`:                                             "PV AG.pdf",
		`filename="PV%20AG%20du%2028%2F03.pdf"`:                                        "PV AG du 28_03.pdf",
		`attachment; filename=1000482.PDF`:                                             "1000482.PDF",
		`attachment; filename="x.pdf"; filename*=UTF-8''D%C3%A9compte%20%E2%82%AC.pdf`: "Décompte €.pdf",
		`inline`: "",
		`attachment; filename="../../etc/passwd"`: ".._.._etc_passwd",
	} {
		if got := fileName(map[string][]string{"Content-Disposition": {header}}); got != want {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
}
