import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statfsSync } from 'node:fs'

/** A file system in memory that can be made full. */
export type Disk = {
  /** Leaves no room for another page. */
  fill(): void
  /** Makes room again. */
  grow(): void
  unmount(): void
}

const size = '4g'
const maxAttempts = 20

/** Mounts a file system of its own at a folder; undefined where that is not permitted. */
export function mountDisk(folder: string): Disk | undefined {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'veranda-gate', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const resize = (to: string) =>
    execFileSync('mount', ['-o', `remount,size=${to}`, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  return {
    fill() {
      for (let attempt = 1; ; attempt += 1) {
        const { blocks, bfree, bsize } = statfsSync(folder)
        try {
          return void resize(String((blocks - bfree) * bsize))
        } catch (error) {
          // More was written since it was measured.
          if (attempt === maxAttempts) throw error
        }
      }
    },
    grow: () => void resize(size),
    unmount: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  }
}

/** Unmounts what a run that was killed left mounted below a folder. */
export function unmountBelow(folder: string): void {
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const [, mounted = ''] = line.split(' ')
    if (mounted.startsWith(`${folder}/`)) execFileSync('umount', ['--lazy', mounted], { stdio: 'ignore' })
  }
}
