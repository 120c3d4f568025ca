import {
  type Project,
  type ProjectList,
  type ProjectQuery,
  type ProjectSummary,
} from '@veranda/contract/commissions/projects/schemas.ts'
import { isTerminal } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { ok, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'
import { type ProjectPictureRow, selectProjectPictures, thumbnailOf } from '../deliverables/find-newest-versions.ts'
import { type CommissionProgressRow, selectProgressInProjects } from '../pending-actions.repository.ts'
import { toPendingActionDtos } from '../pending-actions.presenter.ts'
import { encodeCursor, parseCursor } from '../../../platform/db/cursor.ts'

const endedStates: readonly CommissionProgressRow['state'][] = ['declined', 'withdrawn', 'expired', 'cancelled']

/** Maps a project to its list entry, from the commissions in which the viewer is a party and the newest picture. */
export function toProjectSummaryDto(
  row: ProjectListRow,
  commissions: readonly CommissionProgressRow[],
  picture: ProjectPictureRow | undefined,
  readerId: string,
  at: { readonly now: Instant; readonly paymentsOn: boolean },
): ProjectSummary {
  const current = commissions.filter((one) => !endedStates.includes(one.state))
  const milestones = current.flatMap((one) => one.milestones).filter((one) => one.state !== 'cancelled')
  const pending = current.flatMap((one) => toPendingActionDtos(one, readerId, at))
  return {
    id: row.id,
    title: row.title,
    state: row.state,
    viewerRole: row.role === 'client' ? 'client' : 'creator',
    client: toUserSummaryDto(row.client),
    creators: current.map((one) => toUserSummaryDto(one.creator)),
    price: totalPrice(current),
    milestonesDone: milestones.filter((one) => isTerminal(one.state)).length,
    milestonesTotal: milestones.length,
    isFrozen: milestones.some((one) => one.frozen),
    pendingOnMe: pending.filter((one) => one.onMe).length,
    thumbnail: picture ? thumbnailOf(picture) : null,
    updatedAt: toIso(row.updated_at),
  }
}

/** Returns the total price of agreed and current offers; null when there is none or several currencies. */
function totalPrice(current: readonly CommissionProgressRow[]): ProjectSummary['price'] {
  const priced = current.flatMap(({ price, currency }) =>
    price === null || currency === null ? [] : [{ price, currency }],
  )
  const currency = priced[0]?.currency
  if (currency === undefined || priced.some((one) => one.currency !== currency)) return null
  return { amount: priced.reduce((sum, one) => sum + one.price, 0), currency }
}

export type ProjectListRow = {
  id: string
  title: string
  state: Project['state']
  role: 'client' | 'creator' | 'invited'
  client: UserSummaryRow
  updated_at: Instant
}

const defaultPageSize = 20

/** Lists the projects of a user, latest update first, in three queries, of which two share a round trip. */
export async function listProjects(ctx: QueryContext, query: ProjectQuery): Promise<Result<ProjectList>> {
  const { tx, actor, clock, deps } = ctx
  const limit = query.limit ?? defaultPageSize
  const parsed = parseCursor(query.cursor)
  if (!parsed.ok) return parsed
  const after = parsed.value
  const search = query.q?.trim()
  const { rows } = await sql<ProjectListRow>`
    select p.id, p.title, p.state, m.role, ${userJson('cl')} as client, m.project_updated_at as updated_at
    from project_members m
    join projects p on p.id = m.project_id
    join users cl on cl.id = p.client_id
    where m.user_id = ${actor.id} and m.left_at is null
      and m.archived_at is ${query.archived === undefined ? sql`null` : sql`not null`}
    ${query.state ? sql`and p.state = ${query.state}` : sql``}
    ${search ? sql`and p.title ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}` : sql``}
    ${after ? sql`and (m.project_updated_at, m.project_id) < (${new Date(after.at)}, ${after.id})` : sql``}
    order by m.project_updated_at desc, m.project_id desc
    limit ${pageLimit(limit)}`.execute(tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const projectIds = items.map((row) => row.id)
  const [commissions, pictures] = await deps.readTogether(
    selectProgressInProjects(projectIds, actor.id).compile(tx),
    selectProjectPictures(projectIds, actor.id).compile(tx),
  )
  const at = { now: clock.now(), paymentsOn: deps.env.payments }
  return ok({
    items: items.map((row) =>
      toProjectSummaryDto(
        row,
        commissions.filter((one) => one.project_id === row.id),
        pictures.find((one) => one.project_id === row.id),
        actor.id,
        at,
      ),
    ),
    next: rows.length > limit && last ? encodeCursor({ at: last.updated_at, id: last.id }) : null,
  })
}
