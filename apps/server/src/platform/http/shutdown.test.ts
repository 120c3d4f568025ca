import { readConfig } from '@veranda/contract/config/routes.ts'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../testing/test-app.ts'

test('a node that is not ready any more goes on replying, and each reply is the last one of its connection', async () => {
  const app = await testApp()
  const address = await app.listenWithoutBackground()
  const call = async (path: string) => {
    const reply = await fetch(`${address}${path}`)
    await reply.arrayBuffer()
    return [reply.status, reply.headers.get('connection')]
  }
  const path = `/api${readConfig.path}`
  expect([await call(path), await call('/readyz')]).toEqual([
    [200, 'keep-alive'],
    [200, 'keep-alive'],
  ])
  app.app.readiness.ready = false
  expect([await call(path), await call('/readyz'), await call('/livez')]).toEqual([
    [200, 'close'],
    [503, 'close'],
    [200, 'close'],
  ])
  await app.close()
})

test('a request that was on its way when the server closed is answered as any other', async () => {
  const app = await testApp()
  const { port } = new URL(await app.listenWithoutBackground())
  const accepted = new Promise<Socket>((resolve) => app.app.http.server.once('connection', resolve))
  const connection = connect(Number(port), '127.0.0.1')
  connection.write(`GET /api${readConfig.path} HTTP/1.1\r\n`)
  const serverSide = await accepted
  await expect.poll(() => serverSide.bytesRead).toBeGreaterThan(0)
  app.app.readiness.ready = false
  const closing = app.app.http.close()
  connection.write('Host: 127.0.0.1\r\n\r\n')
  let reply = ''
  connection.on('data', (chunk: Buffer) => (reply += chunk.toString()))
  await once(connection, 'close')
  expect(reply.split('\r\n', 1)).toEqual(['HTTP/1.1 200 OK'])
  await closing
  await app.close()
})
