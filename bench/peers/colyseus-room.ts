import { type Client, Room, Server } from '@colyseus/core'
import { MapSchema, schema, type SchemaType, t } from '@colyseus/schema'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { createServer } from 'node:http'

/**
 * Baseline room as in the Colyseus guide: a state of players, each written by its own client and broadcast 30 times a
 * second.
 */
const Player = schema({
  tells: t.uint8(),
  presses: t.uint8(),
  time: t.uint16(),
  ...Object.fromEntries(
    ['head', 'left', 'right'].flatMap((part) => [
      [`${part}X`, t.int16()],
      [`${part}Y`, t.int16()],
      [`${part}Z`, t.int16()],
      [`${part}Turn`, t.uint32()],
    ]),
  ),
})
const State = schema({ players: t.map(Player) })
type Player = SchemaType<typeof Player>

class Poses extends Room<{ state: SchemaType<typeof State> }> {
  override maxClients = 64
  override patchRate = 33
  override state = new State({ players: new MapSchema<Player>() })

  override onCreate() {
    this.onMessageBytes('p', (client: Client, bytes: Uint8Array) => {
      // `onJoin` created one player for each client.
      const player = this.state.players.get(client.sessionId) as (Player & Record<string, number>) | undefined
      if (!player) return
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      player.tells = view.getUint8(0)
      player.time = view.getUint16(3)
      for (const [index, part] of ['head', 'left', 'right'].entries()) {
        const at = 5 + index * 10
        player[`${part}X`] = view.getInt16(at)
        player[`${part}Y`] = view.getInt16(at + 2)
        player[`${part}Z`] = view.getInt16(at + 4)
        player[`${part}Turn`] = view.getUint32(at + 6)
      }
      player.presses = view.getUint8(35)
    })
  }

  override onJoin(client: Client) {
    this.state.players.set(client.sessionId, new Player())
  }
}

const http = createServer()
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false })
server.define('poses', Poses).filterBy(['place'])
await server.listen(0, '127.0.0.1')
const at = http.address()
process.send?.({ ready: true, address: `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}` })
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
