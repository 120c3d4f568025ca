import { deepStrictEqual } from 'node:assert'
import { cpuCostPerOperation } from './support/cpu-time.ts'
import { benchId, seedCommissions } from './support/seed-commissions.ts'
import { runConcurrently } from './support/load.ts'
import { type BenchResult } from './support/result.ts'
import { recordStatements } from './support/statement-log.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { type ApiClient, httpCall, type RunningServer, startProgram } from './support/environment.ts'

/** Short rounds, so that both programs meet the machine at the same speed. */
const callsPerRound = 400
/** Enough for the compiler to be done: a server runs for weeks, and its first second is not what a list costs. */
const warmUpCallCount = 6_000
const maxConcurrentCalls = 16
const roundCount = 21

/** Fills one user's lists: 10,000 notifications, a conversation of 10,000 messages, 200 projects. */
export async function seedLists(database: BenchDatabase, reader: ApiClient, other: ApiClient): Promise<void> {
  const { sql } = database
  await sql.query(
    `insert into notifications (id, user_id, dedupe_key, type, event_name, priority, key, params, data, sender_id, created_at, read_at)
     select gen_random_uuid(), $1, 'bench:' || n, 'milestone', 'milestone_update', 'high', 'milestone.submitted',
       '{"title":"Model","project":"Chair","version":2}', '{"actionUrl":"/projects/1","event":"milestone_update"}', $2,
       date_trunc('milliseconds', now()) - n * interval '1 minute', case when n > 100 then now() end
     from generate_series(1, 10000) n`,
    [reader.id, other.id],
  )
  await seedCommissions(database, { client: reader.id, creator: other.id }, 1, 200)
  await sql.query(
    `insert into conversations (id, kind, project_id, created_at, updated_at) values ($1, 'project', $2, now(), now())`,
    [benchId('conversation', 1), benchId('project', 1)],
  )
  for (const userId of [reader.id, other.id]) {
    await sql.query(
      `insert into conversation_members (conversation_id, user_id, read_seq, joined_at) values ($1, $2, 9999, now())`,
      [benchId('conversation', 1), userId],
    )
  }
  await sql.query(`insert into streams (kind, id, last_seq) values ('conversation', $1, 10000)`, [
    benchId('conversation', 1),
  ])
  await sql.query(
    `insert into messages (id, conversation_id, seq, sender_id, client_id, body_hash, text, created_at)
     select gen_random_uuid(), $1, n, $2, gen_random_uuid(), 'x', 'Could the stairs be a little wider? Number ' || n,
       date_trunc('milliseconds', now()) - (10000 - n) * interval '1 minute' from generate_series(1, 10000) n`,
    [benchId('conversation', 1), other.id],
  )
  await sql.query('vacuum analyze')
}

/** The statements of each list, by what they return, with the text that each one is known by. */
const statementMarkers = {
  notifications: { page: 'from notifications n', unread: 'count(*) as unread from notifications' },
  messages: { readState: 'from conversation_members m', page: 'from messages x' },
  projects: {
    page: 'from project_members m',
    commissions: 'from commissions c',
    pictures: 'distinct on (m.project_id)',
  },
} as const satisfies Record<string, Record<string, string>>

/**
 * Finds the statements of a list among those that ran during a read. The check of the session and work in the
 * background may have run in between.
 */
function findStatements(list: keyof typeof statementMarkers, recorded: readonly string[]): Record<string, string> {
  const found = Object.entries(statementMarkers[list]).map(([name, marker]) => {
    const texts = new Set(recorded.filter((text) => text.replace(/\s+/g, ' ').includes(marker)))
    const [text] = texts
    if (text === undefined || texts.size > 1) {
      throw new Error(`${texts.size} statements of the list of ${list} contain "${marker}":\n${recorded.join('\n')}`)
    }
    return [name, text]
  })
  return Object.fromEntries(found)
}

/** Returns the path of each list, in the product and in the thin peer. */
export function listPaths(reader: ApiClient) {
  return {
    notifications: { ours: '/api/notifications', peer: `/notifications/${reader.id}` },
    messages: {
      ours: `/api/conversations/${benchId('conversation', 1)}/messages?limit=20`,
      peer: `/messages/${benchId('conversation', 1)}/${reader.id}`,
    },
    projects: { ours: '/api/projects?limit=20', peer: `/projects/${reader.id}` },
  }
}

/**
 * Measures lists of 20 for a signed-in user against Fastify and pg with the same SQL, in CPU milliseconds of server and
 * Postgres.
 */
export async function benchLists(
  database: BenchDatabase,
  veranda: RunningServer,
  reader: ApiClient,
  other: ApiClient,
): Promise<BenchResult[]> {
  await seedLists(database, reader, other)
  const paths = listPaths(reader)
  const statementsByList: Record<string, Record<string, string>> = {}
  for (const list of ['notifications', 'messages', 'projects'] as const) {
    const recorded = await recordStatements(database, () =>
      getText(`${veranda.url}${paths[list].ours}`, reader.headers),
    )
    statementsByList[list] = findStatements(
      list,
      recorded.map(({ text }) => text),
    )
  }
  const peerServer = await startProgram('bench/peers/lists-peer.ts', {
    DATABASE_URL: database.databaseUrl,
    STATEMENTS: JSON.stringify(statementsByList),
  })
  const results: BenchResult[] = []
  for (const [name, path] of Object.entries(paths)) {
    const ours = () => getText(`${veranda.url}${path.ours}`, reader.headers)
    const peer = () => getText(`${peerServer.url}${path.peer}`)
    // The peer does the same work: it returns exactly the same document.
    deepStrictEqual(JSON.parse(await peer()), JSON.parse(await ours()))
    await runConcurrently(warmUpCallCount, maxConcurrentCalls, ours)
    await runConcurrently(warmUpCallCount, maxConcurrentCalls, peer)
    const measure = async (pid: number, request: () => Promise<unknown>) =>
      (
        await cpuCostPerOperation(callsPerRound, pid, database.postgresPid, () =>
          runConcurrently(callsPerRound, maxConcurrentCalls, request),
        )
      ).total
    const rounds: Costs[] = []
    for (let round = 0; round < roundCount; round += 1) {
      rounds.push({ ours: await measure(veranda.pid, ours), peer: await measure(peerServer.pid, peer) })
    }
    results.push({
      name: `list of 20 ${name}, ${Object.keys(statementsByList[name] ?? {}).length} queries`,
      unit: 'ms CPU',
      ...roundOfMedianRatio(rounds),
      target: { max: 1.3 },
    })
  }
  await peerServer.stop()
  return results
}

/** The cost of a call in one round, in CPU milliseconds. */
type Costs = { readonly ours: number; readonly peer: number }

/** Returns the round whose ratio is the median, so that a machine that changes its speed between rounds decides nothing. */
function roundOfMedianRatio(rounds: readonly Costs[]): Costs {
  const byRatio = rounds.toSorted((a, b) => a.ours / a.peer - b.ours / b.peer)
  return byRatio[Math.floor(byRatio.length / 2)] ?? { ours: 0, peer: 0 }
}

async function getText(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await httpCall(url, { headers })
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`)
  return text
}
