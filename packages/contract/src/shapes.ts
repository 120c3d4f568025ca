import * as z from 'zod/mini'

/** A UUID in text form. */
export const id = z.uuid()

/** A moment on the wire: ISO 8601 in UTC. */
export const isoInstant = z.iso.datetime({ offset: false })

/** ISO 4217 code. Which ones are supported is the core's to say. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/))

/** Integer minor units, safe in a double. */
export const minor = z.int()

/** Minor units that one price is of at most, in any currency, so that no sum of prices leaves the safe integers. */
export const mostOfOnePrice = 1_000_000_000_000

export const money = z.object({ amount: minor, currency })
export type MoneyShape = z.infer<typeof money>

/** sha256 in lower-case hexadecimal. */
export const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** BCP 47 tags of the languages the product speaks. */
export const languages = ['en', 'es', 'fr', 'de', 'ja', 'zh', 'ar'] as const
export const language = z.enum(languages)
export type Language = (typeof languages)[number]

/** IANA zone name; whether it exists is checked where it is used. */
export const timeZone = z.string().check(z.minLength(1), z.maxLength(64))

/** Text a person wrote, trimmed at both ends, of at most `max` UTF-16 units. */
export function text(max: number, min = 1) {
  return z.string().check(z.trim(), z.minLength(min), z.maxLength(max))
}

/** One page of a list; `next` is the cursor of the following page or null at the end. */
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

/** An answer with nothing in it but that it was done. */
export const done = z.object({ done: z.literal(true) })
export type Done = z.infer<typeof done>

/** A person as everybody who may see them sees them. */
export const person = z.object({
  id,
  name: z.string(),
  avatar: z.nullable(z.string()),
})
export type PersonShape = z.infer<typeof person>

/** RFC 9457 problem document: `code` is stable, `detail` is a sentence in the reader's language. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  code: z.string(),
  field: z.optional(z.string()),
  requestId: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  /** Facts that belong to this refusal, such as the current version of a stale row. */
  facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type Problem = z.infer<typeof problem>
