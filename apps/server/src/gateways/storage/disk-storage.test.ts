import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOpenHandles, listsOpenHandles } from '../../testing/open-handles.ts'
import { makeDiskStorage } from './disk-storage.ts'

/** Longer than what a stream reads ahead. */
const fileBytes = 4 * 65_536

let folder: string
let file: string
const key = 'models/chair'
const bytes = Buffer.alloc(fileBytes, 'wood')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-disk-'))
  file = join(folder, key)
  await makeDiskStorage(folder).put(key, bytes)
})
afterAll(() => rm(folder, { recursive: true }))

const countHandles = async () => (listsOpenHandles ? countOpenHandles(file) : 0)

async function openFile(range?: { from: number; to: number }) {
  const stream = await makeDiskStorage(folder).open(key, range)
  if (!stream) throw new Error('the file is missing')
  if (listsOpenHandles) expect(await countOpenHandles(file)).toBe(1)
  return stream
}

test('a file that is read to its end, or a range of it, is closed', async () => {
  expect(await buffer(await openFile())).toEqual(bytes)
  await expect.poll(countHandles).toBe(0)
  expect(await buffer(await openFile({ from: 2, to: 5 }))).toEqual(bytes.subarray(2, 6))
  await expect.poll(countHandles).toBe(0)
})

test('a file whose reader goes away is closed, whether it has read something or not', async () => {
  const begun = await openFile()
  await once(begun, 'readable')
  begun.destroy()
  await expect.poll(countHandles).toBe(0)
  const untouched = await openFile()
  untouched.destroy()
  await expect.poll(countHandles).toBe(0)
})

test('a file that is not there is said to be missing, and a write that fails leaves nothing', async () => {
  const storage = makeDiskStorage(folder)
  expect(await storage.open('models/none')).toBeUndefined()
  await expect(storage.putFile('models/table', join(folder, 'none'))).rejects.toThrow('ENOENT')
  expect(await storage.list('models')).toEqual([key])
})
