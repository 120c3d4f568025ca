import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Deps } from '../deps.ts'
import { isClean } from './scan-file.ts'
import { makeFolder } from './work-folder.ts'

/**
 * Asks the virus scanner about a picture as it was sent, if one is configured; nothing of it is left behind. Refuses
 * file.not-clean (invalid), and file.not-scanned (unavailable) while nobody can say. It may take as long as the scanner
 * does, so no transaction is open meanwhile.
 */
export async function scanPicture(bytes: Uint8Array, { env, log }: Pick<Deps, 'env' | 'log'>): Promise<Result<null>> {
  if (env.virusScanner === undefined) return ok(null)
  const folder = await makeFolder(env.dataDir)
  try {
    const file = join(folder, 'picture')
    await writeFile(file, bytes)
    return (await isClean(env.virusScanner, file)) ? ok(null) : refuse('file.not-clean', 'invalid')
  } catch (error) {
    log.error({ err: error }, 'the virus scanner could not be asked about a picture')
    return refuse('file.not-scanned', 'unavailable')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
