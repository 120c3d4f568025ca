import { type Party, takeStep } from '../machine.ts'
import { type Result, ok } from '../result.ts'
import { changed, commissionFacts } from './commission-facts.ts'
import { commissionMachine } from './commission-states.ts'
import { type Commission, type Decision } from './deal.ts'
import { type CommissionEvent } from './events.ts'

/** The author of the request, offer or counter-offer on the table takes it back. The reason may be empty. */
export function withdrawOffer(
  commission: Commission,
  by: Party,
  input: { readonly reason: string; readonly expected: number },
): Result<Decision<Commission, CommissionEvent<'commission.withdrawn'>>> {
  const step = takeStep(commissionMachine, commission, 'withdraw', by, input.expected)
  if (!step.ok) return step
  const data = {
    ...commissionFacts(commission),
    by: by === 'client' ? by : ('creator' as const),
    reason: input.reason.trim(),
  }
  return ok({
    next: changed(commission, { state: 'withdrawn', expiresAt: null }),
    event: { type: 'commission.withdrawn', data },
  })
}
