import { type CommissionEvent } from '@veranda/core/commissions/events.ts'
import { reaction } from '../../log/react.ts'
import { keepMembership } from './keep-membership.ts'

type Changing = CommissionEvent<
  | 'project.opened'
  | 'offer.accepted'
  | 'commission.active'
  | 'commission.expired'
  | 'commission.cancelled'
  | 'commission.completed'
>

/** The project's conversation is there as soon as the project is, and its members are the project's. */
export const onProjectChanged = reaction<Changing>(
  'conversation-follows-project',
  [
    'project.opened',
    'offer.accepted',
    'commission.active',
    'commission.expired',
    'commission.cancelled',
    'commission.completed',
  ],
  async ({ tx, event, deps }) => {
    await keepMembership({ tx, ids: deps.ids, now: event.at }, event.data.projectId)
  },
)
