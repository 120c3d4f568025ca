import { activateProject } from '@veranda/core/commissions/change-project.ts'
import { activateCommission } from '@veranda/core/commissions/close-commission.ts'
import { type Deal } from '@veranda/core/commissions/deal.ts'
import { confirmFunding } from '@veranda/core/commissions/fund.ts'
import { type Milestone } from '@veranda/core/commissions/milestone.ts'
import { captureUnapplied, fund } from '@veranda/core/ledger/postings.ts'
import { split } from '@veranda/core/money/fees.ts'
import { type ChargeFacts, type MilestoneCharge, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../db/database.ts'
import { cancelDue } from '../../../due/due.ts'
import { post } from '../../../ledger/post.ts'
import { append } from '../../../log/append.ts'
import { reaction } from '../../../log/react.ts'
import { lockCommission, saveCommission } from '../offers/rows.ts'
import { joinProject, lockProject, saveProject } from '../projects/rows.ts'
import { tell } from '../tell.ts'
import { attemptKey } from './expire-attempt.ts'
import { isPosted, lockMilestone, saveMilestone } from './rows.ts'

/**
 * Money arrived. Of the running attempt, to the unit, it funds the milestone (T1); anything else is kept aside (T0) and
 * payments gives it back. The same capture told twice counts once.
 */
export const onChargeCaptured = reaction<PaymentEvent<'charge.captured'>>(
  'fund-on-charge-captured',
  ['charge.captured'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId === undefined) return
    const locked = await lockMilestone(tx, data.milestoneId)
    if (await isPosted(tx, [fundCause(data), unappliedCause(data)])) return
    const now = deps.clock.now()
    const decided = locked && confirmFunding(locked.milestone, locked.deal, data)
    if (!locked || !decided?.ok) return keepAside(tx, data, now)
    const { milestone, deal } = locked
    const { next, event } = decided.value
    const by = { actor: null, at: now }
    await saveMilestone(tx, deal, [next], now)
    await cancelDue(tx, attemptKey(next.id))
    await postFunding(tx, milestone, deal, data, now)
    await tell(tx, event, by)
    await activate(tx, deal, now)
  },
)

/** The cause of T1 for a charge. */
export const fundCause = ({ chargeId }: Pick<ChargeFacts, 'chargeId'>) => `fund:${chargeId}`
const unappliedCause = ({ chargeId }: ChargeFacts) => `unapplied:${chargeId}`

async function postFunding(tx: Tx, milestone: Milestone, deal: Deal, data: ChargeFacts, at: Instant): Promise<void> {
  const { kind, entries } = fund({ milestone: milestone.id }, split(milestone.amount, deal.rates))
  const posted = await post(tx, {
    cause: fundCause(data),
    kind,
    currency: milestone.currency,
    entries,
    at,
    projectId: deal.projectId,
    milestoneId: milestone.id,
    people: { client: deal.clientId, creator: deal.creatorId },
  })
  if (!posted.ok) throw new Error(`a charge was posted twice: ${data.chargeId}`)
}

async function keepAside(tx: Tx, data: MilestoneCharge, at: Instant): Promise<void> {
  const { kind, entries } = captureUnapplied({ client: data.clientId }, data.amount)
  const posted = await post(tx, {
    cause: unappliedCause(data),
    kind,
    currency: data.currency,
    entries,
    at,
    projectId: data.projectId,
    people: { client: data.clientId },
  })
  if (!posted.ok) throw new Error(`a charge was posted twice: ${data.chargeId}`)
  const { chargeId, projectId, commissionId, milestoneId, clientId, amount, currency } = data
  const facts: MilestoneCharge = { chargeId, projectId, commissionId, milestoneId, clientId, amount, currency }
  await append(tx, {
    type: 'charge.unapplied',
    subject: { kind: 'charge', id: chargeId },
    projectId,
    actor: null,
    at,
    data: facts,
  })
}

/** The first money in a commission makes it active, its project too, and its creator a member. */
async function activate(tx: Tx, deal: Deal, at: Instant): Promise<void> {
  const by = { actor: null, at }
  const commission = await lockCommission(tx, deal.commissionId)
  const activated = commission && activateCommission(commission)
  if (!activated?.ok) return
  await saveCommission(tx, activated.value.next, at)
  await tell(tx, activated.value.event, by)
  await joinProject(tx, { projectId: deal.projectId, personId: deal.creatorId, part: 'creator' }, at)
  const project = await lockProject(tx, deal.projectId)
  const opened = project && activateProject(project)
  if (!opened?.ok) return
  await saveProject(tx, opened.value.next, at)
  await tell(tx, opened.value.event, by)
}
