import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadPicture } from '@veranda/contract/files/routes.ts'
import { type Problem } from '@veranda/contract/shapes.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'

const node = `${process.execPath} -e`
/** Looks into what was sent: the words of its metadata are gone from what is kept. */
const looking = `${node} process.exit(require('node:fs').readFileSync(process.argv[1]).includes('EVIL')?1:0) {file}`

const picture = (copyright: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .withMetadata({ exif: { IFD0: { Copyright: copyright } } })
    .jpeg()
    .toBuffer()

/** Sends pictures to a server with this scanner; answers what each got and what is left behind. */
async function upload(scanner: string | undefined, ...copyrights: string[]) {
  const app = await testApp(scanner === undefined ? {} : { env: { VIRUS_SCANNER: scanner } })
  try {
    const { token, cookie } = await app.person()
    const answers: [number, string | undefined][] = []
    for (const copyright of copyrights) {
      const headers = { authorization: `Bearer ${token}`, cookie, 'content-type': 'image/jpeg' }
      const url = `/api${uploadPicture.path}?name=chair.jpg`
      const payload = await picture(copyright)
      const response = await app.app.http.inject({ method: 'POST', url, payload, headers })
      answers.push([response.statusCode, response.json<Partial<Problem>>().code])
    }
    const { dataDir } = app.deps.env
    const stored = await app.deps.db.selectFrom('files').select('id').execute()
    const kept = (await filesBelow(dataDir)).filter((name) => name.includes('pictures')).length
    return { answers, rows: stored.length, kept, left: await filesBelow(join(dataDir, 'converting')) }
  } finally {
    await app.close()
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('a picture that the scanner finds something in is refused before anything is stored', async () => {
  expect(await upload('/bin/false', 'one')).toEqual({ answers: [[422, 'file.not-clean']], rows: 0, kept: 0, left: [] })
})

test('a clean one is kept, and nothing is left of the asking', async () => {
  expect(await upload('/bin/true', 'one')).toEqual({ answers: [[201, undefined]], rows: 1, kept: 1, left: [] })
})

test('the scanner sees the bytes that were sent', async () => {
  const { answers } = await upload(looking, 'good', 'EVIL')
  expect(answers).toEqual([
    [201, undefined],
    [422, 'file.not-clean'],
  ])
})

test.for([
  ['an answer that says nothing', `${node} process.exit(2)`],
  ['no such command', '/nowhere/scanner'],
  ['nobody listening', 'clamd://127.0.0.1:1'],
] as const)('while the scanner cannot be asked, no picture is taken: %s', async ([, scanner]) => {
  expect(await upload(scanner, 'one')).toEqual({ answers: [[503, 'file.not-scanned']], rows: 0, kept: 0, left: [] })
})

test('without a scanner nothing is asked', async () => {
  expect(await upload(undefined, 'one')).toMatchObject({ answers: [[201, undefined]], rows: 1 })
})
