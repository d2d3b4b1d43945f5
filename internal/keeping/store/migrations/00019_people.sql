-- +goose Up

-- Persons of ours. Accounts are clients.
CREATE TABLE operators (
	id           TEXT PRIMARY KEY,
	email        TEXT NOT NULL UNIQUE, -- lower case
	name         TEXT NOT NULL UNIQUE, -- records of acts bear it: it names one person
	role         TEXT NOT NULL,
	disabled     BOOLEAN NOT NULL,
	no_shortcuts BOOLEAN NOT NULL,
	created      BIGINT NOT NULL
);

-- A password and the secret of its codes, one without the other never.
CREATE TABLE operator_passwords (
	operator TEXT PRIMARY KEY REFERENCES operators (id),
	hash     TEXT NOT NULL,   -- Argon2id, PHC string
	totp     TEXT NOT NULL,   -- sealed
	step     BIGINT NOT NULL, -- of the last code that was used
	changed  BIGINT NOT NULL
);

-- What takes the place of a code, once each.
CREATE TABLE operator_recoveries (
	operator TEXT NOT NULL REFERENCES operators (id),
	hash     TEXT NOT NULL, -- SHA-256 of 80 random bits
	PRIMARY KEY (operator, hash)
);

CREATE TABLE operator_passkeys (
	id         TEXT PRIMARY KEY, -- of the credential, base64
	operator   TEXT NOT NULL REFERENCES operators (id),
	name       TEXT NOT NULL,    -- given by the operator
	credential TEXT NOT NULL,    -- JSON: the public key and what was said of it
	created    BIGINT NOT NULL,
	used       BIGINT NOT NULL
);
CREATE INDEX operator_passkeys_operator ON operator_passkeys (operator, created);

-- Links that let an operator choose how to sign in, once each.
CREATE TABLE operator_invites (
	hash       TEXT PRIMARY KEY, -- SHA-256 of the link's token
	operator   TEXT NOT NULL REFERENCES operators (id),
	invited_by TEXT NOT NULL,
	created    BIGINT NOT NULL,
	expires    BIGINT NOT NULL,
	used       BIGINT NOT NULL
);
CREATE INDEX operator_invites_operator ON operator_invites (operator);
CREATE INDEX operator_invites_expires ON operator_invites (expires);

-- Signed-in browsers.
CREATE TABLE operator_sessions (
	id       TEXT PRIMARY KEY,
	hash     TEXT NOT NULL UNIQUE, -- SHA-256 of the cookie's token
	operator TEXT NOT NULL REFERENCES operators (id),
	created  BIGINT NOT NULL,
	seen     BIGINT NOT NULL,
	ended    BIGINT NOT NULL,
	agent    TEXT NOT NULL,
	network  TEXT NOT NULL
);
CREATE INDEX operator_sessions_operator ON operator_sessions (operator, created);
CREATE INDEX operator_sessions_seen ON operator_sessions (seen);

-- Challenges of passkeys that were answered: none is answered twice.
CREATE TABLE operator_challenges (
	hash    TEXT PRIMARY KEY,
	expires BIGINT NOT NULL
);
CREATE INDEX operator_challenges_expires ON operator_challenges (expires);
