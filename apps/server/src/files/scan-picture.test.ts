import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Problem } from '@veranda/contract/shapes.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { ask, sendPicture } from '../works/testing/upload.ts'

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
    const who = await app.person()
    const answers: [number, string | undefined][] = []
    const again: number[] = []
    for (const copyright of copyrights) {
      const { id, answer } = await sendPicture(app, who, 'chair.jpg', await picture(copyright))
      answers.push([answer.statusCode, answer.body === '' ? undefined : answer.json<Partial<Problem>>().code])
      again.push((await ask(app, who, id, 'HEAD')).statusCode)
    }
    await app.settle()
    const { dataDir } = app.deps.env
    const stored = await app.deps.db.selectFrom('files').select('id').execute()
    const kept = (await filesBelow(dataDir)).filter((name) => name.includes('pictures')).length
    const uploads = await filesBelow(join(dataDir, 'uploads'))
    return {
      answers,
      again,
      uploads: uploads.length,
      rows: stored.length,
      kept,
      left: await filesBelow(join(dataDir, 'converting')),
    }
  } finally {
    await app.close()
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const nothing = { uploads: 0, rows: 0, kept: 0, left: [] }

test('a picture that the scanner finds something in is refused before anything is stored', async () => {
  expect(await upload('/bin/false', 'one')).toEqual({
    answers: [[422, 'file.not-clean']],
    again: [404],
    ...nothing,
  })
})

test('a clean one is kept, and nothing is left of the asking', async () => {
  expect(await upload('/bin/true', 'one')).toEqual({
    ...nothing,
    answers: [[204, undefined]],
    again: [200],
    rows: 1,
    kept: 1,
  })
})

test('the scanner sees the bytes that were sent', async () => {
  const { answers } = await upload(looking, 'good', 'EVIL')
  expect(answers).toEqual([
    [204, undefined],
    [422, 'file.not-clean'],
  ])
})

test.for([
  ['an answer that says nothing', `${node} process.exit(2)`],
  ['no such command', '/nowhere/scanner'],
  ['nobody listening', 'clamd://127.0.0.1:1'],
] as const)(
  'while the scanner cannot be asked, no picture is taken, and it waits for the next try: %s',
  async ([, scanner]) => {
    const { uploads, ...all } = await upload(scanner, 'one')
    expect(all).toEqual({ answers: [[503, 'file.not-scanned']], again: [423], rows: 0, kept: 0, left: [] })
    expect(uploads).toBeGreaterThan(0)
  },
)

test('without a scanner nothing is asked', async () => {
  expect(await upload(undefined, 'one')).toMatchObject({ answers: [[204, undefined]], rows: 1 })
})
