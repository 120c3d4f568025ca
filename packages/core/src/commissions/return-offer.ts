import { type Party, applyTransition } from '../state-machine.ts'
import { answerDeadlineMs } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { withChange, commissionFacts } from './offers/commission.ts'
import { commissionMachine } from './offers/commission-states.ts'
import { type Commission, type Decision } from './agreement.ts'
import { type CommissionEvent } from './events.ts'

/**
 * Returns the offer for the creator after a counter-offer, without a new version: agrees to the counter-offer, or goes
 * back to the previous version. Either way the client must accept it. Refuses offer.expired (expired) and
 * offer.no-former-version (conflict).
 */
export function returnOffer(
  commission: Commission,
  by: Party,
  input: { readonly which: 'counter' | 'previous'; readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.returned'>>> {
  const action = input.which === 'counter' ? 'accept-counter' : 'return-offer'
  const step = applyTransition(commissionMachine, commission, action, by, input.expected)
  if (!step.ok) return step
  if (commission.expiresAt !== null && now >= commission.expiresAt) return refuse('offer.expired', 'expired')
  const chosen = input.which === 'counter' ? commission.current : commission.former
  if (chosen === null) return refuse('offer.no-former-version', 'conflict')
  const expiresAt = after(now, answerDeadlineMs)
  const former = input.which === 'counter' ? commission.former : commission.current
  return ok({
    next: withChange(commission, { state: 'offered', current: chosen, former, expiresAt }),
    event: {
      type: 'offer.returned',
      data: { ...commissionFacts(commission), ...chosen, expiresAt, which: input.which },
    },
  })
}
