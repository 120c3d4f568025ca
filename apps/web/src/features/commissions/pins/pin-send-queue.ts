import { addPin, listPins, replyToPin } from '@veranda/contract/commissions/pins/routes.ts'
import { type AddPinBody, type ReplyToPinBody } from '@veranda/contract/commissions/pins/schemas.ts'
import { listRoomVersions } from '@veranda/contract/rooms/routes.ts'
import { call } from '../../../lib/api/call.ts'
import { invalidateReads } from '../../../lib/api/query.ts'
import { type SendQueueItem } from '../../../lib/send-queue.ts'
import { createUserSendQueue, useQueueItems } from '../../../lib/user-send-queue.ts'

/** A pin or a reply that waits for a connection; `id` is that of the milestone or pin. */
export type PinWrite =
  | { readonly kind: 'add'; readonly id: string; readonly body: AddPinBody }
  | { readonly kind: 'reply'; readonly id: string; readonly body: ReplyToPinBody }
export type QueuedPinWrite = SendQueueItem<PinWrite>

/** The pins and replies of this user that wait for a connection. */
export const pinQueue = createUserSendQueue<PinWrite>({ suffix: '-pins', send: sendWrite })

/** Queues what could not be sent, under the key of the attempt, by which the server knows it if it did arrive. */
export async function queuePinWrite(write: PinWrite, attemptKey: string | undefined): Promise<void> {
  await pinQueue.add(write.id, write, attemptKey)
}

export async function retryPinWrite({ clientId }: QueuedPinWrite): Promise<void> {
  await (await pinQueue.open()).retry(clientId)
}

export async function discardPinWrite({ clientId }: QueuedPinWrite): Promise<void> {
  await (await pinQueue.open()).remove(clientId)
}

/** Returns what waits for a milestone, or for a pin, oldest first. */
export function useQueuedPinWrites(id: string): readonly QueuedPinWrite[] {
  return useQueueItems(pinQueue).filter(({ lane, state }) => lane === id && state !== 'sent')
}

async function sendWrite({ clientId, payload }: QueuedPinWrite): Promise<void> {
  const { kind, id, body } = payload
  const options = { idempotencyKey: clientId }
  if (kind === 'add') await call(addPin, { params: { id }, body }, options)
  else await call(replyToPin, { params: { id }, body }, options)
  await pinQueue.current.get()?.remove(clientId)
  await invalidateReads(listPins, listRoomVersions)
}
