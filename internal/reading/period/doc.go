// Package period reads how papers print a span of time: two days, or a quarter, a half-year
// or months of the calendar in words.
//
// It owns the French of such words. It refuses to know pages and what a period is of: form
// and extract find the words, and say whose exercise they name.
package period
