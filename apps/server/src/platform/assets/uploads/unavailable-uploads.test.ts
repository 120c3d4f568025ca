import { readStoredFileFacts } from '@veranda/contract/assets/routes.ts'
import { hash } from 'node:crypto'
import { ERRORS } from '@tus/server'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { beginUpload, requestUpload, sendUploadBytes, uploadIdOf } from '../testing/upload-client.ts'

let t: TestApp
let maya: TestUser
let bytes: Buffer
beforeAll(async () => {
  t = await testApp()
  maya = await t.createUser('Maya')
  bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#284' } })
    .png()
    .toBuffer()
})
afterAll(() => t.close())

type Reply = { statusCode: number; headers: Record<string, unknown>; json<T>(): T }

function expectUnavailable(reply: Reply): void {
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('2')
  expect(reply.headers['content-type']).toContain('application/problem+json')
  expect(reply.json<{ code: string }>().code).toBe('server.unavailable')
}

const begin = (name: string) => beginUpload(t, maya, name, bytes.length, { purpose: 'image' })
const readHash = async (id: string) => (await t.injectAs(maya, readStoredFileFacts, { params: { id } })).reply.hash

test('while the disk is full an upload is 503 with Retry-After, and it continues when there is room', async () => {
  const store = await t.deps.gateways.uploads.tus()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const create = vi.spyOn(store, 'create').mockRejectedValueOnce(full)
  expectUnavailable(await begin('first.png'))
  create.mockRestore()
  const id = uploadIdOf(await begin('second.png'))
  const write = vi.spyOn(store, 'write').mockRejectedValueOnce(ERRORS.FILE_WRITE_ERROR)
  expectUnavailable(await sendUploadBytes(t, maya, id, 0, bytes))
  write.mockRestore()
  expect((await requestUpload(t, maya, id, 'HEAD')).headers['upload-offset']).toBe('0')
  expect((await sendUploadBytes(t, maya, id, 0, bytes)).statusCode).toBe(204)
  expect(await readHash(id)).toBe(hash('sha256', bytes))
})

test('an upload whose last bytes arrive while the database is busy is 503, and is finished by the next request', async () => {
  const id = uploadIdOf(await begin('third.png'))
  const locker = new Client({ connectionString: t.app.databaseUrl })
  await locker.connect()
  await locker.query('begin')
  await locker.query('select 1 from assets where id = $1 for update', [id])
  try {
    expectUnavailable(await sendUploadBytes(t, maya, id, 0, bytes))
  } finally {
    await locker.query('rollback')
    await locker.end()
  }
  expect((await requestUpload(t, maya, id, 'HEAD')).headers['upload-offset']).toBe(String(bytes.length))
  expect(await readHash(id)).toBe(hash('sha256', bytes))
})
