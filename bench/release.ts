import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOfCookie, tokenOfCookie } from '@veranda/server/access/access.ts'
import { costOf } from './cpu.ts'
import { benchId, kinds, makeDeals, versionHash } from './deals.ts'
import { type Line } from './line.ts'
import { median, pause } from './load.ts'
import { type Statement, statementsOf } from './statements.ts'
import { openWire, postOf, type Wire } from './wire.ts'
import { type Caller, type Running, type World } from './world.ts'

const clients = 8
const releases = 504
const warmUp = 304
const rounds = 3
const sample = 1_000

/** Approves number n's milestone over HTTP, as its client. */
async function approve(wire: Wire, client: Caller, n: number): Promise<void> {
  const path = `/api/milestones/${benchId('milestone', n)}/approve`
  const { origin: _, ...headers } = client.headers
  const body = { deliverableId: benchId('deliverable', n), hash: versionHash, expected: 5 }
  const { status, text } = await wire.ask(
    postOf(path, { ...headers, 'idempotency-key': benchId('milestone', n) }, body),
  )
  if (status !== 200) throw new Error(`approval ${n}: ${status} ${text}`)
}

/** The client has just shown who they are, for as long as this takes: what is released is above the limit. */
async function confirm({ sql }: World, client: Caller): Promise<void> {
  const cookieToken = tokenOfCookie(client.headers['cookie']?.split('=')[1]) ?? ''
  await sql.query(
    `insert into confirmations (session_id, person_id, cookie_hash, way, confirmed_at, expires_at)
      select id, person_id, $2, 'password', now(), now() + interval '1 day' from sessions where token = $1`,
    [cookieToken, hashOfCookie(cookieToken)],
  )
}

/** Approves `count` milestones from number `from` on, one at a time on each connection. */
async function approveMany(wires: readonly Wire[], client: Caller, from: number, count: number): Promise<void> {
  let next = from
  await Promise.all(
    wires.map(async (wire) => {
      for (let n = next++; n < from + count; n = next++) await approve(wire, client, n)
    }),
  )
}

/**
 * Releases of milestones a second, through the product and by pgbench with the very statements that the product was
 * seen to run, eight at a time. Another node, so to say, leads the log: its reactions are no part of a release.
 */
export async function benchRelease(world: World, veranda: Running, client: Caller, creator: Caller): Promise<Line[]> {
  const people = { client: client.id, creator: creator.id }
  const each = releases * rounds + warmUp
  await makeDeals(world, people, sample, sample + 2 * each + 200)
  await confirm(world, client)
  const wires = Array.from({ length: clients }, () => openWire(veranda.url))
  const [wire] = wires
  if (!wire) throw new Error('no connection')
  await approve(wire, client, sample)
  const background = new Set((await statementsOf(world, () => pause(2_500))).map(({ text }) => text))
  const seen = await statementsOf(world, () => approve(wire, client, sample + 1))
  const statements = seen.filter(({ text }) => !background.has(text))
  const script = await scriptOf(world, statements, sample + 1)

  const ours = sample + 2
  const theirs = ours + each
  await approveMany(wires, client, ours, warmUp)
  const peer = pgbench(world, script)
  const rates: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
  const costs: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] }
  await peer(theirs, warmUp)
  for (let round = 0; round < rounds; round += 1) {
    const from = warmUp + round * releases
    const began = process.hrtime.bigint()
    const ourCost = await costOf(releases, veranda.pid, world.postgresPid, () =>
      approveMany(wires, client, ours + from, releases),
    )
    rates.ours.push((releases * 1e9) / Number(process.hrtime.bigint() - began))
    costs.ours.push(ourCost.total)
    // Of its own processor time nothing is counted, only Postgres's.
    const peerCost = await costOf(releases, 0, world.postgresPid, async () => {
      rates.peer.push(await peer(theirs + from, releases))
    })
    costs.peer.push(peerCost.postgres)
  }
  for (const one of wires) one.end()
  const released = await world.sql.query<{ count: string }>(
    `select count(*) from ledger_transactions where kind = 'T3' and cause like 'release:%'`,
  )
  if (Number(released.rows[0]?.count) < 2 * each) throw new Error('not every release posted its money')
  return [
    {
      what: `release of a milestone, ${statements.length} statements, against pgbench`,
      unit: 'a second',
      ours: median(rates.ours),
      peer: median(rates.peer),
      bar: { least: 0.6 },
    },
    {
      what: 'the same in processor time, pgbench itself not counted',
      unit: 'ms CPU',
      ours: median(costs.ours),
      peer: median(costs.peer),
    },
  ]
}

