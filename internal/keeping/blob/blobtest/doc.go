// Package blobtest is what every blob.Store must do, as tests.
//
// It owns the cases that hold for all kinds of stores. It refuses what only
// one kind does, such as the files of a directory: that is tested beside it.
package blobtest
