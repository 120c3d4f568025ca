import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maya } from './testing/samples.ts'

type Text = { text: string }

let sent: { text: string; clientId: string }[] = []

/** Starts the app again, as a load of the page does, with a queue whose server takes everything. */
async function loadPage() {
  vi.resetModules()
  const { sessionStore } = await import('./session/session.ts')
  sessionStore.set({ status: 'in', user: maya })
  const { createUserSendQueue } = await import('./user-send-queue.ts')
  return createUserSendQueue<Text>({
    suffix: '-test',
    send: async ({ clientId, payload }) => void sent.push({ clientId, text: payload.text }),
  })
}

const noted = () => Object.keys(localStorage).filter((key) => key.startsWith('unqueued'))

beforeEach(() => {
  sent = []
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('what is written is sent even if the page is closed before its database has it, and once', async () => {
  const page = await loadPage()
  // A database that does not open before the page is closed.
  const opening = Object.assign(new Promise(() => undefined), { addEventListener: () => undefined })
  vi.stubGlobal('indexedDB', { open: () => opening })
  void page.add('lane', { text: 'first' })
  void page.add('lane', { text: 'second' })
  expect(noted()).toHaveLength(2)
  vi.unstubAllGlobals()

  const next = await loadPage()
  await next.resume([])
  await vi.waitFor(() => expect(sent.map(({ text }) => text)).toEqual(['first', 'second']))
  expect(noted()).toEqual([])
  const { clientId } = await next.add('lane', { text: 'third' })
  expect(noted()).toEqual([])
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ text: 'third', clientId }))
  expect(sent).toHaveLength(3)
})

test('a queue is opened at the start only if something may be left in it', async () => {
  const page = await loadPage()
  await page.resume(['veranda-send-queue-of-someone-else'])
  expect(page.current.get()).toBeUndefined()
})
