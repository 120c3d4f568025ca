import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'

/**
 * The people of the bench's conversations, in a process of their own. Told to `open` rooms with so many sockets each, to
 * `send` so many messages, and to `close`; answers when it is done, a send when all of it has arrived everywhere.
 */
export type Order =
  | { do: 'open'; url: string; rooms: readonly string[]; each: number; people: readonly Talker[] }
  | { do: 'send'; messages: number; perSecond: number }
  | { do: 'close' }
export type Talker = { token: string; cookie: string }

let senders: { room: string; socket: Socket }[] = []
let sockets: Socket[] = []
let listeners = 0
let heard = 0

function connect(url: string, { token, cookie }: Talker): Promise<Socket> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, multiplex: false }
  const socket = io(url, { ...options, auth: { token }, extraHeaders: { cookie, origin: url } })
  socket.on('chat_message', () => (heard += 1))
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

async function open({ url, rooms, each, people }: Extract<Order, { do: 'open' }>): Promise<void> {
  listeners = each
  const jobs = rooms.flatMap((room, index) =>
    Array.from({ length: Math.max(1, each) }, (_, place) => ({
      room,
      place,
      who: people[(index + place) % people.length],
    })),
  )
  for (let from = 0; from < jobs.length; from += 20) {
    await Promise.all(
      jobs.slice(from, from + 20).map(async ({ room, place, who }) => {
        if (!who) return
        const socket = await connect(url, who)
        sockets.push(socket)
        if (place === 0) senders.push({ room, socket })
        // With no listeners at all the sender is there, and hears nothing either.
        if (each > 0) await socket.emitWithAck('stream:join', { kind: 'conversation', id: room })
      }),
    )
  }
}

/** At a steady pace, so that a fast and a slow server are asked for the same work at the same moments. */
async function send({ messages, perSecond }: Extract<Order, { do: 'send' }>): Promise<void> {
  heard = 0
  const began = performance.now()
  const answers: Promise<void>[] = []
  for (let index = 0; index < messages; index += 1) {
    const wait = began + (index * 1_000) / perSecond - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    answers.push(sendOne(index))
  }
  await Promise.all(answers)
  const until = Date.now() + 20_000
  while (heard < messages * listeners && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
  if (heard !== messages * listeners) throw new Error(`heard ${heard} of ${messages * listeners}`)
}

async function sendOne(index: number): Promise<void> {
  const at = senders[index % senders.length]
  const sent = { conversationId: at?.room, clientId: randomUUID(), replyTo: null, message: text(index) }
  const answer: { ok: boolean } = await at?.socket.emitWithAck('message:send', sent)
  if (!answer.ok) throw new Error(`not sent: ${JSON.stringify(answer)}`)
}

function text(index: number): string {
  return `Could the stairs of the lobby be a little wider, as in the second sketch? Number ${index}`
}

async function obey(order: Order): Promise<void> {
  if (order.do === 'open') return open(order)
  if (order.do === 'send') return send(order)
  for (const socket of sockets) socket.disconnect()
  sockets = []
  senders = []
}

process.on('message', (order) => {
  // Sent by messages.ts only.
  obey(order as Order).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true, address: 'none' })
