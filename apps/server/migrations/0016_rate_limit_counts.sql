-- Calls counted against the limits that all nodes share. Owner: platform/http.
-- A row says when the allowance of its key is whole again, so a row in the past means the same as no row. Unlogged: a
-- crash of Postgres may forget the counts of the last minutes, and no call waits for the disk.
create unlogged table rate_limit_counts (
  -- A keyed hash of the limit and the caller, because callers are e-mail and network addresses.
  key text primary key,
  whole_at timestamptz not null
);
create index rate_limit_counts_by_time on rate_limit_counts (whole_at);
