import { type PushPayload } from '@veranda/contract/notifications/push-payload.ts'
import { expect, test, vi } from 'vitest'
import { registerPushHandlers } from './push.ts'

const origin = 'https://veranda.example'

const keys = { p256dh: 'a point', auth: 'a secret' }
const subscription = { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/2', keys }) }

type Tab = { url: string; focused?: boolean; replies?: boolean; canNavigate?: boolean }

/** The parts of a worker's scope that pushes use, which record what was done with them. */
class FakeWorker {
  readonly shown: { title: string; options: NotificationOptions }[] = []
  readonly badges: number[] = []
  readonly opened: string[] = []
  readonly subscribedWith: unknown[] = []
  readonly focused: string[] = []
  readonly asked: { url: string; message: unknown }[] = []
  readonly navigated: { url: string; path: string }[] = []
  readonly #handlers = new Map<string, (event: unknown) => void>()

  constructor(tabs: Tab[] = []) {
    const scope = {
      addEventListener: (name: string, handle: (event: unknown) => void) => void this.#handlers.set(name, handle),
      registration: {
        showNotification: async (title: string, options: NotificationOptions) =>
          void this.shown.push({ title, options }),
        pushManager: {
          getSubscription: async () => null,
          subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
            this.subscribedWith.push(applicationServerKey)
            return subscription
          },
        },
      },
      navigator: { setAppBadge: async (count: number) => void this.badges.push(count) },
      clients: {
        matchAll: async () => tabs.map((tab) => this.#clientOf(tab)),
        openWindow: async (path: string) => void this.opened.push(path),
      },
    }
    // The members that the handlers use.
    registerPushHandlers(scope as unknown as ServiceWorkerGlobalScope)
  }

  #clientOf({ url, focused = false, replies = true, canNavigate = true }: Tab) {
    return {
      url: `${origin}${url}`,
      focused,
      visibilityState: focused ? 'visible' : 'hidden',
      focus: async () => void this.focused.push(url),
      postMessage: (message: unknown, [port]: MessagePort[]) => {
        this.asked.push({ url, message })
        if (replies) port?.postMessage('opened')
      },
      navigate: async (path: string) => {
        if (!canNavigate) throw new TypeError('not controlled')
        this.navigated.push({ url, path })
        return {}
      },
    }
  }

  async dispatch(name: string, event: object): Promise<void> {
    const work: Promise<unknown>[] = []
    this.#handlers.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void work.push(promise) })
    await Promise.all(work)
  }

  push(text: string | null): Promise<void> {
    const data = text === null ? null : { json: (): unknown => JSON.parse(text) }
    return this.dispatch('push', { data })
  }

  replaceSubscription(newSubscription: object | null, oldSubscription: object): Promise<void> {
    return this.dispatch('pushsubscriptionchange', { newSubscription, oldSubscription })
  }

  async press(path: unknown): Promise<void> {
    const notification = { close: () => undefined, data: { path } }
    await this.dispatch('notificationclick', { notification })
  }
}

const payload: PushPayload = {
  title: 'Maya sent you a message',
  body: 'Hello',
  language: 'de',
  tag: 'a topic',
  path: '/messages',
  unread: 3,
}

test('a push is shown with its language and place, replaces the one with its tag, and sets the number on the icon', async () => {
  const worker = new FakeWorker()
  await worker.push(JSON.stringify(payload))
  expect(worker.shown).toMatchObject([
    {
      title: 'Maya sent you a message',
      options: { body: 'Hello', lang: 'de', dir: 'auto', tag: 'a topic', renotify: true, data: { path: '/messages' } },
    },
  ])
  expect(worker.badges).toEqual([3])
})

test.each([null, '', 'no JSON', '7', 'null'])('a push that cannot be read (%j) is shown too', async (text) => {
  const worker = new FakeWorker()
  await worker.push(text)
  expect(worker.shown).toMatchObject([{ title: 'Veranda', options: { data: { path: '/notifications' } } }])
  expect(worker.badges).toEqual([])
})

