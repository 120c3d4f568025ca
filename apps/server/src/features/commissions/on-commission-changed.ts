import { commissionChanged, milestoneChanged, projectChanged } from '@veranda/contract/commissions/events.ts'
import { pinChanged } from '@veranda/contract/commissions/pins/events.ts'
import { type CommissionEvent, type CommissionEventType } from '@veranda/core/commissions/events.ts'
import { type PinEvent } from '@veranda/core/commissions/pins/events.ts'
import { sql } from 'kysely'
import { type Tx } from '../../platform/db/database.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { publishChange } from '../../platform/realtime/publish-change.ts'

/** The aggregate that each event changes. */
const changedAggregates = {
  'project.opened': 'project',
  'project.activated': 'project',
  'project.completed': 'project',
  'project.cancelled': 'project',
  'project-proposal.made': 'project',
  'project-proposal.consented': 'project',
  'project-proposal.declined': 'project',
  'project-proposal.withdrawn': 'project',
  'commission.requested': 'commission',
  'offer.made': 'commission',
  'offer.countered': 'commission',
  'offer.counter-accepted': 'commission',
  'offer.returned': 'commission',
  'offer.accepted': 'commission',
  'commission.active': 'commission',
  'commission.declined': 'commission',
  'commission.withdrawn': 'commission',
  'commission.expired': 'commission',
  'commission.completed': 'commission',
  'commission.cancelled': 'commission',
  'milestone.agreed': 'milestone',
  'milestone.funding-started': 'milestone',
  'milestone.funding-failed': 'milestone',
  'milestone.funded': 'milestone',
  'milestone.started': 'milestone',
  'deliverable.added': 'milestone',
  'milestone.submitted': 'milestone',
  'milestone.submission-withdrawn': 'milestone',
  'milestone.changes-requested': 'milestone',
  'milestone.review-reminded': 'milestone',
  'milestone.approved': 'milestone',
  'milestone.released': 'milestone',
  'milestone.refund-requested': 'milestone',
  'milestone.refunded': 'milestone',
  'milestone.refund-failed': 'milestone',
  'milestone.refund-retried': 'milestone',
  'milestone.part-released': 'milestone',
  'milestone.frozen': 'milestone',
  'milestone.unfrozen': 'milestone',
  'milestone.charged-back': 'milestone',
  'milestone.part-charged-back': 'milestone',
  'milestone.cancelled': 'milestone',
  'milestone.due-reminded': 'milestone',
  'milestone.overdue': 'milestone',
  'milestone.refund-right-began': 'milestone',
  'milestone.extension-requested': 'milestone',
  'milestone.extension-granted': 'milestone',
  'milestone.extension-declined': 'milestone',
  'milestone.due-date-moved': 'milestone',
  'milestone.notice-given': 'milestone',
  'milestone.notice-ended': 'milestone',
  'milestone.escrow-end-reminded': 'milestone',
  'milestone.round-added': 'milestone',
  'milestone.round-requested': 'milestone',
  'settlement.proposed': 'commission',
  'settlement.countered': 'commission',
  'settlement.accepted': 'commission',
  'settlement.declined': 'commission',
  'settlement.withdrawn': 'commission',
  'settlement.reminded': 'commission',
  'settlement.expired': 'commission',
  'change-order.proposed': 'commission',
  'change-order.countered': 'commission',
  'change-order.accepted': 'commission',
  'change-order.declined': 'commission',
  'change-order.withdrawn': 'commission',
  'change-order.reminded': 'commission',
  'change-order.expired': 'commission',
  'top-up.requested': 'milestone',
  'top-up.payment-started': 'milestone',
  'top-up.payment-failed': 'milestone',
  'top-up.paid': 'milestone',
  'top-up.reminded': 'milestone',
  'top-up.expired': 'milestone',
  'dispute.opened': 'milestone',
  'dispute.answer-reminded': 'milestone',
  'dispute.answered': 'milestone',
  'dispute.unanswered': 'milestone',
  'dispute.mediation-ended': 'milestone',
  'dispute.terms-offered': 'milestone',
  'dispute.terms-declined': 'milestone',
  'dispute.settled': 'milestone',
  'dispute.withdrawn': 'milestone',
  'dispute.decided': 'milestone',
  'dispute.decision-proposed': 'milestone',
  'dispute.decision-dropped': 'milestone',
  'dispute.review-asked': 'milestone',
  'dispute.review-waived': 'milestone',
  'dispute.review-reminded': 'milestone',
  'dispute.took-effect': 'milestone',
  'dispute.review-decided': 'milestone',
  'dispute.closed': 'milestone',
  'pins.carried': 'milestone',
  'pin.added': 'pin',
  'pin.replied': 'pin',
  'pin.state-changed': 'pin',
  'pin.placed': 'pin',
  'pin.change-request-set': 'pin',
  'pin.removed': 'pin',
  'pin.restored': 'pin',
} as const satisfies Record<CommissionEventType | PinEvent['type'], 'project' | 'commission' | 'milestone' | 'pin'>

