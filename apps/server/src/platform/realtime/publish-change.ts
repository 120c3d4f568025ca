import { type EmittedPayload, type ChangeEvent } from '@veranda/contract/realtime/socket-event.ts'
import { type Tx } from '../db/database.ts'
import { appendToStream } from '../events/streams.ts'

/**
 * Publishes that an aggregate changed to all sockets of these users, the one who changed it included. The order of the
 * users keeps concurrent transactions from locking their streams crosswise.
 */
export async function publishChange<E extends ChangeEvent>(
  tx: Tx,
  userIds: Iterable<string>,
  event: E,
  change: EmittedPayload<E>,
): Promise<void> {
  for (const id of [...new Set(userIds)].toSorted()) await appendToStream(tx, { kind: 'user', id }, event, change)
}
