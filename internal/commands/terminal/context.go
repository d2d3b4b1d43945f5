package terminal

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/user"
	"time"

	"predate"
)

// World is what a command touches outside the house.
type World struct {
	Args           []string
	Env            func(string) (string, bool)
	Environ        func() []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Now            func() time.Time
	Random         io.Reader
}

// Means are what the parts of a house take of the world: a clock, chance and a log.
type Means struct {
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
}

// ErrShown ends a command that has already said why it fails.
var ErrShown = errors.New("already shown")

// Told is what the person at the terminal reads of an error: of a refusal, its
// sentence, which says all there is.
func Told(err error) error {
	var refusal *predate.Error
	if errors.As(err, &refusal) && refusal.Err == nil {
		return refusal
	}
	return err
}

// Context is what every command gets beside its own flags.
type Context struct {
	context.Context
	World
	Settings *settings
}

// Say writes a line for the person at the terminal.
func (c *Context) Say(format string, args ...any) {
	fmt.Fprintf(c.Stdout, format+"\n", args...)
}

// Means are what the parts of a house take of this command's world, with a log.
func (c *Context) Means(log *slog.Logger) Means { return Means{c.Now, c.Random, log} }

// CommandMeans are means whose log is that of a command that a person types.
func (c *Context) CommandMeans() Means { return c.Means(CommandLog(c)) }

// RandomText draws a text that nobody guesses: 26 letters and digits.
func RandomText(random io.Reader) string {
	var drawn [16]byte
	if _, err := io.ReadFull(random, drawn[:]); err != nil {
		return ""
	}
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(drawn[:])
}

// OrUser is who acts: the name given, else the user of this machine.
func OrUser(by string) string {
	if by != "" {
		return by
	}
	own, err := user.Current()
	if err != nil {
		return ""
	}
	return own.Username
}

// Sleep waits, and says whether it was for the whole time.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
