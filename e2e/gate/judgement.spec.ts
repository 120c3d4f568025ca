import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { cpuSecondsOfTree } from '../../bench/support/cpu-time.ts'
import { findLateHealing, healingTimes } from './checks/healing.ts'
import { findTooMuchWork } from './checks/processor-time.ts'
import { findSlowMedian, findSlowStart, medianOf } from './checks/start-times.ts'
import { findSkipped } from './report.ts'
import { type Attempt, AttemptLog, findBadAnswers, findLateOutage } from './load/replies.ts'

const attempt = (more: Partial<Attempt>): Attempt => ({
  client: undefined,
  what: 'POST /api/support',
  port: 1,
  status: 503,
  retryAfter: '2',
  milliseconds: 1_900,
  endedAt: 0,
  hadNoServer: false,
  ...more,
})
const findings = (...attempts: Partial<Attempt>[]) => findBadAnswers(attempts.map(attempt), 0)

test('the gate finds calls that are answered late or wrongly, and those that break off while their server lives', () => {
  expect(
    findings(
      {},
      { status: 200, milliseconds: 5_000 },
      { status: 404 },
      { status: undefined, hadNoServer: true },
      { what: 'event message:send', retryAfter: undefined },
    ),
  ).toEqual([])
  expect(
    findings(
      { milliseconds: 2_100 },
      { retryAfter: undefined },
      { status: 500 },
      { status: undefined, milliseconds: 3 },
      { what: 'event message:send', status: 599, milliseconds: 10_000 },
    ),
  ).toEqual([
    'POST /api/support: 503 only after 2100 ms',
    'POST /api/support: 503 without Retry-After',
    'POST /api/support: 500 after 1900 ms',
    'POST /api/support: broken off without an answer after 3 ms',
    'event message:send: 599 after 10000 ms',
  ])
})

test('the gate gives an outage two seconds for its first 503, and the time that the machine kept the gate waiting', () => {
  expect([findLateOutage(1_900, 0), findLateOutage(2_900, 1_000)]).toEqual([[], []])
  expect(findLateOutage(2_100, 0)).toEqual(['the first 503 came only 2100 ms after it began'])
})

/** Returns what is found of calls that broke off; each has a name, an end, and takes 20 ms if nothing else is said. */
const brokenOff = (log: AttemptLog, ...calls: (Partial<Attempt> & { what: string; endedAt: number })[]) => {
  for (const call of calls) log.add(attempt({ status: undefined, milliseconds: 20, ...call }))
  return findBadAnswers(log.take(), 0).map((finding) => finding.split(':', 1)[0])
}

test('the gate excuses a call that broke off while its own server was killed or dead, and no other', () => {
  const log = new AttemptLog()
  log.noteKill(1, 10_000)
  const duringItsLife = { what: 'GET before the kill', endedAt: 9_900 }
  expect(brokenOff(log, { what: 'GET at the kill', endedAt: 10_005, milliseconds: 3_000 }, duringItsLife)).toEqual([
    'GET before the kill',
  ])
  expect(
    brokenOff(
      log,
      { what: 'GET of the dead server', endedAt: 10_900 },
      { what: 'GET of the other node', endedAt: 10_900, port: 2 },
    ),
  ).toEqual(['GET of the other node'])
  log.noteStart(1, 11_000)
  expect(
    brokenOff(
      log,
      { what: 'GET that began when it was dead', endedAt: 11_010 },
      { what: 'GET of the next life', endedAt: 11_100 },
    ),
  ).toEqual(['GET of the next life'])
})

test('the gate excuses a call that was sent to a node when it stopped, and none that the node had before', () => {
  const log = new AttemptLog()
  log.noteStop(1, 10_000)
  expect(
    brokenOff(
      log,
      { what: 'GET just before', endedAt: 10_001 },
      { what: 'GET afterwards', endedAt: 10_500 },
      { what: 'GET in the middle', endedAt: 10_100, milliseconds: 400 },
      { what: 'GET of the other node', endedAt: 10_001, port: 2 },
    ),
  ).toEqual(['GET in the middle', 'GET of the other node'])
})

const clients = [{ name: 'uploads' }, { name: 'payouts', mayOnlyRead: true }] as const
/** Returns how an attempt of a client looks that ended so many milliseconds after the end of a fault at 10,000. */
const afterFault = (client: Attempt['client'], what: string, status: number | undefined, milliseconds: number) =>
  attempt({ client, what, status, endedAt: 10_000 + milliseconds })

