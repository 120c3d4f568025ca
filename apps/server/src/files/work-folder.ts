import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder for one look at a file that came, named by our own process, and what is left of dead ones taken away. */
export async function makeFolder(dataDir: string): Promise<string> {
  const all = join(dataDir, 'converting')
  await mkdir(all, { recursive: true })
  for (const name of await readdir(all)) {
    const pid = Number(name.split('-', 1)[0])
    if (!Number.isInteger(pid) || !lives(pid)) await rm(join(all, name), { recursive: true, force: true })
  }
  return mkdtemp(join(all, `${process.pid}-`))
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
