-- Roles of admins, the threads of support tickets, and who has taken which case.
alter table users
  add column admin_roles text[] not null default '{}',
  add check (admin_roles <@ '{support,finance,moderator,owner}');
update users set admin_roles = '{owner}' where is_admin;
alter table users add check (is_admin = (cardinality(admin_roles) > 0));

-- True for a session that began with a passkey whose authenticator checked who used it.
alter table sessions add column user_verified boolean not null default false;

alter table support_tickets
  add column state text not null default 'open' check (state in ('open', 'waiting', 'solved')),
  add column version integer not null default 1,
  -- Of the sender, for mails.
  add column language text not null default 'en',
  add column first_answered_at timestamptz;
create index support_tickets_by_state on support_tickets (state, created_at);
create index support_tickets_of_user on support_tickets (user_id, created_at desc);

-- What both sides read below the ticket's own message. Owner: support.
create table support_messages (
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  -- A reply is the sender's; an answer, and the words with which a ticket is solved, are ours.
  kind text not null check (kind in ('reply', 'answer', 'solution')),
  -- Who wrote it, or added what the sender wrote by mail.
  author_id uuid references users (id),
  text text not null,
  created_at timestamptz not null
);
create index support_messages_by_ticket on support_messages (ticket_id, created_at);

-- What only admins read. In a table of its own, so that no query of a thread can return one. Owner: support.
create table support_notes (
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  author_id uuid not null references users (id),
  text text not null,
  created_at timestamptz not null
);
create index support_notes_by_ticket on support_notes (ticket_id, created_at);

-- What a ticket is about. Owner: support.
create table support_links (
  id uuid primary key,
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  kind text not null check (kind in ('user', 'project', 'booking', 'commission')),
  object_id uuid not null,
  created_at timestamptz not null,
  unique (ticket_id, kind, object_id)
);

-- Who has taken which case of a queue. Owner: admin.
create table admin_assignments (
  queue text not null check (queue in ('tickets', 'refunds', 'reports', 'no-shows', 'failed-work')),
  case_id text not null,
  admin_id uuid not null references users (id),
  assigned_at timestamptz not null,
  primary key (queue, case_id)
);

create index refunds_by_state on refunds (state, requested_at);
create index audit_log_by_time on audit_log (at desc, id desc);
