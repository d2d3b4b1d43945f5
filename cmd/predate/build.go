package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"time"

	"predate"
	"predate/connectors"
	"predate/internal/base/egress"
	"predate/internal/base/trace"
	"predate/internal/collecting/connector"
	"predate/internal/collecting/extranetsim"
	"predate/internal/collecting/recipe"
	"predate/internal/delivering/link"
	"predate/internal/delivering/webhook"
	"predate/internal/doors/api"
	"predate/internal/doors/corner"
	"predate/internal/doors/portal"
	"predate/internal/keeping/blob"
	"predate/internal/keeping/queue"
	"predate/internal/keeping/seal"
	"predate/internal/orders/auth"
	"predate/internal/orders/desk"
	"predate/internal/orders/pipeline"
	"predate/internal/reading"
	"predate/internal/reading/report"
)

// house is everything wired: the cellar, the workers and the front door.
type house struct {
	*cellar
	base     string
	queue    *queue.Queue
	blobs    blob.Store
	desk     *desk.Desk
	auth     *auth.Authority
	front    *api.Server
	admin    http.Handler
	drain    func()                // ends what the console streams
	tidy     func(context.Context) // drops what the console keeps in vain
	pipeline *pipeline.Pipeline
	reading  *reading.Reader
	shelf    *recipe.Shelf        // of recipes
	live     *connector.Collector // that follows them
	role     role
	tls      *tls.Config  // of the public address; nil for none
	opener   *seal.Opener // of extranets' credentials; nil where the key is not
	engine   *engine      // of pages
	derived  derived      // what is kept beside the files
	measured *metrics
	watch    *watch
	reader   func()        // closes the page engine
	trace    *trace.Tracer // nil tells nothing
	untrace  func()        // sends the last spans
}

