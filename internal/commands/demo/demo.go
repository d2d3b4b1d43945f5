package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/collecting/extranetsim"
	"predate/internal/commands/readers"
	"predate/internal/commands/remote"
	"predate/internal/commands/serving"
	"predate/internal/commands/terminal"
	"predate/internal/orders/auth"
)

// Command shows one real order from its placing to its delivery, on this
// machine alone.
type Command struct {
	readers.ReaderFlags
	Out     string `help:"Folder for the statement and its figures." default:"demo-out" type:"path" placeholder:"DIR"`
	Verbose bool   `help:"Show the server's own log."`
	Keep    bool   `help:"Leave the server and the operators' console open until you stop it, with an order that waits for an operator."`
}

// Password opens the demonstration's account, which lives for a minute in
// a temporary folder.
const Password = "a demonstration, nothing more"

// Issuer answers for the demonstration's statement.
const Issuer = `name: Études Vassignac-Orvelle (démonstration)
legal_form: SARL au capital de 8 000 €
siren: 732 829 320
address: 4 quai des Bateliers-Rouges, 69002 Lyon
place: Lyon
email: contact@vassignac.example
insurance: Mutuelle des Rives, police n° 40 118
mandate: Mandat écrit du vendeur, pour réunir les pièces de la vente et établir ce document.
`

// demoTime bounds the whole demonstration on a cold and slow machine.
const demoTime = 5 * time.Minute

// Run starts the server, a simulated extranet and a receiver on free ports,
// places an order and shows what happens until the statement is delivered.
func (d Command) Run(c *terminal.Context) error {
	ctx, cancel := context.WithTimeout(c, demoTime)
	if d.Keep {
		ctx, cancel = context.WithCancel(c)
	}
	defer cancel()
	folder, err := os.MkdirTemp("", "predate-demo-")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	stage := &stage{Command: d, c: c, ctx: ctx, started: c.Now()}
	if err := stage.build(folder); err != nil {
		return err
	}
	defer stage.leave()
	if err := stage.play(); err != nil || !d.Keep {
		return err
	}
	return stage.keep()
}

// stage is what the demonstration has set up.
type stage struct {
	Command
	c        *terminal.Context
	ctx      context.Context
	started  time.Time
	house    *serving.House
	extranet string
	console  *url.URL
	visitor  predate.Secret // an operator's invitation; its link opens the console once
	receiver *demoReceiver
	account  predate.AccountID
	client   remote.Client
	closing  []func()
}

func (s *stage) leave() {
	for i := len(s.closing) - 1; i >= 0; i-- {
		s.closing[i]()
	}
}

func (s *stage) say(format string, args ...any) {
	s.c.Say("%6.1f s  %s", s.c.Now().Sub(s.started).Seconds(), fmt.Sprintf(format, args...))
}

// build starts the three parties.
func (s *stage) build(folder string) error {
	s.say("opening the database and three ports of this machine")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	issuer := filepath.Join(folder, "issuer.yaml")
	if err := os.WriteFile(issuer, []byte(Issuer), 0o600); err != nil {
		return fmt.Errorf("write who issues the statements: %w", err)
	}
	flags := serving.ServerFlags{
		StoreFlags: serving.StoreFlags{Data: folder, Dev: true}, ReaderFlags: s.ReaderFlags, IssuerFlags: readers.IssuerFlags{Issuer: issuer}, Listen: listener.Addr().String(),
		TokenLife: time.Hour, Workers: 2, Collectors: 1, Deliverers: 4, RateLimit: 50, ReferenceDate: extranetsim.ReferenceDate().String(),
	}
	log := slog.New(slog.DiscardHandler)
	if s.Verbose {
		log = terminal.NewLog(s.c.Stderr, "text", slog.LevelInfo)
	}
	if s.house, err = serving.Build(s.ctx, flags, s.c.Means(log)); err != nil {
		return err
	}
	s.closing = append(s.closing, s.house.Close)
	if err := s.openServer(listener, flags); err != nil {
		return err
	}
	if s.extranet, err = s.openExtranet(); err != nil {
		return err
	}
	s.receiver, err = newDemoReceiver()
	if err != nil {
		return err
	}
	s.closing = append(s.closing, s.receiver.close)
	s.say("the client's callback listens at  %s", s.receiver.url)
	return nil
}

func (s *stage) openServer(listener net.Listener, flags serving.ServerFlags) error {
	admin, err := s.openConsole(flags)
	if err != nil {
		return err
	}
	within, stop := context.WithCancel(s.ctx)
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- s.house.Serve(within, serving.Addresses{Public: listener, Admin: admin}, func(string) { close(ready) })
	}()
	select {
	case <-ready:
	case err := <-ended:
		stop()
		return err
	}
	s.closing = append(s.closing, func() { stop(); <-ended })
	s.client.Base, s.client.Http = s.house.Base, egress.Direct(remote.ClientTimeout)
	s.say("predate is ready at               %s", s.house.Base)
	s.say("the operators' console            %s", s.console)
	return nil
}

func (s *stage) openExtranet() (string, error) {
	site, err := extranetsim.New(extranetsim.Sample(), extranetsim.Options{Username: "demo", Password: "demo-secret"})
	if err != nil {
		return "", fmt.Errorf("open the sample dossier: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen: %w", err)
	}
	within, stop := context.WithCancel(s.ctx)
	go func() { _ = serving.ServeUntil(within, listener, site) }()
	s.closing = append(s.closing, stop)
	address := "http://" + listener.Addr().String() + "/"
	s.say("the syndic's simulated extranet   %s", address)
	return address, nil
}

