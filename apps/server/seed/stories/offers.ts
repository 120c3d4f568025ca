import type { OfferContent } from '@veranda/contract/commissions/offer-schemas.ts'

type Terms = OfferContent['milestones'][number]
type Part = readonly [title: string, amount: number, dueAt: string, description?: string, limits?: Terms['limits']]

/** An offer's content from its parts, with the usual terms. Amounts are minor units. */
export function offerOf(
  scope: string,
  currency: string,
  parts: readonly Part[],
  more: Partial<OfferContent> = {},
): OfferContent {
  return {
    scope,
    rights: 'full',
    currency,
    milestones: parts.map(([title, amount, dueAt, description = '', limits = null]) => ({
      title,
      description,
      amount,
      dueAt,
      ...(limits ? { limits } : {}),
    })),
    reviewRounds: 2,
    reviewWindowDays: 14,
    ...more,
  }
}
