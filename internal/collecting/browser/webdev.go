package browser

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	cdp "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/gabriel-vasile/mimetype"

	"predate"
)

// controls are the names that a WebDev site gave its controls when it was built;
// another build may give others, and the site is then another one.
type controls struct{ login, password, submit, menu, documents, table, logout string }

func webDevControls() controls {
	return controls{
		login: `input[name="A16"]`, password: `input[name="A17"]`, submit: "span#z_A7_IMG",
		menu: "#z_M12_IMG", documents: "a#A3", table: "#ctzA1", logout: "a#M99",
	}
}

// run goes through a site of WebDev.
func (v *visit) run(keep Keep) (int, error) {
	c := webDevControls()
	if err := v.login(c); err != nil {
		return 0, err
	}
	defer func() { _ = v.lead(chromedp.Click(chromedp.CSS(c.logout))) }() // the session ends anyway
	v.stage = predate.StageList
	rows, err := v.list(c)
	if err != nil {
		return 0, err
	}
	v.stage = predate.StageDownload
	return v.fetchAll(c, rows, keep)
}

// login fills the form once and sends it once. The first access may be slow and
// is made twice; a password is not.
func (v *visit) login(c controls) error {
	form := chromedp.WaitVisible(chromedp.CSS(c.login))
	if v.lead(chromedp.Navigate(v.job.URL)) != nil {
		if err := v.lead(chromedp.Navigate(v.job.URL)); err != nil {
			return v.fail(predate.SiteUnavailable, v.scrub(err.Error()))
		}
	}
	if failure := v.look(""); failure.Code != "" {
		return failure
	}
	if v.shortly(form) != nil {
		return v.look(predate.SiteChanged)
	}
	captcha, failure := v.captcha()
	if failure != nil {
		return failure
	}
	if err := v.fill(c, captcha); err != nil {
		return v.fail(predate.SiteChanged, "the form cannot be filled")
	}
	if more, err := chromedp.Run(v.ctx, chromedp.Evaluate[int](fmt.Sprintf(unfilledScript, c.login, c.password, markedField))); err != nil || more > 0 {
		return v.fail(predate.SiteChanged, "the form asks for more than the two that are known")
	}
	v.sent = true
	if err := v.lead(chromedp.Click(chromedp.CSS(c.submit))); err != nil {
		return v.fail(predate.SiteUnavailable, "the answer to the login did not come")
	}
	if failure := v.entered("", captcha != ""); failure.Code != "" {
		return failure
	}
	if v.shortly(chromedp.WaitVisible(chromedp.CSS(c.menu))) == nil {
		home, err := chromedp.Run(v.ctx, chromedp.Evaluate[string]("location.href"))
		if err != nil {
			return v.fail(predate.SiteUnavailable, "the browser went away")
		}
		v.home = home
		return nil
	}
	return v.entered(predate.SiteChanged, captcha != "") // the form again, without a word, proves nothing
}

// fill fills the form, with what a person read in an image where there is one.
func (v *visit) fill(c controls, captcha string) error {
	actions := []chromedp.Action[chromedp.Void]{
		chromedp.SendKeys(chromedp.CSS(c.login), v.job.Username), chromedp.SendKeys(chromedp.CSS(c.password), v.job.Password),
	}
	if captcha != "" {
		actions = append(actions, chromedp.SendKeys(chromedp.CSS(markedField), captcha))
	}
	return v.step(actions...)
}

// unfilledScript counts the text fields that a person sees beside those that are
// filled.
const unfilledScript = `(() => { const known = [document.querySelector(%q), document.querySelector(%q), document.querySelector(%q)];
return Array.from(document.querySelectorAll('input, textarea')).filter(f => !known.includes(f) && !f.disabled && !f.readOnly && f.offsetParent !== null &&
!['hidden','checkbox','radio','submit','button','image','reset','file','range','color'].includes(f.type)).length; })()`

// shortly waits for what the script of a page makes.
func (v *visit) shortly(action chromedp.Action[chromedp.Void]) error {
	return v.within(min(v.options.Step, 5*time.Second), action)
}

func (v *visit) within(d time.Duration, action chromedp.Action[chromedp.Void]) error {
	ctx, cancel := context.WithTimeout(v.ctx, d)
	defer cancel()
	return chromedp.Do(ctx, action)
}

// row is a line of the table of documents.
type row struct {
	Node, ID, Title, Category, Date string
	File                            bool
}

const rowsScript = `(() => { const t = document.querySelector(%q); if (!t) return null; return Array.from(t.querySelectorAll('tr[id]')).map(r => {
const cell = n => { const c = r.querySelector('td.' + n); return c ? c.textContent.trim() : ''; };
return {Node: r.id, ID: cell('id'), Title: cell('libelle'), Category: cell('rubrique'), Date: cell('date'), File: !!r.querySelector('.ouvrir')}; }); })()`

