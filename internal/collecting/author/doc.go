// Package author owns what the author of a recipe is told: what could be better in
// it (Lint), how a page is built that the recipe did not know (Skeleton), and a page as
// a fixture (Scrubber).
//
// It refuses to repeat what names a person or opens a door: of a page only the words
// are shown that the recipe names or that any site says of itself. It reads no file and
// asks no site anything.
package author
