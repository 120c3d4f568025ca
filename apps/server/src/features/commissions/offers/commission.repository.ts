import { type RequestedService } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Commission, type OfferRef, partyOf, versionsOf } from '@veranda/core/commissions/agreement.ts'
import { type Offer } from '@veranda/core/commissions/offers/offer-content.ts'
import { asId, type OfferVersionId } from '@veranda/core/ids.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Tx } from '../../../platform/db/database.ts'
import { requiredColumn } from '../../../platform/db/required-column.ts'
import { type Tables } from '../../../platform/db/tables.ts'
import { cancelTimer, scheduleTimer } from '../../../platform/timers/timers.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { removeFormerCreator, touchProject } from '../projects/project.repository.ts'
import { toOfferContent, toOfferContentDto } from './offer-content.ts'

/** Timer kind that expires a request, an offer or an unfunded acceptance. */
export const expiryTimerKind = 'commission.expiry'

/** Locks a commission. Lock it before its milestones and its project. */
export async function lockCommission(tx: Tx, id: string): Promise<Commission | undefined> {
  const row = await tx.selectFrom('commissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  const ids = [row.current_offer_id, row.former_offer_id].filter((offer) => offer !== null)
  const offers =
    ids.length === 0
      ? []
      : await tx.selectFrom('offer_versions').select(['id', 'hash']).where('id', 'in', ids).execute()
  const refOf = (offerId: string | null): OfferRef | null => {
    const offer = offers.find((one) => one.id === offerId)
    return offer ? { offerId: asId(offer.id), hash: offer.hash } : null
  }
  return toCommission(row, { current: refOf(row.current_offer_id), former: refOf(row.former_offer_id) })
}

/** Builds the commission of a row, with the fields of its state. */
function toCommission(
  row: Selectable<Tables['commissions']>,
  { current, former }: { current: OfferRef | null; former: OfferRef | null },
): Commission {
  const { state, version } = row
  const fields = {
    id: asId<Commission['id']>(row.id),
    projectId: asId<Commission['projectId']>(row.project_id),
    clientId: asId<Commission['clientId']>(row.client_id),
    creatorId: asId<Commission['creatorId']>(row.creator_id),
    version,
  }
  const required = <T>(value: T | null): T => requiredColumn(value, 'commission', row)
  switch (state) {
    case 'requested':
      return { ...fields, state, expiresAt: required(row.expires_at) }
    case 'offered':
    case 'accepted':
      return { ...fields, state, current: required(current), former, expiresAt: required(row.expires_at) }
    case 'countered': {
      const expiresAt = required(row.expires_at)
      return { ...fields, state, current: required(current), former: required(former), expiresAt }
    }
    case 'active':
    case 'completed':
    case 'cancelled':
      return { ...fields, state, current: required(current), former }
    case 'declined':
    case 'withdrawn':
    case 'expired':
      return { ...fields, state, versions: current && { current, former } }
  }
}

/** Inserts a commission with what the client wrote and the service that they requested. */
export async function insertCommission(
  tx: Tx,
  commission: Commission,
  { message, service }: { message: string; service: RequestedService | null },
  at: Instant,
): Promise<void> {
  const now = new Date(at)
  await tx
    .insertInto('commissions')
    .values({
      id: commission.id,
      project_id: commission.projectId,
      client_id: commission.clientId,
      creator_id: commission.creatorId,
      message,
      requested_service: service && JSON.stringify(service),
      created_at: now,
      updated_at: now,
      ...toMutableColumns(commission),
    })
    .execute()
  await scheduleExpiry(tx, commission)
}

/** Saves a commission, reschedules its expiry, touches its project, and lets its creator leave where it ended. */
export async function saveCommission(
  tx: Tx,
  next: Commission,
  at: Instant,
  extra: { accepted_offer_id?: string; accepted_terms?: number } = {},
): Promise<void> {
  await tx
    .updateTable('commissions')
    .set({
      ...toMutableColumns(next),
      ...extra,
      updated_at: new Date(at),
    })
    .where('id', '=', next.id)
    .execute()
  await scheduleExpiry(tx, next)
  await touchProject(tx, next.projectId, at)
  await removeFormerCreator(tx, next, at)
}

function toMutableColumns(commission: Commission) {
  const versions = versionsOf(commission)
  return {
    state: commission.state,
    version: commission.version,
    current_offer_id: versions?.current.offerId ?? null,
    former_offer_id: versions?.former?.offerId ?? null,
    expires_at: 'expiresAt' in commission ? new Date(commission.expiresAt) : null,
  }
}

async function scheduleExpiry(tx: Tx, commission: Commission): Promise<void> {
  const { id } = commission
  const key = `${expiryTimerKind}:${id}`
  if (!('expiresAt' in commission)) return cancelTimer(tx, key)
  const { expiresAt: at } = commission
  await scheduleTimer(tx, { kind: expiryTimerKind, subject: { kind: 'commission', id }, at, key })
}

/** Inserts one immutable offer version. */
export async function insertOfferVersion(
  tx: Tx,
  offer: {
    id: OfferVersionId
    commissionId: string
    by: 'client' | 'creator'
    authorId: string
    hash: string
    content: Offer
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
      content: JSON.stringify(toOfferContentDto(offer.content)),
      rates: JSON.stringify(offer.content.rates),
      reason: offer.reason,
      created_at: new Date(at),
    }))
    .execute()
}

/** Returns the content of an offer version. */
export async function readOfferContent(tx: Tx, offerId: string): Promise<Offer> {
  const row = await tx
    .selectFrom('offer_versions')
    .select(['content', 'rates'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
  return toOfferContent(row)
}

export type CommissionForActor = { readonly commission: Commission; readonly party: 'client' | 'creator' }

/**
 * Locks the commission and returns it with the actor's party. Refuses commission.not-found for users who are neither
 * client nor creator.
 */
export async function lockCommissionFor(
  { tx, actor }: CommandContext,
  id: string,
): Promise<Result<CommissionForActor>> {
  const commission = await lockCommission(tx, id)
  const party = commission && partyOf(commission, actor.id)
  return commission && party ? ok({ commission, party }) : refuse('commission.not-found', 'not-found')
}
