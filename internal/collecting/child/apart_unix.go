//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// apart keeps an interrupt at the terminal from the program: who started it ends it.
func apart(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func halt(program *os.Process) error { return program.Signal(syscall.SIGSTOP) }

func resume(program *os.Process) {
	_ = program.Signal(syscall.SIGCONT) // it may have ended
}
