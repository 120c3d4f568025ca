import { register, readAccount } from '@veranda/contract/accounts/routes.ts'
import { startPairing } from '@veranda/contract/accounts/pairing-routes.ts'
import { currentTerms } from '@veranda/core/accounts/terms.ts'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Duplex } from 'node:stream'
import { connect, type PeerCertificate } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf } from '../../features/bookings/calendar-file.ts'
import { forward } from '../../live/rooms/forward.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { authorityPath } from '../server.ts'
import { localNames } from './addresses.ts'

let app: TestApp
let address: string
let ca: string
beforeAll(async () => {
  app = await testApp({ env: { HTTPS: '1' } })
  address = await app.listen()
  ca = readFileSync(join(app.deps.env.dataDir, 'https/authority.crt'), 'utf8')
})
afterAll(() => app.close())

type Asked = { method?: string; body?: object; headers?: Record<string, string> }

/** A call over TLS by a device that trusts the authority, by whatever name it calls us. */
function ask(path: string, { method = 'GET', body, headers = {} }: Asked = {}, host = '127.0.0.1') {
  const { port } = new URL(address)
  return new Promise<{ status: number; cookies: string[]; headers: object; text: string }>((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const asked = request({
      host: '127.0.0.1',
      ...(host === '127.0.0.1' ? {} : { servername: host }),
      port,
      path,
      method,
      ca,
      headers: { ...headers, ...json },
    })
    asked.once('error', reject)
    asked.once('response', (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          cookies: answer.headers['set-cookie'] ?? [],
          headers: answer.headers,
          text,
        }),
      )
    })
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

test('the server speaks https, and its certificate has every name of this machine', async () => {
  expect(new URL(address).protocol).toBe('https:')
  expect((await ask('/livez')).status).toBe(200)
  expect((await ask('/livez', {}, 'localhost')).status).toBe(200)
  const { port } = new URL(address)
  const line = connect({ host: '127.0.0.1', port: Number(port), ca, servername: 'localhost' })
  await new Promise((resolve) => line.once('secureConnect', resolve))
  const shown: PeerCertificate = line.getPeerCertificate()
  line.destroy()
  const { names, addresses } = localNames()
  for (const name of names) expect(shown.subjectaltname).toContain(`DNS:${name}`)
  for (const one of addresses.filter((ip) => ip.includes('.'))) {
    expect(shown.subjectaltname).toContain(`IP Address:${one}`)
  }
})

test('the authority is there to be fetched, and its key is not', async () => {
  const fetched = await ask(authorityPath)
  expect([fetched.status, fetched.text]).toEqual([200, ca])
  expect(fetched.text).not.toContain('PRIVATE')
})

test('cookies go over https alone, and they work', async () => {
  const rest = { role: 'client', terms: currentTerms, timeZone: 'UTC', language: 'en' } as const
  const body = { name: 'Hanna Set', email: 'hanna@veranda.test', password: 'a long walk by the sea', ...rest }
  const origin = address
  const made = await ask(`/api${register.path}`, { method: 'POST', body, headers: { origin } })
  expect(made.status).toBe(201)
  expect(made.cookies.find((line) => line.startsWith('veranda.session='))).toMatch(/; Secure$/)
  const { token } = JSON.parse(made.text) as { token: string }
  const cookie = made.cookies[0]?.split(';', 1)[0] ?? ''
  const headers = { authorization: `Bearer ${token}`, cookie }
  expect((await ask(`/api${readAccount.path}`, { headers })).status).toBe(200)
  const pairing = await ask(`/api${startPairing.path}`, { method: 'POST' })
  expect(pairing.cookies[0]).toMatch(/^veranda\.pairing=.*; Secure$/)
})

test('both sockets are secure ones', async () => {
  const secure = address.replace(/^https/, 'wss')
  const chat = new WebSocket(`${secure}/socket.io/?EIO=4&transport=websocket`, { ca, origin: address })
  const first = await new Promise<string>((resolve, reject) => {
    chat.once('message', (data: Buffer) => resolve(data.toString()))
    chat.once('error', reject)
  })
  expect(first).toMatch(/^0\{"sid"/)
  chat.terminate()
  const { path } = await app.deps.live.roomPath(app.deps.ids.next())
  const room = new WebSocket(`${secure}${path}`, { ca, origin: address })
  await new Promise((resolve, reject) => {
    room.once('open', resolve)
    room.once('error', reject)
  })
  room.terminate()
})

test('another node passes a line on to it', async () => {
  const front = createServer()
  front.on(
    'upgrade',
    (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
      void forward(asked, socket, head, 'http://127.0.0.1:1', async () => address),
  )
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  // Listening on a port.
  const { port } = front.address() as AddressInfo
  const { path } = await app.deps.live.roomPath(app.deps.ids.next())
  const line = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  await new Promise((resolve, reject) => {
    line.once('open', resolve)
    line.once('error', reject)
  })
  expect(line.readyState).toBe(WebSocket.OPEN)
  line.terminate()
  await new Promise((resolve) => front.close(resolve))
})

test('what is written for outside the browser says https', () => {
  const { env } = app.deps
  const at = (more: object) => addressOf('/bookings', { env: { ...env, port: 4000, ...more } })
  expect(at({})).toBe('https://127.0.0.1:4000/bookings')
  expect(at({ https: false })).toBe('http://127.0.0.1:4000/bookings')
  expect(at({ host: '0.0.0.0' })).not.toContain('0.0.0.0')
  expect(at({ publicUrl: 'https://veranda.example' })).toBe('https://veranda.example/bookings')
})

test('nothing tells browsers to refuse this machine without https for a year', async () => {
  const named = await testApp({ env: { HTTPS: '1', PUBLIC_URL: 'https://desk.local:4000' } })
  const { headers } = await named.app.http.inject({ method: 'GET', url: '/livez' })
  await named.close()
  expect(headers).toHaveProperty('x-content-type-options')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('the server itself trusts it, as its own provider has to that calls it back', async () => {
  expect((await fetch(`${address}/livez`)).status).toBe(200)
})
