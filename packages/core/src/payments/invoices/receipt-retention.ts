import { type Instant, instant } from '../../time/instant.ts'

/** Years for which receipts are kept after the year of their issue: the longest period of common bookkeeping laws. */
export const receiptRetentionYears = 10

/** Returns the earliest time of issue of the receipts that are kept at an instant. Years begin in UTC. */
export function oldestKeptReceipt(now: Instant): Instant {
  return instant(Date.UTC(new Date(now).getUTCFullYear() - receiptRetentionYears, 0, 1))
}
