import { registerUser } from '@veranda/contract/accounts/registration/routes.ts'
import { login } from '@veranda/contract/accounts/sign-in/routes.ts'
import { readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { startPairing } from '@veranda/contract/accounts/pairing/routes.ts'
import { currentTermsVersion } from '@veranda/core/accounts/terms/terms.ts'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { type Duplex } from 'node:stream'
import { connect, type PeerCertificate } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { absoluteUrl } from '../../../features/bookings/calendar/icalendar.ts'
import { proxyUpgrade } from '../../realtime/upgrade-proxy.ts'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { certificateAuthorityPath } from '../http-server.ts'
import { localHostNames } from './network-addresses.ts'

let app: TestApp
let address: string
let ca: string
beforeAll(async () => {
  app = await testApp({ env: { HTTPS: '1' } })
  address = await app.listen()
  ca = readFileSync(join(app.deps.env.dataDir, 'https/authority.crt'), 'utf8')
})
afterAll(() => app.close())

type HttpsCall = { method?: string; body?: object; headers?: Record<string, string> }

/** Calls the server over TLS like a device that trusts the authority, under any host name. */
function httpsCall(path: string, { method = 'GET', body, headers = {} }: HttpsCall = {}, host = '127.0.0.1') {
  const { port } = new URL(address)
  return new Promise<{ status: number; cookies: string[]; headers: object; text: string }>((resolve, reject) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const outgoing = request({
      host: '127.0.0.1',
      ...(host === '127.0.0.1' ? {} : { servername: host }),
      port,
      path,
      method,
      ca,
      headers: { ...headers, ...json },
    })
    outgoing.once('error', reject)
    outgoing.once('response', (incoming) => {
      let text = ''
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()))
      incoming.once('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          cookies: incoming.headers['set-cookie'] ?? [],
          headers: incoming.headers,
          text,
        }),
      )
    })
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

test('the server speaks https with a certificate for every name of this machine', async () => {
  expect(new URL(address).protocol).toBe('https:')
  expect((await httpsCall('/livez')).status).toBe(200)
  expect((await httpsCall('/livez', {}, 'localhost')).status).toBe(200)
  const { port } = new URL(address)
  const socket = connect({ host: '127.0.0.1', port: Number(port), ca, servername: 'localhost' })
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  const certificate: PeerCertificate = socket.getPeerCertificate()
  socket.destroy()
  const { names, addresses } = localHostNames()
  for (const name of names) expect(certificate.subjectaltname).toContain(`DNS:${name}`)
  for (const one of addresses.filter((ip) => ip.includes('.'))) {
    expect(certificate.subjectaltname).toContain(`IP Address:${one}`)
  }
})

test("the authority's certificate can be downloaded, its key cannot", async () => {
  const fetched = await httpsCall(certificateAuthorityPath)
  expect([fetched.status, fetched.text]).toEqual([200, ca])
  expect(fetched.text).not.toContain('PRIVATE')
})

