-- +goose Up

-- How an endpoint wants its deliveries: their form, their pace, their signature.
ALTER TABLE endpoints ADD COLUMN link BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE endpoints ADD COLUMN details BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE endpoints ADD COLUMN max_rate BIGINT NOT NULL DEFAULT 0;
ALTER TABLE endpoints ADD COLUMN signature TEXT NOT NULL DEFAULT 'v1';
ALTER TABLE endpoints ADD COLUMN public_key TEXT NOT NULL DEFAULT '';

-- The form of a delivery's body, settled when it is made.
ALTER TABLE deliveries ADD COLUMN link BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE deliveries ADD COLUMN details BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE deliveries ADD COLUMN documents BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE deliveries ADD COLUMN registration BOOLEAN NOT NULL DEFAULT FALSE;
-- The attempts made before it was last opened again.
ALTER TABLE deliveries ADD COLUMN earlier BIGINT NOT NULL DEFAULT 0;
UPDATE deliveries SET documents = (SELECT send_documents FROM accounts a WHERE a.id = deliveries.account),
	registration = (SELECT send_registration FROM accounts a WHERE a.id = deliveries.account);

-- What a waiting event waited for: JSON.
ALTER TABLE events ADD COLUMN missing TEXT NOT NULL DEFAULT '[]';

-- What the receiver ordered by a header.
ALTER TABLE attempts ADD COLUMN control TEXT NOT NULL DEFAULT '';

-- What the latest attempts say of an endpoint. A receiver that is down is
-- parked: nothing is sent to it before that instant, and nothing is dropped.
CREATE TABLE endpoint_health (
	endpoint      TEXT PRIMARY KEY,
	failures      BIGINT NOT NULL, -- in a row
	failing_since BIGINT NOT NULL,
	last_success  BIGINT NOT NULL,
	last_failure  BIGINT NOT NULL,
	last_error    TEXT NOT NULL,
	parked        BIGINT NOT NULL
);
