import { day, instant } from '@veranda/core/time/instant.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { transact } from '../db/transact.ts'
import { type Tx } from '../db/database.ts'
import { type Deps } from '../deps.ts'
import { timerHandler, scheduleTimer } from '../timers/timers.ts'
import { checkLedger } from './check-ledger.ts'

const timerKind = 'ledger.check'
/** The action of each check in the audit log, with the number of its `findings`. */
export const ledgerCheckedAction = 'ledger.checked'
const runAtUtc = { hour: 3 }

/** Checks the ledger every night at 03:00 UTC on the product's clock; logs an alert for findings, and records the check. */
export const checkLedgerNightly = timerHandler(timerKind, async ({ tx, deps }) => {
  const findings = await checkLedger(tx)
  if (findings.length > 0) deps.log.error({ alert: true, findings: findings.slice(0, 50) }, 'ledger check failed')
  else deps.log.info('ledger check passed')
  const [at, data] = [deps.clock.now(), { findings: findings.length }]
  await recordAudit(tx, { action: ledgerCheckedAction, userId: null, actorId: null, at, data })
  await scheduleNext(tx, deps)
})

/** Schedules the next check unless one is scheduled. */
export async function scheduleLedgerCheck(deps: Deps): Promise<void> {
  await transact(deps, async (tx) => {
    const existing = await tx.selectFrom('timers').select('key').where('key', '=', timerKind).executeTakeFirst()
    if (!existing) await scheduleNext(tx, deps)
  })
}

async function scheduleNext(tx: Tx, { clock }: Deps): Promise<void> {
  const now = clock.now()
  const today = Math.floor(now / day) * day + runAtUtc.hour * 3_600_000
  const next = instant(today > now ? today : today + day)
  await scheduleTimer(tx, { kind: timerKind, key: timerKind, subject: { kind: 'ledger', id: 'all' }, at: next })
}
