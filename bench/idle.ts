import { cpuOf, cpuOfFamily } from './cpu.ts'
import { type Line } from './line.ts'
import { pause } from './load.ts'
import { type Running, type World } from './world.ts'

const seconds = 5

/** What server and Postgres use while nobody asks for anything: processor milliseconds a second. */
export async function benchIdle(world: World, veranda: Running): Promise<Line[]> {
  const before = { server: cpuOf(veranda.pid), postgres: cpuOfFamily(world.postgresPid) }
  await pause(seconds * 1_000)
  const perSecond = (now: number, then: number) => ((now - then) * 1_000) / seconds
  return [
    { what: 'idle server, a second', unit: 'ms CPU', ours: perSecond(cpuOf(veranda.pid), before.server) },
    {
      what: 'idle Postgres, a second',
      unit: 'ms CPU',
      ours: perSecond(cpuOfFamily(world.postgresPid), before.postgres),
    },
  ]
}