// buildHouse wires the house from the bottom up.
func buildHouse(ctx context.Context, s serverFlags, log *slog.Logger) (*house, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	base, err := s.base()
	if err != nil {
		return nil, err
	}
	encryption, err := s.tlsFlags.config(s.Data, time.Now, log)
	if err != nil {
		return nil, err
	}
	s.checked = true
	below, err := openCellar(ctx, s.storeFlags, log)
	if err != nil {
		return nil, err
	}
	below.guard = egress.New(guardOptions(s.Dev, ownHost(base)))
	below.warden.Remember = s.memory()
	if s.UsernamesADay > 0 {
		below.warden.Limits.Usernames = s.UsernamesADay
	}
	h := &house{cellar: below, base: base, role: s.Role, tls: encryption, reader: func() {}, untrace: func() {}}
	if err := h.furnish(ctx, s); err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

func (h *house) close() {
	h.untrace()
	h.reader()
	h.cellar.close()
}

// furnish builds the floors above the cellar.
func (h *house) furnish(ctx context.Context, s serverFlags) error {
	today, err := s.referenceDate()
	if err != nil {
		return err
	}
	proxies, err := s.trusted()
	if err != nil {
		return err
	}
	kept, err := s.blobs(ctx, s.Data)
	if err != nil {
		return err
	}
	h.measured = newMetrics()
	if err := h.startTracing(ctx, s.traceFlags); err != nil {
		return err
	}
	h.derived = s.derived(s.cacheFlags)
	h.blobs = blob.Watched{Store: measuredBlobs{thorough{kept, h.derived}, h.measured}, Lost: h.lost}
	links, err := h.links(ctx)
	if err != nil {
		return err
	}
	if h.queue, err = h.newQueue(queue.Options{
		Collectors: s.Collectors, Workers: s.Workers, Deliverers: s.Deliverers, Grace: stopPatience, Part: s.Role.part(),
	}); err != nil {
		return err
	}
	h.desk, err = h.frontDesk(h.queue, h.blobs, deskDates{sample: extranetsim.ReferenceDate(), today: today})
	if err != nil {
		return err
	}
	if h.desk.Billing, err = s.billing(); err != nil {
		return err
	}
	h.desk.Retention, h.desk.Trace = s.retention(), h.trace
	h.desk.Promise = cmp.Or(s.Promise, h.desk.Promise)
	if h.auth, err = h.authority(cmp.Or(s.TokenIssuer, h.base), s.TokenLife); err != nil {
		return err
	}
	if h.pipeline, err = h.workers(ctx, s, links); err != nil {
		return err
	}
	spool := filepath.Join(s.Data, incoming)
	if err := api.SweepSpool(spool); err != nil {
		return err
	}
	h.measured.register(h, s.Data)
	probes, err := h.probesOf(s)
	if err != nil {
		return err
	}
	h.watch = &watch{probes: probes, now: time.Now}
	options := api.Options{
		Desk: h.desk, Auth: h.auth, Links: links, Bodies: h.pipeline, Now: time.Now, Random: rand.Reader, Logger: h.log,
		Limits: api.Limits{PerSecond: s.RateLimit, Burst: 2 * s.RateLimit}, Spool: spool, Ready: h.ready,
		TrustedProxies: proxies, Observe: h.measured.observe, Trace: h.trace, Pages: h.engine,
	}
	h.admin, h.drain, h.tidy = h.adminHandler(nil), func() {}, h.tidyCache
	if s.Dev {
		options.HTTPHosts = devHosts()
	}
	if options.Corner, err = corner.New(corner.Options{Desk: h.desk, Links: links, Now: time.Now, Log: h.log}); err != nil {
		return err
	}
	if options.Portal, err = portal.New(portal.Options{Desk: h.desk, Accounts: h.auth, Bodies: h.pipeline, Links: links, Now: time.Now, Log: h.log}); err != nil {
		return err
	}
	if s.Docs && s.Role.answers() {
		if options.Guide, err = openGuide(h.base); err != nil {
			return err
		}
	}
	h.front = api.New(options)
	return nil
}

// lost hears of a file that is gone or damaged.
func (h *house) lost(ctx context.Context, hash predate.Hash, cause error) (needed bool) {
	needed, err := h.desk.Lost(ctx, hash)
	if needed {
		h.log.ErrorContext(ctx, "ALARM: a file is lost or damaged: restore it from a backup", "hash", hash, "error", errors.Join(cause, err))
	}
	return needed
}

// workers opens what the pipeline needs and gives the queue its handlers.
func (h *house) workers(ctx context.Context, s serverFlags, links *link.Signer) (*pipeline.Pipeline, error) {
	pages, cache := s.engine()
	pages.skimmed, pages.options.Recognising = h.measured.skimmed, h.measured.recognising
	reader, err := s.reader(pages, cache, h.log)
	if err != nil {
		return nil, err
	}
	reader.Trace = h.trace
	h.reading, h.engine, h.reader = reader, pages, func() { pages.shut(ctx, h.log) }
	if s.Role.opens() {
		if h.opener, err = h.credentials(); err != nil {
			return nil, err
		}
	}
	if h.shelf, err = s.shelf(); err != nil {
		return nil, err
	}
	builtIn, err := recipe.Load(connectors.Files())
	if err != nil {
		return nil, err
	}
	sample, err := sampleOrder()
	if err != nil {
		return nil, err
	}
	issuer, err := s.issuer()
	if err != nil {
		return nil, err
	}
	h.live = connector.New(h.shelf.Recipes(), h.guardedClient, connector.Options{
		Now: time.Now, Random: rand.Reader, Probe: true,
		DevHosts: s.devRecipes(), Hosts: s.ExtranetHosts, Settings: map[string]string{"vilogi_token": s.VilogiToken},
	})
	p := pipeline.New(pipeline.Options{
		Desk: h.desk, Blobs: h.blobs, Reader: reader, Cores: reader.Cores, Links: links,
		Sender:          webhook.NewSender(h.measured.sender(h.guard.Client(egress.Policy{})), time.Now),
		OpenCredentials: h.secrets(), Takes: s.Role.takes,
		Live:     s.collector(h.live),
		RecipeOf: s.recipeOf(h.live.Recipe), Recipes: recipesAtWork(h.shelf), Warden: h.warden,
		Sample: func(username string, collections int) (pipeline.Collector, error) {
			return sampleCollector(builtIn, username, collections)
		},
		SampleOrder: sample,
		Specimen:    specimen,
		PublicURL:   s.PublicURL,
		Issuer:      issuer,
		Now:         time.Now, Jitter: jitter, Log: h.log, Trace: h.trace,
	})
	h.queue.Handle(p.Handlers())
	return p, nil
}

// guardedClient reaches the hosts of one collection and no other.
func (h *house) guardedClient(hosts []string) *http.Client {
	return h.guard.Client(egress.Policy{Hosts: hosts, MaxRedirects: 5, Timeout: time.Minute})
}

// devRecipes binds this machine's names to the family that the demonstration
// shows, and single ports to those that the settings name.
func (s serverFlags) devRecipes() map[string]string {
	if !s.Dev {
		return nil
	}
	bound := map[string]string{}
	for _, host := range devHosts() {
		bound[host] = extranetsim.Recipe
	}
	maps.Copy(bound, s.ExtranetHosts)
	return bound
}

// sampleExtranet collects the built-in sample dossier in process, whatever
// address the order names: no packet leaves it.
type sampleExtranet struct {
	*connector.Collector
	extranetsim.Visited
}

// Collect fetches from the sample's own address.
func (s sampleExtranet) Collect(ctx context.Context, r connector.Request, keep connector.Keep) (int, error) {
	if s.Failure != nil {
		return 0, s.Failure
	}
	r.URL = s.URL
	return s.Collector.Collect(ctx, r, keep)
}

func sampleCollector(recipes []recipe.Recipe, username string, collections int) (pipeline.Collector, error) {
	visited, err := extranetsim.Visit(username, collections)
	if err != nil {
		return nil, err
	}
	return sampleExtranet{connector.New(recipes, func([]string) *http.Client { return visited.Client }, connector.Options{
		Now: time.Now, Random: rand.Reader, DevHosts: map[string]string{extranetsim.TestHost: extranetsim.Recipe},
		Pause: func(context.Context, time.Duration) error { return nil },
	}), visited}, nil
}

func sampleOrder() (predate.Order, error) {
	body, err := extranetsim.SampleOrder()
	if err != nil {
		return predate.Order{}, err
	}
	return api.DecodeOrder(body)
}

// specimen is the statement of the built-in sample dossier, already computed.
func specimen() (predate.Statement, error) {
	statement, err := report.Decode(extranetsim.SampleReport())
	if err != nil {
		return predate.Statement{}, fmt.Errorf("open the specimen: %w", err)
	}
	return statement, nil
}

// linkKey is the name under which the key of signed addresses is kept.
const linkKey = "link-key"

// links opens the signer of addresses.
func (h *house) links(ctx context.Context) (*link.Signer, error) {
	key, err := h.drawn(ctx, linkKey)
	if err != nil {
		return nil, fmt.Errorf("open the key of addresses: %w", err)
	}
	return link.New(h.base, key)
}
