import { endCommission as decide } from '@veranda/core/commissions/close-commission.ts'
import { type Deal } from '@veranda/core/commissions/deal.ts'
import { isTerminal, type MilestoneState } from '@veranda/core/commissions/milestone-states.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../db/database.ts'
import { lockCommission, saveCommission } from '../offers/rows.ts'
import { scheduleCompletion } from '../projects/complete-project.ts'
import { tell } from '../tell.ts'

/** Ends the commission when this release was its last; the project follows 30 days later. */
export async function endCommission(tx: Tx, deal: Deal, states: readonly MilestoneState[], at: Instant): Promise<void> {
  // Its milestones change only while the commission is held, so there is no need to ask further.
  if (!states.every(isTerminal)) return
  const commission = await lockCommission(tx, deal.commissionId)
  if (!commission) return
  const decided = decide(commission, states, deal.rates, at)
  if (!decided.ok) return
  await saveCommission(tx, decided.value.next, at)
  await tell(tx, decided.value.event, { actor: null, at })
  await scheduleCompletion(tx, deal.projectId, at)
}
