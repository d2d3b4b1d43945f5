package scantest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// Typing is how a paper is typed.
type Typing struct {
	Font    string
	Size    float64 // of the type, in points
	Leading float64 // from line to line, in points
	Margin  float64 // at both sides, in points
}

// Notary is how a notary's deed is typed.
func Notary() Typing { return Typing{Font: "Times", Size: 12.5, Leading: 21, Margin: 78} }

// sheets is a paper that is being typed.
type sheets struct {
	*fpdf.Fpdf
	Typing
	say func(string) string
}

func typed(t Typing) sheets {
	f := fpdf.New("P", "pt", "A4", "")
	s := sheets{Fpdf: f, Typing: t, say: f.UnicodeTranslatorFromDescriptor("")}
	f.SetMargins(t.Margin, 70, t.Margin)
	f.SetAutoPageBreak(true, 80)
	f.AddPage()
	return s
}

func (s sheets) title(text string) {
	s.Ln(s.Leading)
	s.SetFont(s.Font, "B", s.Size+3)
	s.MultiCell(0, s.Leading*1.3, s.say(text), "", "C", false)
	s.Ln(s.Leading)
}

func (s sheets) heading(text string) {
	s.Ln(s.Leading / 2)
	s.SetFont(s.Font, "B", s.Size)
	s.MultiCell(0, s.Leading, s.say(text), "", "L", false)
	s.Ln(s.Leading / 2)
}

func (s sheets) prose(text string) {
	s.SetFont(s.Font, "", s.Size)
	s.MultiCell(0, s.Leading, s.say(text), "", "J", false)
}

