package extract

import (
	"strings"

	"predate"
)

// landAssociation quotes the first sentence that supposes an association of owners of
// land to which the building belongs (ordonnance 2004-632). A sentence that might deny
// one, or speaks of one that may be, tells nothing; nor does what is no sentence, such as
// the label of a value.
func landAssociation(doc source) []predate.Figure {
	for _, s := range sentencesIn(withoutFurniture(paperOf(doc))) {
		if doc.says(s.text, "land_association") && !doc.says(s.text, "land_association_doubted", "nothing") && strings.HasSuffix(s.raw, ".") && isStatement(paper{}, s.raw) {
			return []predate.Figure{{Value: predate.Text(s.raw), Evidence: proof(s.at.Page, s.at.Box, s.raw)}}
		}
	}
	return nil
}
