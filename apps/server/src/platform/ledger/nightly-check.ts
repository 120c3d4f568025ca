import { hour } from '@veranda/core/time/instant.ts'
import { recordAudit } from '../audit/audit-log.ts'
import { type NightlyTask } from '../timers/nightly-timer.ts'
import { checkLedger } from './check-ledger.ts'

/** The action of each check in the audit log, with the number of its `findings`. */
export const ledgerCheckedAction = 'ledger.checked'

/** Checks the ledger every night at 03:00 UTC on the product's clock; logs an alert for findings, and records the check. */
export const checkLedgerNightly: NightlyTask = {
  kind: 'ledger.check',
  subject: { kind: 'ledger', id: 'all' },
  timeOfDayMs: 3 * hour,
  async run({ tx, deps }) {
    const findings = await checkLedger(tx)
    if (findings.length > 0) deps.log.error({ alert: true, findings: findings.slice(0, 50) }, 'ledger check failed')
    else deps.log.info('ledger check passed')
    const [at, data] = [deps.clock.now(), { findings: findings.length }]
    await recordAudit(tx, { action: ledgerCheckedAction, userId: null, actorId: null, at, data })
    return 'done'
  },
}
