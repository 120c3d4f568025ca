import { isLinkUsable, type OneTimeLinkKind } from '@veranda/core/accounts/one-time-links/one-time-link.ts'
import { type UserId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Db, type Tx } from '../../../platform/db/database.ts'
import { type RouteContext } from '../../../platform/http/route.ts'
import { findOneTimeLink } from '../one-time-links/one-time-link.repository.ts'
import { signInFailed } from '../sign-in/sign-in-failures.ts'
import { lockOpenUser, type UserRow } from '../user.repository.ts'

export type EmailLinkContext = Pick<RouteContext<undefined>, 'tx' | 'deps' | 'request'>
export type EmailLink = { readonly userId: UserId; readonly email: string; readonly createdAt: Instant }

/** Finds whose address a link is about, without a lock. Counts a link that cannot be used as a failed attempt. */
export async function findEmailLink(
  db: Db,
  { deps, request }: Omit<EmailLinkContext, 'tx'>,
  kind: OneTimeLinkKind,
  token: string,
): Promise<EmailLink | undefined> {
  const link = await findOneTimeLink(db, token)
  if (link?.userId && link.email !== null && isLinkUsable(link, kind, deps.clock.now())) {
    return { userId: link.userId, email: link.email, createdAt: link.createdAt }
  }
  const userId = link?.userId ?? null
  deps.failureLog.record({ action: signInFailed, reason: 'link-not-usable', userId, request })
  return undefined
}

/** Locks the user before their links, as the mailers do, so that two transactions never wait for each other. */
export function lockUserOfLink(tx: Tx, { userId }: EmailLink): Promise<UserRow | undefined> {
  return lockOpenUser(tx, userId)
}

/** Writes a proved address. */
export async function setEmail(tx: Tx, userId: UserId, email: string, at: Instant): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, email_verified: true, updated_at: new Date(at) })
    .where('id', '=', userId)
    .execute()
}
