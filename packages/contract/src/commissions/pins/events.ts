import { id } from '../../shared-schemas.ts'
import { changeEvent } from '../../realtime/socket-event.ts'

/** To everyone who sees the milestone's pins. Pins carried over to a new version are part of `milestone:changed`. */
export const pinChanged = changeEvent('pin:changed', { projectId: id, milestoneId: id })
