import { expect, test } from 'vitest'
import {
  copyToOpenDays,
  findRangeProblem,
  firstDraft,
  rangesOnWeekday,
  rangesOnDate,
  type ScheduleDraft,
  withOverride,
  withRanges,
} from './schedule-draft.ts'

const nine = { from: '09:00', to: '12:00' }
const late = { from: '22:00', to: '02:00' }
const draft: ScheduleDraft = {
  timeZone: 'Europe/Lisbon',
  weekly: [
    { weekday: 1, ...nine },
    { weekday: 2, from: '10:00', to: '11:00' },
  ],
  overrides: [],
  absences: [],
  travels: [],
}

test('hours that were never saved begin with Monday to Friday from nine to five, saved ones as they are', () => {
  const never = { ...draft, weekly: [], version: 0 }
  expect(firstDraft(never).weekly).toEqual([1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })))
  expect(firstDraft({ ...never, version: 3 }).weekly).toEqual([])
  expect(firstDraft({ ...draft, version: 3 }).weekly).toEqual(draft.weekly)
})

test('setting the hours of a day leaves the others unchanged', () => {
  const next = withRanges(draft, 2, [nine, { from: '14:00', to: '18:00' }])
  expect(rangesOnWeekday(next, 1)).toEqual([nine])
  expect(rangesOnWeekday(next, 2)).toEqual([nine, { from: '14:00', to: '18:00' }])
})

test('copying gives the hours to the open days and leaves closed ones closed', () => {
  const next = copyToOpenDays(draft, 1)
  expect(rangesOnWeekday(next, 2)).toEqual([nine])
  expect(rangesOnWeekday(next, 6)).toEqual([])
})

test('an override replaces the week on that day until it is removed', () => {
  const monday = '2026-11-23'
  expect(rangesOnDate(draft, monday)).toEqual({ own: false, ranges: [nine] })
  const off = withOverride(draft, monday, [])
  expect(rangesOnDate(off, monday)).toEqual({ own: true, ranges: [] })
  expect(rangesOnDate(withOverride(off, monday, undefined), monday)).toEqual({ own: false, ranges: [nine] })
})

test('hours may pass midnight, but must not overlap or be empty', () => {
  expect(findRangeProblem([nine, late])).toBeUndefined()
  expect(findRangeProblem([nine, { from: '11:30', to: '13:00' }])).toBe('overlap')
  expect(findRangeProblem([{ from: '09:00', to: '09:00' }])).toBe('empty')
  expect(findRangeProblem([{ from: '', to: '09:00' }])).toBe('empty')
})
