package serving

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
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
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
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
	"predate/internal/statement/cachet"
)

// House is everything wired: the cellar, the workers and the front door.
type House struct {
	*Cellar
	Base     string
	queue    *queue.Queue
	Blobs    blob.Store
	Desk     *desk.Desk
	Auth     *auth.Authority
	Front    *api.Server
	Admin    http.Handler
	drain    func()                // ends what the console streams
	Tidy     func(context.Context) // drops what the console keeps in vain
	Pipeline *pipeline.Pipeline
	reading  *reading.Reader
	Shelf    *recipe.Shelf        // of recipes
	live     *connector.Collector // that follows them
	role     role
	tls      *tls.Config     // of the public address; nil for none
	opener   *seal.Opener    // of extranets' credentials; nil where the key is not
	seal     *cachet.Cachet  // of statements; nil for none
	Engine   *readers.Engine // of pages
	derived  derived         // what is kept beside the files
	measured *metrics
	watch    *watch
	reader   func()        // closes the page engine
	trace    *trace.Tracer // nil tells nothing
	untrace  func()        // sends the last spans
}

// Build wires the house from the bottom up.
func Build(ctx context.Context, s ServerFlags, m terminal.Means) (*House, error) {
	if err := s.check(m.Now()); err != nil {
		return nil, err
	}
	base, err := s.Base()
	if err != nil {
		return nil, err
	}
	encryption, err := s.TLSFlags.Config(s.Data, m.Now, m.Log)
	if err != nil {
		return nil, err
	}
	s.checked = true
	below, err := OpenCellar(ctx, s.StoreFlags, m)
	if err != nil {
		return nil, err
	}
	below.Guard = egress.New(GuardOptions(s.Dev, OwnHost(base)))
	below.Warden.Remember = s.Memory()
	if s.UsernamesADay > 0 {
		below.Warden.Limits.Usernames = s.UsernamesADay
	}
	h := &House{Cellar: below, Base: base, role: s.Role, tls: encryption, reader: func() {}, untrace: func() {}}
	if err := h.furnish(ctx, s); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// Close ends what the house opened; the last spans are sent.
func (h *House) Close() {
	h.untrace()
	h.reader()
	h.Cellar.Close()
}

// furnish builds the floors above the cellar.
func (h *House) furnish(ctx context.Context, s ServerFlags) error {
	today, err := s.referenceDate()
	if err != nil {
		return err
	}
	proxies, err := s.trusted()
	if err != nil {
		return err
	}
	kept, err := s.Blobs(ctx, s.Data)
	if err != nil {
		return err
	}
	h.measured = newMetrics(h.Now)
	if err := h.startTracing(ctx, s.TraceFlags); err != nil {
		return err
	}
	h.derived = s.derived(s.CacheFlags)
	h.Blobs = blob.Watched{Store: measuredBlobs{thorough{kept, h.derived}, h.measured}, Lost: h.lost}
	links, err := h.links(ctx)
	if err != nil {
		return err
	}
	if h.queue, err = h.NewQueue(queue.Options{
		Collectors: s.Collectors, Workers: s.Workers, Deliverers: s.Deliverers, Grace: StopPatience, Part: s.Role.part(),
	}); err != nil {
		return err
	}
	h.Desk, err = h.FrontDesk(h.queue, h.Blobs, DeskDates{sample: extranetsim.ReferenceDate(), today: today})
	if err != nil {
		return err
	}
	if h.Desk.Billing, err = s.ReadBilling(); err != nil {
		return err
	}
	h.Desk.Retention, h.Desk.Trace = s.Retention(), h.trace
	h.Desk.Promise = cmp.Or(s.Promise, h.Desk.Promise)
	if h.Auth, err = h.authority(cmp.Or(s.TokenIssuer, h.Base), s.TokenLife); err != nil {
		return err
	}
	if h.Pipeline, err = h.workers(ctx, s, links); err != nil {
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
	h.watch = &watch{probes: probes, now: h.Now}
	options := api.Options{
		Desk: h.Desk, Auth: h.Auth, Links: links, Bodies: h.Pipeline, Now: h.Now, Random: h.Random, Logger: h.Log,
		Limits: api.Limits{PerSecond: s.RateLimit, Burst: 2 * s.RateLimit}, Spool: spool, Ready: h.ready,
		TrustedProxies: proxies, Observe: h.measured.observe, Trace: h.trace, Pages: h.Engine,
	}
	h.Admin, h.drain, h.Tidy = h.adminHandler(nil), func() {}, h.tidyCache
	if s.Dev {
		options.HTTPHosts = devHosts()
	}
	if options.Corner, err = corner.New(corner.Options{Desk: h.Desk, Links: links, Now: h.Now, Log: h.Log}); err != nil {
		return err
	}
	if options.Portal, err = portal.New(portal.Options{Desk: h.Desk, Accounts: h.Auth, Bodies: h.Pipeline, Links: links, Now: h.Now, Log: h.Log}); err != nil {
		return err
	}
	if s.Docs && s.Role.answers() {
		options.Guide = newGuide(h.Base, h.Log)
	}
	h.Front = api.New(options)
	return nil
}

// lost hears of a file that is gone or damaged.
func (h *House) lost(ctx context.Context, hash predate.Hash, cause error) (needed bool) {
	needed, err := h.Desk.Lost(ctx, hash)
	if needed {
		h.Log.ErrorContext(ctx, "ALARM: a file is lost or damaged: restore it from a backup", "hash", hash, "error", errors.Join(cause, err))
	}
	return needed
}

// workers opens what the pipeline needs and gives the queue its handlers.
func (h *House) workers(ctx context.Context, s ServerFlags, links *link.Signer) (*pipeline.Pipeline, error) {
	pages, cache := s.Engine(h.Now)
	pages.Skimmed, pages.Options.Recognising = h.measured.skimmed, h.measured.recognising
	reader, err := s.Reader(pages, cache, h.Log)
	if err != nil {
		return nil, err
	}
	reader.Trace = h.trace
	h.reading, h.Engine, h.reader = reader, pages, func() { pages.Shut(ctx, h.Log) }
	if s.Role.opens() {
		if h.opener, err = h.Credentials(); err != nil {
			return nil, err
		}
	}
	if h.Shelf, err = s.shelf(); err != nil {
		return nil, err
	}
	builtIn, err := recipe.Load(connectors.Files())
	if err != nil {
		return nil, err
	}
	sample, err := SampleOrder()
	if err != nil {
		return nil, err
	}
	issuer, err := s.ReadIssuer()
	if err != nil {
		return nil, err
	}
	if h.seal, err = s.cachet(h.Cellar); err != nil {
		return nil, err
	}
	h.live = connector.New(h.Shelf.Recipes(), h.guardedClient, connector.Options{
		Now: h.Now, Random: h.Random, Probe: true,
		DevHosts: s.devRecipes(), Hosts: s.ExtranetHosts, Settings: map[string]string{"vilogi_token": s.VilogiToken},
	})
	p := pipeline.New(pipeline.Options{
		Desk: h.Desk, Blobs: h.Blobs, Reader: reader, Cores: reader.Cores, Links: links,
		Sender:          webhook.NewSender(h.measured.sender(h.Guard.Client(egress.Policy{})), h.Now),
		OpenCredentials: h.secrets(), Takes: s.Role.takes,
		Live:     s.collector(h.live),
		RecipeOf: s.recipeOf(h.live.Recipe), Recipes: RecipesAtWork(h.Shelf), Warden: h.Warden,
		Sample: func(username string, collections int) (pipeline.Collector, error) {
			return h.sampleCollector(builtIn, username, collections)
		},
		SampleOrder: sample,
		Specimen:    specimen,
		PublicURL:   s.PublicURL,
		Issuer:      issuer,
		Seal:        h.seal,
		Now:         h.Now, Jitter: h.jitter, Log: h.Log, Trace: h.trace,
	})
	h.queue.Handle(p.Handlers())
	return p, nil
}

// guardedClient reaches the hosts of one collection and no other.
func (h *House) guardedClient(hosts []string) *http.Client {
	return h.Guard.Client(egress.Policy{Hosts: hosts, MaxRedirects: 5, Timeout: time.Minute})
}

// devRecipes binds this machine's names to the family that the demonstration
// shows, and single ports to those that the settings name.
func (s ServerFlags) devRecipes() map[string]string {
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

func (h *House) sampleCollector(recipes []recipe.Recipe, username string, collections int) (pipeline.Collector, error) {
	visited, err := extranetsim.Visit(username, collections)
	if err != nil {
		return nil, err
	}
	return sampleExtranet{connector.New(recipes, func([]string) *http.Client { return visited.Client }, connector.Options{
		Now: h.Now, Random: h.Random, DevHosts: map[string]string{extranetsim.TestHost: extranetsim.Recipe},
		Pause: func(context.Context, time.Duration) error { return nil },
	}), visited}, nil
}

// SampleOrder is the order of the built-in sample dossier.
func SampleOrder() (predate.Order, error) {
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
func (h *House) links(ctx context.Context) (*link.Signer, error) {
	key, err := h.drawn(ctx, linkKey)
	if err != nil {
		return nil, fmt.Errorf("open the key of addresses: %w", err)
	}
	return link.New(h.Base, key)
}
