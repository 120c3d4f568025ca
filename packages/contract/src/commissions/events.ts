import { id } from '../shared-schemas.ts'
import { changeEvent } from '../realtime/socket-event.ts'

/** To everyone who sees the project: its client and its creators. */
export const projectChanged = changeEvent('project:changed', {})

/** To the parties of a commission, also for its offers. */
export const commissionChanged = changeEvent('commission:changed', { projectId: id })

/** To the parties of a milestone, also for its deliverables. */
export const milestoneChanged = changeEvent('milestone:changed', { projectId: id, commissionId: id })
