package serving

import (
	"log/slog"
	"net/http"
	"sync"

	"predate/internal/doors/api"
	"predate/internal/doors/guide"
)

// lazyGuide is the documentation that the public address serves. It is made when the
// first of its pages is asked for: that is a fifth of the work of a start, and few
// processes are asked.
type lazyGuide struct {
	made func() (*guide.Guide, error)
	log  *slog.Logger
}

func newGuide(base string, log *slog.Logger) lazyGuide {
	return lazyGuide{log: log, made: sync.OnceValues(func() (*guide.Guide, error) {
		options := guide.Options{Base: base}
		for _, code := range api.Codes() {
			options.Refusals = append(options.Refusals, guide.Refusal{Code: code.Name, Status: code.Status})
		}
		return guide.New(options)
	})}
}

// Serves reports whether a path of the public address is the documentation's.
func (lazyGuide) Serves(path string) bool { return guide.Serves(path) }

// ServeHTTP answers a request for a page.
func (l lazyGuide) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g, err := l.made()
	if err != nil {
		l.log.ErrorContext(r.Context(), "the documentation cannot be made", "error", err)
		http.Error(w, "The documentation cannot be shown.", http.StatusInternalServerError)
		return
	}
	g.ServeHTTP(w, r)
}
