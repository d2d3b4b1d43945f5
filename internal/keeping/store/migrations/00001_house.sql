-- +goose Up

-- One text for SQLite and PostgreSQL. Amounts are cents. Instants are
-- microseconds since 1970 in UTC, 0 for "never". Days are year-month-day, ''
-- for none. Lists are JSON. Sealed or binary values are base64. A column that
-- names a row of another table bears its name; order_id is so called because
-- ORDER is a word of SQL.

-- Clients of the API.
CREATE TABLE accounts (
	id                TEXT PRIMARY KEY,
	email             TEXT NOT NULL UNIQUE, -- lower case
	kind              TEXT NOT NULL,
	password_hash     TEXT NOT NULL,        -- Argon2id, PHC string
	disabled          BOOLEAN NOT NULL,
	send_documents    BOOLEAN NOT NULL,     -- contract flags of webhooks
	send_registration BOOLEAN NOT NULL,
	keep_credentials  BOOLEAN NOT NULL,
	created           BIGINT NOT NULL
);

-- Only the SHA-256 of a key is kept.
CREATE TABLE api_keys (
	hash    TEXT PRIMARY KEY,
	account TEXT NOT NULL REFERENCES accounts (id),
	prefix  TEXT NOT NULL,    -- to recognise it by
	test    BOOLEAN NOT NULL, -- may only place test orders
	created BIGINT NOT NULL,
	revoked BIGINT NOT NULL
);
CREATE INDEX api_keys_account ON api_keys (account);

-- Refused passwords in a row, of known and unknown e-mails alike.
CREATE TABLE login_failures (
	email    TEXT PRIMARY KEY,
	failures BIGINT NOT NULL,
	last     BIGINT NOT NULL
);

-- Requests for a pré-état daté. version is for compare-and-set.
CREATE TABLE orders (
	id               TEXT PRIMARY KEY,
	account          TEXT NOT NULL REFERENCES accounts (id),
	external_id      TEXT NOT NULL, -- the client's own, not unique
	street           TEXT NOT NULL, -- of the property
	additional       TEXT NOT NULL,
	city             TEXT NOT NULL,
	zipcode          TEXT NOT NULL,
	owners           TEXT NOT NULL, -- JSON
	invoice_address  TEXT NOT NULL,
	invoice_city     TEXT NOT NULL,
	invoice_zipcode  TEXT NOT NULL,
	invoice_lastname TEXT NOT NULL,
	method           TEXT NOT NULL,
	syndic_name      TEXT NOT NULL,
	syndic_url       TEXT NOT NULL, -- the credentials live in their own table
	lots             TEXT NOT NULL,
	comment          TEXT NOT NULL,
	all_due_paid     BOOLEAN NOT NULL,
	test_mode        BOOLEAN NOT NULL,
	state            TEXT NOT NULL,
	seq              BIGINT NOT NULL, -- number of events
	version          BIGINT NOT NULL,
	pending          BOOLEAN NOT NULL,
	refreshed        BOOLEAN NOT NULL,
	cancelled        BIGINT NOT NULL,
	run              TEXT NOT NULL, -- the current one
	created          BIGINT NOT NULL,
	updated          BIGINT NOT NULL
);
CREATE INDEX orders_account ON orders (account, created, id);
CREATE INDEX orders_created ON orders (created, id);
CREATE INDEX orders_external ON orders (account, external_id) WHERE external_id <> '';

