-- Users whose payouts are stopped, because their bank account was changed while someone else may have had their address:
-- until they confirm the account or change it. Owner: payments.
create table payout_stops (
  creator_id uuid primary key references users (id),
  stopped_at timestamptz not null
);
