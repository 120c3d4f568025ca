import { normalizeEmail } from '@veranda/core/accounts/email-address.ts'
import { hasHiddenCharacters } from '@veranda/core/text.ts'
import * as z from 'zod/mini'

/** A UUID in text form. */
export const id = z.uuid()

/** A time on the wire: ISO 8601 in UTC. */
export const isoInstant = z.iso.datetime({ offset: false })

/** ISO 4217 code. The core decides which are supported. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/))

/** Integer minor units, within the safe integers. */
export const minorUnits = z.int()

/** Highest single price in any currency, so that no sum of prices leaves the safe integers. */
export const maxPriceMinorUnits = 1_000_000_000_000

export const money = z.object({ amount: minorUnits, currency })
export type MoneyDto = z.infer<typeof money>

/** SHA-256 in lowercase hexadecimal. */
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** BCP 47 tags of the languages the product supports. */
export const languages = ['en', 'es', 'fr', 'de', 'ja', 'zh', 'ar'] as const
export const language = z.enum(languages)
export type Language = (typeof languages)[number]

/** IANA time zone name; its existence is checked where it is used. */
export const timeZone = z.string().check(z.minLength(1), z.maxLength(64))

/** Returns the check that refuses a text with characters that are not seen but change what is. */
export function withoutHiddenCharacters(lines: 'one' | 'several') {
  return z.refine((value) => typeof value !== 'string' || !hasHiddenCharacters(value, lines), {
    error: 'contains characters that cannot be seen',
    // The code of the problem, which also names the field.
    params: { code: 'text.hidden-characters' },
  })
}

/**
 * Returns a schema for a name or another line of user text, trimmed at both ends, with at most `max` UTF-16 units and
 * without hidden characters.
 */
export function text(max: number, min = 1) {
  return z.string().check(z.trim(), z.minLength(min), z.maxLength(max), withoutHiddenCharacters('one'))
}

/**
 * Returns the same for user text of several lines, which may have tabs, line breaks and direction marks; each break
 * becomes `\n`.
 */
export function multilineText(max: number, min = 1) {
  return z.string().check(
    z.overwrite((value) => value.replace(/\r\n?/g, '\n')),
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    withoutHiddenCharacters('several'),
  )
}

/** Longest typed address in UTF-16 units: the longest one there is, and room for blanks around it. */
const maxTypedEmailLength = 320
/** Longest address (RFC 5321). */
const maxEmailLength = 254

/** An e-mail address, parsed to its normal form. Every body with an address uses it. */
export const email = z.pipe(
  z.string().check(z.maxLength(maxTypedEmailLength)),
  z.pipe(z.transform(normalizeEmail), z.email().check(z.maxLength(maxEmailLength))),
)

/** Returns a schema for one page of a list; `next` is the cursor of the next page, or null at the end. */
export function page<T extends z.core.$ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) })
}

export const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
})
export type PageQuery = z.infer<typeof pageQuery>

export const idParams = z.object({ id })
export type IdParams = z.infer<typeof idParams>

/** An empty success reply. */
export const done = z.object({ done: z.literal(true) })
export type Done = z.infer<typeof done>

/** A user as other users see them. */
export const userSummary = z.object({
  id,
  name: z.string(),
  avatar: z.nullable(z.string()),
})
export type UserSummary = z.infer<typeof userSummary>

/** RFC 9457 problem document: `code` is stable, `detail` is a sentence in the user's language. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.string(),
  field: z.optional(z.string()),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  /** Facts about this refusal, such as the current version of a stale row. */
  facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type Problem = z.infer<typeof problem>
