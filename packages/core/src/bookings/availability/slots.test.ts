import { describe, expect, test } from 'vitest'
import { day, hour, instant, minute } from '../../time/instant.ts'
import { type Interval, scheduleDateAt, emptySchedule, openRanges, zoneAt, zoneOnDate } from './schedule.ts'
import { freeStarts, isSlotFree, nextFreeStarts } from './slots.ts'
import {
  instantAt,
  sampleAvailability,
  dailySchedule,
  freeTerms,
  plusMs,
  wallTimes,
} from '../testing/booking-fixtures.ts'

/** Lists starts of whole hours on a day, on the creator's wall clock. */
function hoursOn(
  date: string,
  timeZone: string,
  from: string,
  to: string,
  terms = { ...freeTerms, minutes: 60, incrementMinutes: 60 },
) {
  const noon = instantAt(`${date}T12:00:00Z`)
  const found = freeStarts(
    sampleAvailability({ schedule: dailySchedule(timeZone, from, to), terms, now: plusMs(noon, -10 * day) }),
    {
      from: plusMs(noon, -2 * day),
      to: plusMs(noon, 2 * day),
    },
  )
  const dayOfMonth = date.slice(8)
  return wallTimes(found, timeZone).filter((text) => text.startsWith(dayOfMonth))
}

describe('days with clock changes', () => {
  test('New York loses an hour in March: nothing is offered at the skipped hour', () => {
    expect(hoursOn('2027-03-14', 'America/New_York', '01:00', '05:00')).toEqual([
      '14 01:00-05:00',
      '14 03:00-04:00',
      '14 04:00-04:00',
    ])
  })
  test('New York has an hour twice in November: both can be booked', () => {
    expect(hoursOn('2027-11-07', 'America/New_York', '00:00', '03:00')).toEqual([
      '07 00:00-04:00',
      '07 01:00-04:00',
      '07 01:00-05:00',
      '07 02:00-05:00',
    ])
  })
  test('London in spring and autumn', () => {
    expect(hoursOn('2027-03-28', 'Europe/London', '00:00', '03:00')).toEqual(['28 00:00+00:00', '28 02:00+01:00'])
    expect(hoursOn('2027-10-31', 'Europe/London', '01:00', '03:00')).toEqual([
      '31 01:00+01:00',
      '31 01:00+00:00',
      '31 02:00+00:00',
    ])
  })
  test('Sydney, where spring is in October', () => {
    expect(hoursOn('2027-10-03', 'Australia/Sydney', '01:00', '04:00')).toEqual(['03 01:00+10:00', '03 03:00+11:00'])
    expect(hoursOn('2027-04-04', 'Australia/Sydney', '02:00', '04:00')).toEqual([
      '04 02:00+11:00',
      '04 02:00+10:00',
      '04 03:00+10:00',
    ])
  })
  test('nine to five stays nine to five on the wall clock, before and after', () => {
    expect(hoursOn('2027-03-13', 'America/New_York', '09:00', '11:00')).toEqual(['13 09:00-05:00', '13 10:00-05:00'])
    expect(hoursOn('2027-03-15', 'America/New_York', '09:00', '11:00')).toEqual(['15 09:00-04:00', '15 10:00-04:00'])
  })
  test('a range that begins at a skipped time begins with the change, one that ends there ends with it', () => {
    const half = { ...freeTerms, minutes: 30, incrementMinutes: 30 }
    expect(hoursOn('2027-03-14', 'America/New_York', '02:30', '04:00', half)).toEqual([
      '14 03:00-04:00',
      '14 03:30-04:00',
    ])
    expect(hoursOn('2027-03-14', 'America/New_York', '01:00', '02:30', half)).toEqual([
      '14 01:00-05:00',
      '14 01:30-05:00',
    ])
    expect(hoursOn('2027-03-14', 'America/New_York', '02:10', '02:50', half)).toEqual([])
  })
  test('of a time that occurs twice the first is meant', () => {
    const quarter = { ...freeTerms, minutes: 15, incrementMinutes: 15 }
    expect(hoursOn('2027-11-07', 'America/New_York', '01:30', '01:45', quarter)).toEqual(['07 01:30-04:00'])
  })
  test('minimum notice across a clock change is counted in elapsed hours, not in wall clock hours', () => {
    const now = instantAt('2027-03-13T20:30:00-05:00')
    const terms = { ...freeTerms, minutes: 60, incrementMinutes: 60, noticeMinutes: 12 * 60 }
    const [first] = nextFreeStarts(
      sampleAvailability({ schedule: dailySchedule('America/New_York', '08:00', '12:00'), terms, now }),
      now,
    )
    // Twelve hours later is 09:30 on the new wall clock, not 08:30.
    expect(wallTimes([first ?? now], 'America/New_York')).toEqual(['14 10:00-04:00'])
  })
})

