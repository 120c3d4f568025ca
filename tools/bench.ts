import { benchBytes } from '../bench/bytes.ts'
import { benchGrowth } from '../bench/growth.ts'
import { benchIdle } from '../bench/idle.ts'
import { isMet, type Line, printTable } from '../bench/line.ts'
import { benchLists } from '../bench/lists.ts'
import { pause } from '../bench/load.ts'
import { benchMessages } from '../bench/messages.ts'
import { benchRelease } from '../bench/release.ts'
import { benchWorks } from '../bench/works.ts'
import { benchRooms } from '../bench/rooms.ts'
import { benchSlots } from '../bench/slots.ts'
import { benchStage } from '../bench/stage.ts'
import { openWorld, registerCaller, startVeranda } from '../bench/world.ts'
import { buildWeb } from './build.ts'

// Ratios of one run against the thinnest program that does the same, in interleaved rounds, medians; everything but the
// releases a second is processor time of server and Postgres, because these machines are shared.
const began = Date.now()
const say = (line: string) => process.stdout.write(`${line}\n`)

if (process.platform !== 'linux') {
  say('The bench reads processor time from /proc, so it runs on Linux only.')
  process.exit(1)
}
await buildWeb()
const world = await openWorld()
const lines: Line[] = []
/** Parts by their names; without any it is everything. */
const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
try {
  await world.holdLog()
  const veranda = await startVeranda(world)
  const reader = await registerCaller(veranda.url, 'Clara Client')
  const other = await registerCaller(veranda.url, 'Pia Maker', 'creator')
  const parts = {
    lists: () => benchLists(world, veranda, reader, other),
    releases: () => benchRelease(world, veranda, reader, other),
    messages: () => benchMessages(world, veranda),
    rooms: () => benchRooms(world, veranda),
    slots: () => benchSlots(world, veranda, reader, other),
    growth: () => benchGrowth(world),
    works: () => benchWorks(),
    stage: () => benchStage(world),
    idle: async () => {
      await veranda.stop()
      await world.skipLog()
      // Else Postgres would clean up behind the measurements just then.
      await world.sql.query('vacuum analyze')
      await world.letLog()
      const idle = await startVeranda(world)
      await pause(3_000)
      const measured = await benchIdle(world, idle)
      await idle.stop()
      return measured
    },
    bytes: () => benchBytes(),
  }
  for (const [name, part] of Object.entries(parts)) {
    if (!isWanted(name)) continue
    say(`measuring ${name} …`)
    lines.push(...(await part()))
  }
  if (!isWanted('idle')) await veranda.stop()
} finally {
  await world.stop()
}
say(`\n${printTable(lines)}\n`)
const missed = lines.filter((line) => isMet(line) === false).length
say(`${missed === 0 ? 'Every bar is met.' : `${missed} not met.`} ${Math.round((Date.now() - began) / 1_000)} s.`)
process.exit(0)
