import { type Charge } from '@veranda/contract/payments/schemas.ts'
import {
  type BookingId,
  type ChargeId,
  type CommissionId,
  type MilestoneId,
  type PersonId,
  type ProjectId,
} from '@veranda/core/ids.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type ChargeFacts, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { type PaymentTables } from '../../db/tables/payments.ts'
import { append } from '../../log/append.ts'

/** An attempt to pay with the facts of its milestone or booking. */
export type ChargeRow = Selectable<PaymentTables['charges']> & { commission_id: string | null; creator_id: string }

function chargesWithSubject(db: Db) {
  return db
    .selectFrom('charges as c')
    .leftJoin('milestones as m', 'm.id', 'c.milestone_id')
    .leftJoin('bookings as b', 'b.id', 'c.booking_id')
    .selectAll('c')
    .select(['m.commission_id', sql<string>`coalesce(m.creator_id, b.creator_id)`.as('creator_id')])
}

export function findCharge(db: Db, id: string): Promise<ChargeRow | undefined> {
  return chargesWithSubject(db).where('c.id', '=', id).executeTakeFirst()
}

/** The charge, held until the transaction ends. Where a payout hold is locked too, the charge comes first. */
export function lockCharge(tx: Tx, id: string): Promise<ChargeRow | undefined> {
  return chargesWithSubject(tx).where('c.id', '=', id).forNoKeyUpdate('c').executeTakeFirst()
}

/** What every event about a charge says. */
export function chargeFacts(row: ChargeRow): ChargeFacts {
  const charged = {
    // Rows are where the brands of ids and currencies come from.
    chargeId: row.id as ChargeId,
    clientId: row.client_id as PersonId,
    amount: minor(row.amount),
    currency: row.currency as Currency,
  }
  // A charge is of exactly one of the two, as the table checks.
  if (row.booking_id !== null) return { ...charged, bookingId: row.booking_id as BookingId }
  return {
    ...charged,
    projectId: row.project_id as ProjectId,
    commissionId: row.commission_id as CommissionId,
    milestoneId: row.milestone_id as MilestoneId,
  }
}

/** The subject of a posting about a charge: its project and milestone, or its booking. */
export function subjectOf(row: Pick<ChargeRow, 'project_id' | 'milestone_id' | 'booking_id'>): {
  projectId?: string
  milestoneId?: string
  bookingId?: string
} {
  const { project_id: projectId, milestone_id: milestoneId, booking_id: bookingId } = row
  return {
    ...(projectId !== null && { projectId }),
    ...(milestoneId !== null && { milestoneId }),
    ...(bookingId !== null && { bookingId }),
  }
}

/** Where money belongs that is not the milestone's own: its project at most. */
export function projectOf(row: Pick<ChargeRow, 'project_id'>): { projectId?: string } {
  return row.project_id === null ? {} : { projectId: row.project_id }
}

type ChargeEvent = Extract<PaymentEvent, { type: `charge.${string}` }>

/** Writes into the log what happened to a charge; nobody but the provider or a timer did it. */
export async function appendCharge(tx: Tx, row: ChargeRow, event: ChargeEvent, at: Instant): Promise<void> {
  await append(tx, {
    type: event.type,
    subject: { kind: 'charge', id: row.id },
    projectId: row.project_id,
    actor: null,
    at,
    data: event.data,
  })
}

export function showCharge(row: ChargeRow): Charge {
  return {
    id: row.id,
    milestoneId: row.milestone_id,
    bookingId: row.booking_id,
    amount: { amount: row.amount, currency: row.currency },
    state: row.state,
    failure: row.failure,
    expiresAt: toIso(row.expires_at),
  }
}
