import { type RoomClose, roomCloses, roomPath, type RoomSay } from '@veranda/contract/rooms/wire.ts'
import { type IncomingMessage } from 'node:http'
import { type WebSocket } from 'ws'
import { type Env } from '../../env.ts'
import { isKnownOrigin } from '../../http/cors.ts'
import { parse } from './hear.ts'

/** The first message has to come within so long of the opening, in milliseconds. */
const introduction = 5_000

export type Enter = Extract<RoomSay, { name: 'enter' }>
/** The node and room that a request wants a line to; `other` is another server's upgrade, `wrong` nobody's. */
type Wanted = { nodeId: string; roomId: string } | 'other' | 'wrong'

/** Reads where a request for a line leads. Pages of other origins are wrong. */
export function readWanted({ url, headers }: IncomingMessage, env: Env): Wanted {
  const [, first, nodeId = '', roomId = '', ...more] = (url ?? '').split('?', 1)[0]?.split('/') ?? []
  if (`/${first}` === '/socket.io') return 'other'
  const { origin, host } = headers
  const known = origin === undefined || isKnownOrigin(origin, host, env)
  const ours = `/${first}` === roomPath && more.length === 0 && isId(nodeId) && isId(roomId)
  return ours && known ? { nodeId, roomId } : 'wrong'
}

/** Waits for the one message by which a device says whose it is; closes the line without it. */
export function awaitEnter(line: WebSocket, enter: (said: Enter) => void): void {
  const late = setTimeout(() => close(line, 'signed-out'), introduction)
  line.on('error', () => line.terminate())
  line.once('close', () => clearTimeout(late))
  line.once('message', (data: Buffer, binary: boolean) => {
    clearTimeout(late)
    const said = binary ? undefined : parse(data.toString())
    if (said?.name === 'enter') enter(said)
    else close(line, 'malformed')
  })
}

/** Closes a line with the code of its reason. */
export function close(line: WebSocket | undefined, why: RoomClose): void {
  line?.close(roomCloses[why], why)
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text)
}
