import { type Receipt } from '@veranda/contract/payments/schemas.ts'
import { type BookingEvent } from '@veranda/core/bookings/events.ts'
import { type CommissionEvent, type CommissionEvents } from '@veranda/core/commissions/events.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Tx } from '../../db/database.ts'
import { reaction } from '../../log/react.ts'

type Side = Receipt['side']
type Released = CommissionEvents['milestone.released']

/** What a receipt says besides the amounts, as it stood at the release. */
export type ReceiptFacts = {
  readonly project: string | null
  readonly milestone: string
  readonly client: { readonly name: string; readonly email: string }
  readonly creator: { readonly name: string; readonly email: string }
  readonly version: { readonly number: number; readonly hash: string } | null
  readonly chargedAt: Instant
  readonly methodLast4: string | null
}

/**
 * The document of one side: lines that sum to the total. The client sees the price and their fee and how they paid, the
 * creator the price less theirs; neither sees the other's fee, address or card.
 */
export function receiptContent(
  side: Side,
  { id, number, at }: { id: string; number: string; at: Instant },
  facts: ReceiptFacts,
  released: Pick<Released, 'amount' | 'clientFee' | 'creatorFee' | 'currency'>,
): Omit<Receipt, 'milestoneId'> {
  const { currency } = released
  const line = (key: Receipt['lines'][number]['key'], amount: number) => ({ key, amount: { amount, currency } })
  const fee = side === 'client' ? line('client-fee', released.clientFee) : line('creator-fee', 0 - released.creatorFee)
  const lines = [line('work', released.amount), fee]
  const total = lines.reduce((sum, { amount }) => sum + amount.amount, 0)
  const named = ({ name, email }: { name: string; email: string }, own: boolean) => ({
    name,
    email: own ? email : null,
  })
  return {
    id,
    number,
    side,
    project: facts.project,
    milestone: facts.milestone,
    total: { amount: total, currency },
    at: toIso(at),
    client: named(facts.client, side === 'client'),
    creator: named(facts.creator, side === 'creator'),
    version: facts.version,
    lines,
    chargedAt: toIso(facts.chargedAt),
    releasedAt: toIso(at),
    methodLast4: side === 'client' ? facts.methodLast4 : null,
  }
}

/** Both sides get a receipt for each released milestone or session, written once and never changed. */
export const issueReceipts = reaction<CommissionEvent<'milestone.released'> | BookingEvent<'booking.settled'>>(
  'payments-issue-receipts',
  ['milestone.released', 'booking.settled'],
  async ({ tx, event, deps }) => {
    const { clientId, creatorId, currency } = event.data
    const ofSession = event.type === 'booking.settled'
    const released = ofSession ? event.data.released : event.data
    // All of it went back: there is nothing to account for.
    if (currency === null || released.amount === 0) return
    const about = ofSession
      ? { milestone_id: null, booking_id: event.data.bookingId }
      : { milestone_id: event.data.milestoneId, booking_id: null }
    const facts = ofSession
      ? await readSessionFacts(tx, event.data.bookingId)
      : await readFacts(tx, event.data.milestoneId)
    for (const side of ['client', 'creator'] as const) {
      const id = deps.ids.next()
      const number = await nextNumber(tx, event.at)
      const content = receiptContent(side, { id, number, at: event.at }, facts, { ...released, currency })
      await tx
        .insertInto('receipts')
        .values({
          id,
          ...about,
          side,
          person_id: side === 'client' ? clientId : creatorId,
          number,
          total: content.total.amount,
          currency,
          issued_at: new Date(event.at),
          content: JSON.stringify(content),
        })
        .execute()
    }
  },
)

async function nextNumber(tx: Tx, at: Instant): Promise<string> {
  const { rows } = await sql<{ next: number }>`select nextval('receipt_numbers') as next`.execute(tx)
  return `VR-${new Date(at).getUTCFullYear()}-${String(rows[0]?.next).padStart(6, '0')}`
}

async function readFacts(tx: Tx, milestoneId: string): Promise<ReceiptFacts> {
  const row = await tx
    .selectFrom('milestones as m')
    .innerJoin('projects as pr', 'pr.id', 'm.project_id')
    .innerJoin('people as cl', 'cl.id', 'm.client_id')
    .innerJoin('people as cr', 'cr.id', 'm.creator_id')
    .innerJoin('deliverables as d', 'd.id', 'm.approved_deliverable_id')
    .innerJoin('charges as c', 'c.milestone_id', 'm.id')
    .select([
      'pr.title as project',
      'm.title as milestone',
      'cl.name as client_name',
      'cl.email as client_email',
      'cr.name as creator_name',
      'cr.email as creator_email',
      'd.number',
      'd.hash',
      'c.captured_at',
      'c.method_last4',
    ])
    .where('m.id', '=', milestoneId)
    .where('c.state', '=', 'captured')
    .orderBy('c.created_at', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!row || row.captured_at === null) throw new Error(`milestone ${milestoneId} was released without all its facts`)
  return {
    project: row.project,
    milestone: row.milestone,
    client: { name: row.client_name, email: row.client_email },
    creator: { name: row.creator_name, email: row.creator_email },
    version: { number: row.number, hash: row.hash },
    chargedAt: row.captured_at,
    methodLast4: row.method_last4,
  }
}

async function readSessionFacts(tx: Tx, bookingId: string): Promise<ReceiptFacts> {
  const row = await tx
    .selectFrom('bookings as b')
    .innerJoin('people as cl', 'cl.id', 'b.client_id')
    .innerJoin('people as cr', 'cr.id', 'b.creator_id')
    .innerJoin('charges as c', 'c.id', 'b.paid_by')
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
  if (!row || row.captured_at === null) throw new Error(`session ${bookingId} was released without all its facts`)
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
