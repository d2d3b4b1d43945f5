// Package layouttest makes documents out of drawn text, for the tests of what
// reads them.
package layouttest
