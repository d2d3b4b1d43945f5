package terminal

import (
	"context"
	"io"
	"log/slog"
	"strconv"
	"time"

	"predate/internal/base/trace"
)

// JSONLog is the form of the log that programs read; people read the other.
const JSONLog = "json"

// NewLog makes the log of a process. Its lines have one form: durations in
// milliseconds, under a name that says so; nothing where there is nothing to tell; no
// value that fills the log.
func NewLog(w io.Writer, format string, level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: tidied}
	if format == JSONLog {
		return slog.New(traced{slog.NewJSONHandler(w, options)})
	}
	return slog.New(traced{slog.NewTextHandler(w, options)})
}

// traced adds to each line the trace that its work is part of, if any.
type traced struct{ slog.Handler }

// Handle writes a line.
func (t traced) Handle(ctx context.Context, line slog.Record) error {
	if id := trace.ID(ctx); id != "" {
		line.AddAttrs(slog.String("trace_id", id))
	}
	return t.Handler.Handle(ctx, line)
}

// WithAttrs makes a log whose lines all say some things.
func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

// WithGroup makes a log whose lines say things under a name.
func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }

// CommandLog is the log of a command that a person types: it hears of what goes wrong.
func CommandLog(c *Context) *slog.Logger { return NewLog(c.Stderr, "text", slog.LevelWarn) }

// tidied gives one value of a line in the form that all lines have; an empty one is
// left out.
func tidied(_ []string, a slog.Attr) slog.Attr {
	switch a.Value.Kind() {
	case slog.KindDuration:
		return milliseconds(a.Key+"_ms", a.Value.Duration())
	case slog.KindTime:
		if a.Value.Time().IsZero() {
			return slog.Attr{}
		}
	case slog.KindString:
		return bounded(a.Key, a.Value.String())
	case slog.KindAny:
		switch value := a.Value.Any().(type) {
		case nil:
			return slog.Attr{}
		case error:
			return bounded(a.Key, value.Error())
		}
	}
	return a
}

// milliseconds are whole from a second on; below, what is less than a microsecond is
// noise.
func milliseconds(key string, d time.Duration) slog.Attr {
	if d.Abs() >= time.Second {
		return slog.Int64(key, d.Round(time.Millisecond).Milliseconds())
	}
	return slog.Float64(key, float64(d.Round(time.Microsecond))/float64(time.Millisecond))
}

// bounded shortens a text, of which both ends are kept: what failed comes first, and why
// at the end.
func bounded(key, text string) slog.Attr {
	const most = 4 << 10
	if text == "" {
		return slog.Attr{}
	}
	if cut := len(text) - most; cut > 0 {
		text = text[:most/2] + " … (" + strconv.Itoa(cut) + " bytes) … " + text[len(text)-most/2:]
	}
	return slog.String(key, text)
}
