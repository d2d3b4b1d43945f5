-- +goose Up

-- Whose turn it is at a host that lets one in at a time: an account that was sent
-- away, and when it comes again.
CREATE TABLE host_turns (
	host    TEXT NOT NULL,
	account TEXT NOT NULL,
	last    BIGINT NOT NULL, -- when it was let in; 0 for never
	comes   BIGINT NOT NULL, -- when it was told to come; 0 when it was let in since
	seen    BIGINT NOT NULL,
	PRIMARY KEY (host, account)
);
CREATE INDEX host_turns_seen ON host_turns (seen);
