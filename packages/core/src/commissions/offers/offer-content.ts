import { canonicalJson } from '../../canonical-json.ts'
import { type Split, split } from '../../money/fees.ts'
import {
  type Currency,
  isCurrency,
  maxAgreementAmount,
  type Minor,
  minor,
  type Money,
  money,
  sum,
} from '../../money/money.ts'
import { currentRates, type Rates, reviewWindowDays } from '../../money/rates.ts'
import { ok, refuse, type Result } from '../../result.ts'
import { day, type Instant } from '../../time/instant.ts'
import { type AcceptanceLimits, checkAcceptanceLimits, type LimitsDraft } from '../../assets/acceptance-limits.ts'

export const rightsGranted = ['full', 'exclusive-licence', 'non-exclusive-licence'] as const
export type Rights = (typeof rightsGranted)[number]

export type MilestoneTerms = {
  readonly title: string
  readonly description: string
  readonly amount: Minor
  readonly dueAt: Instant
  /** Limits that each delivered version has to keep. */
  readonly limits?: AcceptanceLimits
  /** Review rounds of this milestone, where a change order set them; otherwise those of the offer. */
  readonly reviewRounds?: number
}

/** An offer: the content of one of its versions. It never changes; the hash of its canonical text is what gets accepted. */
export type Offer = {
  readonly scope: string
  readonly rights: Rights
  readonly currency: Currency
  readonly milestones: readonly MilestoneTerms[]
  readonly reviewRounds: number
  readonly reviewWindowDays: number
  readonly rates: Rates
}

/** The terms of a milestone as a user wrote them, unchecked. */
export type MilestoneTermsDraft = {
  readonly title: string
  readonly description: string
  readonly amount: number
  readonly dueAt: Instant
  readonly limits?: LimitsDraft | null | undefined
}

/** An offer as a user wrote it, unchecked. */
export type OfferDraft = {
  readonly scope: string
  readonly rights: string
  readonly currency: string
  readonly milestones: readonly MilestoneTermsDraft[]
  readonly reviewRounds: number
  readonly reviewWindowDays: number
}

export const offerLimits = {
  scope: 8_000,
  title: 120,
  description: 2_000,
  milestones: 20,
  reviewRounds: 10,
  dueWithinMs: 730 * day,
} as const

/**
 * Checks a draft and returns its content with the current rates frozen into it. Every refusal is `invalid` and names
 * its field (`milestones.0.amount`): offer.scope-missing, offer.rights-unknown, money.unknown-currency,
 * offer.no-milestones, offer.too-many-milestones, offer.title-missing, offer.text-too-long, offer.amount-not-positive,
 * offer.due-in-past, offer.due-too-late, offer.due-out-of-order, offer.rounds-out-of-range, offer.window-out-of-range,
 * money.too-large.
 */
export function checkOffer(draft: OfferDraft, now: Instant, rates: Rates = currentRates): Result<Offer> {
  const scope = checkScope(draft)
  if (!scope.ok) return scope
  const { currency } = draft
  if (!isCurrency(currency)) return invalidField('money.unknown-currency', 'currency', { currency })
  if (!isWithin(draft.reviewRounds, 0, offerLimits.reviewRounds)) {
    return invalidField('offer.rounds-out-of-range', 'reviewRounds', { max: offerLimits.reviewRounds })
  }
  const { min, max } = reviewWindowDays
  if (!isWithin(draft.reviewWindowDays, min, max)) {
    return invalidField('offer.window-out-of-range', 'reviewWindowDays', { min, max })
  }
  const milestones = checkMilestones(draft.milestones, now)
  if (!milestones.ok) return milestones
  return ok({
    ...scope.value,
    currency,
    milestones: milestones.value,
    reviewRounds: draft.reviewRounds,
    reviewWindowDays: draft.reviewWindowDays,
    rates,
  })
}

/** Checks the scope and the rights. Refuses offer.scope-missing, offer.text-too-long and offer.rights-unknown (invalid). */
export function checkScope(draft: Pick<OfferDraft, 'scope' | 'rights'>): Result<Pick<Offer, 'scope' | 'rights'>> {
  const scope = draft.scope.trim()
  if (scope === '') return invalidField('offer.scope-missing', 'scope')
  if (scope.length > offerLimits.scope) return invalidField('offer.text-too-long', 'scope', { max: offerLimits.scope })
  const rights = rightsGranted.find((known) => known === draft.rights)
  return rights ? ok({ scope, rights }) : invalidField('offer.rights-unknown', 'rights')
}

