package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"predate"
	"predate/internal/blob"
	"predate/internal/egress"
)

// serverFlags are the settings of the server; "predate config" prints them.
type serverFlags struct {
	storeFlags
	readerFlags
	blobFlags
	browserFlags
	Listen        string            `help:"Address to listen on." default:"127.0.0.1:8080" placeholder:"ADDR"`
	PublicURL     string            `name:"public-url" help:"Address under which clients reach the server; document links begin with it." placeholder:"URL"`
	TokenLife     time.Duration     `name:"token-life" help:"Life of an access token." default:"1h"`
	Workers       int               `help:"Orders worked on at once." default:"2"`
	Deliverers    int               `help:"Deliveries sent at once." default:"16"`
	RateLimit     int               `name:"rate-limit" help:"Requests a second for each API key; twice as many in a burst." default:"50"`
	UsernamesADay int               `name:"usernames-a-day" help:"Different extranet usernames that the orders of one account may name in 24 hours." default:"200"`
	ExtranetHosts map[string]string `name:"extranet-hosts" help:"Hosts that no recipe names, each with the recipe that an operator answers for." placeholder:"HOST=RECIPE;…"`
	VilogiToken   string            `name:"vilogi-token" help:"Application token of Vilogi’s interface; without it, its extranets are not supported." secret:"" placeholder:"TOKEN"`
	ReferenceDate string            `name:"reference-date" help:"Make every statement for this day instead of today: for rehearsals on old papers." placeholder:"DATE"`
	LogLevel      string            `name:"log-level" help:"Least level that is logged." enum:"debug,info,warn,error" default:"info"`
	LogFormat     string            `name:"log-format" help:"Form of the log." enum:"text,json" default:"text"`
}

type serveCommand struct{ serverFlags }

// Run serves until it is told to stop, then finishes what it is doing.
func (s serveCommand) Run(c *commandContext) error {
	h, err := buildHouse(c, s.serverFlags, s.logger(c))
	if err != nil {
		return err
	}
	defer h.close()
	if s.Dev {
		fmt.Fprintln(c.stderr, "WARNING: development mode: http and loopback addresses are allowed for callbacks and extranets. Never use it in production.")
	}
	listener, err := net.Listen("tcp", s.Listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.Listen, err)
	}
	return h.serve(c, listener, func(base string) { c.say("predate is ready at %s", base) })
}

func (s serverFlags) logger(c *commandContext) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level}
	if s.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(c.stderr, options))
	}
	return slog.New(slog.NewTextHandler(c.stderr, options))
}

// referenceDate reads the day that replaces today; the zero day replaces
// nothing.
func (s serverFlags) referenceDate() (predate.Date, error) {
	if s.ReferenceDate == "" {
		return predate.Date{}, nil
	}
	date, err := predate.ParseDate(s.ReferenceDate)
	if err != nil {
		return predate.Date{}, fmt.Errorf("reference-date: %w", err)
	}
	return date, nil
}

// blobFlags say where papers and statements are kept.
type blobFlags struct {
	S3Endpoint  string `name:"s3-endpoint" help:"S3 endpoint (host:port) for papers and statements, instead of the data folder." placeholder:"HOST"`
	S3Bucket    string `name:"s3-bucket" help:"S3 bucket." placeholder:"NAME"`
	S3AccessKey string `name:"s3-access-key" help:"S3 access key." placeholder:"KEY"`
	S3SecretKey string `name:"s3-secret-key" help:"S3 secret key; better in PREDATE_S3_SECRET_KEY_FILE." placeholder:"SECRET" secret:""`
	S3Insecure  bool   `name:"s3-insecure" help:"Speak plain HTTP to the S3 endpoint."`
}

// blobs opens the store of papers, in the data folder unless S3 is named.
func (f blobFlags) blobs(ctx context.Context, data string) (blob.Store, error) {
	if f.S3Endpoint == "" {
		return blob.OpenDir(filepath.Join(data, "blobs"))
	}
	return blob.OpenS3(ctx, blob.S3Options{
		Endpoint: f.S3Endpoint, Bucket: f.S3Bucket, AccessKey: f.S3AccessKey,
		SecretKey: predate.Secret(f.S3SecretKey), PlainHTTP: f.S3Insecure,
	})
}

// guardOptions opens loopback in development, and nothing in production. Our
// own hosts are shut in both.
func guardOptions(dev bool, own ...string) egress.Options {
	options := egress.Options{OwnHosts: own}
	if dev {
		options.DevHosts = devHosts()
	}
	return options
}

// devHosts are the names of this machine that development allows, on any port.
func devHosts() []string { return []string{"127.0.0.1", "localhost", "::1"} }

// shutdownTime is how long a stopping server lets running work finish.
const shutdownTime = 20 * time.Second

// serve works and answers until the context ends.
func (h *house) serve(ctx context.Context, listener net.Listener, ready func(base string)) error {
	if err := h.queue.Start(ctx); err != nil {
		return err
	}
	server := &http.Server{
		Handler: h.front, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		ReadTimeout: 5 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(h.log.Handler(), slog.LevelWarn),
	}
	server.RegisterOnShutdown(h.front.Drain)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	ready(h.base)
	var failure error
	select {
	case failure = <-ended:
	case <-ctx.Done():
	}
	if errors.Is(failure, http.ErrServerClosed) {
		failure = nil
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return errors.Join(failure, server.Shutdown(stopping), h.queue.Stop(stopping))
}
