-- +goose Up

-- What operators decided of single figures; they hold for every reading of
-- their run. value is JSON as the report writes it.
CREATE TABLE rulings (
	run    TEXT NOT NULL REFERENCES runs (id),
	figure TEXT NOT NULL, -- its key
	value  TEXT NOT NULL,
	who    TEXT NOT NULL,
	at     BIGINT NOT NULL,
	why    TEXT NOT NULL,
	PRIMARY KEY (run, figure)
);
