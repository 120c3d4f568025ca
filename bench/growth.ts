import { cpuCostPerOperation } from './support/cpu-time.ts'
import { benchId, idKinds, seedCommissions } from './support/seed-commissions.ts'
import { seedLists, listPaths } from './lists.ts'
import { runConcurrently, median } from './support/load.ts'
import { type BenchResult } from './support/result.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import {
  httpCall,
  type ApiClient,
  openSiblingDatabase,
  registerApiClient,
  type RunningServer,
  startVeranda,
} from './support/environment.ts'

const callsPerRound = 600
const maxConcurrentCalls = 16
const roundCount = 5
/** Number of other users; each has 1,000 notifications, a conversation of 1,000 messages and 100 projects. */
const smallUserCount = 10
const largeUserCount = 1_000

/**
 * Measures the same lists in two databases: with about 10,000 rows of other users in each table, and with a hundred
 * times as many (ten times the creators). The cost of a list must depend on what it shows, not on the size of the
 * tables.
 */
export async function benchGrowth(database: BenchDatabase): Promise<BenchResult[]> {
  const small = await openTarget(database, 'bench_small', smallUserCount, 10_000)
  const large = await openTarget(database, 'bench_large', largeUserCount, 100_000)
  for (const { database: at } of [small, large]) await at.sql.query('vacuum analyze')
  await database.sql.query('checkpoint')
  const results: BenchResult[] = []
  for (const name of Object.keys(small.paths)) {
    const costs = { ours: [] as number[], peer: [] as number[] }
    for (const target of [large, small, large, small]) await measureRead(target, name)
    for (let round = 0; round < roundCount; round += 1) {
      costs.ours.push(await measureRead(large, name))
      costs.peer.push(await measureRead(small, name))
    }
    results.push({
      name: `${name}, with 100 times the data`,
      unit: 'ms CPU',
      ours: median(costs.ours),
      peer: median(costs.peer),
      target: { max: 1.3 },
    })
  }
  for (const { veranda, database: at } of [small, large]) {
    await veranda.stop()
    await at.stop()
  }
  return results
}

type Target = {
  database: BenchDatabase
  veranda: RunningServer
  reader: ApiClient
  paths: Readonly<Record<string, string>>
}

async function openTarget(sibling: BenchDatabase, name: string, userCount: number, creators: number): Promise<Target> {
  const database = await openSiblingDatabase(sibling, name)
  await database.pauseOutboxRelay()
  const veranda = await startVeranda(database)
  const reader = await registerApiClient(veranda.url, 'Clara Client')
  const other = await registerApiClient(veranda.url, 'Pia Maker', 'creator')
  await seedLists(database, reader, other)
  await addOtherUsers(database, userCount)
  await addCreators(database, creators)
  const paths = {
    ...Object.fromEntries(Object.entries(listPaths(reader)).map(([list, { ours }]) => [`list of 20 ${list}`, ours])),
    'search of creators by a word': '/api/talent?q=%2277%22',
    'search of creators, the best first': '/api/talent',
  }
  return { database, veranda, reader, paths }
}

/** Returns the CPU milliseconds of one read. */
async function measureRead({ database, veranda, reader, paths }: Target, name: string): Promise<number> {
  const readOnce = async () => {
    const { status, text } = await httpCall(`${veranda.url}${paths[name]}`, { headers: reader.headers })
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
  }
  const { total } = await cpuCostPerOperation(callsPerRound, veranda.pid, database.postgresPid, () =>
    runConcurrently(callsPerRound, maxConcurrentCalls, readOnce),
  )
  return total
}

async function addOtherUsers(database: BenchDatabase, userCount: number): Promise<void> {
  const { sql } = database
  await sql.query(
    `insert into users (id, name, first_name, email, email_verified, terms_version, terms_at)
     select bench_id(${idKinds.user}, n), 'Person ' || n, 'Person', 'crowd-' || n || '@bench.example', true, 1, now()
     from generate_series(1, ${userCount}) n`,
  )
  await sql.query(
    `insert into notifications (id, user_id, dedupe_key, type, event_name, priority, key, params, data, sender_id, created_at, read_at)
     select gen_random_uuid(), bench_id(${idKinds.user}, 1 + n % ${userCount}), 'crowd:' || n, 'milestone', 'milestone_update', 'high',
       'milestone.submitted', '{"title":"Model","project":"Chair","version":2}', '{}', bench_id(${idKinds.user}, 1),
       date_trunc('milliseconds', now()) - n * interval '1 second', case when n % 10 > 0 then now() end
     from generate_series(1, ${userCount * 1_000}) n`,
  )
  await sql.query(
    `insert into conversations (id, kind, direct_key, opened_by, created_at, updated_at)
     select bench_id(${idKinds.otherConversation}, n), 'direct', 'crowd:' || n, bench_id(${idKinds.user}, n), now(), now() from generate_series(1, ${userCount}) n`,
  )
  await sql.query(
    `insert into conversation_members (conversation_id, user_id, joined_at)
     select bench_id(${idKinds.otherConversation}, n), bench_id(${idKinds.user}, 1 + (n + step) % ${userCount}), now()
     from generate_series(1, ${userCount}) n, generate_series(0, 1) step`,
  )
  await sql.query(
    `insert into messages (id, conversation_id, seq, sender_id, client_id, body_hash, text, created_at)
     select gen_random_uuid(), bench_id(${idKinds.otherConversation}, 1 + n % ${userCount}), 1 + n / ${userCount}, bench_id(${idKinds.user}, 1 + n % ${userCount}),
       gen_random_uuid(), 'x', 'Could the stairs be a little wider? Number ' || n, now() - n * interval '1 second'
     from generate_series(1, ${userCount * 1_000}) n`,
  )
  await seedCommissions(
    database,
    { client: benchId('user', 1), creator: benchId('user', 2) },
    20_001,
    20_000 + userCount * 100,
  )
}

function addCreators({ sql }: BenchDatabase, count: number): Promise<unknown> {
  return sql.query(
    `with made as (
       insert into users (id, name, first_name, email, email_verified, role, terms_version, terms_at)
       select bench_id(${idKinds.otherCreator}, n), 'Maker ' || n, 'Maker', 'maker-' || n || '@bench.example', true, 'creator', 1, now()
       from generate_series(1, ${count}::integer) n returning id, name
     )
     insert into creators (user_id, name, headline, about, skills, languages, price_from, price_currency, created_at, updated_at,
       is_findable)
     select id, name, 'Rooms and objects', 'Works in parametric design', '{modelling}', '{en}', 100000, 'EUR', now(), now(), true
     from made`,
  )
}
