// Package keyname reads how papers name an allocation key (règlement de copropriété, loi
// 65-557 art. 10): its short code, its words, and both in a sentence.
//
// It owns the ways of printing a code with a name, and which words tell one name from
// another. It refuses to know pages and amounts: form finds the words that name a key.
package keyname
