-- The service that a request was made from, as it was offered then. Null for a request without one, and for those from
-- before this migration.
alter table commissions add column requested_service jsonb;
