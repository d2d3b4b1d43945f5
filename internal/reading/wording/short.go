package wording

import (
	_ "embed"
	"strings"

	"predate"
)

//go:embed short.txt
var shortForms string

// Short is why an order is where it is, in French, in at most eight words. A cause
// of which nothing is known says that somebody must look.
func Short(c predate.Cause) string {
	code, figure := c.Split()
	form, known := shortOf(code)
	if !known {
		form, _ = shortOf("unknown")
	}
	name, known := shortOf("figure." + string(figure))
	if !known {
		name, _ = shortOf("figure")
	}
	return strings.Replace(form, "{0}", name, 1)
}

func shortOf(code string) (string, bool) {
	_, rest, found := strings.Cut(shortForms, "\n"+code+": ")
	form, _, _ := strings.Cut(rest, "\n")
	return form, found && code != ""
}
