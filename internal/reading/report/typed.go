package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"predate"
)

// shapeOf returns how the value of a figure of the statement is written; false
// for what is no figure of the statement.
func shapeOf(key predate.Key) (shape, bool) {
	entry, ok := predate.FigureOf(key)
	if !ok {
		return shape{}, false
	}
	all := shapes()
	i := slices.IndexFunc(all, func(sh shape) bool { return sh.name == string(entry.Type) })
	return all[i], true
}

// ParseValue reads a value that a person typed for a figure: an amount like
// 1234.56, a day like 2026-05-18, an exercise like 2025-01-01/2025-12-31, oui
// or non, a text as it is, néant for what there may be none of, and anything
// longer as the JSON of the report. An absence is nil, or an empty list. What is
// refused is a predate.Error whose French sentence says what is wanted.
func ParseValue(key predate.Key, typed string) (predate.Value, error) {
	sh, ok := shapeOf(key)
	if !ok {
		return nil, predate.Refuse(predate.CodeInvalid, "« %s » n’est pas un chiffre de la déclaration.", key)
	}
	refuse := func(want string) error {
		return predate.Refuse(predate.CodeInvalid, "%s : la valeur « %s » n’est pas %s.", key, typed, want)
	}
	if none, ok := absence(key, sh); ok && typed == "néant" {
		return DecodeValue(key, []byte(none))
	}
	switch sh.name {
	case "money":
		cents, err := predate.ParseDecimal(typed)
		if err != nil {
			return nil, refuse("un montant avec un point et deux décimales, comme 1234.56")
		}
		return predate.Money(cents), nil
	case "date":
		day, err := predate.ParseDate(typed)
		if err != nil {
			return nil, refuse("une date, comme 2026-05-18")
		}
		return predate.Day(day), nil
	case "period":
		period, ok := parsePeriod(typed)
		if !ok {
			return nil, refuse("un exercice, comme 2025-01-01/2025-12-31")
		}
		return predate.Span(period), nil
	case "flag":
		yes, ok := map[string]bool{"oui": true, "true": true, "non": false, "false": false}[typed]
		if !ok {
			return nil, refuse("oui ou non")
		}
		return predate.Flag(yes), nil
	case "text":
		if strings.TrimSpace(typed) == "" {
			return nil, refuse("un texte")
		}
		return predate.Text(typed), nil
	}
	value, err := strictly(sh, typed)
	if err != nil {
		return nil, refuse("le JSON qu’attend ce chiffre (" + strictReason(err) + ")")
	}
	return value, nil
}

// absence returns how the report writes that there is none of what a figure
// names: no paper, an empty list. Of an amount it is written 0.00, as any other.
func absence(key predate.Key, sh shape) (written string, ok bool) {
	entry, known := predate.FigureOf(key)
	switch {
	case !known || !entry.Is(predate.Deniable):
		return "", false
	case sh.name == "paper", sh.name == "text":
		return "null", true
	}
	return "[]", true
}

func parsePeriod(typed string) (predate.Period, bool) {
	from, to, _ := strings.Cut(typed, "/")
	first, err := predate.ParseDate(from)
	last, also := predate.ParseDate(to)
	return predate.Period{From: first, To: last}, err == nil && also == nil && first.Before(last)
}

// strictly decodes typed JSON and refuses members that the shape does not have.
func strictly(sh shape, typed string) (predate.Value, error) {
	if strings.TrimSpace(typed) == "null" {
		return nil, errors.New("null n’est pas une valeur")
	}
	value, err := sh.decode(json.RawMessage(typed))
	if err != nil {
		return nil, err
	}
	encoded, _ := sh.encode(value)
	canonical, err := marshal(encoded)
	if err != nil {
		return nil, err
	}
	return value, sameMembers([]byte(typed), canonical)
}

// sameMembers refuses a member of what was typed that is not in what was
// understood.
func sameMembers(typed, understood []byte) error {
	var a, b any
	if err := json.Unmarshal(typed, &a); err != nil {
		return err
	}
	if err := json.Unmarshal(understood, &b); err != nil {
		return err
	}
	return unknownMember(a, b)
}

func unknownMember(typed, understood any) error {
	switch t := typed.(type) {
	case map[string]any:
		u, _ := understood.(map[string]any)
		for name, value := range t {
			known, ok := u[name]
			if !ok {
				return fmt.Errorf("membre inconnu %s", strconv.Quote(name))
			}
			if err := unknownMember(value, known); err != nil {
				return err
			}
		}
	case []any:
		u, _ := understood.([]any)
		for i, value := range t {
			if i < len(u) {
				if err := unknownMember(value, u[i]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// strictReason says in a few words why JSON was not understood.
func strictReason(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax), errors.Is(err, io.ErrUnexpectedEOF):
		return "ce n’est pas du JSON"
	case errors.As(err, &kind) && kind.Field != "":
		return "le membre " + kind.Field + " n’a pas le bon type"
	case errors.As(err, &kind):
		return "ce n’est pas le bon type"
	}
	return err.Error()
}

// EncodeValue writes a figure's value as the report does. A nil value is null.
func EncodeValue(key predate.Key, value predate.Value) ([]byte, error) {
	f, err := toFigure(predate.Figure{Key: key, Value: value})
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", key, err)
	}
	return f.Value, nil
}

// DecodeValue reads what EncodeValue wrote for the same figure.
func DecodeValue(key predate.Key, data []byte) (predate.Value, error) {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return nil, nil
	}
	sh, ok := shapeOf(key)
	if !ok {
		return nil, fmt.Errorf("decode value: %s is no figure of the statement", key)
	}
	value, err := sh.decode(data)
	if err != nil {
		return nil, fmt.Errorf("decode value of %s: %w", key, err)
	}
	return value, nil
}
