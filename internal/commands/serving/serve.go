package serving

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"predate"
	"predate/internal/base/egress"
	"predate/internal/commands/readers"
	"predate/internal/commands/terminal"
	"predate/internal/keeping/blob"
)

// ServerFlags are the settings of the server; "predate config" prints them.
type ServerFlags struct {
	StoreFlags
	readers.ReaderFlags
	BlobFlags
	browserFlags
	AdminFlags
	KeepFlags
	TLSFlags
	readers.IssuerFlags
	BillingFlags
	SealFlags
	TraceFlags
	RecipeFlags
	Role          role              `help:"What this process does: «door» answers clients and operators, «worker» reads, typesets and delivers, «collector» collects from extranets and alone opens their credentials, «all» does everything." enum:"all,door,worker,collector" default:"all"`
	Listen        string            `help:"Address to listen on." default:"127.0.0.1:8080" placeholder:"ADDR"`
	Proxies       []string          `name:"trusted-proxies" help:"Addresses or networks of the proxies whose X-Forwarded-For is believed; without any, nobody’s is." placeholder:"NETWORK,…"`
	MemoryLimit   string            `name:"memory-limit" help:"Memory to make do with, such as 512MiB; without it, three quarters of what the control group grants." placeholder:"SIZE"`
	DiskReserve   string            `name:"disk-reserve" help:"Free space of the data folder’s disk under which the server is not ready." default:"256MiB" placeholder:"SIZE"`
	PublicURL     string            `name:"public-url" help:"Address under which clients reach the server; document links begin with it." placeholder:"URL"`
	TokenIssuer   string            `name:"token-issuer" help:"Issuer that access tokens name, instead of the public URL; keep it when that changes, and the tokens hold." placeholder:"URL"`
	TokenLife     time.Duration     `name:"token-life" help:"Life of an access token." default:"1h"`
	Collectors    int               `help:"Orders collected from extranets at once." default:"4"`
	Workers       int               `help:"Orders read and typeset at once." default:"2"`
	Deliverers    int               `help:"Deliveries sent at once, and as many again to receivers that are slow." default:"16"`
	RateLimit     int               `name:"rate-limit" help:"Requests a second for each API key; twice as many in a burst." default:"50"`
	UsernamesADay int               `name:"usernames-a-day" help:"Different extranet usernames that the orders of one account may name in 24 hours." default:"200"`
	Promise       time.Duration     `help:"How soon an operator decides an order that came to the operators." default:"4h"`
	ExtranetHosts map[string]string `name:"extranet-hosts" help:"Hosts that no recipe names, each with the recipe that an operator answers for." placeholder:"HOST=RECIPE;…"`
	VilogiToken   string            `name:"vilogi-token" help:"Application token of Vilogi’s interface; without it, its extranets are not supported." secret:"" placeholder:"TOKEN"`
	ReferenceDate string            `name:"reference-date" help:"Make every statement for this day instead of today: for rehearsals on old papers." placeholder:"DATE"`
	Docs          bool              `help:"Serve the documentation for developers under /docs." default:"true" negatable:""`
	LogLevel      string            `name:"log-level" help:"Least level that is logged." enum:"debug,info,warn,error" default:"info"`
	LogFormat     string            `name:"log-format" help:"Form of the log." enum:"text,json" default:"text"`

	Idle bool `kong:"-"` // no jobs are worked: set by measurements only
}

// ServeCommand serves the API and works on orders.
type ServeCommand struct{ ServerFlags }

// Run serves until it is told to stop, then finishes what it is doing. Where programs
// read the log, why it ended is a line of it too.
func (s ServeCommand) Run(c *terminal.Context) error {
	log := s.Logger(c)
	err := s.ServeLogging(c, log)
	if err == nil || s.LogFormat != terminal.JSONLog {
		return err
	}
	log.Error("predate does not run", "error", terminal.Told(err))
	return terminal.ErrShown
}

