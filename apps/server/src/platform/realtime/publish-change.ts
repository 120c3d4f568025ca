import { type EmittedPayload, type ChangeEvent } from '@veranda/contract/realtime/socket-event.ts'
import { type Tx } from '../db/database.ts'
import { appendToStreams } from '../events/streams.ts'

/**
 * Publishes that an aggregate changed to all sockets of these users, the one who changed it included.
 */
export async function publishChange<E extends ChangeEvent>(
  tx: Tx,
  userIds: Iterable<string>,
  event: E,
  change: EmittedPayload<E>,
): Promise<void> {
  await appendToStreams(tx, 'user', [...userIds], event, change)
}
