import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { feesShown } from '@veranda/core/commissions/fees-shown.ts'
import { toIso } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Db } from '../../../db/database.ts'
import { personJson, showPerson } from '../../../access/person.ts'
import { contentOf } from './content.ts'

/** The versions of many commissions, by commission, in the order they were made; one query. */
export async function readOffers(db: Db, commissionIds: readonly string[]): Promise<Map<string, OfferVersion[]>> {
  const found = new Map<string, OfferVersion[]>()
  if (commissionIds.length === 0) return found
  const rows = await db
    .selectFrom('offer_versions as o')
    .innerJoin('people as p', 'p.id', 'o.author_id')
    .where(sql<boolean>`o.commission_id = any(${commissionIds}::uuid[])`)
    .orderBy('o.commission_id')
    .orderBy('o.number')
    .selectAll('o')
    .select(personJson('p').as('author'))
    .execute()
  for (const row of rows) {
    const of = found.get(row.commission_id) ?? []
    of.push({
      id: row.id,
      number: row.number,
      by: row.by_side,
      author: showPerson(row.author),
      hash: row.hash,
      reason: row.reason,
      content: row.content,
      rates: { clientFeeBasisPoints: row.rates.clientFee, creatorFeeBasisPoints: row.rates.creatorFee },
      fees: showFees(contentOf(row)),
      createdAt: toIso(row.created_at),
    })
    found.set(row.commission_id, of)
  }
  return found
}

function showFees(content: Parameters<typeof feesShown>[0]): OfferVersion['fees'] {
  const fees = feesShown(content)
  return { ...fees, milestones: [...fees.milestones] }
}
