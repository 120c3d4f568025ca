import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { cpuOf } from './cpu.ts'
import { type Line } from './line.ts'
import { median } from './load.ts'
import { type Heard, type Mover, type Order, type Place } from './movers.ts'
import { call, registerCaller, type Running, startProgram, type World } from './world.ts'

const rounds = 5
const shapes = [
  { name: 'a room of 30', rooms: 1, each: 30, frames: 150 },
  { name: '75 rooms of 4', rooms: 75, each: 4, frames: 60 },
]
const kinds = ['veranda', 'colyseus', 'bare'] as const
type Kind = (typeof kinds)[number]

/** What it costs to bring one person's head and hands to one other, against Colyseus and against a bare `ws`. */
export async function benchRooms(world: World, veranda: Running): Promise<Line[]> {
  const people = await makePeople(veranda)
  const servers: Record<Kind, Running> = {
    veranda,
    colyseus: await startProgram('bench/colyseus-room.ts', {}),
    bare: await startProgram('bench/bare-room.ts', {}),
  }
  const lines: Line[] = []
  for (const { name, rooms, each, frames } of shapes) {
    const places = await makeRooms(world, veranda, people, rooms)
    const cost: Record<Kind, number[]> = { veranda: [], colyseus: [], bare: [] }
    const heard: Partial<Record<Kind, Heard>> = {}
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of kinds) {
        const crowd = await openCrowd({ do: 'open', kind, url: servers[kind].url, rooms: places, each, people })
        await crowd.tell({ do: 'move', frames: 20 })
        const before = cpuOf(servers[kind].pid)
        const told = await crowd.tell({ do: 'move', frames })
        const spent = cpuOf(servers[kind].pid) - before
        await crowd.end()
        if (!told) throw new Error('nothing was told of a move')
        const meant = told.sent * (each - 1)
        // One's own comes back in a batch; and of two frames within a tick the newer is told. Colyseus tells of no
        // records, so it is taken to have delivered all.
        const delivered = kind === 'colyseus' ? meant : (told.records * (each - 1)) / each
        if (delivered < meant * 0.5) throw new Error(`${kind}: heard ${delivered} of ${meant} in ${name}`)
        cost[kind].push((spent * 1e6) / delivered)
        heard[kind] = told
      }
    }
    const ours = median(cost.veranda)
    lines.push(
      {
        what: `a pose to one other in ${name}, to Colyseus`,
        unit: 'µs CPU',
        ours,
        peer: median(cost.colyseus),
        bar: { most: 1 },
      },
      { what: 'the same to a bare ws that batches', unit: 'µs CPU', ours, peer: median(cost.bare), bar: { most: 2 } },
      {
        what: 'its bytes in the batch, a person',
        unit: 'bytes',
        ours: (heard.veranda?.bytes ?? 0) / (heard.veranda?.records ?? 1),
        bar: { most: 40 },
      },
      {
        what: 'its delay beyond the bare ws, 95 of 100',
        unit: 'ms',
        ours: Math.max(0, (heard.veranda?.late ?? 0) - (heard.bare?.late ?? 0)),
        bar: { most: 33 },
      },
    )
  }
  await servers.colyseus.stop()
  await servers.bare.stop()
  return lines
}

async function makePeople(veranda: Running): Promise<(Mover & { id: string; headers: Record<string, string> })[]> {
  const made = []
  for (let index = 0; index < 30; index += 1) {
    const { id, token, headers } = await registerCaller(veranda.url, `Mover ${String(index).padStart(2, '0')}`)
    made.push({ id, token, headers, cookie: headers['cookie'] ?? '' })
  }
  return made
}

/** Rooms of projects to which everybody is a guest, held by the server. */
async function makeRooms(
  { sql }: World,
  veranda: Running,
  people: readonly { id: string; headers: Record<string, string> }[],
  count: number,
): Promise<Place[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with p as (insert into projects (id, client_id, title, brief, state, created_at, updated_at)
       select uuidv7(), $1, 'Meet', '', 'active', now(), now() from generate_series(1, $2) returning id),
     r as (insert into rooms (id, project_id, created_at) select id, id, now() from p returning id)
     select id from r`,
    [people[0]?.id, count],
  )
  const ids = rows.map(({ id }) => id)
  await sql.query(
    `insert into room_people (room_id, person_id, role) select r, p, 'guest' from unnest($1::uuid[]) r, unnest($2::uuid[]) p`,
    [ids, people.map(({ id }) => id)],
  )
  const places: Place[] = []
  for (const id of ids) {
    const answer = await call(`${veranda.url}/api/rooms/${id}/endpoint`, { headers: people[0]?.headers ?? {} })
    const { path }: { path: string } = JSON.parse(answer.text)
    places.push({ name: id, path })
  }
  return places
}

type Crowd = { tell(order: Order): Promise<Heard | undefined>; end(): Promise<void> }

async function openCrowd(order: Extract<Order, { do: 'open' }>): Promise<Crowd> {
  const child = fork(join(import.meta.dirname, 'movers.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await answerOf(child)
  const tell = (one: Order) => {
    const answered = answerOf(child)
    child.send(one)
    return answered
  }
  await tell(order)
  return {
    tell,
    async end() {
      await tell({ do: 'close' })
      child.disconnect()
    },
  }
}

function answerOf(child: ChildProcess): Promise<Heard | undefined> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ failed, heard }: { failed?: string; heard?: Heard }) =>
      failed === undefined ? resolve(heard) : reject(new Error(failed)),
    )
  })
}
