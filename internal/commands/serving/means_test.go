package serving

import (
	"crypto/rand"
	"log/slog"
	"time"

	"predate/internal/commands/terminal"
)

// meansOf are the clock and chance of this machine, with a log.
func meansOf(log *slog.Logger) terminal.Means { return terminal.Means{time.Now, rand.Reader, log} }
