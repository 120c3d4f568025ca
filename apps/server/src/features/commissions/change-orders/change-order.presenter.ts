import { type ChangeOrder, type Offer as WireContent } from '@veranda/contract/commissions/offers/schemas.ts'
import { changeOrderActionsFor } from '@veranda/core/commissions/change-orders/change-order.ts'
import { type ChangeOrderLine } from '@veranda/core/commissions/change-orders/change-order-terms.ts'
import { topUpsOf } from '@veranda/core/commissions/change-orders/top-up.ts'
import { paymentsToCome } from '@veranda/core/commissions/change-orders/contract.ts'
import { type MilestoneState } from '@veranda/core/commissions/milestones/milestone-states.ts'
import { type Rates } from '@veranda/core/money/rates.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { jsonEpochMs } from '../json-timestamp.ts'
import { toOfferContent } from '../offers/offer-content.ts'
import { toFeesDto } from '../offers/offer.presenter.ts'

/** A change order with its lines. Moments are epoch milliseconds. */
export type ChangeOrderRow = {
  id: string
  number: number
  version: number
  state: ChangeOrder['state']
  by: ChangeOrder['by']
  author: UserSummaryRow
  reason: string
  answer: string
  hash: string
  before: WireContent
  content: WireContent
  rates: Rates
  formerId: string | null
  createdAt: Instant
  expiresAt: Instant
  endedAt: Instant | null
  /** In the order of the contract, with the present state of each milestone. */
  lines: { kind: ChangeOrderLine['kind']; state: MilestoneState }[]
}

const linesJson = sql`(
  select coalesce(json_agg(json_build_object('kind', l.kind, 'state', m.state) order by l.position), '[]')
  from change_order_lines l join milestones m on m.id = l.milestone_id where l.change_order_id = o.id
)`

/** Selects the change orders of commission `c` as JSON, newest first. */
export const changeOrdersJson = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'number', o.number, 'version', o.version, 'state', o.state,
    'by', o.by_side, 'author', ${userJson('ou')}, 'reason', o.reason, 'answer', o.answer, 'hash', o.hash,
    'before', o.before, 'content', o.content, 'rates', o.rates, 'formerId', o.former_id,
    'createdAt', ${jsonEpochMs('o.created_at')}, 'expiresAt', ${jsonEpochMs('o.expires_at')},
    'endedAt', ${jsonEpochMs('o.ended_at')}, 'lines', ${linesJson}) order by o.number desc), '[]')
  from change_orders o join users ou on ou.id = o.author_id where o.commission_id = c.id
)`

/** Maps a change order to the DTO for one of the two sides. */
export function toChangeOrderDto(
  row: ChangeOrderRow,
  viewerRole: 'client' | 'creator',
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): ChangeOrder {
  const { lines, rates, author, createdAt, expiresAt, endedAt, ...fields } = row
  const content = toOfferContent(row)
  const kept = lines.flatMap(({ kind, state }, index) => (kind === 'drop' ? [] : [{ index, state }]))
  return {
    ...fields,
    author: toUserSummaryDto(author),
    origins: content.milestones.map((_, index) => kept[index]?.index ?? null),
    rates: { clientFeeBasisPoints: rates.clientFee, creatorFeeBasisPoints: rates.creatorFee },
    fees: toFeesDto(content),
    clientPaysLater: paymentsToCome(
      content,
      (index) => (kept[index]?.state ?? 'awaiting_funding') === 'awaiting_funding',
    ),
    topUps: topUpsOf({ before: toOfferContent({ content: row.before, rates }), content, lines }),
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    endedAt: endedAt === null ? null : toIso(endedAt),
    actions: offerableActions(changeOrderActionsFor(row, viewerRole, now), paymentsOn),
  }
}
