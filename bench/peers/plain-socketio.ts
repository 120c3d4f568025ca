import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Server } from 'socket.io'

/** Baseline on plain Socket.IO: a message goes to all sockets of its room; nothing is checked or stored. */
const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
let seq = 0

type SentMessage = { conversationId: string; message: string; clientId: string }

io.on('connection', (socket) => {
  socket.on('stream:join', ({ id }: { id: string }, acknowledge: (answer: object) => void) => {
    void socket.join(id)
    acknowledge({ ok: true })
  })
  socket.on('message:send', (sent: SentMessage, acknowledge: (answer: object) => void) => {
    seq += 1
    const id = randomUUID()
    const at = new Date().toISOString()
    const { conversationId, message, clientId } = sent
    const answer = { ok: true, id, seq, at, conversationId }
    // Without listeners there is nothing to build either.
    if (!io.sockets.adapter.rooms.has(conversationId)) return acknowledge(answer)
    io.to(conversationId).emit('chat_message', {
      id,
      conversationId,
      projectId: conversationId,
      userId: conversationId,
      username: 'Chat client 00',
      avatar: null,
      message,
      type: 'text',
      timestamp: at,
      clientId,
      replyTo: null,
      seq,
    })
    return acknowledge(answer)
  })
})
http.listen(0, '127.0.0.1', () => {
  const at = http.address()
  process.send?.({ ready: true, address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}` })
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
