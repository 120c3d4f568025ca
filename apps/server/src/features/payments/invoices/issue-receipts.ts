import { type Receipt } from '@veranda/contract/payments/schemas.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent, type CommissionEvents } from '@veranda/core/commissions/events.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'

type ReceiptSide = Receipt['side']
type ReceiptKind = Receipt['kind']
type Accounted = Pick<CommissionEvents['milestone.released'], 'amount' | 'clientFee' | 'creatorFee' | 'currency'>

/** The content of a receipt besides its amounts, as of the release or refund. */
export type ReceiptFacts = {
  readonly project: string | null
  readonly milestone: string
  readonly client: { readonly name: string; readonly email: string | null }
  readonly creator: { readonly name: string; readonly email: string | null }
  readonly version: { readonly number: number; readonly hash: string } | null
  readonly chargedAt: Instant
  readonly methodLast4: string | null
  /** Sums that several charges paid, or take back, in minor units; absent where there is one. */
  readonly payments?: readonly { readonly amount: number; readonly methodLast4: string | null }[]
}

/**
 * Builds one side's receipt, with lines that sum to the total. The client sees the price, their fee and how they paid;
 * the creator sees the price less their fee. Neither sees the other's fee, address or card. A refund takes the same lines
 * back.
 */
export function receiptContent(
  side: ReceiptSide,
  { id, number, kind, at }: { id: string; number: string; kind: ReceiptKind; at: Instant },
  facts: ReceiptFacts,
  accounted: Accounted,
): Omit<Receipt, 'milestoneId'> {
  const { currency } = accounted
  const sign = kind === 'refund' ? -1 : 1
  // Adding 0 makes a negative zero a plain one.
  const line = (key: Receipt['lines'][number]['key'], amount: number) => ({
    key,
    amount: { amount: sign * amount + 0, currency },
  })
  const fee =
    side === 'client' ? line('client-fee', accounted.clientFee) : line('creator-fee', 0 - accounted.creatorFee)
  const lines = [line('work', accounted.amount), fee]
  const total = lines.reduce((sum, { amount }) => sum + amount.amount, 0)
  const party = ({ name, email }: { name: string; email: string | null }, isOwn: boolean) => ({
    name,
    email: isOwn ? email : null,
  })
  return {
    id,
    number,
    kind,
    side,
    project: facts.project,
    milestone: facts.milestone,
    total: { amount: total, currency },
    at: toIso(at),
    client: party(facts.client, side === 'client'),
    creator: party(facts.creator, side === 'creator'),
    version: facts.version,
    lines,
    chargedAt: toIso(facts.chargedAt),
    releasedAt: kind === 'refund' ? null : toIso(at),
    methodLast4: side === 'client' ? facts.methodLast4 : null,
    ...(side === 'client' &&
      facts.payments && {
        payments: facts.payments.map(({ amount, methodLast4 }) => ({
          amount: { amount: sign * amount, currency },
          methodLast4,
        })),
      }),
  }
}

type ReceiptEvent =
  | CommissionEvent<'milestone.released' | 'milestone.part-released' | 'milestone.refund-requested'>
  | BookingEvent<'booking.settled'>

/**
 * Issues a receipt to both sides for each released milestone or booking, and for each part of a milestone that was
 * released or refunded; receipts are written once and never change.
 */
export const issueReceipts = eventHandler<ReceiptEvent>(
  'payments-issue-receipts',
  ['milestone.released', 'milestone.part-released', 'milestone.refund-requested', 'booking.settled'],
  async ({ tx, event, deps }) => {
    const { clientId, creatorId } = event.data
    const accounted = accountedBy(event)
    // Everything was refunded: there is nothing to account for.
    if (!accounted || accounted.amount === 0) return
    const subject = subjectOf(event)
    const facts =
      event.type === 'booking.settled'
        ? await readBookingFacts(tx, event.data.bookingId)
        : await readMilestoneFacts(tx, event)
    const kind = subject.refund_id === null ? 'payment' : 'refund'
    for (const side of ['client', 'creator'] as const) {
      const id = deps.ids.next()
      const number = await nextReceiptNumber(tx, event.at)
      const content = receiptContent(side, { id, number, kind, at: event.at }, facts, accounted)
      await tx
        .insertInto('receipts')
        .values({
          id,
          ...subject,
          side,
          user_id: side === 'client' ? clientId : creatorId,
          number,
          total: content.total.amount,
          currency: accounted.currency,
          issued_at: new Date(event.at),
          content: JSON.stringify(content),
        })
        .execute()
    }
  },
)

/** Returns the amounts that a receipt accounts for; undefined for a booking without a price. */
function accountedBy({ type, data }: ReceiptEvent): Accounted | undefined {
  switch (type) {
    case 'milestone.released':
    case 'milestone.part-released':
      return data
    case 'milestone.refund-requested':
      return { ...data, amount: data.price }
    case 'booking.settled':
      return data.currency === null ? undefined : { ...data.released, currency: data.currency }
  }
}

type ReceiptSubject = Record<'milestone_id' | 'booking_id' | 'refund_id' | 'release_id', string | null>
const noSubject: ReceiptSubject = { milestone_id: null, booking_id: null, refund_id: null, release_id: null }

