package generate

import (
	"fmt"
	"strings"
)

func tsRef(of ref) string {
	name := "string"
	switch of.kind {
	case text:
		if len(of.enum) > 0 {
			name = quotedUnion(of.enum)
		}
	case whole, decimal:
		name = "number"
	case truth:
		name = "boolean"
	case anything:
		name = "Record<string, unknown>"
	case list:
		name = "Array<" + tsRef(*of.of) + ">"
	case named:
		name = of.name
	}
	if of.nullable {
		name += " | null"
	}
	return name
}

func quotedUnion(values []string) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = fmt.Sprintf("%q", value)
	}
	return strings.Join(quoted, " | ")
}

// tsDoc is a comment before a declaration.
func tsDoc(indent, doc string) string {
	if strings.TrimSpace(doc) == "" {
		return ""
	}
	return indent + "/**\n" + wrapped(indent+" * ", doc) + indent + " */\n"
}

func typescriptTypes(all reference) string {
	var out strings.Builder
	out.WriteString("// " + notice + "\n// Dates are HTTP-dates in GMT, as the API writes them: new Date(order.created) reads one.\n")
	for _, o := range all.types {
		out.WriteString("\n" + tsDoc("", o.doc))
		if len(o.props) == 0 {
			of := "string"
			if len(o.enum) > 0 {
				of = quotedUnion(o.enum)
			}
			fmt.Fprintf(&out, "export type %s = %s;\n", o.name, of)
			continue
		}
		fmt.Fprintf(&out, "export interface %s {\n", o.name)
		for _, p := range o.props {
			mark := "?"
			if p.required {
				mark = ""
			}
			out.WriteString(tsDoc("  ", p.doc))
			fmt.Fprintf(&out, "  %s%s: %s;\n", p.wire, mark, tsRef(p.ref))
		}
		out.WriteString("}\n")
	}
	return out.String()
}

func typescriptOperations(all reference) string {
	var out strings.Builder
	out.WriteString("// " + notice + "\nimport { type Call, type CallOptions, Transport } from \"./transport.js\";\nimport type * as t from \"./types.js\";\n")
	for _, op := range all.operations {
		if len(op.query) == 0 {
			continue
		}
		fmt.Fprintf(&out, "\n/** What %s takes; what is left out is the server's choice. */\nexport interface %sQuery {\n", op.id, upperFirst(op.id))
		for _, p := range op.query {
			mark := "?"
			if p.required {
				mark = ""
			}
			out.WriteString(tsDoc("  ", p.doc))
			fmt.Fprintf(&out, "  %s%s: %s;\n", p.name, mark, tsQualified(p.ref))
		}
		out.WriteString("}\n")
	}
	out.WriteString("\n/** All operations of the API. */\nexport class Operations extends Transport {\n")
	for i, op := range all.operations {
		if i > 0 {
			out.WriteString("\n")
		}
		tsMethod(&out, op)
		if op.pager != nil {
			tsWalker(&out, op)
		}
	}
	out.WriteString("}\n")
	return out.String()
}

// tsQualified names the types of types.ts from without.
func tsQualified(of ref) string {
	switch {
	case of.kind == named:
		name := "t." + of.name
		if of.nullable {
			name += " | null"
		}
		return name
	case of.kind == list:
		return "Array<" + tsQualified(*of.of) + ">"
	}
	return tsRef(of)
}

func tsGives(op operation) string {
	switch op.answer {
	case file:
		return "Uint8Array"
	case nothing:
		return "void"
	}
	return tsQualified(op.gives)
}

func tsParams(op operation) string {
	params := ""
	for _, p := range op.pathParams {
		params += p.name + ": " + tsQualified(p.ref) + ", "
	}
	if op.body != nil {
		params += "body: " + tsQualified(*op.body)
		if !op.bodyRequired {
			params += " = {}"
		}
		params += ", "
	}
	if len(op.query) > 0 {
		params += "query: " + upperFirst(op.id) + "Query"
		if !requires(op.query) {
			params += " = {}"
		}
		params += ", "
	}
	return params
}

func requires(params []param) bool {
	for _, p := range params {
		if p.required {
			return true
		}
	}
	return false
}

func tsMethod(out *strings.Builder, op operation) {
	doc := op.story()
	if op.deprecated {
		doc += "\n\n@deprecated"
	}
	out.WriteString(tsDoc("  ", doc))
	fmt.Fprintf(out, "  %s(%soptions: CallOptions = {}): Promise<%s> {\n", op.id, tsParams(op), tsGives(op))
	path := op.path
	for _, p := range op.pathParams {
		path = strings.Replace(path, "{"+p.name+"}", "${encodeURIComponent("+p.name+")}", 1)
	}
	shape := map[answer]string{nothing: "nothing", payload: "payload", document: "document", file: "file"}[op.answer]
	fmt.Fprintf(out, "    const call: Call = { method: %q, path: `%s`, shape: %q, credentials: %q", op.method, path, shape, op.credentials)
	if op.body != nil {
		out.WriteString(", body")
	}
	if len(op.query) > 0 {
		out.WriteString(", query: { ...query }")
	}
	if op.keyed {
		out.WriteString(", keyed: true")
	}
	out.WriteString(" };\n    return this.call(call, options);\n  }\n")
}

func tsWalker(out *strings.Builder, op operation) {
	fmt.Fprintf(out, "\n  /** Goes over all that %s lists, page by page, from query.after on. */\n", op.id)
	fmt.Fprintf(out, "  async *%s(%soptions: CallOptions = {}): AsyncGenerator<%s, void, undefined> {\n", walker(op.id), tsParams(op), tsQualified(op.pager.item))
	arguments := ""
	for _, p := range op.pathParams {
		arguments += p.name + ", "
	}
	end := "page.next === null"
	if op.pager.byPosition {
		end = "page." + op.pager.member + ".length === 0"
	}
	fmt.Fprintf(out, "    for (let after = query.after; ; ) {\n      const page = await this.%s(%s{ ...query, ...(after === undefined ? {} : { after }) }, options);\n", op.id, arguments)
	fmt.Fprintf(out, "      yield* page.%s;\n      if (%s) return;\n      after = String(page.next);\n    }\n  }\n", op.pager.member, end)
}
