-- Receipts are deleted ten years after the end of their year, by their age. Owner: payments.

create index receipts_by_age on receipts (issued_at);
