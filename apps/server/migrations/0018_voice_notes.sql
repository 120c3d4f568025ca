-- What was said aloud in a message of a pin. Owner: commissions. The bytes lie in the storage under their hash.
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
