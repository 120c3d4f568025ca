import { after, hour, type Instant, instant, minute } from '../../time/instant.ts'

/** The time in which the links below are counted. */
const promptWindowMs = hour
/** Links that one source gets mailed to an address at once within the window. */
export const maxPromptLinksPerSource = 3
/** The same for all sources together. */
export const maxPromptLinksPerAddress = 8
/** Beyond either, a mail follows the last one to the address after this time. */
export const slowLinkIntervalMs = 15 * minute

/** A link that was mailed, and where its registration came from. */
export type MailedLink = { readonly createdAt: Instant; readonly source: string }

/**
 * Returns when the link of a registration is mailed, which is now or later; undefined when the address got a link since
 * it was registered, and too many lately. Any of these links opens the registration of its browser, so every registration
 * is followed by a mail that serves it, at the latest after `slowLinkIntervalMs`, however many others strangers begin. An
 * address gets at most 12 links an hour: `maxPromptLinksPerAddress`, and one per `slowLinkIntervalMs`.
 */
export function whenToMailLink(
  { source, registeredAt }: { source: string; registeredAt: Instant },
  mailed: readonly MailedLink[],
  now: Instant,
): Instant | undefined {
  const recent = mailed.filter((link) => link.createdAt > now - promptWindowMs)
  const fromSource = recent.filter((link) => link.source === source)
  if (recent.length < maxPromptLinksPerAddress && fromSource.length < maxPromptLinksPerSource) return now
  const lastAt = instant(Math.max(...recent.map((link) => link.createdAt)))
  if (lastAt > registeredAt) return undefined
  return instant(Math.max(now, after(lastAt, slowLinkIntervalMs)))
}
