package pack

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
)

// Kinds are the types that a member of an interface type may hold. A value is
// written with the place of its type in the list.
type Kinds []reflect.Type

// KindsOf lists the types of values.
func KindsOf(values ...any) Kinds {
	kinds := make(Kinds, len(values))
	for i, v := range values {
		kinds[i] = reflect.TypeOf(v)
	}
	return kinds
}

func (k Kinds) place(t reflect.Type) (int, bool) {
	for i, kind := range k {
		if kind == t {
			return i, true
		}
	}
	return 0, false
}

const sumSize = 16

// Encode writes a value. It refuses types that cannot be read back: pointers,
// maps, functions, members that are not exported, and kinds that are not listed.
func Encode[T any](v T, kinds Kinds) ([]byte, error) {
	w := writer{kinds: kinds}
	if err := w.value(reflect.ValueOf(&v).Elem()); err != nil {
		return nil, fmt.Errorf("pack %T: %w", v, err)
	}
	sum := sha256.Sum256(w.out)
	return append(w.out, sum[:sumSize]...), nil
}

// Decode reads what Encode wrote for the same type and kinds.
func Decode[T any](data []byte, kinds Kinds) (T, error) {
	var v T
	body := len(data) - sumSize
	if body < 0 {
		return v, fmt.Errorf("unpack %T: %w", v, errShort)
	}
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:sumSize], data[body:]) {
		return v, fmt.Errorf("unpack %T: the checksum is another", v)
	}
	r := reader{data: data[:body], text: string(data[:body]), kinds: kinds}
	if err := r.value(reflect.ValueOf(&v).Elem()); err != nil {
		return v, fmt.Errorf("unpack %T: %w", v, err)
	}
	if r.at != len(r.data) {
		return v, fmt.Errorf("unpack %T: %d bytes are left over", v, len(r.data)-r.at)
	}
	return v, nil
}

type writer struct {
	out   []byte
	kinds Kinds
}

func (w *writer) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		set := 0
		if v.Bool() {
			set = 1
		}
		w.size(set)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out = binary.AppendVarint(w.out, v.Int())
	case reflect.Float64:
		w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(v.Float()))
	case reflect.String:
		w.size(v.Len())
		w.out = append(w.out, v.String()...)
	case reflect.Slice:
		return w.slice(v)
	case reflect.Array:
		return w.items(v)
	case reflect.Struct:
		return w.members(v)
	case reflect.Interface:
		return w.kind(v)
	default:
		return fmt.Errorf("%s cannot be kept", v.Type())
	}
	return nil
}

func (w *writer) size(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) }

// slice tells a nil slice from an empty one.
func (w *writer) slice(v reflect.Value) error {
	if v.IsNil() {
		w.size(0)
		return nil
	}
	w.size(v.Len() + 1)
	return w.items(v)
}

func (w *writer) items(v reflect.Value) error {
	for i := range v.Len() {
		if err := w.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) members(v reflect.Value) error {
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			return fmt.Errorf("%s.%s is not exported", v.Type(), v.Type().Field(i).Name)
		}
		if err := w.value(v.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) kind(v reflect.Value) error {
	if v.IsNil() {
		w.size(0)
		return nil
	}
	place, ok := w.kinds.place(v.Elem().Type())
	if !ok {
		return fmt.Errorf("%s is no listed kind", v.Elem().Type())
	}
	w.size(place + 1)
	return w.value(v.Elem())
}

var errShort = errors.New("it ends too early")

type reader struct {
	data  []byte
	text  string // the same: strings share it
	at    int
	kinds Kinds
}

func (r *reader) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.Bool:
		n, err := r.count()
		v.SetBool(n != 0)
		return err
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, length := binary.Varint(r.data[r.at:])
		if length <= 0 || v.OverflowInt(n) {
			return errShort
		}
		r.at += length
		v.SetInt(n)
	case reflect.Float64:
		if len(r.data)-r.at < 8 {
			return errShort
		}
		v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(r.data[r.at:])))
		r.at += 8
	case reflect.String:
		n, err := r.size(0)
		if err != nil {
			return err
		}
		v.SetString(r.text[r.at : r.at+n])
		r.at += n
	case reflect.Slice:
		return r.slice(v)
	case reflect.Array:
		return r.items(v)
	case reflect.Struct:
		for i := range v.NumField() {
			if err := r.value(v.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Interface:
		return r.kind(v)
	default:
		return fmt.Errorf("%s cannot be kept", v.Type())
	}
	return nil
}

// count reads a number.
func (r *reader) count() (uint64, error) {
	n, length := binary.Uvarint(r.data[r.at:])
	if length <= 0 {
		return 0, errShort
	}
	r.at += length
	return n, nil
}

// size reads how many there are of something that takes a byte each at least:
// never more than what is left.
func (r *reader) size(extra uint64) (int, error) {
	n, err := r.count()
	if err == nil && n > uint64(len(r.data)-r.at)+extra {
		err = errShort
	}
	return int(n), err
}

// slice reads one more than the length, or 0 for a nil slice. Items without
// members take no byte and are not kept by anyone.
func (r *reader) slice(v reflect.Value) error {
	n, err := r.size(1)
	if err != nil || n == 0 {
		return err
	}
	v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
	return r.items(v)
}

func (r *reader) items(v reflect.Value) error {
	for i := range v.Len() {
		if err := r.value(v.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) kind(v reflect.Value) error {
	n, err := r.count()
	if err != nil || n == 0 {
		return err
	}
	if n > uint64(len(r.kinds)) {
		return fmt.Errorf("no kind %d", n)
	}
	held := reflect.New(r.kinds[n-1]).Elem()
	if err := r.value(held); err != nil {
		return err
	}
	v.Set(held)
	return nil
}
