import { expect, test } from 'vitest'
import { roomState } from '../access/room-access.ts'
import { checkRecordWrite } from './room-records.ts'
import { instant } from '../../time/instant.ts'

const at = {
  role: 'host',
  key: 'note:a',
  expected: 0,
  version: 0,
  gone: false,
  single: false,
  removes: false,
  count: 3,
  maxRecords: 4,
} as const
const codeOf = (more: Partial<Parameters<typeof checkRecordWrite>[0]>) =>
  checkRecordWrite({ ...at, ...more })?.refusal.code

test('a host writes a record over the version they read, while there is space', () => {
  expect(codeOf({})).toBeUndefined()
  expect(codeOf({ role: 'guest' })).toBe('room.hosts-only')
  expect(codeOf({ key: 'wall' })).toBe('room.hosts-only')
  expect(codeOf({ version: 2 })).toBe('room.record-changed')
  expect(codeOf({ count: 4 })).toBe('room.too-many-records')
  expect(codeOf({ count: 4, removes: true })).toBeUndefined()
})

test('a deleted record can be written again without knowing its version, but only once', () => {
  const gone = { version: 4, gone: true }
  expect(codeOf(gone)).toBeUndefined()
  expect(codeOf({ ...gone, expected: 4 })).toBeUndefined()
  expect(codeOf({ ...gone, expected: 3 })).toBe('room.record-changed')
  expect(codeOf({ version: 5 })).toBe('room.record-changed')
})

test('a singleton record can be changed but not removed', () => {
  expect(codeOf({ key: 'scene', single: true, removes: true })).toBe('room.record-required')
  expect(checkRecordWrite({ ...at, key: 'scene', single: true, removes: true })?.refusal.field).toBe('value')
  expect(codeOf({ key: 'scene', single: true })).toBeUndefined()
})

test("a session's room opens and closes to the minute, and only once the booking is agreed", () => {
  const times = { opensAt: instant(100), endsAt: instant(200), isOver: false, isAgreed: true }
  expect([99, 100, 199, 200].map((now) => roomState(times, instant(now)))).toEqual(['early', 'open', 'open', 'over'])
  expect(roomState({ ...times, isAgreed: false }, instant(150))).toBe('early')
  expect(roomState({ ...times, isOver: true }, instant(50))).toBe('over')
})
