package recipe

import (
	"unicode"

	"github.com/goccy/go-yaml"

	"predate/internal/base/fold"
)

// siteWords are the words that any site says of itself: of its pages, forms and menus.
// None names anybody.
const siteWords = `accueil acceder access account actif action active actualites adresse afficher aide ajouter aller annee annexe annuler appel
appels archives assemblee assemblees attente au aucun aux avec avis bien bienvenue biens body bonjour bouton btn budget button cancel ce
changer charges cherche chercher choisir civilite class clef client clients cle code compte comptes condominium confirmer connecter connectez
connecte connexion consulter contact contenu content continuer convocation copropriete coproprietaire coproprietaires csrf data date
dates de deconnecter deconnexion demande demander depenses dernier derniere des detail details disponible document documents doc docs
donnees dossier dossiers download du echeance ecrire edl email emails en entree entrer envoyer erreur erreurs error espace est et etat
exercice extranet facture factures fermer fichier fichiers file files filter filtre fin fonds footer form formulaire gestion hash header
historique home icon id identifiant identifiants image immeuble immeubles imprimer index info infos information informations input
intranet jeton item items je jour la label langue le les lien link list liste listing locataire login logo logout lot lots main mandat masquer
mdp me mel menu mes message messages mettre mm mme modal modifier mois mon montant mot mots mr name nav navigation nom nos notre nouveau
nouvelle numero on ou oubli oublie ouvrir page pages paiement par parametres pass passe password payer pdf personnel piece pieces plan
politique pour precedent precedente prenom print profil profile proces provision quitter recherche rechercher referer reglement releve
releves requis reset residence retour role row saisir se search section select selectionner session service services si site societe
solde sommaire sortie submit suivant suivante sur syndic table tableau tabs td telecharger telechargement telephone text texte th title
titre token total tous tout toutes travaux tri type un une url user username utilisateur valider verbal verbaux ville voir vos votre vous
xsrf your`

// vocabulary is the words that a skeleton may show, folded.
type vocabulary map[string]bool

func (v vocabulary) learn(text string) {
	for _, word := range Pieces(text) {
		if folded := fold.Letters(word.Text); word.Letters && folded != "" {
			v[folded] = true
		}
	}
}

// namedBy is the words that a recipe names. What it says to its reader alone, in
// comments, does not count.
func namedBy(recipe []byte) (vocabulary, error) {
	var read any
	if err := yaml.Unmarshal(recipe, &read); err != nil {
		return nil, err
	}
	v := vocabulary{}
	v.learnAll(read)
	return v, nil
}

func (v vocabulary) learnAll(value any) {
	switch one := value.(type) {
	case map[string]any:
		for name, member := range one {
			v.learn(name)
			v.learnAll(member)
		}
	case []any:
		for _, item := range one {
			v.learnAll(item)
		}
	case string:
		v.learn(one)
	}
}

// Knows reports whether the recipe or any site names a word.
func (r *Recipe) Knows(word string) bool {
	folded := fold.Letters(word)
	return r.named[folded] || r.common.named[folded]
}

// piece is a word, or what stands between two.
type piece struct {
	Text    string
	Letters bool
}

// Pieces cuts a text into its words and what stands between them. A capital within a
// word begins another, as in motDePasse.
func Pieces(text string) []piece {
	var pieces []piece
	last := ' '
	for _, r := range text {
		letter := unicode.IsLetter(r) || unicode.IsMark(r)
		if n := len(pieces); n == 0 || pieces[n-1].Letters != letter || unicode.IsUpper(r) && unicode.IsLower(last) {
			pieces = append(pieces, piece{Letters: letter})
		}
		pieces[len(pieces)-1].Text += string(r)
		last = r
	}
	return pieces
}