// list opens the menu and reads the table.
func (v *visit) list(c controls) ([]row, error) {
	if err := v.step(chromedp.Click(chromedp.CSS(c.menu)), chromedp.WaitVisible(chromedp.CSS(c.documents))); err != nil {
		return nil, v.look(predate.SiteChanged)
	}
	if err := v.lead(chromedp.Click(chromedp.CSS(c.documents))); err != nil {
		return nil, v.fail(predate.SiteUnavailable, "the list did not come")
	}
	if v.shortly(chromedp.WaitReady(chromedp.CSS(c.table))) != nil {
		return nil, v.look(predate.SiteChanged)
	}
	rows, err := chromedp.Run(v.ctx, chromedp.Evaluate[[]row](fmt.Sprintf(rowsScript, c.table)))
	switch {
	case err != nil || rows == nil:
		return nil, v.look(predate.SiteChanged)
	case len(rows) == 0:
		return nil, v.fail(predate.EmptyListing, "logged in, and no document")
	case len(rows) > maxDocuments:
		return nil, v.fail(predate.LimitReached, "too many documents")
	}
	return rows, nil
}

// fetchAll opens every document that is not known, one after the other. One
// that fails is left out, and the collection ends by saying so.
func (v *visit) fetchAll(c controls, rows []row, keep Keep) (kept int, err error) {
	var failures []*predate.Failure
	rows, papers, err := v.papers(rows)
	if err != nil {
		return 0, err
	}
	for i, r := range rows {
		paper := papers[i]
		if v.job.Known[paper.ID] {
			continue
		}
		if !r.File {
			if err := v.missed(paper, "l’extranet le cite sans fichier"); err != nil {
				return kept, err
			}
			continue
		}
		data, failure := v.fetch(c, r)
		if failure != nil && (failure.Code == errLeft || errors.Is(failure, errPage)) {
			data, failure = v.retry(c, r)
		}
		if failure != nil {
			if !slices.Contains([]predate.FailureCode{predate.DownloadFailed, predate.DocumentInvalid, predate.LimitReached}, failure.Code) {
				return kept, failure
			}
			failures = append(failures, failure)
			if err := v.missed(paper, why(failure.Code)); err != nil {
				return kept, err
			}
			continue
		}
		paper.MediaType = mimetype.Detect(data).String()
		if err := keep(v.ctx, paper, bytes.NewReader(data)); err != nil {
			return kept, fmt.Errorf("keep document %s: %w", r.ID, err)
		}
		kept++
	}
	if len(failures) > 0 {
		return kept, failures[0]
	}
	return kept, nil
}

// papers are the rows of the owner and the building, with the papers that they
// name. A number may be made up: a paper is known by all that its row says, and
// rows that read alike are all had.
func (v *visit) papers(rows []row) (ours []row, papers []Paper, err error) {
	council := regexp.MustCompile("(?i)conseil syndical")
	alike := map[string]int{}
	for _, r := range rows {
		if r.ID == "" || r.Title == "" || !strings.ContainsFunc(r.Category, unicode.IsLetter) {
			return nil, nil, v.fail(predate.SiteChanged, "a row without number, title or folder")
		}
		if council.MatchString(r.Category) {
			continue
		}
		sum := sha256.Sum256([]byte(r.ID + "\x00" + r.Title + "\x00" + r.Date))
		id := r.ID + "~" + hex.EncodeToString(sum[:6])
		if alike[id]++; alike[id] > 1 {
			id = fmt.Sprintf("%s~%d", id, alike[id])
		}
		ours = append(ours, r)
		papers = append(papers, Paper{ID: id, Title: r.Title, Category: r.Category, Space: space(r.Category), Date: printed(r.Date)})
	}
	if v.job.Listed != nil {
		if err := v.job.Listed(v.ctx, papers); err != nil {
			return nil, nil, fmt.Errorf("note the listing: %w", err)
		}
	}
	return ours, papers, nil
}

// missed names a paper that was listed and cannot be had.
func (v *visit) missed(paper Paper, reason string) error {
	if v.job.Missed == nil {
		return nil
	}
	if err := v.job.Missed(v.ctx, paper, reason); err != nil {
		return fmt.Errorf("note missed document %s: %w", paper.ID, err)
	}
	return nil
}

// why says in French why a document is not there.
func why(code predate.FailureCode) string {
	switch code {
	case predate.DocumentInvalid:
		return "le fichier que donne l’extranet est vide, incomplet ou n’en est pas un"
	case predate.LimitReached:
		return "le fichier est trop volumineux"
	}
	return "l’extranet ne donne pas le fichier"
}

// errLeft is the code of a list whose context the server no longer knows; it
// never leaves this package.
const errLeft predate.FailureCode = "context_left"

