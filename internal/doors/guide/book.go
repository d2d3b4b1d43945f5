package guide

import (
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
	"strings"
)

//go:embed pages
var sources embed.FS

// Names lists the pages in the order in which they are read. Each has the same name and
// the same anchors in all languages.
func Names() []string {
	return []string{
		"first-order", "webhooks", "waiting", "test-mode", "errors", "going-live", "security", "limits", "versioning", "support",
	}
}

// book is the guide in one language.
type book struct {
	lang  string
	words map[string]string // of the frame around the pages
	pages []page            // the first is the table of contents
	codes []page            // of the codes and statuses, beside the contents
	found []section         // what the search looks through
}

// page is one page.
type page struct {
	Name     string // empty for the table of contents
	Title    string
	Summary  string // one sentence
	Markdown string // with its title
	HTML     template.HTML
	Headings []heading // of the second level
}

// heading is a heading that has an address.
type heading struct {
	Level      int
	ID, Title  string
	plain      string // the words under it, up to the next one
	underneath string // the title of the heading of the second level above it
}

func newBook(o Options, lang string) (book, error) {
	b := book{lang: lang}
	var err error
	if b.words, err = readWords(lang); err != nil {
		return b, err
	}
	entries, err := explain(o.Refusals, lang, b.words)
	if err != nil {
		return b, err
	}
	if b.codes, err = codePages(entries, lang, b.words); err != nil {
		return b, err
	}
	tables := tablesOf(entries)
	for _, name := range append([]string{"index"}, Names()...) {
		source, err := fs.ReadFile(sources, "pages/"+lang+"/"+name+".md")
		if err != nil {
			return b, err
		}
		made, err := newPage(string(source), name, filler{o.Base, tables})
		if err != nil {
			return b, fmt.Errorf("page %s: %w", name, err)
		}
		b.pages = append(b.pages, made)
	}
	b.found = sectionsOf(b.pages)
	return b, nil
}

// newPage makes a page of its source: a title, an empty line, one sentence, and the rest.
func newPage(source, name string, fill filler) (page, error) {
	p := page{Name: strings.TrimPrefix(name, "index")}
	var ok bool
	if p.Title, source, ok = strings.Cut(source, "\n\n"); !ok || !strings.HasPrefix(p.Title, "# ") {
		return p, fmt.Errorf("does not begin with a title")
	}
	p.Title = strings.TrimPrefix(p.Title, "# ")
	if p.Summary, source, ok = strings.Cut(source, "\n\n"); !ok || strings.Contains(p.Summary, "\n") {
		return p, fmt.Errorf("does not say what it is about, in one line")
	}
	body, err := fill.in(source)
	if err != nil {
		return p, err
	}
	p.Markdown = "# " + p.Title + "\n\n" + p.Summary + "\n\n" + anchorMark.ReplaceAllString(body, "")
	p.HTML, p.Headings, err = render(body)
	return p, err
}

// anchorMark gives a heading the address that it has in every language.
var anchorMark = regexp.MustCompile(`(?m) \{#[\w-]+\}$`)

// filler puts into a page what is not written in it.
type filler struct {
	base   string
	tables map[string]string // Markdown, by name
}

var placeholder = regexp.MustCompile(`(?m)^\{\{(run|table) ([\w-]+(?:/[\w-]+)?)\}\}$`)

// in replaces the address of the installation, the commands with their answers, and the
// tables that are made from the program's own.
func (f filler) in(source string) (string, error) {
	var failure error
	filled := placeholder.ReplaceAllStringFunc(source, func(mark string) string {
		found := placeholder.FindStringSubmatch(mark)
		if found[1] == "table" {
			table, ok := f.tables[found[2]]
			if !ok {
				failure = fmt.Errorf("there is no table %s", found[2])
			}
			return strings.TrimSuffix(table, "\n")
		}
		block, err := readBlock(found[2])
		if err != nil {
			failure = err
		}
		return block.markdown()
	})
	return strings.ReplaceAll(filled, baseMark, f.base), failure
}

// baseMark stands for the address of the installation.
const baseMark = "{{base}}"

// Block is a command of the guide with what it answers.
type Block struct {
	Name    string // page/name
	Command string // for bash
	Answer  string // as it was when it was last written down; may be empty
}

// Blocks lists the commands in the order in which the pages show them: they are one
// session, in which a command goes on from the ones before.
func Blocks() ([]Block, error) {
	var all []Block
	for _, name := range Names() {
		source, err := fs.ReadFile(sources, "pages/en/"+name+".md")
		if err != nil {
			return nil, err
		}
		for _, found := range placeholder.FindAllStringSubmatch(string(source), -1) {
			if found[1] != "run" {
				continue
			}
			block, err := readBlock(found[2])
			if err != nil {
				return nil, err
			}
			all = append(all, block)
		}
	}
	return all, nil
}

func readBlock(name string) (Block, error) {
	command, err := fs.ReadFile(sources, "pages/blocks/"+name+".sh")
	if err != nil {
		return Block{}, fmt.Errorf("the command %s: %w", name, err)
	}
	said, err := fs.ReadFile(sources, "pages/blocks/"+name+".answer")
	if err != nil {
		said = nil // it says nothing
	}
	return Block{Name: name, Command: string(command), Answer: string(said)}, nil
}

func (b Block) markdown() string {
	shown := "```sh\n" + b.Command + "```"
	if b.Answer == "" {
		return shown
	}
	kind := "text"
	if strings.HasPrefix(b.Answer, "{") || strings.HasPrefix(b.Answer, "[") {
		kind = "json"
	}
	return shown + "\n\n```" + kind + "\n" + b.Answer + "```"
}

// readWords reads the words of the frame: one a line, "name: words".
func readWords(lang string) (map[string]string, error) {
	lines, err := fs.ReadFile(sources, "pages/"+lang+"/words.txt")
	if err != nil {
		return nil, err
	}
	words := map[string]string{}
	for line := range strings.Lines(string(lines)) {
		name, said, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return nil, fmt.Errorf("the words of %s: %q is no line", lang, line)
		}
		words[name] = said
	}
	return words, nil
}
