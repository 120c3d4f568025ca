import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocationDatabase } from './location-database.ts'
import { writeLocationDatabase } from './testing/write-location-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-locations-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const lisbon = {
  city: { names: { en: 'Lisbon', de: 'Lissabon', 'zh-CN': '里斯本' } },
  country: { names: { en: 'Portugal', 'zh-CN': '葡萄牙' } },
  location: { accuracy_radius: 20 },
}

async function databaseOf(entry: Parameters<typeof writeLocationDatabase>[2]) {
  const path = join(folder, 'one.mmdb')
  await writeLocationDatabase(path, [192, 0, 2], entry)
  return openLocationDatabase(path)
}

test('an address of a known network has its city and country, in the language or in English, and another has none', async () => {
  const { locate } = await databaseOf(lisbon)
  expect(locate('192.0.2.7', 'en')).toBe('Lisbon, Portugal')
  expect(locate('192.0.2.255', 'de')).toBe('Lissabon, Portugal')
  expect(locate('192.0.2.7', 'zh')).toBe('里斯本, 葡萄牙')
  expect(locate('192.0.2.7', 'ar')).toBe('Lisbon, Portugal')
  for (const address of ['192.0.3.7', '127.0.0.1', '::1', '2001:db8::1', '', 'unknown'])
    expect([address, locate(address, 'en')]).toEqual([address, undefined])
})

test('a database of countries alone gives the country, and an entry of another kind nothing', async () => {
  expect((await databaseOf({ country: lisbon.country })).locate('192.0.2.7', 'en')).toBe('Portugal')
  expect((await databaseOf({ city: 'Lisbon' })).locate('192.0.2.7', 'en')).toBeUndefined()
  expect((await databaseOf({ autonomous_system_number: 64_496 })).locate('192.0.2.7', 'en')).toBeUndefined()
})

test('a file that is missing or no such database cannot be opened', async () => {
  expect(() => openLocationDatabase(join(folder, 'missing.mmdb'))).toThrow(/ENOENT/)
  await databaseOf(lisbon)
  const whole = await readFile(join(folder, 'one.mmdb'))
  const path = join(folder, 'broken.mmdb')
  for (const bytes of [Buffer.alloc(0), Buffer.from('a text'), whole.subarray(0, 100)]) {
    await writeFile(path, bytes)
    expect(() => openLocationDatabase(path)).toThrow('it is no database in MaxMind’s format (.mmdb)')
  }
})
