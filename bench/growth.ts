import { costOf } from './cpu.ts'
import { benchId, kinds, makeDeals } from './deals.ts'
import { fillLists, lists } from './lists.ts'
import { load, median } from './load.ts'
import { type Line } from './line.ts'
import { call, type Caller, openSibling, registerCaller, type Running, startVeranda, type World } from './world.ts'

const calls = 600
const parallel = 16
const rounds = 5
/** Other people; each has a thousand notifications, a conversation of a thousand messages and a hundred projects. */
const few = 10
const many = 1_000

/**
 * The same lists in two databases: about ten thousand rows of everybody else in each table, and a hundred times that (ten
 * times the creators). What a list costs must follow what it shows, not what there is.
 */
export async function benchGrowth(world: World): Promise<Line[]> {
  const small = await openPlace(world, 'bench_small', few, 10_000)
  const large = await openPlace(world, 'bench_large', many, 100_000)
  for (const { world: at } of [small, large]) await at.sql.query('vacuum analyze')
  await world.sql.query('checkpoint')
  const lines: Line[] = []
  for (const name of Object.keys(small.asked)) {
    const found = { ours: [] as number[], peer: [] as number[] }
    for (const place of [large, small, large, small]) await read(place, name)
    for (let round = 0; round < rounds; round += 1) {
      found.ours.push(await read(large, name))
      found.peer.push(await read(small, name))
    }
    lines.push({
      what: `${name}, of a hundredfold world`,
      unit: 'ms CPU',
      ours: median(found.ours),
      peer: median(found.peer),
      bar: { most: 1.3 },
    })
  }
  for (const { veranda, world: at } of [small, large]) {
    await veranda.stop()
    await at.stop()
  }
  return lines
}

type Place = { world: World; veranda: Running; reader: Caller; asked: Readonly<Record<string, string>> }

async function openPlace(beside: World, name: string, crowd: number, creators: number): Promise<Place> {
  const world = await openSibling(beside, name)
  await world.holdLog()
  const veranda = await startVeranda(world)
  const reader = await registerCaller(veranda.url, 'Clara Client')
  const other = await registerCaller(veranda.url, 'Pia Maker', 'creator')
  await fillLists(world, reader, other)
  await addCrowd(world, crowd)
  await addCreators(world, creators)
  const asked = {
    ...Object.fromEntries(Object.entries(lists(reader)).map(([list, { ours }]) => [`list of 20 ${list}`, ours])),
    'search of creators by a word': '/api/talent?q=%2277%22',
    'search of creators, the best first': '/api/talent',
  }
  return { world, veranda, reader, asked }
}

/** Processor milliseconds of one reading. */
async function read({ world, veranda, reader, asked }: Place, name: string): Promise<number> {
  const one = async () => {
    const { status, text } = await call(`${veranda.url}${asked[name]}`, { headers: reader.headers })
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
  }
  const { total } = await costOf(calls, veranda.pid, world.postgresPid, () => load(calls, parallel, one))
  return total
}

async function addCrowd(world: World, crowd: number): Promise<void> {
  const { sql } = world
  await sql.query(
    `insert into people (id, name, first_name, email, terms_version, terms_at)
     select bench_id(${kinds.person}, n), 'Person ' || n, 'Person', 'crowd-' || n || '@bench.example', 1, now()
     from generate_series(1, ${crowd}) n`,
  )
  await sql.query(
    `insert into notifications (id, person_id, cause, type, live_name, priority, key, params, data, sender_id, created_at, read_at)
     select gen_random_uuid(), bench_id(${kinds.person}, 1 + n % ${crowd}), 'crowd:' || n, 'milestone', 'milestone_update', 'high',
       'milestone.submitted', '{"title":"Model","project":"Chair","version":2}', '{}', bench_id(${kinds.person}, 1),
       date_trunc('milliseconds', now()) - n * interval '1 second', case when n % 10 > 0 then now() end
     from generate_series(1, ${crowd * 1_000}) n`,
  )
  await sql.query(
    `insert into conversations (id, kind, direct_key, opened_by, created_at, updated_at)
     select bench_id(${kinds.crowd}, n), 'direct', 'crowd:' || n, bench_id(${kinds.person}, n), now(), now() from generate_series(1, ${crowd}) n`,
  )
  await sql.query(
    `insert into conversation_members (conversation_id, person_id, joined_at)
     select bench_id(${kinds.crowd}, n), bench_id(${kinds.person}, 1 + (n + step) % ${crowd}), now()
     from generate_series(1, ${crowd}) n, generate_series(0, 1) step`,
  )
  await sql.query(
    `insert into messages (id, conversation_id, seq, sender_id, client_id, body_hash, text, created_at)
     select gen_random_uuid(), bench_id(${kinds.crowd}, 1 + n % ${crowd}), 1 + n / ${crowd}, bench_id(${kinds.person}, 1 + n % ${crowd}),
       gen_random_uuid(), 'x', 'Could the stairs be a little wider? Number ' || n, now() - n * interval '1 second'
     from generate_series(1, ${crowd * 1_000}) n`,
  )
  await makeDeals(world, { client: benchId('person', 1), creator: benchId('person', 2) }, 20_001, 20_000 + crowd * 100)
}

function addCreators({ sql }: World, count: number): Promise<unknown> {
  return sql.query(
    `with made as (
       insert into people (id, name, first_name, email, role, terms_version, terms_at)
       select bench_id(${kinds.maker}, n), 'Maker ' || n, 'Maker', 'maker-' || n || '@bench.example', 'creator', 1, now()
       from generate_series(1, ${count}::integer) n returning id, name
     )
     insert into creators (person_id, name, headline, about, skills, languages, price_from, price_currency, created_at, updated_at)
     select id, name, 'Rooms and objects', 'Works in parametric design', '{modelling}', '{en}', 100000, 'EUR', now(), now()
     from made`,
  )
}
