import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepFormerAssets } from './build-web.ts'

test('a build keeps the files of the one before, for the tabs that came from it, and drops older ones', () => {
  const dist = mkdtempSync(join(tmpdir(), 'veranda-build-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const assets = join(dist, 'assets')
  const list = () => readdirSync(assets).toSorted()
  /** Empties the folder and writes files, as Vite does. */
  function build(files: Readonly<Record<string, string>>) {
    const former = keepFormerAssets(dist)
    rmSync(assets, { recursive: true, force: true })
    mkdirSync(assets)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(assets, name), text)
    former.putBack()
  }

  build({ 'a-1.js': 'a', 'same.js': 'first' })
  expect(list()).toEqual(['a-1.js', 'same.js'])
  build({ 'a-2.js': 'aa', 'same.js': 'second' })
  expect(list()).toEqual(['a-1.js', 'a-2.js', 'same.js'])
  expect(readFileSync(join(assets, 'a-1.js'), 'utf8')).toBe('a')
  expect(readFileSync(join(assets, 'same.js'), 'utf8')).toBe('second')
  build({ 'a-3.js': 'aaa' })
  expect(list()).toEqual(['a-2.js', 'a-3.js', 'same.js'])
})
