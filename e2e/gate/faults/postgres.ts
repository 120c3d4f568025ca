import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@veranda/server/platform/db/embedded-postgres.ts'
import { Client } from 'pg'
import { waitUntil } from '../../support/wait-until.ts'

const connectionTimeoutMs = 500
const restartTimeoutSeconds = 30

/** The Postgres of the gate, which is started again whenever it ends, as `npm start` does. */
export type GatePostgres = {
  readonly url: string
  /** Sends the postmaster a signal: SIGINT restarts it in order, SIGKILL is a crash. */
  signal(name: 'SIGINT' | 'SIGKILL'): void
  /** Stops the postmaster and all its processes where they are. */
  freeze(): void
  thaw(): void
  /** Waits until it takes connections again; `other` than the process that was there. */
  waitUntilBack(): Promise<void>
  stop(): Promise<void>
}

export async function startGatePostgres(folder: string): Promise<GatePostgres> {
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres(folder)
  const postmaster = () => Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  let endedPid = 0
  let frozen: number[] = []
  return {
    url: postgres.url,
    signal(name) {
      endedPid = postmaster()
      process.kill(endedPid, name)
    },
    freeze() {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster())], { encoding: 'utf8' })
      frozen = [postmaster(), ...children.trim().split(/\s+/).map(Number)]
      for (const pid of frozen) sendSignal(pid, 'SIGSTOP')
    },
    thaw() {
      for (const pid of frozen) sendSignal(pid, 'SIGCONT')
    },
    async waitUntilBack() {
      await waitUntil(
        'Postgres to be back',
        async () => {
          if (postmaster() === endedPid) return false
          const client = new Client({
            connectionString: postgres.url,
            connectionTimeoutMillis: connectionTimeoutMs,
            query_timeout: connectionTimeoutMs,
          })
          client.on('error', () => undefined)
          try {
            await client.connect()
            await client.query('select 1')
            return true
          } finally {
            void client.end().catch(() => undefined)
          }
        },
        restartTimeoutSeconds,
      )
    },
    stop: () => postgres.stop(),
  }
}

/** Signals a process that may have ended by now. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
