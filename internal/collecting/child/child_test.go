package child

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func shell(t *testing.T, script string) Options {
	t.Helper()
	path, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Path: path, Args: []string{"sh", "-c", script}, Env: []string{"WORD=seen"}, Dir: t.TempDir()}
}

func TestRun(t *testing.T) {
	t.Parallel()
	if err := Run(t.Context(), shell(t, `test "$WORD" = seen && test -z "$HOME"`)); err != nil {
		t.Error(err)
	}
	err := Run(t.Context(), shell(t, "echo the disk is full >&2; exit 3"))
	if err == nil || !strings.Contains(err.Error(), "exit status 3: the disk is full") {
		t.Errorf("a failure: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := Run(ctx, shell(t, "sleep 60")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one that does not end: %v", err)
	}
	if err := Run(t.Context(), Options{Path: "/nowhere/at all"}); err == nil {
		t.Error("no program was run")
	}
}

// A program is asked to end, and made to when it does not.
func TestStop(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"by what it reads": "trap '' INT; read line; echo read",
		"by the signal":    "trap 'exit 0' INT; sleep 60 & wait",
		"by force":         "trap '' INT; sleep 2",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := Start(shell(t, script+"; "))
			if err != nil {
				t.Fatal(err)
			}
			patience := 20 * time.Second
			if name == "by force" {
				patience = 20 * time.Millisecond
			}
			time.Sleep(200 * time.Millisecond) // for the trap
			began := time.Now()
			p.Stop(patience)
			<-p.Ended()
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("it took %s", took)
			}
			p.Stop(patience) // again, harmlessly
		})
	}
}

// A program that is halted does nothing until it is told to go on, and ends as others do.
func TestHalt(t *testing.T) {
	t.Parallel()
	p, err := Start(shell(t, "while sleep 0.01; do echo on; done"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop(20 * time.Millisecond)
	// grown waits until more is said than so much, or gives up.
	grown := func(from int, within time.Duration) int {
		for deadline := time.Now().Add(within); time.Now().Before(deadline) && len(p.Said()) <= from; {
			time.Sleep(5 * time.Millisecond)
		}
		return len(p.Said())
	}
	if grown(0, 20*time.Second) == 0 {
		t.Fatal("it says nothing")
	}
	if err := p.Halt(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond) // for what it wrote before
	halted := len(p.Said())
	if now := grown(halted, 200*time.Millisecond); now != halted {
		t.Error("it goes on while it is halted")
	}
	p.Resume()
	if now := grown(halted, 20*time.Second); now == halted {
		t.Error("it does not go on")
	}
}

func TestWhatItSaidIsKeptShort(t *testing.T) {
	t.Parallel()
	p, err := Start(shell(t, "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done"))
	if err != nil {
		t.Fatal(err)
	}
	<-p.Ended()
	if said := p.Said(); len(said) > mostKept || !strings.HasSuffix(said, "line 2999") {
		t.Errorf("%d bytes, ending in %.20q", len(said), said[max(0, len(said)-20):])
	}
}

func TestPeak(t *testing.T) {
	t.Parallel()
	if got, err := peakIn("Name:\tx\nVmPeak:\t  999 kB\nVmHWM:\t   2048 kB\n"); got != 2<<20 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
	for _, odd := range []string{"", "VmHWM:\tmuch kB\n"} {
		if got, err := peakIn(odd); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%q: %d, %v", odd, got, err)
		}
	}
}
