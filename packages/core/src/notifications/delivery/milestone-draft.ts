import { type CommissionFacts, type MilestoneFacts } from '../../commissions/events.ts'
import { type Priority } from '../types.ts'
import { type NotificationDraft } from './notification-draft.ts'

export type Side = 'client' | 'creator'
export const otherSide = { client: 'creator', creator: 'client' } as const

/** Makes a draft for the client and one for the creator. */
export function forBothSides(make: (side: Side) => NotificationDraft): NotificationDraft[] {
  return [make('client'), make('creator')]
}

/** Returns the user who is this side of a commission, in that role. */
export function recipientOn(data: CommissionFacts, side: Side): NotificationDraft['to'] {
  return { user: side === 'client' ? data.clientId : data.creatorId, role: side }
}

/** Drafts a notification of a milestone, which leads to it. */
export function milestoneDraft(key: string, facts: MilestoneFacts, side: Side, priority: Priority): NotificationDraft {
  const { projectId, commissionId, milestoneId, title } = facts
  const actionUrl = `/projects/${projectId}?milestone=${milestoneId}`
  return {
    to: recipientOn(facts, side),
    type: 'milestone',
    eventName: 'milestone_update',
    priority,
    mandatory: null,
    key,
    params: { title },
    data: { projectId, commissionId, milestoneId, actionUrl },
  }
}
