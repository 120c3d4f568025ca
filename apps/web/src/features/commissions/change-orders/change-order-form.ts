import { type Milestone } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type ProposeChangeOrderBody } from '@veranda/contract/commissions/change-orders/schemas.ts'
import { type Commission, type ChangeOrder, type Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { changeKindOf } from '@veranda/core/commissions/change-orders/contract.ts'
import { topUpCharge } from '@veranda/core/commissions/change-orders/top-up.ts'
import {
  calculateOfferFees,
  checkFirstDueDate,
  checkMilestoneTerms,
  checkScope,
  type OfferFees,
} from '@veranda/core/commissions/offers/offer-content.ts'
import { type Currency, isCurrency, minor } from '@veranda/core/money/money.ts'
import { currentRates, type Rates } from '@veranda/core/money/rates.ts'
import { type Refusal } from '@veranda/core/result.ts'
import { day, instant } from '@veranda/core/time/instant.ts'
import { formatAmountText } from '../../../components/money/amount-text.ts'
import { toLimitsForm } from '../offers/acceptance-limits-form.ts'
import { endOfDay, toDateInputValue } from '../offers/due-date.ts'
import {
  emptyMilestone,
  type FieldErrors,
  findUnreadable,
  inMegabytes,
  type MilestoneForm,
  toTermsDraft,
} from '../offers/offer-form.ts'

/** Extent to which a milestone can change: in everything, only by growing, only in price, time and rounds, or it is new. */
export type ChangeKind = 'free' | 'grow' | 'review' | 'new'

/** Form state of one milestone of a change order. */
export type ChangedMilestoneForm = MilestoneForm & {
  /** The milestone in the version that was seen; null for a new one. */
  ref: { milestoneId: string; version: number } | null
  number: number
  kind: ChangeKind
  reviewRounds: number
  isDropped: boolean
}

/** Form state of a change order. */
export type ChangeOrderForm = {
  scope: string
  rights: Offer['rights']
  milestones: readonly ChangedMilestoneForm[]
  reason: string
}

/** Returns the content in force, from which a change order begins. */
export function contentOf(commission: Commission): Offer | undefined {
  const accepted = commission.offers.find(({ id }) => id === commission.acceptedOfferId)?.content
  return accepted && { ...accepted, milestones: uncancelled(commission).map((one) => termsOf(one, accepted)) }
}

const uncancelled = ({ milestones }: Pick<Commission, 'milestones'>) =>
  milestones.filter(({ state }) => state !== 'cancelled')

function termsOf(milestone: Milestone, offer: Offer): Offer['milestones'][number] {
  const { title, description, agreed, dueAt, limits } = milestone
  const reviewRounds = agreedRounds(milestone)
  return {
    title,
    description,
    amount: agreed.price,
    dueAt,
    ...(limits && { limits }),
    ...(reviewRounds !== offer.reviewRounds && { reviewRounds }),
  }
}

/** Review rounds that were agreed, without those that the creator added. */
const agreedRounds = ({ rounds, extraRounds }: Milestone) => rounds - extraRounds

const kindOf = ({ state }: Milestone) => (state === 'submitted' ? 'review' : changeKindOf({ state, frozen: false }))

/**
 * Returns the form of the contract in force, with what a change order of the other side wants of it, if this one is to
 * take its place.
 */
export function toChangeOrderForm(
  commission: Commission,
  former: ChangeOrder | undefined,
  language: string,
): ChangeOrderForm {
  const offer = contentOf(commission)
  const currency = currencyOf(commission)
  const formOf = (terms: Offer['milestones'][number], key: string) => ({
    key,
    title: terms.title,
    description: terms.description,
    amount: formatAmountText(terms.amount, currency, language),
    due: toDateInputValue(terms.dueAt),
    formerDueAt: terms.dueAt,
    limits: toLimitsForm(terms.limits, language),
    reviewRounds: terms.reviewRounds ?? offer?.reviewRounds ?? 0,
  })
  const all = uncancelled(commission)
  const milestones = all.flatMap((milestone, position): ChangedMilestoneForm[] => {
    const kind = kindOf(milestone)
    if (kind === 'fixed' || !offer) return []
    const index = former?.origins.indexOf(position) ?? -1
    const wanted = former?.content.milestones[index] ?? termsOf(milestone, offer)
    const { id: milestoneId, version, number } = milestone
    const isDropped = former !== undefined && index < 0
    return [{ ...formOf(wanted, milestoneId), ref: { milestoneId, version }, number, kind, isDropped }]
  })
  const added = (former?.content.milestones ?? []).flatMap((terms, index): ChangedMilestoneForm[] => {
    if (former?.origins[index] !== null) return []
    const number = nextNumber(commission) + index
    return [{ ...formOf(terms, `new-${index}`), ref: null, number, kind: 'new', isDropped: false }]
  })
  const { scope = '', rights = 'full' } = former?.content ?? offer ?? {}
  return { scope, rights, milestones: renumber([...milestones, ...added], commission), reason: '' }
}

const nextNumber = ({ milestones }: Commission) => Math.max(0, ...milestones.map(({ number }) => number)) + 1

/** Returns the milestones with the numbers that new ones will have. */
function renumber(milestones: readonly ChangedMilestoneForm[], commission: Commission): ChangedMilestoneForm[] {
  let next = nextNumber(commission)
  return milestones.map((one) => (one.kind === 'new' ? { ...one, number: next++ } : one))
}

/** Adds a milestone, due two weeks after the last one. */
export function withNewMilestone(
  form: ChangeOrderForm,
  commission: Commission,
  key: string,
  now: number,
): ChangedMilestoneForm[] {
  const reviewRounds = contentOf(commission)?.reviewRounds ?? 0
  const latest = Math.max(now, ...form.milestones.map(({ due }) => endOfDay(due) ?? 0))
  const fresh = { ...emptyMilestone(key, latest + 14 * day), ref: null, number: 0, reviewRounds, isDropped: false }
  return renumber([...form.milestones, { ...fresh, kind: 'new' }], commission)
}

/** Removes a new milestone, or drops one of the contract, or takes it back. */
export function withDropped(form: ChangeOrderForm, commission: Commission, key: string): ChangedMilestoneForm[] {
  const changed = form.milestones
    .filter((one) => one.key !== key || one.kind !== 'new')
    .map((one) => (one.key === key ? { ...one, isDropped: !one.isDropped } : one))
  return renumber(changed, commission)
}

/** A change order as it is sent, and the contract that it leads to. */
export type ParsedChangeOrder = {
  body: Omit<ProposeChangeOrderBody, 'reason'>
  before: Offer
  after: Offer
  origins: (number | null)[]
}

/**
 * Parses a form, or returns the error of every invalid field. Names of fields count the milestones that are sent, which
 * are those that are not dropped.
 */
export function parseChangeOrderForm(
  form: ChangeOrderForm,
  commission: Commission,
  language: string,
  now: number,
): { ok: true; value: ParsedChangeOrder } | { ok: false; errors: FieldErrors } {
  const before = contentOf(commission)
  const currency = currencyOf(commission)
  const errors = new Map<string, Pick<Refusal, 'code' | 'detail'>>()
  const note = ({ code, detail, field = '' }: Refusal) => {
    if (!errors.has(field)) errors.set(field, detail ? { code, detail } : { code })
  }
  const scope = checkScope(form)
  if (!scope.ok) note(scope.refusal)
  const sent = form.milestones.filter(({ isDropped }) => !isDropped)
  const milestones = sent.map((one, index) => {
    const draft = toTermsDraft(one, currency, language)
    for (const [name, code] of findUnreadable(one, currency, language))
      errors.set(`milestones.${index}.${name}`, { code })
    const checked = checkMilestoneTerms(draft, index)
    if (!checked.ok) note(inMegabytes(checked.refusal))
    const isMoved = one.kind === 'new' || new Date(draft.dueAt).toISOString() !== agreedDueAt(commission, one)
    if (isMoved && (one.kind === 'new' || one.kind === 'free')) {
      const due = checkFirstDueDate(draft.dueAt, index, instant(now))
      if (!due.ok) note(due.refusal)
    }
    const { title, description, amount, dueAt } = draft
    const agreed = commission.milestones.find(({ id }) => id === one.ref?.milestoneId)?.agreed.price ?? 0
    if ((one.kind === 'grow' || one.kind === 'review') && amount < agreed)
      errors.set(`milestones.${index}.amount`, { code: 'change-order.price-lower' })
    const limits = checked.ok ? checked.value.limits : undefined
    const terms = { title: title.trim(), description: description.trim(), amount, dueAt: new Date(dueAt).toISOString() }
    return { ...terms, limits: limits ?? null, reviewRounds: one.reviewRounds, ref: one.ref }
  })
  if (errors.size > 0 || !before || !scope.ok) return { ok: false, errors }
  const dropped = form.milestones.flatMap(({ isDropped, ref }) => (isDropped && ref ? [ref] : []))
  const body = { ...scope.value, milestones, dropped }
  return { ok: true, value: { body, before, ...contractAfter(commission, before, body) } }
}

const agreedDueAt = ({ milestones }: Commission, { ref }: ChangedMilestoneForm) =>
  milestones.find(({ id }) => id === ref?.milestoneId)?.dueAt

/** Returns the whole contract that a change order leads to, in the order of the server. */
function contractAfter(
  commission: Commission,
  before: Offer,
  { scope, rights, milestones, dropped }: ParsedChangeOrder['body'],
): Pick<ParsedChangeOrder, 'after' | 'origins'> {
  const written = (one: (typeof milestones)[number]): Offer['milestones'][number] => {
    const { ref: _, limits, reviewRounds, ...terms } = one
    return { ...terms, ...(limits && { limits }), ...(reviewRounds !== before.reviewRounds && { reviewRounds }) }
  }
  const kept = uncancelled(commission).flatMap((milestone, position) => {
    if (dropped.some(({ milestoneId }) => milestoneId === milestone.id)) return []
    const changed = milestones.find(({ ref }) => ref?.milestoneId === milestone.id)
    return [{ terms: changed ? written(changed) : termsOf(milestone, before), origin: position }]
  })
  const added = milestones.filter(({ ref }) => ref === null).map((one) => ({ terms: written(one), origin: null }))
  const all = [...kept, ...added]
  return {
    after: { ...before, scope, rights, milestones: all.map(({ terms }) => terms) },
    origins: all.map(({ origin }) => origin),
  }
}

/** Returns the sums of a contract, by the function that the server uses. */
export function feesOf(content: Offer, rates: Rates = currentRates): OfferFees {
  const currency = isCurrency(content.currency) ? content.currency : 'EUR'
  const milestones = content.milestones.map(({ title, description, amount }) => {
    return { title, description, amount: minor(amount), dueAt: instant(0) }
  })
  return calculateOfferFees({ milestones, currency, rates })
}

/** Returns what the client has yet to pay for milestones that are not funded, fees included. */
export function paysLaterOf({ after, origins }: ParsedChangeOrder, commission: Commission, rates: Rates) {
  const states = uncancelled(commission).map(({ state }) => state)
  const isUnfunded = (_: unknown, index: number) => {
    const origin = origins[index] ?? null
    return origin === null || states[origin] === 'awaiting_funding'
  }
  return feesOf({ ...after, milestones: after.milestones.filter(isUnfunded) }, rates).clientPays
}

/** Returns what the client pays because prices of funded milestones rise, by the function that the server uses. */
export function topUpsIn({ before, after, origins }: ParsedChangeOrder, commission: Commission, rates: Rates) {
  const all = uncancelled(commission)
  const amount = after.milestones.reduce((sum, { amount: raised }, index) => {
    const origin = origins[index] ?? -1
    const [milestone, was] = [all[origin], before.milestones[origin]]
    const isFunded = milestone && changeKindOf({ state: milestone.state, frozen: false }) === 'grow'
    if (!isFunded || !was || raised <= was.amount) return sum
    return sum + topUpCharge(minor(was.amount), minor(raised), rates).clientPays
  }, 0)
  return { amount, currency: after.currency }
}

/** Returns the rates that are frozen into the contract. */
export function ratesOf(commission: Commission): Rates {
  const { rates } = commission.offers.find(({ id }) => id === commission.acceptedOfferId) ?? {}
  if (!rates) return currentRates
  return { ...currentRates, clientFee: rates.clientFeeBasisPoints, creatorFee: rates.creatorFeeBasisPoints }
}

function currencyOf(commission: Commission): Currency {
  const currency = contentOf(commission)?.currency
  return currency !== undefined && isCurrency(currency) ? currency : 'EUR'
}