describe('zones', () => {
  test("at +5:30 and +5:45 the grid follows the creator's wall clock", () => {
    expect(hoursOn('2027-05-05', 'Asia/Kolkata', '09:00', '11:00')).toEqual(['05 09:00+05:30', '05 10:00+05:30'])
    expect(hoursOn('2027-05-05', 'Asia/Kathmandu', '09:00', '11:00')).toEqual(['05 09:00+05:45', '05 10:00+05:45'])
    const now = instantAt('2027-05-05T00:00:00Z')
    const [first] = nextFreeStarts(
      sampleAvailability({ schedule: dailySchedule('Asia/Kathmandu', '09:00', '11:00'), now }),
      now,
    )
    expect(first).toBe(instantAt('2027-05-05T03:15:00Z'))
  })
  test('a creator who travels works nine to eleven in each place, from the day they are there', () => {
    const schedule = dailySchedule('America/New_York', '09:00', '11:00', {
      travels: [
        { from: '2027-05-10', timeZone: 'America/New_York' },
        { from: '2027-05-06', timeZone: 'Asia/Tokyo' },
      ],
    })
    const terms = { ...freeTerms, minutes: 60, incrementMinutes: 60 }
    const found = freeStarts(sampleAvailability({ schedule, terms, now: instantAt('2027-05-01T00:00:00Z') }), {
      from: instantAt('2027-05-05T00:00:00Z'),
      to: instantAt('2027-05-11T23:00:00Z'),
    })
    const iso = found.map((one) => new Date(one).toISOString().slice(5, 16))
    // The 5th in New York, the 6th to the 9th in Tokyo (the 6th begins before the 5th is over), New York from the 10th on.
    expect(iso).toEqual([
      '05-05T13:00',
      '05-05T14:00',
      '05-06T00:00',
      '05-06T01:00',
      '05-07T00:00',
      '05-07T01:00',
      '05-08T00:00',
      '05-08T01:00',
      '05-09T00:00',
      '05-09T01:00',
      '05-10T13:00',
      '05-10T14:00',
      '05-11T13:00',
      '05-11T14:00',
    ])
    expect(zoneAt(schedule, instantAt('2027-05-07T00:00:00Z'))).toBe('Asia/Tokyo')
    expect(scheduleDateAt(schedule, instantAt('2027-05-06T20:00:00Z'))).toBe('2027-05-07')
  })
  test('flying east, the last day in the old zone counts as one day, although the new one has begun elsewhere', () => {
    const schedule = dailySchedule('America/New_York', '09:00', '17:00', {
      travels: [{ from: '2027-03-25', timeZone: 'Asia/Tokyo' }],
    })
    const terms = { ...freeTerms, minutes: 60, incrementMinutes: 60, maxPerDay: 1 }
    const nine = instantAt('2027-03-24T09:00:00-04:00')
    const eleven = instantAt('2027-03-24T11:00:00-04:00')
    // Eleven in New York is midnight in Tokyo, where the 25th begins.
    expect([nine, eleven].map((one) => `${zoneAt(schedule, one)} ${scheduleDateAt(schedule, one)}`)).toEqual([
      'America/New_York 2027-03-24',
      'America/New_York 2027-03-24',
    ])
    const now = instantAt('2027-03-20T00:00:00Z')
    const two = { from: instantAt('2027-03-24T00:00:00Z'), to: instantAt('2027-03-25T09:00:00Z') }
    const open = (counted: (typeof nine)[]) =>
      freeStarts(sampleAvailability({ schedule, terms, now, quotaStarts: counted }), two).map((one) =>
        scheduleDateAt(schedule, one),
      )
    expect(open([]).filter((date) => date === '2027-03-24').length).toBe(8)
    expect(new Set(open([nine]))).toEqual(new Set(['2027-03-25']))
    expect(new Set(open([eleven]))).toEqual(new Set(['2027-03-25']))
    expect(new Set(open([instantAt('2027-03-25T09:00:00+09:00')]))).toEqual(new Set(['2027-03-24']))
    expect(zoneAt(schedule, instantAt('2027-03-25T10:00:00+09:00'))).toBe('Asia/Tokyo')
  })
  test("flying west, the evening in the old zone belongs to that zone's day", () => {
    const schedule = dailySchedule('Asia/Tokyo', '09:00', '17:00', {
      travels: [{ from: '2027-03-25', timeZone: 'America/New_York' }],
    })
    const last = instantAt('2027-03-24T16:00:00+09:00')
    const first = instantAt('2027-03-25T09:00:00-04:00')
    expect([last, first].map((one) => `${zoneAt(schedule, one)} ${scheduleDateAt(schedule, one)}`)).toEqual([
      'Asia/Tokyo 2027-03-24',
      'America/New_York 2027-03-25',
    ])
  })
})

