import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isTemporaryError } from '../../platform/db/connection-errors.ts'
import { countOpenHandles, listsOpenHandles } from '../../testing/open-handles.ts'
import { makeS3Storage } from './s3-storage.ts'

let folder: string
let file: string
let server: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-s3-'))
  file = join(folder, 'model.glb')
  await writeFile(file, Buffer.alloc(4 * 1_048_576))
})
afterEach(async () => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
  server = undefined
  await rm(folder, { recursive: true })
})

/** Opens a bucket whose server replies like this. */
async function openBucket(answer: RequestListener, sizes?: Parameters<typeof makeS3Storage>[1]) {
  const listening = createServer(answer)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const { port } = listening.address() as AddressInfo
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const endpoint = `http://127.0.0.1:${port}`
  return makeS3Storage({ bucket: 'files', region: 'us-east-1', endpoint, ...keys }, sizes)
}

const refuseWith =
  (status: number, code: string): RequestListener =>
  (request, reply) => {
    request.resume()
    reply.writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
    reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
  }

test.runIf(listsOpenHandles).each([
  ['is full', refuseWith(507, 'XMinioStorageFull'), true],
  ['forbids it', refuseWith(403, 'AccessDenied'), false],
])('a bucket that %s leaves the file closed', async (_, answer, temporary) => {
  const storage = await openBucket(answer)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const error: unknown = await storage.putFile('model', file).catch((reason: unknown) => reason)
    expect(isTemporaryError(error)).toBe(temporary)
  }
  await expect.poll(() => countOpenHandles(file)).toBe(0)
})

/** Keeps the parts of an upload like a bucket, and refuses the one with this number. */
function keepParts(requests: string[], stored: { file?: Buffer }, refusedPart?: string): RequestListener {
  const parts = new Map<string, Buffer>()
  return (request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    const part = searchParams.get('partNumber') ?? ''
    requests.push(`${request.method} ${part}`.trim())
    if (part !== '' && part === refusedPart) {
      refuseWith(403, 'AccessDenied')(request, reply)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (part !== '') parts.set(part, body)
      const isBegin = request.method === 'POST' && searchParams.has('uploads')
      if (request.method === 'POST' && !isBegin) {
        const named = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag><PartNumber>(\d+)/g)]
        stored.file = Buffer.concat(named.map(([, , number = '']) => parts.get(number) ?? Buffer.alloc(0)))
      }
      reply.writeHead(200, { 'content-type': 'application/xml', etag: `"part-${part}"` })
      const name = isBegin ? 'InitiateMultipartUploadResult' : 'CompleteMultipartUploadResult'
      reply.end(request.method === 'POST' ? `<${name}><UploadId>u</UploadId></${name}>` : '')
    })
  }
}

test('a file too large for one request is stored in parts, and given up whole when one is refused', async () => {
  const content = Buffer.concat(['a', 'b', 'c'].map((letter) => Buffer.alloc(1_500_000, letter)))
  await writeFile(file, content)
  const [requests, stored]: [string[], { file?: Buffer }] = [[], {}]
  const sizes = { maxSingleBytes: 4_000_000, partBytes: 2_000_000 }
  const storage = await openBucket(keepParts(requests, stored), sizes)
  await storage.putFile('export', file)
  expect(requests).toEqual(['POST', 'PUT 1', 'PUT 2', 'PUT 3', 'POST'])
  expect(stored.file?.equals(content)).toBe(true)
  server?.closeAllConnections()
  server?.close()

  const refused: string[] = []
  const strict = await openBucket(keepParts(refused, stored, '2'), sizes)
  await expect(strict.putFile('export', file)).rejects.toThrow('no')
  expect(refused.at(-1)).toBe('DELETE')
  expect(refused).not.toContain('PUT 3')
  if (listsOpenHandles) await expect.poll(() => countOpenHandles(file)).toBe(0)
})

test('a bucket that says to slow down, or gives no reply, is unavailable for now', async () => {
  const busy = await openBucket(refuseWith(503, 'SlowDown'))
  const error: unknown = await busy.get('model').catch((reason: unknown) => reason)
  expect(isTemporaryError(error)).toBe(true)
  server?.close()

  let asked = false
  const silent = await openBucket(() => (asked = true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = silent.get('model').catch((reason: unknown) => reason)
  await vi.waitUntil(() => asked, { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isTemporaryError(await read)).toBe(true)
})
