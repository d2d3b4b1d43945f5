package predate

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"time"
)

// Date is a moment as the API writes it, an HTTP-date in GMT.
type Date struct{ time.Time }

// UnmarshalJSON reads an HTTP-date.
func (d *Date) UnmarshalJSON(data []byte) error {
	var written string
	if err := json.Unmarshal(data, &written); err != nil {
		return err
	}
	at, err := http.ParseTime(written)
	if err != nil {
		return err
	}
	d.Time = at
	return nil
}

// MarshalJSON writes an HTTP-date.
func (d Date) MarshalJSON() ([]byte, error) { return json.Marshal(d.UTC().Format(http.TimeFormat)) }

// Nullable is a value for a member to which null says something else than
// absence.
type Nullable[T any] struct {
	Value T
	Null  bool
}

// Set sends a value.
func Set[T any](value T) *Nullable[T] { return &Nullable[T]{Value: value} }

// Null sends null.
func Null[T any]() *Nullable[T] { return &Nullable[T]{Null: true} }

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.Null {
		return []byte("null"), nil
	}
	return json.Marshal(n.Value)
}

// Ptr gives a pointer to a value, for members where 0 or false is not the same
// as nothing.
func Ptr[T any](value T) *T { return &value }

// encoded writes the fields of a query that are not left out.
func encoded(query any) string {
	if query == nil {
		return ""
	}
	values := url.Values{}
	from := reflect.ValueOf(query)
	for i := range from.NumField() {
		field := from.Field(i)
		if field.IsZero() {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field = field.Elem()
		}
		values.Set(from.Type().Field(i).Tag.Get("query"), fmt.Sprint(field.Interface()))
	}
	return values.Encode()
}

func escaped(part any) string { return url.PathEscape(fmt.Sprint(part)) }

func randomKey() string {
	var key [16]byte
	_, _ = rand.Read(key[:])
	return fmt.Sprintf("%x", key)
}

// pages goes over pages until one says that it is the last.
func pages[T any](page func(after string) (items []T, next string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for after := ""; ; {
			items, next, err := page(after)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			after = next
		}
	}
}

func textOf(next *string) string {
	if next == nil {
		return ""
	}
	return *next
}

// position is where the feed goes on; a page without events is its end for now.
func position(events int, next int64) string {
	if events == 0 {
		return ""
	}
	return strconv.FormatInt(next, 10)
}
