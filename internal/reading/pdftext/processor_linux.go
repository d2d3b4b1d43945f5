package pdftext

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// capProcessor gives a program that runs so much time of a processor and no
// more, in whole seconds.
func capProcessor(p *os.Process, limit time.Duration) {
	most := uint64(max(1, limit/time.Second))
	// The time on the clock is capped too, should the system refuse.
	_ = unix.Prlimit(p.Pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: most, Max: most}, nil)
}

// overspent reports whether a program was ended because it used more.
func overspent(state *os.ProcessState) bool {
	if state == nil {
		return false
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && (status.Signal() == syscall.SIGXCPU || status.Signal() == syscall.SIGKILL)
}
