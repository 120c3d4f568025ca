import { type EscrowList } from '@veranda/contract/payments/schemas.ts'
import { type MoneyAmount } from '../../lib/i18n/format.ts'

type DayFormat = (iso: string) => string

/** Returns what a creator has been released and cannot pay out yet, in one currency, earliest date first. */
function pendingReleases({ items }: EscrowList, currency?: string): EscrowList['items'] {
  return items
    .filter(
      ({ side, place, amount }) =>
        side === 'creator' && place === 'pending' && amount.currency === (currency ?? amount.currency),
    )
    .toSorted((a, b) => Date.parse(a.movesAt ?? '9999-12-31') - Date.parse(b.movesAt ?? '9999-12-31'))
}

/** Returns the next day on which released money becomes available, and all of that day in its currency. */
export function nextPendingRelease(
  escrow: EscrowList,
  dayOf: DayFormat,
): { amount: MoneyAmount; day: string } | undefined {
  const first = pendingReleases(escrow)[0]
  if (!first || first.movesAt === null) return undefined
  const day = dayOf(first.movesAt)
  const { currency } = first.amount
  const ofDay = pendingReleases(escrow, currency).filter(({ movesAt }) => movesAt !== null && dayOf(movesAt) === day)
  return { amount: { amount: ofDay.reduce((sum, item) => sum + item.amount.amount, 0), currency }, day }
}

/**
 * Returns the days on which what is pending in a currency becomes available; undefined if a date is not known, because
 * the client's money has not settled.
 */
export function pendingReleaseDays(
  escrow: EscrowList | undefined,
  currency: string,
  dayOf: DayFormat,
): { first: string; last: string } | undefined {
  const days = (escrow ? pendingReleases(escrow, currency) : []).map(({ movesAt }) => movesAt)
  const [first] = days
  const last = days.at(-1)
  return first && last ? { first: dayOf(first), last: dayOf(last) } : undefined
}
