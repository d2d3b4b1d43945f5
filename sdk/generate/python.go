package generate

import (
	"fmt"
	"strings"
)

func pyRef(of ref, within string) string {
	name := "str"
	switch of.kind {
	case text:
		if len(of.enum) > 0 {
			name = "Literal[" + strings.ReplaceAll(quotedUnion(of.enum), " | ", ", ") + "]"
		}
	case whole:
		name = "int"
	case decimal:
		name = "float"
	case truth:
		name = "bool"
	case anything:
		name = "Dict[str, Any]"
	case list:
		name = "List[" + pyRef(*of.of, within) + "]"
	case named:
		name = within + of.name
	}
	if of.nullable {
		name = "Optional[" + name + "]"
	}
	return name
}

// pythonTypes writes each object as a TypedDict; one that needs some members
// and not others is two classes, for Python before 3.11. Types that others name
// come first.
func pythonTypes(all reference) string {
	var out strings.Builder
	out.WriteString("# " + notice + "\n" + `"""The objects of the API, as the dictionaries that requests take and answers are.
Dates are HTTP-dates in GMT, as the API writes them: predate.moment reads one."""

from typing import Any, Dict, List, Literal, Optional, TypedDict
`)
	for _, o := range inOrder(all.types) {
		if len(o.props) == 0 {
			of := "str"
			if len(o.enum) > 0 {
				of = pyRef(ref{enum: o.enum}, "")
			}
			fmt.Fprintf(&out, "\n%s = %s\n", o.name, of)
			continue
		}
		base := "TypedDict"
		if required := chosen(o.props, true); len(required) > 0 {
			base = "_" + o.name
			if len(required) == len(o.props) {
				base = o.name
			}
			pyClass(&out, base+"(TypedDict)", o, required)
		}
		if base == o.name {
			continue
		}
		total := ""
		if base == "TypedDict" || len(chosen(o.props, false)) > 0 {
			total = ", total=False"
		}
		pyClass(&out, o.name+"("+base+total+")", o, chosen(o.props, false))
	}
	return out.String()
}

func chosen(props []prop, required bool) []prop {
	var all []prop
	for _, p := range props {
		if p.required == required {
			all = append(all, p)
		}
	}
	return all
}

func pyClass(out *strings.Builder, head string, o object, props []prop) {
	fmt.Fprintf(out, "\n\nclass %s:\n", head)
	if o.doc != "" {
		out.WriteString("    \"\"\"\n" + wrapped("    ", o.doc) + "    \"\"\"\n\n")
	}
	for _, p := range props {
		out.WriteString(wrapped("    # ", p.doc))
		fmt.Fprintf(out, "    %s: %s\n", p.wire, pyRef(p.ref, ""))
	}
}

// inOrder puts a type behind those that it names.
func inOrder(types []object) []object {
	var ordered []object
	placed := map[string]bool{}
	var place func(o object)
	place = func(o object) {
		if placed[o.name] {
			return
		}
		placed[o.name] = true
		for _, p := range o.props {
			of := p.ref
			for of.kind == list {
				of = *of.of
			}
			for _, other := range types {
				if other.name == of.name {
					place(other)
				}
			}
		}
		ordered = append(ordered, o)
	}
	for _, o := range types {
		place(o)
	}
	return ordered
}

func pythonOperations(all reference) string {
	var out strings.Builder
	out.WriteString("# " + notice + `
from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional

from . import types as t
from ._transport import Transport, quoted


class Operations(Transport):
    """All operations of the API."""
`)
	for _, op := range all.operations {
		pyMethod(&out, op)
		if op.pager != nil {
			pyWalker(&out, op)
		}
	}
	return out.String()
}

func pyParams(op operation) string {
	params := "self"
	for _, p := range op.pathParams {
		params += ", " + p.name + ": " + pyRef(p.ref, "t.")
	}
	if op.body != nil {
		params += ", body: " + pyRef(*op.body, "t.")
	}
	params += ", *"
	for _, p := range op.query {
		of := pyRef(p.ref, "t.")
		if p.required {
			params += ", " + p.name + ": " + of
			continue
		}
		params += ", " + p.name + ": Optional[" + of + "] = None"
	}
	return params
}

func pyGives(op operation) string {
	switch op.answer {
	case file:
		return "bytes"
	case nothing:
		return "None"
	}
	return pyRef(op.gives, "t.")
}

func pyQuery(op operation) string {
	var parts []string
	for _, p := range op.query {
		parts = append(parts, fmt.Sprintf("%q: %s", p.name, p.name))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func pyMethod(out *strings.Builder, op operation) {
	key := ""
	if op.keyed {
		key = ", idempotency_key: Optional[str] = None"
	}
	fmt.Fprintf(out, "\n    def %s(%s%s, headers: Optional[Mapping[str, str]] = None) -> %s:\n", snake(op.id), pyParams(op), key, pyGives(op))
	doc := op.story()
	if op.deprecated {
		doc += "\n\nDeprecated."
	}
	out.WriteString("        \"\"\"\n" + wrapped("        ", strings.ReplaceAll(doc, `\`, `\\`)) + "        \"\"\"\n")
	path := fmt.Sprintf("%q", op.path)
	for _, p := range op.pathParams {
		path = "f" + strings.TrimPrefix(strings.Replace(path, "{"+p.name+"}", "{quoted("+p.name+")}", 1), "f")
	}
	shape := map[answer]string{nothing: "nothing", payload: "payload", document: "document", file: "file"}[op.answer]
	fmt.Fprintf(out, "        return self._call(%q, %s, shape=%q, credentials=%q, headers=headers", op.method, path, shape, op.credentials)
	if op.body != nil {
		out.WriteString(", body=body")
	}
	if len(op.query) > 0 {
		out.WriteString(", query=" + pyQuery(op))
	}
	if op.keyed {
		out.WriteString(", keyed=True, idempotency_key=idempotency_key")
	}
	out.WriteString(")  # type: ignore[no-any-return]\n")
}

func pyWalker(out *strings.Builder, op operation) {
	fmt.Fprintf(out, "\n    def %s(%s, headers: Optional[Mapping[str, str]] = None) -> Iterator[%s]:\n", snake(walker(op.id)), pyParams(op), pyRef(op.pager.item, "t."))
	fmt.Fprintf(out, "        \"\"\"Goes over all that %s gives, page by page, from after on.\"\"\"\n        while True:\n", snake(op.id))
	arguments := ""
	for _, p := range op.pathParams {
		arguments += p.name + ", "
	}
	for _, p := range op.query {
		arguments += p.name + "=" + p.name + ", "
	}
	end := `page["next"] is None`
	if op.pager.byPosition {
		end = `not page["` + op.pager.member + `"]`
	}
	fmt.Fprintf(out, "            page = self.%s(%sheaders=headers)\n            yield from page[%q]\n", snake(op.id), arguments, op.pager.member)
	fmt.Fprintf(out, "            if %s:\n                return\n            after = str(page[\"next\"])\n", end)
}
