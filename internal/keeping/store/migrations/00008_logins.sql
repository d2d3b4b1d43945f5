-- +goose Up

-- Who may log in where, and when. An identity is a keyed hash of an extranet's
-- host and a username: no username can be read here.
CREATE TABLE identities (
	identity   TEXT PRIMARY KEY,
	holder     TEXT NOT NULL,   -- of the one login that is under way; '' when none is
	held_until BIGINT NOT NULL,
	cool_until BIGINT NOT NULL, -- no login before: its account was locked
	seen       BIGINT NOT NULL
);
CREATE INDEX identities_seen ON identities (seen);

-- Logins that were made, and what came of each.
CREATE TABLE logins (
	id       TEXT PRIMARY KEY,
	identity TEXT NOT NULL,
	account  TEXT NOT NULL,
	at       BIGINT NOT NULL,
	outcome  TEXT NOT NULL -- '' while it is under way, 'accepted', or the code of the failure
);
CREATE INDEX logins_identity ON logins (identity, at);
CREATE INDEX logins_account ON logins (account, at);
CREATE INDEX logins_at ON logins (at);

-- Passwords that an extranet refused: keyed hashes of host, username and
-- password.
CREATE TABLE refused_passwords (
	fingerprint TEXT PRIMARY KEY,
	at          BIGINT NOT NULL
);
CREATE INDEX refused_passwords_at ON refused_passwords (at);

-- The usernames that an account's orders bore.
CREATE TABLE account_identities (
	account  TEXT NOT NULL,
	identity TEXT NOT NULL,
	seen     BIGINT NOT NULL,
	PRIMARY KEY (account, identity)
);
CREATE INDEX account_identities_seen ON account_identities (seen);

-- How a host of an extranet fares: while it is shut nothing is asked of it.
CREATE TABLE hosts (
	host       TEXT PRIMARY KEY,
	failures   BIGINT NOT NULL, -- outages in a row
	shut_until BIGINT NOT NULL,
	pace       BIGINT NOT NULL, -- least time between two collections, in microseconds
	free       BIGINT NOT NULL, -- when the next one keeps to it
	seen       BIGINT NOT NULL
);
CREATE INDEX hosts_seen ON hosts (seen);

-- How a version of a recipe fares. It is paused when the site that it describes
-- is another.
CREATE TABLE recipes (
	recipe  TEXT NOT NULL,
	version BIGINT NOT NULL,
	changed BIGINT NOT NULL, -- collections in a row that met a changed site
	paused  BIGINT NOT NULL, -- since when; 0 when it is not
	PRIMARY KEY (recipe, version)
);
CREATE TABLE recipe_outcomes (
	recipe  TEXT NOT NULL,
	version BIGINT NOT NULL,
	code    TEXT NOT NULL, -- of the failure; '' for success
	count   BIGINT NOT NULL,
	last    BIGINT NOT NULL,
	PRIMARY KEY (recipe, version, code)
);

-- Runs that wait for a paused recipe.
CREATE TABLE held_runs (
	run     TEXT PRIMARY KEY REFERENCES runs (id),
	recipe  TEXT NOT NULL,
	version BIGINT NOT NULL,
	since   BIGINT NOT NULL
);
CREATE INDEX held_runs_recipe ON held_runs (recipe, version, run);
CREATE INDEX held_runs_since ON held_runs (since);

-- What operators must know of, until somebody closes it.
CREATE TABLE alarms (
	kind    TEXT NOT NULL,
	subject TEXT NOT NULL, -- a recipe, a host, an account
	detail  TEXT NOT NULL, -- French, never a secret
	since   BIGINT NOT NULL,
	last    BIGINT NOT NULL,
	count   BIGINT NOT NULL,
	PRIMARY KEY (kind, subject)
);

-- Failures in a row with the same code.
ALTER TABLE runs ADD COLUMN repeats BIGINT NOT NULL DEFAULT 0;
