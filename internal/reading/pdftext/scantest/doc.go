// Package scantest draws long deeds and minutes for tests, and scans of them.
//
// It owns how they are typed and what they say, and refuses to judge what is read of
// them.
package scantest
