package queue

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuiet(t *testing.T) {
	for level, want := range map[slog.Level]string{
		slog.LevelInfo:  "level=ERROR msg=failed client=1 error=broken\n",
		slog.LevelDebug: "level=DEBUG msg=news client=1\nlevel=DEBUG msg=cut client=1 error=\"begin: context canceled\"\nlevel=ERROR msg=failed client=1 error=broken\n",
	} {
		var out bytes.Buffer
		plain := slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})
		log := quietly(slog.New(plain)).With("client", 1)
		log.Info("news")
		log.Error("cut", "error", fmt.Sprint("begin: ", "context canceled"))
		log.Error("failed", "error", errors.New("broken"))
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("at %s: %s", level, diff)
		}
	}
}
