-- Idempotency keys are deleted after a day, by their age. Owner: platform/http.

create index idempotency_keys_by_age on idempotency_keys (at);

-- Replies with a secret are encrypted from now on.
delete from idempotency_keys where route ~ ' /(accounts|sandbox|calendar|rooms)/';
