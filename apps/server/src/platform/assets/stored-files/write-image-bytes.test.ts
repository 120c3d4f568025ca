import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { day, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDiskStorage } from '../../../gateways/storage/disk-storage.ts'
import { type StorageGateway } from '../../../gateways/storage/storage-gateway.ts'
import { type TestUser, testApp, type TestApp } from '../../../testing/test-app.ts'
import { requestUpload, uploadImage } from '../testing/upload-client.ts'

let t: TestApp
let maya: TestUser
let disk: StorageGateway
/** Runs as the last step of writing the bytes of an image. */
let duringWrite: () => Promise<void>

beforeAll(async () => {
  const folder = () => join(t.deps.env.dataDir, 'files')
  const storage: StorageGateway = {
    put: async (key, bytes) => {
      disk ??= makeDiskStorage(folder())
      await disk.put(key, bytes)
      await duringWrite()
    },
    putFile: (key, path) => disk.putFile(key, path),
    get: (key) => disk.get(key),
    open: (key, range) => disk.open(key, range),
    remove: (key) => disk.remove(key),
    list: (name) => disk.list(name),
  }
  t = await testApp({ gateways: { storage } })
  maya = await t.createUser('Maya')
})
beforeEach(() => {
  duringWrite = async () => undefined
})
afterAll(() => t.close())

const makePng = (hue: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: hue, g: 90, b: 90 } } })
    .png()
    .toBuffer()
const countStoredBytes = async () => {
  const all = await readdir(join(t.deps.env.dataDir, 'files', 'images'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).length
}
const readRows = () => t.deps.db.selectFrom('stored_files').select('id').execute()

test('no transaction is open while the bytes of an image are written', async () => {
  const open: number[] = []
  duringWrite = async () => {
    const { rows: found } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
      t.deps.db,
    )
    open.push(...found.map((row) => row.open))
  }
  expect((await uploadImage(t, maya, 'a.png', await makePng(10))).answer.statusCode).toBe(204)
  // Once for the preview, once for the original.
  expect(open).toEqual([0, 0])
})

test('bytes of an upload cancelled during the write are deleted within a day; equal bytes that have a row stay', async () => {
  const before = await countStoredBytes()
  duringWrite = async () => {
    await sql`delete from assets where state = 'uploading'`.execute(t.deps.db)
  }
  expect((await uploadImage(t, maya, 'b.png', await makePng(20))).answer.statusCode).toBe(404)
  expect((await uploadImage(t, maya, 'a.png', await makePng(10))).answer.statusCode).toBe(404)
  expect(await countStoredBytes()).toBe(before + 2)
  await t.advance(day + minute)
  expect(await countStoredBytes()).toBe(before)
  expect(await readRows()).toHaveLength(1)
})

test('bytes deleted at the same moment exist again for the row that follows', async () => {
  const { id: first } = await uploadImage(t, maya, 'c.png', await makePng(30))
  duringWrite = async () => {
    duringWrite = async () => undefined
    await t.app.http.inject({
      method: 'DELETE',
      url: `/api/files/${first}`,
      headers: { cookie: maya.cookie, authorization: `Bearer ${maya.token}` },
    })
    await t.runUntilIdle()
  }
  const { id: second } = await uploadImage(t, maya, 'd.png', await makePng(30))
  expect((await readRows()).map(({ id }) => id)).not.toContain(first)
  const read = await t.app.http.inject({ method: 'GET', url: `/api/files/${second}`, headers: { cookie: maya.cookie } })
  expect(read.statusCode).toBe(200)
})

test('an upload waits while the storage is unavailable, and finishes by itself', async () => {
  const before = (await readRows()).length
  duringWrite = async () => {
    throw new Error('the storage is unavailable')
  }
  const { id, answer } = await uploadImage(t, maya, 'e.png', await makePng(40))
  expect(answer.statusCode).toBe(503)
  expect(await readRows()).toHaveLength(before)
  duringWrite = async () => undefined
  expect((await requestUpload(t, maya, id, 'HEAD')).statusCode).toBe(200)
  expect((await readRows()).map((row) => row.id)).toContain(id)
})
