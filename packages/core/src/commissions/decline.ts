import { type Party, takeStep } from '../machine.ts'
import { type Result, ok } from '../result.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/** The side that is asked says no to the request, offer or counter-offer. The reason may be empty. */
export function decline(
  commission: Commission,
  by: Party,
  input: { readonly reason: string; readonly expected: number },
): Result<Decision<Commission, CommissionEvent<'commission.declined'>>> {
  const step = takeStep(commissionMachine, commission, 'decline', by, input.expected)
  if (!step.ok) return step
  const data = {
    ...commissionFacts(commission),
    by: by === 'client' ? by : ('creator' as const),
    reason: input.reason.trim(),
  }
  return ok({
    next: changed(commission, { state: 'declined', expiresAt: null }),
    event: { type: 'commission.declined', data },
  })
}
