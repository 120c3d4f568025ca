import { describe, expect, test } from 'vitest'
import { parseSearchHours, type SearchHours } from '../../talent/search/search-hours.ts'
import { fromIso, type Instant, instant, toIso } from '../../time/instant.ts'
import { freeRuns, wantedTimes } from './free-times.ts'
import { emptySchedule } from './schedule.ts'
import { type Availability } from './slots.ts'

const at = (iso: string): Instant => fromIso(iso) ?? instant(0)
const hours = (...texts: string[]): SearchHours[] => texts.flatMap((text) => parseSearchHours(text) ?? [])
// A Wednesday.
const now = at('2026-11-25T12:00:00Z')

function wanted(texts: string[], timeZone = 'UTC', busy: [string, string][] = []) {
  const intervals = busy.map(([from, to]) => ({ from: at(from), to: at(to) }))
  const result = wantedTimes(hours(...texts), { timeZone, now, busy: intervals })
  if (!result.ok) return result.refusal.code
  return result.value.map(({ from, to }) => `${toIso(from).slice(0, 16)}/${toIso(to).slice(0, 16)}`)
}

describe('the hours of a search', () => {
  test.each([
    ['12345.1800-2100', { weekdays: [1, 2, 3, 4, 5], from: '18:00', to: '21:00' }],
    ['77.2200-0200', { weekdays: [7], from: '22:00', to: '02:00' }],
    ['2026-12-05.1400-2400', { date: '2026-12-05', from: '14:00', to: '24:00' }],
    ['8.1800-2100', undefined],
    ['1.1860-2100', undefined],
    ['1.1800-1800', undefined],
    ['2026-02-30.1400-1800', undefined],
    ['1.18:00-21:00', undefined],
  ])('%j are %j', (text, meant) => {
    expect(parseSearchHours(text)).toEqual(meant)
  })

  test('on weekdays are those of the next 14 days on the clock of the searcher, from now on', () => {
    expect(wanted(['3.0900-2000'])).toEqual([
      '2026-11-25T12:00/2026-11-25T20:00',
      '2026-12-02T09:00/2026-12-02T20:00',
      '2026-12-09T09:00/2026-12-09T20:00',
    ])
    expect(wanted(['4.0900-1000'], 'Asia/Tokyo')).toEqual([
      '2026-11-26T00:00/2026-11-26T01:00',
      '2026-12-03T00:00/2026-12-03T01:00',
    ])
  })

  test('may pass midnight, join where they touch, and leave out when the searcher is busy', () => {
    expect(wanted(['2026-11-28.2200-0200', '2026-11-29.0100-0300'])).toEqual(['2026-11-28T22:00/2026-11-29T03:00'])
    const busy: [string, string][] = [['2026-11-28T15:00:00Z', '2026-11-28T16:00:00Z']]
    expect(wanted(['2026-11-28.1400-1800'], 'UTC', busy)).toEqual([
      '2026-11-28T14:00/2026-11-28T15:00',
      '2026-11-28T16:00/2026-11-28T18:00',
    ])
  })

  test('on a day that is past are no time, and too far ahead are refused', () => {
    expect(wanted(['2026-11-01.1400-1800'])).toEqual([])
    expect(wanted(['2026-12-22.1400-1800'])).toHaveLength(1)
    expect(wanted(['2026-12-30.1400-1800'])).toBe('search.hours-too-far')
  })
})

test('free starts are runs of equal steps, without notice, up to a day after what can be searched for', () => {
  const availability: Availability = {
    terms: {
      minutes: 60,
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      noticeMinutes: 60 * 24 * 7,
      horizonDays: 7,
      incrementMinutes: 30,
      maxPerDay: null,
      maxPerWeek: null,
    },
    schedule: { ...emptySchedule('UTC'), weekly: [{ weekday: 4, from: '09:00', to: '17:00' }] },
    creatorBusy: [{ from: at('2026-11-26T12:00:00Z'), to: at('2026-11-26T13:00:00Z') }],
    clientBusy: [],
    quotaStarts: [],
    now,
  }
  const runs = freeRuns(availability).map(
    ({ first, last }) => `${toIso(first).slice(0, 16)} ${toIso(last).slice(11, 16)}`,
  )
  expect(runs).toEqual([
    '2026-11-26T09:00 11:00',
    '2026-11-26T13:00 16:00',
    '2026-12-03T09:00 16:00',
    '2026-12-10T09:00 16:00',
    '2026-12-17T09:00 16:00',
    '2026-12-24T09:00 11:30',
  ])
})
