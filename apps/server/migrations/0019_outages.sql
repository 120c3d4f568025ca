-- When the whole server was away for so long that nobody could come in, on the product's clock. Owner: due.
create table outages (
  began_at timestamptz not null,
  ended_at timestamptz not null,
  check (began_at < ended_at)
);
create index outages_by_end on outages (ended_at);
