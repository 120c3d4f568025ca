import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFileReader } from './file-reader.ts'

test('a file is read and parsed once, and again after a build has replaced it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-built-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'manifest.json')
  const parsed: string[] = []
  const read = makeFileReader(file, (text) => {
    parsed.push(text)
    return { text }
  })
  expect(read()).toBeUndefined()
  await writeFile(file, 'one')
  expect([read(), read(), read()]).toEqual([{ text: 'one' }, { text: 'one' }, { text: 'one' }])
  await writeFile(file, 'two')
  await utimes(file, 1, 1)
  expect(read()).toEqual({ text: 'two' })
  expect(parsed).toEqual(['one', 'two'])
})
