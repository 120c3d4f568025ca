-- Public pages: who agreed to be shown to strangers, at which address, and reports about it. Owner: talent.

-- A handle is never given to anyone else: old ones redirect to the current one.
create table creator_handles (
  -- Lower case; the rule is in packages/core/src/talent/listing/handle.ts.
  handle text primary key check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(handle) between 3 and 30),
  creator_id uuid not null references creators (user_id),
  is_current boolean not null,
  taken_at timestamptz not null
);
create unique index one_current_handle on creator_handles (creator_id) where is_current;
create index creator_handles_by_creator on creator_handles (creator_id, taken_at);

create table listings (
  creator_id uuid primary key references creators (user_id),
  -- When the creator last said that strangers may see their page; null while they have not.
  listed_at timestamptz,
  -- Set when an admin takes the page down, whatever the creator says.
  unlisted_at timestamptz,
  unlisted_reason text,
  check ((unlisted_at is null) = (unlisted_reason is null))
);

-- Whether a client lets a creator show a work from their project. A row hides the work until its state is `granted`.
create table work_consents (
  id uuid primary key,
  item_id uuid not null references portfolio_items (id),
  project_id uuid not null references projects (id),
  creator_id uuid not null references creators (user_id),
  client_id uuid not null references users (id),
  state text not null check (state in ('asked', 'granted', 'declined', 'withdrawn')),
  version integer not null default 0,
  asked_at timestamptz not null,
  answered_at timestamptz,
  unique (item_id, project_id),
  check ((state = 'asked') = (answered_at is null))
);
create index work_consents_by_client on work_consents (client_id, asked_at desc);
create index work_consents_by_creator on work_consents (creator_id);

-- The content that was handed in for a client, by its hash. Owner: commissions.
create view delivered_content as
  select m.creator_id, m.client_id, m.project_id, f.sha256
  from deliverables d join milestones m on m.id = d.milestone_id
    join deliverable_files df on df.deliverable_id = d.id join stored_files f on f.id = df.file_id
  union
  select m.creator_id, m.client_id, m.project_id, a.sha256
  from deliverables d join milestones m on m.id = d.milestone_id
    join deliverable_assets da on da.deliverable_id = d.id join assets a on a.id = da.asset_id
  where a.sha256 is not null;

-- Creators whose pages strangers may see.
create view public_creators as
  select c.user_id as creator_id, h.handle
  from creators c
    join listings l on l.creator_id = c.user_id and l.listed_at is not null and l.unlisted_at is null
    join creator_handles h on h.creator_id = c.user_id and h.is_current
    join users u on u.id = c.user_id and u.closed_at is null;

-- The projects whose clients have a say about a portfolio item: those that the same content was handed in for, and
-- those that the creator names.
create view client_works as
  select x.id as item_id, x.creator_id, v.client_id, v.project_id
  from portfolio_items x join stored_files f on f.id = x.file_id
    join delivered_content v on v.creator_id = x.creator_id and v.sha256 = f.sha256
  union
  select x.id, x.creator_id, v.client_id, v.project_id
  from portfolio_items x join assets a on a.id = x.asset_id
    join delivered_content v on v.creator_id = x.creator_id and v.sha256 = a.sha256
  union
  select w.item_id, w.creator_id, w.client_id, w.project_id from work_consents w;

-- Portfolio items that strangers may see: of a listed creator, and with the consent of every client who has a say.
create view public_works as
  select x.*, p.handle
  from portfolio_items x join public_creators p on p.creator_id = x.creator_id
  where x.removed_at is null and not exists (
    select from client_works v
    where v.item_id = x.id and not exists (
      select from work_consents w where w.item_id = v.item_id and w.project_id = v.project_id and w.state = 'granted'
    )
  );

-- Whether the gallery shows the creator: true when there was a public work at the last change of their page. The works
-- themselves are always read through public_works.
alter table creators add column in_gallery boolean not null default false;
create index creators_in_gallery on creators (ranking_score desc, user_id desc) where in_gallery;
