import { type Charge } from '@veranda/contract/payments/charges/schemas.ts'
import { type ChargeSubject } from '@veranda/contract/payments/events.ts'
import {
  asId,
  type BookingId,
  type ChargeId,
  type CommissionId,
  type MilestoneId,
  type UserId,
  type ProjectId,
} from '@veranda/core/ids.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { chargeActionsFor, chargeStatus } from '@veranda/core/payments/charges/charge.ts'
import { type ChargeFacts, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable, sql } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type PaymentTables } from '../../../platform/db/tables/payments.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'

/** A payment attempt with the facts of its milestone or booking. */
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

/** Locks the charge until the transaction ends. Where a payout delay is locked too, the charge is locked first. */
export function lockCharge(tx: Tx, id: string): Promise<ChargeRow | undefined> {
  return chargesWithSubject(tx).where('c.id', '=', id).forNoKeyUpdate('c').executeTakeFirst()
}

/** Returns the facts that every charge event carries. */
export function chargeFacts(row: ChargeRow): ChargeFacts {
  const common = {
    // Rows are where ids and currencies get their brands.
    chargeId: asId<ChargeId>(row.id),
    clientId: asId<UserId>(row.client_id),
    amount: minor(row.amount),
    currency: row.currency as Currency,
  }
  // A charge belongs to exactly one of the two, as a table constraint checks.
  if (row.booking_id !== null) return { ...common, bookingId: asId<BookingId>(row.booking_id) }
  return {
    ...common,
    projectId: asId<ProjectId>(requiredColumn(row.project_id, 'charge', row)),
    commissionId: asId<CommissionId>(requiredColumn(row.commission_id, 'charge', row)),
    milestoneId: asId<MilestoneId>(requiredColumn(row.milestone_id, 'charge', row)),
  }
}

/** Returns what a charge pays for. */
export function chargeSubjectOf(facts: ChargeFacts): ChargeSubject {
  if (facts.bookingId !== undefined) return { kind: 'booking', bookingId: facts.bookingId }
  const { projectId, commissionId, milestoneId } = facts
  return { kind: 'milestone', projectId, commissionId, milestoneId }
}

/** Returns the subject of a ledger transaction about a charge: its project and milestone, or its booking. */
export function ledgerSubjectOf(row: Pick<ChargeRow, 'project_id' | 'milestone_id' | 'booking_id'>): {
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

/** Returns the project of a ledger transaction whose money does not belong to the milestone itself. */
export function ledgerProjectOf(row: Pick<ChargeRow, 'project_id'>): { projectId?: string } {
  return row.project_id === null ? {} : { projectId: row.project_id }
}

type ChargeEvent = Extract<PaymentEvent, { type: `charge.${string}` }>

/** Appends a charge event without an actor: only the provider or a timer causes one. */
export async function appendChargeEvent(tx: Tx, row: ChargeRow, event: ChargeEvent, at: Instant): Promise<void> {
  await appendEvent(tx, {
    type: event.type,
    subject: { kind: 'charge', id: row.id },
    projectId: row.project_id,
    actor: null,
    at,
    data: event.data,
  })
}

/** Maps a charge as the client who pays sees it now. */
export function toChargeDto(row: ChargeRow, now: Instant): Charge {
  return {
    id: row.id,
    subject: chargeSubjectOf(chargeFacts(row)),
    amount: { amount: row.amount, currency: row.currency },
    ...chargeStatus(row),
    expiresAt: toIso(row.expires_at),
    actions: chargeActionsFor({ state: row.state, expiresAt: row.expires_at }, now),
  }
}

/** Returns whether any payment was ever started in this database. */
export async function hasCharges(db: Db): Promise<boolean> {
  return (await db.selectFrom('charges').select('id').limit(1).executeTakeFirst()) !== undefined
}
