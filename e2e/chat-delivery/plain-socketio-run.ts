import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { dropConnection } from './drop-connection.ts'
import { countOutcome, type Outcome, faultPlan } from './delivery-outcome.ts'

async function startServer(port: number): Promise<{ url: string; crash(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'plain-socketio-server.ts')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    async crash() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Sends the messages through plain Socket.IO with its defaults, under the fault plan. */
export async function runPlainSocketIo(): Promise<Outcome> {
  let server = await startServer(0)
  const port = Number(new URL(server.url).port)
  const connect = () => io(server.url, { transports: ['websocket', 'polling'] })
  const sender = connect()
  const sockets: Socket[] = Array.from({ length: faultPlan.receivers }, connect)
  const received: number[][] = sockets.map(() => [])
  for (const [index, socket] of sockets.entries()) {
    socket.on('chat_message', (message: { number: number }) => received[index]?.push(message.number))
  }
  await Promise.all(
    [sender, ...sockets]
      .filter((socket) => !socket.connected)
      .map((socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve()))),
  )

  const acknowledged = new Set<number>()
  const send = (number: number) =>
    sender.emit('chat_message', { number }, () => {
      acknowledged.add(number)
    })
  for (let number = 0; number < faultPlan.messages; number += 1) {
    if ((faultPlan.killBefore as readonly number[]).includes(number)) {
      await server.crash()
      await sleep(faultPlan.downtimeMs)
      server = await startServer(port)
    }
    if (number % faultPlan.dropEvery === faultPlan.dropEvery - 1) dropConnection(sockets[number % sockets.length])
    send(number)
    if (number % faultPlan.duplicateEvery === 0) send(number)
    await sleep(faultPlan.sendIntervalMs)
  }
  await waitUntilQuiet(() => received.reduce((total, { length }) => total + length, acknowledged.size))
  for (const socket of [sender, ...sockets]) socket.disconnect()
  await server.crash()
  return countOutcome(faultPlan.messages, acknowledged, received)
}

/** Waits until nothing new has arrived for four seconds, since a plain client cannot know that it has everything. */
async function waitUntilQuiet(count: () => number): Promise<void> {
  for (let quietRounds = 0, last = count(); quietRounds < 8;) {
    await sleep(500)
    quietRounds = count() === last ? quietRounds + 1 : 0
    last = count()
  }
}
