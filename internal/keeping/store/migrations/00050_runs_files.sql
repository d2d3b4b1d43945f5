-- +goose Up

-- What the sweeper looks for: runs that are over and still have files. Most have none in
-- the end, and so are not among them.
CREATE INDEX runs_files ON runs (ended, id) WHERE ended > 0 AND (report_hash <> '' OR pdf_hash <> '' OR proof_hash <> '');
