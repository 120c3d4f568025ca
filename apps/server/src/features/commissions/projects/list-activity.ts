import { type ActivityPage } from '@veranda/contract/commissions/projects/schemas.ts'
import { type PageQuery } from '@veranda/contract/shared-schemas.ts'
import { type CommissionEventType } from '@veranda/core/commissions/events.ts'
import { type PinEvents } from '@veranda/core/commissions/pins/events.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { encodeSortCursor, parseSortCursor } from '../../../platform/db/cursor.ts'
import { pageLimit } from '../../../platform/db/page-limit.ts'

/** Events that both sides of a project see, a creator those of their own commission. */
export const eventsVisibleToAll: readonly (CommissionEventType | keyof PinEvents | 'review.published')[] = [
  'project.opened',
  'project.activated',
  'project.completed',
  'project.cancelled',
  'project-proposal.made',
  'project-proposal.consented',
  'project-proposal.declined',
  'project-proposal.withdrawn',
  'commission.active',
  'commission.completed',
  'milestone.started',
  'deliverable.added',
  'milestone.submitted',
  'milestone.submission-withdrawn',
  'milestone.changes-requested',
  'pin.state-changed',
  'milestone.approved',
  'review.published',
  'commission.requested',
  'offer.made',
  'offer.countered',
  'offer.counter-accepted',
  'offer.returned',
  'offer.accepted',
  'commission.declined',
  'commission.withdrawn',
  'commission.expired',
  'commission.cancelled',
  'milestone.funded',
  'milestone.review-reminded',
  'milestone.released',
  'milestone.refund-requested',
  'milestone.refunded',
  'milestone.part-released',
  'milestone.cancelled',
  'milestone.frozen',
  'milestone.unfrozen',
  'milestone.charged-back',
  'milestone.part-charged-back',
  'milestone.overdue',
  'milestone.refund-right-began',
  'milestone.extension-requested',
  'milestone.extension-granted',
  'milestone.extension-declined',
  'milestone.due-date-moved',
  'milestone.notice-given',
  'milestone.notice-ended',
  'milestone.escrow-end-reminded',
  'milestone.round-added',
  'milestone.round-requested',
  'settlement.proposed',
  'settlement.countered',
  'settlement.accepted',
  'settlement.declined',
  'settlement.withdrawn',
  'settlement.expired',
  'change-order.proposed',
  'change-order.countered',
  'change-order.accepted',
  'change-order.declined',
  'change-order.withdrawn',
  'change-order.expired',
  'top-up.requested',
  'top-up.paid',
  'top-up.expired',
  'dispute.opened',
  'dispute.answered',
  'dispute.unanswered',
  'dispute.mediation-ended',
  'dispute.terms-offered',
  'dispute.terms-declined',
  'dispute.settled',
  'dispute.withdrawn',
  'dispute.decided',
  'dispute.review-asked',
  'dispute.review-waived',
  'dispute.took-effect',
  'dispute.review-decided',
  'dispute.closed',
]

/**
 * Payment attempts and refunds that failed. Only the client sees them, because a failed card is private, and a second
 * attempt would reveal it. The creator sees when the money is protected, and when it is back with the client.
 */
export const eventsVisibleToClient: readonly CommissionEventType[] = [
  'milestone.funding-started',
  'milestone.funding-failed',
  'top-up.payment-failed',
  'milestone.refund-failed',
  'milestone.refund-retried',
]

type EventData = Readonly<Record<string, unknown>>

/**
 * Returns the message key of an event in the activity catalogue: its type, or a variant where one type has several
 * messages. `isAutomatic` is true for a step that no user took.
 */
export function activityName(type: string, data: EventData, isAutomatic: boolean): string {
  switch (type) {
    case 'milestone.approved':
      return data['auto'] === true ? 'milestone.auto-approved' : type
    case 'settlement.proposed':
      return data['endsCommission'] === true ? 'settlement.proposed.ends' : type
    case 'settlement.accepted':
      return data['endsCommission'] === true ? 'settlement.accepted.ends' : type
    case 'offer.made':
      return data['edited'] === true ? 'offer.edited' : type
    case 'milestone.funding-failed':
      return data['reason'] === 'expired' ? 'milestone.funding-expired' : type
    case 'commission.expired':
      return data['during'] === 'funding' ? 'commission.expired.funding' : type
    case 'milestone.started':
      return isAutomatic ? 'milestone.started.automatic' : type
    case 'milestone.refund-requested':
      if (data['disputeId'] !== undefined) return 'milestone.part-refunded.dispute'
      if (data['settlementId'] !== undefined) return 'milestone.part-refunded'
      if (data['cause'] === 'claim') return 'milestone.refund-requested.claim'
      if (data['cause'] === 'after-release') return 'milestone.refund-requested.after-release'
      return data['cause'] === 'escrow-limit' ? 'milestone.refund-requested.escrow-limit' : type
    case 'milestone.charged-back':
      return data['ended'] === true ? type : 'milestone.charged-back.released'
    case 'milestone.part-released':
      return data['disputeId'] === undefined ? type : 'milestone.part-released.dispute'
    case 'project.completed':
      if (data['proposalId'] !== undefined) return 'project.completed.together'
      return isAutomatic ? 'project.completed.automatic' : type
    case 'pin.state-changed':
      return `pin.${String(data['action'])}`
    default:
      return type
  }
}

