import { cpuCostPerOperation } from './support/cpu-time.ts'
import { runConcurrently, median, sleep } from './support/load.ts'
import { type BenchResult } from './support/result.ts'
import { recordStatements } from './support/statement-log.ts'
import { type BenchDatabase } from './support/bench-database.ts'
import { type ApiClient, httpCall, type RunningServer, startProgram } from './support/environment.ts'

const creatorCount = 20
const calendarDays = 90
const callsPerRound = 300
const maxConcurrentCalls = 8
const roundCount = 5

/**
 * Creates 20 creators who work seven days a week, with every half hour of the next 90 days booked except one at the
 * end.
 */
async function seedFullCalendars(database: BenchDatabase, client: ApiClient): Promise<string> {
  const { sql } = database
  const id = (kind: string) => `('00000000-0000-7000-${kind}-' || lpad(to_hex(n), 12, '0'))::uuid`
  const userId = id('9000')
  const serviceId = id('9001')
  const series = `from generate_series(1, ${creatorCount}) n`
  await sql.query(`
    insert into users (id, name, first_name, email, email_verified, role, terms_version, terms_at)
    select ${userId}, 'Booked ' || n, 'Booked', 'booked-' || n || '@bench.test', true, 'creator', 1, now() ${series};
    insert into creators (user_id, name, headline, created_at, updated_at)
    select ${userId}, 'Booked ' || n, 'Always full', now(), now() ${series};
    insert into schedules (user_id, time_zone, weekly, overrides, absences, travels, version, updated_at)
    select ${userId}, 'America/New_York', (
      select jsonb_agg(jsonb_build_object('weekday', d, 'from', '09:00', 'to', '17:00')) from generate_series(1, 7) d
    ), '[]', '[]', '[]', 1, now() ${series};
    insert into hourly_services (id, creator_id, position, title, description, minutes, buffer_before_minutes, buffer_after_minutes,
      notice_minutes, horizon_days, increment_minutes, max_per_day, confirmation, policy, created_at)
    select ${serviceId}, ${userId}, 1, 'A talk', '', 30, 0, 0, 60, 120, 30, 20, 'instant', '[]', now() ${series};
    insert into availability_index (creator_id, free_from, free_until)
    select ${userId}, now() - interval '1 day', now() + interval '5 days' ${series};
    create temporary table taken as
    select gen_random_uuid() as id, ${userId} as creator, ${serviceId} as service,
      (current_date + d + time '09:00' + h * interval '30 minutes') at time zone 'America/New_York' as at
    ${series}, generate_series(-1, ${calendarDays}) d, generate_series(0, 15) h where (d, h) <> (${calendarDays - 2}, 15);
    insert into bookings (id, service_id, creator_id, client_id, terms, creator_zone, client_zone, note, state, version,
      sequence, starts_at, ends_at, settled, frozen, created_at, updated_at)
    select id, service, creator, '${client.id}', '{"title":"A talk","price":null,"minutes":30}', 'America/New_York', 'UTC',
      '', 'confirmed', 1, 0, at, at + interval '30 minutes', true, false, now(), now() from taken;
    insert into occupancy (booking_id, user_id, blocked)
    select id, creator, tstzrange(at, at + interval '30 minutes') from taken;
    drop table taken`)
  await sql.query('vacuum analyze')
  const { rows } = await sql.query<{ id: string }>(`select ${serviceId} as id from (select 1 as n) one`)
  return rows[0]?.id ?? ''
}

/**
 * Measures the slots of a full 90-day calendar and the search for creators free this week, against Fastify and pg that
 * run the same statements and return the rows: the difference is the computation. In CPU milliseconds of server and
 * Postgres.
 */
export async function benchSlots(
  database: BenchDatabase,
  veranda: RunningServer,
  reader: ApiClient,
  other: ApiClient,
): Promise<BenchResult[]> {
  const service = await seedFullCalendars(database, other)
  const day = (daysAhead: number) => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const paths = {
    slots: `/api/hourly-services/${service}/slots?from=${day(0)}&to=${day(calendarDays - 1)}&timeZone=Asia%2FTokyo`,
    free: '/api/talent?free=week&limit=20',
  }
  const { days: slotDays }: { days: { slots: unknown[] }[] } = JSON.parse(
    await getText(`${veranda.url}${paths.slots}`, reader.headers),
  )
  const free = slotDays.reduce((sum, { slots }) => sum + slots.length, 0)
  if (free !== 1) throw new Error(`expected 1 free slot in the full calendar, found ${free}`)
  const background = new Set((await recordStatements(database, () => sleep(2_500))).map(({ text }) => text))
  const recordedByList: Record<string, { text: string; values: readonly (string | null)[] }[]> = {}
  for (const [name, path] of Object.entries(paths)) {
    const read = () => getText(`${veranda.url}${path}`, reader.headers)
    await read()
    const recorded = (await recordStatements(database, read)).filter(({ text }) => !background.has(text))
    recordedByList[name] = recorded.map(({ text, values }) => ({ text, values }))
  }
  const peerServer = await startProgram('bench/peers/statements-peer.ts', {
    DATABASE_URL: database.databaseUrl,
    STATEMENTS: JSON.stringify(recordedByList),
  })
  const results: BenchResult[] = []
  for (const [name, path] of Object.entries(paths)) {
    const ours = () => getText(`${veranda.url}${path}`, reader.headers)
    const peer = () => getText(`${peerServer.url}/${name}`)
    await runConcurrently(callsPerRound, maxConcurrentCalls, ours)
    await runConcurrently(callsPerRound, maxConcurrentCalls, peer)
    const cost: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
    for (let round = 0; round < roundCount; round += 1) {
      const measure = async (pid: number, request: () => Promise<unknown>) =>
        (
          await cpuCostPerOperation(callsPerRound, pid, database.postgresPid, () =>
            runConcurrently(callsPerRound, maxConcurrentCalls, request),
          )
        ).total
      cost.ours.push(await measure(veranda.pid, ours))
      cost.peer.push(await measure(peerServer.pid, peer))
    }
    const label = name === 'slots' ? `slots of ${calendarDays} days, full calendar` : `20 creators free this week`
    results.push({
      name: `${label}, ${recordedByList[name]?.length} queries`,
      unit: 'ms CPU',
      ours: median(cost.ours),
      peer: median(cost.peer),
    })
  }
  await peerServer.stop()
  return results
}

async function getText(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await httpCall(url, { headers })
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`)
  return text
}
