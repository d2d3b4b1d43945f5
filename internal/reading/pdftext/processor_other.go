//go:build !linux

package pdftext

import (
	"os"
	"time"
)

// capProcessor leaves a program to the cap on the time of the clock.
func capProcessor(*os.Process, time.Duration) {}

func overspent(*os.ProcessState) bool { return false }
