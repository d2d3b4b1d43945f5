package generate

import (
	"strings"
	"unicode"
)

// camel makes OrderIdNext of order_id-next, and of listOrders ListOrders.
func camel(wire string) string {
	var out strings.Builder
	for _, part := range strings.FieldsFunc(wire, func(c rune) bool { return c == '_' || c == '-' }) {
		out.WriteString(upperFirst(part))
	}
	return out.String()
}

// snake makes list_orders of listOrders.
func snake(name string) string {
	var out strings.Builder
	for i, c := range name {
		if unicode.IsUpper(c) {
			if i > 0 {
				out.WriteByte('_')
			}
			c = unicode.ToLower(c)
		}
		out.WriteRune(c)
	}
	return out.String()
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// singular names one item of a list.
func singular(name string) string {
	if stem, ok := strings.CutSuffix(name, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(name, "s")
}

// walker names the method that goes over all items of a list: listOrders is
// eachOrder.
func walker(id string) string {
	return "each" + singular(strings.TrimPrefix(id, "list"))
}

// wrapped breaks a text into lines behind a prefix; an empty one gives nothing.
func wrapped(prefix, doc string) string {
	const width = 110
	var out strings.Builder
	for _, paragraph := range strings.Split(strings.TrimSpace(doc), "\n\n") {
		if out.Len() > 0 {
			out.WriteString(strings.TrimRight(prefix, " ") + "\n")
		}
		line := prefix
		for _, w := range strings.Fields(paragraph) {
			if len(line)+len(w) > width && line != prefix {
				out.WriteString(strings.TrimRight(line, " ") + "\n")
				line = prefix
			}
			line += w + " "
		}
		if line != prefix {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return out.String()
}

// story is all that the reference tells of an operation.
func (op operation) story() string {
	doc := op.summary
	if op.doc != "" {
		doc += "\n\n" + op.doc
	}
	return doc + "\n\n" + op.method + " " + op.path
}
