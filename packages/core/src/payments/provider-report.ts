import { type Minor, minor } from '../money/money.ts'
import { after, hour, type Instant } from '../time/instant.ts'

/** Kinds of movements of money at the payment provider. */
export const movementKinds = [
  'charge',
  'processor-fee',
  'settlement',
  'refund',
  'chargeback',
  'transfer',
  'transfer-reversal',
  'payout',
  'payout-return',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** A movement on one of our balances at the provider. `reference` is our own id, `amount` is negative when money leaves. */
export type Movement = {
  readonly kind: MovementKind
  readonly reference: string
  readonly amount: Minor
  readonly currency: string
}

export type ReportedMovement = Movement & { readonly at: Instant }

/** A movement of which our books and the provider have different sums, in minor units. */
export type MovementDifference = {
  readonly kind: MovementKind
  readonly reference: string
  readonly currency: string
  readonly booked: Minor
  readonly reported: Minor
}

/** A movement is booked when its webhook arrives, so it may be missing from the books this long. */
export const bookingDelayMs = hour

type Sums = { booked: number; reported: number; reportedBefore: number; movement: Movement }

/**
 * Compares our books with the provider's report, movement by movement. Returns those whose sums differ, in the order of
 * kind and reference. A movement of the last hour may be in the report alone, and nothing may be in the books alone.
 */
export function findMovementDifferences(
  booked: Iterable<Movement>,
  reported: Iterable<ReportedMovement>,
  now: Instant,
): MovementDifference[] {
  const sums = new Map<string, Sums>()
  const sumsOf = (movement: Movement): Sums => {
    const key = `${movement.kind} ${movement.reference} ${movement.currency}`
    const found = sums.get(key) ?? { booked: 0, reported: 0, reportedBefore: 0, movement }
    sums.set(key, found)
    return found
  }
  for (const movement of booked) sumsOf(movement).booked += movement.amount
  const isBookedBy = after(now, -bookingDelayMs)
  for (const movement of reported) {
    const found = sumsOf(movement)
    found.reported += movement.amount
    if (movement.at <= isBookedBy) found.reportedBefore += movement.amount
  }
  return Array.from(sums)
    .filter(([, sum]) => sum.booked !== sum.reported && sum.booked !== sum.reportedBefore)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([
        ,
        {
          movement: { kind, reference, currency },
          ...sum
        },
      ]) => ({
        kind,
        reference,
        currency,
        booked: minor(sum.booked),
        reported: minor(sum.reported),
      }),
    )
}
