package author

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"predate/internal/collecting/recipe"
)

const (
	// maxSkeleton bounds, in bytes, what is kept of a page.
	maxSkeleton = 32 << 10
	// without stands for what is left out.
	without = "…"
)

// Page is an answer of a site, as far as its skeleton shows it.
type Page struct {
	Method, URL string // values of the query masked
	Status      int
	Media       string
	Roots       []*html.Node // of HTML
	Data        any          // of JSON, decoded
	JSON        bool
}

// Skeleton is how a page is built: elements, the attributes by which a recipe finds
// them, and the words of buttons, labels and headings; of JSON its keys. What else a page
// says is left out. Of what is shown only the words stay that the recipe names, or that
// any site says of itself: whoever a heading greets is not told. Digits are masked in what
// is left, and by persons the names of the order and the secrets of the session.
func Skeleton(r *recipe.Recipe, p Page, persons func(string) string) string {
	tell := teller(r)
	d := drawing{
		mask: func(text string) string { return masksDigits(persons(text)) },
		told: func(text string) string { return masksDigits(tell(persons(text))) },
	}
	fmt.Fprintf(&d, "%s %s\n%d %s\n\n", p.Method, d.mask(p.URL), p.Status, p.Media)
	for _, root := range p.Roots {
		d.node(root, 0)
	}
	if p.JSON {
		d.json(p.Data, 0)
	}
	if d.Len() > maxSkeleton {
		return strings.ToValidUTF8(d.String()[:maxSkeleton], "") + "\n" + without
	}
	return d.String()
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
	mask func(string) string // without what is known of persons, secrets and digits
	told func(string) string // with known words alone besides
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
	d.WriteString(strings.Repeat(" ", depth) + d.told(words) + "\n")
}

func (d *drawing) attributes(node *html.Node) string {
	var drawn strings.Builder
	masks := map[string]func(string) string{
		"href": d.withoutQuery, "action": d.withoutQuery,
		"id": d.told, "name": d.told, "for": d.told, "placeholder": d.told, "aria-label": d.told,
	}
	for _, name := range toldAttributes() {
		for _, attribute := range node.Attr {
			if attribute.Key != name {
				continue
			}
			mask := masks[name]
			if mask == nil {
				mask = d.mask
			}
			fmt.Fprintf(&drawn, " %s=%q", name, mask(attribute.Val))
		}
	}
	return drawn.String()
}

// withoutQuery is where a link leads, without what it hands over.
func (d *drawing) withoutQuery(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Opaque != "" { // a mail address, a script
		return without
	}
	shown := d.told(u.Path)
	if u.Host != "" {
		shown = (&url.URL{Scheme: u.Scheme, Host: u.Host}).String() + shown
	}
	if u.RawQuery != "" {
		shown += "?" + d.told(MaskedValues(u.RawQuery))
	}
	return shown
}

// key is a key of data: one that a program gives stays whole, of one that may be made of
// what it tells, as with spaces or accents, the known words do.
func (d *drawing) key(key string) string {
	if strings.ContainsFunc(key, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '$'
	}) {
		return d.told(key)
	}
	return d.mask(key)
}

// json draws keys and kinds; of a list its first item stands for all.
func (d *drawing) json(value any, depth int) {
	indent := strings.Repeat(" ", depth)
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			fmt.Fprintf(d, "%s%s:\n", indent, d.key(key))
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

// MaskedValues gives the names of a query, each with a mark in the place of its value.
func MaskedValues(query string) string {
	var names []string
	for pair := range strings.SplitSeq(query, "&") {
		if name, _, _ := strings.Cut(pair, "="); name != "" {
			names = append(names, name+"="+without)
		}
	}
	return strings.Join(names, "&")
}
