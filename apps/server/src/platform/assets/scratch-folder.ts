import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Creates a temporary folder named after this process, and deletes folders left by processes that have died. */
export async function makeScratchFolder(dataDir: string): Promise<string> {
  const parent = join(dataDir, 'converting')
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent)) {
    const pid = Number(name.split('-', 1)[0])
    if (!Number.isInteger(pid) || !isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `${process.pid}-`))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
