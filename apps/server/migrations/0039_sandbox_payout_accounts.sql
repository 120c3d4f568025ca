-- Where the sandbox payment provider pays out to, as an outside company would keep it. Owner: the sandbox payments gateway.
create table sandbox_payout_accounts (
  account text primary key,
  holder text not null,
  country text not null,
  last4 text not null,
  changed_at timestamptz not null
);
