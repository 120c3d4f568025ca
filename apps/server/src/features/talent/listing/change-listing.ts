import { type Listing, type ListingPatch } from '@veranda/contract/talent/listing/schemas.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { recordAudit } from '../../../platform/audit/audit-log.ts'
import { type CommandContext } from '../../../platform/access/command-context.ts'
import { ensureCreator } from '../profile/ensure-creator.ts'
import { publishProfileChange } from '../profile/publish-profile-change.ts'
import { changeHandle } from './handles.ts'
import { readListing } from './read-listing.ts'

/**
 * Saves whether strangers may see the creator's page, and its handle; the first time without one, a free one made from
 * the name. Refuses listing.unlisted while an admin keeps the page down, and what `changeHandle` refuses.
 */
export async function changeListing(
  { tx, actor, deps }: CommandContext,
  { listed, handle }: ListingPatch,
): Promise<Result<Listing>> {
  const now = deps.clock.now()
  await ensureCreator(tx, actor.id, now)
  const before = await tx.selectFrom('listings').selectAll().where('creator_id', '=', actor.id).executeTakeFirst()
  if (listed && before?.unlisted_reason) {
    return refuse('listing.unlisted', 'conflict', { field: 'listed', detail: { reason: before.unlisted_reason } })
  }
  const { handle: current, suggestion } = await readListing(tx, actor.id)
  const wanted = handle ?? (listed && current === null ? suggestion : undefined)
  if (wanted !== undefined) {
    const changed = await changeHandle(tx, actor.id, wanted, now)
    if (!changed.ok) return changed
  }
  const isListed = Boolean(before?.listed_at)
  if (listed !== undefined && listed !== isListed) {
    const row = { listed_at: listed ? new Date(now) : null }
    await tx
      .insertInto('listings')
      .values({ creator_id: actor.id, ...row })
      .onConflict((conflict) => conflict.column('creator_id').doUpdateSet(row))
      .execute()
    // Evidence that the creator agreed, and that they took it back.
    const action = listed ? 'listing.agreed' : 'listing.withdrawn'
    await recordAudit(tx, { action, userId: actor.id, actorId: actor.id, at: now })
  }
  await publishProfileChange(tx, actor.id)
  return ok(await readListing(tx, actor.id))
}
