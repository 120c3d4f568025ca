import { type Offer, type OfferVersion, type RequestedService } from '@veranda/contract/commissions/offers/schemas.ts'
import { checkAcceptanceLimits, type LimitsDraft } from '@veranda/core/assets/acceptance-limits.ts'
import { bytesPerMebibyte } from '@veranda/core/assets/upload-rules.ts'
import {
  calculateOfferFees,
  checkOffer,
  type MilestoneTermsDraft,
  type OfferDraft,
  type OfferFees,
  rightsGranted,
} from '@veranda/core/commissions/offers/offer-content.ts'
import { type Currency, isCurrency, minor } from '@veranda/core/money/money.ts'
import { currentRates, reviewWindowDays } from '@veranda/core/money/rates.ts'
import { type Refusal } from '@veranda/core/result.ts'
import { day, instant } from '@veranda/core/time/instant.ts'
import { formatAmountText, parseAmountText } from '../../../components/money/amount-text.ts'
import { findNumberErrors, type LimitsForm, noLimits, toLimitsDraft, toLimitsForm } from './acceptance-limits-form.ts'
import { endOfDay, toDateInputValue } from './due-date.ts'

/** Form state of one milestone. `key` stays with the row when rows move. */
export type MilestoneForm = {
  key: string
  title: string
  description: string
  amount: string
  due: string
  /** When it is due in the version that this one is based on. */
  formerDueAt?: string
  /** Missing in drafts stored before limits existed. */
  limits?: LimitsForm
}

/** Form state of an offer; amounts and days stay text until they are parsed. */
export type OfferForm = {
  scope: string
  rights: Offer['rights']
  currency: Currency
  milestones: readonly MilestoneForm[]
  reviewRounds: number
  reviewWindowDays: number
}

/** Errors by the name of the field on the wire. */
export type FieldErrors = ReadonlyMap<string, Pick<Refusal, 'code' | 'detail'>>

/** Returns the form state of offer content, in the notation of the language. */
export function toOfferForm(content: Offer, language: string): OfferForm {
  const currency = isCurrency(content.currency) ? content.currency : 'EUR'
  return {
    ...content,
    currency,
    milestones: content.milestones.map((terms, index) => ({
      key: `m${index}`,
      title: terms.title,
      description: terms.description,
      amount: formatAmountText(terms.amount, currency, language),
      due: toDateInputValue(terms.dueAt),
      formerDueAt: terms.dueAt,
      limits: toLimitsForm(terms.limits, language),
    })),
  }
}

/** Returns the form state of a first offer: one milestone due in three weeks. */
function emptyOffer(currency: Currency, now: number): OfferForm {
  return {
    scope: '',
    rights: rightsGranted[0],
    currency,
    milestones: [emptyMilestone('m0', now + 21 * day)],
    reviewRounds: 2,
    reviewWindowDays: reviewWindowDays.default,
  }
}

/**
 * Returns the form state of a first offer for a request: of the service that was requested, with what it
 * includes as the scope, its rounds of changes, and its title, price and delivery time as the only milestone, else an
 * empty one.
 */
export function firstOffer(
  currency: Currency,
  service: RequestedService | null,
  now: number,
  language: string,
): OfferForm {
  const empty = emptyOffer(currency, now)
  if (service === null || !isCurrency(service.price.currency)) return empty
  const { title, description = '', unit, deliveryDays, reviewRounds } = service
  const { amount, currency: known } = { ...service.price, currency: service.price.currency }
  const milestones = empty.milestones.map((milestone) => ({
    ...milestone,
    title,
    // The price of an hour is not the price of the work.
    amount: unit === 'hour' ? '' : formatAmountText(amount, known, language),
    due: deliveryDays === null ? milestone.due : toDateInputValue(new Date(now + deliveryDays * day).toISOString()),
  }))
  const terms = { scope: description, reviewRounds: reviewRounds ?? empty.reviewRounds }
  return { ...empty, ...terms, currency: known, milestones }
}

export function emptyMilestone(key: string, due: number): MilestoneForm {
  return {
    key,
    title: '',
    description: '',
    amount: '',
    due: toDateInputValue(new Date(due).toISOString()),
    limits: noLimits,
  }
}

/** Parses a form into offer content, or returns the error of every invalid field. */
export function parseOfferForm(
  form: OfferForm,
  language: string,
  now: number,
): { ok: true; content: Offer } | { ok: false; errors: FieldErrors } {
  const errors = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  const draft = toOfferDraft(form, language)
  for (const [index, milestone] of form.milestones.entries()) {
    for (const [name, code] of findUnreadable(milestone, form.currency, language)) {
      errors.set(`milestones.${index}.${name}`, { code })
    }
  }
  for (const part of splitForValidation(draft, now)) {
    const checked = checkOffer(part.draft, instant(now))
    if (checked.ok) continue
    const { code, detail, field = '' } = inMegabytes(checked.refusal)
    const name = part.index === undefined ? field : field.replace('milestones.0.', `milestones.${part.index}.`)
    if (!errors.has(name)) errors.set(name, detail ? { code, detail } : { code })
  }
  if (errors.size > 0) return { ok: false, errors }
  return { ok: true, content: toOfferContent(form, draft) }
}

