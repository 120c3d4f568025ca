import { failFunding } from '@veranda/core/commissions/fund.ts'
import { type PaymentEvent } from '@veranda/core/payments/events.ts'
import { cancelDue } from '../../../due/due.ts'
import { reaction } from '../../../log/react.ts'
import { tell } from '../tell.ts'
import { attemptKey } from './expire-attempt.ts'
import { lockMilestone, saveMilestone } from './rows.ts'

/** The provider said no: the milestone waits for its money again, and the client may try once more. */
export const onChargeFailed = reaction<PaymentEvent<'charge.failed'>>(
  'unfund-on-charge-failed',
  ['charge.failed'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId === undefined) return
    const locked = await lockMilestone(tx, data.milestoneId)
    if (!locked) return
    const now = deps.clock.now()
    const decided = failFunding(locked.milestone, locked.deal, data, now)
    if (!decided.ok) return
    await saveMilestone(tx, locked.deal, [decided.value.next], now)
    await cancelDue(tx, attemptKey(locked.milestone.id))
    await tell(tx, decided.value.event, { actor: null, at: now })
  },
)
