import { type LedgerSumKey } from '@veranda/core/payments/balances.ts'
import { type RawBuilder, sql } from 'kysely'
import { type BalanceRule, ledgerSumRules } from './balance-rules.ts'

/**
 * Builds the statement for the ledger entries behind one sum of one user, as (transaction_id, line, account, currency,
 * effect, at); with `month` (2026-11) only those of that month in the user's time zone.
 */
export function sumEntries(key: LedgerSumKey, userId: string, month?: string): RawBuilder<unknown> {
  return sql.join(
    ledgerSumRules[key].map((rule) => ruleEntries(rule, userId, month)),
    sql` union all `,
  )
}

function ruleEntries(rule: BalanceRule, userId: string, month: string | undefined): RawBuilder<unknown> {
  const effect = rule.positiveSide === 'credit' ? sql`p.credit - p.debit` : sql`p.debit - p.credit`
  const kinds = rule.kinds ? sql`and x.kind = any(${[...rule.kinds]}::text[])` : sql``
  return sql`
    select p.transaction_id, p.line, p.account, p.currency, ${effect} as effect, x.at
    from ledger_entries p join ledger_transactions x on x.id = p.transaction_id
    where ${accountFilter(rule, userId)} ${kinds} ${month === undefined ? sql`` : monthFilter(month, userId)}`
}

/** Builds the condition that a transaction happened in that month of the user's time zone. */
function monthFilter(month: string, userId: string): RawBuilder<unknown> {
  const first = sql`${`${month}-01`}::timestamp`
  const zone = sql`(select time_zone from users where id = ${userId})`
  return sql`and x.at >= ${first} at time zone ${zone} and x.at < (${first} + interval '1 month') at time zone ${zone}`
}

/**
 * Builds the condition on whose accounts count. Accounts are passed as one array, so that Postgres looks each of them
 * up; a join would scan the whole ledger.
 */
function accountFilter({ owner, accounts }: BalanceRule, userId: string): RawBuilder<unknown> {
  const names = sql`${[...accounts]}::text[]`
  switch (owner) {
    case 'self':
      return sql`p.account = any(${accounts.map((name) => `${name}:${userId}`)}::text[])`
    case 'as-client':
      return sql`x.client_id = ${userId} and p.account = any(${names})`
    case 'client-escrow':
      return sql`p.account = any(array(
        select name || ':' || m.id from milestones m, unnest(${names}) as name where m.client_id = ${userId}
        union all
        select name || ':' || b.id from bookings b, unnest(${names}) as name
        where b.client_id = ${userId} and b.paid_charge_id is not null))`
    case 'creator-escrow':
      return sql`p.account = any(array(
        select name || ':' || m.id from milestones m, unnest(${names}) as name where m.creator_id = ${userId}
        union all
        select name || ':' || b.id from bookings b, unnest(${names}) as name
        where b.creator_id = ${userId} and b.paid_charge_id is not null))`
  }
}
