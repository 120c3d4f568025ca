import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { box, film, track } from '../testing/film.ts'
import { checkFilm } from './check-film.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veranda-film-'))
})
afterAll(() => rm(folder, { recursive: true }))

const data = randomBytes(3_000)
async function outcome(bytes: Uint8Array): Promise<string> {
  const file = join(folder, 'film')
  await writeFile(file, bytes)
  const checked = await checkFilm(file)
  return checked.ok ? 'ok' : checked.refusal.code
}
const whole = film(data, track('soun'), track('vide'))
const kind = whole.subarray(0, whole.readUInt32BE(0))

/** The same with its data in a box that counts its length in eight bytes, and before the table as cameras write it. */
function long(): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write('mdat', 4)
  head.writeBigUInt64BE(BigInt(16 + data.length), 8)
  return Buffer.concat([kind, head, data, box('moov', track('vide'))])
}

test.for([
  ['a film with sound', whole, 'ok'],
  ['its table at the end, its data behind a long head', long(), 'ok'],
  ['its last box goes to the end of the file', Buffer.concat([whole, Buffer.from('\0\0\0\0free more')]), 'ok'],
  ['nothing but the first box', kind, 'work.no-film'],
  ['no table of contents', Buffer.concat([kind, box('mdat', data)]), 'work.no-film'],
  ['a table without tracks', film(data), 'work.no-film'],
  ['sound alone', film(data, track('soun')), 'work.no-film'],
  ['a table without data', Buffer.concat([kind, box('moov', track('vide'))]), 'work.no-film'],
  ['the end is missing', whole.subarray(0, -10), 'work.truncated'],
  ['bytes behind the first box that are none', Buffer.concat([kind, Buffer.alloc(40, 2)]), 'work.truncated'],
  ['a box shorter than its own head', Buffer.concat([kind, Buffer.from('\0\0\0\x04moov')]), 'work.truncated'],
] as const)('%s', async ([, bytes, expected]) => {
  expect(await outcome(bytes)).toBe(expected)
})

test('no bytes make it fall or wait', async () => {
  for (let index = 0; index < 2_000; index += 1) {
    const bytes = Buffer.from(whole)
    for (let change = 0; change <= index % 4; change += 1) {
      bytes[(index * 7_919 + change * 104_729) % 300] = (index * 31 + change * 17) % 256
    }
    expect(['ok', 'work.no-film', 'work.truncated']).toContain(await outcome(bytes))
  }
})