describe('ranges', () => {
  const all = { from: instantAt('2027-05-03T00:00:00Z'), to: instantAt('2027-05-05T00:00:00Z') }
  const now = instantAt('2027-05-01T00:00:00Z')

  test('23:59 means the end of the day: the last hour can be booked', () => {
    const terms = { ...freeTerms, minutes: 60, incrementMinutes: 60 }
    const schedule = dailySchedule('UTC', '22:00', '23:59')
    expect(wallTimes(freeStarts(sampleAvailability({ schedule, terms, now }), all), 'UTC')).toEqual([
      '03 22:00+00:00',
      '03 23:00+00:00',
      '04 22:00+00:00',
      '04 23:00+00:00',
    ])
  })
  test('a range can pass midnight, and a session can cross midnight where two ranges touch', () => {
    const terms = { ...freeTerms, minutes: 60, incrementMinutes: 30 }
    const night = { ...emptySchedule('UTC'), weekly: [{ weekday: 1, from: '23:00', to: '01:00' }] }
    const two = {
      ...emptySchedule('UTC'),
      weekly: [
        { weekday: 1, from: '23:00', to: '23:59' },
        { weekday: 2, from: '00:00', to: '01:00' },
      ],
    }
    const expected = ['03 23:00+00:00', '03 23:30+00:00', '04 00:00+00:00']
    expect(wallTimes(freeStarts(sampleAvailability({ schedule: night, terms, now }), all), 'UTC')).toEqual(expected)
    expect(wallTimes(freeStarts(sampleAvailability({ schedule: two, terms, now }), all), 'UTC')).toEqual(expected)
  })
  test('25-minute steps, which do not divide the hour, are counted from the beginning of the range', () => {
    const terms = { ...freeTerms, minutes: 20, incrementMinutes: 25 }
    const schedule = { ...emptySchedule('UTC'), weekly: [{ weekday: 1, from: '09:10', to: '10:45' }] }
    expect(wallTimes(freeStarts(sampleAvailability({ schedule, terms, now }), all), 'UTC')).toEqual([
      '03 09:10+00:00',
      '03 09:35+00:00',
      '03 10:00+00:00',
      '03 10:25+00:00',
    ])
  })
  test('a range of 50 minutes has two 20-minute slots, and none that exceeds it', () => {
    const terms = { ...freeTerms, minutes: 20, incrementMinutes: 20 }
    const schedule = { ...emptySchedule('UTC'), weekly: [{ weekday: 1, from: '09:00', to: '09:50' }] }
    expect(wallTimes(freeStarts(sampleAvailability({ schedule, terms, now }), all), 'UTC')).toEqual([
      '03 09:00+00:00',
      '03 09:20+00:00',
    ])
  })
  test('an override replaces the day, an empty one is a day off, an absence removes what it touches', () => {
    const schedule = dailySchedule('UTC', '09:00', '10:00', {
      overrides: [
        { date: '2027-05-03', ranges: [] },
        { date: '2027-05-04', ranges: [{ from: '20:00', to: '21:30' }] },
      ],
      absences: [{ from: instantAt('2027-05-04T20:45:00Z'), to: instantAt('2027-05-04T21:00:00Z'), note: '' }],
    })
    expect(wallTimes(freeStarts(sampleAvailability({ schedule, now }), all), 'UTC')).toEqual([
      '04 20:00+00:00',
      '04 21:00+00:00',
    ])
  })
  test('a day off begins at midnight, whatever the evening before; its own evening is off, too', () => {
    const terms = { ...freeTerms, minutes: 60, incrementMinutes: 60 }
    const schedule = dailySchedule('UTC', '22:00', '02:00', { overrides: [{ date: '2027-05-04', ranges: [] }] })
    const found = freeStarts(sampleAvailability({ schedule, terms, now }), {
      ...all,
      to: instantAt('2027-05-06T00:00:00Z'),
    })
    expect(wallTimes(found, 'UTC')).toEqual([
      '03 00:00+00:00',
      '03 01:00+00:00',
      '03 22:00+00:00',
      '03 23:00+00:00',
      '05 22:00+00:00',
      '05 23:00+00:00',
    ])
    const late = { ...schedule, overrides: [{ date: '2027-05-04', ranges: [{ from: '10:00', to: '11:00' }] }] }
    const other = freeStarts(sampleAvailability({ schedule: late, terms, now }), {
      ...all,
      from: instantAt('2027-05-04T00:00:00Z'),
    })
    // Other hours are not a day off: the night before continues.
    expect(wallTimes(other, 'UTC')).toEqual(['04 00:00+00:00', '04 01:00+00:00', '04 10:00+00:00'])
  })
  test('overlapping ranges offer a start once', () => {
    const schedule = {
      ...emptySchedule('UTC'),
      weekly: [
        { weekday: 1, from: '09:00', to: '10:00' },
        { weekday: 1, from: '09:30', to: '10:30' },
      ],
    }
    expect(wallTimes(freeStarts(sampleAvailability({ schedule, now }), all), 'UTC')).toEqual([
      '03 09:00+00:00',
      '03 09:30+00:00',
      '03 10:00+00:00',
    ])
  })
  test('ranges are the same for whatever interval is asked', () => {
    const schedule = dailySchedule('Australia/Lord_Howe', '10:00', '09:00')
    const wide = openRanges(schedule, {
      from: instantAt('2027-03-20T00:00:00Z'),
      to: instantAt('2027-04-20T00:00:00Z'),
    })
    for (
      let from = instantAt('2027-03-30T00:00:00Z');
      from < instantAt('2027-04-10T00:00:00Z');
      from = plusMs(from, 7 * hour)
    ) {
      const to = plusMs(from, 5 * hour)
      expect(openRanges(schedule, { from, to })).toEqual(wide.filter((one) => one.from < to && one.to > from))
    }
  })
})

