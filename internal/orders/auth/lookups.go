package auth

import (
	"context"
	"errors"
	"sync"
	"time"

	"predate/internal/keeping/store"
)

// lookups lets requests with the same credentials that come while these are looked up share
// the next lookup. No request is answered from one that began before it came: what was revoked
// then is refused. A client with many connections asks the database as often as it answers,
// rather than once for each request.
type lookups struct {
	mu     sync.Mutex
	latest map[store.Presented]*lookup
}

// longestLookup bounds a question, since it does not end with the request that asks it.
const longestLookup = 10 * time.Second

// errUnanswered: the lookup that a request shared ended without an answer.
var errUnanswered = errors.New("the credentials were not looked up")

// lookup is one question to the database, and for whom it is asked.
type lookup struct {
	begun bool // nobody may join any more
	ended chan struct{}
	known store.Recognised
	err   error
}

// do returns what find returns. find may be called for other requests too, so that it gets a
// context that does not end with this one's.
func (l *lookups) do(ctx context.Context, p store.Presented, find func(context.Context) (store.Recognised, error)) (store.Recognised, error) {
	mine, before, joined := l.join(p)
	if joined {
		select {
		case <-mine.ended:
			return mine.known, mine.err
		case <-ctx.Done():
			return store.Recognised{}, ctx.Err()
		}
	}
	if before != nil {
		<-before.ended
	}
	l.mu.Lock()
	mine.begun = true
	l.mu.Unlock()
	defer l.end(p, mine)
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), longestLookup)
	defer cancel()
	mine.err = errUnanswered // if find panics
	mine.known, mine.err = find(limited)
	return mine.known, mine.err
}

// join returns the lookup that waits to begin, or a new one with the one that it must wait for.
func (l *lookups) join(p store.Presented) (mine, before *lookup, joined bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.latest[p]
	if before != nil && !before.begun {
		return before, nil, true
	}
	mine = &lookup{ended: make(chan struct{})}
	l.latest[p] = mine
	return mine, before, false
}

func (l *lookups) end(p store.Presented, mine *lookup) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.latest[p] == mine {
		delete(l.latest, p)
	}
	close(mine.ended)
}
