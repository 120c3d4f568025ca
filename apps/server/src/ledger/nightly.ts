import { day, instant } from '@veranda/core/time/instant.ts'
import { transact } from '../db/transact.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { onDue, scheduleDue } from '../due/due.ts'
import { checkLedger } from './check.ts'

const kind = 'ledger.check'
const at = { hour: 3 }

/** Every night at 03:00 UTC on the product's clock; a finding is an alert in the log. */
export const checkLedgerNightly = onDue(kind, async ({ tx, deps }) => {
  const findings = await checkLedger(tx)
  if (findings.length > 0) deps.log.error({ alert: true, findings: findings.slice(0, 50) }, 'the ledger does not hold')
  else deps.log.info('the ledger holds')
  await plan(tx, deps)
})

/** Makes sure that the next check is planned. */
export async function planLedgerCheck(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const planned = await tx.selectFrom('due').select('key').where('key', '=', kind).executeTakeFirst()
    if (!planned) await plan(tx, deps)
  })
}

async function plan(tx: Tx, { clock }: Deps): Promise<void> {
  const now = clock.now()
  const today = Math.floor(now / day) * day + at.hour * 3_600_000
  const next = instant(today > now ? today : today + day)
  await scheduleDue(tx, { kind, key: kind, subject: { kind: 'ledger', id: 'all' }, at: next })
}
