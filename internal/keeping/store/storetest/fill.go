package storetest

import (
	"fmt"
	"reflect"
	"time"

	"predate"
)

// fill sets every field of *to, at any depth, to a distinct value that is not
// zero. A field that the store forgets is then missed, also one that the root
// package gains later.
func fill[T any](to *T) T {
	n := 0
	fillValue(reflect.ValueOf(to).Elem(), &n)
	return *to
}

func fillValue(v reflect.Value, n *int) {
	*n++
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(noon().Add(time.Duration(*n) * time.Microsecond)))
		return
	case predate.Date:
		v.Set(reflect.ValueOf(predate.Date{Year: 2026, Month: time.March, Day: 2}.AddDays(*n)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillValue(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fillValue(v.Index(0), n)
		fillValue(v.Index(1), n)
	case reflect.String:
		v.SetString(fmt.Sprintf("« é %d » \"'\\", *n))
	case reflect.Int, reflect.Int64:
		v.SetInt(1<<40 + int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(uint64(*n % 256))
	default:
		panic(fmt.Sprintf("storetest: no filling for %s", v.Type()))
	}
}
