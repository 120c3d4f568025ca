import { WebSocketServer, type WebSocket } from 'ws'

/**
 * Baseline on plain `ws`: every 33 ms the frames received in a room are concatenated once and sent to all members,
 * without being parsed.
 */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
type Room = { members: Set<WebSocket>; pendingFrames: Buffer[] }
const rooms = new Map<string, Room>()

server.on('connection', (socket, request) => {
  const name = request.url ?? ''
  const room = rooms.get(name) ?? { members: new Set(), pendingFrames: [] }
  rooms.set(name, room)
  const participantSlot = Buffer.from([room.members.size])
  room.members.add(socket)
  socket.on('message', (frame: Buffer) => room.pendingFrames.push(participantSlot, frame))
  socket.on('close', () => room.members.delete(socket))
  socket.on('error', () => socket.terminate())
})
setInterval(() => {
  for (const room of rooms.values()) {
    if (room.pendingFrames.length === 0) continue
    const batch = Buffer.concat([Buffer.from([0xb1, room.pendingFrames.length / 2, 0, 0]), ...room.pendingFrames])
    room.pendingFrames = []
    for (const member of room.members) member.send(batch)
  }
}, 33)
server.on('listening', () => {
  const at = server.address()
  process.send?.({ ready: true, address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}` })
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
