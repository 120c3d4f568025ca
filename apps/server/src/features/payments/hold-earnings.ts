import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type MilestoneId, type PersonId, type ProjectId } from '@veranda/core/ids.ts'
import { makeAvailable, transfer } from '@veranda/core/ledger/postings.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvents } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { type PaymentTables } from '../../db/tables/payments.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { onDue, scheduleDue } from '../../due/due.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { worker } from '../../jobs/jobs.ts'
import { post } from '../../ledger/post.ts'
import { append } from '../../log/append.ts'
import { reaction } from '../../log/react.ts'
import { freezeCause } from './charge-back.ts'
import { lockCharge } from './charge-rows.ts'
import { lockCreatorMoney } from './creator-lock.ts'
import { wakeWaitingPayouts } from './send-payout.ts'

type Hold = Selectable<PaymentTables['payout_holds']>

/** The creator's share of a released milestone waits until its hold is over and the client's money has settled. */
export const holdEarnings = reaction<CommissionEvent<'milestone.released'>>(
  'payments-hold-earnings',
  ['milestone.released'],
  async ({ t, event }) => {
    const { milestoneId, projectId, creatorId, creatorReceives, currency, availableAt } = event.data
    const charge = await t
      .selectFrom('charges')
      .select('id')
      .where('milestone_id', '=', milestoneId)
      .where('state', '=', 'captured')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!charge) throw new Error(`milestone ${milestoneId} was released without a charge`)
    await t
      .insertInto('payout_holds')
      .values({
        milestone_id: milestoneId,
        project_id: projectId,
        creator_id: creatorId,
        charge_id: charge.id,
        amount: creatorReceives,
        currency,
        released_at: new Date(event.at),
        over_at: new Date(availableAt),
      })
      .execute()
    const subject = { kind: 'milestone', id: milestoneId }
    await scheduleDue(t, { kind: 'payments.payout-hold', subject, at: availableAt, key: `payout-hold:${milestoneId}` })
  },
)

/** The days of the hold are over. */
export const endHold = onDue('payments.payout-hold', async ({ t, due, deps }) => {
  const milestoneId = due.subject.id
  const hold = await t
    .selectFrom('payout_holds')
    .select('charge_id')
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirst()
  // Settling locks the charge before the hold, so this does too, and neither misses what the other writes.
  if (!hold || !(await lockCharge(t, hold.charge_id))) return
  await t.updateTable('payout_holds').set({ hold_over: true }).where('milestone_id', '=', milestoneId).execute()
  await makeDueEarningsAvailable({ t, deps, now: deps.clock.now() }, { chargeId: hold.charge_id })
})

/** T4 for the holds of a charge that are over, when it has settled and is not charged back. The charge is locked. */
export async function makeDueEarningsAvailable(
  { t, deps, now }: { t: Tx; deps: Deps; now: Instant },
  { chargeId }: { chargeId: string },
): Promise<void> {
  const holds = await t
    .selectFrom('payout_holds as h')
    .innerJoin('charges as c', 'c.id', 'h.charge_id')
    .selectAll('h')
    .where('h.charge_id', '=', chargeId)
    .where('h.hold_over', '=', true)
    .where('h.available_at', 'is', null)
    .where('c.settled_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_transactions as x').select('x.id').where('x.cause', '=', freezeCause(chargeId)))),
    )
    .forUpdate('h')
    .execute()
  for (const hold of holds) await makeHoldAvailable(t, deps, hold, now)
}

async function makeHoldAvailable(t: Tx, deps: Deps, hold: Hold, now: Instant): Promise<void> {
  const { milestone_id: milestoneId, project_id: projectId, creator_id: creatorId, amount, currency } = hold
  await t
    .updateTable('payout_holds')
    .set({ available_at: new Date(now) })
    .where('milestone_id', '=', milestoneId)
    .execute()
  if (amount === 0) return
  await lockCreatorMoney(t, creatorId)
  await post(t, {
    ...makeAvailable({ creator: creatorId }, minor(amount)),
    cause: `available:${milestoneId}`,
    currency,
    at: now,
    projectId,
    milestoneId,
    people: { creator: creatorId },
  })
  await deps.jobs.enqueue(t, 'payments-transfer', { milestoneId }, { key: `transfer:${milestoneId}` })
  const { title } = await t
    .selectFrom('milestones')
    .select('title')
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow()
  const data: PaymentEvents['earnings.available'] = {
    // Rows are where the brands of ids and currencies come from.
    creatorId: creatorId as PersonId,
    projectId: projectId as ProjectId,
    milestoneId: milestoneId as MilestoneId,
    title,
    amount: minor(amount),
    currency: currency as Currency,
  }
  const subject = { kind: 'milestone', id: milestoneId }
  await append(t, { type: 'earnings.available', subject, projectId, actor: null, at: now, data })
}

/** T4b: the available share goes to the creator's account at the provider; payouts that waited for it go on. */
export function transferEarnings(gateway: () => PaymentGateway) {
  return worker<{ milestoneId: string }>('payments-transfer', async ({ milestoneId }, deps) => {
    const hold = await deps.db
      .selectFrom('payout_holds')
      .selectAll()
      .where('milestone_id', '=', milestoneId)
      .executeTakeFirst()
    if (!hold) return
    const { creator_id: creatorId, amount, currency } = hold
    const key = `transfer:${milestoneId}`
    await gateway().transfer({ key, reference: milestoneId, account: creatorId, amount, currency })
    await transact(deps, async (t) => {
      await lockCreatorMoney(t, creatorId)
      await post(t, {
        ...transfer({ creator: creatorId }, minor(amount)),
        cause: key,
        currency,
        at: deps.clock.now(),
        projectId: hold.project_id,
        milestoneId,
        people: { creator: creatorId },
      })
      await wakeWaitingPayouts(t, deps, creatorId)
    })
  })
}
