import { id } from '../shared-schemas.ts'
import { changeEvent } from '../realtime/socket-event.ts'

/** To everyone who sees the project: its client, its creators and its guests. */
export const projectChanged = changeEvent('project:changed', {})

/** To the parties of a commission and the guests of its project, also for its offers. */
export const commissionChanged = changeEvent('commission:changed', { projectId: id })

/** To the parties of a milestone and the guests of its project, also for its deliverables. */
export const milestoneChanged = changeEvent('milestone:changed', { projectId: id, commissionId: id })