test('the gate waits for a success of every client, which stores something if it has anything to store', () => {
  const uploadsAfter = (...attempts: Attempt[]) => healingTimes(attempts, clients, 10_000).get('uploads')
  const stored = afterFault('uploads', 'PATCH /api/uploads/:id', 204, 900)
  expect(uploadsAfter(stored)).toBe(900)
  expect(uploadsAfter(afterFault('uploads', 'event message:send', 200, 900))).toBe(900)
  for (const read of ['HEAD /api/uploads/:id', 'event connect', 'event stream:join'])
    expect(uploadsAfter(afterFault('uploads', read, 200, 900)), read).toBeUndefined()
  expect(uploadsAfter(afterFault('payouts', 'POST /api/payouts', 201, 900))).toBeUndefined()
  expect(uploadsAfter({ ...stored, endedAt: 9_990 })).toBeUndefined()
  const read = afterFault('payouts', 'GET /api/balances', 200, 300)
  expect(healingTimes([stored, read], clients, 10_000)).toEqual(
    new Map([
      ['uploads', 900],
      ['payouts', 300],
    ]),
  )
})

test('a client whose calls fail again has not healed before that ends, but for a server that was killed', () => {
  const stored = afterFault('uploads', 'PATCH /api/uploads/:id', 204, 900)
  const broken = afterFault('uploads', 'POST /api/uploads', undefined, 5_200)
  const uploadsAfter = (...attempts: Attempt[]) => healingTimes(attempts, clients, 10_000).get('uploads')
  expect(uploadsAfter(stored, afterFault('uploads', 'POST /api/uploads', 503, 5_100))).toBe(5_100)
  expect(uploadsAfter(stored, broken)).toBe(5_200)
  expect(uploadsAfter(stored, { ...broken, hadNoServer: true })).toBe(900)
})

test('the gate names the client that healed late, and gives it the time that the machine kept the gate waiting', () => {
  const times = new Map([
    ['uploads', 5_100],
    ['payouts', 4_900],
  ] as const)
  expect(findLateHealing(times, 0)).toEqual(['uploads healed only after 5100 ms'])
  expect(findLateHealing(times, 200)).toEqual([])
})

test('the gate finds a start that takes longer than ten seconds, and the time that the machine kept the gate waiting', () => {
  expect([findSlowStart(9_900, 0), findSlowStart(11_900, 2_000)]).toEqual([[], []])
  expect(findSlowStart(12_100, 2_000)).toEqual(['the server was ready only after 12100 ms'])
})

test('the gate in full finds a fault that could not be made, and the short form and one that may lack it do not', () => {
  const skipped = new Map([['disk of Postgres full', 'mounting a file system is not permitted here']])
  expect(findSkipped(skipped, { mustMakeAll: true })).toEqual([
    'disk of Postgres full: skipped, because mounting a file system is not permitted here; GATE_WITHOUT_DISKS=1 allows it',
  ])
  expect(findSkipped(skipped, { mustMakeAll: false })).toEqual([])
  expect(findSkipped(new Map(), { mustMakeAll: true })).toEqual([])
})

test('the gate finds starts of which half take longer than two seconds, and judges no few of them', () => {
  const starts = (fast: number, slow: number) => [...Array<number>(fast).fill(900), ...Array<number>(slow).fill(2_500)]
  expect([medianOf([]), medianOf([3, 1, 2]), medianOf([4, 1, 2, 3])]).toEqual([0, 2, 2.5])
  expect(findSlowMedian(starts(6, 5))).toEqual([])
  expect(findSlowMedian(starts(5, 6))).toEqual(['half of the 11 starts took longer than 2500 ms'])
  expect(findSlowMedian(starts(0, 9))).toEqual([])
})

test('the gate finds a short form of more than a minute of processor time, of everything that it started', () => {
  expect(findTooMuchWork(60)).toEqual([])
  expect(findTooMuchWork(61)).toEqual(['the short form took 61 s of processor time, more than its 60 s'])
  const before = cpuSecondsOfTree(process.pid)
  const work = 'const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end);'
  // The one that works has been started by another one, and both have ended.
  const script = `require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(work)}])`
  execFileSync(process.execPath, ['-e', script])
  expect(cpuSecondsOfTree(process.pid) - before).toBeGreaterThan(0.4)
})
