-- +goose Up

-- What a person must settle of a run, as its last reading found it. JSON.
ALTER TABLE runs ADD COLUMN doubts TEXT NOT NULL DEFAULT '[]';

-- A ruling may be a status without a value; operator is the id of who ruled, ''
-- on the command line.
ALTER TABLE rulings ADD COLUMN status TEXT NOT NULL DEFAULT '';
ALTER TABLE rulings ADD COLUMN operator TEXT NOT NULL DEFAULT '';

ALTER TABLE audit ADD COLUMN operator TEXT NOT NULL DEFAULT '';

-- Two persons issue the statements of an account that asks for it.
ALTER TABLE accounts ADD COLUMN four_eyes BOOLEAN NOT NULL DEFAULT FALSE;

-- The doubts that an operator saw and lets be. One counts while its doubt says
-- what it said then.
CREATE TABLE acknowledgements (
	run      TEXT NOT NULL REFERENCES runs (id),
	doubt    TEXT NOT NULL, -- its id
	says     TEXT NOT NULL,
	who      TEXT NOT NULL,
	operator TEXT NOT NULL,
	at       BIGINT NOT NULL,
	why      TEXT NOT NULL,
	PRIMARY KEY (run, doubt)
);

-- The first of two pairs of eyes: who would issue which report of a run.
CREATE TABLE first_issues (
	run      TEXT PRIMARY KEY REFERENCES runs (id),
	report   TEXT NOT NULL, -- its hash
	who      TEXT NOT NULL,
	operator TEXT NOT NULL,
	at       BIGINT NOT NULL,
	why      TEXT NOT NULL
);

-- Who works on an order now.
CREATE TABLE claims (
	order_id TEXT PRIMARY KEY REFERENCES orders (id),
	who      TEXT NOT NULL,
	operator TEXT NOT NULL,
	since    BIGINT NOT NULL,
	until    BIGINT NOT NULL
);

-- What was there before each decision, so that it can be taken back at once. JSON;
-- '' where there was nothing. All rows of one act have its id.
CREATE TABLE steps (
	act      TEXT NOT NULL,
	what     TEXT NOT NULL, -- ruling, acknowledgement
	item     TEXT NOT NULL, -- the figure, or the doubt
	run      TEXT NOT NULL REFERENCES runs (id),
	earlier  TEXT NOT NULL,
	who      TEXT NOT NULL,
	operator TEXT NOT NULL,
	at       BIGINT NOT NULL,
	PRIMARY KEY (act, what, item)
);
CREATE INDEX steps_run ON steps (run, at);
