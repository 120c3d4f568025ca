import { type AuditEntry, recordAudit } from '../../../platform/audit/audit-log.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { ensureCreator } from '../profile/ensure-creator.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'

type Unlisting = Pick<AuditEntry, 'actorId' | 'at' | 'request'> & {
  readonly handle: string
  /** Null to let the page be shown again. */
  readonly reason: string | null
}

/**
 * Takes a creator's public page down, with a reason that they read, or lets it be shown again with null. What the
 * creator said stays as it is, and reports about the page are closed. Returns the name, or undefined for a handle that
 * no one has.
 */
export async function unlistCreator(deps: Deps, handle: string, reason: string | null): Promise<string | undefined> {
  const at = deps.clock.now()
  return transact(deps, (tx) => unlistInTransaction(tx, { handle, reason, actorId: null, at }))
}

/** Does the same in the transaction of a command. */
export async function unlistInTransaction(
  tx: Tx,
  { handle, reason, actorId, at: now, request }: Unlisting,
): Promise<string | undefined> {
  const known = await tx
    .selectFrom('creator_handles as h')
    .innerJoin('users as u', 'u.id', 'h.creator_id')
    .select(['u.id', 'u.name'])
    .where('h.handle', '=', handle.trim().replace(/^@/, '').toLowerCase())
    .executeTakeFirst()
  if (!known) return undefined
  await ensureCreator(tx, known.id, now)
  const before = await tx
    .selectFrom('listings')
    .select('unlisted_reason')
    .where('creator_id', '=', known.id)
    .executeTakeFirst()
  const row = { unlisted_at: reason === null ? null : new Date(now), unlisted_reason: reason }
  await tx
    .insertInto('listings')
    .values({ creator_id: known.id, listed_at: null, ...row })
    .onConflict((conflict) => conflict.column('creator_id').doUpdateSet(row))
    .execute()
  await tx
    .updateTable('page_reports')
    .set({ closed_at: new Date(now) })
    .where('creator_id', '=', known.id)
    .where('closed_at', 'is', null)
    .execute()
  const action = reason === null ? 'listing.restored' : 'listing.unlisted'
  await recordAudit(tx, {
    action,
    userId: known.id,
    actorId,
    at: now,
    ...(request && { request }),
    data: { reason, before: { unlistedReason: before?.unlisted_reason ?? null }, after: { unlistedReason: reason } },
  })
  await publishProfileChange(tx, known.id)
  return known.name
}
