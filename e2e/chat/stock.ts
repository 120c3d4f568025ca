import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { cut } from './cut.ts'
import { countOutcome, type Outcome, weather } from './outcome.ts'

async function start(port: number): Promise<{ url: string; crash(): Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stock-server.ts')], {
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

/** Sends the script's messages through stock Socket.IO with its defaults, under the script's weather. */
export async function runStock(): Promise<Outcome> {
  let server = await start(0)
  const port = Number(new URL(server.url).port)
  const connect = () => io(server.url, { transports: ['websocket', 'polling'] })
  const sender = connect()
  const sockets: Socket[] = Array.from({ length: weather.receivers }, connect)
  const seen: number[][] = sockets.map(() => [])
  for (const [index, socket] of sockets.entries()) {
    socket.on('chat_message', (message: { number: number }) => seen[index]?.push(message.number))
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
  for (let number = 0; number < weather.messages; number += 1) {
    if ((weather.kills as readonly number[]).includes(number)) {
      await server.crash()
      await pause(weather.downMilliseconds)
      server = await start(port)
    }
    if (number % weather.everyCut === weather.everyCut - 1) cut(sockets[number % sockets.length])
    send(number)
    if (number % weather.everyDuplicate === 0) send(number)
    await pause(weather.pauseMilliseconds)
  }
  await untilQuiet(() => seen.reduce((total, { length }) => total + length, acknowledged.size))
  for (const socket of [sender, ...sockets]) socket.disconnect()
  await server.crash()
  return countOutcome(weather.messages, acknowledged, seen)
}

/** Until nothing new has come for four seconds, since nothing tells a stock client that it is complete. */
async function untilQuiet(count: () => number): Promise<void> {
  for (let still = 0, last = count(); still < 8;) {
    await pause(500)
    still = count() === last ? still + 1 : 0
    last = count()
  }
}
