import { notificationReadIn } from '@veranda/contract/notifications/live.ts'
import { onEvent } from '../../live/live.ts'
import { type Connected } from '../../live/connected.ts'
import { changeRead } from './change-read.ts'
import { readCounts } from './unread-counts.ts'

export const notificationEvents = [
  onEvent('notification:read', notificationReadIn, ({ tx, actor, deps, payload }) =>
    changeRead({ tx, actor, deps }, typeof payload === 'string' ? payload : payload.id, true),
  ),
]

/** A fresh socket hears what is unread. */
export const tellCountsOnConnect: Connected = async ({ actor, deps, emit }) => {
  emit('unread_count', await readCounts(deps.db, actor.id))
}
