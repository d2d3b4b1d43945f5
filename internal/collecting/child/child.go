package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options say what to run.
type Options struct {
	Path string   // the program's file
	Args []string // with the name it is called by
	Env  []string // all of its environment
	Dir  string   // its working folder
}

// Process is a program that runs beside this one.
type Process struct {
	command *exec.Cmd
	stdin   io.Closer
	said    *tail
	ended   chan struct{}
	err     error // once it has ended
}

// pipesWithin bounds the wait for what a program's own children, which it left
// behind, still hold open.
const pipesWithin = time.Second

// Start runs a program. What it reads stays open until Stop, so that it can tell
// that whoever started it is gone.
func Start(o Options) (*Process, error) {
	p := &Process{command: exec.Command(o.Path), said: &tail{}, ended: make(chan struct{})}
	p.command.Args, p.command.Env, p.command.Dir = o.Args, o.Env, o.Dir
	p.command.Stdout, p.command.Stderr = p.said, p.said
	p.command.WaitDelay = pipesWithin
	apart(p.command)
	var err error
	if p.stdin, err = p.command.StdinPipe(); err == nil {
		err = p.command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", o.Path, err)
	}
	go func() {
		p.err = p.command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Run runs a program to its end and gives what it said as the error of its failure.
func Run(ctx context.Context, o Options) error {
	p, err := Start(o)
	if err != nil {
		return err
	}
	select {
	case <-p.ended:
	case <-ctx.Done():
		p.kill()
		return ctx.Err()
	}
	if p.err != nil {
		return fmt.Errorf("%s: %w: %s", o.Path, p.err, p.Said())
	}
	return nil
}

// Ended is closed once the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Said gives the end of what the program wrote.
func (p *Process) Said() string { return p.said.text() }

// Stop closes what the program reads and asks it to end; one that has not after so
// long is killed.
func (p *Process) Stop(patience time.Duration) {
	_ = p.stdin.Close() // it may have ended by itself
	_ = p.command.Process.Signal(os.Interrupt)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.ended:
	case <-timer.C:
		p.kill()
	}
}

// Halt makes the program stand still until Resume; errors.ErrUnsupported where there is no
// such thing.
func (p *Process) Halt() error { return halt(p.command.Process) }

// Resume lets a program go on that was halted.
func (p *Process) Resume() { resume(p.command.Process) }

func (p *Process) kill() {
	_ = p.command.Process.Kill() // it may have ended by itself
	<-p.ended
}

// Peak is the most memory that the program has had so far, in bytes; it gives
// errors.ErrUnsupported where the system does not tell.
func (p *Process) Peak() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, errors.ErrUnsupported
	}
	return peakIn(string(status))
}

// peakIn finds the high-water mark in the status of a process.
func peakIn(status string) (int64, error) {
	for line := range strings.Lines(status) {
		rest, found := strings.CutPrefix(line, "VmHWM:")
		if !found {
			continue
		}
		kibi, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
		if err != nil {
			return 0, errors.ErrUnsupported
		}
		return kibi << 10, nil
	}
	return 0, errors.ErrUnsupported
}

// tail keeps the end of what is written.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// mostKept is how many bytes a tail keeps.
const mostKept = 4 << 10

// Write keeps the last of it.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - mostKept; over > 0 {
		t.kept = append([]byte(nil), t.kept[over:]...)
	}
	return len(p), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.kept))
}
