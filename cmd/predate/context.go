package main

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

// world is what a command touches outside the house.
type world struct {
	args           []string
	env            func(string) (string, bool)
	environ        func() []string
	stdin          io.Reader
	stdout, stderr io.Writer
	now            func() time.Time
	random         io.Reader
}

// means are what the parts of a house take of the world: a clock, chance and a log.
type means struct {
	now    func() time.Time
	random io.Reader
	log    *slog.Logger
}

// errShown ends a command that has already said why it fails.
var errShown = errors.New("already shown")

// told is what the person at the terminal reads of an error: of a refusal, its
// sentence, which says all there is.
func told(err error) error {
	var refusal *predate.Error
	if errors.As(err, &refusal) && refusal.Err == nil {
		return refusal
	}
	return err
}

// commandContext is what every command gets beside its own flags.
type commandContext struct {
	context.Context
	world
	settings *settings
}

// say writes a line for the person at the terminal.
func (c *commandContext) say(format string, args ...any) {
	fmt.Fprintf(c.stdout, format+"\n", args...)
}

// means are what the parts of a house take of this command's world, with a log.
func (c *commandContext) means(log *slog.Logger) means { return means{c.now, c.random, log} }

// commandMeans are means whose log is that of a command that a person types.
func (c *commandContext) commandMeans() means { return c.means(commandLog(c)) }

// randomText draws a text that nobody guesses: 26 letters and digits.
func randomText(random io.Reader) string {
	var drawn [16]byte
	if _, err := io.ReadFull(random, drawn[:]); err != nil {
		return ""
	}
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(drawn[:])
}

// orUser is who acts: the name given, else the user of this machine.
func orUser(by string) string {
	if by != "" {
		return by
	}
	own, err := user.Current()
	if err != nil {
		return ""
	}
	return own.Username
}

// sleep waits, and says whether it was for the whole time.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
