package api

import (
	"fmt"
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"predate"
)

// limiter paces each API key by a token bucket.
type limiter struct {
	perSecond, burst int

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// maxBuckets is when the full buckets, which say nothing, are dropped.
const maxBuckets = 4096

func newLimiter(perSecond, burst int) *limiter {
	return &limiter{perSecond: perSecond, burst: burst, buckets: make(map[string]*rate.Limiter)}
}

// take takes one request from a key's bucket and tells the caller what is left
// of it; an empty bucket is refused with CodeTooMany.
func (l *limiter) take(w http.ResponseWriter, key string, now time.Time) error {
	bucket := l.bucket(key, now)
	allowed := bucket.AllowN(now, 1)
	left := int(math.Max(0, math.Floor(bucket.TokensAt(now))))
	full := math.Ceil(float64(l.burst) / float64(l.perSecond))
	w.Header().Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=%d`, l.burst, int(full)))
	w.Header().Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, left, int(math.Ceil(float64(l.burst-left)/float64(l.perSecond)))))
	if allowed {
		return nil
	}
	return &predate.Error{
		Code: predate.CodeTooMany, Message: fmt.Sprintf("Too many requests: at most %d a second", l.perSecond), RetryAfter: 1,
	}
}

func (l *limiter) bucket(key string, now time.Time) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bucket, ok := l.buckets[key]; ok {
		return bucket
	}
	if len(l.buckets) >= maxBuckets {
		for other, bucket := range l.buckets {
			if bucket.TokensAt(now) >= float64(l.burst) {
				delete(l.buckets, other)
			}
		}
	}
	bucket := rate.NewLimiter(rate.Limit(l.perSecond), l.burst)
	l.buckets[key] = bucket
	return bucket
}
