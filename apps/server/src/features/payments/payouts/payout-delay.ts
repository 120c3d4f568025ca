import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { asId, type BookingId, type MilestoneId, type UserId, type ProjectId } from '@veranda/core/ids.ts'
import { mature, repaidOf, transfer } from '@veranda/core/ledger/transaction-builders.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type PaymentEvents } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { timerHandler, scheduleTimer } from '../../../platform/timers/timers.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { worker } from '../../../platform/jobs/worker.ts'
import { balanceOf } from '../../../platform/ledger/balances.ts'
import { postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { type ChargeRow, lockCharge, ledgerSubjectOf } from '../charges/charge.repository.ts'
import { readSubjectMoney } from '../../../platform/ledger/subject-money.ts'
import { lockCreatorBalances } from '../../../platform/ledger/creator-balance-lock.ts'
import { enqueueWaitingPayouts } from './send-payout.ts'

type PayoutDelay = Selectable<PaymentTables['payout_delays']>

type ReleasedEvent = CommissionEvent<'milestone.released' | 'milestone.part-released'> | BookingEvent<'booking.settled'>

/**
 * Starts the payout delay of a creator's share: it matures once the delay has ended and the client's money has
 * settled.
 */
export const startPayoutDelay = eventHandler<ReleasedEvent>(
  'payments-delay-payout',
  ['milestone.released', 'milestone.part-released', 'booking.settled'],
  async ({ tx, event }) => {
    const { creatorId, creatorReceives, currency, availableAt } = event.data
    const isBooking = event.type === 'booking.settled'
    if (currency === null || (isBooking && creatorReceives === 0)) return
    const subjectId = isBooking ? event.data.bookingId : event.data.milestoneId
    const id = event.type === 'milestone.part-released' ? event.data.releaseId : subjectId
    const charge = await tx
      .selectFrom('charges')
      .select('id')
      .where(isBooking ? 'booking_id' : 'milestone_id', '=', subjectId)
      .where('state', '=', 'captured')
      .where(isFunding)
      .orderBy('created_at', 'desc')
      .limit(sql.lit(1))
      .executeTakeFirst()
    if (!charge) throw new Error(`${subjectId} was released without a charge`)
    await tx
      .insertInto('payout_delays')
      .values({
        id,
        milestone_id: isBooking ? null : event.data.milestoneId,
        project_id: isBooking ? null : event.data.projectId,
        booking_id: isBooking ? event.data.bookingId : null,
        creator_id: creatorId,
        charge_id: charge.id,
        amount: creatorReceives,
        currency,
        released_at: new Date(event.at),
        ends_at: new Date(availableAt),
      })
      .execute()
    const subject = { kind: isBooking ? 'booking-earnings' : 'milestone-earnings', id }
    await scheduleTimer(tx, { kind: 'payments.payout-delay', subject, at: availableAt, key: `payout-delay:${id}` })
  },
)

/**
 * Adds earnings whose payout delay is over: a debt that was repaid and is none any more. They mature with the next
 * `matureEarnings`.
 */
export async function delayEarnings(
  tx: Tx,
  { id, charge, amount, at }: { id: string; charge: ChargeRow; amount: number; at: Instant },
): Promise<void> {
  const now = new Date(at)
  const { milestone_id, project_id, booking_id, creator_id, currency } = charge
  await tx
    .insertInto('payout_delays')
    .values({
      id,
      milestone_id,
      project_id,
      booking_id,
      creator_id,
      charge_id: charge.id,
      amount,
      currency,
      released_at: now,
      ends_at: now,
      ended: true,
    })
    .execute()
}

/** Ends a payout delay when its timer fires. */
export const endPayoutDelay = timerHandler('payments.payout-delay', async ({ tx, timer, deps }) => {
  const { id } = timer.subject
  const delay = await tx.selectFrom('payout_delays').select('charge_id').where('id', '=', id).executeTakeFirst()
  // Settling locks the charge before the delay, so this does too, and neither misses the other's write.
  const charge = delay && (await lockCharge(tx, delay.charge_id))
  if (!charge) return
  await tx.updateTable('payout_delays').set({ ended: true }).where('id', '=', id).execute()
  await matureEarnings({ tx, deps, now: deps.clock.now() }, charge)
})

/** Selects charges whose money is a milestone's or a booking's, and not on its way back. */
const isFunding = sql<boolean>`exists (select from ledger_transactions t where t.cause = 'fund:' || charges.id)`

/**
 * Posts `mature` for the ended delays of the milestone or booking of a charge, once all of its charges have settled and none
 * is charged back without a decision. The caller holds the charge's lock; that of the creator's balances lets two changes
 * of one milestone see each other.
 */
export async function matureEarnings(
  { tx, deps, now }: { tx: Tx; deps: Deps; now: Instant },
  charge: Pick<ChargeRow, 'milestone_id' | 'booking_id' | 'creator_id'>,
): Promise<void> {
  const [column, subjectId] =
    charge.milestone_id === null
      ? (['booking_id', charge.booking_id] as const)
      : (['milestone_id', charge.milestone_id] as const)
  await lockCreatorBalances(tx, charge.creator_id)
  const delays = await tx
    .selectFrom('payout_delays as h')
    .selectAll('h')
    .where(`h.${column}`, '=', subjectId)
    .where('h.ended', '=', true)
    .where('h.available_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charges')
            .select('id')
            .where(column, '=', subjectId)
            .where('state', '=', 'captured')
            .where('settled_at', 'is', null)
            .where(isFunding),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('chargebacks').select('charge_id').where(column, '=', subjectId).where('state', '=', 'open')),
      ),
    )
    .forUpdate('h')
    .execute()
  for (const delay of delays) await matureDelayed(tx, deps, delay, now)
}

