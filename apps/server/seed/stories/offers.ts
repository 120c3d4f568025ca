import type { OfferContent } from '@veranda/contract/commissions/schemas.ts'

type Part = readonly [title: string, amount: number, dueAt: string, description?: string]

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
    milestones: parts.map(([title, amount, dueAt, description = '']) => ({ title, description, amount, dueAt })),
    reviewRounds: 2,
    reviewWindowDays: 14,
    ...more,
  }
}
