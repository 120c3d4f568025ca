import { sendMessage } from '@veranda/contract/conversations/routes.ts'
import { type MessageSendIn } from '@veranda/contract/conversations/live.ts'
import { type AttachedWork } from '@veranda/core/conversations/conversation-log.ts'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { emit, onResume } from '../../lib/live.ts'
import { type Outbox, openOutbox, type OutboxItem } from '../../lib/outbox.ts'
import { sessionStore } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** What a person wrote and where it belongs; the lane is the conversation. */
export type Outgoing = {
  readonly message: string
  readonly replyTo: string | null
  /** Left out by what was written before there were attachments. */
  readonly works?: readonly AttachedWork[]
}
export type OutgoingItem = OutboxItem<Outgoing>

const none = createStore<readonly OutgoingItem[]>([])
const current = createStore<Outbox<Outgoing> | undefined>(undefined)
let opening: { person: string; outbox: Promise<Outbox<Outgoing>> } | undefined

sessionStore.subscribe(() => {
  if (sessionStore.get().status !== 'out') return
  void opening?.outbox.then((outbox) => outbox.close())
  opening = undefined
  current.set(undefined)
})

onResume(() => void current.get()?.flush())

/** The outbox of whoever is signed in: opened once, and what it still holds is sent at once. */
export async function messageOutbox(): Promise<Outbox<Outgoing>> {
  const person = sessionStore.get().user?.id
  if (person === undefined) throw new Error('nobody is signed in')
  if (opening?.person !== person) {
    opening = { person, outbox: openOutbox<Outgoing>({ person, send }) }
    current.set(await opening.outbox)
  }
  return opening.outbox
}

/** By the socket when it is there, else by HTTP; the server takes the same key once, whichever way it comes. */
async function send({ lane, clientId, payload }: OutgoingItem): Promise<void> {
  const { message, replyTo, works = [] } = payload
  const said = { clientId, message, replyTo, works: works.map(({ id }) => id) }
  const body: MessageSendIn = { conversationId: lane, ...said }
  try {
    await emit('message:send', body)
  } catch {
    // A refusal is asked for again by HTTP, whose status tells what can be tried later from what cannot.
    await call(sendMessage, { params: { id: lane }, body: said })
  }
}

/** What this person has written that is not yet in the log: all of it, or one conversation's. */
export function useOutgoing(conversationId?: string): readonly OutgoingItem[] {
  useEffect(() => void messageOutbox().catch(() => {}), [])
  const items = useStore(useStore(current)?.items ?? none)
  return conversationId === undefined ? items : items.filter((item) => item.lane === conversationId)
}