// play is the demonstration itself.
func (s *stage) play() error {
	if err := s.authenticate(); err != nil {
		return err
	}
	order, state, err := s.place(demoOrder{externalID: "demo-1", username: "demo"})
	if err != nil {
		return err
	}
	s.say("POST      /order/ → order %s is %s; collecting its papers and reading them (some seconds more the first time)…", order, state)
	s.say("dates     the papers of the sample are of %s and before: they are read as of that day, and the statement says so", extranetsim.ReferenceDate())
	for {
		select {
		case event := <-s.receiver.events:
			s.say("webhook   %-10s signature verified, delivery %s", event.Status, event.id)
			if event.Status == string(predate.Waiting) {
				return s.lacking(order)
			}
			if event.Status == string(predate.Done) {
				return s.finish(order, event)
			}
		case refused := <-s.receiver.refused:
			return fmt.Errorf("a delivery does not verify: %w", refused)
		case <-s.ctx.Done():
			return fmt.Errorf("the order %s is not done: %w", order, context.Cause(s.ctx))
		}
	}
}

func (s *stage) authenticate() error {
	account, keys, err := s.house.Auth.CreateAccount(s.ctx, auth.NewAccount{
		Email: "etude@predate.example", Kind: predate.Premium, Password: Password,
	})
	if err != nil {
		return err
	}
	s.account = account.ID
	_, secret, err := s.house.Desk.CreateEndpoint(s.ctx, predate.Endpoint{Account: account.ID, URL: s.receiver.url})
	if err != nil {
		return err
	}
	if err := s.receiver.trust(secret); err != nil {
		return err
	}
	s.client.Key, s.client.Email, s.client.Password = keys.Live, account.Email, Password
	s.say("account   %s, with an API key and a callback", account.Email)
	if err := s.client.Authenticate(s.ctx); err != nil {
		return err
	}
	s.say("POST      /account/auth → an access token")
	return nil
}

// demoOrder is what an order of the demonstration changes of the sample's.
type demoOrder struct {
	externalID, username string
	test                 bool // a test order reads the built-in sample in process
}

// place orders the sample's statement through its simulated extranet.
func (s *stage) place(o demoOrder) (id predate.OrderID, state string, err error) {
	sample, err := extranetsim.SampleOrder()
	if err != nil {
		return "", "", err
	}
	body := map[string]any{}
	if err := json.Unmarshal(sample, &body); err != nil {
		return "", "", fmt.Errorf("read the sample order: %w", err)
	}
	body["method"], body["external_id"], body["test_mode"] = "extranet", o.externalID, o.test
	body["syndic"] = map[string]string{"name": "Syndic de démonstration", "username": o.username, "password": "demo-secret", "url": s.extranet}
	var placed struct {
		OrderID predate.OrderID `json:"orderid"`
		State   string          `json:"state"`
	}
	err = s.client.Call(s.ctx, http.MethodPost, "/order/", body, &placed)
	return placed.OrderID, placed.State, err
}

// finish writes what the delivery carried, and the figures behind it.
func (s *stage) finish(order predate.OrderID, event demoEvent) error {
	if err := os.MkdirAll(s.Out, 0o755); err != nil {
		return fmt.Errorf("make the folder of results: %w", err)
	}
	figures, proof, err := s.behind(order)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"statement.pdf": event.Content, "proof.pdf": proof, "figures.json": figures} {
		if err := os.WriteFile(filepath.Join(s.Out, name), content, 0o644); err != nil {
			return fmt.Errorf("write the results: %w", err)
		}
	}
	s.say("done      %d papers delivered with the statement (%d KB)", len(event.Documents), len(event.Content)/1024)
	s.say("wrote     %s, %s and %s", filepath.Join(s.Out, "statement.pdf"), filepath.Join(s.Out, "proof.pdf"), filepath.Join(s.Out, "figures.json"))
	return nil
}

// behind gives the figures of an order as JSON, and the proof of its statement.
func (s *stage) behind(order predate.OrderID) (figures, proof []byte, err error) {
	view, err := s.house.Desk.View(s.ctx, s.account, order)
	if err != nil {
		return nil, nil, err
	}
	if view.Statement == nil {
		return nil, nil, errors.New("the order has no statement")
	}
	if figures, err = s.kept(view.Statement.ReportHash); err == nil {
		proof, err = s.kept(view.Statement.ProofHash)
	}
	return figures, proof, err
}

func (s *stage) kept(hash predate.Hash) ([]byte, error) {
	stored, err := s.house.Blobs.Open(s.ctx, hash)
	if err != nil {
		return nil, fmt.Errorf("open what the order left: %w", err)
	}
	defer stored.Close()
	return io.ReadAll(stored)
}

// lacking tells what a waiting order lacks: the sample should lack nothing.
func (s *stage) lacking(order predate.OrderID) error {
	view, err := s.house.Desk.View(s.ctx, s.account, order)
	if err != nil {
		return err
	}
	for _, gap := range predate.Blocking(view.Missing) {
		s.say("missing   %s", gap.Message)
	}
	return fmt.Errorf("the order %s waits for papers that the sample should hold", order)
}
