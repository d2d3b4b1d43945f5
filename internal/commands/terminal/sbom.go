package terminal

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
)

// The parts of a CycloneDX 1.5 bill of materials that tell what a program is made of.
type (
	Bill struct {
		Schema     string      `json:"$schema"`
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   billOf      `json:"metadata"`
		Components []component `json:"components"`
	}
	billOf struct {
		Component component `json:"component"`
	}
	component struct {
		Type    string          `json:"type"`
		Ref     string          `json:"bom-ref"`
		Name    string          `json:"name"`
		Version string          `json:"version"`
		URL     string          `json:"purl"`
		Hashes  []componentHash `json:"hashes,omitempty"`
	}
	componentHash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
)

// BillOfProgram tells the modules that are linked into a program of predate, with the
// hashes by which Go knew them. The same program gives the same bytes.
func BillOfProgram(file string) ([]byte, error) {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read what %s is made of: %w", file, err)
	}
	version, _ := versionOf(info)
	b := Bill{
		Schema: "http://cyclonedx.org/schema/bom-1.5.schema.json", Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: billOf{componentOf("application", debug.Module{Path: info.Main.Path, Version: version})},
	}
	b.Components = append(b.Components, componentOf("library", debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}))
	for _, module := range info.Deps {
		used := *module
		if module.Replace != nil {
			used = *module.Replace
		}
		b.Components = append(b.Components, componentOf("library", used))
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write a bill of materials: %w", err)
	}
	return append(text, '\n'), nil
}

func componentOf(kind string, m debug.Module) component {
	url := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: kind, Ref: url, Name: m.Path, Version: m.Version, URL: url}
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) > 0 {
		c.Hashes = []componentHash{{"SHA-256", hex.EncodeToString(sum)}}
	}
	return c
}
