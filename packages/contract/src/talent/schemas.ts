import { searchSorts } from '@veranda/core/talent/search.ts'
import { talentActions } from '@veranda/core/talent/talent-actions.ts'
import * as z from 'zod/mini'
import { assetSummary } from '../assets/schemas.ts'
import {
  currency,
  id,
  isoInstant,
  language,
  minorUnits,
  money,
  page,
  pageQuery,
  userSummary,
  text,
  timeZone,
  multilineText,
} from '../shared-schemas.ts'

/** Search filters, exactly as in the address bar. Prices are minor units of `currency`. */
export const searchQuery = z.object({
  ...pageQuery.shape,
  q: z.optional(z.string().check(z.maxLength(120))),
  skill: z.optional(z.string().check(z.maxLength(60))),
  language: z.optional(language),
  currency: z.optional(currency),
  priceFrom: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  priceTo: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  rating: z.optional(z.coerce.number().check(z.gte(1), z.lte(5))),
  /** Requires a bookable session within seven days. */
  free: z.optional(z.literal('week')),
  sort: z.optional(z.enum(searchSorts)),
})
export type SearchQuery = z.infer<typeof searchQuery>

export const rating = z.object({ average: z.nullable(z.number()), count: z.int() })

export const talentCard = z.object({
  ...userSummary.shape,
  headline: z.string(),
  skills: z.array(z.string()),
  languages: z.array(language),
  timeZone: z.string(),
  /** Price of the cheapest package service, or null if there is none. */
  priceFrom: z.nullable(money),
  rating,
  /** Images of the first portfolio items, at most three. */
  images: z.array(z.object({ url: z.string(), title: z.string() })),
  accepting: z.enum(['open', 'waiting-list', 'closed']),
  /** The steps that the reader may take here: edit their own page, or request an offer from the creator and write to them. */
  actions: z.array(z.enum(talentActions)),
})
export type TalentCard = z.infer<typeof talentCard>

export const searchReply = z.object({
  ...page(talentCard).shape,
  /** Number of all matches. */
  total: z.int(),
  facets: z.object({
    skills: z.array(z.object({ name: z.string(), count: z.int() })),
    languages: z.array(z.object({ name: language, count: z.int() })),
  }),
})
export type SearchReply = z.infer<typeof searchReply>

export const packageService = z.object({
  id,
  title: z.string(),
  description: z.string(),
  price: money,
  /** The price is for the whole package, or per hour. */
  unit: z.enum(['project', 'hour']),
  deliveryDays: z.nullable(z.int()),
})
export type PackageService = z.infer<typeof packageService>

export const portfolioItem = z.object({
  id,
  title: z.string(),
  description: z.string(),
  image: z.string(),
  width: z.int(),
  height: z.int(),
  /** Asset that opens behind the image. */
  asset: z.nullable(assetSummary),
})

export const talentReview = z.object({
  id,
  by: userSummary,
  stars: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  at: isoInstant,
  project: z.string(),
})
export const talentReviews = page(talentReview)
export type TalentReviews = z.infer<typeof talentReviews>

export const talent = z.object({
  ...talentCard.shape,
  about: z.string(),
  services: z.array(packageService),
  portfolio: z.array(portfolioItem),
  reviews: talentReviews,
  completedCount: z.int(),
  memberSince: isoInstant,
})
export type Talent = z.infer<typeof talent>

/** Fields of the user's own public page that the editor saves. */
export const profilePatch = z.strictObject({
  headline: z.optional(text(120, 0)),
  about: z.optional(multilineText(4000, 0)),
  skills: z.optional(z.array(text(40)).check(z.maxLength(20))),
  languages: z.optional(z.array(language).check(z.maxLength(7))),
  timeZone: z.optional(timeZone),
  accepting: z.optional(z.enum(['open', 'waiting-list', 'closed'])),
})
export type ProfilePatch = z.infer<typeof profilePatch>

export const packageServiceBody = z.strictObject({
  title: text(120),
  description: multilineText(2000, 0),
  price: z.strictObject({ amount: minorUnits.check(z.gte(100)), currency }),
  unit: z.enum(['project', 'hour']),
  deliveryDays: z.nullable(z.int().check(z.gte(1), z.lte(365))),
})
export type PackageServiceBody = z.infer<typeof packageServiceBody>

export const portfolioItemBody = z.strictObject({
  title: text(120),
  description: multilineText(2000, 0),
  /** The user's own image; if null, the asset's thumbnail is used. */
  fileId: z._default(z.nullable(id), null),
  /** The user's own converted asset, opened behind the image. */
  assetId: z._default(z.nullable(id), null),
})
export type PortfolioItemBody = z.input<typeof portfolioItemBody>