-- Passes of the pipeline over an order.
CREATE TABLE runs (
	id             TEXT PRIMARY KEY,
	order_id       TEXT NOT NULL REFERENCES orders (id),
	number         BIGINT NOT NULL, -- from 1
	reference_date TEXT NOT NULL,
	method         TEXT NOT NULL,
	all_due_paid   BOOLEAN NOT NULL,
	comment        TEXT NOT NULL,
	created        BIGINT NOT NULL,
	version        BIGINT NOT NULL,
	collected      BOOLEAN NOT NULL,
	collected_at   BIGINT NOT NULL,
	attempts       BIGINT NOT NULL, -- collections tried
	failure        TEXT NOT NULL,
	failure_text   TEXT NOT NULL,   -- scrubbed
	read_done      BOOLEAN NOT NULL,
	outcome        TEXT NOT NULL,
	gaps           TEXT NOT NULL,   -- JSON
	reasons        TEXT NOT NULL,   -- JSON
	approved       BOOLEAN NOT NULL,
	issued         BIGINT NOT NULL,
	report_hash    TEXT NOT NULL,   -- of blobs
	pdf_hash       TEXT NOT NULL,
	specimen       BOOLEAN NOT NULL,
	ended          BIGINT NOT NULL,
	UNIQUE (order_id, number)
);
CREATE INDEX runs_ended ON runs (ended) WHERE ended > 0;
CREATE INDEX runs_report ON runs (report_hash) WHERE report_hash <> '';
CREATE INDEX runs_pdf ON runs (pdf_hash) WHERE pdf_hash <> '';

-- Files of an order; the bytes are blobs under their hash.
CREATE TABLE documents (
	id               BIGINT PRIMARY KEY,
	order_id         TEXT NOT NULL REFERENCES orders (id),
	run              TEXT NOT NULL,
	hash             TEXT NOT NULL,
	size             BIGINT NOT NULL,
	filename         TEXT NOT NULL,
	media_type       TEXT NOT NULL,
	origin           TEXT NOT NULL,
	hint             BIGINT NOT NULL,
	comment          TEXT NOT NULL,
	remote_id        TEXT NOT NULL, -- the extranet's
	collected        BIGINT NOT NULL,
	doctype          BIGINT NOT NULL,
	printed          TEXT NOT NULL,
	unreadable       TEXT NOT NULL,
	foreign_building BOOLEAN NOT NULL,
	duplicate_of     BIGINT NOT NULL -- another document, or 0
);
CREATE INDEX documents_order ON documents (order_id, collected, id);
-- A collection that runs twice does not bring a paper twice.
CREATE UNIQUE INDEX documents_remote ON documents (order_id, remote_id) WHERE remote_id <> '';
CREATE INDEX documents_hash ON documents (hash);
CREATE INDEX documents_collected ON documents (collected);

-- The last position given in each account's feed. The row is held by whoever
-- writes an event until the transaction ends: that makes the feed gap-free.
CREATE TABLE event_positions (
	account TEXT PRIMARY KEY,
	last    BIGINT NOT NULL
);

-- Changes of state, and rehearsals of one; never changed once written.
CREATE TABLE events (
	id          TEXT PRIMARY KEY,
	account     TEXT NOT NULL REFERENCES accounts (id),
	order_id    TEXT NOT NULL REFERENCES orders (id),
	external_id TEXT NOT NULL,
	run         TEXT NOT NULL,
	seq         BIGINT NOT NULL, -- within the order, from 1; 0 when simulated
	state       TEXT NOT NULL,
	simulated   BOOLEAN NOT NULL,
	test_mode   BOOLEAN NOT NULL,
	created     BIGINT NOT NULL,
	position    BIGINT NOT NULL,
	UNIQUE (account, position)
);
CREATE UNIQUE INDEX events_seq ON events (order_id, seq) WHERE seq > 0;
CREATE INDEX events_order ON events (order_id, position);
CREATE INDEX events_created ON events (created);

-- Callback URLs of accounts.
CREATE TABLE endpoints (
	id              TEXT PRIMARY KEY,
	account         TEXT NOT NULL REFERENCES accounts (id),
	url             TEXT NOT NULL,
	events          TEXT NOT NULL, -- JSON; [] is all
	enabled         BOOLEAN NOT NULL,
	disabled_reason TEXT NOT NULL,
	created         BIGINT NOT NULL,
	version         BIGINT NOT NULL
);
CREATE INDEX endpoints_account ON endpoints (account);

-- Their signing secrets: the current one (until = 0) and those in grace.
CREATE TABLE endpoint_secrets (
	endpoint TEXT NOT NULL REFERENCES endpoints (id),
	number   BIGINT NOT NULL, -- from 1
	sealed   TEXT NOT NULL,
	until    BIGINT NOT NULL,
	PRIMARY KEY (endpoint, number)
);

