import { type Instant } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../platform/db/database.ts'
import { type PersonalData } from '../../platform/personal-data/personal-data.ts'
import { type PayoutAccount } from './payment-gateway.ts'

/** The last digits of the account that the sandbox pays to until its owner names one. */
const testAccountLast4 = '0000'

/** The bank accounts that a user named, for payouts and for a refund that is not paid yet, as much as the sandbox has of it, for the copy of their data. */
export const payoutAccountData: PersonalData = {
  name: 'payout-account',
  select: (userId) => sql`
    select holder, country, last4 as "accountEndsWith", changed_at as "changedAt"
    from sandbox_payout_accounts
    where account = ${userId} or account like ${userId} || '/%'`,
}

/** Returns where payouts of an account go: to the bank account that its owner named, else to the test account. */
export async function findPayoutAccount(db: Db, account: string): Promise<PayoutAccount> {
  const row = await db
    .selectFrom('sandbox_payout_accounts')
    .selectAll()
    .where('account', '=', account)
    .executeTakeFirst()
  if (!row) return { last4: testAccountLast4, bank: null }
  const { last4, holder, country, changed_at: changedAt } = row
  return { last4, bank: { holder, country, changedAt } }
}

/** Keeps country and last digits of a bank account, as much as a provider shows of it. */
export async function upsertPayoutAccount(
  db: Db,
  { account, holder, iban }: { readonly account: string; readonly holder: string; readonly iban: string },
  at: Instant,
): Promise<void> {
  const values = { holder, country: iban.slice(0, 2), last4: iban.slice(-4), changed_at: new Date(at) }
  await db
    .insertInto('sandbox_payout_accounts')
    .values({ account, ...values })
    .onConflict((conflict) => conflict.column('account').doUpdateSet(values))
    .execute()
}

export async function deletePayoutAccount(db: Db, account: string): Promise<void> {
  await db.deleteFrom('sandbox_payout_accounts').where('account', '=', account).execute()
}
