import * as z from 'zod/mini'
import { waiting } from '../commissions/schemas.ts'
import { money } from '../shapes.ts'

export const dashboard = z.object({
  waitingOnMe: z.array(waiting),
  waitingOnThem: z.array(waiting),
  /** One entry a currency that the person has money in. */
  money: z.array(z.object({ protected: money, pending: money, available: money, paid: money })),
  /** Spend (as client) and earnings (as creator) by month, oldest first, twelve of them, for each currency. */
  months: z.array(
    z.object({
      currency: z.string(),
      items: z.array(z.object({ month: z.string(), spent: z.int(), earned: z.int() })),
    }),
  ),
  projects: z.object({ open: z.int(), active: z.int(), completed: z.int() }),
})
export type Dashboard = z.infer<typeof dashboard>
