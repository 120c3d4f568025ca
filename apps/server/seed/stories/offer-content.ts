import type { Offer } from '@veranda/contract/commissions/offers/schemas.ts'

type MilestoneTerms = Offer['milestones'][number]
type MilestoneTuple = readonly [
  title: string,
  amount: number,
  dueAt: string,
  description?: string,
  limits?: MilestoneTerms['limits'],
]

/** Builds an offer's content from its milestones, with the usual terms. Amounts are in minor units. */
export function offerContent(
  scope: string,
  currency: string,
  milestones: readonly MilestoneTuple[],
  overrides: Partial<Offer> = {},
): Offer {
  return {
    scope,
    rights: 'full',
    currency,
    milestones: milestones.map(([title, amount, dueAt, description = '', limits = null]) => ({
      title,
      description,
      amount,
      dueAt,
      ...(limits ? { limits } : {}),
    })),
    reviewRounds: 2,
    reviewWindowDays: 14,
    ...overrides,
  }
}
