package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"predate"
)

// exported is a table whose rows about an order are exported for the person concerned.
type exported struct {
	table   string
	name    string // French
	where   string
	order   string
	columns string // in the order of the answer
}

// exporting returns the exported tables, each with all its columns except
// withheldColumns.
func exporting() []exported {
	const of, runs, events = "order_id = $1", "run IN (SELECT id FROM runs WHERE order_id = $1)", "event IN (SELECT id FROM events WHERE order_id = $1)"
	return []exported{
		{"orders", "commande", "id = $1", "id", "id external_id street additional city zipcode owners invoice_address invoice_city invoice_zipcode invoice_lastname" +
			" method syndic_name syndic_url lots comment all_due_paid test_mode state pending refreshed cancelled created updated by_test_key erased"},
		{"runs", "passages", of, "number", "number reference_date method all_due_paid comment created collected collected_at attempts failure failure_text" +
			" read_done outcome gaps reasons doubts cause again registration approved issued report_hash pdf_hash proof_hash specimen ended repeats final_failure stage failed_at recipe"},
		{"documents", "pièces", of, "id", "id hash size filename media_type origin hint comment remote_id collected doctype printed unreadable foreign_building" +
			" duplicate_of submit deposited receipt deposit_failure given_for"},
		{"listed_papers", "pièces_proposées_par_l’extranet", of, "place, remote_id", "remote_id place title listed hint reason seen"},
		{"remote_papers", "identifiants_des_pièces_chez_l’extranet", of, "remote_id", "remote_id document"},
		{"corrections", "corrections_de_pièces", of, "at, about, hash", "about hash first_page last_page code fiscal_year value who at why declarant asked"},
		{"messages", "échanges", of, "at, id", "at side who code fiscal_year says words"},
		{"rulings", "valeurs_décidées", runs, "at, figure", "figure value status who at why"},
		{"acknowledgements", "doutes_admis", runs, "at, doubt", "doubt says who at why"},
		{"first_issues", "premières_approbations", runs, "at", "report who at why"},
		{"steps", "valeurs_avant_décision", runs, "at, item", "what item earlier who at"},
		{"held_runs", "passages_retenus", runs, "since", "recipe version since"},
		{"reviews", "examens_par_un_opérateur", of, "since, id", "reasons since closed closed_by why cause"},
		{"decided", "décisions_mesurées", of, "at, item", "item what figure cause who at strokes millis undone"},
		{"events", "événements", of, "position", "external_id seq state simulated test_mode created missing faults delay passed"},
		{"deliveries", "livraisons", events, "created, id", "endpoint seq status attempts created next ended link details documents registration earlier asleep held"},
		{"attempts", "envois", "delivery IN (SELECT id FROM deliveries WHERE " + events + ")", "at, number", "number at duration status error answer retry_after succeeded control"},
		{"issued", "codes_de_vérification", of, "number", "code number at"},
		{"invoices", "factures", of, "at, number", "number corrects at body pdf_hash"},
		{"audit", "actes", of, "at, id", "at who act detail about value why"},
	}
}

