import { type OfferContent } from '@veranda/contract/commissions/offer-schemas.ts'

type Terms = OfferContent['milestones'][number]

export type MilestoneChange =
  | { kind: 'added'; number: number; after: Terms }
  | { kind: 'removed'; number: number; before: Terms }
  | { kind: 'changed'; number: number; before: Terms; after: Terms; fields: readonly (keyof Terms)[] }

/** What a version says otherwise than the one before it; a field that is the same is not there. */
export type OfferChanges = {
  scope?: { before: string; after: string }
  rights?: { before: OfferContent['rights']; after: OfferContent['rights'] }
  currency?: { before: string; after: string }
  reviewRounds?: { before: number; after: number }
  reviewWindowDays?: { before: number; after: number }
  /** In the order of the later version; what was removed comes last. */
  milestones: readonly MilestoneChange[]
  /** The price in minor units, without fees. */
  price?: { before: number; after: number }
}

/** Compares two versions. Milestones are paired by title, and those that found none by their place among the rest. */
export function offerChanges(before: OfferContent, after: OfferContent): OfferChanges {
  const price = { before: priceOf(before), after: priceOf(after) }
  return {
    ...differing('scope', before, after),
    ...differing('rights', before, after),
    ...differing('currency', before, after),
    ...differing('reviewRounds', before, after),
    ...differing('reviewWindowDays', before, after),
    milestones: milestoneChanges(before.milestones, after.milestones),
    ...(price.before === price.after && before.currency === after.currency ? {} : { price }),
  }
}

/** How many things differ; nought means the two say the same. */
export function countChanges(changes: OfferChanges): number {
  // The price follows from the milestones, and their list is always there.
  const terms = Object.keys(changes).filter((name) => name !== 'price' && name !== 'milestones')
  return terms.length + changes.milestones.length
}

function differing<K extends 'scope' | 'rights' | 'currency' | 'reviewRounds' | 'reviewWindowDays'>(
  name: K,
  before: OfferContent,
  after: OfferContent,
) {
  return before[name] === after[name] ? {} : { [name]: { before: before[name], after: after[name] } }
}

function milestoneChanges(before: readonly Terms[], after: readonly Terms[]): MilestoneChange[] {
  const pairs = pairUp(before, after)
  const changes: MilestoneChange[] = []
  for (const [index, terms] of after.entries()) {
    const former = pairs.get(index)
    const was = former === undefined ? undefined : before[former]
    if (was === undefined) changes.push({ kind: 'added', number: index + 1, after: terms })
    else {
      const fields = (['title', 'description', 'amount', 'dueAt', 'limits'] as const).filter(
        (name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(terms[name] ?? null),
      )
      if (fields.length > 0) changes.push({ kind: 'changed', number: index + 1, before: was, after: terms, fields })
    }
  }
  const kept = new Set(pairs.values())
  for (const [index, terms] of before.entries()) {
    if (!kept.has(index)) changes.push({ kind: 'removed', number: index + 1, before: terms })
  }
  return changes
}

/** Places in `after` with the places in `before` that they continue. */
function pairUp(before: readonly Terms[], after: readonly Terms[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const free = new Set(before.keys())
  for (const [index, { title }] of after.entries()) {
    const match = [...free].find((place) => before[place]?.title === title)
    if (match === undefined) continue
    pairs.set(index, match)
    free.delete(match)
  }
  for (const index of after.keys()) {
    const [next] = free
    if (pairs.has(index) || next === undefined) continue
    pairs.set(index, next)
    free.delete(next)
  }
  return pairs
}

function priceOf({ milestones }: OfferContent): number {
  return milestones.reduce((total, { amount }) => total + amount, 0)
}
