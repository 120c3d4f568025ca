import { day, hour, type Instant, type Milliseconds, minute } from '../../time/instant.ts'

/** The step that a link from a mail allows once. Each kind has its lifetime below. */
export type OneTimeLinkKind = 'password-reset' | 'registration' | 'email-change' | 'email-undo' | 'session-refusal'

export const oneTimeLinkLifetimeMs: Readonly<Record<OneTimeLinkKind, Milliseconds>> = {
  'password-reset': 30 * minute,
  registration: 24 * hour,
  'email-change': 2 * hour,
  // The owner of a former address may read it rarely.
  'email-undo': 7 * day,
  // The same for a mail about a sign-in.
  'session-refusal': 7 * day,
}

/** The time in which links are counted against `maxLinksPerWindow`, if a kind lives for longer. */
const longestWindowMs = hour

/**
 * Links that are sent to one account, or for it to one address, within the lifetime of a link, an hour at most. Beyond
 * them no mail is sent, so that a stranger cannot flood a mailbox; the newest link goes on working, so no user is locked
 * out.
 */
export const maxLinksPerWindow = 5

/**
 * Links that prove an address for all accounts together, within the same time. Beyond them only an account that asked
 * for none to this address lately gets one: what others ask for never stops its own.
 */
export const maxLinksPerAddress = 20

export type OneTimeLink = {
  readonly kind: OneTimeLinkKind
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly usedAt: Instant | null
  /** When a newer link of the same kind took its place. */
  readonly replacedAt: Instant | null
}

/** Returns whether a link can be used now for what it was made for. */
export function isLinkUsable(link: OneTimeLink | undefined, kind: OneTimeLinkKind, now: Instant): boolean {
  if (link?.kind !== kind) return false
  return link.usedAt === null && link.replacedAt === null && now < link.expiresAt
}

/**
 * Returns whether a link that was asked for at `requestedAt` may be sent, given the unused links of the same kind for
 * the same account, to the same address. One that is older than a link that was sent is not, because it would replace
 * the newer one.
 */
export function maySendLink(
  unused: readonly OneTimeLink[],
  kind: OneTimeLinkKind,
  requestedAt: Instant,
  now: Instant,
): boolean {
  const recent = listRecent(unused, kind, now)
  return recent.length < maxLinksPerWindow && recent.every((link) => link.createdAt <= requestedAt)
}

/**
 * Returns whether an account may be sent another link that proves an address. `toAddress` are the unused ones of all
 * accounts to it, with whether they are of this account.
 */
export function mayProveAddress(
  toAddress: readonly (OneTimeLink & { readonly isOwn: boolean })[],
  kind: OneTimeLinkKind,
  now: Instant,
): boolean {
  const recent = listRecent(toAddress, kind, now)
  return recent.length < maxLinksPerAddress || recent.every((link) => !link.isOwn)
}

function listRecent<L extends OneTimeLink>(links: readonly L[], kind: OneTimeLinkKind, now: Instant): L[] {
  const since = now - Math.min(oneTimeLinkLifetimeMs[kind], longestWindowMs)
  return links.filter((link) => link.createdAt > since)
}
