import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildUnlessBuilt } from './build-unless-built.ts'

test('a build runs again only when a source or a setting has changed, and after one that failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veranda-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [dist, source] = [join(folder, 'dist'), join(folder, 'src')]
  mkdirSync(dist)
  mkdirSync(join(source, 'feature'), { recursive: true })
  writeFileSync(join(source, 'feature/a.ts'), 'a')
  const build = (settings: readonly string[] = [], run = async () => {}) =>
    buildUnlessBuilt({ dist, sources: [source], settings, build: run })

  expect(await build()).toBe(true)
  expect(await build()).toBe(false)
  writeFileSync(join(source, 'feature/a.test.ts'), 'a test')
  expect(await build()).toBe(false)
  writeFileSync(join(source, 'feature/b.ts'), 'b')
  await expect(build([], () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  expect(await build()).toBe(true)
  expect(await build(['VITE_A=1'])).toBe(true)
  expect(await build(['VITE_A=1'])).toBe(false)
})
