-- +goose Up

-- What the client wants handed in at the extranet, and what came of it.
ALTER TABLE documents ADD COLUMN submit BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE documents ADD COLUMN deposited BIGINT NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN receipt TEXT NOT NULL DEFAULT '';         -- the extranet's words
ALTER TABLE documents ADD COLUMN deposit_failure TEXT NOT NULL DEFAULT ''; -- a code of failures

-- Every identifier under which an extranet listed a document that the order
-- holds: the same paper may lie in two folders, and is fetched once.
CREATE TABLE remote_papers (
	order_id  TEXT NOT NULL REFERENCES orders (id),
	remote_id TEXT NOT NULL,
	document  BIGINT NOT NULL REFERENCES documents (id),
	PRIMARY KEY (order_id, remote_id)
);
CREATE INDEX remote_papers_document ON remote_papers (document);
INSERT INTO remote_papers (order_id, remote_id, document) SELECT order_id, remote_id, id FROM documents WHERE remote_id <> '';
