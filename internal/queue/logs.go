package queue

import (
	"context"
	"log/slog"
	"strings"
)

// quiet lowers the job engine's voice: its everyday news are for who debugs,
// and that a stop interrupts it is no error.
type quiet struct{ slog.Handler }

func quietly(l *slog.Logger) *slog.Logger { return slog.New(quiet{l.Handler()}) }

// Enabled judges a level as Handle will give it.
func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	if level == slog.LevelInfo {
		level = slog.LevelDebug
	}
	return q.Handler.Enabled(ctx, level)
}

// Handle passes a record on, news as debugging.
func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	interrupted := false
	r.Attrs(func(a slog.Attr) bool {
		interrupted = strings.HasSuffix(a.Key, "err") || strings.HasSuffix(a.Key, "error")
		interrupted = interrupted && strings.HasSuffix(a.Value.String(), context.Canceled.Error())
		return !interrupted
	})
	if r.Level == slog.LevelInfo || interrupted {
		r.Level = slog.LevelDebug
		if !q.Handler.Enabled(ctx, r.Level) {
			return nil
		}
	}
	return q.Handler.Handle(ctx, r)
}

// WithAttrs keeps the voice low.
func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

// WithGroup keeps the voice low.
func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }
