import { Agent, get } from 'node:http'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { serverLeaving } from '@veranda/contract/realtime/events.ts'
import { expect, test } from 'vitest'
import { openLiveSocket } from './live-socket.ts'
import { testApp } from './test-app.ts'

/** Without running requests there is nothing to wait for. */
const stopTimeoutMs = 8_000

test('a server stops at once while clients call it over connections that they keep, and have sockets open', async () => {
  const app = await testApp()
  const address = await app.listen()
  const user = await app.createUser('Clara')
  const socket = await openLiveSocket(address, user)
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${user.token}`, cookie: user.cookie }
  let ended = 0
  let calling = true
  const call = () =>
    new Promise<void>((resolve) => {
      const request = get(`${address}/api${readAccount.path}`, { agent, headers }, (reply) => {
        reply.resume()
      })
      request.once('error', () => undefined)
      request.once('close', () => {
        ended += 1
        resolve()
      })
    })
  const loops = Array.from({ length: 8 }, async () => {
    while (calling) await call()
  })
  await expect.poll(() => ended).toBeGreaterThan(50)
  const stopped = app.close().then(() => 'stopped')
  await expect.poll(() => socket.received(serverLeaving).length, { interval: 1 }).toBe(1)
  const endedBefore = ended
  await expect.poll(() => ended - endedBefore, { interval: 1 }).toBeGreaterThan(8)
  // As a browser does, the clients keep their connections and call no more.
  calling = false
  const timeout = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs, 'still running'))
  try {
    expect(await Promise.race([stopped, timeout])).toBe('stopped')
  } finally {
    agent.destroy()
    socket.close()
    await Promise.all([stopped, ...loops])
  }
})
