import { type PinActor } from '@veranda/core/commissions/pins/change-pin.ts'
import { type MilestoneFacts } from '@veranda/core/commissions/events.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { isCurrency, minor } from '@veranda/core/money/money.ts'
import { refuse, ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { type Db } from '../../../db/database.ts'
import { branded } from '../branded.ts'

/** A milestone as its pins need it, and who somebody is in it: a side of it or a guest of its project. */
export type Reached = { readonly facts: MilestoneFacts; readonly by: PinActor }

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

/** To whoever is neither a party of the milestone nor a guest of its project, it is absent. */
export async function reachMilestone(db: Db, id: string, personId: PersonId): Promise<Result<Reached>> {
  const { rows } = await sql<Row>`
    select m.id, m.project_id, m.commission_id, m.client_id, m.creator_id, m.title, m.amount, m.currency
    from milestones m
    where m.id = ${id} and (
      m.client_id = ${personId} or m.creator_id = ${personId} or exists (
        select 1 from project_members g where g.project_id = m.project_id and g.person_id = ${personId}
          and g.part = 'guest' and g.left_at is null
      )
    )`.execute(db)
  const row = rows[0]
  if (!row || !isCurrency(row.currency)) return refuse('milestone.not-found', 'not-found')
  const party = row.client_id === personId ? 'client' : row.creator_id === personId ? 'creator' : 'guest'
  return ok({
    facts: {
      projectId: branded(row.project_id),
      commissionId: branded(row.commission_id),
      clientId: branded(row.client_id),
      creatorId: branded(row.creator_id),
      milestoneId: branded(row.id),
      title: row.title,
      amount: minor(row.amount),
      currency: row.currency,
    },
    by: { id: personId, party },
  })
}
