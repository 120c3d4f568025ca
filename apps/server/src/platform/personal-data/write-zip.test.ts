import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countOpenHandles, listsOpenHandles } from '../../testing/open-handles.ts'
import { type AddEntry, writeZip } from './write-zip.ts'

/** Longer than it takes to notice that a file cannot be created. */
const lateMs = 50

let folder: string
/** Errors that would have ended the process of a real server, such as those of a stream without a listener. */
const uncaughtErrors: string[] = []
const noteUncaught = (error: unknown) => void uncaughtErrors.push(String(error))
beforeAll(async () => {
  process.on('uncaughtException', noteUncaught).on('unhandledRejection', noteUncaught)
  folder = await mkdtemp(join(tmpdir(), 'veranda-zip-'))
})
afterAll(async () => {
  process.off('uncaughtException', noteUncaught).off('unhandledRejection', noteUncaught)
  await rm(folder, { recursive: true })
})

test.each([true, false])('an entry that fails ends the zip and not the process (compressed: %s)', async (compress) => {
  const path = join(folder, `${compress}.zip`)
  const broken = Readable.from(
    (async function* () {
      yield Buffer.alloc(65_536, 'wood')
      throw new Error('the bucket went away')
    })(),
  )
  await expect(writeZip(path, (add) => add('chair.glb', broken, { compress }))).rejects.toThrow('the bucket went away')
  // What a stream emits without a listener comes after the failure of the write.
  await new Promise((resolve) => setImmediate(resolve))
  expect(uncaughtErrors).toEqual([])
  if (listsOpenHandles) await expect.poll(() => countOpenHandles(path)).toBe(0)
})

test('a disk on which nothing can be written ends the zip and not the process', async () => {
  // Fails once more when it is closed, as a connection to a bucket may.
  const entry = new Readable({
    read() {
      this.push(Buffer.alloc(65_536, 'wood'))
    },
    destroy: (_, callback) => callback(new Error('the bucket went away')),
  })
  const path = join(folder, 'no folder', 'copy.zip')
  const addLate = async (add: AddEntry) => {
    // The disk has failed before there is an entry.
    await sleep(lateMs)
    await add('chair.glb', entry, { compress: true })
  }
  await expect(writeZip(path, addLate)).rejects.toThrow('ENOENT')
  await new Promise((resolve) => setImmediate(resolve))
  expect(uncaughtErrors).toEqual([])
})
