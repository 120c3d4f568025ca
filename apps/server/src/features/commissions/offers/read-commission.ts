import { type Commission, type RequestedService } from '@veranda/contract/commissions/offers/schemas.ts'
import { offeredCommissionActionsFor } from '@veranda/core/commissions/actions.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type QueryContext } from '../../../platform/access/command-context.ts'
import { type Db } from '../../../platform/db/database.ts'
import { findMilestones } from '../milestones/find-milestones.ts'
import { toMilestoneDto } from '../milestones/milestone.presenter.ts'
import { userJson, type UserSummaryRow, toUserSummaryDto } from '../../../platform/access/user.presenter.ts'
import { settlementsJson, type SettlementRow, toSettlementDto } from '../settlements/settlement.presenter.ts'
import { changeOrdersJson, type ChangeOrderRow, toChangeOrderDto } from '../change-orders/change-order.presenter.ts'
import { readOfferVersions } from './offer.presenter.ts'

type CommissionRow = {
  id: string
  project_id: string
  client_id: string
  creator_id: string
  version: number
  state: Commission['state']
  message: string
  requested_service: RequestedService | null
  current_offer_id: string | null
  former_offer_id: string | null
  accepted_offer_id: string | null
  expires_at: Instant | null
  ended_by: 'client' | 'creator' | null
  ended_reason: string | null
  created_at: Instant
  settlements: SettlementRow[]
  change_orders: ChangeOrderRow[]
  client: UserSummaryRow
  creator: UserSummaryRow
  conversation_id: string | null
  /** Null for a creator who closed their account. */
  accepting: 'open' | 'waiting-list' | 'closed' | null
}

/** Returns a commission as one of its parties sees it. */
export async function readCommission(ctx: QueryContext, id: string): Promise<Result<Commission>> {
  const [commission] = await readCommissions(ctx, { id })
  return commission ? ok(commission) : refuse('commission.not-found', 'not-found')
}

/**
 * Returns the commissions visible to the viewer, oldest first, in three queries: the client sees all of a project, a
 * creator their own.
 */
export async function readCommissions(
  { tx: db, actor, clock, deps }: QueryContext,
  which: { id: string } | { projectId: string },
): Promise<Commission[]> {
  const readerId = actor.id
  const paymentsOn = deps.env.payments
  const rows = await findCommissions(db, which, readerId)
  const ids = rows.map((row) => row.id)
  const offers = await readOfferVersions(db, ids)
  const milestones = await findMilestones(db, { commissionIds: ids }, readerId)
  return rows.map((row) => {
    const viewerRole = row.client_id === readerId ? 'client' : 'creator'
    const at = { now: clock.now(), paymentsOn }
    const ownMilestones = milestones.filter((milestone) => milestone.commission_id === row.id)
    const actionFacts = { ...toActionFacts(row), milestones: ownMilestones }
    return {
      id: row.id,
      projectId: row.project_id,
      version: row.version,
      ...stateFields(row),
      client: toUserSummaryDto(row.client),
      creator: toUserSummaryDto(row.creator),
      viewerRole,
      message: row.message,
      requestedService: row.requested_service,
      offers: offers.get(row.id) ?? [],
      currentOfferId: row.current_offer_id,
      formerOfferId: row.former_offer_id,
      milestones: ownMilestones.map((milestone) => toMilestoneDto(milestone, viewerRole, at)),
      settlements: row.settlements.map((settlement) => toSettlementDto(settlement, viewerRole, at)),
      changeOrders: row.change_orders.map((order) => toChangeOrderDto(order, viewerRole, at)),
      conversationId: row.conversation_id,
      createdAt: toIso(row.created_at),
      actions: offerableActions(offeredCommissionActionsFor(actionFacts, viewerRole, at.now), paymentsOn),
    }
  })
}

function toActionFacts(row: CommissionRow) {
  const { state, expires_at: expiresAt, client_id, creator_id, accepting, settlements, change_orders: orders } = row
  const creator = accepting === null ? undefined : { id: asId<UserId>(creator_id), accepting }
  const isSettling = settlements.some((settlement) => settlement.state === 'open')
  const isChanging = orders.some((order) => order.state === 'open')
  return { state, expiresAt, clientId: asId<UserId>(client_id), creator, isSettling, isChanging }
}

/** Returns the state of a row with the fields that belong to it. */
function stateFields(row: CommissionRow) {
  const { state } = row
  switch (state) {
    case 'requested':
    case 'offered':
    case 'countered':
      return { state, acceptedOfferId: null, expiresAt: requiredExpiry(row) }
    case 'accepted':
      return { state, acceptedOfferId: requiredOfferId(row), expiresAt: requiredExpiry(row) }
    case 'active':
    case 'completed':
    case 'cancelled':
      return { state, acceptedOfferId: requiredOfferId(row), expiresAt: null }
    case 'expired':
      return { state, acceptedOfferId: row.accepted_offer_id, expiresAt: null }
    case 'declined':
    case 'withdrawn': {
      const { id, ended_by: by, ended_reason: reason } = row
      if (by === null) throw new RangeError(`stored commission ${id} is ${state} without an event`)
      return { state, acceptedOfferId: null, expiresAt: null, ended: { by, reason: reason ?? '' } }
    }
  }
}

function requiredExpiry({ id, state, expires_at: expiresAt }: CommissionRow): string {
  if (expiresAt === null) throw new RangeError(`stored commission ${id} is ${state} without its expiry`)
  return toIso(expiresAt)
}

function requiredOfferId({ id, state, accepted_offer_id: offerId }: CommissionRow): string {
  if (offerId === null) throw new RangeError(`stored commission ${id} is ${state} without its accepted offer`)
  return offerId
}

async function findCommissions(
  db: Db,
  which: { id: string } | { projectId: string },
  readerId: string,
): Promise<CommissionRow[]> {
  const wanted = 'id' in which ? sql`c.id = ${which.id}` : sql`c.project_id = ${which.projectId}`
  const { rows } = await sql<CommissionRow>`
    select c.*, ${userJson('cl')} as client, ${userJson('cr')} as creator, coalesce(
      case when c.state in ('accepted', 'active', 'completed') then (
        select v.id from conversations v join conversation_members vm on vm.conversation_id = v.id
        where v.kind = 'project' and v.project_id = c.project_id and vm.user_id = ${readerId} and vm.left_at is null
      ) end,
      case when ${readerId} in (c.client_id, c.creator_id) then (
        select v.id from conversations v where v.direct_key =
          least(c.client_id::text collate "C", c.creator_id::text collate "C") || ':' ||
          greatest(c.client_id::text collate "C", c.creator_id::text collate "C")
      ) end
    ) as conversation_id, case when cr.closed_at is null then k.accepting end as accepting,
      ${settlementsJson} as settlements, ${changeOrdersJson} as change_orders, ended.data ->> 'by' as ended_by, ended.data ->> 'reason' as ended_reason
    from commissions c
    join users cl on cl.id = c.client_id
    join users cr on cr.id = c.creator_id
    left join creators k on k.user_id = c.creator_id
    left join events ended on c.state in ('declined', 'withdrawn') and ended.subject_kind = 'commission'
      and ended.subject_id = c.id::text and ended.type = 'commission.' || c.state
    where ${wanted} and (c.client_id = ${readerId} or c.creator_id = ${readerId})
    order by c.created_at, c.id`.execute(db)
  return rows
}
