-- +goose Up

-- Links by which the holder of an account chooses another password, once each.
CREATE TABLE password_resets (
	hash    TEXT PRIMARY KEY, -- SHA-256 of the link's token
	account TEXT NOT NULL REFERENCES accounts (id),
	made_by TEXT NOT NULL,
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	used    BIGINT NOT NULL   -- 0 until it is used, or replaced by another
);
CREATE INDEX password_resets_account ON password_resets (account);
CREATE INDEX password_resets_expires ON password_resets (expires);
