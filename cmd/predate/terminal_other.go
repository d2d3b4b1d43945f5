//go:build !linux

package main

import (
	"errors"
	"os"
)

// hideTyping is not known on this system: the password is piped in.
func hideTyping(*os.File) (show func(), err error) {
	return nil, errors.New("this system's terminals are not known")
}