-- Sendings of an event to an endpoint. They outlive the endpoint.
CREATE TABLE deliveries (
	id       TEXT PRIMARY KEY,
	event    TEXT NOT NULL REFERENCES events (id),
	endpoint TEXT NOT NULL,
	account  TEXT NOT NULL,
	order_id TEXT NOT NULL,
	seq      BIGINT NOT NULL, -- the event's
	status   TEXT NOT NULL,
	attempts BIGINT NOT NULL,
	created  BIGINT NOT NULL,
	next     BIGINT NOT NULL,
	ended    BIGINT NOT NULL
);
CREATE INDEX deliveries_endpoint ON deliveries (endpoint, created, id);
CREATE INDEX deliveries_event ON deliveries (event);
CREATE INDEX deliveries_pending ON deliveries (order_id, endpoint, seq) WHERE status = 'pending';
CREATE INDEX deliveries_ended ON deliveries (ended) WHERE ended > 0;

-- Single POSTs of a delivery. endpoint and succeeded repeat what the delivery
-- and the answer say, so that an endpoint's health is one index away.
CREATE TABLE attempts (
	delivery    TEXT NOT NULL REFERENCES deliveries (id),
	number      BIGINT NOT NULL, -- from 1
	at          BIGINT NOT NULL,
	duration    BIGINT NOT NULL, -- nanoseconds
	status      BIGINT NOT NULL, -- HTTP; 0 without an answer
	error       TEXT NOT NULL,
	answer      TEXT NOT NULL,
	retry_after BIGINT NOT NULL, -- nanoseconds
	succeeded   BOOLEAN NOT NULL,
	endpoint    TEXT NOT NULL,
	PRIMARY KEY (delivery, number)
);
CREATE INDEX attempts_endpoint ON attempts (endpoint, at);

-- Extranet passwords, sealed for the collecting worker; short-lived.
CREATE TABLE credentials (
	order_id TEXT PRIMARY KEY REFERENCES orders (id),
	sealed   TEXT NOT NULL,
	expires  BIGINT NOT NULL
);
CREATE INDEX credentials_expires ON credentials (expires);

-- Answers given to requests that bore an idempotency key.
CREATE TABLE replays (
	account         TEXT NOT NULL,
	route           TEXT NOT NULL,
	idempotency_key TEXT NOT NULL,
	request_hash    TEXT NOT NULL,
	status          BIGINT NOT NULL,
	body            TEXT NOT NULL,
	created         BIGINT NOT NULL,
	PRIMARY KEY (account, route, idempotency_key)
);
CREATE INDEX replays_created ON replays (created);

-- Access tokens refused before their end.
CREATE TABLE revoked_tokens (
	jti     TEXT PRIMARY KEY,
	expires BIGINT NOT NULL
);
CREATE INDEX revoked_tokens_expires ON revoked_tokens (expires);

-- Values of the installation: keysets and signing keys, sealed.
CREATE TABLE settings (
	name  TEXT PRIMARY KEY,
	value TEXT NOT NULL
);

-- The operators' queue.
CREATE TABLE reviews (
	id        TEXT PRIMARY KEY,
	order_id  TEXT NOT NULL REFERENCES orders (id),
	run       TEXT NOT NULL,
	reasons   TEXT NOT NULL, -- JSON
	since     BIGINT NOT NULL,
	closed    BIGINT NOT NULL,
	closed_by TEXT NOT NULL,
	why       TEXT NOT NULL
);
-- A run waits for an operator once.
CREATE UNIQUE INDEX reviews_open ON reviews (run) WHERE closed = 0;
CREATE INDEX reviews_since ON reviews (since) WHERE closed = 0;
CREATE INDEX reviews_order ON reviews (order_id);

-- Who did what.
CREATE TABLE audit (
	id       TEXT PRIMARY KEY,
	at       BIGINT NOT NULL,
	who      TEXT NOT NULL,
	act      TEXT NOT NULL,
	account  TEXT NOT NULL,
	order_id TEXT NOT NULL,
	detail   TEXT NOT NULL
);
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_order ON audit (order_id, at);
