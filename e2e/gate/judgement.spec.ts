import { expect, test } from '@playwright/test'
import { type Attempt, findBadAnswers, findLateOutage } from './load/replies.ts'

const attempt = (more: Partial<Attempt>): Attempt => ({
  what: 'POST /api/support',
  port: 1,
  status: 503,
  retryAfter: '2',
  milliseconds: 1_900,
  endedAt: 0,
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
