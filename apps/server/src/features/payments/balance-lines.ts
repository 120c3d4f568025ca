import { type BalanceKey } from '@veranda/contract/payments/schemas.ts'
import { type RawBuilder, sql } from 'kysely'
import { type BalanceRule, balanceRules } from './balance-rules.ts'

/** Statement: the lines behind one number of one person, as (transaction_id, line, account, currency, effect). */
export function linesOf(key: BalanceKey, personId: string): RawBuilder<unknown> {
  return sql.join(
    balanceRules[key].map((rule) => linesOfRule(rule, personId)),
    sql` union all `,
  )
}

function linesOfRule(rule: BalanceRule, personId: string): RawBuilder<unknown> {
  const effect = rule.adds === 'credit' ? sql`p.credit - p.debit` : sql`p.debit - p.credit`
  const kinds = rule.kinds ? sql`and x.kind = any(${[...rule.kinds]}::text[])` : sql``
  return sql`
    select p.transaction_id, p.line, p.account, p.currency, ${effect} as effect
    from ledger_postings p join ledger_transactions x on x.id = p.transaction_id
    where ${whose(rule, personId)} ${kinds}`
}

/** Accounts stand in one array: Postgres looks each of them up, where for a join it would read the whole ledger. */
function whose({ of, accounts }: BalanceRule, personId: string): RawBuilder<unknown> {
  const names = sql`${[...accounts]}::text[]`
  switch (of) {
    case 'self':
      return sql`p.account = any(${accounts.map((name) => `${name}:${personId}`)}::text[])`
    case 'as-client':
      return sql`x.client_id = ${personId} and p.account = any(${names})`
    case 'client-milestones':
      return sql`p.account = any(array(
        select name || ':' || m.id from milestones m, unnest(${names}) as name where m.client_id = ${personId}
        union all
        select name || ':' || b.id from bookings b, unnest(${names}) as name
        where b.client_id = ${personId} and b.paid_by is not null))`
    case 'creator-milestones':
      return sql`p.account = any(array(
        select name || ':' || m.id from milestones m, unnest(${names}) as name where m.creator_id = ${personId}
        union all
        select name || ':' || b.id from bookings b, unnest(${names}) as name
        where b.creator_id = ${personId} and b.paid_by is not null))`
  }
}
