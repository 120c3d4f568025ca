import { handleLength } from '@veranda/core/talent/listing/handle.ts'
import { publicPageActions } from '@veranda/core/talent/creator-actions.ts'
import * as z from 'zod/mini'
import { currency, id, isoInstant, language, money, multilineText, page, pageQuery } from '../../shared-schemas.ts'
import { packageService, priceUnit, rating } from '../schemas.ts'

/** A handle in any case; what cannot be one is not found. */
export const handleParams = z.object({
  handle: z.string().check(z.regex(/^[a-z0-9-]+$/i), z.maxLength(handleLength.max)),
})
export type HandleParams = z.infer<typeof handleParams>

/** Filters of the gallery, exactly as in the address bar. `priceTo` is in minor units of `currency`. */
export const exploreQuery = z.object({
  ...pageQuery.shape,
  q: z.optional(z.string().check(z.maxLength(120))),
  discipline: z.optional(z.string().check(z.maxLength(60))),
  currency: z.optional(currency),
  priceTo: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  /** Requires a bookable session within seven days. */
  free: z.optional(z.literal('week')),
})
export type ExploreQuery = z.infer<typeof exploreQuery>

/** A work as strangers see it: reduced renditions only. */
export const publicWork = z.object({
  id,
  title: z.string(),
  description: z.string(),
  image: z.string(),
  width: z.int(),
  height: z.int(),
  /** The lightest rendition of the model that there is; null for a picture. */
  model: z.nullable(z.object({ url: z.string(), bytes: z.int() })),
  /** The model from all sides in one image (core's `turntable`); null until it is rendered, and for a picture. */
  turntable: z.nullable(z.string()),
})
export type PublicWork = z.infer<typeof publicWork>

const publicSummary = {
  handle: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  headline: z.string(),
  skills: z.array(z.string()),
  priceFrom: z.nullable(money),
  priceUnit: z.nullable(priceUnit),
  rating,
  accepting: z.enum(['open', 'waiting-list', 'closed']),
  /** A session can be booked within seven days. */
  freeThisWeek: z.boolean(),
  works: z.array(publicWork),
}

/** A creator in the gallery, with at most three works. */
export const exploreCard = z.object(publicSummary)
export type ExploreCard = z.infer<typeof exploreCard>

export const exploreReply = z.object({
  ...page(exploreCard).shape,
  total: z.int(),
  /** The most common skills of everyone in the gallery, whatever the filters. */
  disciplines: z.array(z.object({ name: z.string(), count: z.int() })),
})
export type ExploreReply = z.infer<typeof exploreReply>

export const publicReview = z.object({
  id,
  /** The reviewer's first name; nothing else about them. */
  by: z.string(),
  stars: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  at: isoInstant,
})

/** An hourly service. The price is before fees, as that of a service; null is free. */
export const publicHourlyService = z.object({
  id,
  title: z.string(),
  description: z.string(),
  minutes: z.int(),
  price: z.nullable(money),
})
export const freeTime = z.object({ at: isoInstant, serviceId: id })

/** A creator's public page; the same for a stranger, for other users and for the creator. */
export const publicCreator = z.object({
  ...publicSummary,
  /** For the addresses behind the sign-in: request, book, message. */
  id,
  about: z.string(),
  languages: z.array(language),
  timeZone: z.string(),
  completedCount: z.int(),
  memberSince: isoInstant,
  services: z.array(packageService),
  hourlyServices: z.array(publicHourlyService),
  /** The next free times of all hourly services, earliest first. */
  freeTimes: z.array(freeTime),
  /** Newest first, at most 20. */
  reviews: z.array(publicReview),
  /** Acts that the page leads to, behind the sign-in. */
  actions: z.array(z.enum(publicPageActions)),
})
export type PublicCreator = z.infer<typeof publicCreator>

export const reportReasons = ['stolen', 'offensive', 'fraud', 'private', 'other'] as const
export const reportPageBody = z.strictObject({
  reason: z.enum(reportReasons),
  message: multilineText(2000, 0),
  /** The work that it is about; null for the page as a whole. */
  itemId: z._default(z.nullable(id), null),
})
export type ReportPageBody = z.input<typeof reportPageBody>
export const reportReply = z.object({ id })
export type ReportReply = z.infer<typeof reportReply>

/** A report as admins read it. Who reported is not in it. */
export const pageReport = z.object({
  id,
  creatorId: id,
  handle: z.string(),
  name: z.string(),
  /** The title of the work that it is about; null for the page as a whole. */
  work: z.nullable(z.string()),
  reason: z.enum(reportReasons),
  message: z.string(),
  at: isoInstant,
  closedAt: z.nullable(isoInstant),
})
export type PageReport = z.infer<typeof pageReport>
