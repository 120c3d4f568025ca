import { type OfferContent, type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { checkOffer, type OfferDraft, rightsGranted } from '@veranda/core/commissions/offer-content.ts'
import { type FeesShown, feesShown } from '@veranda/core/commissions/fees-shown.ts'
import { type Currency, isCurrency, minor } from '@veranda/core/money/money.ts'
import { currentRates, reviewWindowDays } from '@veranda/core/money/rates.ts'
import { type Refusal } from '@veranda/core/result.ts'
import { checkLimits, type LimitsDraft } from '@veranda/core/works/limits.ts'
import { day, instant } from '@veranda/core/time/instant.ts'
import { amountText, readAmountText } from '../../parts/amount-text.ts'
import { dayOf, endOfDay } from './due-day.ts'
import { figureFaults, type LimitsForm, limitsDraftOf, limitsFormOf, mebibyte, noLimits } from './limits-form.ts'

/** One milestone as it is being typed. `key` stays with the row while rows move. */
export type MilestoneForm = {
  key: string
  title: string
  description: string
  amount: string
  due: string
  /** Left out by drafts that were begun before there were limits. */
  limits?: LimitsForm
}

/** An offer as it is being typed: amounts and days are text until they are read. */
export type OfferForm = {
  scope: string
  rights: OfferContent['rights']
  currency: Currency
  milestones: readonly MilestoneForm[]
  reviewRounds: number
  reviewWindowDays: number
}

/** What is wrong, by the name of the field as the server names it. */
export type Faults = ReadonlyMap<string, Pick<Refusal, 'code' | 'detail'>>

/** A form that holds this content, in the words and marks of the language. */
export function formOf(content: OfferContent, language: string): OfferForm {
  const currency = isCurrency(content.currency) ? content.currency : 'EUR'
  return {
    ...content,
    currency,
    milestones: content.milestones.map((terms, index) => ({
      key: `m${index}`,
      title: terms.title,
      description: terms.description,
      amount: amountText(terms.amount, currency, language),
      due: dayOf(terms.dueAt),
      limits: limitsFormOf(terms.limits, language),
    })),
  }
}

/** The form that a first offer starts from: one milestone, due in three weeks. */
export function emptyOffer(currency: Currency, now: number): OfferForm {
  return {
    scope: '',
    rights: rightsGranted[0],
    currency,
    milestones: [emptyMilestone('m0', now + 21 * day)],
    reviewRounds: 2,
    reviewWindowDays: reviewWindowDays.default,
  }
}

export function emptyMilestone(key: string, due: number): MilestoneForm {
  return { key, title: '', description: '', amount: '', due: dayOf(new Date(due).toISOString()), limits: noLimits }
}

/** Makes the content to send out of a form, or says for every field what is wrong with it. */
export function readOffer(
  form: OfferForm,
  language: string,
  now: number,
): { ok: true; content: OfferContent } | { ok: false; faults: Faults } {
  const faults = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  const draft = draftOf(form, language)
  for (const [index, milestone] of form.milestones.entries()) {
    const read = readAmountText(milestone.amount, form.currency, language)
    if (!read.ok) faults.set(`milestones.${index}.amount`, { code: `amount.${read.fault}` })
    if (endOfDay(milestone.due) === undefined) faults.set(`milestones.${index}.dueAt`, { code: 'due.missing' })
    for (const [name, code] of figureFaults(milestone.limits ?? noLimits, language)) {
      faults.set(`milestones.${index}.limits.${name}`, { code })
    }
  }
  for (const part of partsOf(draft, now)) {
    const checked = checkOffer(part.draft, instant(now))
    if (checked.ok) continue
    const { code, detail, field = '' } = inMegabytes(checked.refusal)
    const name = part.index === undefined ? field : field.replace('milestones.0.', `milestones.${part.index}.`)
    if (!faults.has(name)) faults.set(name, detail ? { code, detail } : { code })
  }
  if (faults.size > 0) return { ok: false, faults }
  return { ok: true, content: wireOf(form, draft) }
}

/** What both sides pay and get as the form stands; what cannot be read yet counts as nothing. */
export function feesOf(form: OfferForm, language: string): FeesShown {
  const milestones = draftOf(form, language).milestones.map(({ title, description, amount, dueAt }) => {
    return { title, description, dueAt, amount: minor(Math.min(Math.max(amount, 0), 1e13)) }
  })
  return feesShown({ milestones, currency: form.currency, rates: currentRates })
}

/** The former version that a version answers; undefined for the first. */
export function formerOf(offers: readonly OfferVersion[], offer: OfferVersion): OfferVersion | undefined {
  return offers.filter((other) => other.number < offer.number).sort((a, b) => b.number - a.number)[0]
}

function draftOf(form: OfferForm, language: string): OfferDraft {
  return {
    ...form,
    milestones: form.milestones.map(({ title, description, amount, due, limits = noLimits }) => {
      const read = readAmountText(amount, form.currency, language)
      const dueAt = instant(endOfDay(due) ?? 0)
      return { title, description, amount: read.ok ? read.amount : 0, dueAt, limits: limitsDraftOf(limits, language) }
    }),
  }
}

/** The draft in parts that the core checks one by one, so that every field at fault is named at once. */
function* partsOf(draft: OfferDraft, now: number): Generator<{ draft: OfferDraft; index?: number }> {
  const sound = { title: '-', description: '', amount: 1, dueAt: instant(now + day) }
  yield { draft: { ...draft, milestones: [sound] } }
  const general = { ...draft, scope: '-', reviewRounds: 1, reviewWindowDays: reviewWindowDays.default }
  for (const [index, milestone] of draft.milestones.entries()) {
    for (const name of ['title', 'description', 'amount', 'dueAt', 'limits'] as const) {
      yield { draft: { ...general, milestones: [{ ...sound, [name]: milestone[name] }] }, index }
    }
  }
  yield { draft: general }
}

/** The weight of a file is typed in megabytes, so its bound is said in them. */
function inMegabytes(refusal: Refusal): Refusal {
  const max = refusal.detail?.['max']
  if (refusal.field !== 'milestones.0.limits.maxBytes' || max === undefined) return refusal
  return { ...refusal, code: 'limits.too-heavy', detail: { max: Number(max) / mebibyte } }
}

function wireOf(form: OfferForm, draft: OfferDraft): OfferContent {
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
      ...limitsOf(terms.limits),
    })),
  }
}

function limitsOf(draft: LimitsDraft | null | undefined): Pick<OfferContent['milestones'][number], 'limits'> {
  const checked = draft ? checkLimits(draft) : undefined
  // What is at fault was named before anything is sent.
  return checked?.ok ? { limits: checked.value } : {}
}
