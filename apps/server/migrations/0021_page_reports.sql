-- Reports about public pages, by anyone. Owner: talent.
create table page_reports (
  id uuid primary key,
  creator_id uuid not null references creators (user_id),
  -- Null when the report is about the page as a whole.
  item_id uuid references portfolio_items (id),
  -- Null for a stranger.
  reporter_id uuid references users (id),
  reason text not null check (reason in ('stolen', 'offensive', 'fraud', 'private', 'other')),
  message text not null,
  created_at timestamptz not null,
  closed_at timestamptz
);
create index page_reports_open on page_reports (created_at, id) where closed_at is null;
