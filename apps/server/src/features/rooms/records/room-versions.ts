import { type SceneRecord } from '@veranda/contract/rooms/records/record-kinds.ts'
import { type RoomPin, type RoomVersion, type RoomVersions } from '@veranda/contract/rooms/schemas.ts'
import { type MilestoneState } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { deliverableActionsFor } from '@veranda/core/commissions/actions.ts'
import { type DeliverableState } from '@veranda/core/commissions/deliverables/deliverable.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { type ChargebackJson, chargebackJson, toChargebackFlag } from '../../../platform/ledger/chargeback-flag.ts'
import { isOverForGuest, type RoomForUser } from '../access/room.repository.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { authorizeRoom } from '../access/authorize-room.ts'

type VersionRow = {
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
  frozen: boolean
  chargeback: ChargebackJson | null
  client: string
  deliverable_state: DeliverableState
  assets: RoomVersion['assets']
  flat_assets: RoomVersion['flatAssets'] | null
  pins: RoomPin[] | null
}

const maxVersions = 50

/**
 * Returns the versions with 3D models of the room's project, or of the two parties of its booking, newest first. Drafts
 * are visible to their creator only, and guests see nothing once the room is over.
 */
export async function listRoomVersions(ctx: CommandContext, id: string): Promise<Result<RoomVersions>> {
  const authorized = await authorizeRoom(ctx, id)
  if (!authorized.ok) return authorized
  const { room } = authorized.value
  if (isOverForGuest(room)) return ok({ items: [] })
  const { rows } = await sql<VersionRow>`
    select d.id, m.project_id, m.commission_id, d.number, d.hash, m.id as milestone_id, m.title, m.state, m.version, m.round, m.rounds + m.extra_rounds as rounds, m.amount,
      m.currency, m.client_id, m.creator_id, m.frozen, ${chargebackJson('milestone_id', 'm.id')} as chargeback,
      (select name from users where id = m.client_id) as client,
      d.state as deliverable_state, a.assets, e.flat_assets, q.pins
    from milestones m
    join deliverables d on d.milestone_id = m.id
    cross join lateral (
      select json_agg(json_build_object(
        'id', k.id, 'name', k.name, 'triangles', (o.facts ->> 'triangles')::int,
        'height', (o.facts -> 'size' ->> 'y')::float
      ) order by x.position) as assets
      from deliverable_assets x join assets k on k.id = x.asset_id join asset_sources o on o.sha256 = k.sha256
      where x.deliverable_id = d.id and o.kind = 'model'
    ) a
    cross join lateral (
      select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.is_asset, f.position) as flat_assets
      from (
        select s.id, s.name, x.position, false as is_asset
        from deliverable_files x join stored_files s on s.id = x.file_id where x.deliverable_id = d.id
        union all
        select k.id, k.name, x.position, true
        from deliverable_assets x join assets k on k.id = x.asset_id
        left join asset_sources o on o.sha256 = k.sha256
        where x.deliverable_id = d.id and o.kind is distinct from 'model'
      ) f
    ) e
    cross join lateral (
      select json_agg(json_build_object(
        'id', p.id, 'number', p.number, 'state', p.state, 'kind', p.kind, 'assetId', c.asset_id, 'part', c.part,
        'position', c.position, 'normal', c.normal, 'unsure', c.status = 'unsure', 'text', (
          select s.text from pin_messages s where s.pin_id = p.id order by s.created_at, s.id limit 1
        )
      ) order by p.number) as pins
      from pin_places c join pins p on p.id = c.pin_id and p.removed_at is null where c.deliverable_id = d.id
    ) q
    where ${isRoomMilestone(room)} and a.assets is not null and (d.state <> 'draft' or m.creator_id = ${ctx.actor.id})
    order by d.created_at desc, d.id desc limit ${maxVersions}`.execute(ctx.tx)
  return ok({ items: rows.map((row) => toRoomVersionDto(row, ctx.actor.id, ctx.deps.env.payments)) })
}

function toRoomVersionDto(row: VersionRow, readerId: string, paymentsOn: boolean): RoomVersion {
  const flag = toChargebackFlag(row.chargeback)
  const viewer = row.client_id === readerId ? 'client' : row.creator_id === readerId ? 'creator' : 'guest'
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
      chargeback: flag && viewer !== 'guest' ? { ...flag, client: row.client, side: viewer } : null,
    },
    hash: row.hash,
    draft: row.deliverable_state === 'draft',
    assets: row.assets,
    flatAssets: viewer === 'guest' ? [] : (row.flat_assets ?? []),
    pins: row.pins ?? [],
    // A guest of the room need not be a member of the project, to which its pins belong.
    actions:
      viewer === 'guest'
        ? []
        : offerableActions(deliverableActionsFor({ state: row.deliverable_state }, row, viewer), paymentsOn),
  }
}

/**
 * Returns a SQL condition on `m`: the milestones of the room's project, or those between the two parties of its
 * booking.
 */
export function isRoomMilestone({ subject }: Pick<RoomForUser, 'subject'>): RawBuilder<boolean> {
  return subject.kind === 'booking'
    ? sql<boolean>`exists (
        select from bookings b where b.id = ${subject.bookingId} and b.client_id = m.client_id and b.creator_id = m.creator_id)`
    : sql<boolean>`m.project_id = ${subject.projectId}`
}

/** Returns true if every version in the record belongs to this room and is submitted. */
export async function areVersionsSubmitted(
  tx: Tx,
  room: RoomForUser,
  { previous, ...current }: SceneRecord,
): Promise<boolean> {
  for (const { deliverableId, assetId } of previous ? [current, previous] : [current]) {
    const { rows } = await sql`
      select from deliverables d
      join milestones m on m.id = d.milestone_id
      join deliverable_assets x on x.deliverable_id = d.id and x.asset_id = ${assetId}
      where d.id = ${deliverableId} and d.state <> 'draft' and ${isRoomMilestone(room)}`.execute(tx)
    if (rows.length === 0) return false
  }
  return true
}
