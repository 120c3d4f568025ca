import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refuse, type Refusal, type Result } from '@veranda/core/result.ts'
import { transact } from '../../db/transact.ts'
import { type Deps } from '../../deps.ts'
import { isClean } from '../../files/scan-file.ts'
import { makeFolder } from '../../files/work-folder.ts'
import { worker } from '../../jobs/jobs.ts'
import { workKey } from '../keys.ts'
import { findWork, finishWork, keepOriginal, moveWork } from '../rows.ts'
import { endBadly } from '../uploads/sweep.ts'
import { forgetLater } from '../remove-work.ts'
import { tellWork } from '../tell-work.ts'
import { compressQueue, isWorthCompressing } from './compress-work.ts'
import { noteFall } from './note-fall.ts'
import { type Converted, derivatives, type Stage } from './messages.ts'
import { ConverterFell, runConverter } from './run-converter.ts'

export const convertQueue = 'works.convert'
const pause = 250
const fallsAllowed = 3

/**
 * Looks at a finished upload and makes what is shown of it. Everything is made in a folder of its own, stored under the
 * hash of the original, and only then written in one transaction: until then there is nothing, and after a crash it
 * begins anew.
 */
export const convertWork = worker<{ workId: string }>(convertQueue, convert, {
  // The scanner or the storage did not answer for all that time, or the process died of it again and again.
  async givenUp({ workId }, deps) {
    if (!(await isWaiting(deps, workId))) return
    await end(deps, workId, { code: 'work.not-checked', kind: 'unavailable' })
    await deps.gateways.uploads.remove(workId)
    await tellWork(deps, deps.db, workId)
  },
})

async function isWaiting(deps: Deps, workId: string): Promise<boolean> {
  const work = await findWork(deps.db, workId)
  return work !== undefined && work.state !== 'ready' && work.state !== 'refused' && work.state !== 'uploading'
}

async function convert({ workId }: { workId: string }, deps: Deps): Promise<void> {
  if (!(await isWaiting(deps, workId))) return
  const folder = await makeFolder(deps.env.dataDir)
  try {
    const outcome = await lookAt(deps, workId, folder)
    if (outcome.ok) await keep(deps, workId, folder, outcome.value)
    else await end(deps, workId, outcome.refusal)
  } catch (error) {
    if (!(error instanceof ConverterFell)) throw error
    const falls = await noteFall(deps.db, workId)
    deps.log.warn({ err: error, workId, falls }, 'the worker fell over a file')
    if (falls < fallsAllowed) throw error
    await end(deps, workId, { code: 'work.unreadable', kind: 'invalid' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await deps.gateways.uploads.remove(workId)
  await tellWork(deps, deps.db, workId)
}

type Looked = { sha256: string; file: string; bytes: number; converted: Converted | undefined }

async function lookAt(deps: Deps, workId: string, folder: string): Promise<Result<Looked>> {
  const file = await deps.gateways.uploads.fileOf(workId, folder)
  if (file === undefined) return refuse('work.lost', 'invalid')
  await moveWork(deps.db, workId, { state: 'checking', progress: 0 }, deps.clock.now())
  await tellWork(deps, deps.db, workId)
  const sha256 = await hashOf(file)
  const { size: bytes } = await stat(file)
  const expected = await deps.db
    .selectFrom('works')
    .select('expected_sha256')
    .where('id', '=', workId)
    .executeTakeFirst()
  if (expected?.expected_sha256 && expected.expected_sha256 !== sha256) return refuse('upload.other-bytes', 'invalid')
  const { virusScanner } = deps.env
  if (virusScanner !== undefined && !(await isClean(virusScanner, file))) return refuse('work.not-clean', 'invalid')
  const known = await deps.db.selectFrom('originals').select('sha256').where('sha256', '=', sha256).executeTakeFirst()
  if (known) return { ok: true, value: { sha256, file, bytes, converted: undefined } }
  const teller = slowly(deps, workId)
  const order = { file, folder, task: 'convert' } as const
  const converted = await runConverter(order, { onProgress: teller.tell }).finally(teller.rest)
  return converted.ok ? { ok: true, value: { sha256, file, bytes, converted: converted.value } } : converted
}

/**
 * Writes progress to the row and tells the owner, one after the other and not more often than eyes can follow. After
 * `rest` nothing more is told, so that no progress comes behind the end.
 */
function slowly(deps: Deps, workId: string) {
  let last = { at: 0, stage: '' }
  let told = Promise.resolve()
  return {
    tell(stage: Stage, progress: number): void {
      const now = performance.now()
      if (stage === last.stage && now - last.at < pause) return
      last = { at: now, stage }
      told = told
        .then(() => moveWork(deps.db, workId, { state: stage, progress }, deps.clock.now()))
        .then(() => tellWork(deps, deps.db, workId))
        .catch((error: unknown) => deps.log.warn({ err: error, workId }, 'progress could not be told'))
    },
    rest: () => told,
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function keep(deps: Deps, workId: string, folder: string, looked: Looked): Promise<void> {
  const { sha256, file, bytes, converted } = looked
  const { storage } = deps.gateways
  if (converted) {
    // First of all: whatever comes of it, bytes that no work has in the end are looked for and taken away.
    await transact(deps, (tx) => forgetLater(tx, sha256, deps.clock.now()))
    await storage.putFile(workKey(sha256, 'original'), file)
    for (const what of ['model', 'headset', 'thumbnail', 'parts'] as const) {
      if (converted.made[what] !== undefined)
        await storage.putFile(workKey(sha256, what), join(folder, derivatives[what]))
    }
  }
  await transact(deps, async (tx) => {
    const now = deps.clock.now()
    if (converted) await keepOriginal(tx, { sha256, bytes, converted }, now)
    if (converted && isWorthCompressing(converted)) {
      await deps.jobs.enqueue(tx, compressQueue, { sha256 }, { key: workId })
    }
    // Given up meanwhile: the original may have no work at all.
    if (!(await finishWork(tx, workId, sha256, now))) await forgetLater(tx, sha256, now)
  })
}

async function end(deps: Deps, workId: string, refusal: Refusal): Promise<void> {
  await transact(deps, (tx) => endBadly(tx, workId, refusal, deps.clock.now()))
}