// ServeLogging serves until the context ends, and writes to a log.
func (s ServeCommand) ServeLogging(c *terminal.Context, log *slog.Logger) error {
	if err := limitMemory(s.MemoryLimit, os.DirFS("/")); err != nil {
		return err
	}
	h, err := Build(c, s.ServerFlags, c.Means(log))
	if err != nil {
		return err
	}
	defer h.Close()
	if s.Idle {
		h.role = roleDoor
	}
	shareThreads()
	if s.Issuer == "" {
		log.Warn("statements name no issuer: say who answers for them with --issuer FILE")
	}
	if s.Dev {
		log.Warn("development mode: http and loopback addresses are allowed for callbacks and extranets; never use it in production")
	}
	var at Addresses
	if at.Admin, err = s.adminListener(c); err != nil {
		return err
	}
	if !s.Role.answers() {
		return h.Serve(c, at, func(string) { log.Info("predate is ready", "role", string(s.Role)) })
	}
	if at.Public, err = net.Listen("tcp", s.Listen); err != nil {
		return fmt.Errorf("listen on %s: %w", s.Listen, err)
	}
	console, err := h.OpenConsole(s.ServerFlags, at.Admin)
	if err != nil {
		return err
	}
	version, revision, _ := terminal.Built()
	operators := ""
	if console != nil {
		operators = console.String()
	}
	return h.Serve(c, at, func(base string) {
		log.Info("predate is ready", "address", base, "operators", operators, "version", version, "revision", revision)
	})
}

// shareThreads leaves it to the system to share the cores among what runs, once
// the house knows how many there are. Go would let a long piece of work keep its
// core for a hundredth of a second each time that a short one comes back from the
// disk; the system lets the thread that has had less go first.
func shareThreads() {
	const threadsForACore = 3
	runtime.GOMAXPROCS(threadsForACore * runtime.GOMAXPROCS(0))
}

// trusted reads the networks of the proxies.
func (s ServerFlags) trusted() ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, text := range s.Proxies {
		network, err := netip.ParsePrefix(text)
		if address, alone := netip.ParseAddr(text); alone == nil {
			network, err = address.Unmap().Prefix(address.Unmap().BitLen())
		}
		if err != nil {
			return nil, fmt.Errorf("trusted-proxies: %q is neither an address nor a network like 10.0.0.0/8", text)
		}
		all = append(all, network.Masked())
	}
	return all, nil
}

// Logger makes the log that the settings ask for.
func (s ServerFlags) Logger(c *terminal.Context) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	return terminal.NewLog(c.Stderr, s.LogFormat, level)
}

// referenceDate reads the day that replaces today; the zero day replaces
// nothing.
func (s ServerFlags) referenceDate() (predate.Date, error) {
	if s.ReferenceDate == "" {
		return predate.Date{}, nil
	}
	date, err := predate.ParseDate(s.ReferenceDate)
	if err != nil {
		return predate.Date{}, fmt.Errorf("reference-date: %w", err)
	}
	return date, nil
}

// BlobFlags say where papers and statements are kept.
type BlobFlags struct {
	S3Endpoint  string `name:"s3-endpoint" help:"S3 endpoint (host:port) for papers and statements, instead of the data folder." placeholder:"HOST"`
	S3Bucket    string `name:"s3-bucket" help:"S3 bucket." placeholder:"NAME"`
	S3AccessKey string `name:"s3-access-key" help:"S3 access key." placeholder:"KEY"`
	S3SecretKey string `name:"s3-secret-key" help:"S3 secret key; better in PREDATE_S3_SECRET_KEY_FILE." placeholder:"SECRET" secret:""`
	S3Insecure  bool   `name:"s3-insecure" help:"Speak plain HTTP to the S3 endpoint."`
}

// incoming is the folder, within that of the data, of what is on its way: the
// bodies of requests, and papers that go to S3.
const incoming = "incoming"

// Blobs opens the store of papers, in the data folder unless S3 is named.
func (f BlobFlags) Blobs(ctx context.Context, data string) (blob.Store, error) {
	if f.S3Endpoint == "" {
		return blob.OpenDir(filepath.Join(data, "blobs"))
	}
	spool := filepath.Join(data, incoming)
	if err := os.MkdirAll(spool, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of what is on its way: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, bucketWithin)
	defer cancel()
	bucket, err := blob.OpenS3(limited, blob.S3Options{
		Spool: spool, Endpoint: f.S3Endpoint, Bucket: f.S3Bucket, AccessKey: f.S3AccessKey,
		SecretKey: predate.Secret(f.S3SecretKey), PlainHTTP: f.S3Insecure,
	})
	if errors.Is(err, predate.ErrNotFound) {
		return nil, fmt.Errorf("there is no bucket %q at %s: make it, or name another with --s3-bucket", f.S3Bucket, f.S3Endpoint)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: look at --s3-endpoint, --s3-access-key and --s3-secret-key", err)
	}
	return bucket, nil
}