// columnNames returns the French names of columns.
func columnNames() map[string]string {
	names := map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(`
id identifiant|external_id référence_du_client|street adresse|additional complément|city ville|zipcode code_postal|owners vendeurs
invoice_address facture_adresse|invoice_city facture_ville|invoice_zipcode facture_code_postal|invoice_lastname facture_nom|method mode_de_collecte
syndic_name syndic|syndic_url extranet|lots lots|comment commentaire|all_due_paid déclaré_à_jour|test_mode essai|state état|pending en_cours|refreshed actualisée
cancelled annulée_le|created créé_le|updated modifié_le|by_test_key par_clé_d’essai|erased effacée_le|number numéro|reference_date date_de_référence
collected collecté|collected_at collecté_le|attempts essais|failure échec|failure_text échec_en_clair|read_done lu|outcome issue|gaps manques|reasons motifs
doubts doutes|cause cause|again reprise_le|registration immatriculation|approved approuvé|issued délivré_le|report_hash empreinte_du_rapport|pdf_hash empreinte_du_pdf|proof_hash empreinte_de_la_preuve
specimen spécimen|ended fini_le|repeats échecs_de_suite|final_failure échec_définitif|stage étape|failed_at échec_le|hash empreinte|size octets|filename fichier
media_type type_de_fichier|origin provenance|hint nature_annoncée|remote_id identifiant_extranet|doctype nature|printed date_imprimée|unreadable illisible
foreign_building autre_immeuble|duplicate_of double_de|submit à_déposer|deposited déposé_le|receipt récépissé|deposit_failure échec_du_dépôt|given_for remise_pour|place rang|title titre
listed daté_par_l’extranet|reason motif|seen vu_le|document pièce|about sur|first_page première_page|last_page dernière_page|code code|fiscal_year exercice|value valeur
who par|at le|why pourquoi|declarant déclarant|asked demandé|side côté|says dit|words texte|figure chiffre|status statut|doubt doute|report rapport|what quoi|item objet
earlier avant|recipe recette|version version|since depuis|closed clos_le|closed_by clos_par|strokes frappes|millis durée_ms|undone repris|seq rang_dans_la_commande
simulated simulé|missing manquant|faults défauts_simulés|delay délai_ns|passed rang_simulé|endpoint destinataire|next prochain_envoi|link par_lien|details avec_détails
documents avec_pièces|asleep en_attente|held retenu|duration durée_ns|error erreur|answer réponse|retry_after à_reprendre_après_ns|succeeded réussi|control ordre_reçu|act acte|detail détail
corrects annule|body contenu`), "\n") {
		for pair := range strings.SplitSeq(line, "|") {
			column, french, _ := strings.Cut(pair, " ")
			names[column] = french
		}
	}
	return names
}

// instants returns the names of columns that contain an instant. Another table may have a
// boolean column of the same name; the type of the value distinguishes them.
func instants() []string {
	return strings.Fields("cancelled created updated erased collected collected_at again issued ended failed_at deposited seen at since closed next")
}

// OrderExport is all stored data about an order, for the person concerned: tables by
// their French names, each a list of rows.
type OrderExport map[string][]map[string]any

// ExportOrder returns the data about an order that the person concerned may receive. The
// data left out, and the reasons, are listed in withheld and withheldColumns of its test.
func ExportOrder(ctx context.Context, tx Tx, id predate.OrderID) (OrderExport, error) {
	all := OrderExport{}
	names := columnNames()
	for _, one := range exporting() {
		columns := strings.Fields(one.columns)
		scan := func(row Row) (map[string]any, error) {
			values := make([]any, len(columns))
			into := make([]any, len(columns))
			for i := range values {
				into[i] = &values[i]
			}
			if err := row.Scan(into...); err != nil {
				return nil, err
			}
			out := map[string]any{}
			for i, column := range columns {
				out[names[column]] = readable(column, values[i])
			}
			return out, nil
		}
		rows, err := collect(ctx, tx, scan, "SELECT "+strings.Join(columns, ", ")+" FROM "+one.table+" WHERE "+one.where+" ORDER BY "+one.order, id)
		if err != nil {
			return nil, fmt.Errorf("export %s of order %s: %w", one.table, id, err)
		}
		if len(rows) > 0 {
			all[one.name] = rows
		}
	}
	return all, nil
}

// readable converts a stored value for a reader: instants to dates, JSON to lists.
func readable(column string, value any) any {
	switch v := value.(type) {
	case int64:
		if !slices.Contains(instants(), column) {
			return v
		}
		if v == 0 {
			return nil
		}
		return time.UnixMicro(v).UTC().Format(time.RFC3339)
	case []byte:
		return readable(column, string(v))
	case string:
		if (strings.HasPrefix(v, "[") || strings.HasPrefix(v, "{")) && json.Valid([]byte(v)) {
			return json.RawMessage(v)
		}
	}
	return value
}
