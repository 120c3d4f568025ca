import { findableSteps } from '@veranda/core/talent/page/findable.ts'
import { disciplines, maxPortfolioFiles } from '@veranda/core/talent/portfolio/portfolio.ts'
import { searchFilterNames, searchSorts } from '@veranda/core/talent/search/search.ts'
import { maxSearchHours } from '@veranda/core/talent/search/search-hours.ts'
import { maxSearchedSkills, maxSkillLength, maxSkills } from '@veranda/core/talent/skills/skill-limits.ts'
import { creatorActions } from '@veranda/core/talent/creator-actions.ts'
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
  /** One skill or several, all of which a creator must have. */
  skill: z.optional(
    z.union([
      z.string().check(z.maxLength(60)),
      z.array(z.string().check(z.maxLength(60))).check(z.maxLength(maxSearchedSkills)),
    ]),
  ),
  language: z.optional(language),
  currency: z.optional(currency),
  priceFrom: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  priceTo: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  rating: z.optional(z.coerce.number().check(z.gte(1), z.lte(5))),
  /** Requires a bookable session within seven days. */
  free: z.optional(z.literal('week')),
  /** Requires a bookable session within these hours of `timeZone`: `12345.1800-2100`, or `2026-12-05.1400-1800`. */
  hours: z.optional(
    z.union([
      z.string().check(z.maxLength(40)),
      z.array(z.string().check(z.maxLength(40))).check(z.maxLength(maxSearchHours)),
    ]),
  ),
  timeZone: z.optional(timeZone),
  sort: z.optional(z.enum(searchSorts)),
})
export type SearchQuery = z.infer<typeof searchQuery>

export const rating = z.object({ average: z.nullable(z.number()), count: z.int() })

/** A price is for the whole package, or per hour. */
export const priceUnit = z.enum(['project', 'hour'])

export const creatorCard = z.object({
  ...userSummary.shape,
  headline: z.string(),
  skills: z.array(z.string()),
  languages: z.array(language),
  timeZone: z.string(),
  /** Price of the cheapest package service, or null if there is none. */
  priceFrom: z.nullable(money),
  /** The unit of `priceFrom`; null without one. */
  priceUnit: z.nullable(priceUnit),
  rating,
  /** Images of the first portfolio items, at most three. */
  images: z.array(z.object({ url: z.string(), title: z.string() })),
  accepting: z.enum(['open', 'waiting-list', 'closed']),
  /** The steps that the reader may take here: edit their own page, or request an offer, book a session, and write. */
  actions: z.array(z.enum(creatorActions)),
})
export type CreatorCard = z.infer<typeof creatorCard>

/** A filter that narrows a search; `value` tells several of a kind apart. */
const searchFilter = z.enum(searchFilterNames)

/** A creator in the results, with the words of the search that their page has; all of them without a search text. */
const foundCreator = z.object({ ...creatorCard.shape, matched: z.array(z.string()) })

export const searchReply = z.object({
  ...page(foundCreator).shape,
  /** Number of all matches. */
  total: z.int(),
  /** The words that were searched for, each with the one that replaced it because no creator has the typed word. */
  words: z.array(z.object({ typed: z.string(), corrected: z.nullable(z.string()) })),
  /**
   * Without any match: the filters that stand in the way, one or, where dropping one is not enough, two, with the
   * number of matches there would be without them, most first.
   */
  withoutFilters: z.array(
    z.object({
      filters: z.array(z.object({ filter: searchFilter, value: z.nullable(z.string()) })),
      total: z.int(),
    }),
  ),
  facets: z.object({
    skills: z.array(z.object({ name: z.string(), count: z.int() })),
    languages: z.array(z.object({ name: language, count: z.int() })),
  }),
})
export type SearchReply = z.infer<typeof searchReply>

export const skillsQuery = z.object({ q: z.optional(z.string().check(z.maxLength(maxSkillLength))) })
export type SkillsQuery = z.infer<typeof skillsQuery>

