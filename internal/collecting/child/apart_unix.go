//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// apart keeps an interrupt at the terminal from the program: who started it ends it.
func apart(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
