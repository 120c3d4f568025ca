-- Reviews of finished commissions. Owner: reviews.
create table reviews (
  id uuid primary key,
  commission_id uuid not null references commissions (id),
  by_id uuid not null references users (id),
  about_id uuid not null references users (id),
  stars integer not null check (stars between 1 and 5),
  text text not null,
  answer text,
  answered_at timestamptz,
  created_at timestamptz not null,
  -- Null until both reviews are in or the window closes.
  published_at timestamptz,
  unique (commission_id, by_id)
);
create index reviews_by_about on reviews (about_id, published_at desc, id desc) where published_at is not null;
create table review_windows (
  commission_id uuid primary key references commissions (id),
  client_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  closed_at timestamptz
);
create index review_windows_by_client on review_windows (client_id) where closed_at is null;
create index review_windows_by_creator on review_windows (creator_id) where closed_at is null;