describe('busy time', () => {
  const now = instantAt('2027-05-01T00:00:00Z')
  const schedule = dailySchedule('UTC', '09:00', '12:00')
  const all = { from: instantAt('2027-05-03T00:00:00Z'), to: instantAt('2027-05-04T00:00:00Z') }
  const busy = (from: string, to: string): Interval => ({
    from: instantAt(`2027-05-03T${from}:00Z`),
    to: instantAt(`2027-05-03T${to}:00Z`),
  })

  test('buffers keep their distance on both sides, and sessions that only touch are free', () => {
    const terms = { ...freeTerms, bufferBeforeMinutes: 15, bufferAfterMinutes: 15 }
    const found = freeStarts(sampleAvailability({ schedule, terms, now, creatorBusy: [busy('10:00', '10:15')] }), all)
    // 09:30 would run with its buffer to 10:15, and 10:00 and 10:30 (from 10:15 on) too; only the last just touches.
    expect(wallTimes(found, 'UTC')).toEqual(['03 09:00+00:00', '03 10:30+00:00', '03 11:00+00:00', '03 11:30+00:00'])
  })
  test("the client's own time counts without buffers", () => {
    const terms = { ...freeTerms, bufferBeforeMinutes: 15, bufferAfterMinutes: 15 }
    const found = freeStarts(sampleAvailability({ schedule, terms, now, clientBusy: [busy('09:30', '10:30')] }), all)
    expect(wallTimes(found, 'UTC')[1]).toBe('03 10:30+00:00')
  })
  test('notice, horizon, and daily and weekly limits apply', () => {
    const terms = { ...freeTerms, noticeMinutes: 120, horizonDays: 2, maxPerDay: 1, maxPerWeek: 2 }
    const from = instantAt('2027-05-03T08:15:00Z')
    const asked = { from: instant(0), to: instantAt('2028-01-01T00:00:00Z') }
    const open = freeStarts(sampleAvailability({ schedule, terms, now: from }), asked)
    expect(wallTimes(open.slice(0, 1), 'UTC')).toEqual(['03 10:30+00:00'])
    expect(open.at(-1)).toBe(instantAt('2027-05-04T11:30:00Z'))
    const one = freeStarts(
      sampleAvailability({ schedule, terms, now: from, quotaStarts: [instantAt('2027-05-03T09:00:00Z')] }),
      asked,
    )
    expect(wallTimes(one.slice(0, 1), 'UTC')).toEqual(['04 09:00+00:00'])
    const two = [instantAt('2027-05-05T09:00:00Z'), instantAt('2027-05-09T09:00:00Z')]
    expect(freeStarts(sampleAvailability({ schedule, terms, now: from, quotaStarts: two }), asked)).toEqual([])
    // The Sunday before belongs to another week.
    expect(
      freeStarts(
        sampleAvailability({
          schedule,
          terms,
          now: from,
          quotaStarts: [...two.slice(0, 1), instantAt('2027-05-02T09:00:00Z')],
        }),
        asked,
      ).length,
    ).toBeGreaterThan(0)
  })
  test('the next free start is within the horizon', () => {
    const base = sampleAvailability({ schedule: emptySchedule('UTC'), now })
    expect(nextFreeStarts(base, now)).toEqual([])
    const far = {
      ...emptySchedule('UTC'),
      overrides: [{ date: '2027-07-29', ranges: [{ from: '09:00', to: '10:00' }] }],
    }
    expect(nextFreeStarts(sampleAvailability({ schedule: far, now }), now, 5).length).toBe(2)
    expect(isSlotFree(sampleAvailability({ schedule: far, now }), instantAt('2027-07-29T09:15:00Z'))).toBe(false)
    expect(
      isSlotFree(sampleAvailability({ schedule: far, now: plusMs(now, -30 * day) }), instantAt('2027-07-29T09:00:00Z')),
    ).toBe(false)
    expect(minute).toBe(60_000)
  })
})

test('a traveller is in the zone of the last change before that day', () => {
  const away = {
    timeZone: 'Europe/Lisbon',
    travels: [
      { from: '2026-12-10', timeZone: 'Europe/Lisbon' },
      { from: '2026-12-01', timeZone: 'Asia/Tokyo' },
    ],
  }
  expect(zoneOnDate(away, '2026-11-30')).toBe('Europe/Lisbon')
  expect(zoneOnDate(away, '2026-12-01')).toBe('Asia/Tokyo')
  expect(zoneOnDate(away, '2026-12-10')).toBe('Europe/Lisbon')
})
