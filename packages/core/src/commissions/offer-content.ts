import { canonicalJson } from '../canonical-json.ts'
import { type Currency, type Minor, isCurrency, minor, mostOfOneDeal, sum } from '../money/money.ts'
import { type Rates, currentRates, reviewWindowDays } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, day } from '../time/instant.ts'
import { type AcceptanceLimits, type LimitsDraft, checkLimits } from '../works/limits.ts'

export const rightsGranted = ['full', 'exclusive-licence', 'non-exclusive-licence'] as const
export type Rights = (typeof rightsGranted)[number]

export type MilestoneTerms = {
  readonly title: string
  readonly description: string
  readonly amount: Minor
  readonly dueAt: Instant
  /** What each delivered version has to keep. */
  readonly limits?: AcceptanceLimits
}

/** What one version of an offer says. It never changes; the hash of its canonical text is what gets accepted. */
export type OfferContent = {
  readonly scope: string
  readonly rights: Rights
  readonly currency: Currency
  readonly milestones: readonly MilestoneTerms[]
  readonly reviewRounds: number
  readonly reviewWindowDays: number
  readonly rates: Rates
}

type MilestoneDraft = {
  readonly title: string
  readonly description: string
  readonly amount: number
  readonly dueAt: Instant
  readonly limits?: LimitsDraft | null | undefined
}

/** An offer as a person wrote it, unchecked. */
export type OfferDraft = {
  readonly scope: string
  readonly rights: string
  readonly currency: string
  readonly milestones: readonly MilestoneDraft[]
  readonly reviewRounds: number
  readonly reviewWindowDays: number
}

export const offerLimits = {
  scope: 8_000,
  title: 120,
  description: 2_000,
  milestones: 20,
  reviewRounds: 10,
  dueWithin: 730 * day,
} as const

/**
 * Makes an offer's content out of a draft, with today's rates frozen into it. Every refusal is `invalid` and names its
 * field (`milestones.0.amount`): offer.scope-missing, offer.rights-unknown, money.unknown-currency,
 * offer.no-milestones, offer.too-many-milestones, offer.title-missing, offer.text-too-long, offer.amount-not-positive,
 * offer.due-in-past, offer.due-too-late, offer.due-out-of-order, offer.rounds-out-of-range,
 * offer.window-out-of-range, money.too-large.
 */
export function checkOffer(draft: OfferDraft, now: Instant, rates: Rates = currentRates): Result<OfferContent> {
  const scope = draft.scope.trim()
  if (scope === '') return invalid('offer.scope-missing', 'scope')
  if (scope.length > offerLimits.scope) return invalid('offer.text-too-long', 'scope', { max: offerLimits.scope })
  const rights = rightsGranted.find((known) => known === draft.rights)
  if (!rights) return invalid('offer.rights-unknown', 'rights')
  const { currency } = draft
  if (!isCurrency(currency)) return invalid('money.unknown-currency', 'currency', { currency })
  if (!isWithin(draft.reviewRounds, 0, offerLimits.reviewRounds)) {
    return invalid('offer.rounds-out-of-range', 'reviewRounds', { max: offerLimits.reviewRounds })
  }
  const { min, max } = reviewWindowDays
  if (!isWithin(draft.reviewWindowDays, min, max)) {
    return invalid('offer.window-out-of-range', 'reviewWindowDays', { min, max })
  }
  const milestones = checkMilestones(draft.milestones, now)
  if (!milestones.ok) return milestones
  return ok({
    scope,
    rights,
    currency,
    milestones: milestones.value,
    reviewRounds: draft.reviewRounds,
    reviewWindowDays: draft.reviewWindowDays,
    rates,
  })
}

function checkMilestones(drafts: OfferDraft['milestones'], now: Instant): Result<MilestoneTerms[]> {
  if (drafts.length === 0) return invalid('offer.no-milestones', 'milestones')
  if (drafts.length > offerLimits.milestones) {
    return invalid('offer.too-many-milestones', 'milestones', { max: offerLimits.milestones })
  }
  const checked: MilestoneTerms[] = []
  for (const [index, draft] of drafts.entries()) {
    const field = (name: string) => `milestones.${index}.${name}`
    const title = draft.title.trim()
    const description = draft.description.trim()
    if (title === '') return invalid('offer.title-missing', field('title'))
    if (title.length > offerLimits.title)
      return invalid('offer.text-too-long', field('title'), { max: offerLimits.title })
    if (description.length > offerLimits.description) {
      return invalid('offer.text-too-long', field('description'), { max: offerLimits.description })
    }
    if (!Number.isSafeInteger(draft.amount) || draft.amount > mostOfOneDeal)
      return invalid('money.too-large', field('amount'))
    if (draft.amount <= 0) return invalid('offer.amount-not-positive', field('amount'))
    if (draft.dueAt <= now) return invalid('offer.due-in-past', field('dueAt'))
    if (draft.dueAt > now + offerLimits.dueWithin) return invalid('offer.due-too-late', field('dueAt'))
    const before = checked.at(-1)
    if (before && draft.dueAt < before.dueAt) return invalid('offer.due-out-of-order', field('dueAt'))
    const limits = draft.limits ? checkLimits(draft.limits) : undefined
    if (limits?.ok === false)
      return invalid(limits.refusal.code, field(limits.refusal.field ?? 'limits'), limits.refusal.detail)
    const terms = { title, description, amount: minor(draft.amount), dueAt: draft.dueAt }
    checked.push(limits ? { ...terms, limits: limits.value } : terms)
  }
  const price = sum(
    checked.map(({ amount }) => amount),
    'milestones',
  )
  if (!price.ok) return price
  return price.value > mostOfOneDeal ? invalid('money.too-large', 'milestones') : ok(checked)
}

/** The price in minor units: the sum of the milestones, without fees. */
export function priceOf(content: Pick<OfferContent, 'milestones'>): Minor {
  return minor(content.milestones.reduce((total, { amount }) => total + amount, 0))
}

/** The one text of a content, to be hashed with sha256; equal contents have equal text everywhere. */
export function canonicalText(content: OfferContent): string {
  return canonicalJson({
    ...content,
    milestones: content.milestones.map(({ limits, ...terms }) =>
      limits ? { ...terms, limits: { ...limits, size: limits.size && { ...limits.size } } } : terms,
    ),
    rates: { ...content.rates },
  })
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

function invalid(code: string, field: string, detail: Record<string, string | number> = {}) {
  return refuse(code, 'invalid', { field, detail })
}
