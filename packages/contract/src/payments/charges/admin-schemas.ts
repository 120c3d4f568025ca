import { type ChargebackState } from '@veranda/core/payments/charges/chargeback.ts'
import * as z from 'zod/mini'
import { id, isoInstant, money, userSummary } from '../../shared-schemas.ts'
import { adminEntry } from '../refunds/schemas.ts'

/** A chargeback as admins read it, with every ledger entry about the same money. Its id is that of its charge. */
export const adminChargeback = z.object({
  id,
  state: z.enum(['open', 'won', 'lost'] satisfies ChargebackState[]),
  money,
  /** The fee of the provider, won or lost. */
  fee: money,
  /** The sum that the creator owes now, from this and from others. */
  owed: money,
  evidenceDueAt: z.nullable(isoInstant),
  openedAt: isoInstant,
  decidedAt: z.nullable(isoInstant),
  client: userSummary,
  creator: userSummary,
  /** The title of what was paid for; empty for money that was never applied. */
  title: z.string(),
  projectId: z.nullable(id),
  milestoneId: z.nullable(id),
  bookingId: z.nullable(id),
  entries: z.array(adminEntry),
})
export type AdminChargeback = z.infer<typeof adminChargeback>
