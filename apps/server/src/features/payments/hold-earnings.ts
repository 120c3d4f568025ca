import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { type BookingId, type MilestoneId, type PersonId, type ProjectId } from '@veranda/core/ids.ts'
import { makeAvailable, transfer } from '@veranda/core/ledger/postings.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvents } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
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
import { lockCharge, subjectOf } from './charge-rows.ts'
import { lockCreatorMoney } from './creator-lock.ts'
import { wakeWaitingPayouts } from './send-payout.ts'

type Hold = Selectable<PaymentTables['payout_holds']>

type Released = CommissionEvent<'milestone.released'> | BookingEvent<'booking.settled'>

/** The creator's share of a milestone or session waits until its hold is over and the client's money has settled. */
export const holdEarnings = reaction<Released>(
  'payments-hold-earnings',
  ['milestone.released', 'booking.settled'],
  async ({ tx, event }) => {
    const { creatorId, creatorReceives, currency, availableAt } = event.data
    const ofBooking = event.type === 'booking.settled'
    if (currency === null || (ofBooking && creatorReceives === 0)) return
    const id = ofBooking ? event.data.bookingId : event.data.milestoneId
    const charge = await tx
      .selectFrom('charges')
      .select('id')
      .where(ofBooking ? 'booking_id' : 'milestone_id', '=', id)
      .where('state', '=', 'captured')
      .orderBy('created_at', 'desc')
      .limit(sql.lit(1))
      .executeTakeFirst()
    if (!charge) throw new Error(`${id} was released without a charge`)
    await tx
      .insertInto('payout_holds')
      .values({
        milestone_id: ofBooking ? null : event.data.milestoneId,
        project_id: ofBooking ? null : event.data.projectId,
        booking_id: ofBooking ? event.data.bookingId : null,
        creator_id: creatorId,
        charge_id: charge.id,
        amount: creatorReceives,
        currency,
        released_at: new Date(event.at),
        over_at: new Date(availableAt),
      })
      .execute()
    const subject = { kind: ofBooking ? 'booking-money' : 'milestone', id }
    await scheduleDue(tx, { kind: 'payments.payout-hold', subject, at: availableAt, key: `payout-hold:${id}` })
  },
)

/** The days of the hold are over. */
export const endHold = onDue('payments.payout-hold', async ({ tx, due, deps }) => {
  const { id } = due.subject
  const hold = await tx.selectFrom('payout_holds').select('charge_id').where('id', '=', id).executeTakeFirst()
  // Settling locks the charge before the hold, so this does too, and neither misses what the other writes.
  if (!hold || !(await lockCharge(tx, hold.charge_id))) return
  await tx.updateTable('payout_holds').set({ hold_over: true }).where('id', '=', id).execute()
  await makeDueEarningsAvailable({ tx, deps, now: deps.clock.now() }, { chargeId: hold.charge_id })
})

/** T4 for the holds of a charge that are over, when it has settled and is not charged back. The charge is locked. */
export async function makeDueEarningsAvailable(
  { tx, deps, now }: { tx: Tx; deps: Deps; now: Instant },
  { chargeId }: { chargeId: string },
): Promise<void> {
  const holds = await tx
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
  for (const hold of holds) await makeHoldAvailable(tx, deps, hold, now)
}

async function makeHoldAvailable(tx: Tx, deps: Deps, hold: Hold, now: Instant): Promise<void> {
  const { id, creator_id: creatorId, amount, currency } = hold
  await tx
    .updateTable('payout_holds')
    .set({ available_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  if (amount === 0) return
  await lockCreatorMoney(tx, creatorId)
  await post(tx, {
    ...makeAvailable({ creator: creatorId }, minor(amount)),
    cause: `available:${id}`,
    currency,
    at: now,
    ...subjectOf(hold),
    people: { creator: creatorId },
  })
  await deps.jobs.enqueue(tx, 'payments-transfer', { id }, { key: `transfer:${id}` })
  const data: PaymentEvents['earnings.available'] = {
    // Rows are where the brands of ids and currencies come from.
    creatorId: creatorId as PersonId,
    title: await titleOf(tx, hold),
    amount: minor(amount),
    currency: currency as Currency,
    ...(hold.booking_id === null
      ? { projectId: hold.project_id as ProjectId, milestoneId: hold.milestone_id as MilestoneId }
      : { bookingId: hold.booking_id as BookingId }),
  }
  const subject = { kind: hold.booking_id === null ? 'milestone' : 'booking', id }
  await append(tx, { type: 'earnings.available', subject, projectId: hold.project_id, actor: null, at: now, data })
}

async function titleOf(tx: Tx, hold: Hold): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from milestones where id = ${hold.milestone_id}
    union all
    select terms ->> 'title' from bookings where id = ${hold.booking_id}`.execute(tx)
  return rows[0]?.title ?? ''
}

/** T4b: the available share goes to the creator's account at the provider; payouts that waited for it go on. */
export function transferEarnings(gateway: () => PaymentGateway) {
  return worker<{ id: string }>('payments-transfer', async ({ id }, deps) => {
    const hold = await deps.db.selectFrom('payout_holds').selectAll().where('id', '=', id).executeTakeFirst()
    if (!hold) return
    const { creator_id: creatorId, amount, currency } = hold
    const key = `transfer:${id}`
    await gateway().transfer({ key, reference: id, account: creatorId, amount, currency })
    await transact(deps, async (tx) => {
      await lockCreatorMoney(tx, creatorId)
      await post(tx, {
        ...transfer({ creator: creatorId }, minor(amount)),
        cause: key,
        currency,
        at: deps.clock.now(),
        ...subjectOf(hold),
        people: { creator: creatorId },
      })
      await wakeWaitingPayouts(tx, deps, creatorId)
    })
  })
}
