// Package parting finds the lines of a document that are titles of kinds of paper, and
// parts a document there. It reads no figure and no other words.
package parting
