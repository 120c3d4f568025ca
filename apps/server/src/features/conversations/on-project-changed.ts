import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { eventHandler } from '../../platform/events/event-handler.ts'
import { syncProjectMembers } from './sync-members.ts'

type MembershipChangingEvent = CommissionEvent<
  | 'project.opened'
  | 'offer.accepted'
  | 'commission.active'
  | 'commission.expired'
  | 'commission.cancelled'
  | 'commission.completed'
>

/** Creates the conversation when a project opens and syncs its members whenever the project's members change. */
export const onProjectChanged = eventHandler<MembershipChangingEvent>(
  'sync-project-conversation-members',
  [
    'project.opened',
    'offer.accepted',
    'commission.active',
    'commission.expired',
    'commission.cancelled',
    'commission.completed',
  ],
  async ({ tx, event, deps }) => {
    await syncProjectMembers({ tx, ids: deps.ids, now: event.at, version: event.position }, event.data.projectId)
  },
)
