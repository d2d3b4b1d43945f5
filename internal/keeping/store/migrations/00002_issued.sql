-- +goose Up

-- The verification codes of the statements that were issued, specimens left
-- out: what anyone who holds a code may ask about. Nothing personal is in it.
CREATE TABLE issued (
	code     TEXT PRIMARY KEY,
	order_id TEXT NOT NULL REFERENCES orders (id),
	run      TEXT NOT NULL REFERENCES runs (id), -- the last that issued it
	number   BIGINT NOT NULL,                    -- of that run
	at       BIGINT NOT NULL                     -- when it was first issued
);
CREATE INDEX issued_order ON issued (order_id, number);
