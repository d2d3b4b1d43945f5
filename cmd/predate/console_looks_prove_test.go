//go:build prove

package main

// looks are how each page is looked at.
func looks() []aLook { return []aLook{{1400, false}, {1400, true}, {390, false}, {390, true}} }
