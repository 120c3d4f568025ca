-- Comments on the geometry of a delivered version. Owner: commissions.
create table pins (
  id uuid primary key,
  project_id uuid not null references projects (id),
  milestone_id uuid not null references milestones (id),
  number integer not null check (number > 0),
  author_id uuid not null references users (id),
  state text not null check (state in ('open', 'fixed', 'gone', 'wont_fix')),
  kind text not null check (kind in ('comment', 'change')),
  version integer not null default 0,
  -- The message that says what is asked to be changed.
  request_message_id uuid,
  -- The round of changes that it was sent with.
  round integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  removed_by uuid references users (id),
  unique (milestone_id, number),
  check ((removed_at is null) = (removed_by is null)),
  check (round is null or kind = 'change')
);

-- Where a pin stands on each version; metres in the model space of the original.
create table pin_places (
  pin_id uuid not null references pins (id),
  deliverable_id uuid not null references deliverables (id),
  asset_id uuid not null references assets (id),
  part text not null,
  position jsonb not null,
  normal jsonb not null,
  view jsonb not null,
  status text not null check (status in ('placed', 'carried', 'unsure')),
  moved double precision,
  reason text check (reason in ('part-gone', 'too-far', 'not-read')),
  placed_by uuid references users (id),
  updated_at timestamptz not null,
  primary key (pin_id, deliverable_id),
  check ((status = 'unsure') = (reason is not null)),
  check ((status = 'placed') = (placed_by is not null))
);
create index pin_places_by_deliverable on pin_places (deliverable_id);

create table pin_messages (
  id uuid primary key,
  pin_id uuid not null references pins (id),
  author_id uuid not null references users (id),
  text text not null,
  created_at timestamptz not null
);
create index pin_messages_by_pin on pin_messages (pin_id, created_at, id);
alter table pins add foreign key (request_message_id) references pin_messages (id);

-- What was said stays said, and a change that came from a pin says from which.
create trigger pin_messages_immutable before update or delete on pin_messages
  for each row execute function refuse_rewrite();
alter table change_items add column pin_id uuid references pins (id);
