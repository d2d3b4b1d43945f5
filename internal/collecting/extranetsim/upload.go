package extranetsim

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"

	"predate"
)

// dossierZIP is made by scripts/sample-dossier.sh.
//
//go:embed dossier/dossier.zip
var dossierZIP string

//go:embed dossier/order.json
var dossierOrder string

// Dossier gives the papers of the sample dossier as a ZIP, each page marked SPÉCIMEN, for
// a client who uploads them, and its hash.
func Dossier() ([]byte, predate.Hash) { return handed(dossierZIP) }

// DossierOrder gives the JSON body of an order that the papers of Dossier answer, and its
// hash.
func DossierOrder() ([]byte, predate.Hash) { return handed(dossierOrder) }

func handed(content string) ([]byte, predate.Hash) {
	sum := sha256.Sum256([]byte(content))
	return []byte(content), predate.Hash(hex.EncodeToString(sum[:]))
}
