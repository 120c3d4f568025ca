import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { type Line } from './line.ts'
import { median } from './load.ts'
import { type Order, type Talker } from './talkers.ts'
import { registerCaller, type Running, startProgram, type World } from './world.ts'

const rounds = 9
const people = 50
// A delivery is a hundredth of its store, so with few listeners it drowns in what the store happens to cost that moment.
const shapes = [
  { name: 'a room of 50', rooms: 1, each: 50, messages: 200, perSecond: 150 },
  { name: '20 rooms of 25', rooms: 20, each: 25, messages: 300, perSecond: 150 },
]

/**
 * What it costs the server to deliver one message to one listener, beyond taking and storing it: the same sends with
 * everybody listening and with nobody, ours against bare Socket.IO.
 */
export async function benchMessages(world: World, veranda: Running): Promise<Line[]> {
  const talkers = await makeTalkers(veranda)
  const bare = await startProgram('bench/bare-socket.ts', {})
  const lines: Line[] = []
  for (const { name, rooms, each, messages, perSecond } of shapes) {
    const ids = await makeRooms(world, talkers, rooms)
    const found = { ours: [] as number[], peer: [] as number[] }
    const stores: number[] = []
    const places = { ours: veranda, peer: bare }
    const open = {
      ours: { loud: await crowd(veranda, ids, each, talkers), quiet: await crowd(veranda, ids, 0, talkers) },
      peer: { loud: await crowd(bare, ids, each, talkers), quiet: await crowd(bare, ids, 0, talkers) },
    }
    const cost = async (who: 'ours' | 'peer', how: 'loud' | 'quiet', count: number) => {
      const before = { server: cpuOf(places[who].pid), store: cpuOfFamily(world.postgresPid) }
      await open[who][how].tell({ do: 'send', messages: count, perSecond })
      const server = ((cpuOf(places[who].pid) - before.server) * 1_000) / count
      return { server, store: ((cpuOfFamily(world.postgresPid) - before.store) * 1_000) / count }
    }
    for (const who of ['ours', 'peer'] as const) await cost(who, 'loud', 100)
    for (let round = 0; round < rounds; round += 1) {
      for (const who of ['ours', 'peer'] as const) {
        const loud = await cost(who, 'loud', messages)
        const quiet = await cost(who, 'quiet', messages)
        found[who].push((1_000 * (loud.server - quiet.server)) / each)
        if (who === 'ours') stores.push(quiet.server + quiet.store)
      }
    }
    for (const who of ['ours', 'peer'] as const)
      for (const how of ['loud', 'quiet'] as const) await open[who][how].end()
    lines.push(
      {
        what: `message delivered in ${name}`,
        unit: 'µs CPU',
        ours: median(found.ours),
        peer: median(found.peer),
        bar: { most: 1.25 },
      },
      { what: `its store, once a message`, unit: 'ms CPU', ours: median(stores) },
    )
  }
  await bare.stop()
  return lines
}

async function makeTalkers(veranda: Running): Promise<(Talker & { id: string })[]> {
  const made: (Talker & { id: string })[] = []
  for (let index = 0; index < people; index += 1) {
    const { id, token, headers } = await registerCaller(veranda.url, `Talker ${String(index).padStart(2, '0')}`)
    made.push({ id, token, cookie: headers['cookie'] ?? '' })
  }
  return made
}

/** Conversations of all talkers. Quiet ones are rooms of their own, so that nobody hears them. */
async function makeRooms({ sql }: World, talkers: readonly { id: string }[], count: number) {
  const { rows } = await sql.query<{ id: string }>(
    `with p as (insert into projects (id, client_id, title, brief, state, created_at, updated_at)
       select uuidv7(), $1, 'Talk', '', 'active', now(), now() from generate_series(1, $2) returning id)
     insert into conversations (id, kind, project_id, created_at, updated_at)
     select uuidv7(), 'project', p.id, now(), now() from p returning id`,
    [talkers[0]?.id, 2 * count],
  )
  const ids = rows.map(({ id }) => id)
  await sql.query(
    `insert into conversation_members (conversation_id, person_id, joined_at)
     select c, p, now() from unnest($1::uuid[]) c, unnest($2::uuid[]) p`,
    [ids, talkers.map(({ id }) => id)],
  )
  await sql.query('analyze')
  return { loud: ids.slice(0, count), quiet: ids.slice(count) }
}

type Crowd = { tell(order: Order): Promise<void>; end(): Promise<void> }

async function crowd(
  { url }: Running,
  ids: { loud: string[]; quiet: string[] },
  each: number,
  talkers: readonly Talker[],
): Promise<Crowd> {
  const child = fork(join(import.meta.dirname, 'talkers.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await answerOf(child)
  const tell = async (order: Order) => {
    const answered = answerOf(child)
    child.send(order)
    await answered
  }
  await tell({ do: 'open', url, rooms: each === 0 ? ids.quiet : ids.loud, each, people: talkers })
  return {
    tell,
    async end() {
      await tell({ do: 'close' })
      child.disconnect()
    },
  }
}

function answerOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { failed?: string }) =>
      message.failed === undefined ? resolve() : reject(new Error(message.failed)),
    )
  })
}
