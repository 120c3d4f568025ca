import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { launchPostgres } from './launch.ts'
import { migrate } from './migrate.ts'

export const template = 'veranda_template'

/** What a test file makes for itself. */
export type TestDatabase = { readonly url: string; drop(): Promise<void> }

const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=2GB']

/** Postgres and a migrated template for one run of the tests, in a folder of its own. Answers the address. */
export async function startTestPostgres(root: string): Promise<{ url: string; stop(): Promise<void> }> {
  const all = resolve(root, '.data/test')
  forgetDead(all)
  const folder = join(all, String(process.pid))
  const postgres = await launchPostgres(folder, fast)
  await sql(postgres.url, `create database ${template}`)
  const url = withDatabase(postgres.url, template)
  await migrate(url, resolve(root, 'apps/server/migrations'))
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 1 })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A fresh copy of the template. */
export async function makeTestDatabase(server: string): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql(server, `create database ${name} template ${template}`)
      break
    } catch (error) {
      // Another file copies the template at this moment.
      if (attempt >= 20) throw error
      await new Promise((again) => setTimeout(again, 50 * attempt))
    }
  }
  return { url: withDatabase(server, name), drop: () => sql(server, `drop database if exists ${name} with (force)`) }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

async function sql(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** Folders of runs that were killed. */
function forgetDead(folder: string): void {
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    return
  }
  for (const name of names.filter((text) => /^\d+$/.test(text))) {
    try {
      process.kill(Number(name), 0)
    } catch {
      rmSync(join(folder, name), { recursive: true, force: true })
    }
  }
}
