// Package pdftext turns the bytes of a file into pages of words with their
// boxes: from the text layer of a PDF, or by character recognition when there
// is no usable one, or of an image.
//
// A scan is straightened, lit evenly and read twice, with its ruling lines and
// without them. The readings are merged place by place: what one alone has
// counts, an amount that they make differently is in doubt, and nothing is
// guessed of a page that is too poor to be read. A guide, who knows what is looked
// for, may leave the running text of a long scan unread.
//
// It also rewrites PDFs as their pages alone, without anything that acts, and joins them.
//
// It owns the PDF engine, which runs as WebAssembly in a sandbox without files,
// network or clock, one fresh instance per document, under limits of memory,
// time and pages; and the only external program of the house, tesseract.
//
// It refuses to know anything of co-ownership, to find lines or tables (that
// is layout's), to keep any state between documents, and to trust a document:
// whatever the bytes are, Read ends within its limits with pages or with an
// *UnreadableError.
package pdftext
