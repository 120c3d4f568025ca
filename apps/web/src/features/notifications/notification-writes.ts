import * as routes from '@veranda/contract/notifications/routes.ts'
import { type Counted } from '@veranda/contract/notifications/schemas.ts'
import { call } from '../../lib/call.ts'
import { onResume } from '../../lib/live.ts'
import { type Outbox, openOutbox, type OutboxItem } from '../../lib/outbox.ts'
import { Problem } from '../../lib/problem.ts'
import { refresh } from '../../lib/query.ts'
import { sessionStore } from '../../lib/session.ts'
import { keepUnread } from '../../lib/unread.ts'
import { noteOwnWrite } from './own-writes.ts'

export type NotificationWrite =
  | { act: 'read' | 'unread' | 'delete'; id: string }
  | { act: 'read-all' | 'clear' }
  | { act: 'restore'; ids: string[] }

type Item = OutboxItem<NotificationWrite>

let opened: { person: string; outbox: Promise<Outbox<NotificationWrite>> } | undefined
let warned = false
/** What each clearing took away, to be brought back. */
const cleared = new Map<string, string[]>()
/** Told when the server refused a write; what stood on the screen is read anew. */
let onRefused: (problem: Problem) => void = () => {}

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  void opened?.outbox.then((outbox) => outbox.close())
  opened = undefined
})

onResume(() => void opened?.outbox.then((outbox) => outbox.flush()))

export function whenRefused(tell: (problem: Problem) => void): void {
  onRefused = tell
}

function outboxOf(): Promise<Outbox<NotificationWrite>> {
  const person = sessionStore.get().user?.id
  if (person === undefined) throw new Error('nobody is signed in')
  if (opened?.person !== person) opened = { person, outbox: openOutbox({ person: `${person}-notifications`, send }) }
  return opened.outbox
}

/** Writes it down and sends it when there is a connection; answers its key. What is shown was changed before. */
export async function write(payload: NotificationWrite): Promise<string> {
  const outbox = await outboxOf()
  const { clientId } = await outbox.add('notifications', payload)
  return clientId
}

/** Takes back a deletion or a clearing: before it has left it is dropped, after that the server restores. */
export async function takeBack(clientId: string, id?: string): Promise<void> {
  const outbox = await outboxOf()
  const waiting = outbox.items.get().find((item) => item.clientId === clientId && item.state === 'queued')
  if (waiting) return outbox.drop(clientId)
  const ids = id === undefined ? cleared.get(clientId) : [id]
  if (ids && ids.length > 0) await write({ act: 'restore', ids })
}

async function send(item: Item): Promise<void> {
  try {
    const counted = await callFor(item)
    noteOwnWrite(counted.version)
    keepUnread({ count: counted.unread, version: counted.version })
    if (item.payload.act === 'restore') void refresh(routes.listNotifications)
    await forget(item)
  } catch (error) {
    if (!(error instanceof Problem) || error.uncertain) {
      // It stays as it is on the screen, and goes out later.
      if (!warned) console.warn('a change to the notifications waits for the connection')
      warned = true
      throw error
    }
    if (error.status === 401 || error.status === 429) throw error
    await forget(item)
    void refresh(routes.listNotifications)
    onRefused(error)
  }
}

async function forget(item: Item): Promise<void> {
  const outbox = await opened?.outbox
  await outbox?.drop(item.clientId)
}

async function callFor({ clientId, payload }: Item): Promise<Counted> {
  switch (payload.act) {
    case 'read':
      return call(routes.markRead, { params: { id: payload.id } })
    case 'unread':
      return call(routes.markUnread, { params: { id: payload.id } })
    case 'read-all':
      return call(routes.markAllRead)
    case 'delete':
      return call(routes.deleteNotification, { params: { id: payload.id } })
    case 'restore':
      return call(routes.restoreNotifications, { body: { ids: payload.ids.slice(0, 1000) } })
    case 'clear': {
      const reply = await call(routes.clearNotifications)
      cleared.set(clientId, reply.ids)
      return reply
    }
  }
}
