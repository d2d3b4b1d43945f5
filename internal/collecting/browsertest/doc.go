// Package browsertest drives a real browser through pages, for tests: keys and
// clicks, what a page shows, which hosts it asks, how it looks, and what axe finds
// of its accessibility.
//
// It owns the start and the end of Chromium, and the copy of axe-core 4.14.1
// (MPL-2.0), whose hash a test checks. It refuses to know any page.
package browsertest
