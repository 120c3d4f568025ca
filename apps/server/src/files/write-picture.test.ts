import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { day, minute } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDisk } from '../gateways/storage/disk.ts'
import { type StorageGateway } from '../gateways/storage/storage.ts'
import { type Person, testApp, type TestApp } from '../testing/test-app.ts'
import { ask, sendPicture } from '../works/testing/upload.ts'

let t: TestApp
let maya: Person
let disk: StorageGateway
/** Done as the last of writing the bytes of a picture. */
let meanwhile: () => Promise<void>

beforeAll(async () => {
  const folder = () => join(t.deps.env.dataDir, 'files')
  const storage: StorageGateway = {
    put: async (key, bytes) => {
      disk ??= makeDisk(folder())
      await disk.put(key, bytes)
      await meanwhile()
    },
    putFile: (key, path) => disk.putFile(key, path),
    get: (key) => disk.get(key),
    open: (key, range) => disk.open(key, range),
    remove: (key) => disk.remove(key),
  }
  t = await testApp({ gateways: { storage } })
  maya = await t.person('Maya')
})
beforeEach(() => {
  meanwhile = async () => undefined
})
afterAll(() => t.close())

const png = (hue: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: hue, g: 90, b: 90 } } })
    .png()
    .toBuffer()
const bytesKept = async () => {
  const all = await readdir(join(t.deps.env.dataDir, 'files', 'pictures'), { recursive: true, withFileTypes: true })
  return all.filter((entry) => entry.isFile()).length
}
const rows = () => t.deps.db.selectFrom('files').select('id').execute()

test('no transaction is open while the bytes of a picture are written', async () => {
  const open: number[] = []
  meanwhile = async () => {
    const { rows: found } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
      t.deps.db,
    )
    open.push(...found.map((row) => row.open))
  }
  expect((await sendPicture(t, maya, 'a.png', await png(10))).answer.statusCode).toBe(204)
  expect(open).toEqual([0])
})

test('bytes of an upload that was given up meanwhile go within a day; equal ones that have a row stay', async () => {
  const before = await bytesKept()
  meanwhile = async () => {
    await sql`delete from works where state = 'uploading'`.execute(t.deps.db)
  }
  expect((await sendPicture(t, maya, 'b.png', await png(20))).answer.statusCode).toBe(404)
  expect((await sendPicture(t, maya, 'a.png', await png(10))).answer.statusCode).toBe(404)
  expect(await bytesKept()).toBe(before + 1)
  await t.advance(day + minute)
  expect(await bytesKept()).toBe(before)
  expect(await rows()).toHaveLength(1)
})

test('bytes that are taken away elsewhere at that moment are there for the row that comes', async () => {
  const { id: first } = await sendPicture(t, maya, 'c.png', await png(30))
  meanwhile = async () => {
    meanwhile = async () => undefined
    await t.app.http.inject({
      method: 'DELETE',
      url: `/api/files/${first}`,
      headers: { cookie: maya.cookie, authorization: `Bearer ${maya.token}` },
    })
    await t.settle()
  }
  const { id: second } = await sendPicture(t, maya, 'd.png', await png(30))
  expect((await rows()).map(({ id }) => id)).not.toContain(first)
  const read = await t.app.http.inject({ method: 'GET', url: `/api/files/${second}`, headers: { cookie: maya.cookie } })
  expect(read.statusCode).toBe(200)
})

test('while the storage cannot be asked the upload waits, and goes on by itself', async () => {
  const before = (await rows()).length
  meanwhile = async () => {
    throw new Error('the storage is away')
  }
  const { id, answer } = await sendPicture(t, maya, 'e.png', await png(40))
  expect(answer.statusCode).toBe(500)
  expect(await rows()).toHaveLength(before)
  meanwhile = async () => undefined
  expect((await ask(t, maya, id, 'HEAD')).statusCode).toBe(200)
  expect((await rows()).map((row) => row.id)).toContain(id)
})
