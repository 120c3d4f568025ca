import * as z from 'zod/mini'
import { pendingAction } from '../commissions/projects/schemas.ts'
import { money } from '../shared-schemas.ts'

export const dashboard = z.object({
  waitingOnMe: z.array(pendingAction),
  waitingOnThem: z.array(pendingAction),
  /** One entry for each currency that the user has money in. */
  money: z.array(z.object({ protected: money, pending: money, available: money, paid: money })),
  /** Spending (as client) and earnings (as creator) of twelve months, oldest first, for each currency. */
  months: z.array(
    z.object({
      currency: z.string(),
      items: z.array(z.object({ month: z.string(), spent: z.int(), earned: z.int() })),
    }),
  ),
  projects: z.object({ open: z.int(), active: z.int(), completed: z.int() }),
})
export type Dashboard = z.infer<typeof dashboard>
