-- The number of a support ticket, by which a user and the team name it.
alter table support_tickets add column number integer generated always as identity (start with 1001);
alter table support_tickets add unique (number);
