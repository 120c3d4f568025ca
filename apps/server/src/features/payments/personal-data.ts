import { type OwnedAccountName, ownedAccounts } from '@veranda/core/ledger/chart-of-accounts.ts'
import { sql } from 'kysely'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'

/** Payments by a user and to them, and their own accounts of the ledger; amounts are in the currency's smallest unit. */
export const paymentData: readonly PersonalData[] = [
  {
    name: 'charges',
    select: (userId) => sql`
      select id, milestone_id as "milestoneId", booking_id as "bookingId", amount, currency, method,
        method_last4 as "cardEndsWith", state, failure, created_at as "createdAt", captured_at as "paidAt",
        refunded_at as "refundedAt"
      from charges where client_id = ${userId} order by created_at, id`,
  },
  {
    name: 'refunds',
    select: (userId) => sql`
      select id, charge_id as "chargeId", amount, currency, state, attempt, failure, bank_last4 as "accountEndsWith",
        requested_at as "requestedAt", paid_at as "paidAt"
      from refunds where client_id = ${userId} order by requested_at, id`,
  },
  {
    name: 'chargebacks',
    select: (userId) => sql`
      select charge_id as "chargeId", case when client_id = ${userId} then 'client' else 'creator' end as "yourSide",
        milestone_id as "milestoneId", booking_id as "bookingId", amount, currency, state, opened_at as "openedAt",
        decided_at as "decidedAt"
      from chargebacks where client_id = ${userId} or creator_id = ${userId} order by opened_at, charge_id`,
  },
  {
    name: 'payouts',
    select: (userId) => sql`
      select id, 'payout' as kind, amount, currency, state, failure, requested_at as "at", paid_at as "paidAt",
        null::timestamptz as "availableAt", null::uuid as "milestoneId"
      from payouts where creator_id = ${userId}
      union all
      select id, 'waiting', amount, currency, case when ended then 'available' else 'waiting' end, null, released_at, null,
        coalesce(available_at, ends_at), milestone_id
      from payout_delays where creator_id = ${userId} order by 7, 1`,
  },
  {
    name: 'receipts',
    select: (userId) => sql`
      select id, number, side as "yourSide", milestone_id as "milestoneId", booking_id as "bookingId", refund_id as "refundId", release_id as "releaseId", total, currency,
        content, issued_at as "issuedAt"
      from receipts where user_id = ${userId} order by issued_at, id`,
  },
  {
    name: 'ledger',
    select: (userId) => {
      // The keys of the chart, which Object.keys types as strings.
      const accounts = (Object.keys(ownedAccounts) as OwnedAccountName[]).map((name) => `${name}:${userId}`)
      return sql`
        select t.id as "transactionId", t.kind, split_part(e.account, ':', 1) as account, e.debit, e.credit, e.currency,
          t.project_id as "projectId", t.milestone_id as "milestoneId", t.booking_id as "bookingId", t.at
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account = any(${accounts}::text[]) order by t.at, t.id, e.line`
    },
  },
]
