import { type MilestoneFacts } from '@veranda/core/commissions/events.ts'
import { type PinActor } from '@veranda/core/commissions/pins/pin.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'

/** A milestone as its pins need it, with the user's party. */
export type MilestoneAccess = { readonly facts: MilestoneFacts; readonly by: PinActor }

type Row = {
  id: string
  project_id: string
  commission_id: string
  client_id: string
  creator_id: string
  title: string
  amount: number
  currency: string
}

/** Returns the milestone for a party, who may see its pins. Refuses milestone.not-found for everyone else. */
export async function findAccessibleMilestone(db: Db, id: string, userId: UserId): Promise<Result<MilestoneAccess>> {
  const { rows } = await sql<Row>`
    select m.id, m.project_id, m.commission_id, m.client_id, m.creator_id, m.title, m.amount, m.currency
    from milestones m
    where m.id = ${id} and (m.client_id = ${userId} or m.creator_id = ${userId})`.execute(db)
  const row = rows[0]
  if (!row || !isCurrency(row.currency)) return refuse('milestone.not-found', 'not-found')
  return ok({
    facts: {
      projectId: asId(row.project_id),
      commissionId: asId(row.commission_id),
      clientId: asId(row.client_id),
      creatorId: asId(row.creator_id),
      milestoneId: asId(row.id),
      title: row.title,
      amount: minor(row.amount),
      currency: row.currency,
    },
    by: { id: userId, party: row.client_id === userId ? 'client' : 'creator' },
  })
}
