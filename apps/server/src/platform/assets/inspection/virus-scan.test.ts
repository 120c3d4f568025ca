import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Problem } from '@veranda/contract/shared-schemas.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { countOpenHandles, listsOpenHandles } from '../../../testing/open-handles.ts'
import { testApp } from '../../../testing/test-app.ts'
import { requestUpload, uploadImage } from '../testing/upload-client.ts'
import { isClean } from './virus-scan.ts'

const node = `${process.execPath} -e`
/** A scanner that reports files whose metadata contains EVIL; previews have lost theirs. */
const metadataScanner = `${node} process.exit(require('node:fs').readFileSync(process.argv[1]).includes('EVIL')?1:0) {file}`

const makeJpeg = (copyright: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .withMetadata({ exif: { IFD0: { Copyright: copyright } } })
    .jpeg()
    .toBuffer()

/** Sends images to a server with this scanner; returns the replies and what is left on disk. */
async function uploadWithScanner(scanner: string | undefined, ...copyrights: string[]) {
  const app = await testApp(scanner === undefined ? {} : { env: { VIRUS_SCANNER: scanner } })
  try {
    const user = await app.createUser()
    const answers: [number, string | undefined][] = []
    const statuses: number[] = []
    for (const copyright of copyrights) {
      const { id, answer } = await uploadImage(app, user, 'chair.jpg', await makeJpeg(copyright))
      answers.push([answer.statusCode, answer.body === '' ? undefined : answer.json<Partial<Problem>>().code])
      statuses.push((await requestUpload(app, user, id, 'HEAD')).statusCode)
    }
    await app.runUntilIdle()
    const { dataDir } = app.deps.env
    const stored = await app.deps.db.selectFrom('stored_files').select('id').execute()
    const storedImages = (await listFiles(dataDir)).filter((name) => name.includes('images')).length
    const uploads = await listFiles(join(dataDir, 'uploads'))
    return {
      answers,
      again: statuses,
      uploads: uploads.length,
      rows: stored.length,
      kept: storedImages,
      left: await listFiles(join(dataDir, 'converting')),
    }
  } finally {
    await app.close()
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const nothingStored = { uploads: 0, rows: 0, kept: 0, left: [] }

test('an infected image is refused before anything is stored', async () => {
  expect(await uploadWithScanner('/bin/false', 'one')).toEqual({
    answers: [[422, 'file.infected']],
    again: [404],
    ...nothingStored,
  })
})

test('a clean image is stored, and the scan leaves nothing behind', async () => {
  expect(await uploadWithScanner('/bin/true', 'one')).toEqual({
    ...nothingStored,
    answers: [[204, undefined]],
    again: [200],
    rows: 1,
    // The original and its preview.
    kept: 2,
  })
})

test('the scanner sees the bytes as they were sent', async () => {
  const { answers } = await uploadWithScanner(metadataScanner, 'good', 'EVIL')
  expect(answers).toEqual([
    [204, undefined],
    [422, 'file.infected'],
  ])
})

test.for([
  ['an answer that says nothing', `${node} process.exit(2)`],
  ['no such command', '/nowhere/scanner'],
  ['nobody listening', 'clamd://127.0.0.1:1'],
] as const)(
  'no image is accepted while the scanner is unavailable, and the upload waits for a retry: %s',
  async ([, scanner]) => {
    const { uploads, ...all } = await uploadWithScanner(scanner, 'one')
    expect(all).toEqual({ answers: [[503, 'file.scan-unavailable']], again: [423], rows: 0, kept: 0, left: [] })
    expect(uploads).toBeGreaterThan(0)
  },
)

test('without a scanner no scan takes place', async () => {
  expect(await uploadWithScanner(undefined, 'one')).toMatchObject({ answers: [[204, undefined]], rows: 1 })
})

test.runIf(listsOpenHandles)('a scanner that hangs up in the middle of a file leaves the file closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'veranda-scan-'))
  const file = join(folder, 'large.glb')
  await writeFile(file, Buffer.alloc(8 * 1_048_576))
  const scanner = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('INSTREAM size limit exceeded. ERROR\0', () => socket.destroy()))
  })
  await new Promise<void>((resolve) => scanner.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  const { port } = scanner.address() as AddressInfo
  const scan = () => isClean(`clamd://127.0.0.1:${port}`, file)
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) await expect(scan()).rejects.toThrow('virus scanner')
    await expect.poll(() => countOpenHandles(file)).toBe(0)
  } finally {
    scanner.close()
    await rm(folder, { recursive: true })
  }
})