// bucketWithin bounds the first question to a bucket: one that is away at the start is
// told, not waited for.
const bucketWithin = 15 * time.Second

// GuardOptions opens loopback in development, and nothing in production. Our
// own hosts are shut in both.
func GuardOptions(dev bool, own ...string) egress.Options {
	options := egress.Options{OwnHosts: own}
	if dev {
		options.DevHosts = devHosts()
	}
	return options
}

// devHosts are the names of this machine that development allows, on any port.
func devHosts() []string { return []string{"127.0.0.1", "localhost", "::1"} }

// How a server stops: requests and jobs have time to end by themselves; then
// requests are cut, and jobs told to give up. What is cut of a job is done again
// after the next start.
const (
	StopPatience = 5 * time.Second
	StopTime     = 9 * time.Second
)

// Addresses are where a server is reached; nil for none.
type Addresses struct{ Public, Admin net.Listener }

// Serve works and answers until the context ends.
func (h *House) Serve(ctx context.Context, at Addresses, ready func(base string)) error {
	if h.role != roleDoor {
		if err := h.queue.Start(ctx); err != nil {
			return err
		}
	}
	ended := make(chan error, 2)
	var servers []*http.Server
	if at.Public != nil {
		public := h.httpServer(h.Front)
		public.RegisterOnShutdown(h.Front.Drain)
		servers = append(servers, public)
		go func() { ended <- h.answer(public, at.Public) }()
	}
	if at.Admin != nil {
		admin := h.httpServer(h.Admin)
		admin.RegisterOnShutdown(h.drain)
		servers = append(servers, admin)
		go func() { ended <- admin.Serve(at.Admin) }()
	}
	ready(h.Base)
	ctx, end := context.WithCancel(ctx)
	filled, tidied, warmed, looked := h.fillQueue(ctx), hourly(ctx, h.Tidy), h.warm(ctx), h.lookAtRecipes(ctx)
	defer func() { end(); <-filled; <-tidied; <-warmed; <-looked }()
	var failure error
	select {
	case failure = <-ended:
	case <-ctx.Done():
	}
	return errors.Join(failure, h.stop(context.WithoutCancel(ctx), servers))
}

// answer serves the public address, over TLS where there is a certificate.
func (h *House) answer(server *http.Server, at net.Listener) error {
	if h.tls == nil {
		return server.Serve(at)
	}
	server.TLSConfig = h.tls
	return server.ServeTLS(at, "", "")
}

// warm opens the page engine of a process that reads papers before the first one
// comes: the first start on a machine compiles it, which takes seconds.
func (h *House) warm(ctx context.Context) (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if !h.role.reads() {
			return
		}
		began := h.Now()
		if _, err := h.Engine.Open(ctx); err != nil {
			h.Log.Error("the page engine does not open: papers cannot be read", "error", err)
			return
		}
		h.Log.Info("the page engine is open", "took", h.Now().Sub(began))
	}()
	return ended
}

// fillQueue makes the rows of the operators' queue that orders of before lack,
// beside all other work, until that is done or a context ends.
func (h *House) fillQueue(ctx context.Context) (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		batches, err := h.Desk.FillQueue(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			h.Log.Error("the operators' queue is not filled: it is tried again at the next start", "error", err)
		case batches > 0:
			h.Log.Info("filled the operators' queue", "batches", batches)
		}
	}()
	return ended
}

// hourly does something each hour, until a context ends. Each process does it for
// itself: what lies in its own folder is nobody else's.
func hourly(ctx context.Context, do func(context.Context)) (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(time.Hour)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				do(ctx)
			}
		}
	}()
	return ended
}

func (h *House) httpServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ReadTimeout: 5 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(h.Log.Handler(), slog.LevelWarn),
	}
}

// stop ends servers and queue at once.
func (h *House) stop(ctx context.Context, servers []*http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, StopTime)
	defer cancel()
	failures := make(chan error, len(servers)+1)
	go func() { failures <- h.queue.Stop(ctx) }()
	for _, server := range servers {
		go func() { failures <- shut(ctx, server) }()
	}
	var all error
	for range cap(failures) {
		all = errors.Join(all, <-failures)
	}
	return all
}

// shut lets the requests of a server end in time. Who sends or reads
// more slowly than that is cut off, which is no failure of the server.
func shut(ctx context.Context, server *http.Server) error {
	patient, cancel := context.WithTimeout(ctx, StopPatience)
	defer cancel()
	if err := server.Shutdown(patient); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return server.Close()
}
