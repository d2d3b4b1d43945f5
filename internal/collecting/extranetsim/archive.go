package extranetsim

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// archiveSize is how many documents the largest extranet had that somebody
// described in public.
const archiveSize = 460

// archived is a kind of paper that piles up in an extranet, as somebody filed
// it: the title is what was typed, the folder where it happened to land.
type archived struct{ title, category, space string }

func archivedKinds() []archived {
	return []archived{
		{"Facture entretien ascenseur %d", "Immeuble / Factures", spaceBuilding},
		{"Relevé bancaire", "Immeuble / Divers", spaceBuilding},
		{"SCAN_%04d", "Immeuble / Divers", spaceBuilding},
		{"Devis étanchéité", "Immeuble / Carnet d'entretien", spaceBuilding},
		{"Comptes %d", "Immeuble / Contrat de syndic", spaceBuilding},
		{"Compte-rendu de visite", "Immeuble / Interventions et travaux", spaceBuilding},
		{"Courrier aux copropriétaires", "Immeuble / Divers", spaceBuilding},
		{"Contrat nettoyage n° %d", "Immeuble / Carnet d'entretien", spaceBuilding},
		{"Ordre de service", "Immeuble / Interventions et travaux", spaceBuilding},
		{"Quittance d'assurance %d", "Immeuble / Contrats", spaceBuilding},
		{"Liste des copropriétaires %d", "Conseil syndical", spaceCouncil},
		{"PV de réunion du conseil", "Conseil syndical", spaceCouncil},
		{"Avis d'échéance locataire", "Mon compte / Divers", spaceOwner},
	}
}

// Archive gives the same dossier as an extranet of 460 documents shows it, in
// which years of other papers pile up around it: titles that repeat, titles that
// lie, papers of other buildings, papers without a date.
func Archive(source fs.FS) (fs.FS, error) {
	text, err := fs.ReadFile(source, "extranet.json")
	if err != nil {
		return nil, fmt.Errorf("read dossier: %w", err)
	}
	var entries []Entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("read extranet.json: %w", err)
	}
	own, err := ownAccount(source)
	if err != nil {
		return nil, err
	}
	piled := pile(own.Building, archiveSize-len(entries))
	all := make([]Entry, 0, archiveSize)
	for len(entries)+len(piled.entries) > 0 { // one of the dossier among twelve others
		if len(entries) > 0 {
			all, entries = append(all, entries[0]), entries[1:]
		}
		n := min(12, len(piled.entries))
		all, piled.entries = append(all, piled.entries[:n]...), piled.entries[n:]
	}
	if text, err = json.Marshal(all); err != nil {
		return nil, fmt.Errorf("write extranet.json: %w", err)
	}
	return layered{newPaperFS(append(piled.files, paperFile{"extranet.json", text})), source}, nil
}

// pile makes n papers of no interest.
func pile(building string, n int) made {
	var m made
	kinds := archivedKinds()
	for i := range max(n, 0) {
		kind, where, date := kinds[i%len(kinds)], building, fmt.Sprintf("%d-%02d-%02d", 2014+i/40, 1+i%12, 1+i%28)
		if i%23 == 7 {
			where = "Résidence Les Charmilles, 4 allée des Charmilles, 38000 Grenoble"
		}
		if i%9 == 4 {
			date = ""
		}
		title := kind.title
		if strings.Contains(title, "%") {
			title = fmt.Sprintf(kind.title, 2014+i/40)
		}
		m.add(Entry{Title: title, Category: kind.category, Space: kind.space, Date: date}, where)
	}
	return m
}

// layered looks for a file in the first folder, then in the second.
type layered struct{ above, below fs.FS }

// Open gives a file by its name.
func (l layered) Open(name string) (fs.File, error) {
	if f, err := l.above.Open(name); err == nil {
		return f, nil
	}
	return l.below.Open(name)
}
