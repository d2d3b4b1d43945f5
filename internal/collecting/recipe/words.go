package recipe

import (
	"html"
	"net/url"
	"strings"
	"unicode"

	"github.com/itchyny/gojq"
)

// words are what the language adds to jq: the few clean-ups that every site
// needs, so that no recipe writes them out.
func words() []gojq.CompilerOption {
	return []gojq.CompilerOption{
		gojq.WithFunction("squeeze", 0, 0, onText(Squeeze)),
		gojq.WithFunction("unescape", 0, 0, onText(html.UnescapeString)),
		gojq.WithFunction("urldecode", 0, 0, onText(urldecode)),
	}
}

// onText makes a jq function of a function of texts; null stays null.
func onText(change func(string) string) func(any, []any) any {
	return func(input any, _ []any) any {
		if text, ok := input.(string); ok {
			return change(text)
		}
		return input
	}
}

// Squeeze makes one space of every run of blanks, the no-break ones included,
// and none at the ends.
func Squeeze(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' }), " ")
}

// urldecode undoes the escapes of a query; what is no escape stays as it is.
func urldecode(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}
