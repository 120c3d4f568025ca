-- Projects, offers, milestones and the versions delivered for them. Owner: commissions.
create table projects (
  id uuid primary key,
  client_id uuid not null references users (id),
  title text not null,
  brief text not null,
  skills text[] not null default '{}',
  state text not null check (state in ('draft', 'open', 'active', 'paused', 'completed', 'archived', 'cancelled')),
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
  -- `invited` is a creator without an active commission: sees the brief and what is between the two, is not a member yet.
  role text not null check (role in ('client', 'creator', 'guest', 'invited')),
  joined_at timestamptz not null,
  left_at timestamptz,
  -- Copied from the project so that the list of one person's projects is one index walk.
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
  state text not null check (state in ('draft', 'awaiting_funding', 'funding', 'funded', 'in_progress', 'submitted', 'changes_requested', 'approved', 'released', 'disputed', 'refunding', 'refund_failed', 'refunded', 'split', 'cancelled')),
  version integer not null default 0,
  round integer not null default 0,
  rounds integer not null,
  review_window_days integer not null,
  attempt_id uuid,
  attempt_expires_at timestamptz,
  funded_at timestamptz,
  submitted_deliverable_id uuid,
  submitted_hash text,
  submitted_at timestamptz,
  review_ends_at timestamptz,
  approved_deliverable_id uuid,
  approved_at timestamptz,
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
  file_id uuid not null,
  primary key (deliverable_id, position)
);
create index deliverable_files_by_file on deliverable_files (file_id);

create table change_rounds (
  id uuid primary key,
  milestone_id uuid not null references milestones (id),
  deliverable_id uuid not null references deliverables (id),
  round integer not null check (round > 0),
  due_at timestamptz not null,
  created_at timestamptz not null,
  unique (milestone_id, round)
);
create table change_items (
  id uuid primary key,
  change_round_id uuid not null references change_rounds (id),
  position integer not null,
  text text not null,
  unique (change_round_id, position)
);

-- An accepted text and a delivered version never change.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger offer_versions_immutable before update or delete on offer_versions
  for each row execute function refuse_rewrite();
create trigger deliverables_immutable before update of id, milestone_id, number, hash, notes, created_by, created_at on deliverables
  for each row execute function refuse_rewrite();
create trigger deliverables_kept before delete on deliverables
  for each row execute function refuse_rewrite();
create trigger deliverable_files_immutable before update or delete on deliverable_files
  for each row execute function refuse_rewrite();

-- Owner: reviews.
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
  -- Null until both are in or the time is over.
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
