import { expect, test } from 'vitest'
import { roomState } from './access.ts'
import { refuseRecord } from './records.ts'
import { instant } from '../time/instant.ts'

const at = {
  role: 'host',
  key: 'note:a',
  expected: 0,
  version: 0,
  gone: false,
  single: false,
  removes: false,
  count: 3,
  most: 4,
} as const
const codeOf = (more: Partial<Parameters<typeof refuseRecord>[0]>) => refuseRecord({ ...at, ...more })?.refusal.code

test('a record is written by a host, over the version that was seen, while there is room', () => {
  expect(codeOf({})).toBeUndefined()
  expect(codeOf({ role: 'guest' })).toBe('room.hosts-only')
  expect(codeOf({ key: 'wall' })).toBe('room.hosts-only')
  expect(codeOf({ version: 2 })).toBe('room.record-changed')
  expect(codeOf({ count: 4 })).toBe('room.too-full')
  expect(codeOf({ count: 4, removes: true })).toBeUndefined()
})

test('what was taken away is begun anew by who does not know of it, and by nobody twice', () => {
  const gone = { version: 4, gone: true }
  expect(codeOf(gone)).toBeUndefined()
  expect(codeOf({ ...gone, expected: 4 })).toBeUndefined()
  expect(codeOf({ ...gone, expected: 3 })).toBe('room.record-changed')
  expect(codeOf({ version: 5 })).toBe('room.record-changed')
})

test('what there is one of is changed, never taken away', () => {
  expect(codeOf({ key: 'stage', single: true, removes: true })).toBe('room.record-stays')
  expect(refuseRecord({ ...at, key: 'stage', single: true, removes: true })?.refusal.field).toBe('value')
  expect(codeOf({ key: 'stage', single: true })).toBeUndefined()
})

test('a session’s room opens and closes by the minute, and only once it is agreed', () => {
  const times = { opensAt: instant(100), endsAt: instant(200), over: false, agreed: true }
  expect([99, 100, 199, 200].map((now) => roomState(times, instant(now)))).toEqual(['early', 'open', 'open', 'over'])
  expect(roomState({ ...times, agreed: false }, instant(150))).toBe('early')
  expect(roomState({ ...times, over: true }, instant(50))).toBe('over')
})
