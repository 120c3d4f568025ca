import { expect, test } from '@playwright/test'
import { type Attempt, AttemptLog, findBadAnswers, findLateOutage } from './load/replies.ts'

const attempt = (more: Partial<Attempt>): Attempt => ({
  what: 'POST /api/support',
  port: 1,
  status: 503,
  retryAfter: '2',
  milliseconds: 1_900,
  endedAt: 0,
  wasKilled: false,
  ...more,
})
const findings = (...attempts: Partial<Attempt>[]) => findBadAnswers(attempts.map(attempt), 0)

test('the gate finds calls that are answered late or wrongly, and those that hang until they break off', () => {
  expect(findings({}, { status: 200, milliseconds: 5_000 }, { status: undefined }, { status: 404 })).toEqual([])
  expect(
    findings(
      { milliseconds: 2_100 },
      { retryAfter: undefined },
      { status: 500 },
      { status: undefined, milliseconds: 2_100 },
    ),
  ).toEqual([
    'POST /api/support: 503 only after 2100 ms',
    'POST /api/support: 503 without Retry-After',
    'POST /api/support: 500 after 1900 ms',
    'POST /api/support: no answer, and broken off only after 2100 ms',
  ])
})

test('the gate gives an outage two seconds for its first 503, and the time that the machine kept the gate waiting', () => {
  expect([findLateOutage(1_900, 0), findLateOutage(2_900, 1_000)]).toEqual([[], []])
  expect(findLateOutage(2_100, 0)).toEqual(['the first 503 came only 2100 ms after it began'])
})

test('the gate excuses a call that broke off with the server that was killed, and no other', () => {
  const log = new AttemptLog()
  log.noteKill(1)
  const killedAt = performance.now()
  const broken = { ...attempt({ status: undefined, milliseconds: 3_000 }), endedAt: killedAt + 5 }
  log.add(broken)
  log.add({ ...broken, port: 2, what: 'GET of the other node' })
  log.add({ ...broken, what: 'GET before the kill', endedAt: killedAt - 100 })
  log.add({ ...broken, what: 'GET of the next life', endedAt: killedAt + 4_000 })
  expect(findBadAnswers(log.take(), 0).map((finding) => finding.split(':', 1)[0])).toEqual([
    'GET of the other node',
    'GET before the kill',
    'GET of the next life',
  ])
})
