package store

import (
	"reflect"
	"strings"
)

// clean prepares arguments for both engines. Texts from papers and sites may contain
// NUL or bytes that are not UTF-8, which PostgreSQL refuses and SQLite accepts. clean
// replaces each of them by the Unicode replacement character, so that both engines
// store the same text.
func clean(args []any) []any {
	var fresh []any
	for i, arg := range args {
		s, ok := arg.(string)
		if !ok {
			v := reflect.ValueOf(arg)
			if v.Kind() != reflect.String {
				continue
			}
			s = v.String()
		}
		if text := cleanText(s); text != s {
			if fresh == nil {
				fresh = append(fresh, args...)
			}
			fresh[i] = text
		}
	}
	if fresh != nil {
		return fresh
	}
	return args
}

func cleanText(s string) string {
	const replacement = "\uFFFD"
	s = strings.ToValidUTF8(s, replacement)
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", replacement)
	}
	return s
}
