import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { cpuSeconds } from './support/cpu-time.ts'
import { type BenchResult } from './support/result.ts'
import { median } from './support/load.ts'
import {
  type ReceivedStats,
  type ClientCredentials,
  type ClientCommand,
  type RoomTarget,
} from './clients/pose-clients.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { httpCall, registerApiClient, type RunningServer, startProgram } from './support/environment.ts'

const roundCount = 5
const scenarios = [
  { name: 'a room of 30', rooms: 1, each: 30, frames: 150 },
  { name: '75 rooms of 4', rooms: 75, each: 4, frames: 60 },
]
const serverKinds = ['veranda', 'colyseus', 'plain'] as const
type ServerKind = (typeof serverKinds)[number]

/**
 * Measures the cost of delivering one user's head and hand poses to one other user, against Colyseus and plain `ws`.
 */
export async function benchRooms(database: BenchDatabase, veranda: RunningServer): Promise<BenchResult[]> {
  const clients = await registerClients(veranda)
  const servers: Record<ServerKind, RunningServer> = {
    veranda,
    colyseus: await startProgram('bench/peers/colyseus-room.ts', {}),
    plain: await startProgram('bench/peers/plain-ws-room.ts', {}),
  }
  const results: BenchResult[] = []
  for (const { name, rooms, each, frames } of scenarios) {
    const targets = await createRooms(database, veranda, clients, rooms)
    const cost: Record<ServerKind, number[]> = { veranda: [], colyseus: [], plain: [] }
    const received: Partial<Record<ServerKind, ReceivedStats>> = {}
    for (let round = 0; round < roundCount; round += 1) {
      for (const kind of serverKinds) {
        const clientProcess = await startClients({
          do: 'open',
          kind,
          url: servers[kind].url,
          rooms: targets,
          each,
          clients,
        })
        await clientProcess.run({ do: 'move', frames: 20 })
        const before = cpuSeconds(servers[kind].pid)
        const stats = await clientProcess.run({ do: 'move', frames })
        const cpuUsed = cpuSeconds(servers[kind].pid) - before
        await clientProcess.stop()
        if (!stats) throw new Error('no statistics received for a move')
        const expected = stats.sent * (each - 1)
        // A user's own pose comes back in the batch, and of two frames within a tick only the newer is sent. Colyseus
        // reports no record count, so it is assumed to have delivered everything.
        const delivered = kind === 'colyseus' ? expected : (stats.records * (each - 1)) / each
        if (delivered < expected * 0.5)
          throw new Error(`${kind}: received ${delivered} of ${expected} poses in ${name}`)
        cost[kind].push((cpuUsed * 1e6) / delivered)
        received[kind] = stats
      }
    }
    const ours = median(cost.veranda)
    results.push(
      {
        name: `pose delivered to one user in ${name}, against Colyseus`,
        unit: 'µs CPU',
        ours,
        peer: median(cost.colyseus),
        target: { max: 1 },
      },
      {
        name: 'the same, against plain ws with batching',
        unit: 'µs CPU',
        ours,
        peer: median(cost.plain),
        target: { max: 2 },
      },
      {
        name: 'pose size in a batch, per user',
        unit: 'bytes',
        ours: (received.veranda?.bytes ?? 0) / (received.veranda?.records ?? 1),
        target: { max: 40 },
      },
      {
        name: 'p95 pose delay on top of plain ws',
        unit: 'ms',
        ours: Math.max(0, (received.veranda?.p95DelayMs ?? 0) - (received.plain?.p95DelayMs ?? 0)),
        target: { max: 33 },
      },
    )
  }
  await servers.colyseus.stop()
  await servers.plain.stop()
  return results
}

async function registerClients(
  veranda: RunningServer,
): Promise<(ClientCredentials & { id: string; headers: Record<string, string> })[]> {
  const made = []
  for (let index = 0; index < 30; index += 1) {
    const { id, token, headers } = await registerApiClient(veranda.url, `Pose client ${String(index).padStart(2, '0')}`)
    made.push({ id, token, headers, cookie: headers['cookie'] ?? '' })
  }
  return made
}

/** Creates project rooms on this server with all clients as guests. */
async function createRooms(
  { sql }: BenchDatabase,
  veranda: RunningServer,
  clients: readonly { id: string; headers: Record<string, string> }[],
  count: number,
): Promise<RoomTarget[]> {
  const { rows } = await sql.query<{ id: string }>(
    `with p as (insert into projects (id, client_id, title, brief, state, created_at, updated_at)
       select uuidv7(), $1, 'Meet', '', 'active', now(), now() from generate_series(1, $2) returning id),
     r as (insert into rooms (id, project_id, created_at) select id, id, now() from p returning id)
     select id from r`,
    [clients[0]?.id, count],
  )
  const ids = rows.map(({ id }) => id)
  await sql.query(
    `insert into room_users (room_id, user_id, role) select r, p, 'guest' from unnest($1::uuid[]) r, unnest($2::uuid[]) p`,
    [ids, clients.map(({ id }) => id)],
  )
  const targets: RoomTarget[] = []
  for (const id of ids) {
    const answer = await httpCall(`${veranda.url}/api/rooms/${id}/endpoint`, { headers: clients[0]?.headers ?? {} })
    const { path }: { path: string } = JSON.parse(answer.text)
    targets.push({ name: id, path })
  }
  return targets
}

type ClientProcess = { run(command: ClientCommand): Promise<ReceivedStats | undefined>; stop(): Promise<void> }

async function startClients(command: Extract<ClientCommand, { do: 'open' }>): Promise<ClientProcess> {
  const child = fork(join(import.meta.dirname, 'clients/pose-clients.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await nextReply(child)
  const run = (one: ClientCommand) => {
    const replied = nextReply(child)
    child.send(one)
    return replied
  }
  await run(command)
  return {
    run,
    async stop() {
      await run({ do: 'close' })
      child.disconnect()
    },
  }
}

function nextReply(child: ChildProcess): Promise<ReceivedStats | undefined> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ failed, stats }: { failed?: string; stats?: ReceivedStats }) =>
      failed === undefined ? resolve(stats) : reject(new Error(failed)),
    )
  })
}
