package pdftext

// Version names the engine and its rules for words. It changes whenever Read
// may give other pages for the same bytes, so that kept pages are not taken
// for its own.
const Version = "pdfium-2.15.1-24"
