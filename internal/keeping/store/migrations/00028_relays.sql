-- +goose Up

-- What an extranet asks in the middle of a collection, and what a person of ours
-- answers; one for an order, while somebody stays for it.
CREATE TABLE relays (
	order_id TEXT PRIMARY KEY REFERENCES orders (id),
	run      TEXT NOT NULL,
	until    BIGINT NOT NULL,            -- nobody is there any more
	question TEXT NOT NULL DEFAULT '',   -- its id; '' while nothing is asked
	kind     TEXT NOT NULL DEFAULT '',   -- captcha, code
	words    TEXT NOT NULL DEFAULT '',
	image    TEXT NOT NULL DEFAULT '',   -- PNG, base64
	answer   TEXT NOT NULL DEFAULT ''    -- sealed, base64; erased when it is taken
);
CREATE INDEX relays_until ON relays (until);
