import { type RoomPin, type RoomVersion, type RoomWorks } from '@veranda/contract/rooms/schemas.ts'
import { canApprove, canRequestChanges, type Viewer } from '@veranda/core/commissions/policy.ts'
import { type MilestoneState } from '@veranda/core/commissions/milestone-states.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { sql } from 'kysely'
import { belongs } from './belongs.ts'
import { isOverFor } from './find-room.ts'
import { type At, ownRoom } from './own-room.ts'

type Row = {
  id: string
  project_id: string
  commission_id: string
  number: number
  hash: string
  milestone_id: string
  title: string
  state: MilestoneState
  version: number
  round: number
  rounds: number
  amount: number
  currency: string
  client_id: string
  creator_id: string
  submitted: boolean
  draft: boolean
  works: RoomVersion['works']
  pins: RoomPin[] | null
}

const most = 50

/**
 * The versions with 3D work that belong to the room's project, or to what the two of a session have between them; the
 * newest first. Drafts are seen by their maker alone, and guests see nothing once the room is over.
 */
export async function listWorks(at: At, id: string): Promise<Result<RoomWorks>> {
  const own = await ownRoom(at, id)
  if (!own.ok) return own
  const { room } = own.value
  if (isOverFor(room)) return ok({ items: [] })
  const { rows } = await sql<Row>`
    select d.id, m.project_id, m.commission_id, d.number, d.hash, m.id as milestone_id, m.title, m.state, m.version, m.round, m.rounds, m.amount,
      m.currency, m.client_id, m.creator_id, m.submitted_deliverable_id is not distinct from d.id as submitted,
      d.state = 'draft' as draft, w.works, q.pins
    from milestones m
    join deliverables d on d.milestone_id = m.id
    cross join lateral (
      select json_agg(json_build_object(
        'id', k.id, 'name', k.name, 'triangles', (o.facts ->> 'triangles')::int,
        'height', (o.facts -> 'size' ->> 'y')::float
      ) order by x.position) as works
      from deliverable_works x join works k on k.id = x.work_id join originals o on o.sha256 = k.sha256
      where x.deliverable_id = d.id and o.kind = 'model'
    ) w
    cross join lateral (
      select json_agg(json_build_object(
        'id', p.id, 'number', p.number, 'state', p.state, 'kind', p.kind, 'workId', c.work_id, 'part', c.part,
        'position', c.position, 'normal', c.normal, 'unsure', c.standing = 'unsure', 'text', (
          select s.text from pin_messages s where s.pin_id = p.id order by s.created_at, s.id limit 1
        )
      ) order by p.number) as pins
      from pin_places c join pins p on p.id = c.pin_id and p.removed_at is null where c.deliverable_id = d.id
    ) q
    where ${belongs(room)} and w.works is not null and (d.state <> 'draft' or m.creator_id = ${at.actor.id})
    order by d.created_at desc, d.id desc limit ${most}`.execute(at.tx)
  return ok({ items: rows.map((row) => showVersion(row, at.actor.id)) })
}

function showVersion(row: Row, readerId: string): RoomVersion {
  const viewer: Viewer = row.client_id === readerId ? 'client' : row.creator_id === readerId ? 'creator' : 'guest'
  return {
    deliverableId: row.id,
    projectId: row.project_id,
    commissionId: row.commission_id,
    number: row.number,
    milestone: {
      id: row.milestone_id,
      title: row.title,
      state: row.state,
      version: row.version,
      price: viewer === 'guest' ? null : { amount: row.amount, currency: row.currency },
    },
    hash: row.hash,
    draft: row.draft,
    works: row.works,
    pins: row.pins ?? [],
    may: {
      approve: row.submitted && canApprove(row, viewer),
      requestChanges: row.submitted && canRequestChanges(row, viewer),
      pin: viewer !== 'guest',
    },
  }
}
