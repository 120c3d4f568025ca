import { randomBytes } from 'node:crypto'
import { test as base } from '@playwright/test'
import { Client } from 'pg'
import { databaseUrl, journeyDatabasePrefix, seededDatabase } from './paths.ts'
import { type ServerProcess, startServer } from './server/server-process.ts'

export type World = {
  /** URL of this journey's own database. */
  readonly databaseUrl: string
  server: ServerProcess
  /** Restarts the server on the same database and port, as after a crash. */
  restart(): Promise<void>
  /** Runs a statement on the journey's database and returns its rows. */
  rows<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Opens a copy of the demo world with its own server, for use until it is closed. */
export async function openWorld(): Promise<{ world: World; close: () => Promise<void> }> {
  const postgres = process.env['E2E_POSTGRES'] ?? ''
  const name = `${journeyDatabasePrefix}${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: postgres })
  await admin.connect()
  // Copied as files: the default logs every block, for nothing here.
  await admin.query(`create database ${name} template ${seededDatabase} strategy file_copy`)
  await admin.end()
  const url = databaseUrl(postgres, name)
  const client = new Client({ connectionString: url })
  await client.connect()
  const world: World = {
    databaseUrl: url,
    server: await startServer(url),
    async restart() {
      world.server = await startServer(url, Number(new URL(world.server.url).port))
    },
    async rows<Row extends object>(statement: string, values: readonly unknown[] = []) {
      const { rows } = await client.query<Row>(statement, [...values])
      return rows
    },
  }
  return {
    world,
    async close() {
      await world.server.stop()
      await client.end()
    },
  }
}

type OpenedWorld = { readonly file: string; readonly world: World; readonly close: () => Promise<void> }

/**
 * Gives each file of journeys its own copy of the demo world with its own server. The browser goes on from one file to
 * the next, and a journey that failed is tried again with another browser and in a new world.
 */
export const test = base.extend<{ world: World }, { opened: { last?: OpenedWorld } }>({
  opened: [
    // Playwright requires the braces even if no fixture is used.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const opened: { last?: OpenedWorld } = {}
      await use(opened)
      await opened.last?.close()
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ opened }, use, { file }) => {
      if (opened.last?.file !== file) {
        await opened.last?.close()
        delete opened.last
        opened.last = { file, ...(await openWorld()) }
      }
      await use(opened.last.world)
    },
    { timeout: 60_000 },
  ],
})
export { expect } from '@playwright/test'