/** Events that open or end work with one creator: the ending of the project depends on them for the others too. */
const endingEvents: ReadonlySet<string> = new Set<CommissionEventType>([
  'commission.requested',
  'commission.declined',
  'commission.withdrawn',
  'commission.expired',
  'commission.completed',
  'commission.cancelled',
])

/** Publishes the change of a project, commission, milestone or pin to everyone who sees it. */
export const publishCommissionChanges = eventHandler<CommissionEvent | PinEvent>(
  'commissions-publish-changes',
  // The keys are those of the table above.
  Object.keys(changedAggregates) as (keyof typeof changedAggregates)[],
  async ({ tx, event: { type, data } }) => {
    const aggregate = changedAggregates[type]
    if (aggregate === 'project') return publishProjectChange(tx, data.projectId)
    if (aggregate === 'commission' && 'commissionId' in data) {
      await publishCommissionChange(tx, data.commissionId)
      if (endingEvents.has(type)) await publishProjectChange(tx, data.projectId)
      return
    }
    if (aggregate === 'milestone' && 'milestoneId' in data) return publishMilestoneChange(tx, data.milestoneId)
    if (aggregate === 'pin' && 'pinId' in data) return publishPinChange(tx, data.pinId)
  },
)

async function publishProjectChange(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ version: number; users: string[] }>`
    select version, array(
      select client_id union select user_id from project_members where project_id = projects.id and left_at is null
    ) as users
    from projects where id = ${id}`.execute(tx)
  for (const { version, users } of rows) await publishChange(tx, users, projectChanged, { id, version })
}

async function publishCommissionChange(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ version: number; project_id: string; users: string[] }>`
    select version, project_id, array[client_id, creator_id] as users
    from commissions where id = ${id}`.execute(tx)
  for (const { version, project_id: projectId, users } of rows)
    await publishChange(tx, users, commissionChanged, { id, version, projectId })
}

/** Publishes the change of a milestone, its deliverables or its money to its parties. */
export async function publishMilestoneChange(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ version: number; project_id: string; commission_id: string; users: string[] }>`
    select version, project_id, commission_id, array[client_id, creator_id] as users
    from milestones where id = ${id}`.execute(tx)
  for (const { version, project_id: projectId, commission_id: commissionId, users } of rows)
    await publishChange(tx, users, milestoneChanged, { id, version, projectId, commissionId })
}

async function publishPinChange(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ version: number; project_id: string; milestone_id: string; users: string[] }>`
    select p.version, m.project_id, p.milestone_id, array[m.client_id, m.creator_id] as users
    from pins p join milestones m on m.id = p.milestone_id where p.id = ${id}`.execute(tx)
  for (const { version, project_id: projectId, milestone_id: milestoneId, users } of rows)
    await publishChange(tx, users, pinChanged, { id, version, projectId, milestoneId })
}
