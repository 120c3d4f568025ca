import {
  type CommissionEvent,
  type CommissionFacts,
  type MilestoneFacts,
  type ProjectFacts,
} from '../commissions/events.ts'
import { type Draft } from './draft.ts'
import { type Priority } from './types.ts'

type Side = 'client' | 'creator'
const otherSide = { client: 'creator', creator: 'client' } as const

/** Notifications of projects, commissions and milestones: high for whoever must act, else medium. */
export function commissionNotices(event: CommissionEvent): Draft[] {
  switch (event.type) {
    case 'project.activated':
    case 'project.completed':
    case 'project.cancelled':
      return [aboutProject(event.type, event.data)]
    case 'commission.requested':
    case 'offer.countered':
      return [aboutDeal(event.type, event.data, 'creator', 'high')]
    case 'offer.made':
    case 'offer.returned':
      return [aboutDeal(event.type, event.data, 'client', 'high')]
    case 'offer.accepted':
      return [aboutDeal(event.type, event.data, 'creator', 'medium')]
    case 'commission.declined':
    case 'commission.withdrawn':
      return [aboutDeal(event.type, event.data, otherSide[event.data.by], 'medium')]
    case 'commission.expired':
    case 'commission.completed':
    case 'commission.cancelled':
      return both((side) => aboutDeal(event.type, event.data, side, 'medium'))
    case 'milestone.funding-failed':
      return [fundingFailed(event)]
    case 'milestone.funded':
      return both((side) =>
        aboutMoney(event.type, event.data, side, side === 'client' ? event.data.charged : event.data.amount),
      )
    case 'milestone.released':
      return both((side) =>
        aboutMoney(event.type, event.data, side, side === 'client' ? event.data.amount : event.data.creatorReceives),
      )
    case 'milestone.started':
    case 'milestone.submission-withdrawn':
      return [aboutMilestone(event.type, event.data, 'client', 'medium')]
    case 'milestone.submitted':
      return [aboutMilestone(event.type, event.data, 'client', 'high')]
    case 'milestone.review-reminded': {
      const last = event.data.reminder === 3
      const key = last ? 'milestone.last-review-day' : event.type
      return [aboutMilestone(key, event.data, 'client', last ? 'urgent' : 'high')]
    }
    case 'milestone.changes-requested':
      return [
        {
          ...aboutMilestone(event.type, event.data, 'creator', 'high'),
          params: { title: event.data.title, items: event.data.items },
        },
      ]
    case 'milestone.approved':
      if (event.data.auto) return both((side) => aboutMilestone('milestone.auto-approved', event.data, side, 'medium'))
      return [aboutMilestone(event.type, event.data, 'creator', 'medium')]
    case 'project.opened':
    case 'commission.active':
    case 'milestone.agreed':
    case 'milestone.funding-started':
    case 'milestone.cancelled':
    case 'deliverable.added':
      return []
  }
}

function both(make: (side: Side) => Draft): Draft[] {
  return [make('client'), make('creator')]
}

function to(data: CommissionFacts, side: Side): Draft['to'] {
  return { person: side === 'client' ? data.clientId : data.creatorId, role: side }
}

function aboutProject(key: string, { projectId, title }: ProjectFacts): Draft {
  return {
    to: { membersOf: projectId, kind: 'project' },
    type: 'project',
    live: 'notification',
    priority: 'medium',
    mandatory: null,
    key,
    params: { title },
    data: { projectId, actionUrl: `/projects/${projectId}` },
  }
}

function aboutDeal(key: string, facts: CommissionFacts, side: Side, priority: Priority): Draft {
  const { projectId, commissionId } = facts
  return {
    to: to(facts, side),
    type: 'commission',
    live: 'commission_update',
    priority,
    mandatory: null,
    key,
    params: {},
    data: { projectId, commissionId, actionUrl: `/projects/${projectId}` },
  }
}

function aboutMilestone(key: string, facts: MilestoneFacts, side: Side, priority: Priority): Draft {
  const { projectId, commissionId, milestoneId, title } = facts
  const actionUrl = `/projects/${projectId}?milestone=${milestoneId}`
  return {
    to: to(facts, side),
    type: 'milestone',
    live: 'milestone_update',
    priority,
    mandatory: null,
    key,
    params: { title },
    data: { projectId, commissionId, milestoneId, actionUrl },
  }
}

/** A payment notice; the key ends in the side, since the two sides are told different amounts. */
function aboutMoney(key: string, facts: MilestoneFacts, side: Side, amount: number): Draft {
  const about = aboutMilestone(`${key}.${side}`, facts, side, 'medium')
  const money = { amount, currency: facts.currency }
  return {
    ...about,
    type: 'payment',
    live: 'payment_update',
    params: { ...about.params, ...money },
    data: { ...about.data, ...money, transactionId: `${key}:${facts.milestoneId}` },
  }
}

function fundingFailed({ type, data }: CommissionEvent<'milestone.funding-failed'>): Draft {
  const about = aboutMoney(type, data, 'client', data.charged)
  return {
    ...about,
    key: type,
    priority: 'high',
    mandatory: data.reason === 'expired' ? null : 'failed-payment',
    params: { ...about.params, reason: data.reason },
    data: { ...about.data, transactionId: data.chargeId },
  }
}
