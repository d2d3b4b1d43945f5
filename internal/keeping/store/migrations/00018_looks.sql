-- +goose Up

-- What operators taught by pointing at amounts. content is JSON: issuer, kind,
-- heads and program, without the name of any person of a dossier.
CREATE TABLE looks (
	id         TEXT PRIMARY KEY,
	content    TEXT NOT NULL,
	state      TEXT NOT NULL,   -- proposed, active, retired
	taught_by  TEXT NOT NULL,   -- the operator
	taught     BIGINT NOT NULL,
	changed_by TEXT NOT NULL,   -- who activated or retired it; '' until then
	changed    BIGINT NOT NULL,
	note       TEXT NOT NULL    -- why
);

-- In which dossiers persons said what a look reads.
CREATE TABLE look_confirmations (
	look     TEXT NOT NULL REFERENCES looks (id),
	order_id TEXT NOT NULL,
	who      TEXT NOT NULL,
	at       BIGINT NOT NULL,
	PRIMARY KEY (look, order_id)
);
