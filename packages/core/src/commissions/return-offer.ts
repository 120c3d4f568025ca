import { type Party, takeStep } from '../machine.ts'
import { answerWithin } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/**
 * The creator answers a counter-offer without writing a new version: agrees to it, or goes back to the former version.
 * Either way it is an offer again, which the client must accept. Refuses offer.expired (expired) and
 * offer.no-former-version (conflict).
 */
export function returnOffer(
  commission: Commission,
  by: Party,
  input: { readonly which: 'counter' | 'former'; readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.returned'>>> {
  const action = input.which === 'counter' ? 'accept-counter' : 'return-offer'
  const step = takeStep(commissionMachine, commission, action, by, input.expected)
  if (!step.ok) return step
  if (commission.expiresAt !== null && now >= commission.expiresAt) return refuse('offer.expired', 'expired')
  const chosen = input.which === 'counter' ? commission.current : commission.former
  if (chosen === null) return refuse('offer.no-former-version', 'conflict')
  const expiresAt = after(now, answerWithin)
  const former = input.which === 'counter' ? commission.former : commission.current
  return ok({
    next: changed(commission, { state: 'offered', current: chosen, former, expiresAt }),
    event: {
      type: 'offer.returned',
      data: { ...commissionFacts(commission), ...chosen, expiresAt, which: input.which },
    },
  })
}
