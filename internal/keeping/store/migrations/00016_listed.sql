-- +goose Up

-- What an extranet lists for an order and the order does not hold: it is named to
-- the client, the operator and the reader, and never taken for absent.
CREATE TABLE listed_papers (
	order_id  TEXT NOT NULL REFERENCES orders (id),
	remote_id TEXT NOT NULL,
	run       TEXT NOT NULL,   -- that saw it last
	place     BIGINT NOT NULL, -- in the listing
	title     TEXT NOT NULL,
	listed    TEXT NOT NULL,   -- the day that the extranet gives; '' for none
	hint      BIGINT NOT NULL,
	reason    TEXT NOT NULL,   -- French; '' until it was tried
	seen      BIGINT NOT NULL,
	PRIMARY KEY (order_id, remote_id)
);
CREATE INDEX listed_papers_seen ON listed_papers (seen);
