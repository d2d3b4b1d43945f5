package connector

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// identity tells the documents of a listing apart. What a site calls an
// identifier may be made up: the number of a row, which begins again in each
// folder and moves when a paper is added. So a document is known by all that the
// listing says of it, and two that cannot be told apart are both fetched: their
// bytes then say whether they are one.
type identity struct {
	asked map[string]bool // documents that nothing tells from one before
	alike map[string]int  // how many documents have one name
}

// name gives a document a name that the next listing gives it too. It says
// whether a document before it, asked for in the same way, is this one.
func (i *identity) name(s *session, doc *listed) (again bool) {
	if i.asked == nil {
		i.asked, i.alike = map[string]bool{}, map[string]int{}
	}
	request := s.recipe.Download.Signature(doc.scope)
	said := doc.ID + "\x00" + doc.Title + "\x00" + doc.Date.String()
	if i.asked[said+request] {
		return true
	}
	i.asked[said+request] = true
	if !s.recipe.ListAgain { // the links of one session tell nothing in another
		said += request
	}
	sum := sha256.Sum256([]byte(said))
	doc.ID += "~" + hex.EncodeToString(sum[:6])
	i.alike[doc.ID]++
	return false
}

// settle numbers the documents that have one name: none of them is known by it
// alone, for which of them was fetched before nobody can say.
func (i *identity) settle(documents []listed) {
	met := map[string]int{}
	for n := range documents {
		doc := &documents[n]
		name := doc.ID
		if i.alike[name] < 2 {
			continue
		}
		met[name]++
		doc.ID, doc.unsure = fmt.Sprintf("%s~%d", name, met[name]), true
	}
}
