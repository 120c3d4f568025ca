import {
  type ChangeOrder,
  type Commission,
  type Offer,
  type OfferVersion,
} from '@veranda/contract/commissions/offers/schemas.ts'

type MilestoneTerms = Offer['milestones'][number]

export type MilestoneDiff =
  | { kind: 'added'; number: number; after: MilestoneTerms }
  | { kind: 'removed'; number: number; before: MilestoneTerms }
  | {
      kind: 'changed'
      number: number
      before: MilestoneTerms
      after: MilestoneTerms
      fields: readonly (keyof MilestoneTerms)[]
    }

/** Differences between a version and the one before it; equal fields are absent. */
export type OfferDiff = {
  scope?: { before: string; after: string }
  rights?: { before: Offer['rights']; after: Offer['rights'] }
  currency?: { before: string; after: string }
  reviewRounds?: { before: number; after: number }
  reviewWindowDays?: { before: number; after: number }
  /** In the order of the later version; removed milestones come last. */
  milestones: readonly MilestoneDiff[]
  /** The price in minor units, without fees. */
  price?: { before: number; after: number }
}

/**
 * Compares two versions. Milestones are matched by `origins` where they are known: for each of the later version its
 * position in the other, null for a new one. Otherwise they are matched by title, the rest by position.
 */
export function diffOffers(before: Offer, after: Offer, origins?: readonly (number | null)[]): OfferDiff {
  const price = { before: priceOf(before), after: priceOf(after) }
  return {
    ...fieldDiff('scope', before, after),
    ...fieldDiff('rights', before, after),
    ...fieldDiff('currency', before, after),
    ...fieldDiff('reviewRounds', before, after),
    ...fieldDiff('reviewWindowDays', before, after),
    milestones: diffMilestones(before, after, origins),
    ...(price.before === price.after && before.currency === after.currency ? {} : { price }),
  }
}

/** Returns the change order that became this version of the contract; undefined for an offer. */
export function signedChangeOf({ changeOrders }: Commission, { hash }: OfferVersion): ChangeOrder | undefined {
  return changeOrders.find((order) => order.state === 'accepted' && order.hash === hash)
}

/** Returns the number of differences as they are listed, one a line; 0 means the versions are equal. */
export function countDifferences({ milestones, ...terms }: OfferDiff): number {
  const lines = milestones.map((change) => (change.kind === 'changed' ? change.fields.length : 1))
  return lines.reduce((sum, count) => sum + count, Object.keys(terms).length)
}

function fieldDiff<K extends 'scope' | 'rights' | 'currency' | 'reviewRounds' | 'reviewWindowDays'>(
  name: K,
  before: Offer,
  after: Offer,
) {
  return before[name] === after[name] ? {} : { [name]: { before: before[name], after: after[name] } }
}

/** Returns the terms of a milestone with its review rounds, which are those of the offer where it names none. */
const withRounds = (offer: Offer) => offer.milestones.map((terms) => ({ reviewRounds: offer.reviewRounds, ...terms }))

function diffMilestones(
  beforeOffer: Offer,
  afterOffer: Offer,
  origins: readonly (number | null)[] | undefined,
): MilestoneDiff[] {
  // The rounds of a whole version are compared apart.
  const [before, after] = origins
    ? [withRounds(beforeOffer), withRounds(afterOffer)]
    : [beforeOffer.milestones, afterOffer.milestones]
  const pairs = origins ? pairsOf(origins) : matchMilestones(before, after)
  const changes: MilestoneDiff[] = []
  for (const [index, terms] of after.entries()) {
    const previousIndex = pairs.get(index)
    const previous = previousIndex === undefined ? undefined : before[previousIndex]
    if (previous === undefined) changes.push({ kind: 'added', number: index + 1, after: terms })
    else {
      const fields = (['title', 'description', 'amount', 'dueAt', 'limits', 'reviewRounds'] as const).filter(
        (name) => JSON.stringify(previous[name] ?? null) !== JSON.stringify(terms[name] ?? null),
      )
      if (fields.length > 0)
        changes.push({ kind: 'changed', number: index + 1, before: previous, after: terms, fields })
    }
  }
  const matched = new Set(pairs.values())
  for (const [index, terms] of before.entries()) {
    if (!matched.has(index)) changes.push({ kind: 'removed', number: index + 1, before: terms })
  }
  return changes
}

function pairsOf(origins: readonly (number | null)[]): Map<number, number> {
  return new Map(origins.flatMap((origin, index) => (origin === null ? [] : [[index, origin]])))
}

/** Maps each index in `after` to the index in `before` that it continues. */
function matchMilestones(before: readonly MilestoneTerms[], after: readonly MilestoneTerms[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const unmatched = new Set(before.keys())
  for (const [index, { title }] of after.entries()) {
    const match = [...unmatched].find((place) => before[place]?.title === title)
    if (match === undefined) continue
    pairs.set(index, match)
    unmatched.delete(match)
  }
  for (const index of after.keys()) {
    const [next] = unmatched
    if (pairs.has(index) || next === undefined) continue
    pairs.set(index, next)
    unmatched.delete(next)
  }
  return pairs
}

function priceOf({ milestones }: Offer): number {
  return milestones.reduce((total, { amount }) => total + amount, 0)
}
