import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { cpuSeconds, cpuSecondsWithChildren } from './support/cpu-time.ts'
import { type BenchResult } from './support/result.ts'
import { median } from './support/load.ts'
import { type ClientCommand, type ClientCredentials } from './clients/chat-clients.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { registerApiClient, type RunningServer, startProgram } from './support/environment.ts'

const roundCount = 9
const clientCount = 50
// A delivery costs a hundredth of storing the message, so with few listeners it is lost in the noise.
const scenarios = [
  { name: 'a room of 50', rooms: 1, each: 50, messages: 200, perSecond: 150 },
  { name: '20 rooms of 25', rooms: 20, each: 25, messages: 300, perSecond: 150 },
]

/**
 * Measures the server's cost of delivering one message to one listener, without receiving and storing it: the same
 * messages with and without listeners, ours against plain Socket.IO.
 */
export async function benchMessages(database: BenchDatabase, veranda: RunningServer): Promise<BenchResult[]> {
  const clients = await registerClients(veranda)
  const peerServer = await startProgram('bench/peers/plain-socketio.ts', {})
  const results: BenchResult[] = []
  for (const { name, rooms, each, messages, perSecond } of scenarios) {
    const ids = await createConversations(database, clients, rooms)
    const costs = { ours: [] as number[], peer: [] as number[] }
    const storeCosts: number[] = []
    const servers = { ours: veranda, peer: peerServer }
    const clientProcesses = {
      ours: {
        loud: await startClients(veranda, ids, each, clients),
        quiet: await startClients(veranda, ids, 0, clients),
      },
      peer: {
        loud: await startClients(peerServer, ids, each, clients),
        quiet: await startClients(peerServer, ids, 0, clients),
      },
    }
    const cost = async (side: 'ours' | 'peer', audience: 'loud' | 'quiet', count: number) => {
      const before = { server: cpuSeconds(servers[side].pid), store: cpuSecondsWithChildren(database.postgresPid) }
      await clientProcesses[side][audience].run({ do: 'send', messages: count, perSecond })
      const server = ((cpuSeconds(servers[side].pid) - before.server) * 1_000) / count
      return { server, store: ((cpuSecondsWithChildren(database.postgresPid) - before.store) * 1_000) / count }
    }
    for (const side of ['ours', 'peer'] as const) await cost(side, 'loud', 100)
    for (let round = 0; round < roundCount; round += 1) {
      for (const side of ['ours', 'peer'] as const) {
        const loud = await cost(side, 'loud', messages)
        const quiet = await cost(side, 'quiet', messages)
        costs[side].push((1_000 * (loud.server - quiet.server)) / each)
        if (side === 'ours') storeCosts.push(quiet.server + quiet.store)
      }
    }
    for (const side of ['ours', 'peer'] as const)
      for (const audience of ['loud', 'quiet'] as const) await clientProcesses[side][audience].stop()
    results.push(
      {
        name: `message delivered in ${name}`,
        unit: 'µs CPU',
        ours: median(costs.ours),
        peer: median(costs.peer),
        target: { max: 1.25 },
      },
      { name: 'storing a message', unit: 'ms CPU', ours: median(storeCosts) },
    )
  }
  await peerServer.stop()
  return results
}

async function registerClients(veranda: RunningServer): Promise<(ClientCredentials & { id: string })[]> {
  const made: (ClientCredentials & { id: string })[] = []
  for (let index = 0; index < clientCount; index += 1) {
    const { id, token, headers } = await registerApiClient(veranda.url, `Chat client ${String(index).padStart(2, '0')}`)
    made.push({ id, token, cookie: headers['cookie'] ?? '' })
  }
  return made
}

/** Creates conversations with all clients as members. The quiet ones have no listeners. */
async function createConversations({ sql }: BenchDatabase, clients: readonly { id: string }[], count: number) {
  const { rows } = await sql.query<{ id: string }>(
    `with p as (insert into projects (id, client_id, title, brief, state, created_at, updated_at)
       select uuidv7(), $1, 'Talk', '', 'active', now(), now() from generate_series(1, $2) returning id)
     insert into conversations (id, kind, project_id, created_at, updated_at)
     select uuidv7(), 'project', p.id, now(), now() from p returning id`,
    [clients[0]?.id, 2 * count],
  )
  const ids = rows.map(({ id }) => id)
  await sql.query(
    `insert into conversation_members (conversation_id, user_id, joined_at)
     select c, p, now() from unnest($1::uuid[]) c, unnest($2::uuid[]) p`,
    [ids, clients.map(({ id }) => id)],
  )
  await sql.query('analyze')
  return { loud: ids.slice(0, count), quiet: ids.slice(count) }
}

type ClientProcess = { run(command: ClientCommand): Promise<void>; stop(): Promise<void> }

async function startClients(
  { url }: RunningServer,
  ids: { loud: string[]; quiet: string[] },
  each: number,
  clients: readonly ClientCredentials[],
): Promise<ClientProcess> {
  const child = fork(join(import.meta.dirname, 'clients/chat-clients.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await nextReply(child)
  const run = async (command: ClientCommand) => {
    const replied = nextReply(child)
    child.send(command)
    await replied
  }
  await run({ do: 'open', url, rooms: each === 0 ? ids.quiet : ids.loud, each, clients })
  return {
    run,
    async stop() {
      await run({ do: 'close' })
      child.disconnect()
    },
  }
}

function nextReply(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { failed?: string }) =>
      message.failed === undefined ? resolve() : reject(new Error(message.failed)),
    )
  })
}
