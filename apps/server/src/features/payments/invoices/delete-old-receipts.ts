import { oldestKeptReceipt } from '@veranda/core/payments/invoices/receipt-retention.ts'
import { hour } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type NightlyTask } from '../../../platform/timers/nightly-timer.ts'

/** Receipts that one transaction deletes at most; the rest follow a minute later. */
const maxDeletedReceipts = 20_000

/** Deletes every night the receipts whose time is over, of both sides, erased or not. The ledger has no names and stays. */
export const deleteOldReceipts: NightlyTask = {
  kind: 'payments.delete-old-receipts',
  subject: { kind: 'receipts', id: 'old' },
  // After the old replies.
  timeOfDayMs: 4.25 * hour,
  async run({ tx, deps }) {
    const { numAffectedRows = 0n } = await sql`
      delete from receipts where id in (
        select id from receipts where issued_at < ${timestamptz(oldestKeptReceipt(deps.clock.now()))}
        limit ${sql.lit(maxDeletedReceipts)})`.execute(tx)
    if (numAffectedRows > 0n) deps.log.info({ rows: Number(numAffectedRows) }, 'old receipts deleted')
    return numAffectedRows < BigInt(maxDeletedReceipts) ? 'done' : 'more'
  },
}
