import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Actor } from '../../../access/actor.ts'
import { type Db } from '../../../db/database.ts'
import { findMilestones } from '../milestones/find-milestones.ts'
import { showMilestone } from '../milestones/show-milestone.ts'
import { personJson, type PersonRow, showPerson } from '../../../access/person.ts'
import { readOffers } from './show-offer.ts'

type Row = {
  id: string
  project_id: string
  client_id: string
  creator_id: string
  version: number
  state: Commission['state']
  message: string
  current_offer_id: string | null
  accepted_offer_id: string | null
  expires_at: Instant | null
  created_at: Instant
  completed_at: Instant | null
  client: PersonRow
  creator: PersonRow
  conversation_id: string | null
}

/** One commission as one of its parties, or a guest of its project, sees it. */
export async function readCommission({ tx, actor }: { tx: Db; actor: Actor }, id: string): Promise<Result<Commission>> {
  const [commission] = await readCommissions(tx, { id }, actor.id)
  return commission ? ok(commission) : refuse('commission.not-found', 'not-found')
}

/**
 * The commissions that somebody may see, the oldest first, in three queries however many there are: the client sees all
 * of a project, a creator their own, a guest those under way without what was agreed between the two.
 */
export async function readCommissions(
  db: Db,
  which: { id: string } | { projectId: string },
  readerId: string,
): Promise<Commission[]> {
  const rows = await findCommissions(db, which, readerId)
  const ids = rows.map((row) => row.id)
  const offers = await readOffers(db, ids)
  const milestones = await findMilestones(db, { commissionIds: ids }, readerId)
  return rows.map((row) => {
    const part = row.client_id === readerId ? 'client' : row.creator_id === readerId ? 'creator' : 'guest'
    const isParty = part !== 'guest'
    return {
      id: row.id,
      projectId: row.project_id,
      version: row.version,
      state: row.state,
      client: showPerson(row.client),
      creator: showPerson(row.creator),
      part,
      message: isParty ? row.message : '',
      offers: isParty ? (offers.get(row.id) ?? []) : [],
      currentOfferId: isParty ? row.current_offer_id : null,
      acceptedOfferId: isParty ? row.accepted_offer_id : null,
      expiresAt: row.expires_at === null ? null : toIso(row.expires_at),
      milestones: milestones
        .filter((milestone) => milestone.commission_id === row.id)
        .map((milestone) => showMilestone(milestone, part)),
      conversationId: row.conversation_id,
      createdAt: toIso(row.created_at),
      completedAt: row.completed_at === null ? null : toIso(row.completed_at),
    }
  })
}

async function findCommissions(
  db: Db,
  which: { id: string } | { projectId: string },
  readerId: string,
): Promise<Row[]> {
  const wanted = 'id' in which ? sql`c.id = ${which.id}` : sql`c.project_id = ${which.projectId}`
  const { rows } = await sql<Row>`
    select c.*, ${personJson('cl')} as client, ${personJson('cr')} as creator, coalesce(
      case when c.state in ('accepted', 'active', 'completed') then (
        select v.id from conversations v join conversation_members vm on vm.conversation_id = v.id
        where v.kind = 'project' and v.project_id = c.project_id and vm.person_id = ${readerId} and vm.left_at is null
      ) end,
      case when ${readerId} in (c.client_id, c.creator_id) then (
        select v.id from conversations v where v.direct_key =
          least(c.client_id::text collate "C", c.creator_id::text collate "C") || ':' ||
          greatest(c.client_id::text collate "C", c.creator_id::text collate "C")
      ) end
    ) as conversation_id
    from commissions c
    join people cl on cl.id = c.client_id
    join people cr on cr.id = c.creator_id
    where ${wanted} and (
      c.client_id = ${readerId} or c.creator_id = ${readerId} or c.state in ('active', 'completed') and exists (
        select 1 from project_members g where g.project_id = c.project_id and g.person_id = ${readerId}
          and g.part = 'guest' and g.left_at is null
      )
    )
    order by c.created_at, c.id`.execute(db)
  return rows
}
