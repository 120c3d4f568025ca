import { createServer } from 'node:http'
import { Server } from 'socket.io'

/** Plain Socket.IO as in its tutorial: a room, a broadcast, an acknowledgement. Listens on PORT. */
const http = createServer()
const io = new Server(http)
io.on('connection', (socket) => {
  void socket.join('room')
  socket.on('chat_message', (message: unknown, acknowledge: () => void) => {
    io.to('room').emit('chat_message', message)
    acknowledge()
  })
})
http.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = http.address()
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
