import type { Offer } from '@veranda/contract/commissions/offers/schemas.ts'
import { severalLines, type Write } from './payloads.ts'

const dayMs = 86_400_000

/** Returns an offer with script in its texts; all of its milestones have the same. */
export const offerContent = (write: Write, milestoneCount = 1): Offer => ({
  scope: write('scope', severalLines),
  rights: 'full',
  currency: 'EUR',
  milestones: Array.from({ length: milestoneCount }, () => ({
    title: write('milestone-title'),
    description: write('milestone-description', severalLines),
    amount: 10_000,
    dueAt: new Date(Date.now() + 14 * dayMs).toISOString(),
  })),
  reviewRounds: 1,
  reviewWindowDays: 14,
})