async function matureDelayed(tx: Tx, deps: Deps, delay: PayoutDelay, now: Instant): Promise<void> {
  const { id, creator_id: creatorId, currency } = delay
  // What was given back meanwhile, or lost to a bank, was taken from what is pending.
  const { pending } = await readSubjectMoney(tx, delay)
  const amount = minor(Math.min(delay.amount, pending))
  if (amount === 0) return
  await tx
    .updateTable('payout_delays')
    .set({ available_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  const owed = minor(await balanceOf(tx, `receivable:${creatorId}`, currency))
  const repaid = repaidOf(amount, owed)
  await postTransaction(tx, {
    ...mature({ creator: creatorId }, amount, owed),
    cause: `available:${id}`,
    currency,
    at: now,
    ...ledgerSubjectOf(delay),
    parties: { creator: creatorId },
  })
  if (repaid < amount) await deps.jobs.enqueue(tx, 'payments-transfer', { id }, { key: `transfer:${id}` })
  const data: PaymentEvents['earnings.available'] = {
    // Rows are where ids and currencies get their brands.
    creatorId: asId<UserId>(creatorId),
    title: await titleOf(tx, delay),
    amount: minor(amount - repaid),
    currency: currency as Currency,
    ...(repaid > 0 && { repaid }),
    ...(delay.booking_id === null
      ? { projectId: delay.project_id as ProjectId, milestoneId: delay.milestone_id as MilestoneId }
      : { bookingId: asId<BookingId>(delay.booking_id) }),
  }
  const { milestone_id: milestoneId, booking_id: bookingId } = delay
  const subject = bookingId === null ? { kind: 'milestone', id: milestoneId ?? id } : { kind: 'booking', id: bookingId }
  await appendEvent(tx, {
    type: 'earnings.available',
    subject,
    projectId: delay.project_id,
    actor: null,
    at: now,
    data,
  })
}

/** Returns how much of delayed earnings became available, in minor units. */
async function readMatured(db: Db, { id, creator_id: creatorId }: PayoutDelay): Promise<number> {
  const { credit } = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select('e.credit')
    .where('t.cause', '=', `available:${id}`)
    .where('e.account', '=', `creator_available:${creatorId}`)
    .executeTakeFirstOrThrow()
  return credit
}

async function titleOf(tx: Tx, delay: PayoutDelay): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from milestones where id = ${delay.milestone_id}
    union all
    select terms ->> 'title' from bookings where id = ${delay.booking_id}`.execute(tx)
  return rows[0]?.title ?? ''
}

/**
 * Transfers the available share to the creator's account at the provider, posts `transfer`, and enqueues the payouts
 * that waited for it.
 */
export function transferEarnings(gateway: () => PaymentGateway) {
  return worker<{ id: string }>('payments-transfer', async ({ id }, deps) => {
    const delay = await deps.db.selectFrom('payout_delays').selectAll().where('id', '=', id).executeTakeFirst()
    if (!delay) return
    const { creator_id: creatorId, currency } = delay
    const amount = await readMatured(deps.db, delay)
    const key = `transfer:${id}`
    await gateway().transfer({ key, reference: id, account: creatorId, amount, currency })
    await transact(deps, async (tx) => {
      await lockCreatorBalances(tx, creatorId)
      await postTransaction(tx, {
        ...transfer({ creator: creatorId }, minor(amount)),
        cause: key,
        currency,
        at: deps.clock.now(),
        ...ledgerSubjectOf(delay),
        parties: { creator: creatorId },
      })
      await enqueueWaitingPayouts(tx, deps, creatorId)
    })
  })
}