type Peer = (from: number, count: number) => Promise<number>

/** Runs the script from number `from` on; answers transactions a second. */
function pgbench(world: World, script: string): Peer {
  const folder = mkdtempSync(join(tmpdir(), 'veranda-pgbench-'))
  const file = join(folder, 'release.sql')
  writeFileSync(file, script)
  const url = new URL(world.databaseUrl)
  return async (from, count) => {
    const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-t', String(Math.floor(count / clients))]
    const address = ['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)]
    const defined = ['-D', `start=${from}`, '-D', 'step=0', '-D', `clients=${clients}`, '-f', file]
    const output = await run('/usr/bin/pgbench', [...args, ...defined, ...address], decodeURIComponent(url.password))
    const rate = /tps = ([\d.]+) \(without/.exec(output)?.[1]
    if (rate === undefined) throw new Error(`pgbench: ${output}`)
    return Number(rate)
  }
}

function run(command: string, args: string[], password: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { env: { ...process.env, PGPASSWORD: password } }, (error, out, complaints) =>
      error || /ERROR|aborted/.test(complaints)
        ? reject(new Error(`${error?.message ?? ''}\n${complaints}`))
        : resolve(out),
    )
  })
}

/** The statements as a script of pgbench: what named the sample's rows names those of the script's own number. */
async function scriptOf(world: World, statements: readonly Statement[], n: number): Promise<string> {
  const { rows } = await world.sql.query<{ id: string }>('select id from people union select id from sessions')
  const lasting = new Set(rows.map(({ id }) => id))
  const lines = ['\\set n :start + :client_id + :step * :clients', '\\set step :step + 1']
  for (const { text, values } of statements) {
    const types = values.length === 0 ? [] : await typesOf(world, text)
    // Backwards, so that $1 does not take the beginning of $12.
    const filled = values.reduceRight<string>(
      (all, value, index) =>
        all.replaceAll(`$${index + 1}`, () => expressionOf(value, types[index] ?? 'text', n, lasting)),
      text,
    )
    lines.push(`${filled.replaceAll(/\s+/g, ' ').trim()};`)
  }
  return `${lines.join('\n')}\n`
}

async function typesOf({ sql }: World, text: string): Promise<string[]> {
  await sql.query(`prepare bench_types as ${text}`)
  const { rows } = await sql.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'bench_types'`,
  )
  await sql.query('deallocate bench_types')
  return rows[0]?.types ?? []
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// Object.keys says string; these are its keys.
const allKinds = Object.keys(kinds) as (keyof typeof kinds)[]

/** One value: ids of the sample become those of number :n, ids made for it fresh ones, the rest stays as it was. */
function expressionOf(value: string | null, type: string, n: number, lasting: ReadonlySet<string>): string {
  if (value === null) return `null::${type}`
  const known = allKinds.find((kind) => benchId(kind, n) === value)
  if (known && type === 'uuid') return expressionOfKind(known)
  if (type === 'uuid' && uuid.test(value) && !lasting.has(value)) return 'gen_random_uuid()'
  const parts = value.split(new RegExp(`(${allKinds.map((kind) => benchId(kind, n)).join('|')})`))
  const said = parts.flatMap((part) => {
    const kind = allKinds.find((one) => benchId(one, n) === part)
    return kind ? [`${expressionOfKind(kind)}::text`] : part === '' ? [] : [literal(part)]
  })
  return `(${said.join(' || ') || "''"})::${type}`
}

/** pgbench takes a colon and a letter for a variable, within quotes too. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll(/:(?=[a-z_])/gi, ":' || '")}'`
}

function expressionOfKind(kind: keyof typeof kinds): string {
  return `bench_id(${kinds[kind]}, :n)`
}
