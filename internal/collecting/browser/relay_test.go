package browser

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/extranetsim"
)

// person answers questions in turn, as from a console.
type person struct {
	mu      sync.Mutex
	answers []string // an empty one: he does not answer
	asked   []predate.SiteQuestion
}

func (p *person) ask(_ context.Context, q predate.SiteQuestion) (predate.Secret, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, q)
	if len(p.answers) == 0 || p.answers[0] == "" {
		return "", predate.ErrNotFound
	}
	answer := p.answers[0]
	p.answers = p.answers[1:]
	return predate.Secret(answer), nil
}

// asks drives a browser through a site that asks a person.
func asks(t *testing.T, kind predate.QuestionKind, p *person) (collected, *extranetsim.Site) {
	t.Helper()
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	return collect(t, extranetsim.Options{Asks: kind, Keep: small}, func(job *Job, _ *Options) {
		if p != nil {
			job.Ask = p.ask
		}
	})
}

// TestAPersonAnswers: a captcha or a code that a person types lets the collection in;
// the password is sent once, whatever he types.
func TestAPersonAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		kind    predate.QuestionKind
		answers []string
		kept    int
		code    predate.FailureCode
		asked   int
		logins  int
	}{
		"a captcha":        {predate.AsksCaptcha, []string{extranetsim.AskedCaptcha}, 2, "", 1, 1},
		"a wrong captcha":  {predate.AsksCaptcha, []string{"111111"}, 0, predate.Captcha, 1, 0},
		"nobody, captcha":  {predate.AsksCaptcha, []string{""}, 0, predate.Captcha, 1, 0},
		"a code":           {predate.AsksCode, []string{extranetsim.AskedCode}, 2, "", 1, 1},
		"a code, at last":  {predate.AsksCode, []string{"000000", extranetsim.AskedCode}, 2, "", 2, 1},
		"a code, not once": {predate.AsksCode, []string{"000000", ""}, 0, predate.SecondFactor, 2, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := &person{answers: c.answers}
			got, site := asks(t, c.kind, p)
			f := got.failure()
			if got.n != c.kept || (f == nil) != (c.code == "") || f != nil && f.Code != c.code || len(p.asked) != c.asked || site.Logins() != c.logins {
				t.Fatalf("kept %d, asked %d times, %d logins: %v", got.n, len(p.asked), site.Logins(), got.err)
			}
			q := p.asked[0]
			if c.kind == predate.AsksCaptcha {
				if drawn, err := png.Decode(bytes.NewReader(q.Image)); err != nil || drawn.Bounds().Dx() > 400 || q.Words != "Recopiez les chiffres de l'image" {
					t.Errorf("asked %q, image %v", q.Words, err)
				}
			} else if q.Image != nil || !strings.Contains(q.Words, "Saisissez le code à 6 chiffres") {
				t.Errorf("asked %q, an image of %d bytes", q.Words, len(q.Image))
			}
			if f != nil && f.Code == predate.Captcha && (f.Final != (c.answers[0] != "")) {
				t.Errorf("a captcha that was refused is tried again by itself: %+v", f)
			}
		})
	}
	t.Run("nobody to ask", func(t *testing.T) {
		for kind, code := range map[predate.QuestionKind]predate.FailureCode{predate.AsksCaptcha: predate.Captcha, predate.AsksCode: predate.SecondFactor} {
			got, site := asks(t, kind, nil)
			if f := got.failure(); f == nil || f.Code != code || kind == predate.AsksCaptcha && site.Logins() != 0 {
				t.Errorf("%s: %d logins, %v", kind, site.Logins(), got.err)
			}
		}
	})
}

// TestARefusalThatSpeaksOfTheImageProvesNothing: only a sentence about the password
// alone has it erased.
func TestARefusalThatSpeaksOfTheImageProvesNothing(t *testing.T) {
	for said, want := range map[string]bool{
		"L'identifiant ou le mot de passe est incorrect": true, "Les chiffres de l'image sont incorrects.": false, "": false,
		"Identifiant, mot de passe ou code de l’image erroné": false, "Mot de passe ou captcha invalide": false,
	} {
		if got := ofPassword(said); got != want {
			t.Errorf("%q speaks of the password alone: %v", said, got)
		}
	}
}

// TestFewSessionsAreHeld: a session is not held beyond those that there is room for.
func TestFewSessionsAreHeld(t *testing.T) {
	worker, p := New(Options{}), &person{answers: []string{"1"}}
	for range mostHeld {
		worker.held <- struct{}{}
	}
	v := &visit{ctx: t.Context(), job: Job{Ask: p.ask}}
	v.aside = worker.asideOf(new(func()))
	if _, err := v.ask(posed{Kind: predate.AsksCode}); !errors.Is(err, errNobody) || len(p.asked) != 0 {
		t.Errorf("one more session is held: %v, asked %d times", err, len(p.asked))
	}
}

