package layout

import (
	"reflect"
	"sync"
)

// memo keeps what readers derived from a document, so that a document which
// several rules look at is taken apart once.
type memo struct {
	mu   sync.Mutex
	kept map[reflect.Type]any
}

// Once returns what make derives from the document, derived at the first call
// for that type and kept with the document. What it gives is shared: nobody
// changes it. A Doc that Analyse did not make keeps nothing.
func Once[T any](doc Doc, make func(Doc) T) T {
	if doc.memo == nil {
		return make(doc)
	}
	key := reflect.TypeFor[T]()
	doc.memo.mu.Lock()
	kept, ok := doc.memo.kept[key]
	doc.memo.mu.Unlock()
	if ok {
		return kept.(T)
	}
	made := make(doc)
	doc.memo.mu.Lock()
	defer doc.memo.mu.Unlock()
	doc.memo.kept[key] = made
	return made
}
