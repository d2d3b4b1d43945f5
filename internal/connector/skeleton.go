package connector

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"predate"
)

const (
	// maxSkeleton bounds, in bytes, what is kept of a page.
	maxSkeleton = 32 << 10
	// without stands for what is left out.
	without = "…"
)

// show gives a failure that blames the recipe the skeleton of the page that it was
// met at, for whoever mends the recipe.
func (s *session) show(err error) {
	var failure *predate.Failure
	if errors.As(err, &failure) && failure.Code == predate.SiteChanged && s.seen != nil {
		failure.Page = s.skeleton(s.seen)
	}
}

// skeleton is how a page is built: elements, the attributes by which a recipe finds
// them, and the words of buttons, labels and headings; of JSON its keys. What a page
// says of a person stands in other places, which are emptied; names of the order,
// secrets of the session and digits are masked in what is left.
func (s *session) skeleton(p *page) string {
	d := drawing{mask: s.masksPersons()}
	fmt.Fprintf(&d, "%s %s\n%d %s\n\n", p.method, d.mask(s.maskedURL(p.url)), p.status, p.media)
	switch {
	case p.document != nil:
		for _, root := range p.document.Nodes {
			d.node(root, 0)
		}
	case p.isJSON:
		d.json(p.data, 0)
	}
	if d.Len() > maxSkeleton {
		return strings.ToValidUTF8(d.String()[:maxSkeleton], "") + "\n" + without
	}
	return d.String()
}

// masksPersons masks what is known of the order's persons, the secrets, then digits.
func (s *session) masksPersons() func(string) string {
	names := []string{s.request.Username, s.request.Address.Street, s.request.Address.City}
	for _, owner := range s.request.Owners {
		names = append(names, owner.Firstname, owner.Lastname)
	}
	scrubber := NewScrubber(names)
	return func(text string) string { return masksDigits(scrubber.Text(s.scrub(text))) }
}

// masksDigits keeps how long a number is: one in an identifier tells as much so.
func masksDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, text)
}

// toldWords are the elements whose words are the site's own.
func toldWords(tag string) bool {
	return slices.Contains([]string{"title", "h1", "h2", "h3", "label", "legend", "button", "th"}, tag)
}

// toldAttributes are those by which recipes find elements.
func toldAttributes() []string {
	return []string{"id", "class", "name", "type", "method", "action", "href", "for", "role", "placeholder", "aria-label"}
}

// drawing is a skeleton as it grows.
type drawing struct {
	strings.Builder
	mask func(string) string
}

func (d *drawing) node(node *html.Node, depth int) {
	if d.Len() > maxSkeleton {
		return
	}
	switch node.Type {
	case html.DocumentNode:
		depth--
	case html.TextNode:
		d.words(node, depth)
		return
	case html.ElementNode:
		d.WriteString(strings.Repeat(" ", depth) + "<" + node.Data + d.attributes(node) + ">\n")
		if slices.Contains([]string{"script", "style", "svg", "head", "noscript", "iframe"}, node.Data) {
			if title := goquery.NewDocumentFromNode(node).Find("title").First(); node.Data == "head" && title.Length() > 0 {
				d.node(title.Nodes[0], depth+1)
			}
			return
		}
	default:
		return
	}
	for child := node.FirstChild; child != nil; child = child.NextSibling {
		d.node(child, depth+1)
	}
}

func (d *drawing) words(node *html.Node, depth int) {
	words := strings.Join(strings.Fields(node.Data), " ")
	if words == "" {
		return
	}
	if node.Parent == nil || !toldWords(node.Parent.Data) {
		words = without
	}
	d.WriteString(strings.Repeat(" ", depth) + d.mask(words) + "\n")
}

func (d *drawing) attributes(node *html.Node) string {
	var drawn strings.Builder
	for _, name := range toldAttributes() {
		for _, attribute := range node.Attr {
			if attribute.Key != name {
				continue
			}
			value := attribute.Val
			if name == "href" || name == "action" {
				value = withoutQuery(value)
			}
			fmt.Fprintf(&drawn, " %s=%q", name, d.mask(value))
		}
	}
	return drawn.String()
}

// withoutQuery is where a link leads, without what it hands over.
func withoutQuery(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Opaque != "" { // a mail address, a script
		return without
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.RawQuery != "" {
		return shown.String() + "?" + maskedValues(u.RawQuery)
	}
	return shown.String()
}

// drawJSON draws keys and kinds; of a list its first item stands for all.
func (d *drawing) json(value any, depth int) {
	indent := strings.Repeat(" ", depth)
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fmt.Fprintf(d, "%s%s:\n", indent, d.mask(key))
			if d.Len() > maxSkeleton {
				return
			}
			d.json(v[key], depth+1)
		}
	case []any:
		fmt.Fprintf(d, "%s[%d]\n", indent, len(v))
		if len(v) > 0 {
			d.json(v[0], depth+1)
		}
	case string:
		d.WriteString(indent + "text\n")
	case json.Number:
		d.WriteString(indent + "number\n")
	default:
		fmt.Fprintf(d, "%s%v\n", indent, v)
	}
}
