import { costOf } from './cpu.ts'
import { load, median } from './load.ts'
import { call, registerCaller, type Running, startProgram, type World } from './world.ts'

const calls = 1_500
const parallel = 16
const rounds = 3

/** Fills one person's notification centre with ten thousand rows, a hundred of them unread. */
async function fill(world: World, person: string, sender: string): Promise<void> {
  await world.sql.query(
    `insert into notifications (id, person_id, cause, type, live_name, priority, key, params, data, sender_id, created_at, read_at)
     select gen_random_uuid(), $1, 'bench:' || n, 'milestone', 'milestone_update', 'high', 'milestone.submitted',
       '{"title":"Model","project":"Chair","version":2}', '{"actionUrl":"/projects/1","event":"milestone_update"}', $2,
       now() - n * interval '1 minute', case when n > 100 then now() end
     from generate_series(1, 10000) n`,
    [person, sender],
  )
  await world.sql.query('analyze')
}

/** A list of 20 signed in, against Fastify and pg with the same SQL: processor milliseconds of server and Postgres. */
export async function benchList(
  world: World,
  veranda: Running,
): Promise<{ ours: number; minimal: number; ratio: number }> {
  const reader = await registerCaller(veranda.url, 'List Reader')
  const sender = await registerCaller(veranda.url, 'List Sender', 'creator')
  await fill(world, reader.id, sender.id)
  const minimal = await startProgram('bench/minimal-list.ts', { DATABASE_URL: world.databaseUrl })
  const ask = {
    ours: () => call(`${veranda.url}/api/notifications`, { headers: reader.headers }),
    minimal: () => call(`${minimal.url}/list/${reader.id}`),
  }
  const measure = async (which: keyof typeof ask, pid: number) =>
    (
      await costOf(calls, pid, world.postgresPid, () =>
        load(calls, parallel, async () => {
          const { status, text } = await ask[which]()
          if (status !== 200) throw new Error(`${which}: ${status} ${text}`)
        }),
      )
    ).total
  await load(300, parallel, ask.ours)
  await load(300, parallel, ask.minimal)
  const ours: number[] = []
  const thin: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure('ours', veranda.pid))
    thin.push(await measure('minimal', minimal.pid))
  }
  await minimal.stop()
  return { ours: median(ours), minimal: median(thin), ratio: median(ours) / median(thin) }
}
