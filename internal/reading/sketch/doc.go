// Package sketch draws a page with what was read on it: the words, the columns of amounts
// as they were understood, and the places that a figure rests on.
//
// It owns the colours, the legend, the straightening of a scan as it was
// straightened to be read, and where a label finds room. It refuses to find
// anything: what it draws is given.
package sketch
