import { type PinEvent, type PinFacts } from '../../commissions/pins/events.ts'
import { type NotificationDraft } from './notification-draft.ts'
import { type Priority } from '../types.ts'

/** Drafts the notifications of pins for both sides of the milestone; routing leaves out the actor. */
export function pinDrafts(event: PinEvent): NotificationDraft[] {
  switch (event.type) {
    case 'pin.added':
      // A change that is only drafted is a pin like any other: the round that sends it notifies by itself.
      return forBothSides(event.type, event.data, 'low')
    case 'pin.replied':
      return forBothSides(event.type, event.data, 'medium')
    case 'pin.state-changed':
      return forBothSides(`${event.type}.${event.data.action}`, event.data, 'medium')
    case 'pin.change-request-set':
    case 'pin.placed':
    case 'pin.removed':
    case 'pin.restored':
    case 'pins.carried':
      return []
  }
}

function forBothSides(key: string, facts: PinFacts, priority: Priority): NotificationDraft[] {
  const { projectId, commissionId, milestoneId, pinId, title, number, preview } = facts
  const actionUrl = `/projects/${projectId}?milestone=${milestoneId}&pin=${pinId}`
  return (['client', 'creator'] as const).map((role) => ({
    to: { user: role === 'client' ? facts.clientId : facts.creatorId, role },
    type: 'milestone',
    eventName: 'milestone_update',
    priority,
    mandatory: null,
    key,
    params: { title, number, preview },
    data: { projectId, commissionId, milestoneId, pinId, actionUrl },
  }))
}
