package guide

import (
	"bytes"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// render makes HTML of Markdown that is ours, and lists its headings.
func render(source string) (template.HTML, []heading, error) {
	engine := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAttribute()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(parts{}, 1))),
	)
	raw := []byte(source)
	tree := engine.Parser().Parse(text.NewReader(raw))
	headings, err := headingsOf(tree, raw)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	if err := engine.Renderer().Render(&out, raw, tree); err != nil {
		return "", nil, err
	}
	// A table that is wider than the page scrolls by itself, and is reached by the keyboard.
	wide := strings.NewReplacer("<table>", `<div class="wide" tabindex="0"><table>`, "</table>", "</table></div>")
	return template.HTML(wide.Replace(out.String())), headings, nil
}

// headingsOf lists the headings with the words under each.
func headingsOf(tree ast.Node, raw []byte) ([]heading, error) {
	var all []heading
	above := ""
	for node := tree.FirstChild(); node != nil; node = node.NextSibling() {
		if h, ok := node.(*ast.Heading); ok {
			id, ok := h.AttributeString("id")
			name, bytes := id.([]byte)
			title := plain(h, raw)
			if !ok || !bytes {
				return nil, fmt.Errorf("the heading %q has no address", title)
			}
			if h.Level == 2 {
				above = title
			}
			all = append(all, heading{Level: h.Level, ID: string(name), Title: title, underneath: above})
			continue
		}
		if len(all) > 0 {
			last := &all[len(all)-1]
			last.plain = strings.TrimSpace(last.plain + " " + plain(node, raw))
		}
	}
	return all, nil
}

// plain returns the words of a node, commands too.
func plain(node ast.Node, raw []byte) string {
	var out strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // never fails
		if !entering {
			if n.Type() == ast.TypeBlock {
				out.WriteByte(' ')
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			out.Write(n.Segment.Value(raw))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.FencedCodeBlock:
			out.Write(n.Lines().Value(raw))
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(out.String()), " ")
}

// parts draws what the guide draws otherwise than Markdown does: what is wide scrolls by
// itself and is reached by the keyboard, and a heading shows its address.
type parts struct{}

// RegisterFuncs tells the renderer which nodes are drawn here.
func (p parts) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, p.code)
	r.Register(ast.KindHeading, p.heading)
}

func (parts) code(w util.BufWriter, raw []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block, ok := node.(*ast.FencedCodeBlock)
	if !ok {
		return ast.WalkContinue, nil
	}
	kind := template.HTMLEscapeString(string(block.Language(raw)))
	fmt.Fprintf(w, `<div class="code %s"><pre tabindex="0"><code>`, kind)
	template.HTMLEscape(w, block.Lines().Value(raw))
	_, err := w.WriteString("</code></pre></div>\n")
	return ast.WalkSkipChildren, err
}

func (parts) heading(w util.BufWriter, raw []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	h, ok := node.(*ast.Heading)
	if !ok {
		return ast.WalkContinue, nil
	}
	if !entering {
		_, err := fmt.Fprintf(w, "</a></h%d>\n", h.Level)
		return ast.WalkContinue, err
	}
	id, _ := h.AttributeString("id") // headingsOf has refused one without
	name, _ := id.([]byte)
	_, err := fmt.Fprintf(w, `<h%d id="%s"><a class="anchor" href="#%[2]s">`, h.Level, template.HTMLEscapeString(string(name)))
	return ast.WalkContinue, err
}
