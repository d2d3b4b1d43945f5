-- +goose Up

-- Who said of a paper that there is none, and in answer to which sentences: an
-- answer holds for what was asked, and for nothing else.
ALTER TABLE corrections ADD COLUMN declarant TEXT NOT NULL DEFAULT 'operator';
ALTER TABLE corrections ADD COLUMN asked TEXT NOT NULL DEFAULT '';

-- What operators asked the client of an order, and what he answered.
CREATE TABLE messages (
	id          TEXT PRIMARY KEY,
	order_id    TEXT NOT NULL REFERENCES orders (id),
	run         TEXT NOT NULL,
	at          BIGINT NOT NULL,
	side        TEXT NOT NULL,             -- operator, client
	who         TEXT NOT NULL,
	operator    TEXT NOT NULL,             -- id of the person; '' for a client or the command line
	code        TEXT NOT NULL,             -- of the gap that it is about
	fiscal_year TEXT NOT NULL,
	says        TEXT NOT NULL,             -- asks, does_not_exist, not_obtainable, see_comment
	words       TEXT NOT NULL
);
CREATE INDEX messages_by_order ON messages (order_id, at, id);

-- Which corner of an order is open: addresses of an earlier one hold no more.
CREATE TABLE corners (
	order_id   TEXT PRIMARY KEY REFERENCES orders (id),
	generation BIGINT NOT NULL
);
