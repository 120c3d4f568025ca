import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { eventHandler } from './event-handler.ts'
import { loadHandlerCursors, saveHandlerCursors } from './handler-cursors.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ features: [] })
})
afterAll(() => app.close())

test('after a restart each handler goes on where it was', async () => {
  const { db } = app.deps
  const handlers = ['mail', 'push', 'search'].map((name) => eventHandler(name, ['bell.rang'], async () => undefined))
  const cursors = await loadHandlerCursors(db, handlers)
  expect(cursors.map(({ position }) => position)).toEqual(handlers.map(() => ({ xid: '0', position: 0 })))
  const [mail, push] = cursors
  if (!mail || !push) throw new Error('a cursor is missing')
  mail.position = { xid: '4294967301', position: 7 }
  push.position = { xid: '12', position: 5_000_000_000 }
  await saveHandlerCursors(db, [mail, push])
  expect((await loadHandlerCursors(db, handlers)).map(({ position }) => position)).toEqual([
    mail.position,
    push.position,
    { xid: '0', position: 0 },
  ])
})
