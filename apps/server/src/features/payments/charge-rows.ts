import { type Charge } from '@veranda/contract/payments/schemas.ts'
import { type ChargeId, type CommissionId, type MilestoneId, type PersonId, type ProjectId } from '@veranda/core/ids.ts'
import { type Currency, minor } from '@veranda/core/money/money.ts'
import { type ChargeFacts, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../db/database.ts'
import { type PaymentTables } from '../../db/tables/payments.ts'
import { append } from '../../log/append.ts'

/** An attempt to pay with the facts of its milestone. */
export type ChargeRow = Selectable<PaymentTables['charges']> & { commission_id: string; creator_id: string }

function chargesWithMilestone(db: Db) {
  return db
    .selectFrom('charges as c')
    .innerJoin('milestones as m', 'm.id', 'c.milestone_id')
    .selectAll('c')
    .select(['m.commission_id', 'm.creator_id'])
}

export function findCharge(db: Db, id: string): Promise<ChargeRow | undefined> {
  return chargesWithMilestone(db).where('c.id', '=', id).executeTakeFirst()
}

/** The charge, held until the transaction ends. Where a payout hold is locked too, the charge comes first. */
export function lockCharge(t: Tx, id: string): Promise<ChargeRow | undefined> {
  return chargesWithMilestone(t).where('c.id', '=', id).forNoKeyUpdate('c').executeTakeFirst()
}

/** What every event about a charge says. */
export function chargeFacts(row: ChargeRow): ChargeFacts {
  return {
    // Rows are where the brands of ids and currencies come from.
    chargeId: row.id as ChargeId,
    projectId: row.project_id as ProjectId,
    commissionId: row.commission_id as CommissionId,
    milestoneId: row.milestone_id as MilestoneId,
    clientId: row.client_id as PersonId,
    amount: minor(row.amount),
    currency: row.currency as Currency,
  }
}

type ChargeEvent = Extract<PaymentEvent, { type: `charge.${string}` }>

/** Writes into the log what happened to a charge; nobody but the provider or a timer did it. */
export async function appendCharge(t: Tx, row: ChargeRow, event: ChargeEvent, at: Instant): Promise<void> {
  await append(t, {
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
    amount: { amount: row.amount, currency: row.currency },
    state: row.state,
    failure: row.failure,
    expiresAt: toIso(row.expires_at),
  }
}
