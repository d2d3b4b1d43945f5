package generate

import (
	"fmt"
	"slices"
	"strings"
)

// phpRef is the type that PHP itself checks.
func phpRef(of ref) string {
	switch of.kind {
	case whole:
		return "int"
	case decimal:
		return "float"
	case truth:
		return "bool"
	case httpDate:
		return `\DateTimeImmutable`
	case anything, list:
		return "array"
	case named:
		return of.name
	}
	return "string"
}

// phpShape is the type that a comment tells, where PHP's says less.
func phpShape(of ref) string {
	switch of.kind {
	case list:
		return "list<" + phpShape(*of.of) + ">"
	case anything:
		return "array<string, mixed>"
	}
	return phpRef(of)
}

// phpPlain puts texts in the place of sets of words: PHP knows no set that may
// grow.
func phpPlain(all reference) reference {
	words := map[string]bool{}
	for _, o := range all.types {
		words[o.name] = len(o.props) == 0
	}
	var plain func(of ref) ref
	plain = func(of ref) ref {
		if of.kind == named && words[of.name] {
			return ref{kind: text, nullable: of.nullable}
		}
		if of.kind == list {
			inner := plain(*of.of)
			of.of = &inner
		}
		return of
	}
	all.types, all.operations = slices.Clone(all.types), slices.Clone(all.operations)
	for i, o := range all.types {
		all.types[i].props = slices.Clone(o.props)
		for k, p := range o.props {
			all.types[i].props[k].ref = plain(p.ref)
		}
	}
	for i, op := range all.operations {
		all.operations[i].query = slices.Clone(op.query)
		for k, p := range op.query {
			all.operations[i].query[k].ref = plain(p.ref)
		}
		all.operations[i].gives = plain(op.gives)
	}
	return all
}

func phpTypes(all reference) string {
	all = phpPlain(all)
	var out strings.Builder
	out.WriteString("<?php\n// " + notice + "\n\ndeclare(strict_types=1);\n\nnamespace Predate;\n")
	for _, o := range all.types {
		out.WriteString("\n" + tsDoc("", o.doc))
		if len(o.props) == 0 {
			fmt.Fprintf(&out, "final class %s\n{\n", o.name)
			for _, value := range o.enum {
				fmt.Fprintf(&out, "    public const %s = '%s';\n", strings.ToUpper(strings.ReplaceAll(value, "-", "_")), value)
			}
			out.WriteString("}\n")
			continue
		}
		fmt.Fprintf(&out, "final class %s\n{\n", o.name)
		phpConstructor(&out, o)
		if o.request {
			phpToArray(&out, o)
		}
		if o.answer {
			phpFrom(&out, o)
		}
		out.WriteString("}\n")
	}
	return out.String()
}

func phpConstructor(out *strings.Builder, o object) {
	props := append(chosen(o.props, true), chosen(o.props, false)...)
	out.WriteString("    /**\n")
	for _, p := range props {
		of := phpShape(p.ref)
		if phpNullable(p, o.request) {
			of += "|null"
		}
		doc := wrapped("     *   ", p.doc)
		fmt.Fprintf(out, "     * @param %s $%s\n%s", of, p.wire, doc)
	}
	out.WriteString("     */\n    public function __construct(\n")
	for _, p := range props {
		of, value := phpRef(p.ref), ""
		if phpNullable(p, o.request) {
			of = "?" + of
		}
		if !p.required {
			value = " = null"
		}
		fmt.Fprintf(out, "        public readonly %s $%s%s,\n", of, p.wire, value)
		if p.clears {
			fmt.Fprintf(out, "        public readonly bool $clear_%s = false,\n", p.wire)
		}
	}
	out.WriteString("    ) {\n    }\n")
}

func phpNullable(p prop, request bool) bool { return !p.required || p.ref.nullable && !request }

func phpToArray(out *strings.Builder, o object) {
	out.WriteString("\n    /** @return array<string, mixed> what the request bears */\n    public function toArray(): array\n    {\n        $all = [\n")
	for _, p := range o.props {
		fmt.Fprintf(out, "            '%s' => Json::plain($this->%s),\n", p.wire, p.wire)
	}
	out.WriteString("        ];\n        $all = array_filter($all, static fn ($value) => $value !== null);\n")
	for _, p := range o.props {
		if p.clears {
			fmt.Fprintf(out, "        if ($this->clear_%s) {\n            $all['%s'] = null;\n        }\n", p.wire, p.wire)
		}
	}
	out.WriteString("        return $all;\n    }\n")
}

func phpFrom(out *strings.Builder, o object) {
	out.WriteString("\n    /** @param array<string, mixed> $all */\n    public static function from(array $all): self\n    {\n        return new self(\n")
	for _, p := range append(chosen(o.props, true), chosen(o.props, false)...) {
		given := "$all['" + p.wire + "']"
		if phpNullable(p, o.request) {
			fmt.Fprintf(out, "            isset(%s) ? %s : null,\n", given, phpRead(p.ref, given))
			continue
		}
		fmt.Fprintf(out, "            %s,\n", phpRead(p.ref, given))
	}
	out.WriteString("        );\n    }\n")
}

