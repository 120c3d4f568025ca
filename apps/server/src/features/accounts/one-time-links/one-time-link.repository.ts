import { hash, randomBytes } from 'node:crypto'
import {
  type OneTimeLink,
  type OneTimeLinkKind,
  oneTimeLinkLifetimeMs,
} from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { asId, type UserId } from '@veranda/core/ids.ts'
import { after, type Instant } from '@veranda/core/time/instant.ts'
import { type Selectable } from 'kysely'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { timestamptz } from '../../../platform/db/timestamptz.ts'
import { type AccountTables } from '../../../platform/db/tables/accounts.ts'
import { type Deps } from '../../../platform/deps.ts'
import { scheduleTimer, timerHandler } from '../../../platform/timers/timers.ts'

/** Of the token in a link. */
const tokenBytes = 32
const expiryTimer = 'accounts.expire-link'

/** The account that a link is about, or the registration; the address that it proves or restores; the session and device that it ends. */
export type LinkSubject =
  | { readonly kind: 'password-reset'; readonly userId: UserId }
  | {
      readonly kind: 'session-refusal'
      readonly userId: UserId
      readonly sessionId: string
      readonly deviceId: string | null
    }
  | { readonly kind: 'registration'; readonly registrationId: string; readonly email: string }
  | { readonly kind: 'email-change' | 'email-undo'; readonly userId: UserId; readonly email: string }

export type StoredLink = OneTimeLink & {
  readonly id: string
  readonly userId: UserId | null
  readonly registrationId: string | null
  readonly sessionId: string | null
  readonly deviceId: string | null
  readonly email: string | null
}

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

/** Lists the links of a kind that were not used, the replaced ones too, of an account or for an address. */
export async function listUnusedLinks(
  tx: Tx,
  kind: OneTimeLinkKind,
  of: { userId: UserId } | { email: string },
): Promise<StoredLink[]> {
  const rows = await tx
    .selectFrom('one_time_links')
    .selectAll()
    .where((e) => ('userId' in of ? e('user_id', '=', of.userId) : e('email', '=', of.email)))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
  return rows.map(toLink)
}

/** Writes a link in place of the account's earlier ones of its kind. Returns its id and its token, which is not stored. */
export async function replaceOneTimeLinks(
  ctx: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'> },
  link: Exclude<LinkSubject, { kind: 'registration' }> & { requestedAt: Instant },
): Promise<{ id: string; token: string }> {
  await ctx.tx
    .updateTable('one_time_links')
    .set({ replaced_at: new Date(ctx.deps.clock.now()) })
    .where('user_id', '=', link.userId)
    .where('kind', '=', link.kind)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  return insertOneTimeLink(ctx, link)
}

/** Writes a link and leaves existing ones as they are. Returns its id and its token, which is not stored. */
export async function insertOneTimeLink(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'clock' | 'ids'> },
  link: LinkSubject & { requestedAt: Instant },
): Promise<{ id: string; token: string }> {
  const id = deps.ids.next()
  const token = newToken()
  const expiresAt = after(deps.clock.now(), oneTimeLinkLifetimeMs[link.kind])
  await tx
    .insertInto('one_time_links')
    .values({
      id,
      kind: link.kind,
      user_id: link.kind === 'registration' ? null : link.userId,
      registration_id: link.kind === 'registration' ? link.registrationId : null,
      session_id: link.kind === 'session-refusal' ? link.sessionId : null,
      device_id: link.kind === 'session-refusal' ? link.deviceId : null,
      email: 'email' in link ? link.email : null,
      token_hash: hashToken(token),
      created_at: new Date(link.requestedAt),
      expires_at: new Date(expiresAt),
    })
    .execute()
  const subject = { kind: 'one-time-link', id }
  await scheduleTimer(tx, { kind: expiryTimer, key: `${expiryTimer}:${id}`, subject, at: expiresAt })
  return { id, token }
}

/**
 * Gives a link another token, by which alone it can be used from now on, and returns both; undefined when there is no
 * such link any more. For a link that is written by one transaction and mailed later.
 */
export async function renewLinkToken(db: Db, id: string): Promise<{ link: StoredLink; token: string } | undefined> {
  const token = newToken()
  const row = await db
    .updateTable('one_time_links')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && { link: toLink(row), token }
}

/** Marks a link as used. */
export async function markLinkUsed(tx: Tx, id: string, at: Instant): Promise<void> {
  await tx
    .updateTable('one_time_links')
    .set({ used_at: new Date(at) })
    .where('id', '=', id)
    .execute()
}

/** Ends a user's links of some kinds that were not used. */
export async function endOneTimeLinks(tx: Tx, kinds: readonly OneTimeLinkKind[], userId: UserId): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends a user's links that undo a change of the address as late as `since` or later. */
export async function endLaterUndoLinks(tx: Tx, userId: UserId, since: Instant): Promise<void> {
  await tx
    .deleteFrom('one_time_links')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email-undo')
    .where('used_at', 'is', null)
    .where('created_at', '>=', timestamptz(since))
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

function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

function hashToken(token: string): string {
  return hash('sha256', token)
}

function toLink(row: Selectable<AccountTables['one_time_links']>): StoredLink {
  return {
    id: row.id,
    kind: row.kind,
    userId: row.user_id === null ? null : asId<UserId>(row.user_id),
    registrationId: row.registration_id,
    sessionId: row.session_id,
    deviceId: row.device_id,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    replacedAt: row.replaced_at,
  }
}
