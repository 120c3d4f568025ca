import { hash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { assetChanged, assetProgressed } from '@veranda/contract/assets/events.ts'
import { readAsset } from '@veranda/contract/assets/routes.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeLamp } from '../../../../seed/assets/lamp.ts'
import { makeLibrary } from '../../../../seed/assets/library.ts'
import { openLiveSocket } from '../../../testing/live-socket.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { startS3Server } from '../testing/s3-server.ts'
import { tusMetadata, uploadAsset } from '../testing/upload-client.ts'

const startedApps: TestApp[] = []
afterAll(async () => {
  for (const app of startedApps) await app.close()
})

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes)

/** Uploads one file over a real connection that may break. */
class UploadConnection {
  readonly #address: string
  readonly #who: TestUser
  readonly #bytes: Buffer
  url = ''

  constructor(address: string, who: TestUser, bytes: Buffer) {
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
      'upload-metadata': tusMetadata({ filename: name, purpose: 'project', sha256: sha256(this.#bytes) }),
    })
    const answer = await fetch(`${this.#address}/api/uploads`, { method: 'POST', headers })
    if (answer.status !== 201) throw new Error(`upload creation returned ${answer.status}`)
    this.url = `${this.#address}${answer.headers.get('location') ?? ''}`
  }

  async offset(): Promise<number> {
    const answer = await fetch(this.url, { method: 'HEAD', headers: this.#headers({}) })
    if (answer.status !== 200) throw new Error(`upload offset request returned ${answer.status}`)
    return Number(answer.headers.get('upload-offset'))
  }

  /** Sends bytes from offset `from` and breaks the connection after `cut` bytes. */
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
      // The server needs a moment to read the data before the connection breaks.
      call.write(this.#bytes.subarray(from, from + cut), () => setTimeout(() => call.destroy(), 100))
    })
  }

  async sendRest(from: number): Promise<void> {
    const headers = this.#headers({ 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' })
    const answer = await fetch(this.url, { method: 'PATCH', headers, body: this.#bytes.subarray(from) })
    if (answer.status !== 204) throw new Error(`upload continuation returned ${answer.status}`)
  }
}

test('an upload continues after two network failures without losing a byte', async () => {
  const t = await testApp()
  startedApps.push(t)
  const maya = await t.createUser('Maya')
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(6_000_000)])
  const connection = new UploadConnection(await t.listen(), maya, bytes)
  await connection.begin('plans.pdf')
  await connection.sendAndBreak(0, 1_500_000)
  const first = await vi.waitFor(async () => {
    const offset = await connection.offset()
    expect(offset).toBeGreaterThan(0)
    return offset
  })
  expect(first).toBeLessThanOrEqual(1_500_000)
  await connection.sendAndBreak(first, 2_000_000)
  const second = await vi.waitFor(async () => {
    const offset = await connection.offset()
    expect(offset).toBeGreaterThan(first)
    return offset
  })
  await connection.sendRest(second)
  const id = connection.url.split('/').at(-1) ?? ''
  const asset = await vi.waitFor(
    async () => {
      const { reply } = await t.injectAs(maya, readAsset, { params: { id } })
      expect(reply.state).toBe('ready')
      return reply
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(asset.hash).toBe(sha256(bytes))
})

test('only the owner receives the states and the progress of an asset until it is ready', async () => {
  const t = await testApp()
  startedApps.push(t)
  const [maya, stranger] = [await t.createUser('Maya'), await t.createUser('Stella')]
  const address = await t.listen()
  const [owned, foreign] = [await openLiveSocket(address, maya), await openLiveSocket(address, stranger)]
  const connection = new UploadConnection(address, maya, Buffer.from(await makeLamp()))
  await connection.begin('lamp.glb')
  const id = connection.url.split('/').at(-1) ?? ''
  await connection.sendRest(0)
  // Waiting, checking, optimising and ready: each state once, in order.
  const versions = () => owned.received(assetChanged).map(({ version }) => version)
  await vi.waitFor(() => expect(versions()).toEqual([1, 2, 3, 4]), { timeout: 20_000, interval: 50 })
  expect((await t.injectAs(maya, readAsset, { params: { id } })).reply).toMatchObject({ state: 'ready', progress: 1 })
  const steps = owned.received(assetProgressed)
  expect(steps.every((step) => step.id === id && ['checking', 'optimising'].includes(step.state))).toBe(true)
  // At most one event per step, whatever the file size.
  expect(steps.length).toBeLessThanOrEqual(10)
  expect([...foreign.received(assetChanged), ...foreign.received(assetProgressed)]).toEqual([])
  for (const socket of [owned, foreign]) socket.close()
})

test('with an S3 bucket, uploads, sources and renditions are stored there, and nothing of the upload stays', async () => {
  const bucket = await startS3Server()
  const t = await testApp({ env: bucket.env })
  const maya = await t.createUser('Maya')
  const room = await makeLibrary()
  const asset = await uploadAsset(t, maya, 'room.glb', room)
  expect(asset).toMatchObject({ state: 'ready', hash: sha256(room), kind: 'model' })
  const get = (url: string | undefined | null, range?: string) =>
    t.app.http.inject({ method: 'GET', url: url ?? '', headers: { cookie: maya.cookie, ...(range ? { range } : {}) } })
  expect(sha256((await get(asset.sourceUrl)).rawPayload)).toBe(sha256(room))
  expect((await get(asset.sourceUrl, 'bytes=0-3')).rawPayload.toString()).toBe('glTF')
  expect((await get(asset.model?.url)).rawPayload).toHaveLength(asset.model?.bytes ?? 0)
  expect((await get(asset.headset?.url)).statusCode).toBe(200)
  expect(await readdir(join(t.deps.env.dataDir, 'files')).catch(() => [])).toEqual([])
  expect(await t.deps.gateways.uploads.localFile(asset.id, t.deps.env.dataDir)).toBeUndefined()
  await t.close()
  await bucket.close()
})
