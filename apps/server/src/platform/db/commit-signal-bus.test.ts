import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Client } from 'pg'
import { makeLogger } from '../logger.ts'
import { makeCommitSignalBus } from './commit-signal-bus.ts'
import { type CommitSignal } from './commit-signals.ts'
import { makeTestDatabase } from './testing/test-database.ts'

/** The interval of its heartbeats, the time for a reply, and the wait before it connects again, on a slow machine. */
const noticedWithinMs = 8_000

let databaseUrl: string
let client: Client
beforeAll(async () => {
  databaseUrl = await makeTestDatabase(inject('postgres'))
  client = new Client({ connectionString: databaseUrl })
  await client.connect()
})
afterAll(() => client.end())

/** Starts the signals of a node; returns what arrives from other nodes, and the process of its connection. */
async function startNode() {
  const before = await listConnections()
  const bus = makeCommitSignalBus(databaseUrl, makeLogger('silent'))
  const received: CommitSignal[] = []
  bus.on((signal, origin) => {
    if (origin === 'remote') received.push(signal)
  })
  await bus.start()
  const [pid = 0] = (await listConnections()).filter((one) => !before.includes(one))
  return { bus, pid, received, endedSessions: () => received.flatMap((one) => one.endedSessions ?? []) }
}

async function listConnections(): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'veranda-wake'",
  )
  return rows.map(({ pid }) => pid)
}

test('signals reach other nodes, and this one, although its connection has fallen silent', async () => {
  const [silent, other] = [await startNode(), await startNode()]
  process.kill(silent.pid, 'SIGSTOP')
  try {
    // The one who sends notices by its own signal, which is sent again.
    silent.bus.publish({ endedSessions: ['sent'] })
    await expect.poll(other.endedSessions, { timeout: noticedWithinMs }).toContain('sent')
    other.bus.publish({ endedSessions: ['received'] })
    await expect.poll(silent.endedSessions).toContain('received')
  } finally {
    process.kill(silent.pid, 'SIGCONT')
    await Promise.all([silent.bus.stop(), other.bus.stop()])
  }
})

test('a node that only listens notices by itself that nothing can arrive, and looks at everything', async () => {
  const silent = await startNode()
  process.kill(silent.pid, 'SIGSTOP')
  try {
    await expect.poll(() => silent.received.some(({ resync }) => resync), { timeout: noticedWithinMs }).toBe(true)
    await expect.poll(listConnections).toHaveLength(2)
  } finally {
    process.kill(silent.pid, 'SIGCONT')
    await silent.bus.stop()
  }
})
