import { type OfferVersion } from '@veranda/contract/commissions/offers/schemas.ts'
import { calculateOfferFees } from '@veranda/core/commissions/offers/offer-content.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../platform/db/database.ts'
import { userJson, toUserSummaryDto } from '../../../platform/access/user.presenter.ts'
import { toOfferContent } from './offer-content.ts'

/** Returns the offer versions of many commissions, grouped by commission and ordered by number, in one query. */
export async function readOfferVersions(
  db: Db,
  commissionIds: readonly string[],
): Promise<Map<string, OfferVersion[]>> {
  const found = new Map<string, OfferVersion[]>()
  if (commissionIds.length === 0) return found
  const rows = await db
    .selectFrom('offer_versions as o')
    .innerJoin('users as u', 'u.id', 'o.author_id')
    .where(sql<boolean>`o.commission_id = any(${commissionIds}::uuid[])`)
    .orderBy('o.commission_id')
    .orderBy('o.number')
    .selectAll('o')
    .select(userJson('u').as('author'))
    .execute()
  for (const row of rows) {
    const versions = found.get(row.commission_id) ?? []
    versions.push({
      id: row.id,
      number: row.number,
      by: row.by_side,
      author: toUserSummaryDto(row.author),
      hash: row.hash,
      reason: row.reason,
      content: row.content,
      rates: { clientFeeBasisPoints: row.rates.clientFee, creatorFeeBasisPoints: row.rates.creatorFee },
      fees: toFeesDto(toOfferContent(row)),
      createdAt: toIso(row.created_at),
    })
    found.set(row.commission_id, versions)
  }
  return found
}

/** Maps the fees of an offer, or of a change order. */
export function toFeesDto(content: Parameters<typeof calculateOfferFees>[0]): OfferVersion['fees'] {
  const fees = calculateOfferFees(content)
  return { ...fees, milestones: [...fees.milestones] }
}
