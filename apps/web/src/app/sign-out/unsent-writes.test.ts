import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, expect, test } from 'vitest'
import { networkProblem, Problem } from '../../lib/api/problem.ts'
import { deviceStorage } from '../../lib/device/device-storage.ts'
import { openSendQueue, type SendQueue } from '../../lib/send-queue.ts'
import { uploadDbPrefix } from '../../lib/session/user-databases.ts'
import { problemDocument } from '../../lib/testing/replies.ts'
import { countUnsentWrites } from './unsent-writes.ts'

const userId = '0198c1de-0000-7000-8000-000000000001'
const queues: SendQueue<string>[] = []
afterEach(() => {
  for (const queue of queues.splice(0)) queue.close()
  localStorage.clear()
})

async function fill(owner: string, outcomes: readonly ('sent' | 'waiting' | 'refused')[]): Promise<void> {
  const send = async ({ payload }: { payload: string }) => {
    if (payload === 'waiting') throw networkProblem()
    if (payload === 'refused') throw new Problem(problemDocument(422, 'message.empty'))
  }
  const queue = await openSendQueue<string>({ userId: owner, send })
  queues.push(queue)
  for (const [lane, outcome] of outcomes.entries()) await queue.add(String(lane), outcome)
  await expect
    .poll(() => queue.items.get().map(({ state }) => state))
    .toEqual(outcomes.map((outcome) => ({ sent: 'sent', waiting: 'queued', refused: 'failed' })[outcome]))
}

test('messages, uploads, changes and drafts that a sign-out would discard are counted, and not what it leaves for others', async () => {
  expect(await countUnsentWrites(userId)).toEqual({ messages: 0, changes: 0, uploads: 0, drafts: 0 })
  await fill(userId, ['sent', 'waiting', 'refused'])
  await fill(`${userId}-notifications`, ['waiting', 'sent'])
  await fill(`${userId}-preferences`, ['waiting'])
  await fill(`${userId}-pins`, ['refused'])
  await fill('someone-else', ['waiting'])
  const uploads = await openDB(`${uploadDbPrefix}${userId}`, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: 'key' }),
  })
  // Of a file whose bytes are at the server, the browser keeps none.
  await uploads.put('files', { key: 'under-way', file: new Blob(['x']) })
  await uploads.put('files', { key: 'done', file: null })
  uploads.close()
  for (const key of ['draft one', 'draft.two', 'drafts-are-not-this', 'theme']) deviceStorage.set(key, 'x')
  expect(await countUnsentWrites(userId)).toEqual({ messages: 2, changes: 3, uploads: 1, drafts: 2 })
  // On the way to their databases.
  for (const key of [`unqueued ${userId} a`, `unqueued ${userId}-pins b`]) deviceStorage.set(key, '{}')
  expect(await countUnsentWrites(userId)).toEqual({ messages: 3, changes: 4, uploads: 1, drafts: 2 })
})
