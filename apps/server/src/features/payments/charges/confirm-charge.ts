import { type Charge } from '@veranda/contract/payments/charges/schemas.ts'
import { confirmCharge as decide, isConfirmed } from '@veranda/core/payments/charges/charge.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Actor } from '../../../platform/access/actor.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type PaymentGateway } from '../../../gateways/payments/payment-gateway.ts'
import { findCharge, toChargeDto } from './charge.repository.ts'
import { failCharge } from './start-charge.ts'

/**
 * Submits the client's second factor. The provider is called outside any transaction, so nothing waits for it; its
 * webhook reports the capture moments later. A charge that is confirmed already is returned as it is: the reply to the
 * first try may have been lost. Before a charge is called expired, the provider says whether its money was taken: the
 * webhook of a confirmation in time may be late.
 */
export async function confirmCharge(
  { actor, deps }: { actor: Actor; deps: Deps },
  gateway: PaymentGateway,
  { id, code }: { id: string; code: string },
): Promise<Result<Charge>> {
  const charge = await findCharge(deps.db, id)
  if (charge?.client_id !== actor.id) return refuse('charge.not-found', 'not-found')
  if (isConfirmed(charge.state)) return ok(toChargeDto(charge, deps.clock.now()))
  const decided = decide({ state: charge.state, expiresAt: charge.expires_at }, deps.clock.now())
  if (!decided.ok) {
    const known = decided.refusal.code === 'charge.expired' ? await gateway.findCharge({ reference: id }) : undefined
    if (!known || !isConfirmed(known.state)) return decided
    return ok(toChargeDto({ ...charge, state: known.state, failure: null }, deps.clock.now()))
  }
  const reply = await gateway.confirm({ reference: id, code })
  if (reply.state === 'wrong-code') return refuse('charge.wrong-code', 'payment', { field: 'code' })
  if (reply.state === 'failed') {
    const { failure } = reply
    await transact(deps, (tx) => failCharge(tx, id, failure, deps.clock.now()))
  }
  const updated = await findCharge(deps.db, id)
  return updated ? ok(toChargeDto(updated, deps.clock.now())) : refuse('charge.not-found', 'not-found')
}
