//go:build !unix

package child

import (
	"errors"
	"os"
	"os/exec"
)

// apart does nothing where there are no groups of processes.
func apart(*exec.Cmd) {}

func halt(*os.Process) error { return errors.ErrUnsupported }

func resume(*os.Process) {}
