-- +goose Up

-- The last number that was given in a series of invoices: none is left out, because it
-- is given in the transaction that writes the invoice.
CREATE TABLE invoice_series (
	name TEXT PRIMARY KEY,
	last BIGINT NOT NULL
);

-- Invoices and credit notes. They are kept when their order is erased: accounts are kept
-- for ten years (code de commerce, art. L123-22).
CREATE TABLE invoices (
	number   TEXT PRIMARY KEY,
	account  TEXT NOT NULL,
	order_id TEXT NOT NULL,
	run      TEXT NOT NULL,
	corrects TEXT NOT NULL,           -- the invoice that a credit note cancels; '' for an invoice
	at       BIGINT NOT NULL,
	body     TEXT NOT NULL,           -- what it says, as JSON
	pdf_hash TEXT NOT NULL DEFAULT '' -- of its file, once it was made
);
CREATE UNIQUE INDEX invoices_run ON invoices (run, corrects);
CREATE UNIQUE INDEX invoices_corrects ON invoices (corrects) WHERE corrects <> '';
CREATE INDEX invoices_order ON invoices (order_id);
CREATE INDEX invoices_account ON invoices (account, at, number);
CREATE INDEX invoices_file ON invoices (pdf_hash) WHERE pdf_hash <> '';