test('cookies are Secure, belong to this host alone (__Host-), and work', async () => {
  const fields = { role: 'client', terms: currentTermsVersion, timeZone: 'UTC', language: 'en' } as const
  const credentials = { email: 'hanna@veranda.test', password: 'a long walk by the sea' }
  const origin = address
  const registration = { method: 'POST', body: { name: 'Hanna Set', ...credentials, ...fields }, headers: { origin } }
  const registered = await httpsCall(`/api${registerUser.path}`, registration)
  expect(registered.status).toBe(200)
  expect(registered.cookies[0]).toMatch(/^__Host-veranda\.registration=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  await app.createUser('Hanna Set', credentials)
  const signedIn = await httpsCall(`/api${login.path}`, { method: 'POST', body: credentials, headers: { origin } })
  expect(signedIn.cookies.find((cookie) => cookie.startsWith('__Host-veranda.session='))).toMatch(
    /; HttpOnly; Secure; SameSite=Lax$/,
  )
  const { token } = JSON.parse(signedIn.text) as { token: string }
  const cookie = signedIn.cookies[0]?.split(';', 1)[0] ?? ''
  const headers = { authorization: `Bearer ${token}`, cookie }
  expect((await httpsCall(`/api${readAccount.path}`, { headers })).status).toBe(200)
  const pairing = await httpsCall(`/api${startPairing.path}`, { method: 'POST' })
  expect(pairing.cookies[0]).toMatch(/^__Host-veranda\.pairing=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
})

test('both sockets use wss', async () => {
  const secure = address.replace(/^https/, 'wss')
  const chat = new WebSocket(`${secure}/socket.io/?EIO=4&transport=websocket`, { ca, origin: address })
  const first = await new Promise<string>((resolve, reject) => {
    chat.once('message', (data: Buffer) => resolve(data.toString()))
    chat.once('error', reject)
  })
  expect(first).toMatch(/^0\{"sid"/)
  chat.terminate()
  const { path } = await app.deps.realtime.acquireSocketPath(app.deps.ids.next())
  const room = new WebSocket(`${secure}${path}`, { ca, origin: address })
  await new Promise((resolve, reject) => {
    room.once('open', resolve)
    room.once('error', reject)
  })
  room.terminate()
})

test('connections that are reset before, within or right after the TLS handshake, or in an upgrade, leave nothing', async () => {
  const { port } = new URL(address)
  const { server } = app.app.http
  const countConnections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
  const accepted = async () => new Promise((resolve) => server.once('connection', resolve))
  const before = await countConnections()
  const upgrade = `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\norigin: ${address}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
  for (const place of ['before', 'hello', 'half of the hello', 'right after', 'upgrade'] as const) {
    const known = accepted()
    const raw = connectTcp(Number(port), '127.0.0.1')
    raw.on('error', () => undefined)
    await known
    if (place === 'half of the hello') raw.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]))
    if (place === 'hello' || place === 'right after' || place === 'upgrade') {
      const secure = connect({ socket: raw, ca, servername: 'localhost' })
      secure.on('error', () => undefined)
      if (place === 'hello') await new Promise((resolve) => setImmediate(resolve))
      else await new Promise((resolve) => secure.once('secureConnect', resolve))
      if (place === 'upgrade') await new Promise((resolve) => secure.write(upgrade, resolve))
    }
    raw.resetAndDestroy()
  }
  await expect.poll(countConnections).toBeLessThanOrEqual(before)
  expect((await httpsCall('/livez')).status).toBe(200)
})

test('another node proxies a connection to it', async () => {
  const front = createServer()
  front.on(
    'upgrade',
    (outgoing: IncomingMessage, socket: Duplex, head: Buffer) =>
      void proxyUpgrade(outgoing, socket, head, 'http://127.0.0.1:1', async () => address),
  )
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const { port } = front.address() as AddressInfo
  const { path } = await app.deps.realtime.acquireSocketPath(app.deps.ids.next())
  const line = new WebSocket(`ws://127.0.0.1:${port}${path}`)
  await new Promise((resolve, reject) => {
    line.once('open', resolve)
    line.once('error', reject)
  })
  expect(line.readyState).toBe(WebSocket.OPEN)
  line.terminate()
  await new Promise((resolve) => front.close(resolve))
})

test('links for outside the browser use https', () => {
  const { env } = app.deps
  const linkWith = (more: object) => absoluteUrl('/bookings', { env: { ...env, port: 4000, ...more } })
  expect(linkWith({})).toBe('https://localhost:4000/bookings')
  expect(linkWith({ https: false })).toBe('http://localhost:4000/bookings')
  expect(linkWith({ https: false, host: '::1' })).toBe('http://localhost:4000/bookings')
  expect(linkWith({ https: false, host: 'desk.local' })).toBe('http://desk.local:4000/bookings')
  expect(linkWith({ host: '0.0.0.0' })).not.toContain('0.0.0.0')
  expect(linkWith({ publicUrl: 'https://veranda.example' })).toBe('https://veranda.example/bookings')
})

test('HSTS is not sent with a local certificate', async () => {
  const named = await testApp({ env: { HTTPS: '1', PUBLIC_URL: 'https://desk.local:4000' } })
  const { headers } = await named.app.http.inject({ method: 'GET', url: '/livez' })
  await named.close()
  expect(headers).toHaveProperty('x-content-type-options')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('the server trusts its own certificate, as sandbox payments that call it back must', async () => {
  expect((await fetch(`${address}/livez`)).status).toBe(200)
})
