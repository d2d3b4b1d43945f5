package extranetsim

import (
	"encoding/json"
	"net/http"
)

// maxDeposit is the most that a site takes at once.
const maxDeposit = 64 << 20

// requestList lists what the owner asked the agency for.
func (s *xnet) requestList(w http.ResponseWriter, _ *http.Request) {
	if s.has(DepositClosed) {
		answer(w, http.StatusNotFound, map[string]any{"success": false})
		return
	}
	listed := []any{}
	for _, d := range s.received(0) {
		listed = append(listed, map[string]any{"id": d.ID, "reference": d.Receipt, "objet": d.Subject, "date_creation": "2026-05-18 10:00:00"})
	}
	answer(w, http.StatusOK, map[string]any{"data": map[string]any{"Demandes": listed}})
}

// takeDeposit takes a request with its pieces, and gives its number.
func (s *xnet) takeDeposit(w http.ResponseWriter, r *http.Request) {
	var sent struct {
		Objet, Message string
		Pieces         []struct {
			FileName string `json:"file_name"`
			MimeType string `json:"mime_type"`
			Base64   []byte `json:"base64"`
		}
	}
	refuse := func(status int, sentence string) {
		answer(w, status, map[string]any{"success": false, "message": sentence})
	}
	switch err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxDeposit)).Decode(&sent); {
	case s.has(DepositClosed):
		refuse(http.StatusNotFound, "Service fermé")
		return
	case err != nil:
		refuse(http.StatusBadRequest, "Requête invalide")
		return
	case s.has(DepositRefused):
		refuse(http.StatusUnprocessableEntity, "Ce type de fichier n'est pas accepté.")
		return
	case sent.Objet == "" || len(sent.Pieces) == 0:
		refuse(http.StatusUnprocessableEntity, "L'objet et une pièce sont obligatoires.")
		return
	}
	var pieces []Deposit
	for _, p := range sent.Pieces {
		pieces = append(pieces, Deposit{Filename: p.FileName, MediaType: p.MimeType, Data: p.Base64})
	}
	id, receipt := s.keep(Deposit{Subject: sent.Objet, Message: sent.Message}, pieces)
	if s.has(DepositLost) {
		cutShort(w)
		return
	}
	body := map[string]any{"success": true, "id": id, "message": "Votre demande a bien été enregistrée."}
	if receipt != "" {
		body["reference"] = receipt
	}
	answer(w, http.StatusOK, body)
}
