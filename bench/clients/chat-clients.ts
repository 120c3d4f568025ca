import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'

/**
 * Command for this process, which simulates the members of conversations: `open` connects a number of sockets to each
 * room, `send` sends messages and replies when all have arrived everywhere, `close` disconnects.
 */
export type ClientCommand =
  | { do: 'open'; url: string; rooms: readonly string[]; each: number; clients: readonly ClientCredentials[] }
  | { do: 'send'; messages: number; perSecond: number }
  | { do: 'close' }
export type ClientCredentials = { token: string; cookie: string }

let senders: { room: string; socket: Socket }[] = []
let sockets: Socket[] = []
let listenerCount = 0
let receivedCount = 0

function connect(url: string, { token, cookie }: ClientCredentials): Promise<Socket> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, multiplex: false }
  const socket = io(url, { ...options, auth: { token }, extraHeaders: { cookie, origin: url } })
  socket.on('chat_message', () => (receivedCount += 1))
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}

async function open({ url, rooms, each, clients }: Extract<ClientCommand, { do: 'open' }>): Promise<void> {
  listenerCount = each
  const jobs = rooms.flatMap((room, index) =>
    Array.from({ length: Math.max(1, each) }, (_, position) => ({
      room,
      position,
      client: clients[(index + position) % clients.length],
    })),
  )
  for (let from = 0; from < jobs.length; from += 20) {
    await Promise.all(
      jobs.slice(from, from + 20).map(async ({ room, position, client }) => {
        if (!client) return
        const socket = await connect(url, client)
        sockets.push(socket)
        if (position === 0) senders.push({ room, socket })
        // Without listeners the sender does not join either, so it receives nothing.
        if (each > 0) await socket.emitWithAck('stream:join', { kind: 'conversation', id: room })
      }),
    )
  }
}

/** Sends at a steady pace, so that a fast and a slow server get the same work at the same times. */
async function send({ messages, perSecond }: Extract<ClientCommand, { do: 'send' }>): Promise<void> {
  receivedCount = 0
  const startedAt = performance.now()
  const acknowledgements: Promise<void>[] = []
  for (let index = 0; index < messages; index += 1) {
    const waitMs = startedAt + (index * 1_000) / perSecond - performance.now()
    if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs))
    acknowledgements.push(sendOne(index))
  }
  await Promise.all(acknowledgements)
  const deadline = Date.now() + 20_000
  while (receivedCount < messages * listenerCount && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 5))
  if (receivedCount !== messages * listenerCount)
    throw new Error(`received ${receivedCount} of ${messages * listenerCount} messages`)
}

async function sendOne(index: number): Promise<void> {
  const sender = senders[index % senders.length]
  const payload = { conversationId: sender?.room, clientId: randomUUID(), replyTo: null, message: messageText(index) }
  const acknowledgement: { ok: boolean } = await sender?.socket.emitWithAck('message:send', payload)
  if (!acknowledgement.ok) throw new Error(`message not sent: ${JSON.stringify(acknowledgement)}`)
}

function messageText(index: number): string {
  return `Could the stairs of the lobby be a little wider, as in the second sketch? Number ${index}`
}

async function execute(command: ClientCommand): Promise<void> {
  if (command.do === 'open') return open(command)
  if (command.do === 'send') return send(command)
  for (const socket of sockets) socket.disconnect()
  sockets = []
  senders = []
}

process.on('message', (command) => {
  // Only messages.ts sends to this process.
  execute(command as ClientCommand).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true, address: 'none' })
