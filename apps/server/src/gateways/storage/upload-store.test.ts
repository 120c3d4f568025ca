import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { expect, test } from 'vitest'
import { countOpenHandles, listsOpenHandles } from '../../testing/open-handles.ts'
import { makeDiskUploadStore } from './upload-store.ts'

test('a part of an upload that breaks off leaves the file closed, and what had arrived is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-uploads-'))
  const store = await makeDiskUploadStore(folder).tus()
  const id = randomUUID()
  const part = Buffer.alloc(65_536, 'wood')
  await store.create(new Upload({ id, size: 4 * part.length, offset: 0 }))
  const isBrokenOff = store.write(
    Readable.from(
      (async function* () {
        yield part
        await expect.poll(async () => (await store.getUpload(id)).offset).toBe(part.length)
        throw new Error('the connection was reset')
      })(),
    ),
    id,
    0,
  )
  // What the store throws is no Error.
  await expect(isBrokenOff).rejects.toMatchObject({ status_code: 500 })
  if (listsOpenHandles) await expect.poll(() => countOpenHandles(join(folder, id))).toBe(0)
  expect((await store.getUpload(id)).offset).toBe(part.length)
  await rm(folder, { recursive: true })
})