// TestAPersonAnswersFromAnotherProcess: the question and the answer cross the network,
// and meanwhile the next collection has its turn.
func TestAPersonAnswersFromAnotherProcess(t *testing.T) {
	small := func(e extranetsim.Entry) bool { return strings.HasPrefix(e.Title, "Appel de fonds 2023") }
	var hosts []string
	serve := func(kind predate.QuestionKind) string {
		site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{Family: extranetsim.WebDev, Username: username, Password: password, Keep: small, Asks: kind})
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(site)
		t.Cleanup(server.Close)
		hosts = append(hosts, server.Listener.Addr().String())
		return server.URL + "/"
	}
	asking, plain := serve(predate.AsksCode), serve("")
	worker := New(Options{Guard: egress.New(egress.Options{DevHosts: hosts}), Folder: t.TempDir(), Step: 10 * time.Second, WithoutSandbox: os.Getuid() == 0, Random: rand.Reader})
	process := httptest.NewServer(Handler(worker, "key"))
	defer process.Close()
	client := Client{URL: process.URL, Key: "key", HTTP: egress.Direct(time.Minute)}
	drop := func(_ context.Context, _ Paper, r io.Reader) error { _, err := io.Copy(io.Discard, r); return err }
	job := func(url string, host int, ask predate.AskPerson) Job {
		return Job{URL: url, Hosts: hosts[host : host+1], Username: username, Password: password, Ask: ask}
	}
	n, err := client.Collect(t.Context(), job(asking, 0, func(ctx context.Context, q predate.SiteQuestion) (predate.Secret, error) {
		between, err := client.Collect(ctx, job(plain, 1, nil), drop)
		if err != nil || between != 2 {
			return "", errors.Join(err, errors.New("the next collection had no turn"))
		}
		return extranetsim.AskedCode, nil
	}), drop)
	if err != nil || n != 2 {
		t.Errorf("kept %d: %v", n, err)
	}
	resp, err := client.post(t.Context(), "/answer", typed{"1", "again"})
	if err == nil {
		_ = resp.Body.Close()
		t.Error("a question that nobody waits for takes an answer")
	}
}

// TestAnAnswerReachesNoOtherQuestion: a process that was started again, or another one,
// does not take the answer to a question of before for one of its own.
func TestAnAnswerReachesNoOtherQuestion(t *testing.T) {
	var processes [2]waiting
	var ids [2]string
	var answers [2]<-chan predate.Secret
	for i := range processes {
		processes[i] = waiting{random: rand.Reader, answers: map[string]chan predate.Secret{}}
		id, answer, forget, err := processes[i].open()
		if err != nil {
			t.Fatal(err)
		}
		defer forget()
		ids[i], answers[i] = id, answer
	}
	answer := func(process int, id string) int {
		w := httptest.NewRecorder()
		processes[process].take(w, httptest.NewRequest(http.MethodPost, "/answer", strings.NewReader(`{"id":"`+id+`","answer":"123456"}`)))
		return w.Code
	}
	if ids[0] == ids[1] || answer(1, ids[0]) != http.StatusNotFound || len(answers[1]) != 0 {
		t.Errorf("question %s of another process took the answer to %s", ids[1], ids[0])
	}
	if answer(0, ids[0]) != http.StatusNoContent || len(answers[0]) != 1 {
		t.Error("the question did not take its own answer")
	}
	if _, _, _, err := (&waiting{random: strings.NewReader("")}).open(); err == nil {
		t.Error("a question without a name is asked")
	}
}

// TestAPersonIsPatientOnce: the questions of one collection share the patience of one
// person.
func TestAPersonIsPatientOnce(t *testing.T) {
	var deadlines []time.Time
	ask, end := patiently(func(ctx context.Context, _ predate.SiteQuestion) (predate.Secret, error) {
		at, _ := ctx.Deadline()
		deadlines = append(deadlines, at)
		return "", ctx.Err()
	})
	for range 2 {
		if _, err := ask(t.Context(), predate.SiteQuestion{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
	if left := time.Until(deadlines[0]); !deadlines[0].Equal(deadlines[1]) || left > predate.PersonPatience || left < predate.PersonPatience-time.Minute {
		t.Errorf("asked until %v, %s from now", deadlines, left)
	}
	end()
	if _, err := ask(t.Context(), predate.SiteQuestion{}); err == nil {
		t.Error("a question is asked after the end")
	}
	if none, end := patiently(nil); none != nil {
		t.Error("nobody is somebody")
	} else {
		end()
	}
}

// TestWhoIsAnsweredGoesOn: a session whose person answered waits for no other collection,
// and keeps its place to its end.
func TestWhoIsAnsweredGoesOn(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	worker := New(Options{})
	up, err := worker.turn.Take(ctx, "one")
	if err != nil {
		t.Fatal(err)
	}
	v := &visit{ctx: ctx, aside: worker.asideOf(&up), job: Job{Ask: func(ctx context.Context, _ predate.SiteQuestion) (predate.Secret, error) {
		_, err := worker.turn.Take(ctx, "another") // and keeps it
		return "123456", err
	}}}
	if code, err := v.ask(posed{Kind: predate.AsksCode}); err != nil || code != "123456" {
		t.Fatalf("the answer came to %q: %v", code, err)
	}
	if len(worker.held) != 1 {
		t.Errorf("%d places are kept, want 1", len(worker.held))
	}
	if up(); len(worker.held) != 0 {
		t.Error("the place is kept after the end")
	}
}

// TestNobodyAnswersAProcessThatEnded: when the other process says how its collection
// ended, a person is not asked any more.
func TestNobodyAnswersAProcessThatEnded(t *testing.T) {
	process := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"asked":{"id":"ask_1","question":{"Kind":"code"}}}`+"\n"+`{"end":true,"failure":{"code":"second_factor","stage":"login"}}`)
	}))
	defer process.Close()
	client := Client{URL: process.URL, Key: "key", HTTP: egress.Direct(time.Minute)}
	_, err := client.Collect(t.Context(), Job{Ask: func(ctx context.Context, _ predate.SiteQuestion) (predate.Secret, error) {
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(10 * time.Second):
			t.Error("the person is asked on")
			return "", predate.ErrNotFound
		}
	}}, nil)
	if f := (*predate.Failure)(nil); !errors.As(err, &f) || f.Code != predate.SecondFactor {
		t.Errorf("%v", err)
	}
}
