-- Page views as totals and errors of the app as groups. Neither says who. Owner: analytics.
create table page_view_totals (
  day date not null,
  -- The pattern of an address, such as /projects/:id.
  screen text not null check (length(screen) <= 100),
  views bigint not null check (views > 0),
  primary key (day, screen)
);

create table error_groups (
  -- sha256 of name, message and place.
  fingerprint text primary key check (fingerprint ~ '^[0-9a-f]{64}$'),
  name text not null,
  message text not null check (length(message) <= 200),
  -- Of the last report.
  frames text[] not null,
  screen text not null,
  version text not null,
  release text not null,
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index error_groups_by_last_at on error_groups (last_at);
