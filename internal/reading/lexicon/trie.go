package lexicon

import "slices"

// trie is the forms as paths of words.
type trie struct {
	next  map[uint64]int32 // from a node by a word
	steps [][]step         // the same by node, for words that are misread
	leafs [][]formRef      // forms that end at a node
}

// step leads from a node by a word.
type step struct {
	word uint32
	node int32
}

// formRef identifies a form of a concept.
type formRef struct{ concept, form int32 }

// anyNumber stands for any number in a form; wildcard is its place in the
// vocabulary.
const (
	anyNumber = "<n>"
	wildcard  = 1
)

func (t *trie) root() int32 {
	if t.next == nil {
		t.next = map[uint64]int32{}
		t.steps, t.leafs = make([][]step, 1), make([][]formRef, 1)
	}
	return 0
}

func key(node int32, word uint32) uint64 { return uint64(node)<<32 | uint64(word) }

// step goes to the next node, and makes it if need be.
func (t *trie) step(node int32, word uint32) int32 {
	if next, ok := t.next[key(node, word)]; ok {
		return next
	}
	next := int32(len(t.leafs))
	t.next[key(node, word)] = next
	t.steps, t.leafs = append(t.steps, nil), append(t.leafs, nil)
	t.steps[node] = append(t.steps[node], step{word, next})
	return next
}

func (t *trie) end(node int32, e formRef) {
	if !slices.Contains(t.leafs[node], e) {
		t.leafs[node] = append(t.leafs[node], e)
	}
}

func (t *trie) ends(node int32) []formRef { return t.leafs[node] }

// seal ends the making.
func (t *trie) seal() { t.root() }
