package connector

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"predate/internal/collecting/recipe"
)

const formMedia = "application/x-www-form-urlencoded"

// field is one pair that a form sends. Their order is the page's: some servers
// read it.
type field struct{ name, value string }

// submit makes the call of a form of the latest page: every field that a
// browser would send, some replaced by those of the step. A step may name no
// field that the form lacks, so that a password never goes into a form that
// has changed.
func (s *session) submit(st *recipe.Step, find recipe.Lookup) (call, error) {
	if s.latest == nil {
		return call{}, fmt.Errorf("there is no page to take a form from")
	}
	form := s.latest.document.FindMatcher(st.Submit.Selector).First()
	if form.Length() == 0 {
		return call{}, fmt.Errorf("the page has no such form: %s", describe(s.latest))
	}
	if st.Carries("password") {
		filled, err := rendered(st.Form, find)
		if err != nil {
			return call{}, err
		}
		if name := unfilled(s.latest, form, filled); name != "" {
			return call{}, fmt.Errorf("the form asks for %q, which the recipe does not fill: %s", name, describe(s.latest))
		}
	}
	fields, err := overlay(formFields(form), form, st.Form, find)
	if err == nil {
		fields, err = added(fields, st.Add, find)
	}
	if err != nil {
		return call{}, err
	}
	c := call{method: strings.ToUpper(form.AttrOr("method", http.MethodGet))}
	if c.url, err = s.latest.resolve(form.AttrOr("action", "")); err != nil {
		return call{}, err
	}
	c.url.Fragment = ""
	encoded := encodeFields(fields, s.latest.charset)
	switch {
	case c.method == http.MethodGet && len(st.Form)+len(st.Add) > 0:
		return call{}, fmt.Errorf("the form asks by get, which would write its fields into a URL")
	case c.method == http.MethodGet:
		c.url.RawQuery = encoded
	case strings.EqualFold(form.AttrOr("enctype", ""), "multipart/form-data"):
		c.body, c.media, err = s.parts(fields, st.Files)
	default:
		c.body, c.media = strings.NewReader(encoded), formMedia
	}
	return c, err
}

// formFields gives the successful controls of a form (HTML 4.10.21.4), its
// buttons excepted: the step names the one that is pressed.
func formFields(form *goquery.Selection) []field {
	var fields []field
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, node *goquery.Selection) {
		name := node.AttrOr("name", "")
		if _, disabled := node.Attr("disabled"); disabled || name == "" {
			return
		}
		switch goquery.NodeName(node) {
		case "textarea":
			fields = append(fields, field{name, node.Text()})
			return
		case "select":
			chosen := node.Find("option[selected]").First()
			if chosen.Length() == 0 {
				chosen = node.Find("option").First()
			}
			fields = append(fields, field{name, chosen.AttrOr("value", strings.TrimSpace(chosen.Text()))})
			return
		}
		switch strings.ToLower(node.AttrOr("type", "text")) {
		case "submit", "button", "image", "reset", "file":
		case "checkbox", "radio":
			if _, checked := node.Attr("checked"); checked {
				fields = append(fields, field{name, node.AttrOr("value", "on")})
			}
		default:
			fields = append(fields, field{name, node.AttrOr("value", "")})
		}
	})
	return fields
}

// unfilled finds a text field that a person sees in a form and that the recipe
// does not fill; empty where there is none. Such a form is not the one that the
// recipe knows, and a login without that field may count as a refusal.
func unfilled(p *page, form *goquery.Selection, filled url.Values) string {
	fields := form.Find("input[name], textarea[name]")
	if id := form.AttrOr("id", ""); id != "" {
		fields = fields.AddSelection(p.document.Find("input[name][form], textarea[name][form]").FilterFunction(
			func(_ int, node *goquery.Selection) bool { return node.AttrOr("form", "") == id },
		))
	}
	name := ""
	fields.EachWithBreak(func(_ int, node *goquery.Selection) bool {
		own := node.AttrOr("name", "")
		if _, fills := filled[own]; !fills && asksForText(node) {
			name = own
		}
		return name == ""
	})
	return name
}

// asksForText says whether a person sees the field and can write into it.
func asksForText(field *goquery.Selection) bool {
	switch strings.ToLower(field.AttrOr("type", "text")) {
	case "hidden", "checkbox", "radio", "submit", "button", "image", "reset", "file", "range", "color":
		return false
	}
	for _, shut := range []string{"disabled", "readonly"} {
		if _, is := field.Attr(shut); is {
			return false
		}
	}
	for node := field.Get(0); node != nil; node = node.Parent {
		if node.Type == html.ElementNode && !shown(node) {
			return false
		}
	}
	return true
}

// overlay replaces the values of fields, and presses the buttons that are named.
func overlay(fields []field, form *goquery.Selection, replace map[string]recipe.Template, find recipe.Lookup) ([]field, error) {
	values, err := rendered(replace, find)
	if err != nil {
		return nil, err
	}
	for name := range values {
		text := values.Get(name)
		found := false
		for i := range fields {
			if fields[i].name == name {
				fields[i].value, found = text, true
			}
		}
		if found {
			continue
		}
		named := form.Find("input, button").FilterFunction(func(_ int, node *goquery.Selection) bool { return node.AttrOr("name", "") == name })
		if named.Length() == 0 {
			return nil, fmt.Errorf("the form has no field %s", name)
		}
		fields = append(fields, field{name, text})
	}
	return fields, nil
}

// added gives the fields with those that a script would add; one that is there takes
// the new value.
func added(fields []field, add map[string]recipe.Template, find recipe.Lookup) ([]field, error) {
	more, err := rendered(add, find)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		fields = slices.DeleteFunc(fields, func(f field) bool { return f.name == name })
		fields = append(fields, field{name, more.Get(name)})
	}
	return fields, nil
}

// encodeFields writes the fields as the page's charset has them: a password
// with an accent is other bytes there.
func encodeFields(fields []field, name string) string {
	write := func(text string) string { return url.QueryEscape(text) }
	if encoding, canonical := charset.Lookup(name); encoding != nil && canonical != "utf-8" {
		write = func(text string) string {
			if raw, err := encoding.NewEncoder().String(text); err == nil {
				text = raw
			}
			return url.QueryEscape(text)
		}
	}
	pairs := make([]string, 0, len(fields))
	for _, f := range fields {
		pairs = append(pairs, write(f.name)+"="+write(f.value))
	}
	return strings.Join(pairs, "&")
}

// parts writes the fields and the file of a deposit as a multipart body.
func (s *session) parts(fields []field, files *recipe.FilePart) (io.Reader, string, error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, f := range fields {
		if err := w.WriteField(f.name, f.value); err != nil {
			return nil, "", fmt.Errorf("write field %s: %w", f.name, err)
		}
	}
	if files != nil {
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, files.Field, s.handed.name))
		header.Set("Content-Type", s.handed.media)
		part, err := w.CreatePart(header)
		if err == nil {
			_, err = part.Write(s.handed.data)
		}
		if err != nil {
			return nil, "", fmt.Errorf("write file: %w", err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, "", fmt.Errorf("end body: %w", err)
	}
	return &body, w.FormDataContentType(), nil
}

// plainName keeps of a file's name what no header mistakes for anything else.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '\\' || r == '/' {
			return '_'
		}
		return r
	}, name)
}
