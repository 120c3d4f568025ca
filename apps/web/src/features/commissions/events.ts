import { commissionChanged, milestoneChanged, projectChanged } from '@veranda/contract/commissions/events.ts'
import { pinChanged } from '@veranda/contract/commissions/pins/events.ts'
import { listPins } from '@veranda/contract/commissions/pins/routes.ts'
import { listActivity, listProjects, readCommission, readProject } from '@veranda/contract/commissions/routes.ts'
import { membershipChanged } from '@veranda/contract/conversations/events.ts'
import { chargeChanged } from '@veranda/contract/payments/events.ts'
import { reviewsChanged } from '@veranda/contract/reviews/events.ts'
import { on, onResync } from '../../lib/realtime/realtime.ts'
import { invalidateOnEvent } from '../../lib/api/stale-reads.ts'
import { projectQueries } from './use-project-command.ts'

/** Refetches a project and its parts when the other party, another tab, a timer or a payment changed them. */
export function registerCommissionEvents(): void {
  on(projectChanged, ({ id }) => invalidateProject(id))
  on(commissionChanged, ({ id, projectId }) => {
    invalidateProject(projectId)
    invalidateOnEvent({ route: readCommission, params: { id } })
  })
  on(milestoneChanged, ({ id, commissionId, projectId }) => {
    invalidateProject(projectId)
    invalidateOnEvent({ route: readCommission, params: { id: commissionId } })
    // A new version carries the pins of the one before.
    invalidateOnEvent({ route: listPins, params: { id } })
  })
  on(pinChanged, ({ milestoneId, projectId }) =>
    invalidateOnEvent(
      { route: listPins, params: { id: milestoneId } },
      { route: listActivity, params: { id: projectId } },
    ),
  )
  // A milestone shows its payment, which can fail or be settled without another state of the milestone.
  on(chargeChanged, ({ subject }) => {
    if (subject.kind !== 'milestone') return
    invalidateOnEvent(
      { route: readProject, params: { id: subject.projectId } },
      { route: readCommission, params: { id: subject.commissionId } },
    )
  })
  on(membershipChanged, ({ projectId }) => {
    if (projectId !== null) invalidateOnEvent({ route: readProject, params: { id: projectId } })
  })
  // A review that may be written, and one that was, change what is to do.
  on(reviewsChanged, ({ projectId }) =>
    invalidateOnEvent(
      { route: readProject, params: { id: projectId } },
      { route: listActivity, params: { id: projectId } },
    ),
  )
  onResync(() => invalidateOnEvent(...projectQueries, listPins))
}

function invalidateProject(id: string): void {
  invalidateOnEvent({ route: readProject, params: { id } }, { route: listActivity, params: { id } }, listProjects)
}
