import { mostPoseBytes, noPose, type Pose, tell, writePose } from '@veranda/core/rooms/pose.ts'
import { readBatch } from '@veranda/core/rooms/batch.ts'
import { Client } from '@colyseus/sdk'
import { WebSocket } from 'ws'

/**
 * People who move their heads and hands 30 times a second in the bench's rooms, in a process of their own. Told to
 * `open` so many in each room, to `move` for so many frames, and to `close`. Answers a move with what was heard of it.
 */
export type Order =
  | {
      do: 'open'
      kind: 'veranda' | 'bare' | 'colyseus'
      url: string
      rooms: readonly Place[]
      each: number
      people: readonly Mover[]
    }
  | { do: 'move'; frames: number }
  | { do: 'close' }
export type Place = { readonly name: string; readonly path: string }
export type Mover = { readonly token: string; readonly cookie: string }
export type Heard = { sent: number; records: number; bytes: number; messages: number; late: number }

const period = 1_000 / 30
type Line = { send(frame: Uint8Array): void; close(): void }

let lines: Line[] = []
let records = 0
let bytes = 0
let messages = 0
let delays: number[] = []
const pose: Pose = noPose()

function hear(data: Buffer): void {
  bytes += data.length
  messages += 1
  const now = performance.now() & 0xffff
  readBatch(new DataView(data.buffer, data.byteOffset, data.length), pose, (_, { time }) => {
    records += 1
    // One in sixteen tells enough.
    if (records % 16 === 0) delays.push((now - time) & 0xffff)
  })
}

async function openSocket(url: string, enter: object | undefined, headers: Record<string, string>): Promise<Line> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { perMessageDeflate: false, headers })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      if (!enter) return resolve()
      socket.once('message', () => resolve())
      socket.send(JSON.stringify(enter))
    })
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
  })
  socket.on('message', (data: Buffer, binary: boolean) => {
    if (binary) hear(data)
  })
  return { send: (frame) => socket.send(frame), close: () => socket.close(1000) }
}

async function openColyseus(url: string, name: string): Promise<Line> {
  const room = await new Client(url).joinOrCreate('poses', { place: name })
  room.onStateChange(() => (messages += 1))
  return { send: (frame) => room.sendBytes('p', frame), close: () => void room.leave() }
}

async function open({ kind, url, rooms, each, people }: Extract<Order, { do: 'open' }>): Promise<void> {
  for (const { name, path } of rooms) {
    // One after the other, so that each room has one slot for each.
    for (let place = 0; place < each; place += 1) {
      const { token, cookie } = people[place % people.length] ?? { token: '', cookie: '' }
      if (kind === 'colyseus') lines.push(await openColyseus(url, name))
      else if (kind === 'bare') lines.push(await openSocket(`${url}/${name}`, undefined, {}))
      else {
        const enter = { name: 'enter', token, device: 'headset', muted: true, voice: false }
        lines.push(await openSocket(url + path, enter, { cookie }))
      }
    }
  }
}

/** Everybody sends at a moment of their own within the period, and then keeps to it. */
async function move({ frames }: Extract<Order, { do: 'move' }>): Promise<Heard> {
  records = bytes = messages = 0
  delays = []
  const began = performance.now()
  const all = frames * lines.length
  const view = new DataView(new ArrayBuffer(mostPoseBytes))
  const own = noPose()
  own.tells = tell.left | tell.right
  for (let sent = 0; sent < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - began) / period) * lines.length))
    for (; sent < due; sent += 1) {
      const turn = Math.floor(sent / lines.length)
      own.seq = turn
      own.time = performance.now()
      own.head.px = Math.sin(turn / 20)
      own.left.py = Math.cos(turn / 15)
      own.right.pz = Math.sin(turn / 10)
      const end = writePose(own, view)
      lines[sent % lines.length]?.send(new Uint8Array(view.buffer.slice(0, end)))
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await new Promise((resolve) => setTimeout(resolve, 150))
  delays.sort((a, b) => a - b)
  return { sent: all, records, bytes, messages, late: delays[Math.floor(delays.length * 0.95)] ?? 0 }
}

async function obey(order: Order): Promise<Heard | undefined> {
  if (order.do === 'open') await open(order)
  else if (order.do === 'move') return move(order)
  else {
    for (const line of lines) line.close()
    lines = []
  }
  return undefined
}

process.on('message', (order: Order) => {
  obey(order).then(
    (heard) => process.send?.({ heard }),
    (error: unknown) => process.send?.({ failed: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