test('a press opens the path in the tab that is in front, else in a new one', async () => {
  const open = new FakeWorker([{ url: '/search' }, { url: '/dashboard', focused: true }])
  await open.press('/projects/1?milestone=2')
  expect(open.asked).toEqual([{ url: '/dashboard', message: { kind: 'open-path', path: '/projects/1?milestone=2' } }])
  expect([open.focused, open.opened]).toEqual([['/dashboard'], []])
  const closed = new FakeWorker()
  await closed.press('/projects/1')
  expect(closed.opened).toEqual(['/projects/1'])
})

test('a tab that shows the place already is taken, and one in a room is left alone', async () => {
  const worker = new FakeWorker([{ url: '/dashboard', focused: true }, { url: '/messages' }])
  await worker.press('/messages')
  expect(worker.focused).toEqual(['/messages'])
  const meeting = new FakeWorker([{ url: '/rooms/1', focused: true }])
  await meeting.press('/messages')
  expect([meeting.focused, meeting.opened]).toEqual([[], ['/messages']])
})

test('a tab in which no app replies is loaded again, or a new one is opened where it cannot be', async () => {
  vi.useFakeTimers()
  const silent = new FakeWorker([{ url: '/dashboard', replies: false }])
  const foreign = new FakeWorker([{ url: '/dashboard', replies: false, canNavigate: false }])
  const done = Promise.all([silent.press('/messages'), foreign.press('/messages')])
  await vi.runAllTimersAsync()
  await done
  vi.useRealTimers()
  expect([silent.navigated, silent.opened]).toEqual([[{ url: '/dashboard', path: '/messages' }], []])
  expect(foreign.opened).toEqual(['/messages'])
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', undefined, 7])(
  'a press on %j leads to the list: no other website is opened',
  async (path) => {
    const worker = new FakeWorker()
    await worker.press(path)
    expect(worker.opened).toEqual(['/notifications'])
  },
)

type Call = { url: string; init: RequestInit }

/** Replies to the worker's calls, and records them. */
function stubServer({ isSignedIn = true, isOn = true }): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init })
    if (url.endsWith('/accounts/token')) return Response.json({ token: 'fresh' }, { status: isSignedIn ? 200 : 401 })
    return Response.json({ items: [{ current: isOn }] })
  })
  return calls
}
const methodsOf = (calls: readonly Call[]) => calls.map(({ init }) => init.method ?? 'GET')

test('a subscription that the browser has ended is made again with the same key, and the server learns it', async () => {
  const calls = stubServer({})
  const worker = new FakeWorker()
  const key = new ArrayBuffer(65)
  await worker.replaceSubscription(null, { options: { applicationServerKey: key } })
  expect(worker.subscribedWith).toEqual([key])
  expect(methodsOf(calls)).toEqual(['POST', 'GET', 'PUT'])
  expect(calls[2]).toMatchObject({
    url: '/api/notifications/push-devices',
    init: {
      headers: { authorization: 'Bearer fresh' },
      body: JSON.stringify({ endpoint: 'https://fcm.googleapis.com/fcm/send/2', keys }),
    },
  })
})

test('one that the browser has made itself is sent as it is', async () => {
  const calls = stubServer({})
  const worker = new FakeWorker()
  await worker.replaceSubscription(subscription, { options: { applicationServerKey: null } })
  expect([worker.subscribedWith, methodsOf(calls)]).toEqual([[], ['POST', 'GET', 'PUT']])
})

test.each([
  ['nobody is signed in', { isSignedIn: false }, ['POST']],
  ['the user who is signed in has push off', { isOn: false }, ['POST', 'GET']],
])('where %s nothing is sent to the server', async (_, state, methods) => {
  const calls = stubServer(state)
  const worker = new FakeWorker()
  await worker.replaceSubscription(subscription, { options: { applicationServerKey: null } })
  expect([worker.subscribedWith, methodsOf(calls)]).toEqual([[], methods])
})
