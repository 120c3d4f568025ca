import { benchBundleSize } from '../bench/bundle-size.ts'
import { catalogueTable } from '../bench/catalogue-bytes.ts'
import { benchGrowth } from '../bench/growth.ts'
import { benchIdle } from '../bench/idle.ts'
import { meetsTarget, type BenchResult, formatTable } from '../bench/support/result.ts'
import { benchLists } from '../bench/lists.ts'
import { sleep } from '../bench/support/load.ts'
import { benchMessages } from '../bench/messages.ts'
import { benchRelease } from '../bench/milestone-release.ts'
import { benchAssets } from '../bench/assets.ts'
import { benchRooms } from '../bench/rooms.ts'
import { benchStart } from '../bench/start.ts'
import { benchSlots } from '../bench/slots.ts'
import { benchRendering } from '../bench/rendering.ts'
import { openBenchDatabase, registerApiClient, startVeranda } from '../bench/support/environment.ts'
import { buildApp } from './build.ts'

// Ratios against the thinnest program that does the same, as medians of interleaved rounds in one run. Everything
// except releases per second is processor time of server and Postgres, because these machines are shared.
const startedAt = Date.now()
const print = (line: string) => process.stdout.write(`${line}\n`)

if (process.platform !== 'linux') {
  print('The bench reads processor time from /proc, so it runs on Linux only.')
  process.exit(1)
}
const partNames = [
  'lists',
  'releases',
  'messages',
  'rooms',
  'slots',
  'growth',
  'assets',
  'rendering',
  'idle',
  'start',
  'bytes',
] as const
/** The names of the parts to run; none means all. */
const selectedParts = process.argv.slice(2)
const unknownPart = selectedParts.find((name) => !partNames.some((known) => known === name))
if (unknownPart !== undefined) {
  print(`There is no part "${unknownPart}". Parts: ${partNames.join(', ')}`)
  process.exit(1)
}
await buildApp()
const database = await openBenchDatabase()
const results: BenchResult[] = []
const isSelected = (name: string) => selectedParts.length === 0 || selectedParts.includes(name)
try {
  await database.pauseOutboxRelay()
  const veranda = await startVeranda(database)
  const reader = await registerApiClient(veranda.url, 'Clara Client')
  const other = await registerApiClient(veranda.url, 'Pia Maker', 'creator')
  const parts: Record<(typeof partNames)[number], () => BenchResult[] | Promise<BenchResult[]>> = {
    lists: () => benchLists(database, veranda, reader, other),
    releases: () => benchRelease(database, veranda, reader, other),
    messages: () => benchMessages(database, veranda),
    rooms: () => benchRooms(database, veranda),
    slots: () => benchSlots(database, veranda, reader, other),
    growth: () => benchGrowth(database),
    assets: () => benchAssets(),
    rendering: () => benchRendering(database),
    idle: async () => {
      await veranda.stop()
      await database.discardPendingEvents()
      // Otherwise autovacuum would run during the measurement.
      await database.sql.query('vacuum analyze')
      await database.resumeOutboxRelay()
      const idle = await startVeranda(database)
      await sleep(3_000)
      const measured = await benchIdle(database, idle)
      await idle.stop()
      return measured
    },
    start: async () => {
      await veranda.stop()
      return benchStart(database)
    },
    bytes: () => {
      print(`\n${catalogueTable()}\n`)
      return benchBundleSize()
    },
  }
  for (const name of partNames) {
    if (!isSelected(name)) continue
    print(`measuring ${name} …`)
    results.push(...(await parts[name]()))
  }
  if (!isSelected('idle')) await veranda.stop()
} finally {
  await database.stop()
}
print(`\n${formatTable(results)}\n`)
const missed = results.filter((line) => meetsTarget(line) === false).length
print(`${missed === 0 ? 'Every bar is met.' : `${missed} not met.`} ${Math.round((Date.now() - startedAt) / 1_000)} s.`)
process.exit(0)
