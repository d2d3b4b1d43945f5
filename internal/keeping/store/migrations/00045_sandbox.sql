-- +goose Up

-- What becomes of orders in test mode.
CREATE TABLE sandbox_orders (
	order_id TEXT PRIMARY KEY REFERENCES orders (id),
	outcome  TEXT NOT NULL,    -- the magic username; none other is kept here
	well     BOOLEAN NOT NULL, -- its extranet is well again, whatever the outcome says
	ahead    BIGINT NOT NULL   -- of its account's clock when it was placed, in microseconds
);

-- How far the clock of an account's test orders is ahead, in microseconds.
CREATE TABLE sandbox_clocks (
	account TEXT PRIMARY KEY REFERENCES accounts (id),
	ahead   BIGINT NOT NULL
);