func (s sheets) bytes(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Deed draws the rules of a building in articles of running text, on so many
// pages, which bear their numbers.
func Deed(t testing.TB, pages int) []byte {
	t.Helper()
	s := typed(Notary())
	s.SetFooterFunc(func() {
		s.SetY(-50)
		s.SetFont(s.Font, "", s.Size-2)
		s.CellFormat(0, s.Leading, fmt.Sprintf("- %d -", s.PageNo()), "", 0, "C", false, 0, "")
	})
	s.title("RÈGLEMENT DE COPROPRIÉTÉ")
	s.prose("L'an 1982, le 30 mars, par-devant Maître Étienne Vauquelin, notaire à Lyon, soussigné, a été établi ainsi qu'il suit le règlement de " +
		"copropriété de l'immeuble situé 18 rue des Maraîchers-Fleuris, 69003 Lyon, cadastré section AB n° 217, à la requête de la société civile qui l'a fait construire.")
	chance := rand.New(rand.NewPCG(3, 5))
	lines := sentences()
	for article := 1; s.PageNo() < pages || s.GetY() < 500; article++ {
		names := subjects()
		s.heading(fmt.Sprintf("ARTICLE %d - %s", article, names[article%len(names)]))
		for range 2 + chance.IntN(3) {
			text := ""
			for range 3 + chance.IntN(4) {
				text += lines[chance.IntN(len(lines))] + " "
			}
			if s.PageNo() == pages && s.GetY() > 600 {
				break
			}
			s.prose(text)
		}
	}
	return s.bytes(t)
}

// Minutes draws the minutes of a meeting, typed as given.
func Minutes(t testing.TB, as Typing) []byte {
	t.Helper()
	s := typed(as)
	s.title("PROCÈS-VERBAL DE L'ASSEMBLÉE GÉNÉRALE ORDINAIRE DU 26 MARS 2026")
	s.prose("Les copropriétaires de l'immeuble situé 18 rue des Maraîchers-Fleuris, 69003 Lyon, se sont réunis en assemblée générale ordinaire sur convocation " +
		"du syndic adressée à tous par lettre recommandée. La feuille de présence est signée par les copropriétaires présents et par les mandataires de ceux qui sont représentés.")
	for i, point := range []struct{ subject, text string }{
		{"Élection du président de séance", "Madame Hélène Vassorelle est élue présidente de séance pour toute la durée de la présente assemblée, qui ouvre aussitôt la discussion sur les points de l'ordre du jour."},
		{"Approbation des comptes de l'exercice du 01/01/2025 au 31/12/2025", "L'assemblée générale, après avoir examiné les comptes joints à la convocation, approuve en leur forme, teneur, imputation et répartition les comptes de charges de l'exercice."},
		{"Quitus au syndic", "L'assemblée générale donne quitus plein et entier de sa gestion au syndic pour l'exercice écoulé, sans réserve de la part des copropriétaires présents ou représentés."},
		{"Budget prévisionnel de l'exercice du 01/01/2027 au 31/12/2027", "L'assemblée générale fixe le budget prévisionnel de l'exercice à la somme de 84 500,00 euros, qui sera appelée par quarts exigibles le premier jour de chaque trimestre."},
		{"Ravalement de la façade sur cour", "L'assemblée générale décide de réaliser les travaux de ravalement de la façade sur cour pour un montant de 36 250,00 euros, honoraires du maître d'œuvre et du syndic compris."},
	} {
		s.heading(fmt.Sprintf("%d. %s", i+1, point.subject))
		s.prose(point.text + " Le président de séance met la résolution aux voix après que chacun a pu poser ses questions et que le syndic y a répondu.")
		s.prose("Votes pour : 7 420 tantièmes ; votes contre : 310 tantièmes ; abstentions : aucune. Cette résolution est adoptée à la majorité des voix exprimées.")
	}
	s.prose("L'ordre du jour étant épuisé, la séance est levée à vingt heures quinze. Le président, les scrutateurs et le secrétaire ont signé le présent procès-verbal.")
	return s.bytes(t)
}

// Pages takes some pages out of a paper, from one to another.
func Pages(t testing.TB, paper []byte, first, last int) []byte {
	t.Helper()
	folder := t.TempDir()
	whole, some := filepath.Join(folder, "whole.pdf"), filepath.Join(folder, "some.pdf")
	if err := os.WriteFile(whole, paper, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("qpdf", whole, "--pages", ".", fmt.Sprintf("%d-%d", first, last), "--", some).CombinedOutput(); err != nil {
		t.Fatalf("the scans of tests need qpdf: %v: %s", err, out)
	}
	data, err := os.ReadFile(some)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Scan scans papers, one after the other, into one file without text.
func Scan(t testing.TB, papers ...[]byte) []byte {
	t.Helper()
	folder := t.TempDir()
	f := fpdf.New("P", "pt", "A4", "")
	for i, data := range papers {
		base := filepath.Join(folder, fmt.Sprint("paper", i))
		if err := os.WriteFile(base+".pdf", data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("pdftoppm", "-r", "150", "-gray", "-jpeg", "-jpegopt", "quality=55", base+".pdf", base).CombinedOutput()
		if err != nil {
			t.Fatalf("the scans of tests need pdftoppm: %v: %s", err, out)
		}
		pages, err := filepath.Glob(base + "-*.jpg")
		if err != nil || len(pages) == 0 {
			t.Fatalf("no page drawn: %v", err)
		}
		slices.Sort(pages)
		for _, page := range pages {
			f.AddPage()
			f.Image(page, 0, 0, 595.28, 841.89, false, "JPG", 0, "")
		}
	}
	var out bytes.Buffer
	if err := f.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// subjects are the headings of articles.
func subjects() []string {
	return []string{
		"PARTIES COMMUNES", "PARTIES PRIVATIVES", "DESTINATION DE L'IMMEUBLE", "USAGE DES PARTIES COMMUNES", "HARMONIE DE L'IMMEUBLE",
		"CHARGES GÉNÉRALES", "CHARGES D'ASCENSEUR", "MODIFICATION DES LOTS", "LOCATIONS", "MUTATIONS DE PROPRIÉTÉ", "ASSEMBLÉES DES COPROPRIÉTAIRES",
		"SYNDIC", "CONSEIL SYNDICAL", "ASSURANCES", "RECONSTRUCTION", "LITIGES",
	}
}

// sentences are those of which articles are made.
func sentences() []string {
	return []string{
		"Chaque copropriétaire usera librement de son lot suivant sa destination, à la condition de ne pas nuire aux droits des autres occupants ni de compromettre la solidité de l'immeuble.",
		"Les escaliers, les couloirs et la cour ne pourront en aucun cas être encombrés, et aucun objet ne pourra y être déposé, fût-ce pour un temps très court.",
		"Les gros murs, la toiture, les canalisations d'eau et les coffres de cheminées sont réputés communs à l'ensemble des copropriétaires.",
		"Le syndic est chargé de l'entretien et de la conservation de l'immeuble, ainsi que de l'exécution des dispositions du présent règlement.",
		"Les charges sont réparties entre les lots au prorata des quotes-parts de parties communes qui leur sont attachées par l'état descriptif de division.",
		"Les copropriétaires devront supporter sans indemnité l'exécution des réparations qui deviendraient nécessaires aux parties communes, quelle qu'en soit la durée.",
		"Il ne pourra être apposé d'enseigne, de réclame ou de lanterne sur la façade sans l'autorisation écrite du syndic.",
		"En cas de mutation entre vifs, le nouveau propriétaire est tenu au paiement des sommes dont la mise en recouvrement a été décidée après la vente.",
		"Les décisions sont prises à la majorité des voix dont disposent les copropriétaires présents ou représentés, sauf les cas où la loi en dispose autrement.",
		"Les planchers ne pourront être chargés au-delà de leur résistance, et les robinets seront tenus en bon état pour éviter toute perte d'eau.",
		"Tout copropriétaire qui aggraverait par son fait ou par celui des personnes dont il répond les charges communes en supporterait seul les conséquences.",
		"L'assurance de l'immeuble contre l'incendie et les dégâts des eaux est souscrite par le syndic au nom du syndicat.",
		"Les locaux à usage de cave ne pourront servir à l'habitation, et aucune matière dangereuse n'y sera entreposée.",
		"Les bruits et tapages de quelque nature qu'ils soient, alors même qu'ils auraient lieu dans les appartements, sont formellement interdits.",
	}
}