func phpRead(of ref, given string) string {
	switch of.kind {
	case httpDate:
		return `new \DateTimeImmutable(` + given + ")"
	case named:
		return of.name + "::from(" + given + ")"
	case list:
		if read := phpRead(*of.of, "$one"); read != "$one" {
			return "array_map(static fn ($one) => " + read + ", " + given + ")"
		}
	}
	return given
}

func phpOperations(all reference) string {
	all = phpPlain(all)
	var out strings.Builder
	out.WriteString("<?php\n// " + notice + "\n\ndeclare(strict_types=1);\n\nnamespace Predate;\n\n/** All operations of the API. */\nabstract class Operations extends Transport\n{\n")
	for i, op := range all.operations {
		if i > 0 {
			out.WriteString("\n")
		}
		phpMethod(&out, op)
		if op.pager != nil {
			phpWalker(&out, op)
		}
	}
	out.WriteString("}\n")
	return out.String()
}

func phpParams(op operation) string {
	var params []string
	for _, p := range op.pathParams {
		params = append(params, phpRef(p.ref)+" $"+p.name)
	}
	if op.body != nil {
		params = append(params, phpRef(*op.body)+" $body")
	}
	for _, p := range op.query {
		if p.required {
			params = append(params, phpRef(p.ref)+" $"+p.name)
			continue
		}
		params = append(params, "?"+phpRef(p.ref)+" $"+p.name+" = null")
	}
	return strings.Join(params, ", ")
}

func phpMethod(out *strings.Builder, op operation) {
	doc := op.story()
	if op.body != nil && op.body.kind == list {
		doc += "\n\n@param " + phpShape(*op.body) + " $body"
	}
	if op.deprecated {
		doc += "\n\n@deprecated"
	}
	gives := phpRef(op.gives)
	switch op.answer {
	case file:
		gives = "string"
	case nothing:
		gives = "void"
	}
	params := phpParams(op)
	if params != "" {
		params += ", "
	}
	if op.keyed {
		params += "?string $idempotencyKey = null, "
	}
	out.WriteString(tsDoc("    ", strings.ReplaceAll(doc, "*/", "* /")))
	fmt.Fprintf(out, "    public function %s(%sarray $headers = []): %s\n    {\n", op.id, params, gives)
	path := "'" + op.path + "'"
	for _, p := range op.pathParams {
		path = strings.Replace(path, "{"+p.name+"}", "' . rawurlencode((string) $"+p.name+") . '", 1)
	}
	path = strings.TrimSuffix(path, " . ''")
	shape := map[answer]string{nothing: "nothing", payload: "payload", document: "document", file: "file"}[op.answer]
	call := fmt.Sprintf("$this->call('%s', %s, '%s', '%s', headers: $headers", op.method, path, shape, op.credentials)
	if op.body != nil {
		call += ", body: Json::plain($body)"
	}
	if len(op.query) > 0 {
		call += ", query: " + phpQuery(op)
	}
	if op.keyed {
		call += ", keyed: true, idempotencyKey: $idempotencyKey"
	}
	call += ")"
	switch {
	case op.answer == nothing:
		fmt.Fprintf(out, "        %s;\n    }\n", call)
	case op.answer != file && op.gives.kind == named:
		fmt.Fprintf(out, "        return %s::from(%s);\n    }\n", op.gives.name, call)
	default:
		fmt.Fprintf(out, "        return %s;\n    }\n", call)
	}
}

func phpQuery(op operation) string {
	var parts []string
	for _, p := range op.query {
		parts = append(parts, "'"+p.name+"' => $"+p.name)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func phpWalker(out *strings.Builder, op operation) {
	fmt.Fprintf(out, "\n    /**\n     * Goes over all that %s gives, page by page, from $after on.\n     *\n     * @return \\Generator<int, %s>\n     */\n", op.id, phpRef(op.pager.item))
	fmt.Fprintf(out, "    public function %s(%s, array $headers = []): \\Generator\n    {\n", walker(op.id), phpParams(op))
	arguments := ""
	for _, p := range append(slices.Clone(op.pathParams), op.query...) {
		arguments += "$" + p.name + ", "
	}
	end := "$page->next === null"
	if op.pager.byPosition {
		end = "$page->" + op.pager.member + " === []"
	}
	fmt.Fprintf(out, "        do {\n            $page = $this->%s(%s$headers);\n            foreach ($page->%s as $one) {\n                yield $one;\n            }\n", op.id, arguments, op.pager.member)
	fmt.Fprintf(out, "            $after = (string) $page->next;\n        } while (!(%s));\n    }\n", end)
}
