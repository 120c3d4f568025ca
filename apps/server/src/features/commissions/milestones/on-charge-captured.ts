import { activateProject } from '@veranda/core/commissions/projects/project.ts'
import { activateCommission } from '@veranda/core/commissions/offers/commission.ts'
import { type Agreement } from '@veranda/core/commissions/agreement.ts'
import { confirmTopUp } from '@veranda/core/commissions/change-orders/top-up.ts'
import { confirmFunding } from '@veranda/core/commissions/milestones/funding.ts'
import { type Milestone } from '@veranda/core/commissions/milestones/milestone.ts'
import { unapplied, capture } from '@veranda/core/ledger/transaction-builders.ts'
import { split, type Split } from '@veranda/core/money/fees.ts'
import { type ChargeFacts, type MilestoneCharge, type PaymentEvent } from '@veranda/core/payments/events.ts'
import { after, type Instant } from '@veranda/core/time/instant.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { cancelTimer } from '../../../platform/timers/timers.ts'
import { isPosted, postTransaction } from '../../../platform/ledger/post-transaction.ts'
import { appendEvent } from '../../../platform/events/append-event.ts'
import { eventHandler } from '../../../platform/events/event-handler.ts'
import { lockCommission, saveCommission } from '../offers/commission.repository.ts'
import { upsertProjectMember, lockProject, saveProject } from '../projects/project.repository.ts'
import { appendCommissionEvent } from '../append-commission-event.ts'
import { scheduleDueTimer } from './due-dates/due-timer.ts'
import { scheduleEscrowTimer } from './due-dates/escrow-timer.ts'
import { paymentAttemptTimerKey } from './expire-payment-attempt.ts'
import { saveMilestoneTerms } from '../change-orders/change-order.repository.ts'
import { lockTopUp, saveTopUp } from '../change-orders/top-up.repository.ts'
import { lockMilestone, saveMilestone } from './milestone.repository.ts'

/**
 * Handles a captured charge. A capture that matches the running attempt exactly funds the milestone or pays its top-up
 * (`capture`); any other is posted as `unapplied` and refunded by payments. Ignores repeated events.
 */
export const onChargeCaptured = eventHandler<PaymentEvent<'charge.captured'>>(
  'fund-on-charge-captured',
  ['charge.captured'],
  async ({ tx, event: { data }, deps }) => {
    if (data.milestoneId === undefined) return
    const locked = await lockMilestone(tx, data.milestoneId)
    if (await isPosted(tx, [fundingCause(data), unappliedCause(data)])) return
    const now = deps.clock.now()
    const decided = locked && confirmFunding(locked.milestone, locked.agreement, data)
    if (!locked || !decided?.ok) {
      const isPaid = await payTopUp(tx, data, now)
      return isPaid ? undefined : postUnapplied(tx, data, now)
    }
    const { milestone, agreement } = locked
    const { next, event } = decided.value
    const by = { actor: null, at: now }
    await saveMilestone(tx, agreement, [next], now)
    await cancelTimer(tx, paymentAttemptTimerKey(next.id))
    await postFunding(tx, milestone, agreement, split(milestone.amount, agreement.rates), data, now)
    await scheduleDueTimer(tx, next, agreement, now)
    await scheduleEscrowTimer(tx, next.id, after(data.at, agreement.rates.maxEscrowMs))
    await appendCommissionEvent(tx, event, by)
    await activateCommissionAndProject(tx, agreement, now)
  },
)

/**
 * Pays a top-up with the capture of its running attempt: its milestone gets the new terms with the money. Returns false for
 * any other charge.
 */
async function payTopUp(tx: Tx, data: PaymentEvent<'charge.captured'>['data'], now: Instant): Promise<boolean> {
  const locked = await lockTopUp(tx, 'attempt_id', data.chargeId)
  const decided = locked && confirmTopUp(locked.topUp, locked.agreed, locked.agreement, data)
  if (!locked || !decided?.ok) return false
  const { agreement } = locked
  const { next, milestone, terms, event } = decided.value
  await saveTopUp(tx, next, now)
  await cancelTimer(tx, paymentAttemptTimerKey(next.id))
  await saveMilestoneTerms(tx, { milestone, terms }, agreement)
  await saveMilestone(tx, agreement, [milestone], now)
  await postFunding(tx, milestone, agreement, next, data, now)
  await scheduleDueTimer(tx, milestone, agreement, now)
  await appendCommissionEvent(tx, event, { actor: null, at: now })
  return true
}

/** Returns the ledger cause of the funding posting of a charge. */
export const fundingCause = ({ chargeId }: Pick<ChargeFacts, 'chargeId'>) => `fund:${chargeId}`
const unappliedCause = ({ chargeId }: ChargeFacts) => `unapplied:${chargeId}`

async function postFunding(
  tx: Tx,
  milestone: Milestone,
  agreement: Agreement,
  paid: Pick<Split, 'price' | 'clientFee'>,
  data: ChargeFacts,
  at: Instant,
): Promise<void> {
  const { kind, entries } = capture({ escrow: milestone.id }, paid)
  const posted = await postTransaction(tx, {
    cause: fundingCause(data),
    kind,
    currency: milestone.currency,
    entries,
    at,
    projectId: agreement.projectId,
    milestoneId: milestone.id,
    parties: { client: agreement.clientId, creator: agreement.creatorId },
  })
  if (!posted.ok) throw new Error(`charge posted twice: ${data.chargeId}`)
}

async function postUnapplied(tx: Tx, data: MilestoneCharge, at: Instant): Promise<void> {
  const { kind, entries } = unapplied({ client: data.clientId }, data.amount)
  const posted = await postTransaction(tx, {
    cause: unappliedCause(data),
    kind,
    currency: data.currency,
    entries,
    at,
    projectId: data.projectId,
    parties: { client: data.clientId },
  })
  if (!posted.ok) throw new Error(`charge posted twice: ${data.chargeId}`)
  const { chargeId, projectId, commissionId, milestoneId, clientId, amount, currency } = data
  const facts: MilestoneCharge = { chargeId, projectId, commissionId, milestoneId, clientId, amount, currency }
  await appendEvent(tx, {
    type: 'charge.unapplied',
    subject: { kind: 'charge', id: chargeId },
    projectId,
    actor: null,
    at,
    data: facts,
  })
}

/** Activates the commission and its project with the first funding, and makes the creator a project member. */
async function activateCommissionAndProject(tx: Tx, agreement: Agreement, at: Instant): Promise<void> {
  const by = { actor: null, at }
  const commission = await lockCommission(tx, agreement.commissionId)
  const activated = commission && activateCommission(commission)
  if (!activated?.ok) return
  await saveCommission(tx, activated.value.next, at)
  await appendCommissionEvent(tx, activated.value.event, by)
  await upsertProjectMember(tx, { projectId: agreement.projectId, userId: agreement.creatorId, role: 'creator' }, at)
  const project = await lockProject(tx, agreement.projectId)
  const opened = project && activateProject(project, agreement.creatorId)
  if (!opened?.ok) return
  await saveProject(tx, opened.value.next, at)
  await appendCommissionEvent(tx, opened.value.event, by)
}
