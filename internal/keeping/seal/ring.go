package seal

import (
	"io/fs"
	"os"
	"sync"
)

// ring is a key file in use. It is read again as soon as the file is replaced, so that
// keys can be rotated while a server runs: a process never seals with an outdated
// key.
type ring[T any] struct {
	path string
	read func(path string) (T, error)

	mu   sync.Mutex
	seen fs.FileInfo
	held T
}

func openRing[T any](path string, read func(string) (T, error)) (*ring[T], error) {
	r := &ring[T]{path: path, read: read}
	seen, err := os.Stat(path)
	if err != nil {
		return nil, missingOr(err, path)
	}
	if r.held, err = read(path); err != nil {
		return nil, err
	}
	r.seen = seen
	return r, nil
}

// keys returns the newest readable keys. If the file is missing or damaged, it returns
// those that were read before, which still open what they sealed, so that the server
// keeps running.
func (r *ring[T]) keys() T {
	r.mu.Lock()
	defer r.mu.Unlock()
	now, err := os.Stat(r.path)
	if err != nil || os.SameFile(now, r.seen) && now.ModTime().Equal(r.seen.ModTime()) {
		return r.held
	}
	if fresh, err := r.read(r.path); err == nil {
		r.held, r.seen = fresh, now
	}
	return r.held
}
