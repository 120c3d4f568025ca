import { type Party, takeStep } from '../machine.ts'
import { answerWithin } from '../money/rates.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type Instant, after } from '../time/instant.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision, type NamedOffer } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/**
 * The creator puts a new version on the table: the first offer, an edited one, or an answer to a counter-offer. The
 * content has passed `checkOffer`; `hash` is the sha256 of its canonical text. It waits 14 days for its answer. Refuses
 * offer.unchanged (invalid) when the text is the one that already is on the table.
 */
export function makeOffer(
  commission: Commission,
  by: Party,
  input: NamedOffer & { readonly expected: number },
  now: Instant,
): Result<Decision<Commission, CommissionEvent<'offer.made'>>> {
  const step = takeStep(commissionMachine, commission, 'make-offer', by, input.expected)
  if (!step.ok) return step
  const { offerId, hash } = input
  if (commission.state === 'offered' && commission.current?.hash === hash) return refuse('offer.unchanged', 'invalid')
  const expiresAt = after(now, answerWithin)
  return ok({
    next: changed(commission, { state: 'offered', current: { offerId, hash }, former: commission.current, expiresAt }),
    event: {
      type: 'offer.made',
      data: { ...commissionFacts(commission), offerId, hash, expiresAt, edited: commission.current !== null },
    },
  })
}