/** Skills to offer for what is typed, best first; `count` creators have it. */
export const skillSuggestions = z.object({ items: z.array(z.object({ name: z.string(), count: z.int() })) })
export type SkillSuggestions = z.infer<typeof skillSuggestions>

export const packageService = z.object({
  id,
  title: z.string(),
  description: z.string(),
  price: money,
  unit: priceUnit,
  deliveryDays: z.nullable(z.int()),
  /** Rounds of changes that the package includes; null leaves it to the offer. */
  reviewRounds: z.nullable(z.int()),
})
export type PackageService = z.infer<typeof packageService>

const portfolioFile = z.object({
  id,
  image: z.string(),
  width: z.int(),
  height: z.int(),
  /** Asset that opens behind the image. */
  asset: z.nullable(assetSummary),
})

export const portfolioItem = z.object({
  id,
  title: z.string(),
  description: z.string(),
  discipline: z.nullable(z.enum(disciplines)),
  /** The cover: image, size and asset of the first file. */
  image: z.string(),
  width: z.int(),
  height: z.int(),
  asset: z.nullable(assetSummary),
  /** At least one, those in 3D first. */
  files: z.array(portfolioFile),
})

export const creatorReview = z.object({
  id,
  by: userSummary,
  stars: z.int(),
  text: z.string(),
  answer: z.nullable(z.string()),
  at: isoInstant,
  project: z.string(),
})
export const creatorReviews = page(creatorReview)
export type CreatorReviews = z.infer<typeof creatorReviews>

export const profile = z.object({
  ...creatorCard.shape,
  about: z.string(),
  services: z.array(packageService),
  portfolio: z.array(portfolioItem),
  reviews: creatorReviews,
  completedCount: z.int(),
  memberSince: isoInstant,
  /** Of the user's own page: the steps that are left until clients find it. Empty for other readers. */
  stepsLeft: z.array(z.enum(findableSteps)),
})
export type Profile = z.infer<typeof profile>

/** Fields of the user's own public page that the editor saves. */
export const profilePatch = z.strictObject({
  headline: z.optional(text(120, 0)),
  about: z.optional(multilineText(4000, 0)),
  skills: z.optional(z.array(text(maxSkillLength)).check(z.maxLength(maxSkills))),
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
  /** As many as an offer may have. */
  reviewRounds: z.nullable(z.int().check(z.gte(0), z.lte(10))),
})
export type PackageServiceBody = z.infer<typeof packageServiceBody>

const newFile = {
  /** The user's own image; if null, the asset's thumbnail is used. */
  fileId: z._default(z.nullable(id), null),
  /** The user's own converted asset, opened behind the image. */
  assetId: z._default(z.nullable(id), null),
}

export const portfolioItemBody = z.strictObject({
  title: text(120),
  description: multilineText(2000, 0),
  discipline: z._default(z.nullable(z.enum(disciplines)), null),
  ...newFile,
  /** More files, after the one above. */
  files: z._default(z.array(z.strictObject(newFile)).check(z.maxLength(maxPortfolioFiles)), []),
})
export type PortfolioItemBody = z.input<typeof portfolioItemBody>

/** Changed fields of a portfolio item; omitted ones stay. `files` are all files in order: those it has by id, or new. */
export const portfolioItemPatch = z.strictObject({
  title: z.optional(text(120)),
  description: z.optional(multilineText(2000, 0)),
  discipline: z.optional(z.nullable(z.enum(disciplines))),
  files: z.optional(
    z
      .array(z.strictObject({ id: z._default(z.nullable(id), null), ...newFile }))
      .check(z.minLength(1), z.maxLength(maxPortfolioFiles)),
  ),
})
export type PortfolioItemPatch = z.input<typeof portfolioItemPatch>

/** The item of the same list before which one is moved; null moves it to the end. */
export const moveBody = z.strictObject({ before: z.nullable(id) })
export type MoveBody = z.infer<typeof moveBody>
