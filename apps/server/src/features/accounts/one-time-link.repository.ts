import { hash, randomBytes } from 'node:crypto'
import { type OneTimeLink, type OneTimeLinkKind, oneTimeLinkLifetimeMs } from '@veranda/core/accounts/one-time-link.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { after, type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../platform/db/database.ts'
import { type AccountTables } from '../../platform/db/tables/accounts.ts'
import { type Deps } from '../../platform/deps.ts'
import { scheduleTimer, timerHandler } from '../../platform/timers/timers.ts'

/** Of the token in a link. */
const tokenBytes = 32
const expiryTimer = 'accounts.expire-link'

export type StoredLink = OneTimeLink & { readonly id: string; readonly userId: UserId }

/** Finds the link of a token, whatever its state; the row holds only the hash. */
export async function findOneTimeLink(db: Db, token: string): Promise<StoredLink | undefined> {
  const row = await db
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row && toLink(row)
}

/** Finds and locks the link of a token, so that of several presses one uses it and the others see that. */
export async function lockOneTimeLink(tx: Tx, token: string): Promise<StoredLink | undefined> {
  const row = await tx
    .selectFrom('one_time_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst()
  return row && toLink(row)
}

/** Lists a user's links of a kind that were not used, the replaced ones too. */
export async function listUnusedLinks(tx: Tx, kind: OneTimeLinkKind, userId: UserId): Promise<StoredLink[]> {
  const rows = await tx
    .selectFrom('one_time_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(toLink)
}

/** Writes a link in place of the user's earlier ones of its kind. Returns its id and its token, which is not stored. */
export async function replaceOneTimeLinks(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'> },
  { kind, userId, requestedAt }: { kind: OneTimeLinkKind; userId: UserId; requestedAt: Instant },
): Promise<{ id: string; token: string }> {
  const now = deps.clock.now()
  await tx
    .updateTable('one_time_links')
    .set({ replaced_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  const id = deps.ids.next()
  const token = randomBytes(tokenBytes).toString('base64url')
  const expiresAt = after(now, oneTimeLinkLifetimeMs[kind])
  await tx
    .insertInto('one_time_links')
    .values({
      id,
      kind,
      user_id: userId,
      token_hash: hashToken(token),
      created_at: new Date(requestedAt),
      expires_at: new Date(expiresAt),
    })
    .execute()
  const subject = { kind: 'one-time-link', id }
  await scheduleTimer(tx, { kind: expiryTimer, key: `${expiryTimer}:${id}`, subject, at: expiresAt })
  return { id, token }
}

/** Marks a link as used. */
export async function markLinkUsed(tx: Tx, id: string, at: Instant): Promise<void> {
  await tx
    .updateTable('one_time_links')
    .set({ used_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}

/** Ends a user's links of a kind that were not used. */
export async function endOneTimeLinks(tx: Tx, kind: OneTimeLinkKind, userId: UserId): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes a link that was never sent. */
export async function removeUnsentLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('one_time_links').where('id', '=', id).execute()
}

/** Deletes a link when it expires; from then on it says no more than one that never was. */
export const expireOneTimeLink = timerHandler(expiryTimer, async ({ tx, timer }) => {
  await tx.deleteFrom('one_time_links').where('id', '=', timer.subject.id).execute()
})

function hashToken(token: string): string {
  return hash('sha256', token)
}

function toLink(row: Selectable<AccountTables['one_time_links']>): StoredLink {
  return {
    id: row.id,
    kind: row.kind,
    userId: asId<UserId>(row.user_id),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    replacedAt: row.replaced_at,
  }
}
