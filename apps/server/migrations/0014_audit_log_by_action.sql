-- Failed sign-ins and refusals of the last hours, and the last check of the ledger.
create index audit_log_by_action on audit_log (action, at desc);
