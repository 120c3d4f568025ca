import { deepStrictEqual } from 'node:assert'
import { costOf } from './cpu.ts'
import { benchId, makeDeals } from './deals.ts'
import { load, median, pause } from './load.ts'
import { type Line } from './line.ts'
import { statementsOf, withoutGate } from './statements.ts'
import { type Caller, call, type Running, startProgram, type World } from './world.ts'

const calls = 1_200
const warmUp = 1_200
const parallel = 16
const rounds = 5

/** Fills one person's lists: ten thousand notifications, a conversation of ten thousand messages, 200 projects. */
export async function fillLists(world: World, reader: Caller, other: Caller): Promise<void> {
  const { sql } = world
  await sql.query(
    `insert into notifications (id, person_id, cause, type, live_name, priority, key, params, data, sender_id, created_at, read_at)
     select gen_random_uuid(), $1, 'bench:' || n, 'milestone', 'milestone_update', 'high', 'milestone.submitted',
       '{"title":"Model","project":"Chair","version":2}', '{"actionUrl":"/projects/1","event":"milestone_update"}', $2,
       date_trunc('milliseconds', now()) - n * interval '1 minute', case when n > 100 then now() end
     from generate_series(1, 10000) n`,
    [reader.id, other.id],
  )
  await makeDeals(world, { client: reader.id, creator: other.id }, 1, 200)
  await sql.query(
    `insert into conversations (id, kind, project_id, created_at, updated_at) values ($1, 'project', $2, now(), now())`,
    [benchId('talk', 1), benchId('project', 1)],
  )
  for (const person of [reader.id, other.id]) {
    await sql.query(
      `insert into conversation_members (conversation_id, person_id, read_seq, joined_at) values ($1, $2, 9999, now())`,
      [benchId('talk', 1), person],
    )
  }
  await sql.query(`insert into streams (kind, id, last_seq) values ('conversation', $1, 10000)`, [benchId('talk', 1)])
  await sql.query(
    `insert into messages (id, conversation_id, seq, sender_id, client_id, body_hash, text, created_at)
     select gen_random_uuid(), $1, n, $2, gen_random_uuid(), 'x', 'Could the stairs be a little wider? Number ' || n,
       date_trunc('milliseconds', now()) - (10000 - n) * interval '1 minute' from generate_series(1, 10000) n`,
    [benchId('talk', 1), other.id],
  )
  await sql.query('vacuum analyze')
}

/** The lists, where the product answers them and where the thin peer does. */
export function lists(reader: Caller) {
  return {
    notifications: { ours: '/api/notifications', thin: `/notifications/${reader.id}` },
    messages: {
      ours: `/api/conversations/${benchId('talk', 1)}/messages?limit=20`,
      thin: `/messages/${benchId('talk', 1)}/${reader.id}`,
    },
    projects: { ours: '/api/projects?limit=20', thin: `/projects/${reader.id}` },
  }
}

/** Lists of 20 signed in, against Fastify and pg with the same SQL: processor milliseconds of server and Postgres. */
export async function benchLists(world: World, veranda: Running, reader: Caller, other: Caller): Promise<Line[]> {
  await fillLists(world, reader, other)
  // What runs by itself is nobody's list.
  const background = new Set((await statementsOf(world, () => pause(2_500))).map(({ text }) => text))
  const texts: Record<string, string[]> = {}
  for (const [name, { ours }] of Object.entries(lists(reader))) {
    const read = () => get(`${veranda.url}${ours}`, reader.headers)
    // The first reads look up keys and standing, which is kept from then on.
    await read()
    const seen = await statementsOf(world, read)
    texts[name] = seen.map(({ text }) => text).filter((text) => !background.has(text))
  }
  const thin = await startProgram('bench/minimal-lists.ts', {
    DATABASE_URL: world.databaseUrl,
    STATEMENTS: JSON.stringify(
      Object.fromEntries(Object.entries(texts).map(([name, all]) => [name, all.map(withoutGate)])),
    ),
  })
  const lines: Line[] = []
  for (const [name, path] of Object.entries(lists(reader))) {
    const ours = () => get(`${veranda.url}${path.ours}`, reader.headers)
    const peer = () => get(`${thin.url}${path.thin}`)
    // The peer does the same work: it answers the very same document.
    deepStrictEqual(JSON.parse(await peer()), JSON.parse(await ours()))
    await load(warmUp, parallel, ours)
    await load(warmUp, parallel, peer)
    const cost: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
    for (let round = 0; round < rounds; round += 1) {
      const one = async (pid: number, ask: () => Promise<unknown>) =>
        (await costOf(calls, pid, world.postgresPid, () => load(calls, parallel, ask))).total
      cost.ours.push(await one(veranda.pid, ours))
      cost.peer.push(await one(thin.pid, peer))
    }
    lines.push({
      what: `list of 20 ${name}, ${texts[name]?.length} queries`,
      unit: 'ms CPU',
      ours: median(cost.ours),
      peer: median(cost.peer),
      bar: { most: 1.5 },
    })
  }
  await thin.stop()
  return lines
}

async function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await call(url, { headers })
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`)
  return text
}
