import { type Charge } from '@veranda/contract/payments/schemas.ts'
import { takeStep } from '@veranda/core/machine.ts'
import { chargeMachine } from '@veranda/core/payments/charge-states.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../access/actor.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { type PaymentGateway } from '../../gateways/payments/payments.ts'
import { findCharge, showCharge } from './charge-rows.ts'
import { failCharge } from './start-charge.ts'

/**
 * The client hands in the second factor. The provider is asked outside of any transaction, so nothing waits for it; that
 * the money was taken is told by its webhook, moments later.
 */
export async function confirmCharge(
  { actor, deps }: { actor: Actor; deps: Deps },
  gateway: PaymentGateway,
  { id, code }: { id: string; code: string },
): Promise<Result<Charge>> {
  const charge = await findCharge(deps.db, id)
  if (charge?.client_id !== actor.id) return refuse('charge.not-found', 'not-found')
  if (charge.state === 'expired') return refuse('charge.expired', 'expired')
  const step = takeStep(chargeMachine, { state: charge.state, version: 0 }, 'confirm', 'client')
  if (!step.ok) return step
  if (deps.clock.now() >= charge.expires_at) return refuse('charge.expired', 'expired')
  const answer = await gateway.confirm({ reference: id, code })
  if (answer.state === 'wrong-code') return refuse('charge.wrong-code', 'payment', { field: 'code' })
  if (answer.state === 'failed') {
    const { failure } = answer
    await transact(deps, (tx) => failCharge(tx, id, failure, deps.clock.now()))
  }
  const after = await findCharge(deps.db, id)
  return after ? ok(showCharge(after)) : refuse('charge.not-found', 'not-found')
}
