import { type Instant, minute } from '../time/instant.ts'

/** How long a code is good for. */
export const pairingLives = 5 * minute

type PairingFacts = {
  readonly expiresAt: Instant
  readonly approvedBy: string | null
  readonly endedAt: Instant | null
}

/** How far a pairing has come. */
export function pairingState({ expiresAt, approvedBy, endedAt }: PairingFacts, now: Instant) {
  if (endedAt !== null || now >= expiresAt) return 'over'
  return approvedBy === null ? 'waiting' : 'approved'
}

/** Three numbers of two digits, the right one among them, in rising order: which is right their order does not tell. */
export function matchChoices(match: string, random: (below: number) => number): string[] {
  const choices = new Set([match])
  while (choices.size < 3) choices.add(String(random(100)).padStart(2, '0'))
  return [...choices].toSorted((a, b) => a.localeCompare(b))
}
