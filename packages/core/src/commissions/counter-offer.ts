import { type Party, takeStep } from '../machine.ts'
import { answerWithin } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision, type NamedOffer } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/**
 * The client answers an offer with a version of their own and a reason. Refuses offer.reason-missing (invalid),
 * offer.unchanged (invalid) and offer.expired (expired).
 */
export function counterOffer(
  commission: Commission,
  by: Party,
  input: NamedOffer & { readonly reason: string; readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.countered'>>> {
  const step = takeStep(commissionMachine, commission, 'counter-offer', by, input.expected)
  if (!step.ok) return step
  const { offerId, hash } = input
  const reason = input.reason.trim()
  if (commission.expiresAt !== null && now >= commission.expiresAt) return refuse('offer.expired', 'expired')
  if (reason === '') return refuse('offer.reason-missing', 'invalid', { field: 'reason' })
  if (commission.current?.hash === hash) return refuse('offer.unchanged', 'invalid')
  const expiresAt = after(now, answerWithin)
  return ok({
    next: changed(commission, {
      state: 'countered',
      current: { offerId, hash },
      former: commission.current,
      expiresAt,
    }),
    event: { type: 'offer.countered', data: { ...commissionFacts(commission), offerId, hash, reason, expiresAt } },
  })
}
