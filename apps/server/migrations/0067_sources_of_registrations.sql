-- Links of one address live beside each other, and those mailed to it are counted by where they were asked for.

alter table registrations
  -- Keyed hash of the network address that registered; empty for one from before this column.
  add column source_hash text not null default '';
alter table registrations alter column source_hash drop default;
create index registrations_of_address on registrations (email);
