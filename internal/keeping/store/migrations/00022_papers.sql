-- +goose Up

-- What operators said of papers. They hold for the bytes of a file in an order,
-- whatever runs follow.
CREATE TABLE corrections (
	order_id    TEXT NOT NULL REFERENCES orders (id),
	about       TEXT NOT NULL,   -- kind, exercise, day, cut, turn, building, duplicate, replaced, absent
	hash        TEXT NOT NULL,   -- of the file; '' for a paper that does not exist
	first_page  BIGINT NOT NULL, -- 0 for the whole file
	last_page   BIGINT NOT NULL,
	code        TEXT NOT NULL,   -- of the gap that asks for the paper that does not exist; '' else
	fiscal_year TEXT NOT NULL,
	value       TEXT NOT NULL,
	who         TEXT NOT NULL,
	at          BIGINT NOT NULL,
	why         TEXT NOT NULL,
	PRIMARY KEY (order_id, about, hash, first_page, code, fiscal_year)
);