/** Returns the fields of a milestone that cannot be parsed, with the code of each. */
export function findUnreadable(milestone: MilestoneForm, currency: Currency, language: string): [string, string][] {
  const read = parseAmountText(milestone.amount, currency, language)
  const limits = findNumberErrors(milestone.limits ?? noLimits, language)
  return [
    ...(read.ok ? [] : [['amount', `amount.${read.fault}`] satisfies [string, string]]),
    ...(endOfDay(milestone.due) === undefined ? [['dueAt', 'due.missing'] satisfies [string, string]] : []),
    ...limits.map(([name, code]): [string, string] => [`limits.${name}`, code]),
  ]
}

/** Calculates what both sides pay and receive for the current form; unreadable amounts count as 0. */
export function previewFees(form: OfferForm, language: string): OfferFees {
  const milestones = toOfferDraft(form, language).milestones.map(({ title, description, amount, dueAt }) => {
    return { title, description, dueAt, amount: minor(Math.min(Math.max(amount, 0), 1e13)) }
  })
  return calculateOfferFees({ milestones, currency: form.currency, rates: currentRates })
}

/** Returns the version before this one; undefined for the first. */
export function previousVersion(offers: readonly OfferVersion[], offer: OfferVersion): OfferVersion | undefined {
  return offers.filter((other) => other.number < offer.number).sort((a, b) => b.number - a.number)[0]
}

function toOfferDraft(form: OfferForm, language: string): OfferDraft {
  return {
    ...form,
    milestones: form.milestones.map((milestone) => toTermsDraft(milestone, form.currency, language)),
  }
}

/** Returns the terms of a milestone for the core; what cannot be parsed becomes 0. */
export function toTermsDraft(
  { title, description, amount, due, formerDueAt, limits = noLimits }: MilestoneForm,
  currency: Currency,
  language: string,
): MilestoneTermsDraft {
  const read = parseAmountText(amount, currency, language)
  // A day that was not changed keeps its time: the end of the day elsewhere is another one.
  const isSameDay = formerDueAt !== undefined && toDateInputValue(formerDueAt) === due
  const dueAt = instant(isSameDay ? Date.parse(formerDueAt) : (endOfDay(due) ?? 0))
  return { title, description, amount: read.ok ? read.amount : 0, dueAt, limits: toLimitsDraft(limits, language) }
}

/** Splits the draft into parts that the core checks one by one, so that all invalid fields are reported at once. */
function* splitForValidation(draft: OfferDraft, now: number): Generator<{ draft: OfferDraft; index?: number }> {
  const valid = { title: '-', description: '', amount: 1, dueAt: instant(now + day) }
  yield { draft: { ...draft, milestones: [valid] } }
  const otherwiseValid = { ...draft, scope: '-', reviewRounds: 1, reviewWindowDays: reviewWindowDays.default }
  for (const [index, milestone] of draft.milestones.entries()) {
    for (const name of ['title', 'description', 'amount', 'dueAt', 'limits'] as const) {
      yield { draft: { ...otherwiseValid, milestones: [{ ...valid, [name]: milestone[name] }] }, index }
    }
  }
  yield { draft: otherwiseValid }
}

/** Converts the bound of a file-size refusal to megabytes, the unit of the field. */
export function inMegabytes(refusal: Refusal): Refusal {
  const max = refusal.detail?.['max']
  if (!refusal.field?.endsWith('.limits.maxBytes') || max === undefined) return refusal
  return { ...refusal, code: 'limits.too-heavy', detail: { max: Number(max) / bytesPerMebibyte } }
}

function toOfferContent(form: OfferForm, draft: OfferDraft): Offer {
  return {
    scope: form.scope.trim(),
    rights: form.rights,
    currency: form.currency,
    reviewRounds: form.reviewRounds,
    reviewWindowDays: form.reviewWindowDays,
    milestones: draft.milestones.map((terms) => ({
      title: terms.title.trim(),
      description: terms.description.trim(),
      amount: terms.amount,
      dueAt: new Date(terms.dueAt).toISOString(),
      ...checkedLimits(terms.limits),
    })),
  }
}

function checkedLimits(draft: LimitsDraft | null | undefined): Pick<Offer['milestones'][number], 'limits'> {
  const checked = draft ? checkAcceptanceLimits(draft) : undefined
  // Errors were reported before anything is sent.
  return checked?.ok ? { limits: checked.value } : {}
}
