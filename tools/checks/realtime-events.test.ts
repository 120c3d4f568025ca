import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRealtimeEvents } from './realtime-events.ts'

const source = join(import.meta.dirname, '../..')
let root = ''

/** Copies the sources, so that planted faults never touch the real ones. */
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'veranda-events-'))
  for (const folder of ['packages/contract/src', 'apps/server/src', 'apps/web/src'])
    cpSync(join(source, folder), join(root, folder), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Changes a file, checks, and restores it. Returns what the check found. */
function violationsWith(file: string, change: (text: string) => string): string[] {
  const path = join(root, file)
  let before: string | undefined
  try {
    before = readFileSync(path, 'utf8')
  } catch {
    mkdirSync(dirname(path), { recursive: true })
  }
  const changed = change(before ?? '')
  expect(changed).not.toBe(before)
  writeFileSync(path, changed)
  try {
    return checkRealtimeEvents(root).violations.map(({ what }) => what)
  } finally {
    if (before === undefined) rmSync(path)
    else writeFileSync(path, before)
  }
}

test('every event of the contract is emitted on one side and received on the other', () => {
  const { events, calls, violations } = checkRealtimeEvents(root)
  expect(violations).toEqual([])
  expect(events).toBeGreaterThan(35)
  expect(calls).toBeGreaterThan(90)
})

test('an event that loses its only listener is reported', () => {
  const file = 'apps/web/src/features/notifications/events.ts'
  const found = violationsWith(file, (text) => text.replace('on(preferencesChanged,', 'ignore(preferencesChanged,'))
  expect(found).toEqual(['preferencesChanged has no listener'])
})

test('an event that nothing emits any more is reported', () => {
  const file = 'apps/server/src/features/talent/profile/publish-profile-change.ts'
  const found = violationsWith(file, (text) => text.replace('publishChange(tx,', 'ignore(tx,'))
  expect(found).toEqual(['profileChanged is emitted by nobody'])
})

test('notification events without their loops are reported', () => {
  const listener = 'apps/server/src/features/notifications/delivery/publish-notification.ts'
  const found = violationsWith(listener, (text) => text.replaceAll('notificationEventNamed', 'otherName'))
  expect(found).toEqual(['notificationEvents is emitted by nobody'])
})

test('an event of a client that the server does not handle, or the web app does not send, is reported', () => {
  const handlers = 'apps/server/src/features/conversations/socket-handlers.ts'
  expect(violationsWith(handlers, (text) => text.replace('onSocketEvent(joinRoom,', 'ignore(joinRoom,'))).toEqual([
    'joinRoom is handled by nobody',
  ])
  const typing = 'apps/web/src/features/conversations/messages/typing.ts'
  expect(violationsWith(typing, (text) => text.replaceAll('emitVolatile(sendTyping,', 'ignore(sendTyping,'))).toEqual([
    'sendTyping is sent by nobody',
  ])
})

test('an event outside the catalogue is reported', () => {
  const planted = "export const planted = changeEvent('planted:changed', {})\n"
  const found = violationsWith('packages/contract/src/planted/events.ts', () => planted)
  expect(found).toEqual(['planted is not in event-catalogue.ts'])
})

test('a second change event of an aggregate, without a version, is reported', () => {
  const file = 'packages/contract/src/rooms/events.ts'
  const planted = "export const roomRecordChanged = streamEvent('room', 'room:users-changed', z.object({}))\n"
  const found = violationsWith(
    file,
    (text) => text.replaceAll('export const roomRecordChanged', 'const kept') + planted,
  )
  expect(found).toContain('roomRecordChanged is no changeEvent with an id and a version')
})

test.each([
  ['apps/server/src/planted.ts', "socket.emit('booking:changed', {})\n"],
  ['apps/server/src/planted.ts', "appendToStream(tx, stream, 'chat_message', {})\n"],
  ['apps/web/src/planted.ts', "on('unread_count', () => undefined)\n"],
])('a bare event name is reported: %s', (file, text) => {
  const [violation, ...others] = violationsWith(file, () => text)
  expect(violation).toMatch(/^names the event "[a-z_:]+" by a bare string$/)
  expect(others).toEqual([])
})
