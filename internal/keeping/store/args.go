package store

import (
	"reflect"
	"strings"
)

// clean readies arguments for either engine. PostgreSQL refuses a text with a
// NUL or with bytes that are not UTF-8, and SQLite takes them; texts that come
// from papers and sites have both. Each becomes the replacement character, on
// both engines alike.
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
