import { type MovementDifference, findMovementDifferences } from '@veranda/core/payments/provider-report.ts'
import { type Instant, minute, hour } from '@veranda/core/time/instant.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Db } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Worker, worker } from '../../../platform/jobs/worker.ts'
import { figure, type FigureQuery } from '../../../platform/metrics/figure.ts'
import { type NightlyTask } from '../../../platform/timers/nightly-timer.ts'
import { listBookedMovements } from './booked-movements.repository.ts'

/** The action of each comparison in the audit log, with the number of its `differences`. */
const comparedAction = 'ledger.compared-with-provider'
/** More differences than this are not logged at once. */
const maxLoggedDifferences = 50

/** Compares every movement of money in the ledger with the payment provider's report; returns those that differ. */
export async function compareWithProvider(
  { db, now }: { db: Db; now: Instant },
  gateway: Pick<PaymentGateway, 'listMovements'>,
): Promise<MovementDifference[]> {
  // First the books: what moves meanwhile is then in the report alone, which may be ahead.
  const booked = await listBookedMovements(db)
  return findMovementDifferences(booked, await gateway.listMovements(now), now)
}

const queue = 'payments-compare-with-provider'

/** Asks for a comparison every night at 03:30 UTC on the product's clock. */
export const compareWithProviderNightly: NightlyTask = {
  kind: 'payments.compare-with-provider',
  subject: { kind: 'ledger', id: 'provider' },
  timeOfDayMs: 3 * hour + 30 * minute,
  async run({ tx, deps }) {
    await deps.jobs.enqueue(tx, queue, {})
    return 'done'
  },
}

/** Carries out the nightly comparison; logs an alert for differences, and records the comparison. */
export const compareWithProviderJob = (gateway: () => PaymentGateway): Worker =>
  worker(queue, async (_, deps) => {
    const at = deps.clock.now()
    const differences = await compareWithProvider({ db: deps.db, now: at }, gateway())
    const logged = differences.slice(0, maxLoggedDifferences)
    if (differences.length > 0) deps.log.error({ alert: true, differences: logged }, 'ledger differs from the provider')
    const data = { differences: differences.length }
    await transact(deps, (tx) => recordAudit(tx, { action: comparedAction, userId: null, actorId: null, at, data }))
  })

/** Reads what the last comparison found; no figure before there was one. */
export const countProviderDifferences: FigureQuery = async (tx) => {
  const last = await tx
    .selectFrom('audit_log')
    .select('data')
    .where('action', '=', comparedAction)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return []
  // Written above.
  const { differences } = last.data as { differences: number }
  const help = 'Movements that differed between the ledger and the payment provider at the last comparison.'
  return [figure('veranda_provider_differences', help, differences)]
}
