import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Seeds the demo world into the database at `url`, in a process with its own clock. Returns the exit code. */
export function runSeed(url: string): Promise<number> {
  const child = spawn(process.execPath, [join(root, 'apps/server/seed/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: 'warn' },
  })
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('exit', end)
      resolve(code ?? 1)
    })
  })
}
