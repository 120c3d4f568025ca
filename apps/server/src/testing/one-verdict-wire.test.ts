import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentialsOf, firstOf, nameOf, plainCall, sendCall } from './route-calls.ts'
import { type TestUser, testApp, type TestApp } from './test-app.ts'

/** Spellings of addresses that only a socket carries as they are: everything else would resolve them first. */
let app: TestApp
let user: TestUser
let target: { hostname: string; port: string }
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
beforeAll(async () => {
  app = await testApp()
  user = await app.createUser('Stella Stranger')
  target = new URL(await app.listenWithoutBackground())
})
afterAll(async () => {
  agent.destroy()
  await app.close()
})

/** Sends a request line with the path as it is written. */
function sendRaw(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; type: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = target
    const sent = request({ agent, hostname, port, method, path, headers }, (reply) => {
      reply.resume()
      const type = reply.headers['content-type']?.split(';', 1)[0] ?? ''
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, type }))
    })
    sent.once('error', reject).end()
  })
}

const dotSpellings = (url: string) => [
  url.replace('/api/', '/api/./'),
  url.replace('/api/', '/api/%2e/'),
  url.replace('/api/', '/api/x/../'),
  url.replace('/api/', '/api/x/%2e%2e/'),
  url.replace('/api/', '/x/../api/'),
  url.replace('/api/', '/../api/'),
  url.replace('/api/', '/api/..;/api/'),
]

test('dot segments are no other name of a route, for a user who may call it', { timeout: 60_000 }, async () => {
  const wrong: string[] = []
  let sent = 0
  for (const served of app.app.routes) {
    const { method } = served.route
    const { url } = plainCall(served, {})
    await Promise.all(
      dotSpellings(url).map(async (spelling) => {
        const { status, type } = await sendRaw(method, spelling, credentialsOf(user))
        sent += 1
        if (![400, 404, 405].includes(status)) wrong.push(`${nameOf(served)} as ${spelling}: ${status}`)
        if (type !== 'application/problem+json' && method !== 'HEAD' && status !== 400)
          wrong.push(`${nameOf(served)} as ${spelling}: ${type}`)
      }),
    )
  }
  expect(sent).toBeGreaterThan(1_000)
  expect(firstOf(wrong)).toEqual([])
})

test('the absolute form of an address has the verdict of the plain one', async () => {
  const wrong: string[] = []
  for (const served of app.app.routes) {
    const { method } = served.route
    const call = plainCall(served, {})
    // The same host, because passkeys are for a name.
    const headers = { ...call.headers, host: `${target.hostname}:${target.port}` }
    const plain = await sendCall(app, { ...call, headers, payload: undefined as never })
    const found = await sendRaw(method, `http://${target.hostname}:${target.port}${call.url}`, call.headers)
    const isPaired = plain.status < 300 && found.status < 300
    if (found.status !== plain.status && !isPaired)
      wrong.push(`${nameOf(served)}: ${plain.status} became ${found.status}`)
  }
  expect(firstOf(wrong)).toEqual([])
  const address = `http://${target.hostname}:${target.port}`
  expect((await sendRaw('PATCH', `${address}/livez`, {})).status).toBe(405)
  expect((await sendRaw('GET', `${address}/api/nowhere`, {})).status).toBe(404)
})

/** Sends bytes as they are, and returns the head of the first reply, or what came instead. */
function sendBytes(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(target.port), target.hostname, () => socket.write(text))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      if (received.includes('\r\n\r\n')) socket.destroy()
    })
    socket.once('close', () => resolve(received.split('\r\n\r\n', 1)[0] ?? ''))
    socket.once('error', reject)
  })
}

const head = () => {
  const { authorization = '', cookie = '' } = credentialsOf(user)
  return `Host: localhost\r\nAuthorization: ${authorization}\r\nCookie: ${cookie}\r\n`
}

test.each([
  ['a backslash', () => `GET \\api\\accounts\\me HTTP/1.1\r\n${head()}\r\n`, 400],
  ['an encoded backslash', () => `GET /api%5Caccounts%5Cme HTTP/1.1\r\n${head()}\r\n`, 404],
  // As HTTP/0.9, which has no headers and so no session.
  ['a request line without a version', () => `GET /api/accounts/me\r\n\r\n`, 401],
  ['a blank in the path', () => `GET /api/accounts/me x HTTP/1.1\r\n${head()}\r\n`, 400],
  ['a tab in the path', () => `GET /api/\taccounts/me HTTP/1.1\r\n${head()}\r\n`, 400],
  ['a path without a slash', () => `GET api/accounts/me HTTP/1.1\r\n${head()}\r\n`, 400],
  ['the asterisk', () => `OPTIONS * HTTP/1.1\r\n${head()}\r\n`, 404],
  [
    'two lengths of the body',
    () => `PATCH /api/accounts/me HTTP/1.1\r\n${head()}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
  ],
  [
    'a length and chunks',
    () => `PATCH /api/accounts/me HTTP/1.1\r\n${head()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
  ],
  ['a path of 20 000 letters', () => `GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\n${head()}\r\n`, 431],
  ['a method that is none', () => `FOO /api/accounts/me HTTP/1.1\r\n${head()}\r\n`, 400],
])('%s is refused with a problem and never carried out', async (_, text, status) => {
  const reply = await sendBytes(text())
  expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  // A refusal is a problem with the headers of every reply, also where Node itself finds that there is no request.
  for (const header of [
    'content-type: application/problem+json',
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'x-request-id: ',
  ])
    expect(reply.toLowerCase()).toContain(`\n${header}`)
})

test('a request without a host is refused by Node itself and never carried out', async () => {
  expect(await sendBytes(`GET /api/accounts/me HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})
