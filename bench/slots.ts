import { costOf } from './cpu.ts'
import { load, median, pause } from './load.ts'
import { type Line } from './line.ts'
import { statementsOf, withoutGate } from './statements.ts'
import { type Caller, call, type Running, startProgram, type World } from './world.ts'

const creators = 20
const days = 90
const calls = 300
const parallel = 8
const rounds = 5

/** Twenty creators, each open seven days a week, with every half hour of the next ninety days taken but one at the end. */
async function fillCalendars(world: World, client: Caller): Promise<string> {
  const { sql } = world
  const id = (kind: string) => `('00000000-0000-7000-${kind}-' || lpad(to_hex(n), 12, '0'))::uuid`
  const people = id('9000')
  const services = id('9001')
  const all = `from generate_series(1, ${creators}) n`
  await sql.query(`
    insert into people (id, name, first_name, email, role, terms_version, terms_at)
    select ${people}, 'Booked ' || n, 'Booked', 'booked-' || n || '@bench.test', 'creator', 1, now() ${all};
    insert into creators (person_id, name, headline, created_at, updated_at)
    select ${people}, 'Booked ' || n, 'Always full', now(), now() ${all};
    insert into schedules (person_id, time_zone, weekly, overrides, absences, travels, version, updated_at)
    select ${people}, 'America/New_York', (
      select jsonb_agg(jsonb_build_object('weekday', d, 'from', '09:00', 'to', '17:00')) from generate_series(1, 7) d
    ), '[]', '[]', '[]', 1, now() ${all};
    insert into session_services (id, creator_id, position, title, description, minutes, buffer_before, buffer_after,
      notice_minutes, horizon_days, increment_minutes, per_day, confirmation, policy, created_at)
    select ${services}, ${people}, 1, 'A talk', '', 30, 0, 0, 60, 120, 30, 20, 'at-once', '[]', now() ${all};
    insert into session_openings (creator_id, free_from, free_until)
    select ${people}, now() - interval '1 day', now() + interval '5 days' ${all};
    create temporary table taken as
    select gen_random_uuid() as id, ${people} as creator, ${services} as service,
      (current_date + d + time '09:00' + h * interval '30 minutes') at time zone 'America/New_York' as at
    ${all}, generate_series(-1, ${days}) d, generate_series(0, 15) h where (d, h) <> (${days - 2}, 15);
    insert into bookings (id, service_id, creator_id, client_id, terms, creator_zone, client_zone, note, state, version,
      sequence, starts_at, ends_at, settled, frozen, created_at, updated_at)
    select id, service, creator, '${client.id}', '{"title":"A talk","price":null,"minutes":30}', 'America/New_York', 'UTC',
      '', 'confirmed', 1, 0, at, at + interval '30 minutes', true, false, now(), now() from taken;
    insert into occupancy (booking_id, person_id, blocked)
    select id, creator, tstzrange(at, at + interval '30 minutes') from taken;
    drop table taken`)
  await sql.query('vacuum analyze')
  const { rows } = await sql.query<{ id: string }>(`select ${services} as id from (select 1 as n) one`)
  return rows[0]?.id ?? ''
}

/**
 * Slots of ninety days of a full calendar, and creators who are free this week, against Fastify and pg that run the same
 * statements and hand out the rows: what is on top is the working out. Processor milliseconds of server and Postgres.
 */
export async function benchSlots(world: World, veranda: Running, reader: Caller, other: Caller): Promise<Line[]> {
  const service = await fillCalendars(world, other)
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const paths = {
    slots: `/api/sessions/${service}/slots?from=${day(0)}&to=${day(days - 1)}&timeZone=Asia%2FTokyo`,
    free: '/api/talent?free=week&limit=20',
  }
  const { days: listed }: { days: { slots: unknown[] }[] } = JSON.parse(
    await get(`${veranda.url}${paths.slots}`, reader.headers),
  )
  const free = listed.reduce((sum, { slots }) => sum + slots.length, 0)
  if (free !== 1) throw new Error(`a full calendar has ${free} free times, not one at its end`)
  const background = new Set((await statementsOf(world, () => pause(2_500))).map(({ text }) => text))
  const asked: Record<string, { text: string; values: readonly (string | null)[] }[]> = {}
  for (const [name, path] of Object.entries(paths)) {
    const read = () => get(`${veranda.url}${path}`, reader.headers)
    await read()
    const seen = (await statementsOf(world, read)).filter(({ text }) => !background.has(text))
    asked[name] = seen.map(({ text, values }) => {
      const bare = withoutGate(text)
      // The check of the session has the last parameters to itself.
      const count = Math.max(0, ...Array.from(bare.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))
      return { text: bare, values: values.slice(0, count) }
    })
  }
  const thin = await startProgram('bench/minimal-statements.ts', {
    DATABASE_URL: world.databaseUrl,
    STATEMENTS: JSON.stringify(asked),
  })
  const lines: Line[] = []
  for (const [name, path] of Object.entries(paths)) {
    const ours = () => get(`${veranda.url}${path}`, reader.headers)
    const peer = () => get(`${thin.url}/${name}`)
    await load(calls, parallel, ours)
    await load(calls, parallel, peer)
    const cost: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
    for (let round = 0; round < rounds; round += 1) {
      const one = async (pid: number, ask: () => Promise<unknown>) =>
        (await costOf(calls, pid, world.postgresPid, () => load(calls, parallel, ask))).total
      cost.ours.push(await one(veranda.pid, ours))
      cost.peer.push(await one(thin.pid, peer))
    }
    const what = name === 'slots' ? `slots of ${days} days, full calendar` : `20 creators free this week`
    lines.push({
      what: `${what}, ${asked[name]?.length} queries`,
      unit: 'ms CPU',
      ours: median(cost.ours),
      peer: median(cost.peer),
    })
  }
  await thin.stop()
  return lines
}

async function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, text } = await call(url, { headers })
  if (status !== 200) throw new Error(`${url}: ${status} ${text}`)
  return text
}
