import { readFileSync } from 'node:fs'
import { expect, test } from '../support/fixtures.ts'
import { isGateRun } from '../support/scope.ts'
import { startServer } from '../support/server/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { findLeakedConnections, maxDatabaseConnections } from './checks/database-connections.ts'
import { countFileHandles } from './checks/file-handles.ts'
import { countAcknowledgements } from './load/acknowledgements.ts'
import { makeLoad } from './load/load.ts'

/** Minutes in which clients come and go; `SOAK_MINUTES=5` takes less. */
const soakMinutes = Number(process.env['SOAK_MINUTES'] ?? 30)
const acknowledgementsPerRound = 1_000
/** The growth from the second to the last third of the rounds that counts as flat; the first warms up. */
const maxGrowthRatio = 1.1
const closedWithinSeconds = 60
const metricsToken = 'a token of the soak'

test.skip(!isGateRun, 'runs for half an hour: npm run e2e -- gate soak')

/** Figures of a server whose clients have all left. */
type Rest = {
  readonly rssMib: number
  /** Memory that was alive after the last full collection. */
  readonly heapMib: number
  readonly handles: number
  /** Connections to the database: those of the pools come and go. */
  readonly database: number
}

test('memory, file handles and sockets stay flat while clients come and go', async ({ world }) => {
  test.setTimeout((soakMinutes + 5) * 60_000)
  await world.server.stop()
  world.server = await startServer(world.databaseUrl, 0, { METRICS_TOKEN: metricsToken }, ['--trace-gc'])
  const { url, pid } = world.server
  const ports = [Number(new URL(url).port), Number(new URL(world.databaseUrl).port)] as const

  const readFigures = async () => {
    const reply = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    const lines = (await reply.text()).split('\n')
    return (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  }
  /** Waits until nothing of a client is left and returns what the server holds then. */
  const readRest = (): Promise<Rest> =>
    waitUntil(
      'the connections, sockets and rooms of the clients to be closed',
      async () => {
        const figure = await readFigures()
        const held = ['veranda_sockets', 'veranda_rooms', 'veranda_room_participants'].map(figure)
        const handles = countFileHandles(pid, ...ports)
        // The reading of the figures is a connection itself.
        if (held.some((count) => count > 0) || handles.clients > 1) return false
        const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
        return {
          rssMib: Number(rss) / 1_024,
          heapMib: liveHeapMib(world.server.output()),
          handles: handles.others,
          database: handles.database,
        }
      },
      closedWithinSeconds,
    )

  const load = await makeLoad(
    () => url,
    () => Date.now(),
    world.rows,
  )
  const rests: Rest[] = []
  const endsAt = Date.now() + soakMinutes * 60_000
  while (Date.now() < endsAt) {
    load.start()
    await load.waitForAcknowledgements(acknowledgementsPerRound)
    await load.pause()
    const rest = await readRest()
    rests.push(rest)
    const minutes = (soakMinutes - (endsAt - Date.now()) / 60_000).toFixed(1)
    const { rssMib, heapMib, handles, database } = rest
    expect(database, 'connections to the database').toBeLessThanOrEqual(maxDatabaseConnections)
    expect(await findLeakedConnections(world.rows, 1)).toEqual([])
    console.log(
      `${minutes} min: ${countAcknowledgements(load.acknowledged)} acknowledged, ${rssMib.toFixed(0)} MiB resident, ${heapMib.toFixed(0)} MiB of live heap, ${handles} handles, ${database} connections to the database`,
    )
  }
  expect(load.failures).toEqual([])
  expect(rests.length).toBeGreaterThanOrEqual(3)
  const third = Math.floor(rests.length / 3)
  const [middle, last] = [rests.slice(third, 2 * third), rests.slice(-third)]
  for (const what of ['rssMib', 'heapMib', 'handles'] as const) {
    const [before, after] = [lowest(middle, what), lowest(last, what)]
    console.log(`${what}: ${before.toFixed(1)} in the second third, ${after.toFixed(1)} in the last`)
    expect(after / before, what).toBeLessThanOrEqual(what === 'handles' ? 1 : maxGrowthRatio)
  }
})

/** Returns the lowest value: between two collections memory grows and says nothing. */
function lowest(rests: readonly Rest[], what: keyof Rest): number {
  return Math.min(...rests.map((rest) => rest[what]))
}

/** Returns the heap that the last full collection left, from what --trace-gc prints. */
function liveHeapMib(output: string): number {
  const collections = [...output.matchAll(/Mark-Compact[^\n]* -> ([\d.]+) \(/g)]
  return Number(collections.at(-1)?.[1] ?? Infinity)
}
