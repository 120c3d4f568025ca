-- An account from a provider that gives no verified address has none until its user proves one. An address in this
-- table is therefore always a verified one. Owner: accounts.

update users set email_verified = true;
alter table users alter column email drop not null;
alter table users add check (email_verified = (email is not null));
