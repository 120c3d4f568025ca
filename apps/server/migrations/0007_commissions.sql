-- Projects, offers, milestones, deliverables and pins. Owner: commissions.
create table projects (
  id uuid primary key,
  client_id uuid not null references users (id),
  title text not null,
  brief text not null,
  skills text[] not null default '{}',
  state text not null check (state in ('open', 'active', 'completed', 'cancelled')),
  budget_from bigint,
  budget_to bigint,
  budget_currency text check (budget_currency ~ '^[A-Z]{3}$'),
  version integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (budget_from is null or (budget_to >= budget_from and budget_currency is not null))
);

create table project_members (
  project_id uuid not null references projects (id),
  user_id uuid not null references users (id),
  -- `invited` is a creator without an active commission: they see the brief and their own commission, and are not a member
  -- yet. They leave when their negotiation ends without one.
  role text not null check (role in ('client', 'creator', 'guest', 'invited')),
  joined_at timestamptz not null,
  left_at timestamptz,
  -- Copied from the project, so that a user's projects are listed by one index scan.
  project_updated_at timestamptz not null,
  primary key (project_id, user_id)
);
create index project_members_by_user on project_members (user_id, project_updated_at desc, project_id desc) where left_at is null;

create table commissions (
  id uuid primary key,
  project_id uuid not null references projects (id),
  client_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  state text not null check (state in ('requested', 'offered', 'countered', 'accepted', 'active', 'completed', 'cancelled', 'declined', 'withdrawn', 'expired')),
  message text not null default '',
  version integer not null default 0,
  current_offer_id uuid,
  -- The version that the current one answers.
  former_offer_id uuid,
  accepted_offer_id uuid,
  accepted_terms integer,
  expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  check (client_id <> creator_id)
);
create index commissions_by_project on commissions (project_id);
create index commissions_by_client on commissions (client_id, state);
create index commissions_by_creator on commissions (creator_id, state);
create unique index one_open_commission_a_creator on commissions (project_id, creator_id)
  where state in ('requested', 'offered', 'countered', 'accepted', 'active');

create table offer_versions (
  id uuid primary key,
  commission_id uuid not null references commissions (id),
  number integer not null check (number > 0),
  by_side text not null check (by_side in ('client', 'creator')),
  author_id uuid not null references users (id),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  content jsonb not null,
  rates jsonb not null,
  reason text,
  created_at timestamptz not null,
  unique (commission_id, number)
);

create table milestones (
  id uuid primary key,
  commission_id uuid not null references commissions (id),
  project_id uuid not null references projects (id),
  client_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  number integer not null check (number > 0),
  title text not null,
  description text not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  client_fee bigint not null check (client_fee >= 0),
  creator_fee bigint not null check (creator_fee >= 0 and creator_fee <= amount),
  due_at timestamptz not null,
  state text not null check (state in ('draft', 'awaiting_funding', 'funding', 'funded', 'in_progress', 'submitted', 'changes_requested', 'approved', 'released', 'cancelled')),
  version integer not null default 0,
  round integer not null default 0,
  rounds integer not null,
  review_window_days integer not null,
  attempt_id uuid,
  attempt_expires_at timestamptz,
  submitted_deliverable_id uuid,
  submitted_hash text,
  submitted_at timestamptz,
  review_ends_at timestamptz,
  approved_deliverable_id uuid,
  released_at timestamptz,
  frozen boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (commission_id, number)
);
create index milestones_by_project on milestones (project_id);
create index milestones_by_client on milestones (client_id, state);
create index milestones_by_creator on milestones (creator_id, state);
create unique index milestones_by_attempt on milestones (attempt_id) where attempt_id is not null;

create table milestone_history (
  milestone_id uuid not null references milestones (id),
  version integer not null,
  state text not null,
  at timestamptz not null,
  primary key (milestone_id, version)
);

create table deliverables (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  number integer not null check (number > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  notes text not null,
  state text not null check (state in ('draft', 'submitted', 'withdrawn', 'changes_requested', 'approved')),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  unique (milestone_id, number)
);
create table deliverable_files (
  deliverable_id uuid not null references deliverables (id),
  position integer not null,
  file_id uuid not null references stored_files (id),
  primary key (deliverable_id, position)
);
create index deliverable_files_by_file on deliverable_files (file_id);

create table deliverable_assets (
  deliverable_id uuid not null references deliverables (id),
  position integer not null,
  asset_id uuid not null references assets (id),
  primary key (deliverable_id, position)
);
create index deliverable_assets_by_asset on deliverable_assets (asset_id);

create table change_rounds (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  deliverable_id uuid not null references deliverables (id),
  round integer not null check (round > 0),
  due_at timestamptz not null,
  created_at timestamptz not null,
  unique (milestone_id, round)
);

-- Comments on the geometry of a deliverable.
create table pins (
  id uuid primary key,
  project_id uuid not null references projects (id),
  milestone_id uuid not null references milestones (id),
  number integer not null check (number > 0),
  author_id uuid not null references users (id),
  state text not null check (state in ('open', 'fixed', 'gone', 'wont_fix')),
  kind text not null check (kind in ('comment', 'change')),
  version integer not null default 0,
  -- The message that asks for the change.
  request_message_id uuid,
  -- The change round it was sent with.
  round integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  removed_by uuid references users (id),
  unique (milestone_id, number),
  check ((removed_at is null) = (removed_by is null)),
  check (round is null or kind = 'change')
);

-- The place of a pin on each deliverable; metres in the model space of the original.
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
  check ((status = 'carried') = (moved is not null)),
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

-- The recording of a pin message. The bytes are in storage under their hash.
create table voice_notes (
  message_id uuid primary key references pin_messages (id),
  author_id uuid not null references users (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  mime text not null check (mime in ('audio/webm', 'audio/ogg')),
  bytes integer not null check (bytes between 1 and 1048576),
  milliseconds integer not null check (milliseconds between 1 and 61000),
  created_at timestamptz not null
);
create index voice_notes_by_hash on voice_notes (sha256);
create index voice_notes_by_author on voice_notes (author_id);

create table change_items (
  id uuid primary key,
  change_round_id uuid not null references change_rounds (id),
  position integer not null,
  text text not null,
  -- Where the change came from: a pin, or a message of the project's conversation.
  pin_id uuid references pins (id),
  message_id uuid references messages (id),
  unique (change_round_id, position)
);

-- Offer versions, deliverables and the messages of pins never change.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger offer_versions_immutable before update or delete on offer_versions
  for each row execute function refuse_rewrite();
create trigger deliverables_immutable before update of id, milestone_id, number, hash, notes, created_by, created_at on deliverables
  for each row execute function refuse_rewrite();
create trigger deliverables_not_deleted before delete on deliverables
  for each row execute function refuse_rewrite();
create trigger deliverable_files_immutable before update or delete on deliverable_files
  for each row execute function refuse_rewrite();
create trigger deliverable_assets_immutable before update or delete on deliverable_assets
  for each row execute function refuse_rewrite();
create trigger pin_messages_immutable before update or delete on pin_messages
  for each row execute function refuse_rewrite();

-- A delivered asset keeps its bytes, name and owner.
create function refuse_delivered_asset_change() returns trigger language plpgsql as $$
begin
  if exists (select from deliverable_assets where asset_id = old.id)
    and (new.sha256, new.name, new.state, new.owner_id) is distinct from (old.sha256, old.name, old.state, old.owner_id) then
    raise exception 'a delivered asset is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger assets_delivered_immutable before update on assets
  for each row execute function refuse_delivered_asset_change();
