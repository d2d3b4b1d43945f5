package guide

import (
	"fmt"
	"strconv"
	"strings"
)

// codesPath is where the pages of codes and of statuses stand, beside the others of a language.
const codesPath = "codes/"

// codePages makes a page of each code and of each status of HTTP that the API refuses with:
// where a search, a log or a colleague's link leads to.
func codePages(entries []explained, lang string, words map[string]string) ([]page, error) {
	var sources []struct{ name, text string }
	add := func(name, text string) { sources = append(sources, struct{ name, text string }{name, text}) }
	byStatus := map[int][]explained{}
	var statuses []int
	for _, e := range entries {
		add(e.anchor, e.page(lang, words))
		if e.status == 0 {
			continue
		}
		if byStatus[e.status] == nil {
			statuses = append(statuses, e.status)
		}
		byStatus[e.status] = append(byStatus[e.status], e)
	}
	for _, status := range statuses {
		said := fmt.Sprintf("# HTTP %d\n\n%s\n\n", status, unmarked(words["status"]))
		for _, e := range byStatus[status] {
			said += fmt.Sprintf("- [`%s`](/docs/%s/%s%s): %s\n", e.code, lang, codesPath, e.anchor, e.means)
		}
		add(strconv.Itoa(status), said+allCodes(lang, "", words))
	}
	pages := make([]page, 0, len(sources))
	for _, source := range sources {
		made, err := newPage(source.text, codesPath+source.name, filler{})
		if err != nil {
			return nil, fmt.Errorf("page of the code %s: %w", source.name, err)
		}
		pages = append(pages, made)
	}
	return pages, nil
}

// page is the source of the page of a code.
func (e explained) page(lang string, words map[string]string) string {
	said := "# " + e.code + "\n\n" + unmarked(e.means) + "\n\n"
	if len(e.facts) > 0 {
		said += "*" + strings.Join(e.facts, " · ") + "*\n\n"
	}
	said += e.do + "\n\n"
	if e.quoted != "" {
		said += "> " + e.quoted + "\n\n"
	}
	if e.status != 0 {
		said += fmt.Sprintf("[HTTP %d](/docs/%s/%s%d) · ", e.status, lang, codesPath, e.status)
	}
	return said + allCodes(lang, "#"+e.anchor, words)
}

// unmarked is a sentence as what a page is about, which is no Markdown.
func unmarked(sentence string) string { return strings.ReplaceAll(sentence, "`", "") }

func allCodes(lang, anchor string, words map[string]string) string {
	return fmt.Sprintf("\n[%s](/docs/%s/errors%s)\n", words["all-codes"], lang, anchor)
}