function subjectOf({ type, data }: ReceiptEvent): ReceiptSubject {
  switch (type) {
    case 'milestone.released':
      return { ...noSubject, milestone_id: data.milestoneId }
    case 'milestone.part-released':
      return { ...noSubject, milestone_id: data.milestoneId, release_id: data.releaseId }
    case 'milestone.refund-requested':
      return { ...noSubject, milestone_id: data.milestoneId, refund_id: data.refundId }
    case 'booking.settled':
      return { ...noSubject, booking_id: data.bookingId }
  }
}

async function nextReceiptNumber(tx: Tx, at: Instant): Promise<string> {
  const { rows } = await sql<{ next: number }>`select nextval('receipt_numbers') as next`.execute(tx)
  return `VR-${new Date(at).getUTCFullYear()}-${String(rows[0]?.next).padStart(6, '0')}`
}

async function readMilestoneFacts(
  tx: Tx,
  event: Exclude<ReceiptEvent, BookingEvent<'booking.settled'>>,
): Promise<ReceiptFacts> {
  const { milestoneId } = event.data
  const row = await tx
    .selectFrom('milestones as m')
    .innerJoin('projects as pr', 'pr.id', 'm.project_id')
    .innerJoin('users as cl', 'cl.id', 'm.client_id')
    .innerJoin('users as cr', 'cr.id', 'm.creator_id')
    .leftJoin('deliverables as d', 'd.id', 'm.approved_deliverable_id')
    .select([
      'pr.title as project',
      'm.title as milestone',
      'cl.name as client_name',
      'cl.email as client_email',
      'cr.name as creator_name',
      'cr.email as creator_email',
      'd.number',
      'd.hash',
    ])
    .where('m.id', '=', milestoneId)
    .executeTakeFirst()
  const charges = await readMilestoneCharges(tx, event)
  const [last] = charges
  // What a bank has taken back pays nothing.
  const payments = charges.filter(({ isLost }) => !isLost)
  if (!row || !last) throw new Error(`receipt facts missing for milestone ${milestoneId}`)
  return {
    project: row.project,
    milestone: row.milestone,
    client: { name: row.client_name, email: row.client_email },
    creator: { name: row.creator_name, email: row.creator_email },
    version: row.number === null || row.hash === null ? null : { number: row.number, hash: row.hash },
    chargedAt: last.capturedAt,
    methodLast4: last.methodLast4,
    ...(payments.length > 1 && { payments }),
  }
}

/**
 * Returns the charges that a receipt is about, the newest first: those that a refund goes back over, with its parts, or all
 * that paid the milestone.
 */
async function readMilestoneCharges(
  tx: Tx,
  event: Exclude<ReceiptEvent, BookingEvent<'booking.settled'>>,
): Promise<{ amount: number; methodLast4: string | null; capturedAt: Instant; isLost: boolean }[]> {
  const refundId = event.type === 'milestone.refund-requested' ? event.data.refundId : null
  const { rows } = await sql<{ amount: number; method_last4: string | null; captured_at: Instant; is_lost: boolean }>`
    select coalesce(part.amount, c.amount) as amount, c.method_last4, c.captured_at,
      exists (select from chargebacks k where k.charge_id = c.id and k.state = 'lost') as is_lost
    from charges c left join (
      select (p ->> 'chargeId')::uuid as charge_id, (p ->> 'amount')::bigint as amount
      from milestone_refunds f cross join jsonb_array_elements(f.parts) p where f.id = ${refundId}
    ) part on part.charge_id = c.id
    where c.milestone_id = ${event.data.milestoneId} and c.captured_at is not null
      and exists (select from ledger_transactions t where t.cause = 'fund:' || c.id)
      and (${refundId}::uuid is null or part.charge_id is not null)
    order by c.captured_at desc, c.id desc`.execute(tx)
  return rows.map((row) => ({
    amount: row.amount,
    methodLast4: row.method_last4,
    capturedAt: row.captured_at,
    isLost: row.is_lost,
  }))
}

async function readBookingFacts(tx: Tx, bookingId: string): Promise<ReceiptFacts> {
  const row = await tx
    .selectFrom('bookings as b')
    .innerJoin('users as cl', 'cl.id', 'b.client_id')
    .innerJoin('users as cr', 'cr.id', 'b.creator_id')
    .innerJoin('charges as c', 'c.id', 'b.paid_charge_id')
    .select([
      sql<string>`b.terms ->> 'title'`.as('title'),
      'cl.name as client_name',
      'cl.email as client_email',
      'cr.name as creator_name',
      'cr.email as creator_email',
      'c.captured_at',
      'c.method_last4',
    ])
    .where('b.id', '=', bookingId)
    .executeTakeFirst()
  if (!row || row.captured_at === null) throw new Error(`receipt facts missing for released booking ${bookingId}`)
  return {
    project: null,
    milestone: row.title,
    client: { name: row.client_name, email: row.client_email },
    creator: { name: row.creator_name, email: row.creator_email },
    version: null,
    chargedAt: row.captured_at,
    methodLast4: row.method_last4,
  }
}
