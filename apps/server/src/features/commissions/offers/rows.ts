import { type Commission, type NamedOffer } from '@veranda/core/commissions/deal.ts'
import { type OfferContent } from '@veranda/core/commissions/offer-content.ts'
import { type OfferVersionId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../db/database.ts'
import { cancelDue, scheduleDue } from '../../../due/due.ts'
import { branded } from '../branded.ts'
import { touchProject } from '../projects/rows.ts'
import { contentOf, wireOf } from './content.ts'

/** The timer that lets a request, an offer or an unfunded acceptance lapse. */
export const expiryKind = 'commission.expiry'

/** The commission, held until the transaction ends. It is locked before its milestones and before its project. */
export async function lockCommission(tx: Tx, id: string): Promise<Commission | undefined> {
  const row = await tx.selectFrom('commissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const ids = [row.current_offer_id, row.former_offer_id].filter((offer) => offer !== null)
  const offers =
    ids.length === 0
      ? []
      : await tx.selectFrom('offer_versions').select(['id', 'hash']).where('id', 'in', ids).execute()
  const named = (offerId: string | null): NamedOffer | null => {
    const offer = offers.find((one) => one.id === offerId)
    return offer ? { offerId: branded(offer.id), hash: offer.hash } : null
  }
  return {
    id: branded(row.id),
    projectId: branded(row.project_id),
    clientId: branded(row.client_id),
    creatorId: branded(row.creator_id),
    state: row.state,
    version: row.version,
    current: named(row.current_offer_id),
    former: named(row.former_offer_id),
    expiresAt: row.expires_at,
  }
}

export async function insertCommission(tx: Tx, commission: Commission, message: string, at: Instant): Promise<void> {
  const now = new Date(at)
  await tx
    .insertInto('commissions')
    .values({
      id: commission.id,
      project_id: commission.projectId,
      client_id: commission.clientId,
      creator_id: commission.creatorId,
      message,
      created_at: now,
      updated_at: now,
      ...changing(commission),
    })
    .execute()
  await keepExpiry(tx, commission)
}

/** Saves a decision about a commission, with its timer, and puts its project to the top. */
export async function saveCommission(
  tx: Tx,
  next: Commission,
  at: Instant,
  more: { accepted_offer_id?: string; accepted_terms?: number } = {},
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({
      ...changing(next),
      ...more,
      updated_at: new Date(at),
      ...(next.state === 'completed' ? { completed_at: new Date(at) } : {}),
    })
    .where('id', '=', next.id)
    .execute()
  await keepExpiry(tx, next)
  await touchProject(tx, next.projectId, at)
}

function changing(commission: Commission) {
  return {
    state: commission.state,
    version: commission.version,
    current_offer_id: commission.current?.offerId ?? null,
    former_offer_id: commission.former?.offerId ?? null,
    expires_at: commission.expiresAt === null ? null : new Date(commission.expiresAt),
  }
}

async function keepExpiry(tx: Tx, { id, expiresAt }: Commission): Promise<void> {
  const key = `${expiryKind}:${id}`
  if (expiresAt === null) return cancelDue(tx, key)
  await scheduleDue(tx, { kind: expiryKind, subject: { kind: 'commission', id }, at: expiresAt, key })
}

/** Writes one version of an offer; it never changes again. */
export async function insertOffer(
  tx: Tx,
  offer: {
    id: OfferVersionId
    commissionId: string
    by: 'client' | 'creator'
    authorId: string
    hash: string
    content: OfferContent
    reason: string | null
  },
  at: Instant,
): Promise<void> {
  await tx
    .insertInto('offer_versions')
    .values((e) => ({
      id: offer.id,
      commission_id: offer.commissionId,
      number: e
        .selectFrom('offer_versions')
        .where('commission_id', '=', offer.commissionId)
        .select((s) => s(s.fn.coalesce(s.fn.max('number'), s.lit(0)), '+', 1).as('next')),
      by_side: offer.by,
      author_id: offer.authorId,
      hash: offer.hash,
      content: JSON.stringify(wireOf(offer.content)),
      rates: JSON.stringify(offer.content.rates),
      reason: offer.reason,
      created_at: new Date(at),
    }))
    .execute()
}

/** What one version says. */
export async function readContent(tx: Tx, offerId: string): Promise<OfferContent> {
  const row = await tx
    .selectFrom('offer_versions')
    .select(['content', 'rates'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  return contentOf(row)
}
