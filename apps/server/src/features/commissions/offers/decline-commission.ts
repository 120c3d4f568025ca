import { type Commission as CommissionView, type ReasonBody } from '@veranda/contract/commissions/schemas.ts'
import { decline } from '@veranda/core/commissions/decline.ts'
import { type Result } from '@veranda/core/result.ts'
import { type At } from '../at.ts'
import { tell } from '../tell.ts'
import { ownCommission } from './own-commission.ts'
import { readCommission } from './read-commission.ts'
import { saveCommission } from './rows.ts'

/** The side that is asked says no. */
export async function declineCommission(at: At, id: string, body: ReasonBody): Promise<Result<CommissionView>> {
  const by = { actor: at.actor.id, at: at.clock.now() }
  const own = await ownCommission(at, id)
  if (!own.ok) return own
  const decided = decline(own.value.commission, own.value.party, body)
  if (!decided.ok) return decided
  await saveCommission(at.tx, decided.value.next, by.at)
  await tell(at.tx, decided.value.event, by)
  return readCommission(at, id)
}
