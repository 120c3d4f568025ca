import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileRanges, UnreadableMetadata } from '../embedded-metadata/file-ranges.ts'
import { mediaReaders } from '../embedded-metadata/read-media-metadata.ts'
import { makeWebm, taggedPdfs, taggedVideos } from '../testing/make-tagged-media.ts'
import { mutateAnyFile, seededRandom } from './testing/mutate.ts'
import { isGateRun } from '../../../testing/test-scope.ts'

/** `npm run e2e -- gate` tries a hundred thousand, from a seed of its own; `FUZZ_SEED` repeats a run. */
const fileCount = isGateRun ? 100_000 : 2_000
const firstSeed = Number(process.env['FUZZ_SEED'] ?? (isGateRun ? Date.now() % 1_000_000_000 : 1))
const timeoutMs = isGateRun ? 3_600_000 : 60_000

const files = [
  ...Object.values(taggedVideos).map((bytes) => ({ bytes, mediaType: 'video/mp4' })),
  ...[false, true].map((isLive) => ({ bytes: makeWebm(isLive), mediaType: 'video/webm' })),
  ...Object.values(taggedPdfs).map((bytes) => ({ bytes, mediaType: 'application/pdf' })),
]

test(
  'the metadata of broken videos and PDFs is read or found unreadable, and no reader throws anything else',
  {
    timeout: timeoutMs,
  },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'veranda-media-fuzz-'))
    const path = join(folder, 'file')
    const outcomes = { read: 0, unreadable: 0 }
    let slowestMs = 0
    try {
      for (let seed = firstSeed; seed < firstSeed + fileCount; seed += 1) {
        const file = files[seed % files.length]
        if (!file) continue
        await writeFile(path, mutateAnyFile(file.bytes, seededRandom(seed)))
        const handle = await open(path)
        const startedAt = performance.now()
        try {
          await mediaReaders.get(file.mediaType)?.(new FileRanges(handle, (await handle.stat()).size))
          outcomes.read += 1
        } catch (error) {
          if (!(error instanceof UnreadableMetadata))
            throw new Error(`the file of seed ${seed} threw`, { cause: error })
          outcomes.unreadable += 1
        } finally {
          await handle.close()
        }
        slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    expect(outcomes.read).toBeGreaterThan(fileCount / 5)
    expect(outcomes.unreadable).toBeGreaterThan(fileCount / 5)
    expect(slowestMs).toBeLessThan(5_000)
  },
)
