// Package tagged turns the file of a simple PDF writer into one that machines
// can read and archives can keep: a structure tree over its marked content,
// metadata, an output intent, associated files (ISO 32000-1, ISO 19005-3).
//
// It owns the objects that such a writer cannot say: the tree and its parent
// tree, the alternative descriptions of links, the XMP packet and the document
// information that must agree with it, the sRGB profile, the maps from codes to
// Unicode, and the compact form of the file (object streams and a
// cross-reference stream). The same input gives the same bytes.
//
// It knows nothing of what the document says. It refuses what it cannot vouch
// for rather than write it: content that is neither tagged nor an artifact,
// marks that do not nest, links that nobody described, transparency, encryption,
// and every file that is not laid out in the plain way of its source: one
// cross-reference table, direct stream lengths, deflated streams.
package tagged