const paramNames = [
  'title',
  'number',
  'round',
  'reason',
  'reminder',
  'amount',
  'price',
  'charged',
  'creatorReceives',
  'refunded',
  'disputed',
  'currency',
] as const

/**
 * Returns the parameters of an activity message, with the names and the version that the event refers to. `count` selects
 * the plural form and is the number of requested changes.
 */
export function activityParams({
  data,
  client,
  creator,
  version,
}: Pick<ActivityRow, 'data' | 'client' | 'creator' | 'version'>): Record<string, string | number> {
  const params: Record<string, string | number> = {}
  for (const name of paramNames) {
    const value = data[name]
    if (typeof value === 'string' || typeof value === 'number') params[name] = value
  }
  if (client !== null) params['client'] = client
  if (creator !== null) params['creator'] = creator
  if (version !== null) params['version'] = version
  const topUpEnd = data['topUpId'] === undefined ? undefined : data['expiresAt']
  const until = topUpEnd ?? data['newDueAt'] ?? data['noticeEndsAt'] ?? data['escrowEndsAt']
  if (typeof until === 'number') params['until'] = toIso(instant(until))
  const items = data['items']
  return typeof items === 'number' ? { ...params, count: items } : params
}

type ActivityRow = {
  id: string
  position: number
  type: string
  subject_kind: string
  subject_id: string
  at: Instant
  data: EventData
  by: UserSummaryRow | null
  /** The names of the two parties, and the number of the deliverable or offer version; null if the event names none. */
  client: string | null
  creator: string | null
  version: number | null
}

/** Returns the milestone that an entry leads to; a pin leads to the milestone that it is on. */
function milestoneOf({ subject_kind: kind, subject_id: id, data }: ActivityRow): string | null {
  if (kind === 'milestone') return id
  const milestoneId = kind === 'pin' ? data['milestoneId'] : undefined
  return typeof milestoneId === 'string' ? milestoneId : null
}

const defaultPageSize = 30

/**
 * Lists the activity of a project, latest first. Negotiation and money are visible to the two parties concerned only,
 * payment attempts to the client only.
 */
export async function listActivity(
  { tx, actor }: QueryContext,
  projectId: string,
  query: PageQuery,
): Promise<Result<ActivityPage>> {
  const limit = query.limit ?? defaultPageSize
  const cursor = parseSortCursor(query.cursor, { valueCount: 1 })
  if (!cursor.ok) return cursor
  const [before] = cursor.value?.values ?? []
  const member = await tx
    .selectFrom('project_members')
    .select('role')
    .where('project_id', '=', projectId)
    .where('user_id', '=', actor.id)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (!member) return refuse('project.not-found', 'not-found')
  const isClient = member.role === 'client'
  const types = [...eventsVisibleToAll, ...(isClient ? eventsVisibleToClient : [])]
  const { rows } = await sql<ActivityRow>`
    select e.id, e.position, e.type, e.subject_kind, e.subject_id, e.at, e.data,
      case when u.id is not null then ${userJson('u')} end as by,
      (select name from users where id = (e.data ->> 'clientId')::uuid) as client,
      (select name from users where id = (e.data ->> 'creatorId')::uuid) as creator,
      coalesce(
        (select number from deliverables where id = (e.data ->> 'deliverableId')::uuid),
        (select number from offer_versions where id = (e.data ->> 'offerId')::uuid)) as version
    from (
      select * from events
      where project_id = ${projectId} and type = any(${types})
      ${isClient ? sql`` : sql`and coalesce(data ->> 'creatorId', ${actor.id}) = ${actor.id}`}
      ${before === undefined ? sql`` : sql`and position < ${before}`}
      order by position desc
      limit ${pageLimit(limit)}
    ) e
    left join users u on u.id = e.actor_id
    order by e.position desc`.execute(tx)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return ok({
    items: items.map((row) => ({
      id: row.id,
      name: activityName(row.type, row.data, row.by === null),
      params: activityParams(row),
      by: row.by && toUserSummaryDto(row.by),
      milestoneId: milestoneOf(row),
      at: toIso(row.at),
    })),
    next: rows.length > limit && last ? encodeSortCursor({ values: [last.position], id: last.id }) : null,
  })
}