// retry loads the list again, as such a site wants it when its context is left,
// and opens the document once more.
func (v *visit) retry(c controls, r row) ([]byte, *predate.Failure) {
	if v.again(c) != nil {
		return nil, v.fail(predate.SessionLost, "the list does not open any more")
	}
	data, failure := v.fetch(c, r)
	if failure != nil && failure.Code == errLeft {
		failure.Code = predate.SessionLost
	}
	return data, failure
}

// space says whose paper a category holds.
func space(category string) string {
	if regexp.MustCompile(`(?i)mon compte|mes charges|appels? de fonds|relev[ée]s? de compte|d[ée]comptes?`).MatchString(category) {
		return "owner"
	}
	return "building"
}

// printed reads dd/mm/yyyy; zero when it is something else.
func printed(text string) predate.Date {
	day, err := time.Parse("02/01/2006", text)
	if err != nil {
		return predate.Date{}
	}
	return predate.DateOf(day)
}

// fetch opens one document and waits for its file. When a page comes in its
// place the list is opened anew for the next one.
func (v *visit) fetch(c controls, r row) ([]byte, *predate.Failure) {
	if v.options.beforeFetch != nil {
		v.options.beforeFetch(v)
	}
	v.await("?")
	defer v.await("")
	open := fmt.Sprintf(`document.getElementById(%q).querySelector('.ouvrir').click(), true`, r.Node)
	if _, err := chromedp.Run(v.ctx, chromedp.Evaluate[bool](open)); err != nil {
		return nil, v.fail(predate.SiteChanged, "the document cannot be opened")
	}
	timer := time.NewTimer(2 * v.options.Step)
	defer timer.Stop()
	select {
	case e := <-v.events:
		return v.arrived(c, r, e)
	case <-timer.C:
		return nil, v.fail(predate.DownloadFailed, "document "+r.ID+": nothing came")
	case <-v.ctx.Done():
		return nil, v.fail(predate.SiteUnavailable, "the browser went away")
	}
}

// arrived judges what came in answer to the opening of a document.
func (v *visit) arrived(c controls, r row, e event) ([]byte, *predate.Failure) {
	switch {
	case e.page:
		if v.within(time.Second, chromedp.WaitVisible(chromedp.CSS(c.login))) == nil {
			return nil, v.fail(predate.SessionLost, "the login form in the place of document "+r.ID)
		}
		switch failure := v.look(predate.DownloadFailed); failure.Code {
		case predate.DownloadFailed:
		case predate.SessionLost:
			failure.Code = errLeft
			return nil, failure
		default:
			return nil, failure
		}
		if v.again(c) != nil {
			return nil, v.fail(predate.SessionLost, "the list does not open any more")
		}
		return nil, v.fail(predate.DownloadFailed, "document "+r.ID+": a page in its place")
	case e.large:
		_, _ = chromedp.Call(v.ctx, cdp.CancelDownload, cdp.CancelDownloadParams{GUID: e.guid}) // it ends with the browser anyway
		return nil, v.fail(predate.LimitReached, "document "+r.ID+": too large")
	case e.broken:
		return nil, v.fail(predate.DownloadFailed, "document "+r.ID+": broken off")
	}
	data, err := os.ReadFile(e.file)
	if err != nil {
		return nil, v.fail(predate.DownloadFailed, "document "+r.ID+": not written")
	}
	_ = os.Remove(e.file) // gone with the profile anyway
	if err := sound(data); err != nil {
		failure := v.fail(predate.DocumentInvalid, "")
		failure.Stage, failure.Err = predate.StageVerify, fmt.Errorf("document %s: %w", r.ID, err)
		return nil, failure
	}
	return data, nil
}

// again opens the list anew, from the page that the login led to.
func (v *visit) again(c controls) error {
	if err := v.lead(chromedp.Navigate(v.home)); err != nil {
		return err
	}
	if err := v.shortly(chromedp.WaitVisible(chromedp.CSS(c.menu))); err != nil {
		return err
	}
	_, err := v.list(c)
	return err
}

// errPage: a page came as the file. A busy browser sometimes asks for a download again
// by its address alone, which is the site's page: the click is made once more.
var errPage = errors.New("is a page")

// sound says what is wrong with a file; nothing is, of a whole document.
func sound(data []byte) error {
	kinds := []string{
		"application/pdf", "image/jpeg", "image/png", "image/tiff",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	}
	found := mimetype.Detect(data).String()
	switch {
	case len(data) == 0:
		return errors.New("empty")
	case strings.HasPrefix(found, "text/html"):
		return errPage
	case !slices.Contains(kinds, found):
		return fmt.Errorf("is %s", found)
	case found == "application/pdf" && !bytes.Contains(data[max(0, len(data)-2048):], []byte("%%EOF")):
		return errors.New("cut short")
	}
	return nil
}
