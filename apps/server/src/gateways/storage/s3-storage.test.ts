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

type Bucket = { readonly requests: string[]; file?: Buffer }

/**
 * Keeps the parts of an upload like a bucket: its tags belong to their parts, those of a completion rise and fit, and a
 * completion that fails is a reply with the status of a success. Refuses the part with this number, or the completion.
 */
function keepParts(bucket: Bucket, refused?: number | 'completion' | 'everything after 1'): RequestListener {
  const parts = new Map<string, Buffer>()
  return (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    const part = searchParams.get('partNumber') ?? ''
    const isBegin = searchParams.has('uploads')
    const upload = searchParams.get('uploadId')
    const isEnd = request.method === 'DELETE'
    const isWrong = pathname !== '/files/export' || (upload !== 'u-1' && (part !== '' || isEnd))
    bucket.requests.push(`${request.method} ${isBegin ? 'uploads' : part}${isWrong ? 'of another' : ''}`.trim())
    if (isWrong || part === String(refused) || (refused === 'everything after 1' && parts.size === 1)) {
      refuseWith(403, isEnd ? 'NoSuchUpload' : 'AccessDenied')(request, reply)
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (part !== '') parts.set(part, body)
      else if (request.method === 'PUT') bucket.file = body
      const headers = { 'content-type': 'application/xml', ...(part !== '' && { etag: `"part-${part}"` }) }
      reply.writeHead(200, headers)
      if (request.method !== 'POST') reply.end()
      else if (isBegin)
        reply.end('<InitiateMultipartUploadResult><UploadId>u-1</UploadId></InitiateMultipartUploadResult>')
      else reply.end(complete(body.toString()))
    })
  }

  function complete(body: string): string {
    const named = [...body.matchAll(/<ETag>([^<]+)<\/ETag><PartNumber>(\d+)/g)]
    const numbers = named.map(([, , number = '']) => Number(number))
    const fits = named.every(([, tag = '', number = '']) => tag.replaceAll('&quot;', '"') === `"part-${number}"`)
    const rises = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
    if (refused === 'completion' || !fits || !rises)
      return '<Error><Code>InvalidPart</Code><Message>no</Message></Error>'
    bucket.file = Buffer.concat(numbers.map((number) => parts.get(String(number)) ?? Buffer.alloc(0)))
    return '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>'
  }
}

const sizes = { maxSingleBytes: 4_000_000, partBytes: 2_000_000 }

/** Writes a file whose every stretch is different, and returns its bytes. */
async function writeContent(bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at + 4 <= bytes; at += 4) content.writeUInt32LE(at, at)
  await writeFile(file, content)
  return content
}

test.each([
  ['of one byte more than fits into a request', 4_000_001, ['POST uploads', 'PUT 1', 'PUT 2', 'PUT 3', 'POST']],
  ['of whole parts', 6_000_000, ['POST uploads', 'PUT 1', 'PUT 2', 'PUT 3', 'POST']],
  ['of parts and a rest', 7_654_321, ['POST uploads', 'PUT 1', 'PUT 2', 'PUT 3', 'PUT 4', 'POST']],
  ['that just fits into a request', 4_000_000, ['PUT']],
])('a file %s is stored whole and in order', async (_, bytes, requests) => {
  const content = await writeContent(bytes)
  const bucket: Bucket = { requests: [] }
  const storage = await openBucket(keepParts(bucket), sizes)
  await storage.putFile('export', file)
  expect(bucket.requests).toEqual(requests)
  expect(bucket.file?.equals(content)).toBe(true)
  if (listsOpenHandles) await expect.poll(() => countOpenHandles(file)).toBe(0)
})

test.each([
  ['the first part', 1, 'AccessDenied', ['PUT 1']],
  ['a part', 2, 'AccessDenied', ['PUT 1', 'PUT 2']],
  ['the last part', 4, 'AccessDenied', ['PUT 1', 'PUT 2', 'PUT 3', 'PUT 4']],
  // The library tries it three times.
  ['the completion', 'completion', 'InvalidPart', ['PUT 1', 'PUT 2', 'PUT 3', 'PUT 4', 'POST', 'POST', 'POST']],
  ['a part and its end', 'everything after 1', 'AccessDenied', ['PUT 1', 'PUT 2']],
] as const)(
  'an upload whose bucket refuses %s is given up whole, with that error',
  async (_, refused, name, requests) => {
    await writeContent(7_654_321)
    const bucket: Bucket = { requests: [] }
    const storage = await openBucket(keepParts(bucket, refused), sizes)
    await expect(storage.putFile('export', file)).rejects.toMatchObject({ name })
    expect(bucket).toEqual({ requests: ['POST uploads', ...requests, 'DELETE'] })
    if (listsOpenHandles) await expect.poll(() => countOpenHandles(file)).toBe(0)
  },
)

test.each([
  [500, 'InternalError', true],
  [501, 'NotImplemented', false],
  [502, 'BadGateway', true],
  [503, 'SlowDown', true],
  [504, 'GatewayTimeout', true],
] as const)('a bucket that replies with %i %s: it is unavailable for now: %s', async (status, code, temporary) => {
  const storage = await openBucket(refuseWith(status, code))
  const error: unknown = await storage.get('model').catch((reason: unknown) => reason)
  expect(isTemporaryError(error)).toBe(temporary)
})

test('a bucket that gives no reply is unavailable for now', async () => {
  let asked = false
  const silent = await openBucket(() => (asked = true))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = silent.get('model').catch((reason: unknown) => reason)
  await vi.waitUntil(() => asked, { timeout: 10_000 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isTemporaryError(await read)).toBe(true)
})

test('every page of a folder is listed, and of no other folder', async () => {
  const keys = Array.from({ length: 2_500 }, (_, index) => `erased-accounts/${String(index).padStart(4, '0')}`)
  const asked: string[] = []
  const storage = await openBucket(({ url = '' }, reply) => {
    const { searchParams } = new URL(url, 'http://127.0.0.1')
    const from = Number(searchParams.get('continuation-token') ?? 0)
    asked.push(`${searchParams.get('prefix')} ${searchParams.get('delimiter')} ${from}`)
    const contents = keys.slice(from, from + 1_000).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    const isLast = from + 1_000 >= keys.length
    const next = isLast ? '' : `<NextContinuationToken>${from + 1_000}</NextContinuationToken>`
    reply.writeHead(200, { 'content-type': 'application/xml' })
    reply.end(`<ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`)
  })
  expect(await storage.list('erased-accounts')).toEqual(keys)
  expect(asked).toEqual([0, 1_000, 2_000].map((from) => `erased-accounts/ / ${from}`))
})

test('a bucket that does not allow its list says so', async () => {
  const storage = await openBucket(refuseWith(403, 'AccessDenied'))
  await expect(storage.list('erased-accounts')).rejects.toMatchObject({ name: 'AccessDenied' })
})