function checkMilestones(drafts: OfferDraft['milestones'], now: Instant): Result<MilestoneTerms[]> {
  if (drafts.length === 0) return invalidField('offer.no-milestones', 'milestones')
  if (drafts.length > offerLimits.milestones) {
    return invalidField('offer.too-many-milestones', 'milestones', { max: offerLimits.milestones })
  }
  const checked: MilestoneTerms[] = []
  for (const [index, draft] of drafts.entries()) {
    const terms = checkMilestoneTerms(draft, index)
    if (!terms.ok) return terms
    const dueAt = checkFirstDueDate(draft.dueAt, index, now)
    if (!dueAt.ok) return dueAt
    const before = checked.at(-1)
    if (before && draft.dueAt < before.dueAt) return invalidField('offer.due-out-of-order', `milestones.${index}.dueAt`)
    checked.push(terms.value)
  }
  const price = checkPrice(checked)
  return price.ok ? ok(checked) : price
}

/** Checks that the milestones together cost no more than an agreement may. Refuses money.too-large (invalid). */
export function checkPrice(milestones: readonly Pick<MilestoneTerms, 'amount'>[]): Result<Minor> {
  const price = sum(
    milestones.map(({ amount }) => amount),
    'milestones',
  )
  if (!price.ok) return price
  return price.value > maxAgreementAmount ? invalidField('money.too-large', 'milestones') : price
}

/** Checks the texts, the price and the limits of the milestone at `index`; not when it is due. */
export function checkMilestoneTerms(draft: MilestoneTermsDraft, index: number): Result<MilestoneTerms> {
  const field = (name: string) => `milestones.${index}.${name}`
  const title = draft.title.trim()
  const description = draft.description.trim()
  if (title === '') return invalidField('offer.title-missing', field('title'))
  if (title.length > offerLimits.title)
    return invalidField('offer.text-too-long', field('title'), { max: offerLimits.title })
  if (description.length > offerLimits.description) {
    return invalidField('offer.text-too-long', field('description'), { max: offerLimits.description })
  }
  if (!Number.isSafeInteger(draft.amount) || draft.amount > maxAgreementAmount)
    return invalidField('money.too-large', field('amount'))
  if (draft.amount <= 0) return invalidField('offer.amount-not-positive', field('amount'))
  const limits = draft.limits ? checkAcceptanceLimits(draft.limits) : undefined
  if (limits?.ok === false)
    return invalidField(limits.refusal.code, field(limits.refusal.field ?? 'limits'), limits.refusal.detail)
  const terms = { title, description, amount: minor(draft.amount), dueAt: draft.dueAt }
  return ok(limits ? { ...terms, limits: limits.value } : terms)
}

/** Checks the due date of a milestone that is not funded. Refuses offer.due-in-past and offer.due-too-late (invalid). */
export function checkFirstDueDate(dueAt: Instant, index: number, now: Instant): Result<Instant> {
  const field = `milestones.${index}.dueAt`
  if (dueAt <= now) return invalidField('offer.due-in-past', field)
  return dueAt > now + offerLimits.dueWithinMs ? invalidField('offer.due-too-late', field) : ok(dueAt)
}

/** Returns the canonical text of the content for hashing with sha256; equal contents have equal texts everywhere. */
export function canonicalOfferText(content: Offer): string {
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

function invalidField(code: string, field: string, detail: Record<string, string | number> = {}) {
  return refuse(code, 'invalid', { field, detail })
}

/** The fees shown to both sides before acceptance: totals, and the same amounts for each milestone in order. */
export type OfferFees = {
  readonly price: Money
  readonly clientFee: Money
  readonly clientPays: Money
  readonly creatorFee: Money
  readonly creatorReceives: Money
  readonly milestones: readonly { readonly clientPays: Money; readonly creatorReceives: Money }[]
}

/**
 * Calculates the fees of an offer. Milestones are charged one by one, so totals are sums of the milestones' rounded
 * fees.
 */
export function calculateOfferFees(content: Pick<Offer, 'milestones' | 'currency' | 'rates'>): OfferFees {
  const splits = content.milestones.map(({ amount }) => split(amount, content.rates))
  const total = (name: keyof Split) =>
    money(
      splits.reduce((before, one) => minor(before + one[name]), minor(0)),
      content.currency,
    )
  return {
    price: total('price'),
    clientFee: total('clientFee'),
    clientPays: total('clientPays'),
    creatorFee: total('creatorFee'),
    creatorReceives: total('creatorReceives'),
    milestones: splits.map(({ clientPays, creatorReceives }) => ({
      clientPays: money(clientPays, content.currency),
      creatorReceives: money(creatorReceives, content.currency),
    })),
  }
}
