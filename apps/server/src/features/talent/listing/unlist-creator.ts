import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { ensureCreator } from '../profile/ensure-creator.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'

/**
 * Takes a creator's public page down, with a reason that they read, or lets it be shown again with null. What the
 * creator said stays as it is, and reports about the page are closed. Returns the name, or undefined for a handle that
 * no one has.
 */
export async function unlistCreator(deps: Deps, handle: string, reason: string | null): Promise<string | undefined> {
  return transact(deps, async (tx) => {
    const now = deps.clock.now()
    const known = await tx
      .selectFrom('creator_handles as h')
      .innerJoin('users as u', 'u.id', 'h.creator_id')
      .select(['u.id', 'u.name'])
      .where('h.handle', '=', handle.trim().replace(/^@/, '').toLowerCase())
      .executeTakeFirst()
    if (!known) return undefined
    await ensureCreator(tx, known.id, now)
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
    await recordAudit(tx, { action, userId: known.id, actorId: null, at: now, data: { reason } })
    await publishProfileChange(tx, known.id)
    return known.name
  })
}
