import { id } from '../shared-schemas.ts'
import { changeEvent } from '../realtime/socket-event.ts'

/** To both parties of a commission, whose reviews are one pair. `id` is the commission's. */
export const reviewsChanged = changeEvent('reviews:changed', { projectId: id })
