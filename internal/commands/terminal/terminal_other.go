//go:build !linux

package terminal

import (
	"errors"
	"os"
)

// HideTyping is not known on this system: the password is piped in.
func HideTyping(*os.File) (show func(), err error) {
	return nil, errors.New("this system's terminals are not known")
}
