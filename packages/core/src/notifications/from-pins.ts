import { type PinEvent, type PinFacts } from '../commissions/pins/events.ts'
import { type Draft } from './draft.ts'
import { type Priority } from './types.ts'

/** Notifications of pins, to both sides of the milestone; whoever acted is left out. */
export function pinNotices(event: PinEvent): Draft[] {
  switch (event.type) {
    case 'pin.added':
      return both(event.data.change ? 'pin.change-asked' : event.type, event.data, 'low')
    case 'pin.answered':
      return both(event.type, event.data, 'medium')
    case 'pin.moved':
      return both(`${event.type}.${event.data.action}`, event.data, 'medium')
    case 'pin.asked':
      return event.data.change ? both('pin.change-asked', event.data, 'low') : []
    case 'pin.placed':
    case 'pin.removed':
    case 'pin.restored':
    case 'pins.carried':
      return []
  }
}

function both(key: string, facts: PinFacts, priority: Priority): Draft[] {
  const { projectId, commissionId, milestoneId, pinId, title, number, preview } = facts
  const actionUrl = `/projects/${projectId}?milestone=${milestoneId}&pin=${pinId}`
  return (['client', 'creator'] as const).map((role) => ({
    to: { person: role === 'client' ? facts.clientId : facts.creatorId, role },
    type: 'milestone',
    live: 'milestone_update',
    priority,
    mandatory: null,
    key,
    params: { title, number, preview },
    data: { projectId, commissionId, milestoneId, pinId, actionUrl },
  }))
}
