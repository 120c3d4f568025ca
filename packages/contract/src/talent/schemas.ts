import * as z from 'zod/mini'
import { workSummary } from '../works/schemas.ts'
import { currency, id, isoInstant, language, minor, money, page, pageQuery, person, text, timeZone } from '../shapes.ts'

export const sorts = ['best', 'rating', 'price', 'newest'] as const

/** Filters of the search, exactly as they stand in the address bar. Prices are minor units of `currency`. */
export const searchQuery = z.object({
  ...pageQuery.shape,
  q: z.optional(z.string().check(z.maxLength(120))),
  skill: z.optional(z.string().check(z.maxLength(60))),
  language: z.optional(language),
  currency: z.optional(currency),
  priceFrom: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  priceTo: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  rating: z.optional(z.coerce.number().check(z.gte(1), z.lte(5))),
  /** Has a session that can be booked within seven days. */
  free: z.optional(z.literal('week')),
  sort: z.optional(z.enum(sorts)),
})
export type SearchQuery = z.infer<typeof searchQuery>

export const rating = z.object({ average: z.nullable(z.number()), count: z.int() })

export const talentCard = z.object({
  ...person.shape,
  headline: z.string(),
  skills: z.array(z.string()),
  languages: z.array(language),
  timeZone: z.string(),
  /** The cheapest service on offer, or null when there is none. */
  priceFrom: z.nullable(money),
  rating,
  /** Pictures of the best pieces, at most three. */
  pictures: z.array(z.object({ url: z.string(), title: z.string() })),
  accepting: z.enum(['open', 'waiting-list', 'closed']),
})
export type TalentCard = z.infer<typeof talentCard>

export const searchReply = z.object({
  ...page(talentCard).shape,
  /** How many match in all. */
  total: z.int(),
  facets: z.object({
    skills: z.array(z.object({ name: z.string(), count: z.int() })),
    languages: z.array(z.object({ name: language, count: z.int() })),
  }),
})
export type SearchReply = z.infer<typeof searchReply>

export const service = z.object({
  id,
  title: z.string(),
  description: z.string(),
  price: money,
  /** Whether the price is for the whole or per hour. */
  unit: z.enum(['project', 'hour']),
  deliveryDays: z.nullable(z.int()),
})
export type Service = z.infer<typeof service>

export const piece = z.object({
  id,
  title: z.string(),
  description: z.string(),
  picture: z.string(),
  width: z.int(),
  height: z.int(),
  /** What opens behind the picture. */
  work: z.nullable(workSummary),
})

export const talentReview = z.object({
  id,
  by: person,
  stars: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  at: isoInstant,
  project: z.string(),
})
export type TalentReview = z.infer<typeof talentReview>
export const talentReviews = page(talentReview)
export type TalentReviews = z.infer<typeof talentReviews>

export const talent = z.object({
  ...talentCard.shape,
  about: z.string(),
  services: z.array(service),
  portfolio: z.array(piece),
  reviews: talentReviews,
  completed: z.int(),
  memberSince: isoInstant,
})
export type Talent = z.infer<typeof talent>

/** One's own public page, as the editor saves it. */
export const profilePatch = z.strictObject({
  headline: z.optional(text(120, 0)),
  about: z.optional(text(4000, 0)),
  skills: z.optional(z.array(text(40)).check(z.maxLength(20))),
  languages: z.optional(z.array(language).check(z.maxLength(7))),
  timeZone: z.optional(timeZone),
  accepting: z.optional(z.enum(['open', 'waiting-list', 'closed'])),
})
export type ProfilePatch = z.infer<typeof profilePatch>

export const serviceBody = z.strictObject({
  title: text(120),
  description: text(2000, 0),
  price: z.strictObject({ amount: minor.check(z.gte(100)), currency }),
  unit: z.enum(['project', 'hour']),
  deliveryDays: z.nullable(z.int().check(z.gte(1), z.lte(365))),
})
export type ServiceBody = z.infer<typeof serviceBody>

export const pieceBody = z.strictObject({
  title: text(120),
  description: text(2000, 0),
  /** One's own picture; without one it is the picture of the work. */
  fileId: z._default(z.nullable(id), null),
  /** One's own work that is ready, to be opened behind the picture. */
  workId: z._default(z.nullable(id), null),
})
export type PieceBody = z.input<typeof pieceBody>
