-- +goose Up

-- What operators decided, and what it took them: a row for each doubt settled, also
-- where the decision was changed since. Nothing is decided by it; charts are drawn
-- from it.
CREATE TABLE decided (
	act      TEXT NOT NULL,    -- of steps: the same for all that was decided at once
	item     TEXT NOT NULL,    -- the figure, or the doubt
	what     TEXT NOT NULL,    -- ruling, acknowledgement
	order_id TEXT NOT NULL REFERENCES orders (id),
	run      TEXT NOT NULL REFERENCES runs (id),
	figure   TEXT NOT NULL,    -- '' for a doubt about none
	cause    TEXT NOT NULL,    -- why it was in doubt; '' where it was not
	said     TEXT NOT NULL,    -- a digest of the ruling, to see whether a later one says something else
	who      TEXT NOT NULL,
	operator TEXT NOT NULL,    -- '' on the command line
	at       BIGINT NOT NULL,
	strokes  BIGINT NOT NULL,  -- keys and clicks since the doubt was shown
	millis   BIGINT NOT NULL,  -- for which it was visible; 0 where nobody measured
	undone   BOOLEAN NOT NULL, -- at once, by the person himself
	PRIMARY KEY (act, item)
);
CREATE INDEX decided_at ON decided (at);
CREATE INDEX decided_order ON decided (order_id, figure, at);

CREATE INDEX claims_until ON claims (until);
CREATE INDEX reviews_closed ON reviews (closed) WHERE closed > 0;
