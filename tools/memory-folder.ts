import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { unmountBelow } from '../e2e/gate/faults/disk.ts'

/** Where Linux keeps files in memory. */
const memoryFolder = '/dev/shm'
const prefix = 'veranda-tests-'
/** Test databases, stored files and profiles of browsers take up to a third of it. */
const minFreeBytes = 6 * 1_073_741_824

/**
 * Stores the databases and temporary files of tests in memory, where the machine has 6 GiB for them: a
 * copy of a database takes 30 ms there instead of up to 900 ms. They are deleted when the process ends, or by the next
 * run.
 */
export function storeTestFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || freeBytes() < minFreeBytes) return
  removeDeadRuns()
  const folder = join(memoryFolder, `${prefix}${process.pid}`)
  mkdirSync(folder)
  // Postgres runs as another user.
  chmodSync(folder, 0o711)
  process.once('exit', () => removeFolder(folder))
  process.env['TMPDIR'] = folder
  process.env['E2E_DATA'] ??= join(folder, 'e2e')
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize
  } catch {
    return 0
  }
}

/** Removes the folders of runs that were killed. */
function removeDeadRuns(): void {
  for (const name of readdirSync(memoryFolder).filter((one) => one.startsWith(prefix))) {
    try {
      process.kill(Number(name.slice(prefix.length)), 0)
    } catch {
      removeFolder(join(memoryFolder, name))
    }
  }
}

/** Removes the folder of a run, with the disks that its gate may have left mounted there. */
function removeFolder(folder: string): void {
  unmountBelow(folder)
  // Programs that outlive a killed run may still write there.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
