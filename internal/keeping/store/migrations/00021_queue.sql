-- +goose Up

-- What a reading or a collection says for the operators' queue: the first reason,
-- as its code, a colon and the figure that it is of, if any; when a failed collection
-- is tried again by itself; the syndicat's number in the national register.
ALTER TABLE runs ADD COLUMN cause TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN again BIGINT NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN registration TEXT NOT NULL DEFAULT '';
ALTER TABLE reviews ADD COLUMN cause TEXT NOT NULL DEFAULT '';

-- One row for each order, made from what its other rows say, in the transaction
-- that changes them; a new order gets its row with its first change, or when
-- somebody looks. Orders of before get theirs in batches when a server starts.
CREATE TABLE queue_rows (
	order_id TEXT PRIMARY KEY REFERENCES orders (id),
	form     BIGINT NOT NULL,  -- of the rules that made the row
	section  TEXT NOT NULL,
	since    BIGINT NOT NULL,  -- when it came into the section
	cause    TEXT NOT NULL,
	again    BIGINT NOT NULL,
	reasons  BIGINT NOT NULL,  -- how many
	account  TEXT NOT NULL,
	test_mode BOOLEAN NOT NULL,
	words    TEXT NOT NULL,    -- folded, each once, with a space between them
	changes  BIGINT NOT NULL   -- how often the order changed
);
CREATE INDEX queue_rows_section ON queue_rows (section, since, order_id);
CREATE INDEX queue_rows_since ON queue_rows (since, order_id);

CREATE INDEX queue_rows_cause ON queue_rows (section, cause, since);
CREATE INDEX orders_state ON orders (state) WHERE cancelled = 0;

-- The words of queue_rows, one a row, to find the orders of a word. Whether an order
-- has a second one, its row says.
CREATE TABLE queue_words (
	word     TEXT NOT NULL,
	order_id TEXT NOT NULL REFERENCES orders (id),
	PRIMARY KEY (word, order_id)
);

-- What changed for operators. number is the order's own; a position is given once
-- the change is committed, by the first who reads.
CREATE TABLE changes (
	order_id TEXT NOT NULL,
	number   BIGINT NOT NULL,
	kind     TEXT NOT NULL,
	position BIGINT NOT NULL, -- 0 until it is given
	at       BIGINT NOT NULL, -- when it was
	PRIMARY KEY (order_id, number, kind)
);
CREATE UNIQUE INDEX changes_position ON changes (position) WHERE position > 0;
CREATE INDEX changes_unplaced ON changes (order_id, number, kind) WHERE position = 0;

-- One row: the last position given, and the last that was forgotten.
CREATE TABLE change_positions (
	id     BIGINT PRIMARY KEY,
	last   BIGINT NOT NULL,
	pruned BIGINT NOT NULL
);
INSERT INTO change_positions (id, last, pruned) VALUES (1, 0, 0);
