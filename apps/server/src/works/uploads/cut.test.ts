import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { workUpdate } from '@veranda/contract/works/live.ts'
import { readWork } from '@veranda/contract/works/routes.ts'
import type { WorkSummary } from '@veranda/contract/works/schemas.ts'
import { io } from 'socket.io-client'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeRoom } from '../../../seed/works/room.ts'
import { type Person, testApp, type TestApp } from '../../testing/test-app.ts'
import { makeBucket } from '../testing/bucket.ts'
import { metadataOf, uploadWork } from '../testing/upload.ts'

const opened: TestApp[] = []
afterAll(async () => {
  for (const app of opened) await app.close()
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The upload of one file over a real connection, as far as it gets. */
class Line {
  readonly #address: string
  readonly #who: Person
  readonly #bytes: Buffer
  url = ''

  constructor(address: string, who: Person, bytes: Buffer) {
    this.#address = address
    this.#who = who
    this.#bytes = bytes
  }

  #headers(more: Record<string, string>) {
    return { 'tus-resumable': '1.0.0', cookie: this.#who.cookie, ...more }
  }

  async begin(name: string): Promise<void> {
    const headers = this.#headers({
      'upload-length': String(this.#bytes.length),
      'upload-metadata': metadataOf({ filename: name, purpose: 'project', sha256: sha256(this.#bytes) }),
    })
    const answer = await fetch(`${this.#address}/api/uploads`, { method: 'POST', headers })
    if (answer.status !== 201) throw new Error(`answered ${answer.status}`)
    this.url = `${this.#address}${answer.headers.get('location') ?? ''}`
  }

  async offset(): Promise<number> {
    const answer = await fetch(this.url, { method: 'HEAD', headers: this.#headers({}) })
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    return Number(answer.headers.get('upload-offset'))
  }

  /** Sends from `from` on and breaks the connection after `cut` bytes. */
  sendAndBreak(from: number, cut: number): Promise<void> {
    const headers = this.#headers({
      'upload-offset': String(from),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(this.#bytes.length - from),
    })
    return new Promise((resolve) => {
      const call = request(this.url, { method: 'PATCH', headers })
      call.on('error', () => resolve())
      call.on('close', () => resolve())
      // The other end needs a moment to read what is on the line before it breaks.
      call.write(this.#bytes.subarray(from, from + cut), () => setTimeout(() => call.destroy(), 100))
    })
  }

  async sendRest(from: number): Promise<void> {
    const headers = this.#headers({ 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' })
    const answer = await fetch(this.url, { method: 'PATCH', headers, body: this.#bytes.subarray(from) })
    if (answer.status !== 204) throw new Error(`answered ${answer.status}`)
  }
}

test('an upload goes on after the network was cut twice in the middle, and not a byte is lost', async () => {
  const t = await testApp()
  opened.push(t)
  const maya = await t.person('Maya')
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(6_000_000)])
  const line = new Line(await t.listen(), maya, bytes)
  await line.begin('plans.pdf')
  await line.sendAndBreak(0, 1_500_000)
  const first = await vi.waitFor(async () => {
    const offset = await line.offset()
    expect(offset).toBeGreaterThan(0)
    return offset
  })
  expect(first).toBeLessThanOrEqual(1_500_000)
  await line.sendAndBreak(first, 2_000_000)
  const second = await vi.waitFor(async () => {
    const offset = await line.offset()
    expect(offset).toBeGreaterThan(first)
    return offset
  })
  await line.sendRest(second)
  const id = line.url.split('/').at(-1) ?? ''
  const work = await vi.waitFor(
    async () => {
      const { reply } = await t.injectAs(maya, readWork, { params: { id } })
      expect(reply.state).toBe('ready')
      return reply
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(work.hash).toBe(sha256(bytes))
})

test('the owner hears how far a work has come, to its good end, and nobody else does', async () => {
  const t = await testApp()
  opened.push(t)
  const [maya, stranger] = [await t.person('Maya'), await t.person('Stella')]
  const address = await t.listen()
  const heard: WorkSummary[] = []
  const overheard: WorkSummary[] = []
  const sockets = await Promise.all(
    [maya, stranger].map(async (person) => {
      const auth = { token: person.token }
      const options = { transports: ['websocket'], forceNew: true, auth, extraHeaders: { cookie: person.cookie } }
      const socket = io(address, options)
      socket.on('work_update', (work: WorkSummary) => (person === maya ? heard : overheard).push(work))
      await new Promise((resolve) => socket.on('connect', () => resolve(undefined)))
      return socket
    }),
  )
  const line = new Line(address, maya, Buffer.from(await makeRoom()))
  await line.begin('room.glb')
  await line.sendRest(0)
  await vi.waitFor(() => expect(heard.at(-1)?.state).toBe('ready'), { timeout: 20_000, interval: 50 })
  const states = heard.map(({ state }) => state)
  expect([...new Set(states)]).toEqual(['waiting', 'checking', 'optimising', 'ready'])
  expect(heard.every((work) => workUpdate.safeParse(work).success)).toBe(true)
  expect(heard.at(-1)).toMatchObject({ kind: 'model', facts: { draws: 67 }, progress: 1 })
  // One for each step at most, however large the file, and without what only the viewer needs.
  expect(heard.length).toBeLessThanOrEqual(12)
  expect(heard.at(-1)?.facts).not.toHaveProperty('parts')
  expect(overheard).toEqual([])
  for (const socket of sockets) socket.disconnect()
})

test('with a bucket everything lies there: uploads, originals, derivatives; and nothing of an upload stays', async () => {
  const bucket = await makeBucket()
  const t = await testApp({ env: bucket.env })
  const maya = await t.person('Maya')
  const room = await makeRoom()
  const work = await uploadWork(t, maya, 'room.glb', room)
  expect(work).toMatchObject({ state: 'ready', hash: sha256(room), kind: 'model' })
  const get = (url: string | undefined | null, range?: string) =>
    t.app.http.inject({ method: 'GET', url: url ?? '', headers: { cookie: maya.cookie, ...(range ? { range } : {}) } })
  expect(sha256((await get(work.originalUrl)).rawPayload)).toBe(sha256(room))
  expect((await get(work.originalUrl, 'bytes=0-3')).rawPayload.toString()).toBe('glTF')
  expect((await get(work.model?.url)).rawPayload).toHaveLength(work.model?.bytes ?? 0)
  expect((await get(work.headset?.url)).statusCode).toBe(200)
  expect(await readdir(join(t.deps.env.dataDir, 'files')).catch(() => [])).toEqual([])
  expect(await t.deps.gateways.uploads.fileOf(work.id, t.deps.env.dataDir)).toBeUndefined()
  await t.close()
  await bucket.close()
})
