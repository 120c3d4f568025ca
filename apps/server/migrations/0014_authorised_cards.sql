-- A card may be authorised first and captured, or let go, later. Owner: payments.
alter table charges
  add column capture text not null default 'at-once' check (capture in ('at-once', 'later')),
  drop constraint charges_state_check,
  add constraint charges_state_check check (state in ('created', 'needs_confirmation', 'authorised', 'captured', 'failed',
    'expired', 'voided', 'refunded'));
-- Owner: the sandbox payments gateway.
alter table sandbox_payment_objects
  add column capture text not null default 'at-once' check (capture in ('at-once', 'later'));
