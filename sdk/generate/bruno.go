package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// brunoFiles is a request for every operation, in a folder for each tag.
func brunoFiles(all reference) map[string]string {
	files := map[string]string{}
	place := map[string]int{}
	for _, op := range all.operations {
		place[op.tag]++
		files[op.tag+"/"+op.id+".bru"] = brunoRequest(op, place[op.tag])
	}
	return files
}

func brunoRequest(op operation, place int) string {
	var out strings.Builder
	fmt.Fprintf(&out, "meta {\n  name: %s\n  type: http\n  seq: %d\n}\n\n", op.id, place)
	path := op.path
	for _, p := range op.pathParams {
		path = strings.Replace(path, "{"+p.name+"}", ":"+p.name, 1)
	}
	body := "none"
	if op.body != nil {
		body = "json"
	}
	fmt.Fprintf(&out, "%s {\n  url: {{base}}%s\n  body: %s\n  auth: none\n}\n", strings.ToLower(op.method), path, body)
	brunoParams(&out, op)
	brunoHeaders(&out, op)
	if op.body != nil {
		example := op.example
		if op.id == "authenticate" {
			example = `{"email": "{{email}}", "password": "{{password}}"}`
		}
		if example == "" {
			example = "{}"
		}
		out.WriteString("\nbody:json {\n" + indented(example) + "}\n")
	}
	if op.id == "authenticate" {
		out.WriteString("\nscript:post-response {\n  if (res.status === 200) bru.setVar(\"token\", res.body.payload.access_token);\n}\n")
	}
	out.WriteString("\ndocs {\n" + wrapped("  ", strings.NewReplacer("{", "(", "}", ")").Replace(op.story())) + "}\n")
	return out.String()
}

func brunoParams(out *strings.Builder, op operation) {
	if len(op.query) > 0 {
		out.WriteString("\nparams:query {\n")
		for _, p := range op.query {
			mark := "~"
			if p.required {
				mark = ""
			}
			fmt.Fprintf(out, "  %s%s: %s\n", mark, p.name, brunoValue(p))
		}
		out.WriteString("}\n")
	}
	if len(op.pathParams) > 0 {
		out.WriteString("\nparams:path {\n")
		for _, p := range op.pathParams {
			fmt.Fprintf(out, "  %s: %s\n", p.name, brunoValue(p))
		}
		out.WriteString("}\n")
	}
}

func brunoValue(p param) string { return "{{" + p.name + "}}" }

func brunoHeaders(out *strings.Builder, op operation) {
	var lines []string
	if op.credentials != noCredentials {
		lines = append(lines, "X-Auth-Key: {{key}}")
	}
	if op.credentials == allCredentials {
		lines = append(lines, "Authorization: Bearer {{token}}")
	}
	if op.keyed {
		lines = append(lines, "Idempotency-Key: {{$guid}}")
	}
	if len(lines) > 0 {
		out.WriteString("\nheaders {\n  " + strings.Join(lines, "\n  ") + "\n}\n")
	}
}

// indented lays JSON out as the block of a body.
func indented(text string) string {
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(text), "  ", "  "); err != nil {
		return "  " + text + "\n"
	}
	return "  " + out.String() + "\n"
}
