// Package guide is the documentation for who builds on the API, in the binary: pages in
// French and English, the reference drawn from the OpenAPI file, a search, and the same
// pages as Markdown for machines.
//
// It owns the words of the pages, what each code of the API means and what to do about
// it, and the form of it all. The commands that the pages show are written once for both
// languages, and a test runs them. All pages are made at once, and do not change
// afterwards.
//
// It refuses to know an account, an order or who asks: what it shows is the same for
// everybody. It loads nothing from another host. The codes come from the tables of those
// who answer them.
package guide
