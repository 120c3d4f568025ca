import { type Settlement, type SettlementLine } from '@veranda/contract/commissions/settlements/schemas.ts'
import { settlementActionsFor } from '@veranda/core/commissions/settlements/settlement.ts'
import { offerableActions } from '@veranda/core/payments/payments-off.ts'
import { type Instant, toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { toUserSummaryDto, userJson, type UserSummaryRow } from '../../../platform/access/user.presenter.ts'
import { jsonEpochMs } from '../json-timestamp.ts'

type Share = { price: number; clientFee: number; creatorFee: number }

/** A settlement with its lines. Moments are epoch milliseconds. */
export type SettlementRow = {
  id: string
  number: number
  version: number
  state: Settlement['state']
  by: Settlement['by']
  author: UserSummaryRow
  currency: string
  endsCommission: boolean
  reason: string
  answer: string
  formerId: string | null
  createdAt: Instant
  expiresAt: Instant
  endedAt: Instant | null
  lines: {
    milestoneId: string
    version: number
    kind: SettlementLine['kind']
    released: Share
    refunded: Share
  }[]
}

const linesJson = sql`(
  select json_agg(json_build_object('milestoneId', l.milestone_id, 'version', l.milestone_version, 'kind', l.kind,
    'released', json_build_object('price', l.release_price, 'clientFee', l.release_client_fee,
      'creatorFee', l.release_creator_fee),
    'refunded', json_build_object('price', l.refund_price, 'clientFee', l.refund_client_fee,
      'creatorFee', l.refund_creator_fee)) order by l.position)
  from settlement_lines l where l.settlement_id = s.id
)`

/** Selects the settlements of commission `c` as JSON, newest first. */
export const settlementsJson = sql`(
  select coalesce(json_agg(json_build_object('id', s.id, 'number', s.number, 'version', s.version, 'state', s.state,
    'by', s.by_side, 'author', ${userJson('su')}, 'currency', s.currency, 'endsCommission', s.ends_commission,
    'reason', s.reason, 'answer', s.answer, 'formerId', s.former_id, 'createdAt', ${jsonEpochMs('s.created_at')},
    'expiresAt', ${jsonEpochMs('s.expires_at')}, 'endedAt', ${jsonEpochMs('s.ended_at')}, 'lines', ${linesJson})
    order by s.number desc), '[]')
  from settlements s join users su on su.id = s.author_id where s.commission_id = c.id
)`

/** Maps a settlement to the DTO for one of the two sides. */
export function toSettlementDto(
  row: SettlementRow,
  viewerRole: 'client' | 'creator',
  { now, paymentsOn }: { now: Instant; paymentsOn: boolean },
): Settlement {
  const { id, number, version, state, by, reason, answer, endsCommission, formerId, currency, expiresAt } = row
  const toPart = ({ price, clientFee, creatorFee }: Share) => ({
    price: { amount: price, currency },
    client: { amount: price + clientFee, currency },
    creator: { amount: price - creatorFee, currency },
  })
  return {
    id,
    number,
    version,
    state,
    by,
    author: toUserSummaryDto(row.author),
    reason,
    answer,
    endsCommission,
    formerId,
    lines: row.lines.map(({ milestoneId, version: seen, kind, released, refunded }) =>
      kind === 'cancel'
        ? { milestoneId, version: seen, kind }
        : { milestoneId, version: seen, kind, released: toPart(released), refunded: toPart(refunded) },
    ),
    createdAt: toIso(row.createdAt),
    expiresAt: toIso(expiresAt),
    endedAt: row.endedAt === null ? null : toIso(row.endedAt),
    actions: offerableActions(settlementActionsFor({ state, by, expiresAt }, viewerRole, now), paymentsOn),
  }
}
