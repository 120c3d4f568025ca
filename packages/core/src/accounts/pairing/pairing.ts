import { type Instant, minute } from '../../time/instant.ts'

/** Lifetime of a pairing code. */
export const pairingLifetimeMs = 5 * minute

type PairingFacts = {
  readonly expiresAt: Instant
  readonly approvedBy: string | null
  readonly endedAt: Instant | null
}

/** Returns the state of a pairing. */
export function pairingState({ expiresAt, approvedBy, endedAt }: PairingFacts, now: Instant) {
  if (endedAt !== null || now >= expiresAt) return 'ended'
  return approvedBy === null ? 'waiting' : 'approved'
}

/** Returns three two-digit numbers, one of them `match`, in ascending order, so that their order does not reveal it. */
export function matchChoices(match: string, random: (below: number) => number): string[] {
  const choices = new Set([match])
  while (choices.size < 3) choices.add(String(random(100)).padStart(2, '0'))
  return [...choices].toSorted((a, b) => a.localeCompare(b))
}
